"""Find what was said or is known. Reads only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from wakeline.base.errors import Invalid
from wakeline.flows import parse
from wakeline.flows.place import Place
from wakeline.model.log import KINDS, Episode
from wakeline.model.memory import Fact, Hit, Memory
from wakeline.ports.store import View
from wakeline.recall.analyse import query_terms
from wakeline.recall.rank import Candidate, rank

FIRST_LOOK = 200
MOST_HITS = 1000
HIT_KINDS = (*KINDS, "memory", "fact")

Filter = Callable[[Candidate], bool]


def recall(
    place: Place,
    query: str,
    *,
    k: int = 10,
    kinds: Sequence[str] | None = None,
    thread: str | None = None,
    speaker: str | None = None,
    since: datetime | str | None = None,
    until: datetime | str | None = None,
) -> list[Hit]:
    """The k rows that answer best, each with why it ranked."""
    place.ask("recall")
    if not isinstance(query, str):
        raise Invalid("the question must be text.", todo="Give a string.")
    k = parse.whole_number(k, field="k", least=1, most=MOST_HITS)
    now = place.clock.now()
    wanted = query_terms(query)
    keep = _filter(kinds, thread, speaker, since, until, now)
    with place.store.reading() as view:
        return _search(view, wanted, keep, now=now, k=k)


def _search(view: View, wanted: Sequence[str], keep: Filter, *, now: datetime, k: int) -> list[Hit]:
    """Look wider until there are k that pass the filter, or nothing more was found."""
    limit = max(FIRST_LOOK, 4 * k)
    while True:
        matches = view.search(wanted, limit=limit)
        words = {match.seq: match.score for match in matches}
        passed = [c for c in _candidates(view, list(words)) if keep(c)]
        if len(passed) >= k or len(matches) < limit:
            return rank(passed, words, now=now, k=k)
        limit *= 10


def _candidates(view: View, seqs: list[int]) -> list[Candidate]:
    if not seqs:
        return []
    return [
        *map(_of_episode, view.all(Episode, "log.episodes_at", seqs=seqs)),
        *map(_of_memory, view.all(Memory, "memory.at_seqs", seqs=seqs)),
        *map(_of_fact, view.all(Fact, "memory.facts_at_seqs", seqs=seqs)),
    ]


def _of_episode(e: Episode) -> Candidate:
    return Candidate(
        e.seq, e.id, e.source_id, e.kind, e.text, e.at, e.speaker, e.thread_id, e.origin, e.trust,
        e.metadata,
    )  # fmt: skip


def _of_memory(m: Memory) -> Candidate:
    text = f"{m.title}: {m.content}" if m.title and m.title != m.content else m.content
    return Candidate(
        m.seq, m.id, None, "memory", text, m.created_at, None, m.thread_id, m.origin, m.trust,
        {"type": m.type, "superseded_by": m.superseded_by},
    )  # fmt: skip


def _of_fact(f: Fact) -> Candidate:
    until = f.valid_to or f.recorded_to
    return Candidate(
        f.seq, f.id, None, "fact", f"{f.key} = {f.value}", f.valid_from, None, None, f.origin,
        f.trust, {"key": f.key, "current": until is None, "superseded_by": f.superseded_by},
    )  # fmt: skip


def _filter(
    kinds: Sequence[str] | None,
    thread: str | None,
    speaker: str | None,
    since: datetime | str | None,
    until: datetime | str | None,
    now: datetime,
) -> Filter:
    allowed = None if kinds is None else {parse.choice(x, HIT_KINDS, field="kinds") for x in kinds}
    first = None if since is None else parse.moment(since, field="since", now=now)
    last = None if until is None else parse.moment(until, field="until", now=now)

    def keep(c: Candidate) -> bool:
        return (
            (allowed is None or c.kind in allowed)
            and (thread is None or c.thread_id == thread)
            and (speaker is None or c.speaker == speaker)
            and (first is None or c.at >= first)
            and (last is None or c.at < last)
        )

    return keep
