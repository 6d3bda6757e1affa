"""Find what was said or is known. Reads only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from wakeline.base.clock import stored_moment
from wakeline.base.config import SETTINGS_BY_NAME
from wakeline.base.errors import Invalid, Unreachable
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.filters import (
    CONVERSATION,
    NOTHING_ARCHIVED,
    HitFilter,
    archived_rows,
    facts_as_of,
)
from wakeline.flows.recall.searchable import HIT_KINDS as STATE_KINDS
from wakeline.flows.recall.searchable import ON_REQUEST, filed_at, search_entry
from wakeline.model.consolidation import Summary
from wakeline.model.log import KINDS, ROLES, Episode
from wakeline.model.memory import Fact, Hit, Memory
from wakeline.ports.store import View
from wakeline.recall.analyse import query_terms
from wakeline.recall.answer_cache import AnswerCache
from wakeline.recall.fulltext_rank import Candidate, rank
from wakeline.store.rows import subject_id

FIRST_LOOK = 200
MOST_HITS = 1000
MOST_BUDGET = 10_000_000
HIT_KINDS = (*KINDS, *STATE_KINDS)
STRATEGY_NAMES = SETTINGS_BY_NAME["recall.strategy"].choices

Filter = Callable[[Candidate], bool]
FULL_TEXT = "fulltext"
SAID = "said"  # the signal of a turn that takes the place of a memory made from it


def recall(
    place: Place,
    query: str,
    *,
    k: int = 10,
    kinds: Sequence[str] | None = None,
    thread: str | None = None,
    project: str | int | None = None,
    speaker: str | None = None,
    since: datetime | str | None = None,
    until: datetime | str | None = None,
    role: str | None = None,
    as_of: datetime | str | None = None,
    budget: int | None = None,
    topic: str | None = None,
    category: str | None = None,
    asked_in: str | None = None,
    injected: bool = False,
    strategy: str | None = None,
    archived: bool = False,
) -> list[Hit]:
    """The k rows that answer best, each with why it ranked.

    `as_of` answers from what was known at a moment, facts as they were believed then;
    `budget` keeps the best hits whose texts fit into so many tokens together. `topic` and
    `category` limit entries of knowledge; other kinds pass. `injected` says that the hits are
    shown to the agent, which counts as a use of each. `asked_in` is the thread in which the
    question comes up: `rrf` prefers what was said there, other strategies ignore it.
    `archived` also finds what self-care has archived.
    """
    place.ask("recall")
    if not isinstance(query, str):
        raise Invalid("the question must be text.", todo="Give a string.")
    k = parse.whole_number(k, field="k", least=1, most=MOST_HITS)
    now = place.clock.now()
    wanted = _wanted(place, kinds, thread, project, speaker, since, until, now)
    wanted = wanted._replace(
        role=None if role is None else parse.choice(role, ROLES, field="role"),
        as_of=None if as_of is None else parse.moment(as_of, field="as_of", now=now),
        topic=parse.label(topic, field="topic"),
        category=parse.label(category, field="category"),
        asked_in=parse.label(asked_in, field="asked_in"),
        archived=bool(archived),
    )
    chosen = _strategy(place, strategy)
    try:
        found = _answered(place, query, wanted, strategy=chosen, now=now, k=k)
    except Unreachable:  # the embedder's server: full text does not need it
        if strategy is not None or chosen == FULL_TEXT:
            raise
        found = _found(place, query, wanted, strategy=FULL_TEXT, now=now, k=k)
    kept = _within(place, found, budget)
    if injected and kept:
        with place.store.writing(place.by(at=now)) as unit:
            from wakeline.flows.recall.uses import note_uses

            note_uses(unit, [hit.id for hit in kept], "recall")
    return kept


def _answered(
    place: Place, query: str, wanted: HitFilter, *, strategy: str, now: datetime, k: int
) -> list[Hit]:
    """The hits, from the cache if nothing has changed that an answer depends on.

    The state is read before the search: if something is written meanwhile, the answer is newer
    than the state it is cached under, and that state does not come back.
    """
    most = place.settings.number("recall.answers")
    if not most:
        return _found(place, query, wanted, strategy=strategy, now=now, k=k)
    held = place.current.held
    held.answers = held.answers or AnswerCache(most)
    with place.store.reading() as view:
        state = frozenset(view.tuples("recall.state"))
    # The person's name says who `I` is, and the day says what `yesterday` means.
    asked = (query, wanted, strategy, k, place.identity.person_name, now.date())
    found: list[Hit] | None = held.answers.get(asked, state, now)
    if found is None:
        found = _found(place, query, wanted, strategy=strategy, now=now, k=k)
        held.answers.keep(asked, state, now, found)
    return found


def _found(
    place: Place, query: str, wanted: HitFilter, *, strategy: str, now: datetime, k: int
) -> list[Hit]:
    most = min(2 * k, MOST_HITS)  # some of them may repeat what others say
    found: list[Hit]
    if strategy != FULL_TEXT:
        from wakeline.flows.recall.rank import rank_hits

        found = rank_hits(place, query, wanted, load_candidates, strategy=strategy, now=now, k=most)
    else:
        with place.store.reading() as view:
            passes = _filter(wanted, view)
            found = _search(view, query_terms(query), passes, now=now, k=most)
            if wanted.wants_summaries:
                asked = (query_terms(query), passes, _of_row)
                from wakeline.flows.recall.summary_hits import add_summaries_by_words

                found = add_summaries_by_words(view, found, asked, now=now)[:most]
    found = _without_repeats(place, found)[:k]
    if found and wanted.as_of is None:
        found = _current_first(place, query, found, wanted, now=now)[:k]
    elif found and wanted.as_of is not None:
        found = _as_known(place, found, wanted.as_of)
    moment = wanted.as_of or now
    return [
        hit._replace(metadata={**hit.metadata, "current": is_valid_at(hit, moment)})
        if hit.kind == "fact"
        else hit
        for hit in found
    ]


def is_valid_at(found: Hit | Candidate, moment: datetime) -> bool:
    """Whether a hit is valid at a moment. Only facts can be invalid."""
    if found.kind != "fact":
        return True
    # Rows indexed by older versions have no `valid_to`: for them `current` decides.
    until = found.metadata.get("valid_to")
    is_over = until is not None and until <= stored_moment(moment)
    return bool(found.metadata.get("current", True)) and found.at <= moment and not is_over


def _without_repeats(place: Place, found: list[Hit]) -> list[Hit]:
    """The hits without memories that only repeat a turn among the hits.

    The turn gets the better rank of the two. So consolidation does not push turns out of the
    answer: the caller sees as many turns as before.
    """
    turns = {hit.id: hit for hit in found if hit.kind in KINDS}
    memories = [hit.id for hit in found if hit.kind == "memory"]
    if not turns or not memories:
        return found
    with place.store.reading() as view:
        made = [(str(m), str(turn)) for m, turn in view.tuples("recall.made_from", ids=memories)]
    sources: dict[str, list[str]] = {}
    for memory_id, turn_id in made:
        if turn_id in turns:
            sources.setdefault(memory_id, []).append(turn_id)
    ranks = {hit.id: number for number, hit in enumerate(found)}
    kept: dict[str, Hit] = {}
    for hit in found:
        if hit.id not in sources:
            kept.setdefault(hit.id, hit)
            continue
        turn = turns[min(sources[hit.id], key=ranks.__getitem__)]
        lifted = turn._replace(score=hit.score, why={**turn.why, SAID: hit.score - turn.score})
        kept.setdefault(turn.id, lifted if hit.score > turn.score else turn)
    return list(kept.values())


def _current_first(
    place: Place, query: str, found: list[Hit], wanted: HitFilter, *, now: datetime
) -> list[Hit]:
    """The hits with each current row before the row that it superseded, whatever their scores.

    A value that is valid now also comes before one that is set for a later day.
    """
    with place.store.reading() as view:
        ids = [hit.id for hit in found]
        turned = {str(old): str(new) for old, new in view.tuples("recall.turned", ids=ids)}
        turned |= {hit.id: hit.id for hit in found if hit.kind == "fact" and hit.at > now}
        if not turned:
            return found
        asked = (query, now, _filter(wanted, view), _of_row)
        from wakeline.flows.recall.current_values import put_current_first

        return put_current_first(view, found, turned, asked)


def _as_known(place: Place, found: list[Hit], moment: datetime) -> list[Hit]:
    """The hits with their metadata as of a moment; all facts among them were valid then."""
    known: list[Hit] = []
    with place.store.reading() as view:
        for hit in found:
            about = dict(hit.metadata)
            if hit.kind == "fact":
                about |= {"current": True, "superseded_by": None}
            elif hit.kind == "memory" and about.get("superseded_by") is not None:
                newer = view.one(Memory, "memory.by_id", id=about["superseded_by"])
                if newer is None or newer.created_at > moment:
                    about["superseded_by"] = None
            known.append(hit._replace(metadata=about))
    return known


def _within(place: Place, hits: list[Hit], budget: int | None) -> list[Hit]:
    """The best hits that fit into a token budget; one that is too long is skipped."""
    if budget is None:
        return hits
    left = parse.whole_number(budget, field="budget", least=1, most=MOST_BUDGET)
    kept = []
    for hit in hits:
        tokens = place.tokens.count(hit.text)
        if tokens <= left:
            kept.append(hit)
            left -= tokens
    return kept


def _strategy(place: Place, given: str | None) -> str:
    """The given strategy; else the one of the settings, if there is an embedder for it."""
    if given is not None:
        return parse.choice(given, STRATEGY_NAMES, field="strategy")
    chosen = place.settings.text("recall.strategy")
    return chosen if place.embedding() is not None else FULL_TEXT


def _search(view: View, wanted: Sequence[str], keep: Filter, *, now: datetime, k: int) -> list[Hit]:
    """Search with a growing limit until k rows pass the filter or no more are found."""
    limit = max(FIRST_LOOK, 4 * k)
    while True:
        matches = view.search(wanted, limit=limit)
        words = {match.seq: match.score for match in matches}
        passed = [c for c in load_candidates(view, list(words)) if keep(c)]
        if len(passed) >= k or len(matches) < limit:
            return rank(passed, words, now=now, k=k)
        limit *= 10


def load_candidates(view: View, seqs: list[int]) -> list[Candidate]:
    """The rows of some sequences, whatever table they live in."""
    if not seqs:
        return []
    return [
        *map(_of_episode, view.all(Episode, "log.episodes_at", seqs=seqs)),
        *(_of_row(row.seq, row) for row in view.all(Memory, "memory.at_seqs", seqs=seqs)),
        *(_of_row(row.seq, row) for row in view.all(Fact, "memory.facts_at_seqs", seqs=seqs)),
        *(_of_row(seq, row) for seq, row in filed_at(view, seqs)),
        *_summaries_at(view, [seq for seq in seqs if seq < 0]),
    ]


def _summaries_at(view: View, seqs: list[int]) -> list[Candidate]:
    if not seqs:
        return []
    rows = view.all(Summary, "summaries.at_seqs", seqs=seqs)
    return [_of_row(row.seq, row) for row in rows if row.content]


def _of_episode(e: Episode) -> Candidate:
    return Candidate(
        e.seq, e.id, e.source_id, e.kind, e.text, e.at, e.speaker, e.thread_id, e.project_id,
        e.origin, e.trust, e.metadata, e.role,
    )  # fmt: skip


def _of_row(seq: int, row: Any) -> Candidate:
    shown = search_entry(row)
    return Candidate(
        seq, subject_id(row), None, shown.kind, shown.text, shown.at, None, shown.thread_id,
        shown.project_id, shown.origin, shown.trust, shown.metadata,
    )  # fmt: skip


def _wanted(
    place: Place,
    kinds: Sequence[str] | None,
    thread: str | None,
    project: str | int | None,
    speaker: str | None,
    since: datetime | str | None,
    until: datetime | str | None,
    now: datetime,
) -> HitFilter:
    allowed = (parse.choice(x, HIT_KINDS, field="kinds") for x in kinds or ())
    project_id = None
    if project is not None:
        with place.store.reading() as view:
            project_id = parse.project_id(project, view)
    return HitFilter(
        None if kinds is None else frozenset(allowed),
        _name(thread, field="thread"),
        project_id,
        _name(speaker, field="speaker"),
        None if since is None else parse.moment(since, field="since", now=now),
        None if until is None else parse.moment(until, field="until", now=now),
    )


def _name(value: object, *, field: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise Invalid(f"{field} must be text, not {type(value).__name__}.", todo="Give a string.")


def _filter(wanted: HitFilter, view: View) -> Filter:
    then = wanted.as_of
    believed = set() if then is None else {fact.seq for fact in facts_as_of(view, then)}
    away = archived_rows(view) if wanted.hides_archived else NOTHING_ARCHIVED

    def keep(c: Candidate) -> bool:
        return (
            c.seq not in away.seqs
            and not (c.kind == CONVERSATION and c.seq <= away.through)
            and (then is None or (c.seq in believed if c.kind == "fact" else c.at <= then))
            and (wanted.role is None or c.role == wanted.role)
            and (wanted.topic is None or wanted.topic in c.metadata.get("topics", (wanted.topic,)))
            and (wanted.category is None or _is_of(c, wanted.category))
            and (c.kind not in ON_REQUEST if wanted.kinds is None else c.kind in wanted.kinds)
            and (wanted.thread is None or c.thread_id == wanted.thread)
            and (wanted.project_id is None or c.project_id == wanted.project_id)
            and (wanted.speaker is None or c.speaker == wanted.speaker)
            and (wanted.since is None or c.at >= wanted.since)
            and (wanted.until is None or c.at < wanted.until)
        )

    return keep


def _is_of(c: Candidate, category: str) -> bool:
    return c.kind != "knowledge" or c.metadata["category"] == category
