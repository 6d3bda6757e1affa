"""Find rows for a prompt by shared words alone; none if no row shares enough of them.

This runs at every prompt, in a process that loads no arrays. So meaning is not searched, and
the text says so. Rows that the session has seen already are not shown again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from wakeline.context.modes import SHARED
from wakeline.context.quoted_hits import recalled_block
from wakeline.flows.common.place import Place
from wakeline.flows.recall.filters import archived_rows
from wakeline.flows.recall.recall import is_valid_at, load_candidates
from wakeline.flows.recall.searchable import ON_REQUEST
from wakeline.flows.recall.uses import note_uses
from wakeline.language.ages import span_text
from wakeline.model.host import RelevantContext
from wakeline.model.log import Episode
from wakeline.model.memory import Hit, Use
from wakeline.model.session import LAST_TURNS, Session, Wake
from wakeline.ports.store import View
from wakeline.recall.analyse import query_terms, terms
from wakeline.recall.fulltext_rank import Candidate, rank

LOOKS = (200, 1000)  # how many rows are searched: first few, then more if none of them fits
MOST_HITS = 5
LEAST_SHARED = 2  # words that a row shares with a prompt of several
LEAST_SHARE = 0.3  # of the prompt's words, of which at most COUNTED count
COUNTED = 12
LONGEST = 1200  # characters of one row
# Output of tools, summaries that repeat other rows, and kinds found on request only.
UNSERVED = frozenset({"tool_result", "error", "summary"}) | ON_REQUEST
BY_WORDS = "Found by words alone: meaning was not searched."
ABOUT_TOKENS = 24  # for the line on how it was found, and for ages in words
NOTHING = RelevantContext("", (), 0)


def prompt_context_by_words(
    place: Place,
    prompt: str,
    *,
    session_id: str | None,
    budget: int,
    compacted_at: datetime | None = None,
) -> RelevantContext:
    """The rows that fit a prompt, quoted within a budget; counts them as used."""
    place.ask("recall")
    wanted = query_terms(prompt)
    if not wanted or budget <= 0:
        return NOTHING
    now = place.clock.now()
    with place.store.reading() as view:
        seen = ids_already_shown(view, session_id, compacted_at)
        found: list[Candidate] = []
        words: dict[int, float] = {}
        for limit in LOOKS:
            words = {match.seq: match.score for match in view.search(wanted, limit=limit)}
            found = _serving(view, list(words), wanted, seen, session_id, now)
            if found or len(words) < limit:
                break
    hits = rank(found, words, now=now, k=MOST_HITS)
    kept = fit_to_budget(place, hits, budget)
    if not kept:
        return NOTHING
    with place.store.writing(place.by(session_id=session_id, at=now)) as unit:
        note_uses(unit, [hit.id for hit in kept], "recall")
    block = recalled_block(kept, lambda at: f"{span_text(now - at)} ago")
    text = f"{block}\n\n{BY_WORDS}"
    return RelevantContext(text, tuple(hit.id for hit in kept), place.tokens.count(text))


def ids_already_shown(
    view: View, session_id: str | None, compacted_at: datetime | None
) -> set[str]:
    """The ids of rows that the session has seen already: in its wake, or with a prompt.

    After a compaction, rows shown with earlier prompts no longer count as seen, nor do the last
    turns of its wake, which are not shown again.
    """
    if session_id is None:
        return set()
    wake = view.one(Wake, "sessions.wake", id=session_id)
    if wake is None:
        return set()
    since = {"session_id": session_id, "after": wake.through}
    used = view.all(Use, "past.uses_in_session", **since)
    brought = {
        row_id
        for use in used
        if compacted_at is None or use.at > compacted_at
        for row_id in use.subject_ids
    }
    told = [line for line in wake.lines if compacted_at is None or line[0] != LAST_TURNS]
    return brought | {line[1] for line in told}


def _serving(
    view: View,
    seqs: list[int],
    wanted: Sequence[str],
    seen: set[str],
    session_id: str | None,
    now: datetime,
) -> list[Candidate]:
    """The rows that share enough words with the prompt and that the agent has not seen yet."""
    asked = set(wanted)
    least = words_needed(asked)
    away = archived_rows(view)
    found = [
        row
        for row in load_candidates(view, seqs)
        if row.kind not in UNSERVED
        and row.id not in seen
        and row.seq not in away.seqs
        and not (row.kind == "conversation" and row.seq <= away.through)
        and is_valid_at(row, now)
        and len(asked.intersection(terms(row.text))) >= least
    ]
    unfit = excluded_ids(view, [row.id for row in found], session_id)
    return [row for row in found if row.id not in unfit]


def excluded_ids(view: View, ids: list[str], session_id: str | None) -> set[str]:
    """The ids of rows that are not shown with a prompt: turns of this session, and of other modes.

    At the first turn also the agent's own words: it would take them for established facts.
    """
    own = view.tuples("log.of_these_in_session", session_id=session_id, ids=ids)
    found = {row_id for (row_id,) in own} | _apart(view, ids, session_id)
    if _is_first_turn(view, session_id):
        found |= {row_id for (row_id,) in view.tuples("log.of_these_by_agent", ids=ids)}
    return found


def _is_first_turn(view: View, session_id: str | None) -> bool:
    """Whether the session has no answer yet; the prompt itself may be in the log already."""
    if session_id is None:
        return False
    ((exchanges,),) = view.tuples("log.exchange_count", session_id=session_id)
    last = view.one(Episode, "log.last_said", session_id=session_id) if exchanges else None
    return not exchanges or (exchanges == 1 and last is not None and last.role == "user")


def _apart(view: View, ids: list[str], session_id: str | None) -> set[str]:
    """The ids of turns from modes that this session's mode does not share."""
    session = view.one(Session, "sessions.by_id", id=session_id) if session_id else None
    if session is None or not ids:
        return set()
    modes = list(SHARED[session.mode])
    return {row_id for (row_id,) in view.tuples("log.of_other_modes", ids=ids, modes=modes)}


def words_needed(asked: set[str]) -> int:
    """How many words of a prompt a row must share."""
    return max(min(LEAST_SHARED, len(asked)), round(LEAST_SHARE * min(COUNTED, len(asked))))


def note_prompt_uses(place: Place, ids: Sequence[str], *, session_id: str | None) -> None:
    """Count rows that were shown with a prompt as used."""
    with place.store.writing(place.by(session_id=session_id)) as unit:
        note_uses(unit, list(ids), "recall")


def shorten(text: str, longest: int) -> str:
    """The text, cut after about so many characters; a mark shows that it was cut."""
    return text if len(text) <= longest else text[:longest].rstrip() + " …"


def fit_to_budget(place: Place, hits: Sequence[Hit], budget: int) -> list[Hit]:
    """The best hits that fit into the budget, long ones shortened."""
    kept: list[Hit] = []
    for hit in hits:
        wider = [*kept, hit._replace(text=shorten(hit.text, LONGEST))]
        if place.tokens.count(recalled_block(wider, str)) + ABOUT_TOKENS <= budget:
            kept = wider
    return kept
