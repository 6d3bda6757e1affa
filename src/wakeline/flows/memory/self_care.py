"""Self-care of an agent: merge many memories into one, and conversations into summaries.

It is always the agent's own act: nothing here runs by itself, the agent only learns that it is
due. All is saved in one transaction. Originals are archived, never edited: recall finds them
with `archived`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from wakeline.base.errors import Conflict
from wakeline.consolidation.self_care import (
    BATCH,
    LEAST_MEMORIES,
    first_batch,
    shorten_conversation,
    shorten_memories,
)
from wakeline.consolidation.self_care_due import self_care_reasons
from wakeline.consolidation.summaries import (
    MOST_READ,
    SummarySentence,
    summary_candidates,
    weakest_origin,
)
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.memory.self_care_due import care_due
from wakeline.flows.memory.summaries import times_forgotten
from wakeline.flows.recall.recall import recall
from wakeline.flows.recall.searchable import save_searchable
from wakeline.graph.mentions import entities
from wakeline.model.consolidation import ConversationSummary
from wakeline.model.log import Episode, Origin
from wakeline.model.memory import Fact, Memory, titled_content
from wakeline.model.session import Lease, Session
from wakeline.ports.store import Unit, View
from wakeline.sessions.leases import is_alive

MOST_FOCUS: Final = 200
MOST_TURNS: Final = 20_000  # in one pass
TAG: Final = "self-care"
HOME: Final = "home"


class SelfCareResult(NamedTuple):
    """The result of one pass. `left` is how many memories wait for another pass."""

    at: datetime
    focus: str | None
    memories: int
    memory: Memory
    left: int
    turns: int
    conversations: tuple[ConversationSummary, ...]
    conv_summarized_until: datetime | None
    tokens_before: int
    tokens_after: int
    due: tuple[str, ...]


class SelfCarePlan(NamedTuple):
    """The memories and conversations of one pass, as they were when they were read."""

    memories: tuple[Memory, ...]
    lines: tuple[str, ...]
    left: int
    watermark: int
    taken_back: int
    conversations: tuple[ConversationSummary, ...]
    turns: int


def self_care(
    place: Place,
    *,
    focus: str | None = None,
    limit: int = BATCH,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
    session_id: str | None = None,
) -> SelfCareResult:
    """Merge many memories into one and fold conversations into summaries, `focus` first.

    At most `limit` memories, nearest to the focus and then oldest first. Refused, with nothing
    written, while another session is open or the agent is not at home, and below thirty memories.
    """
    place.ask("self_care")
    now = place.clock.now()
    about = parse.label(focus, field="focus", most=MOST_FOCUS)
    most = parse.whole_number(limit, field="limit", least=LEAST_MEMORIES, most=BATCH)
    nearest = _nearest(place, about)
    with place.store.reading() as view:
        before = care_due(view)
        plan = _planned(place, view, about, nearest, most, session_id)
    with place.writing(place.by(actor=actor, origin=origin, session_id=session_id, at=now)) as unit:
        _check_home(place, unit, session_id)
        _check_fresh(unit, plan)
        memory = _keep_memories(place, unit, plan, about)
        kept = [_keep_conversation(unit, made) for made in plan.conversations]
        after = care_due(unit)
    return SelfCareResult(
        at=now,
        focus=about,
        memories=len(plan.memories),
        memory=memory,
        left=plan.left,
        turns=plan.turns,
        conversations=tuple(kept),
        conv_summarized_until=after.conv_summarized_until,
        tokens_before=before.tokens,
        tokens_after=after.tokens,
        due=self_care_reasons(
            tokens=after.tokens, conversations=after.conversations, is_after=True
        ),
    )


# -- at home


def _check_home(place: Place, view: View, session_id: str | None) -> None:
    """Raise if another session is open, or if a location fact says the agent is not at home."""
    others = [each.id for each in _others(place, view, session_id)]
    if others:
        raise Conflict(
            f"session {others[0]} is open elsewhere, so the agent is not at home.",
            todo="End it first; `wakeline status` lists what is open.",
        )
    for key in (f"{place.identity.name}.location", "location"):
        fact = view.one(Fact, "memory.fact", key=key, now=place.clock.now())
        if fact is not None and fact.value.strip().casefold() != HOME:
            raise Conflict(
                f"the agent is at {fact.value!r}, not at home.",
                todo=f"Self-care is done at home: `wakeline fact set {key} home` says so.",
            )


def _others(place: Place, view: View, session_id: str | None) -> Iterator[Session]:
    leases = {lease.session_id: lease for lease in view.all(Lease, "sessions.leases")}
    own = _own(place, leases, session_id)
    now, here, running = place.clock.now(), place.holder, place.running
    for session in view.all(Session, "sessions.open"):
        lease = leases.get(session.id)
        if session.id not in own and is_alive(lease, now=now, here=here, running=running):
            yield session


def _own(place: Place, leases: dict[str, Lease], session_id: str | None) -> set[str | None]:
    """The ids of the agent's own sessions: the given one, else all held by this process."""
    if session_id is not None:
        return {session_id}
    held = {lease.session_id for lease in leases.values() if lease.holder == place.holder.name}
    return {place.current.session_id, *held}


# -- the plan


def _nearest(place: Place, focus: str | None) -> list[str]:
    if focus is None:
        return []
    hits = recall(place, focus, k=BATCH, kinds=["memory"])
    return [hit.id for hit in hits]


