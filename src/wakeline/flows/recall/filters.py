"""Which rows may answer a question, and what recall leaves out. Reads only."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.model.memory import Fact
from wakeline.ports.store import View

SUMMARY = "summary"
CONVERSATION = "conversation"


class Wanted(NamedTuple):
    """What an answer must be: None where anything will do."""

    kinds: frozenset[str] | None = None
    thread: str | None = None
    project_id: str | None = None
    speaker: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    role: str | None = None
    as_of: datetime | None = None
    topic: str | None = None  # of what was read; other rows have none and pass
    category: str | None = None  # the same
    archived: bool = False  # also what self-care has put away
    asked_in: str | None = None  # no filter: a thread whose rows may count more

    @property
    def of_summaries(self) -> bool:
        """Whether days, weeks and months are asked for; they only say again what others say."""
        return self.kinds is not None and SUMMARY in self.kinds

    @property
    def hides(self) -> bool:
        """Whether what self-care put away is left out; in the past it was not put away yet."""
        return not self.archived and self.as_of is None


ANYTHING = Wanted()


class PutAway(NamedTuple):
    """What self-care has put away: memories, and what was said up to an entry of the log."""

    seqs: frozenset[int] = frozenset()
    through: int = 0


NOTHING_AWAY = PutAway()


def put_away(view: View) -> PutAway:
    """What recall leaves out unless it is asked for."""
    seqs = frozenset(int(seq) for (seq,) in view.tuples("care.put_away"))
    return PutAway(seqs, int(view.value("care.watermark") or 0))


def facts_as_of(view: View, moment: datetime) -> list[Fact]:
    """What was believed at a moment to be true at that moment."""
    return view.all(Fact, "memory.facts_as_of", moment=moment)


def entries_about(view: View, topic: str) -> list[int]:
    """The sequences of the entries that are about a topic."""
    found = view.tuples("knowledge.topics")
    return [int(seq) for seq, topics in found if topic in read_topics(topics)]


def entries_of(view: View, category: str) -> list[int]:
    """The sequences of the entries of one category."""
    return [int(seq) for (seq,) in view.tuples("knowledge.in_category", category=category)]


def read_topics(topics: Any) -> list[str]:
    """Topics as a list, from a row of either engine."""
    found: list[str] = json.loads(topics) if isinstance(topics, str) else topics
    return found
