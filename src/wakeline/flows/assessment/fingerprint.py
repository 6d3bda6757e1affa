"""How an agent speaks: compare one session with another, or with all others.

The counts of a session are stored, and made again when the session continues or something was
forgotten. No model is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any, Final, NamedTuple

from wakeline.assessment.fingerprint import (
    ENOUGH_WORDS,
    VERSION,
    Distance,
    decision_rates,
    distinctive_words,
    merge_profiles,
    profile_distance,
    profile_of,
    topic_shares,
    voice_rates,
    word_count,
)
from wakeline.base.errors import NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.index_rows import FORGOTTEN
from wakeline.model.log import Episode
from wakeline.model.writings import SessionPrint
from wakeline.ports.store import View

MOST_SESSIONS: Final = 200  # from which the centre is made
MOST_TURNS: Final = 2000  # of one session
MOST_COMPARED: Final = 30  # sessions from which the usual distance is made
CENTRE: Final = "centre"


class Fingerprint(NamedTuple):
    """How an agent spoke in a session, and how far that is from what it is compared with.

    `usual` is the median distance of a session from all others together. `is_enough` is false if
    there are too few words to tell a voice from chance.
    """

    session_id: str
    turns: int
    words: int
    is_enough: bool
    vocabulary: tuple[tuple[str, float], ...]
    topics: tuple[tuple[str, float], ...]
    decisions: dict[str, float]
    voice: dict[str, float]
    against: str
    sessions: int  # that it is compared with
    distance: Distance | None
    usual: float | None


def fingerprint(
    place: Place, session_id: str | None = None, *, against: str | None = None
) -> Fingerprint:
    """The fingerprint of a session; the last in which the agent spoke unless one is named.

    It is compared with another session, or with all others together.
    """
    place.ask("recall")
    wanted = parse.label(session_id, field="session_id")
    other = parse.label(against, field="against")
    known = _profiles(place, [name for name in (wanted, other) if name and name != CENTRE])
    if not known:
        raise NotFound("the agent has not spoken in any session.", todo="Record what it says.")
    own = wanted or next(iter(known))
    _refuse_unknown(known, own, other)
    rest = {name: profile for name, profile in known.items() if name != own}
    chosen = rest if other in (None, CENTRE) else {other: known[str(other)]}
    centre = merge_profiles(chosen.values())
    profile = known[own]
    is_compared = bool(chosen)
    return Fingerprint(
        session_id=own,
        turns=int(profile["figures"].get("turns", 0)),
        words=word_count(profile),
        is_enough=word_count(profile) >= ENOUGH_WORDS
        and (not is_compared or word_count(centre) >= ENOUGH_WORDS),
        vocabulary=tuple(distinctive_words(profile, centre)) if is_compared else (),
        topics=tuple(topic_shares(profile)),
        decisions=decision_rates(profile),
        voice=voice_rates(profile),
        against=other or CENTRE,
        sessions=len(chosen),
        distance=profile_distance(profile, centre) if is_compared else None,
        usual=_usual(known) if len(known) > 2 else None,
    )


def _refuse_unknown(known: dict[str, Any], own: str, other: str | None) -> None:
    for name in (own, other):
        if name not in (None, CENTRE) and name not in known:
            raise NotFound(
                f"the agent has not spoken in a session {name}.",
                todo="`wakeline status` lists sessions.",
            )


def _usual(known: dict[str, Any]) -> float | None:
    """The median distance of the newest sessions, each from all others together."""
    long_enough = [name for name, profile in known.items() if word_count(profile) >= ENOUGH_WORDS]
    if len(long_enough) < 2:
        return None
    return round(
        median(
            profile_distance(
                known[name], merge_profiles(other for key, other in known.items() if key != name)
            ).total
            for name in long_enough[:MOST_COMPARED]
        ),
        3,
    )


def _profiles(place: Place, named: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The counts of the newest sessions and of those that were named, newest first."""
    with place.store.reading() as view:
        spoken = view.tuples("fingerprints.spoken", limit=MOST_SESSIONS)
        last = {str(name): int(seq) for name, seq in spoken}
        older = {name: _last(view, name) for name in named if name not in last}
        last |= {name: seq for name, seq in older.items() if seq}
        kept = {row.session_id: row for row in _kept(view, last)}
        forgotten = view.value("jobs.mark", name=FORGOTTEN)
        fresh = [
            _counted(view, name, seq)
            for name, seq in last.items()
            if name not in kept or kept[name][1:3] != (VERSION, seq)
        ]
    if fresh:
        with place.store.writing(place.by(actor="worker")) as unit:
            # Counts from before something was forgotten must not be stored.
            if unit.value("jobs.mark", name=FORGOTTEN) == forgotten:
                for row in fresh:
                    unit.put(row)
    kept |= {row.session_id: row for row in fresh}
    return {name: kept[name].profile for name in last}


def recounted_fingerprints(view: View) -> list[tuple[SessionPrint, SessionPrint]]:
    """The stored counts beside new ones; without those that would be counted again anyway."""
    return [
        (row, _counted(view, row.session_id, row.through))
        for row in view.all(SessionPrint, "fingerprints.all")
        if row.version == VERSION and row.through == _last(view, row.session_id)
    ]


def _kept(view: View, names: Iterable[str]) -> list[SessionPrint]:
    return view.all(SessionPrint, "fingerprints.of_sessions", session_ids=list(names))


def _last(view: View, session_id: str) -> int:
    turns = _turns(view, session_id)
    return turns[0].seq if turns else 0


def _counted(view: View, session_id: str, through: int) -> SessionPrint:
    texts = [turn.text for turn in _turns(view, session_id)]
    return SessionPrint(session_id, VERSION, through, profile_of(texts))


def _turns(view: View, session_id: str) -> list[Episode]:
    return view.all(Episode, "fingerprints.own_turns", session_id=session_id, limit=MOST_TURNS)
