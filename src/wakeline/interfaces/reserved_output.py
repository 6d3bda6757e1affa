"""Standard output is for answers. What plugins and libraries print goes to standard error.

A program that reads JSON, a line at a time or as a whole, can make nothing of anything else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

_kept: list[TextIO] = []


@contextmanager
def reserve_stdout() -> Iterator[None]:
    """Let nothing come to standard output but what is written to `answers`."""
    _kept.append(sys.stdout)
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout = _kept.pop()


def answer_stream() -> TextIO:
    """Where an answer goes."""
    return _kept[0] if _kept else sys.stdout