def _planned(
    place: Place,
    view: View,
    focus: str | None,
    nearest: Sequence[str],
    most: int,
    session_id: str | None,
) -> SelfCarePlan:
    _check_home(place, view, session_id)
    found = view.all(Memory, "care.memories")
    if len(found) < LEAST_MEMORIES:
        raise Conflict(
            f"{len(found)} memories could be summarised, and it takes {LEAST_MEMORIES}.",
            todo="Nothing was changed. Come back when there are more.",
        )
    batch = first_batch(found, nearest, most)
    watermark = int(view.value("care.watermark") or 0)
    through = _through(place, view, session_id)
    turns = view.all(Episode, "care.turns", after=watermark, through=through, limit=MOST_TURNS)
    if len(turns) == MOST_TURNS:
        through = turns[-1].seq
    conversations = _conversations(place, view, focus, turns, watermark, through)
    return SelfCarePlan(
        memories=tuple(batch),
        lines=tuple(shorten_memories(batch, nearest, place.tokens.count)),
        left=len(found) - len(batch),
        watermark=watermark,
        taken_back=times_forgotten(view),
        conversations=tuple(conversations),
        turns=len(turns),
    )


def _through(place: Place, view: View, session_id: str | None) -> int:
    """The last entry of the log before the agent's own open session, which is not over yet."""
    leases = {lease.session_id: lease for lease in view.all(Lease, "sessions.leases")}
    own = _own(place, leases, session_id)
    open_now = [each.id for each in view.all(Session, "sessions.open") if each.id in own]
    firsts = [view.value("care.first_of_session", session_id=each) for each in open_now]
    return min([view.head().seq, *(int(first) - 1 for first in firsts if first is not None)])


def _conversations(
    place: Place,
    view: View,
    focus: str | None,
    turns: Sequence[Episode],
    watermark: int,
    through: int,
) -> Iterator[ConversationSummary]:
    standing = {row.thread_id: row for row in view.all(ConversationSummary, "care.standing")}
    zone = time_zone(place.identity.person_time_zone)
    count = place.tokens.count
    threads: dict[str | None, list[Episode]] = {}
    for turn in turns:
        threads.setdefault(turn.thread_id, []).append(turn)
    for thread_id, said in threads.items():
        before = standing.get(thread_id)
        old = [SummarySentence.of(kept) for kept in before.sentences] if before else []
        new: list[SummarySentence] = []
        for _, session in groupby(said, key=attrgetter("session_id")):
            told_first = sorted(session, key=lambda turn: (-turn.importance, turn.seq))[:MOST_READ]
            new += summary_candidates(
                sorted(told_first, key=attrgetter("seq")), place.identity, zone
            )
        picked = shorten_conversation(old, new, focus, count)
        quoted = {each.source_id for each in picked}
        inherited: list[Origin] = [before.origin] if before else []
        origin, trust = weakest_origin([*inherited, *(t.origin for t in said if t.id in quoted)])
        content = "\n".join(each.text for each in picked)
        yield ConversationSummary(
            id="",
            thread_id=thread_id,
            focus=focus,
            level=before.level + 1 if before else 0,
            after=watermark,
            through=through,
            turns=len(said) + (before.turns if before else 0),
            content=content,
            sentences=tuple(each.as_kept() for each in picked),
            source_ids=tuple(dict.fromkeys(each.source_id for each in picked)),
            folds=before.id if before else None,
            folded_into=None,
            origin=origin,
            trust=trust,
            tokens=count(content),
            created_at=place.clock.now(),
            is_deleted=False,
        )


# -- saving


def _check_fresh(unit: Unit, plan: SelfCarePlan) -> None:
    """Raise if the rows of the plan have changed since they were read."""
    is_same = (
        int(unit.value("care.watermark") or 0) == plan.watermark
        and times_forgotten(unit) == plan.taken_back
        and all(unit.one(Memory, "memory.by_id", id=row.id) == row for row in plan.memories)
    )
    if not is_same:
        raise Conflict(
            "memories changed while they were read; nothing was changed.", todo="Try again."
        )


def _keep_memories(place: Place, unit: Unit, plan: SelfCarePlan, focus: str | None) -> Memory:
    content = "\n".join(plan.lines)
    about = f": {focus}" if focus else ""
    title = f"What {len(plan.memories)} memories came to{about}"
    origin, trust = weakest_origin(row.origin for row in plan.memories)
    now = unit.by.at
    made = save_searchable(
        unit,
        "memory.cared_for",
        Memory(
            seq=0,
            id=unit.new_id(),
            project_id=None,
            thread_id=None,
            type="semantic",
            title=title,
            content=content,
            importance=max(row.importance for row in plan.memories),
            is_pinned=False,
            tags=(TAG,),
            entity_refs=entities(content),
            source_ids=tuple(row.id for row in plan.memories),
            written="self_care",
            origin=origin,
            trust=trust,
            tokens=place.tokens.count(titled_content(title, content)),
            superseded_by=None,
            archived_at=None,
            created_at=now,
            updated_at=now,
            is_deleted=False,
        ),
    )
    for row in plan.memories:
        save_searchable(unit, "memory.archived", row._replace(archived_at=now, updated_at=now), row)
    return made


def _keep_conversation(unit: Unit, made: ConversationSummary) -> ConversationSummary:
    made = made._replace(id=unit.new_id(), created_at=unit.by.at)
    if made.folds is not None:
        before: Any = unit.one(ConversationSummary, "care.conversation", id=made.folds)
        save_searchable(
            unit, "conversation_summary.folded", before._replace(folded_into=made.id), before
        )
    return save_searchable(unit, "conversation_summary.made", made)
