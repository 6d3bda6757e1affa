"""The filters of a recall, and the rows that recall leaves out. Reads only."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.model.memory import Fact
from wakeline.ports.store import View

SUMMARY = "summary"
CONVERSATION = "conversation"


class HitFilter(NamedTuple):
    """The conditions that a hit must meet; None means no condition."""

    kinds: frozenset[str] | None = None
    thread: str | None = None
    project_id: str | None = None
    speaker: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    role: str | None = None
    as_of: datetime | None = None
    topic: str | None = None  # for knowledge; rows of other kinds pass
    category: str | None = None  # the same
    archived: bool = False  # also rows that self-care has archived
    asked_in: str | None = None  # not a condition: the thread whose rows may rank higher

    @property
    def wants_summaries(self) -> bool:
        """Whether summaries are asked for; otherwise they would only repeat other rows."""
        return self.kinds is not None and SUMMARY in self.kinds

    @property
    def hides_archived(self) -> bool:
        """Whether archived rows are left out; with `as_of` they are not, they were in use then."""
        return not self.archived and self.as_of is None


NO_FILTER = HitFilter()


class ArchivedRows(NamedTuple):
    """What self-care has archived: memories, and conversation up to a sequence of the log."""

    seqs: frozenset[int] = frozenset()
    through: int = 0


NOTHING_ARCHIVED = ArchivedRows()


def archived_rows(view: View) -> ArchivedRows:
    """The archived rows, which recall leaves out by default."""
    seqs = frozenset(int(seq) for (seq,) in view.tuples("care.put_away"))
    return ArchivedRows(seqs, int(view.value("care.watermark") or 0))


def facts_as_of(view: View, moment: datetime) -> list[Fact]:
    """The facts that were believed at a moment to be valid at that moment."""
    return view.all(Fact, "memory.facts_as_of", moment=moment)


def entries_about(view: View, topic: str) -> list[int]:
    """The sequences of the entries of knowledge about a topic."""
    found = view.tuples("knowledge.topics")
    return [int(seq) for seq, topics in found if topic in read_topics(topics)]


def entries_in_category(view: View, category: str) -> list[int]:
    """The sequences of the entries of knowledge in one category."""
    return [int(seq) for (seq,) in view.tuples("knowledge.in_category", category=category)]


def read_topics(topics: Any) -> list[str]:
    """Topics as a list, from a row of either engine."""
    found: list[str] = json.loads(topics) if isinstance(topics, str) else topics
    return found
