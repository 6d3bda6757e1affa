"""Traits as dated sentences in the third person: a few, so that they describe a character.

A sentence that is already in the text keeps its place before a new one of about the same weight.
Sentences say what was counted and nothing else: no cause, no judgement, no advice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any, Final

from wakeline.base.clock import read_moment, stored_moment
from wakeline.language.calendar import month_titles
from wakeline.model.personality_status import OBSERVED_KINDS, ObservedKind, PersonalityObservation
from wakeline.personality.evidence import Trait

MOST_PER_KIND: Final[dict[ObservedKind, int]] = {"preference": 6, "habit": 3, "topic": 3, "way": 3}
STANDING: Final = 1.5  # how much more a session weighs for a trait that is in the text already
PAST_AFTER: Final = timedelta(days=90)  # without a sighting; then the sentence names the months
MOST_CLAUSE: Final = 200  # characters
MONTHS: Final = month_titles()


def observations(
    traits: Iterable[Trait],
    *,
    now: datetime,
    zone: tzinfo,
    standing: Collection[str] = (),
) -> tuple[PersonalityObservation, ...]:
    """The weightiest traits of each kind as sentences, kind by kind, oldest first.

    `standing` holds the keys of traits that are in the text already.
    """
    found: dict[ObservedKind, list[Trait]] = {kind: [] for kind in OBSERVED_KINDS}
    for trait in traits:
        if clause_of(trait):
            found[trait.kind].append(trait)
    chosen: list[Trait] = []
    for kind in OBSERVED_KINDS:
        said = " ".join(clause_of(trait) for trait in chosen).casefold()
        fresh = [trait for trait in found[kind] if not _is_said(trait, said)]
        chosen += _weightiest(fresh, MOST_PER_KIND[kind], standing)
    return tuple(_observed(trait, now, zone) for trait in chosen)


def _is_said(trait: Trait, clauses: str) -> bool:
    """Whether other clauses name this topic already: whoever loves maps also talks about them."""
    return trait.kind == "topic" and trait.key.partition(":")[2] in clauses


def clause_of(trait: Trait) -> str:
    """A trait's clause on one line, without a full stop; empty if it is missing or too long."""
    clause = " ".join(trait.clause.split()).rstrip(" .!…")
    if not clause or len(clause) > MOST_CLAUSE:
        return ""
    return clause[0].upper() + clause[1:]


def _weightiest(traits: Sequence[Trait], most: int, standing: Collection[str]) -> list[Trait]:
    def rank(trait: Trait) -> tuple[float, datetime, str]:
        weight = trait.sessions * (STANDING if trait.key in standing else 1.0)
        return -weight, trait.first_at, trait.key

    best = sorted(traits, key=rank)[:most]
    return sorted(best, key=lambda trait: (trait.first_at, trait.key))


def _observed(trait: Trait, now: datetime, zone: tzinfo) -> PersonalityObservation:
    return PersonalityObservation(
        kind=trait.kind,
        keys=(trait.key,),
        text=f"{clause_of(trait)} ({observed_period(trait.first_at, trait.last_at, now, zone)}).",
        sessions=trait.sessions,
        first_at=trait.first_at,
        last_at=trait.last_at,
        source_ids=trait.turn_ids,
        row_ids=trait.row_ids,
    )


def observed_period(first_at: datetime, last_at: datetime, now: datetime, zone: tzinfo) -> str:
    """Since which day a trait is observed, or in which months it was, if that is long ago.

    The last day is left out while it still moves: it would change the text at every run.
    """
    first, last = first_at.astimezone(zone), last_at.astimezone(zone)
    if now - last_at <= PAST_AFTER:
        return f"observed since {first.day} {MONTHS[first.month - 1]} {first.year}"
    begun, ended = (f"{MONTHS[at.month - 1]} {at.year}" for at in (first, last))
    return f"observed in {begun}" if begun == ended else f"observed from {begun} to {ended}"


# -- as they are stored


def to_stored(found: Iterable[PersonalityObservation]) -> tuple[dict[str, Any], ...]:
    """Observations as plain values, as an entry stores them."""
    return tuple(
        {
            **each._asdict(),
            "keys": list(each.keys),
            "first_at": stored_moment(each.first_at),
            "last_at": stored_moment(each.last_at),
            "source_ids": list(each.source_ids),
            "row_ids": list(each.row_ids),
        }
        for each in found
    )


def from_stored(kept: Iterable[dict[str, Any]]) -> tuple[PersonalityObservation, ...]:
    """Observations from the plain values that `as_kept` made."""
    return tuple(
        PersonalityObservation(
            kind=each["kind"],
            keys=tuple(each["keys"]),
            text=each["text"],
            sessions=int(each["sessions"]),
            first_at=read_moment(each["first_at"]),
            last_at=read_moment(each["last_at"]),
            source_ids=tuple(each["source_ids"]),
            row_ids=tuple(each["row_ids"]),
            model=each["model"],
        )
        for each in kept
    )


def keys_of(found: Iterable[PersonalityObservation]) -> frozenset[str]:
    """The keys of all traits that some observations describe."""
    return frozenset(key for each in found for key in each.keys)
