"""List and show threads, which last while sessions come and go.

A thread has no mode and no end. The rows that its sessions wrote carry its name in every store.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.model.session import Session, Thread, ThreadHandoff
from wakeline.ports.store import View
from wakeline.sessions.warm_start import warm_start

MOST_LISTED = 1000
LATEST = 10


class ThreadStanding(NamedTuple):
    """One thread: how many sessions it had, in which modes, and when the last began."""

    thread: Thread
    sessions: int
    modes: tuple[str, ...]
    last_began_at: datetime | None


class ThreadWhole(NamedTuple):
    """One thread with its newest sessions, its handoff, and how many rows each store has of it."""

    standing: ThreadStanding
    latest_sessions: tuple[Session, ...]
    handoff: ThreadHandoff | None
    warm_start: str | None
    written: dict[str, int]


def list_threads(
    place: Place, *, limit: int = MOST_LISTED, after: str | None = None
) -> list[ThreadStanding]:
    """The threads in the order of their names; `after` is the last one of the page before."""
    place.ask("recall")
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    behind = parse.label(after, field="after") or ""
    with place.store.reading() as view:
        threads = view.all(Thread, "sessions.threads_from", after=behind, limit=most)
        return _standing(view, threads)


def get_thread(place: Place, name: str) -> ThreadWhole:
    """One thread, and how much was written in it."""
    place.ask("recall")
    wanted = parse.label(name, field="thread")
    if wanted is None:
        raise Invalid("the thread has no name.", todo="Name it.")
    with place.store.reading() as view:
        thread = view.one(Thread, "sessions.thread", id=wanted)
        if thread is None or thread.is_deleted:
            raise NotFound(f"there is no thread {wanted!r}.", todo="`wakeline threads` lists them.")
        of = {"thread_id": wanted}
        handoff = view.one(ThreadHandoff, "sessions.thread_handoff", **of)
        written = {name: int(n) for name, n in view.tuples("sessions.written_in_thread", **of)}
        now = place.clock.now()
        return ThreadWhole(
            standing=_standing(view, [thread])[0],
            latest_sessions=tuple(view.all(Session, "sessions.of_thread", limit=LATEST, **of)),
            handoff=handoff,
            warm_start=None if handoff is None else warm_start(handoff, now=now),
            written=written,
        )


def _standing(view: View, threads: Sequence[Thread]) -> list[ThreadStanding]:
    ids = [thread.id for thread in threads]
    heard: dict[str, list[tuple[Any, ...]]] = {}
    for thread_id, *rest in view.tuples("sessions.in_threads", thread_ids=ids):
        heard.setdefault(thread_id, []).append(tuple(rest))
    return [_of(thread, heard.get(thread.id, [])) for thread in threads]


def _of(thread: Thread, heard: Sequence[tuple[Any, ...]]) -> ThreadStanding:
    moments = [_moment(at) for _, _, at in heard]
    return ThreadStanding(
        thread,
        sum(int(number) for _, number, _ in heard),
        tuple(mode for mode, _, _ in heard),
        max(moments, default=None),
    )


def _moment(at: datetime | str) -> datetime:
    return datetime.fromisoformat(at) if isinstance(at, str) else at
