"""Scores of a session computed from its log, to compare with the agent's own judgement.

Five dimensions from 1 to 5. Each is computed only if the log holds enough for it; otherwise it
is left out. It takes turns and counts and reads nothing itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from wakeline.language.sentences import SpokenTurn, spoken_turns
from wakeline.language.words import fold_word, informative_words
from wakeline.model.log import Episode
from wakeline.model.writings import DIMENSIONS, Dimension, SessionEval
from wakeline.reading.relational import exchange_count
from wakeline.reading.wordings import WordingTable

LEAST, MOST = 1.0, 5.0
STRETCH: Final = 6  # turns that are compared as one
LEAST_STRETCHES: Final = 2
LEAST_EXCHANGES: Final = 3  # below it nothing is computed
COMMON: Final = 2  # words that two stretches share if they are about the same subject
FAULTS_FOR_ALL: Final = 4  # one fault in so many exchanges gives the lowest score
ENOUGH_LEARNT: Final = 4  # so many things kept give the highest score
# Events that keep something for later sessions.
LEARNT: Final = frozenset(
    {
        "decision.made",
        "fact.set",
        "knowledge.added",
        "memory.added",
        "memory.edited",
        "principle.added",
        "procedure.noted",
        "procedure.written",
    }
)
# Events that show that something was read before answering.
READ: Final = frozenset({"attachment.observed", "knowledge.added", "use.noted"})

CORRECTED: Final = WordingTable(r"""
    wrong incorrect right true correct mistaken:
        (?:that's|that is|this is|it's|it is) (?:\w+ )?(?:wrong|incorrect|mistaken)
        you(?:'re| are| were) (?:\w+ )?(?:wrong|incorrect|mistaken)
        (?:that's|that is|this is|it's|it is|you're) not (?:right|true|correct)
        that (?:isn't|wasn't) (?:right|true|correct)
    said asked meant told never:
        (?:not what|I never) I? ?(?:said|asked|meant|told)
        I (?:didn't|did not|never) (?:say|said|ask|asked|mean)
    no actually correction:
        ^no,? (?:it|that|the|my|he|she|they|we|I) ?(?:'s|is|was|are|were|am|said|has|have)
        ^correction
    errado errada equivocado equivocada isso eso:
        (?:está|tá|isso é|isso está|estás|estás) (?:errad|equivocad)[oa]
        não (?:foi|era|é) (?:isso|bem assim)|no (?:es|era|fue) (?:eso|así)
    falsch stimmt:
        das (?:ist|war) (?:\w+ )?falsch|das stimmt (?:so )?nicht
    faux:
        c'(?:est|était) faux|ce n'est pas (?:vrai|ça)
""")
STOPPED: Final = WordingTable(r"""
    stop enough:
        ^(?:please,? )?stop
        that's enough|that is enough|enough(?= already)
    much long many:
        (?:way )?too (?:much|long|many)
    ask asked need wanted:
        (?:didn't|did not|never) (?:ask|want|need) (?:for|you)
    undo revert:
        ^(?:please,? )?(?:undo|revert) (?:it|that|this|all)
    already told:
        I (?:already|just) told you|you (?:already|just) (?:said|did|sent|told)
    pare para basta demais demasiado:
        ^(?:por favor,? )?(?:pare|para|basta)
        demais|demasiado
    hör reicht genug:
        hör auf|das reicht|genug
    arrête arrêtez assez:
        arrêtez?|assez
""")


def score_dimensions(
    turns: Sequence[Episode], events: Mapping[str, int], *, contradicted: int = 0
) -> dict[str, Any]:
    """The score of each dimension and its counts, for the dimensions that can be computed.

    `events` counts the agent's events in the session by kind, `contradicted` its statements in
    letters that the facts contradict.
    """
    dialogue = spoken_turns(turns)
    exchanges = exchange_count(dialogue)
    found = {
        "focus": _focus(dialogue),
        "depth": _depth(turns, events, exchanges),
        "restraint": _restraint(dialogue, exchanges),
        "learning": _learning(events, exchanges),
        "honesty": _honesty(dialogue, exchanges, contradicted),
    }
    return {name: told for name, told in found.items() if told is not None}


def _focus(dialogue: Sequence[SpokenTurn]) -> dict[str, Any] | None:
    """The share of stretches that stay on the subject, weighted by the share of the main thread."""
    stretches = [dialogue[at : at + STRETCH] for at in range(0, len(dialogue), STRETCH)]
    if len(stretches) < LEAST_STRETCHES:
        return None
    words = [_about(stretch) for stretch in stretches]
    kept = sum(len(a & b) >= COMMON for a, b in pairwise(words))
    threads = Counter(said.episode.thread_id for said in dialogue)
    share = kept / (len(stretches) - 1) * max(threads.values()) / len(dialogue)
    return {
        "score": _score(share),
        "stretches": len(stretches),
        "changes": len(stretches) - 1 - kept,
        "threads": len(threads),
    }


def _about(stretch: Sequence[SpokenTurn]) -> set[str]:
    return {
        fold_word(word)
        for said in stretch
        for sentence in said.sentences
        for word in informative_words(sentence.surfaces)
    }


def _depth(
    turns: Sequence[Episode], events: Mapping[str, int], exchanges: int
) -> dict[str, Any] | None:
    """How much was read for each exchange; None if nothing was."""
    results = sum(turn.kind == "tool_result" for turn in turns)
    read = results + sum(count for kind, count in events.items() if kind in READ)
    if exchanges < LEAST_EXCHANGES or not read:
        return None
    return {"score": _score(read / exchanges), "looked_at": read, "exchanges": exchanges}


def _restraint(dialogue: Sequence[SpokenTurn], exchanges: int) -> dict[str, Any] | None:
    """How seldom the person had to stop the agent, and how seldom it repeated itself."""
    if exchanges < LEAST_EXCHANGES:
        return None
    stops = sum(_is_worded(said, STOPPED) for said in dialogue)
    own = [said.episode.content_hash for said in dialogue if said.episode.role == "agent"]
    repeats = len(own) - len(set(own))
    return {
        "score": _faultless(stops + repeats, exchanges),
        "stops": stops,
        "repeats": repeats,
        "exchanges": exchanges,
    }


def _learning(events: Mapping[str, int], exchanges: int) -> dict[str, Any] | None:
    """How much was kept for later sessions."""
    if exchanges < LEAST_EXCHANGES:
        return None
    kept = sum(count for kind, count in events.items() if kind in LEARNT)
    return {"score": _score(kept / ENOUGH_LEARNT), "kept": kept}


def _honesty(
    dialogue: Sequence[SpokenTurn], exchanges: int, contradicted: int
) -> dict[str, Any] | None:
    """How seldom the person had to correct the agent, or the facts contradicted it."""
    if exchanges < LEAST_EXCHANGES and not contradicted:
        return None
    spoke = False
    corrections = 0
    for said in dialogue:
        corrections += spoke and _is_worded(said, CORRECTED)
        spoke = spoke or said.episode.role == "agent"
    return {
        "score": _faultless(corrections + contradicted, exchanges),
        "corrections": corrections,
        "contradicted": contradicted,
        "exchanges": exchanges,
    }


def _is_worded(said: SpokenTurn, wording: WordingTable) -> bool:
    return said.episode.role == "user" and any(map(wording.fits, said.sentences))


def _score(share: float) -> float:
    return round(LEAST + (MOST - LEAST) * min(max(share, 0.0), 1.0), 1)


def _faultless(faults: int, exchanges: int) -> float:
    return _score(1 - FAULTS_FOR_ALL * faults / max(exchanges, FAULTS_FOR_ALL))


# -- compared with the agent's own judgement


def differences(judged: SessionEval) -> dict[str, float]:
    """How much higher the agent's own score is than the computed one, by dimension."""
    return {
        name: round(getattr(judged, name) - judged.computed[name]["score"], 1)
        for name in DIMENSIONS
        if name in judged.computed
    }


def mean_scores(judged: Sequence[SessionEval], name: Dimension) -> tuple[float, float | None, int]:
    """The mean of the agent's scores of one dimension, of the computed ones, and their number.

    Sessions without a computed score do not count in the second mean.
    """
    own = [float(getattr(row, name)) for row in judged]
    computed = [float(row.computed[name]["score"]) for row in judged if name in row.computed]
    return (
        round(sum(own) / len(own), 2),
        round(sum(computed) / len(computed), 2) if computed else None,
        len(computed),
    )
