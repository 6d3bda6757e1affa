"""Principles, each a situation and what to do in it: add, match, retire. None is ever deleted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.beliefs.principles import (
    FITS,
    WordComparison,
    Words,
    cached_comparison,
    fit_situation,
    quality,
    sentence_words,
)
from wakeline.beliefs.sentences import words_in
from wakeline.flows.beliefs.check_decisions import word_similarity
from wakeline.flows.beliefs.decisions import text_to_keep
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.model.decision import (
    CHECK_KINDS,
    PRINCIPLE_STATES,
    FittingPrinciple,
    Principle,
    Trial,
)
from wakeline.model.log import ORIGINS, TRUST, Origin
from wakeline.ports.store import Unit, View

MOST_BYTES = 2_000
MOST_PATTERN = 500
MOST_LISTED = 1_000
MOST_FITTING = 10
MOST_SITUATION = 65_536


def add_principle(
    place: Place,
    when: str,
    then: str,
    *,
    check: str | None = None,
    check_kind: str = "log",
    opposite: str | None = None,
    source_ids: Sequence[str] = (),
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Principle:
    """Add a principle, and the words in the log that show that it was followed, or not."""
    place.ask("add_principle")
    situation = _needed(when, "when")
    response = _needed(then, "then")
    pattern = parse.label(check, field="check", most=MOST_PATTERN)
    other = parse.label(opposite, field="opposite", most=MOST_PATTERN)
    kind = parse.choice(check_kind, CHECK_KINDS, field="check_kind")
    for name, phrases in (("check", pattern), ("opposite", other)):
        if phrases is not None and not any(map(str.isalnum, phrases)):
            raise Invalid(f"{name} has no words that could be found.", todo="Give some.")
    if pattern is None and other is not None:
        raise Invalid("there is an opposite, but no check.", todo="Give a check too, or neither.")
    sources = parse.labels(source_ids, field="source_ids")
    origin = parse.choice(origin, ORIGINS, field="origin")
    if not words_in(situation):
        raise Invalid("the situation has no words to match.", todo="Say what it is about.")
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        made = Principle(
            id=unit.new_id(),
            situation=situation,
            response=response,
            check_kind=None if pattern is None else kind,
            check_for=pattern,
            opposite=other,
            successes=0,
            failures=0,
            quality=quality(0, 0),
            state="active",
            retired_at=None,
            retired_because=None,
            source_ids=sources,
            origin=origin,
            trust=TRUST[origin],
            tokens=place.tokens.count(f"{situation} {response}"),
            created_at=unit.by.at,
            updated_at=unit.by.at,
            thread_id=place.thread(unit),
        )
        return save_searchable(unit, "principle.added", made)


def match_principles(
    place: Place, situation: str, *, limit: int = MOST_FITTING
) -> list[FittingPrinciple]:
    """The active principles that fit a situation, sorted by fit and quality, best first."""
    text = clean_text(situation, field="situation", most_bytes=MOST_SITUATION)
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    with place.store.reading() as view:
        rows = view.all(Principle, "principles.all", state="active", limit=MOST_LISTED)
    return fitting_principles(place, text, rows)[:most]


def fitting_principles(
    place: Place, text: str, rows: Sequence[Principle]
) -> list[FittingPrinciple]:
    """The given principles that fit a text, sorted by fit and quality, best first."""
    sentences = sentence_words(text)
    said_by = word_likeness(place, rows, sentences)
    found = []
    for row in rows:
        fit = fit_situation(words_in(row.situation), sentences, said_by)
        if fit.score >= FITS:
            found.append(FittingPrinciple(row, round(fit.score, 3), fit.why))
    return sorted(found, key=lambda each: -each.score * each.principle.quality)


def word_likeness(
    place: Place, rows: Sequence[Principle], sentences: Iterable[Words]
) -> WordComparison:
    """A function for how near the words of sentences are to those of situations."""
    ours = dict.fromkeys(word.text for row in rows for word in words_in(row.situation))
    theirs = dict.fromkeys(word.text for sentence in sentences for word in sentence)
    return cached_comparison(word_similarity(place, list(ours), list(theirs)))


def get_principle(place: Place, principle_id: str) -> Principle:
    """One principle, active or retired."""
    with place.store.reading() as view:
        return _one(view, principle_id)


def list_principles(
    place: Place, *, state: str | None = None, thread: str | None = None
) -> list[Principle]:
    """All principles, the best first; only those in one state or thread if it is named."""
    wanted = None if state is None else parse.choice(state, PRINCIPLE_STATES, field="state")
    with place.store.reading() as view:
        rows = view.all(Principle, "principles.all", state=wanted, limit=MOST_LISTED)
    return parse.rows_of_thread(rows, thread)


def list_trials(place: Place, principle_id: str) -> list[Trial]:
    """The trials of a principle, one a session."""
    with place.store.reading() as view:
        row = _one(view, principle_id)
        return view.all(Trial, "principles.trials", principle_id=row.id)


def retire_principle(
    place: Place,
    principle_id: str,
    *,
    because: str | None = None,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Principle:
    """Retire a principle. Its row stays, with its counts."""
    place.ask("retire_principle")
    why = text_to_keep(because, field="because", most=MOST_BYTES)
    return _change_state(place, principle_id, "retired", why, actor=actor, origin=origin)


def restore_principle(
    place: Place, principle_id: str, *, actor: str | None = None, origin: Origin = "user_direct"
) -> Principle:
    """Make a retired principle active again, with its counts."""
    place.ask("restore_principle")
    return _change_state(place, principle_id, "active", None, actor=actor, origin=origin)


def _change_state(
    place: Place, principle_id: str, state: Any, because: str | None, **who: Any
) -> Principle:
    with place.writing(place.by(**who)) as unit:
        before = _one(unit, principle_id)
        if before.state == state:
            raise Conflict(f"the principle {principle_id} is {state} already.")
        after = before._replace(
            state=state,
            retired_at=unit.by.at if state == "retired" else None,
            retired_because=because,
            updated_at=unit.by.at,
        )
        return _saved(unit, after, before)


def _saved(unit: Unit, after: Principle, before: Principle) -> Principle:
    kind = "principle.retired" if after.state == "retired" else "principle.restored"
    return save_searchable(unit, kind, after, before)


def _needed(text: str, field: str) -> str:
    kept = text_to_keep(text, field=field, most=MOST_BYTES)
    if kept is None:
        raise Invalid(f"{field} has no text.", todo="Say when, and what to do then.")
    return kept


def _one(view: View, principle_id: str) -> Principle:
    found = view.one(Principle, "principles.by_id", id=principle_id)
    if found is None:
        raise NotFound(
            f"there is no principle {principle_id}.", todo="`wakeline principles list` shows them."
        )
    return found
