"""Find the decisions and principles that a prompt is close to, and show them to the agent.

A wake shows the newest decisions, and principles only if it knows what the session is for. The
others are shown when a prompt is close to them, each once in a session. The code does not judge
whether a prompt contradicts a decision: the agent can read, and decides that. Compares by
meaning where vectors are loaded, else by shared words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from math import log

from wakeline.context.framing import one_line
from wakeline.flows.common.place import Place
from wakeline.flows.recall.prompt_by_words import NOTHING, ids_already_shown, shorten
from wakeline.flows.recall.uses import note_uses
from wakeline.language.ages import span_text
from wakeline.model.decision import Decision, Principle
from wakeline.model.host import RelevantContext
from wakeline.recall.analyse import query_terms, terms

MOST_LOOKED_AT = 2_000  # the newest decisions, and the best principles
MOST_DECISIONS, MOST_PRINCIPLES = 3, 2  # with one prompt
# The least share of a decision's words, rare words weighing more; higher beside vectors.
LEAST_SHARE, LEAST_BESIDE = 0.25, 0.34
FITS = 0.6  # the least share of a situation's words, as where principles are matched by meaning
LONGEST = 200  # characters of each half of a line
DECIDED = "[DECIDED AGAINST]  near to this prompt; whether it goes against one is yours to judge"
WORKED = "[WHAT WORKED IN THIS SITUATION]"


def decisions_for_prompt(
    place: Place,
    prompt: str,
    *,
    session_id: str | None,
    budget: int,
    compacted_at: datetime | None = None,
    by_meaning: bool = False,
) -> RelevantContext:
    """The decisions and principles close to a prompt, within a budget; counts them as used."""
    place.ask("recall")
    if budget <= 0 or not prompt.strip():
        return NOTHING
    now = place.clock.now()
    with place.store.reading() as view:
        held = view.all(Decision, "decisions.holding", limit=MOST_LOOKED_AT)
        used = view.all(Principle, "principles.all", state="active", limit=MOST_LOOKED_AT)
        seen = ids_already_shown(view, session_id, compacted_at) if held or used else set()
    # All rows are compared, shown before or not: so the vectors of the last prompt are reused.
    decisions = _near(place, prompt, held) if by_meaning else decisions_sharing_words(prompt, held)
    principles = (
        _fitting(place, prompt, used) if by_meaning else principles_sharing_words(prompt, used)
    )
    decisions = [row for row in decisions if row.id not in seen]
    principles = [row for row in principles if row.id not in seen]
    lines = _lines(decisions[:MOST_DECISIONS], principles[:MOST_PRINCIPLES], now)
    kept = _within(place, lines, budget)
    if kept.ids:
        with place.store.writing(place.by(session_id=session_id, at=now)) as unit:
            note_uses(unit, kept.ids, "recall")
    return kept


# -- which


def decisions_sharing_words(
    prompt: str, decisions: Sequence[Decision], *, least: float = LEAST_SHARE
) -> list[Decision]:
    """The decisions that share enough words with a prompt, the best match first."""
    words = [frozenset(terms(row.decision)) for row in decisions]
    named = frozenset(query_terms(prompt))
    counts = Counter(word for each in words for word in each)
    worth = {word: log(1 + len(decisions) / count) for word, count in counts.items()}
    shares = [
        sum(map(worth.__getitem__, named & each)) / sum(map(worth.__getitem__, each)) if each else 0
        for each in words
    ]
    ranked = sorted(zip(decisions, shares, strict=True), key=lambda pair: -pair[1])
    return [row for row, share in ranked if share >= least]


def principles_sharing_words(prompt: str, principles: Sequence[Principle]) -> list[Principle]:
    """The principles whose situation shares enough words with a prompt, in the given order."""
    named = frozenset(query_terms(prompt))
    words = [frozenset(terms(row.situation)) for row in principles]
    return [
        row
        for row, each in zip(principles, words, strict=True)
        if each and len(named & each) >= FITS * len(each)
    ]


def _near(place: Place, prompt: str, decisions: list[Decision]) -> list[Decision]:
    from wakeline.flows.beliefs.nearest_decisions import decisions_near_prompt

    near: list[Decision] | None = decisions_near_prompt(place, prompt, decisions)
    if near is None:
        return decisions_sharing_words(prompt, decisions)
    # Vectors are weak in languages other than English, but names are the same in most.
    named = decisions_sharing_words(prompt, decisions, least=LEAST_BESIDE)
    return [*near, *(row for row in named if row not in near)]


def _fitting(place: Place, prompt: str, principles: list[Principle]) -> list[Principle]:
    if not principles:
        return []
    from wakeline.flows.beliefs.principles import fitting_principles

    return [each.principle for each in fitting_principles(place, prompt, principles)]


# -- text


def _lines(
    decisions: Sequence[Decision], principles: Sequence[Principle], now: datetime
) -> Iterator[tuple[str, str, str]]:
    """Each line with its heading and the id of its row."""
    for row in decisions:
        why = f", because {_short(row.reason)}" if row.reason else ""
        age = f"{span_text(now - row.decided_at)} ago"
        if row.state == "proposed":
            age = f"said {age}, confirmed by nobody"
        yield DECIDED, row.id, f"> {_short(row.decision)}{why} ({age}, {row.id})"
    for each in principles:
        tries = each.successes + each.failures
        worked = f"worked {each.successes} of {tries} times, " if tries else ""
        told = f"> WHEN {_short(each.situation)} THEN {_short(each.response)}"
        yield WORKED, each.id, f"{told} ({worked}{each.id})"


def _within(place: Place, lines: Iterator[tuple[str, str, str]], budget: int) -> RelevantContext:
    """The lines that fit, each kind under its heading."""
    kept = NOTHING
    heading = ""
    for title, row_id, line in lines:
        begun = f"{kept.text}\n\n{title}".lstrip() if title != heading else kept.text
        text = f"{begun}\n{line}"
        tokens = place.tokens.count(text)
        if tokens <= budget:
            heading = title
            kept = RelevantContext(text, (*kept.ids, row_id), tokens)
    return kept


def _short(text: str) -> str:
    return shorten(one_line(text), LONGEST)
