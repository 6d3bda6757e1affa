"""The same names for asynchronous callers, over threads.

    async with wakeline.aio.open("~/.wakeline") as home:
        ash = home.agent("ash")
        woken = await ash.wake()

There is no twin of the engine: an attribute that is a method of the synchronous
object is called in a thread and awaited.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from typing import Any, Self

from wakeline import engine
from wakeline.engine.faces.face import Face

# Cheap and without I/O, so they answer at once, as in the synchronous face.
AT_ONCE = frozenset({"agent"})
FACES = (engine.Agent, Face)


class Async:
    """Wraps an object of the engine: its methods are awaited, its values are as they are."""

    def __init__(self, inner: object) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if isinstance(found, FACES):
            return Async(found)
        if not callable(found):
            return found
        if name in AT_ONCE:
            return lambda *args, **options: Async(found(*args, **options))

        async def in_thread(*args: Any, **options: Any) -> Any:
            return await asyncio.to_thread(found, *args, **options)

        return in_thread

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def open(  # noqa: A001 - the public contract's name
    location: str | os.PathLike[str] | None = None,
    *,
    tenant: str = "default",
    settings: Mapping[str, str] | None = None,
    **options: Any,
) -> Async:
    """Open a home. Opening is cheap; the first call reaches the store."""
    return Async(engine.open(location, tenant=tenant, settings=settings, **options))
