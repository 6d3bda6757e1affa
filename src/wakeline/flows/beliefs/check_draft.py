"""Compare the claims of a draft with the record before it is sent. Reads only.

Finds the claims, asks each provider for evidence, and judges every claim by it. A provider gets
all claims at once, so that it can ask the store once for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from wakeline.beliefs.claims import Claim, claims
from wakeline.beliefs.clauses import AGENT, PERSON, Voice
from wakeline.beliefs.confabulation import judge
from wakeline.beliefs.evidence import (
    ClaimEvidence,
    PastValue,
    evidence_of_fact,
    evidence_of_guard,
    evidence_of_tool,
    evidence_of_turn,
)
from wakeline.flows.common.place import Place
from wakeline.flows.session.current_session import find_session
from wakeline.log.admit import clean_text
from wakeline.model.belief import ClaimSource, DraftCheck
from wakeline.model.guard import Guard
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Memory
from wakeline.ports.store import View
from wakeline.recall.analyse import query_terms

MOST_BYTES: Final = 262_144
MOST_CLAIMS: Final = 400
MOST_FACTS: Final = 5_000
MOST_PAST: Final = 1_000
MOST_GUARDS: Final = 200
MOST_MATCHES: Final = 20  # entries of the log for each claim
MOST_WORDS: Final = 12  # of a claim, with which the log is searched
TURNS_BEFORE: Final = 3  # entries before a turn, to which it may refer
LATEST: Final = 200  # latest entries, among which results of tools are looked for
FRESH: Final = timedelta(minutes=30)  # how long a tool's result counts outside any session


class EvidenceSearch(NamedTuple):
    """What a provider needs to look for evidence: the store, the speaker, the time, the draft."""

    view: View
    voice: Voice
    session_id: str | None
    now: datetime
    draft: str


Provider = Callable[[EvidenceSearch, Sequence[Claim]], list[list[ClaimEvidence]]]


def check(place: Place, draft: str, *, session_id: str | None = None) -> DraftCheck:
    """Every claim of a draft, with its verdict and the source of that."""
    return check_with_providers(place, draft, PROVIDERS, session_id=session_id)


def check_with_providers(
    place: Place, draft: str, providers: Sequence[Provider], *, session_id: str | None = None
) -> DraftCheck:
    """The same as `check`, with evidence from the given providers only."""
    place.ask("check")
    draft = clean_text(draft, field="draft", most_bytes=MOST_BYTES)
    voice = Voice(AGENT, place.identity.display_name.lower(), _person(place).lower())
    found = list(claims(draft, voice))
    asked = found[:MOST_CLAIMS]
    now = place.clock.now()
    with place.store.reading() as view:
        if session_id is not None:
            _must_exist(place, view, session_id)
        looking = EvidenceSearch(view, voice, session_id or place.current.session_id, now, draft)
        given = [provider(looking, asked) for provider in providers]
    findings = (
        judge(claim, [each for lists in given for each in lists[number]])
        for number, claim in enumerate(asked)
    )
    kept = tuple(finding for finding in findings if finding is not None)
    return DraftCheck(kept, len(found) - len(asked), now)


def _must_exist(place: Place, view: View, session_id: str) -> None:
    """Raise unless the session is known; imported turns may have one that no wake opened."""
    if view.one(Episode, "log.first_of_session", session_id=session_id) is None:
        find_session(place, view, session_id)


def _person(place: Place) -> str:
    return place.identity.person_name or ""


# -- evidence from facts


def fact_evidence(looking: EvidenceSearch, asked: Sequence[Claim]) -> list[list[ClaimEvidence]]:
    """The facts that share a word with a claim, with their earlier values."""
    rows = looking.view.all(
        Fact, "memory.current_facts", now=looking.now, least=0.0, limit=MOST_FACTS
    )
    by_term: dict[str, list[int]] = {}
    read = [evidence_of_fact(row.id, row.key, row.value, row.valid_from) for row in rows]
    for number, each in enumerate(read):
        for term in frozenset().union(*each.key_terms):
            by_term.setdefault(term, []).append(number)
    chosen = [_sharing(claim, by_term) for claim in asked]
    keys = sorted({rows[number].key for numbers in chosen for number in numbers})
    past = _past(looking, keys)
    return [
        [read[number]._replace(past=past.get(rows[number].key, ())) for number in numbers]
        for numbers in chosen
    ]


def _sharing(claim: Claim, by_term: Mapping[str, list[int]]) -> list[int]:
    about = claim.around | claim.clause.terms | {q.label for q in claim.clause.quantities}
    return sorted({number for term in about for number in by_term.get(term, ())})


def _past(looking: EvidenceSearch, keys: list[str]) -> dict[str, tuple[PastValue, ...]]:
    if not keys:
        return {}
    found: dict[str, tuple[PastValue, ...]] = {}
    rows = looking.view.all(Fact, "beliefs.past_facts", keys=keys, now=looking.now, limit=MOST_PAST)
    for row in rows:
        if row.valid_to is not None:
            found[row.key] = (*found.get(row.key, ()), PastValue(row.value, row.valid_to))
    return found


# -- evidence from the log


def log_evidence(looking: EvidenceSearch, asked: Sequence[Claim]) -> list[list[ClaimEvidence]]:
    """What full text search finds for each claim, and the tool results of the session."""
    seqs = [_searched(looking.view, claim) for claim in asked]
    wanted = sorted({seq for each in seqs for seq in each})
    wider = sorted({seq - back for seq in wanted for back in range(TURNS_BEFORE + 1)})
    turns = {e.seq: e for e in _episodes(looking.view, wider)}
    rows = looking.view.all(Memory, "memory.at_seqs", seqs=wanted) if wanted else []
    read = {row.seq: _memory(looking, row) for row in rows}
    for seq in wanted:
        if seq in turns and not _is_draft(looking.draft, turns[seq]):
            read[seq] = _turn(looking, turns[seq], turns)
    shown = (
        _recent_tool_results(looking)
        if any(claim.kind in ("state", "number") for claim in asked)
        else []
    )
    return [
        [*(read[seq] for seq in each if seq in read), *(e for e in shown if claim.kind != "action")]
        for each, claim in zip(seqs, asked, strict=True)
    ]


def _searched(view: View, claim: Claim) -> list[int]:
    words = query_terms(claim.whole, most=MOST_WORDS)
    return [match.seq for match in view.search(words, limit=MOST_MATCHES)]


def _episodes(view: View, seqs: list[int]) -> list[Episode]:
    return view.all(Episode, "log.episodes_at", seqs=seqs) if seqs else []


def _is_draft(draft: str, turn: Episode) -> bool:
    """Whether a turn is the draft itself, or ends with it: a draft is no evidence for itself."""
    return turn.role == "agent" and turn.text.rstrip().endswith(draft.strip())


def _turn(looking: EvidenceSearch, turn: Episode, turns: Mapping[int, Episode]) -> ClaimEvidence:
    if turn.kind in ("tool_result", "error"):
        return _tool(looking, turn)
    said = (turns.get(turn.seq - back) for back in range(TURNS_BEFORE, 0, -1))
    before = " ".join(
        each.text
        for each in said
        if each is not None
        and each.kind == "conversation"
        and each.session_id == turn.session_id
        and not _is_draft(looking.draft, each)
    )
    return evidence_of_turn(_source(turn, "turn"), _voice(looking, turn), before)


def _voice(looking: EvidenceSearch, turn: Episode) -> Voice:
    speaker = {"agent": AGENT, "user": PERSON}.get(turn.role, turn.speaker.lower())
    return looking.voice._replace(speaker=speaker)


def _tool(looking: EvidenceSearch, turn: Episode) -> ClaimEvidence:
    if looking.session_id is not None:
        fresh = turn.session_id == looking.session_id
    else:
        fresh = looking.now - turn.at <= FRESH
    return evidence_of_tool(_source(turn, "tool_result"), turn.speaker, fresh=fresh)


def _source(turn: Episode, kind: str) -> ClaimSource:
    return ClaimSource(turn.id, kind, turn.text, turn.at, turn.speaker)  # type: ignore[arg-type]


def _memory(looking: EvidenceSearch, row: Memory) -> ClaimEvidence:
    source = ClaimSource(row.id, "memory", row.told, row.updated_at)
    return evidence_of_turn(source, looking.voice._replace(speaker="memory"))


def _recent_tool_results(looking: EvidenceSearch) -> list[ClaimEvidence]:
    """The latest tool results: they are terse, so a search by words may miss them."""
    if looking.session_id is not None:
        found = looking.view.all(
            Episode, "log.of_session", session_id=looking.session_id, limit=LATEST
        )
    else:
        found = looking.view.all(Episode, "log.latest", limit=LATEST)
    return [_tool(looking, e) for e in found if e.kind in ("tool_result", "error")]


# -- evidence from guards


def guard_evidence(looking: EvidenceSearch, asked: Sequence[Claim]) -> list[list[ClaimEvidence]]:
    """The guarded actions, for claims that something was done."""
    if not any(claim.kind == "action" for claim in asked):
        return [[] for _ in asked]
    rows = looking.view.all(Guard, "guards.all", limit=MOST_GUARDS)
    read = [evidence_of_guard(_of_guard(row), row.state) for row in rows if row.state != "released"]
    return [read if claim.kind == "action" else [] for claim in asked]


def _of_guard(row: Guard) -> ClaimSource:
    key = " ".join(part for part in re.split(r"[^\w]+", row.key) if part)
    return ClaimSource(row.id, "guard", f"{row.what} ({key})", row.updated_at)


# Where evidence for a claim comes from; a new source is one more entry.
PROVIDERS: Final[tuple[Provider, ...]] = (fact_evidence, log_evidence, guard_evidence)
