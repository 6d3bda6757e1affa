"""Rank decisions by nearness to an action or a prompt, by meaning or by words. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from wakeline.flows.common.place import Place
from wakeline.language.sentences import sentences
from wakeline.minds.calibration import calibrated_distance
from wakeline.model.decision import Decision, NearDecision
from wakeline.ports.minds import Embedding
from wakeline.recall.analyse import terms

if TYPE_CHECKING:
    from wakeline.ports.minds import Floats


LOCAL_EMBEDDERS = ("minilm",)
MOST_SENTENCES = 24


# The most distance, on a scale where a rewording is near 0 and another topic near 1.
MOST_DISTANCE = 0.6
MOST_KEPT = 4  # lists of decisions whose vectors are kept: they are the same at the next check


def rank_by_nearness(
    place: Place, action: str, decisions: Sequence[Decision]
) -> list[NearDecision]:
    """All decisions, the nearest to an action first.

    Each is compared with and without its reason; the nearer of the two counts.
    """
    if not decisions:
        return []
    embedding = _embedding(place)
    if embedding is None:
        near = _by_words(action, decisions)
    else:
        near = _by_meaning(embedding, [action], decisions)
    ranked = sorted(zip(decisions, near, strict=True), key=lambda pair: -pair[1])
    return [NearDecision(row, max(0.0, round(each, 3))) for row, each in ranked]


def decisions_near_prompt(
    place: Place, prompt: str, decisions: Sequence[Decision]
) -> list[Decision] | None:
    """The decisions near any sentence of a prompt, nearest first. None without vectors.

    Sentence by sentence, because a proposal is often one of many things in a prompt.
    """
    embedding = _embedding(place)
    if embedding is None or not decisions:
        return None
    asked = [each.text for each in sentences(prompt)][:MOST_SENTENCES] or [prompt]
    near = _by_meaning(embedding, asked, decisions)
    ranked = sorted(zip(decisions, near, strict=True), key=lambda pair: -pair[1])
    name = embedding.name
    return [row for row, cosine in ranked if calibrated_distance(1 - cosine, name) <= MOST_DISTANCE]


def _by_meaning(
    embedding: Embedding, asked: Sequence[str], decisions: Sequence[Decision]
) -> list[float]:
    """For each decision its greatest cosine with one of the texts."""
    bare = tuple(row.decision for row in decisions)
    whole = tuple(f"{row.decision}, because {row.reason}" for row in decisions)
    wanted = embedding.fit(b"", 0).embed(asked).T
    by_text, with_reason = ((_vectors(embedding, texts) @ wanted).max(1) for texts in (bare, whole))
    return [
        max(float(one), float(other)) if row.reason else float(one)
        for row, one, other in zip(decisions, by_text, with_reason, strict=True)
    ]


def _embedding(place: Place) -> Embedding | None:
    chosen = place.embedding()
    if chosen is None or chosen.name in LOCAL_EMBEDDERS:
        return chosen
    return place.embedding(STATIC)


def _by_words(action: str, decisions: Sequence[Decision]) -> list[float]:
    """The share of a decision's words that an action names."""
    named = set(terms(action))
    words = [set(terms(row.decision)) for row in decisions]
    return [len(named & own) / len(own) if own else 0.0 for own in words]


@lru_cache(maxsize=MOST_KEPT)
def _vectors(embedding: Embedding, texts: tuple[str, ...]) -> Floats:
    return embedding.fit(b"", 0).embed(texts)


STATIC = "static"
