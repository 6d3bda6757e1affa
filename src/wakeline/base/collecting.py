"""When no time is spent on looking for cycles among values."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for cycles in the meantime: what is made here are thousands of values, none in one.

    Whoever switched the search off switches it on again, so threads that overlap leave it on.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
