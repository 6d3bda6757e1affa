"""Find the decisions that a proposed action goes against. Reads only.

Words are compared by meaning with the static vectors, whichever embedder is in force: they work
offline, and the thresholds were set for them. Without them, words are compared as they are
written. If the settings ask for it, a language model has the last word.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING

from wakeline.base.errors import Invalid
from wakeline.beliefs.decisions import (
    LEAST,
    Comparison,
    Similarity,
    no_similarity,
    parse_action,
    parse_decisions,
    vocabulary,
)
from wakeline.flows.beliefs.judge_decisions import judge_decisions
from wakeline.flows.beliefs.nearest_decisions import STATIC
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.language.ages import day_text
from wakeline.log.admit import clean_text
from wakeline.model.decision import Decision, DecisionConflict
from wakeline.ports.minds import Embedding

if TYPE_CHECKING:
    from wakeline.ports.minds import Floats

MOST_BYTES = 65_536
MOST_CHECKED = 2_000  # decisions, the newest
MOST_CONFLICTS = 10
MOST_KEPT = 4  # lists of words whose vectors are kept: they are the same at the next check


def check_decisions(place: Place, action: str, *, least: float = LEAST) -> list[DecisionConflict]:
    """The decisions that an action goes against, the surest first, each with a sentence."""
    text = clean_text(action, field="action", most_bytes=MOST_BYTES).strip()
    if not any(map(str.isalnum, text)):
        raise Invalid("the action says nothing.", todo="Say what would be done.")
    least = parse.fraction(least, field="least")
    with place.store.reading() as view:
        decisions = view.all(Decision, "decisions.holding", limit=MOST_CHECKED)
    if not decisions:
        return []
    wanted = parse_action(text)
    kept = parse_decisions(row.decision for row in decisions)
    alike = word_similarity(place, vocabulary(kept), vocabulary([wanted]))
    zone = time_zone(place.identity.person_time_zone)
    beside = Comparison(wanted, alike)
    found = []
    for row, decision in zip(decisions, kept, strict=True):
        match = beside.against(decision, least=least)
        if match.score >= least and match.score > 0:
            found.append(
                DecisionConflict(
                    row, round(match.score, 3), match.why, describe_conflict(row, zone)
                )
            )
    found = sorted(found, key=lambda each: -each.score)[:MOST_CONFLICTS]
    if place.settings.flag("decisions.model"):
        found = _conflicts_by_model(place, text, decisions, found, least)
    return found


def _conflicts_by_model(
    place: Place,
    action: str,
    decisions: Sequence[Decision],
    found: list[DecisionConflict],
    least: float,
) -> list[DecisionConflict]:
    """The conflicts that a model sees; those that the rules found if no model answers."""
    ruled = {each.decision.id: each for each in found}
    judged = judge_decisions(place, action, decisions, [each.decision for each in found])
    if judged is None:
        return found
    zone = time_zone(place.identity.person_time_zone)
    against = []
    for row in decisions:
        sure = round(judged.get(row.id, 0.0), 3)
        if sure >= least and sure > 0:
            why = ruled[row.id].why if row.id in ruled else ()
            against.append(DecisionConflict(row, sure, why, describe_conflict(row, zone), "model"))
    return sorted(against, key=lambda each: -each.score)[:MOST_CONFLICTS]


def describe_conflict(decision: Decision, zone: tzinfo) -> str:
    """The sentence that warns the agent of a decision that it is about to go against."""
    day = day_text(decision.decided_at, zone)
    why = "" if decision.reason is None else f", because {decision.reason.rstrip('.')}"
    if decision.state == "proposed":
        return f"On {day} it was said: {decision.decision.rstrip('.')}. Nobody has confirmed it."
    return f"You decided against this on {day}{why}: {decision.decision.rstrip('.')}."


def word_similarity(place: Place, ours: Sequence[str], theirs: Sequence[str]) -> Similarity:
    """A function for how near in meaning two words are, one of each list; 0 without vectors."""
    if not ours or not theirs or place.embedding() is None:
        return no_similarity
    embedding = place.embedding(STATIC)
    if embedding is None:
        return no_similarity
    cosines = _vectors(embedding, tuple(ours)) @ embedding.fit(b"", 0).embed(theirs).T
    rows = {word: number for number, word in enumerate(ours)}
    columns = {word: number for number, word in enumerate(theirs)}
    return lambda one, other: float(cosines[rows[one], columns[other]])


@lru_cache(maxsize=MOST_KEPT)
def _vectors(embedding: Embedding, words: tuple[str, ...]) -> Floats:
    return embedding.fit(b"", 0).embed(words)
