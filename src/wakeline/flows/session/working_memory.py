"""The working memory of an agent: the last turns of its session, and work that is pending.

It has no store of its own: turns are in the log at once and are read from there, so that a
forgotten turn is not shown again. Reads only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.index_rows import INDEX
from wakeline.model.log import Episode

MOST_TURNS = 1000


class PendingWork(NamedTuple):
    """Texts that would be lost with this process, and how many entries are not indexed yet."""

    unwritten: dict[str, str]
    unread: int


def latest_session_turns(place: Place, session_id: str | None, *, limit: int = 20) -> list[Episode]:
    """The last turns of a session, oldest first; none where there is no session."""
    place.ask("recall")
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_TURNS)
    if session_id is None:
        return []
    with place.store.reading() as view:
        return view.all(Episode, "log.of_session", session_id=session_id, limit=most)


def pending_work(place: Place, unwritten: Mapping[str, str]) -> PendingWork:
    """The texts that are not written yet, and how many entries are not indexed yet.

    Recall finds those entries all the same: it reads them when it is asked.
    """
    with place.store.reading() as view:
        behind = view.head().seq - int(view.value("jobs.mark", name=INDEX) or 0)
    return PendingWork(dict(unwritten), max(0, behind))
