"""How an agent speaks, in counts: its vocabulary, its topics, how it decides, its voice.

A profile holds counts of texts and not their order, so profiles can be added: the sum over
several sessions is the agent's centre. Two profiles are compared part by part, each distance
from 0 (alike) to 1. No model is used. It does not know whose texts they are.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from wakeline.language.sentences import Sentence, sentences
from wakeline.language.words import fold_word, is_informative, word_set
from wakeline.reading.wordings import DECIDED, WordingTable

VERSION: Final = 1  # of the way of counting; profiles of another version are counted again
ENOUGH_WORDS: Final = 150  # below it a distance is mostly chance
MOST_WORDS: Final = 400  # of each kind in a profile, the most frequent ones
SHOWN: Final = 10
PARTS: Final = ("vocabulary", "topics", "decisions", "voice")

Counts = Mapping[str, int]

# Wordings that propose, promise, refuse or make a condition, besides those of a decision.
PROPOSED: Final = WordingTable(r"""
    let's suggest propose could should might recommend:
        let's|(?:I|we) (?:suggest|propose|recommend)
        (?:we|you) (?:could|should|might)
    vamos proponho propongo sugiro sugiero poderíamos podríamos:
        vamos|propon[gh]o|sugi(?:e)?ro|pod(?:e|)ríamos
    lass schlage könnten sollten:
        lass uns|ich schlage|wir (?:könnten|sollten)
    propose proposons pourrait:
        je propose|proposons|on pourrait
""")
PROMISED: Final = WordingTable(r"""
    will i'll we'll going:
        (?:I|we) (?:will|am going to|are going to)|(?:I|we)'ll|I'm going to
    vou voy iremos:
        eu vou|vou|voy a
    werde werden:
        ich werde|wir werden
    vais allons:
        je vais|nous allons
""")
REFUSED: Final = WordingTable(r"""
    won't can't cannot not don't shouldn't rather:
        (?:I|we) (?:won't|can't|cannot|will not|would not|wouldn't|shouldn't|don't want)
        rather not|not going to
    não no nicht kein:
        não (?:vou|posso|quero)|no (?:voy|puedo|quiero)|(?:kann|will|werde) (?:ich )?nicht
""")
CONDITIONED: Final = WordingTable(r"""
    if unless depends se si wenn falls:
        if|unless|depend(?:s|ing)|se|si|wenn|falls
""")
DECIDING: Final = {
    "decides": DECIDED,
    "proposes": PROPOSED,
    "promises": PROMISED,
    "refuses": REFUSED,
    "conditions": CONDITIONED,
}
HEDGES: Final = word_set("""
    maybe perhaps possibly probably might guess seems seem somewhat kinda sorta roughly apparently
    talvez quizás quizá vielleicht wohl eventuell peut-être
""")
BOOSTERS: Final = word_set("""
    really very so absolutely totally definitely extremely super truly completely always never
    muito mesmo muy sehr wirklich total absolut très vraiment
""")
SELF: Final = word_set("""
    i me my mine myself i'm i've i'd i'll eu meu minha yo mi ich mir je moi
""")
OTHERS: Final = word_set("""
    you your yours you're você tu seu sua usted du dir sie vous ton
""")
MARKS: Final = {
    "commas": re.compile("[,，、]"),
    "exclamations": re.compile("[!！]"),
    "questions": re.compile("[?？]"),
    "ellipses": re.compile(r"…|\.\.\."),
    "dashes": re.compile(r"[–—]|\s-\s"),
    "colons": re.compile("[;:；：]"),
    "brackets": re.compile(r"[(（]"),
    "emoji": re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]"),
    "capitals": re.compile(r"\b[A-Z]{2,}\b"),
    "digits": re.compile(r"\b\d"),
    "contractions": re.compile(r"\w['\u2019](?:s|t|re|ve|ll|d|m)\b", re.IGNORECASE),
}
# Counted for each hundred words; sentences and turns have measures of their own.
OF_WORDS: Final = (*MARKS, "hedges", "boosters", "self", "others")


class Distance(NamedTuple):
    """The distance of two profiles, in total and by part, each from 0 to 1."""

    total: float
    vocabulary: float
    topics: float
    decisions: float
    voice: float


# -- counting


def profile_of(texts: Iterable[str]) -> dict[str, Any]:
    """The counts of some texts."""
    figures: Counter[str] = Counter()
    function_words: Counter[str] = Counter()
    topics: Counter[str] = Counter()
    deciding: Counter[str] = Counter()
    for text in texts:
        figures["turns"] += 1
        for sentence in sentences(text):  # without code, which has no voice
            _count(sentence, figures, function_words, topics)
            for name, wording in DECIDING.items():
                deciding[name] += wording.fits(sentence)
            deciding["asks"] += sentence.text.endswith(("?", "？"))
    return {
        "figures": _told(figures),
        "vocabulary": _most(function_words),
        "topics": _most(topics),
        "decisions": _told(deciding),
    }


def _count(
    sentence: Sentence, figures: Counter[str], plain: Counter[str], topics: Counter[str]
) -> None:
    for name, mark in MARKS.items():
        figures[name] += len(mark.findall(sentence.text))
    figures["sentences"] += 1
    figures["square"] += len(sentence.surfaces) ** 2
    for surface in sentence.surfaces:
        word = surface.lower().replace("\u2019", "'")
        figures["words"] += 1
        figures["letters"] += len(word)
        figures["hedges"] += word in HEDGES
        figures["boosters"] += word in BOOSTERS
        figures["self"] += word in SELF
        figures["others"] += word in OTHERS
        if is_informative(surface):
            topics[fold_word(surface)] += 1
        elif word[0].isalpha():
            plain[word] += 1


def _told(counts: Counter[str]) -> dict[str, int]:
    return {name: count for name, count in sorted(counts.items()) if count}


def _most(counts: Counter[str]) -> dict[str, int]:
    """The most frequent words; equally frequent ones in alphabetical order."""
    first = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MOST_WORDS]
    return dict(first)


def merge_profiles(profiles: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The sum of some profiles: the profile of all their texts."""
    added: dict[str, Counter[str]] = {}
    for profile in profiles:
        for part, counts in profile.items():
            added.setdefault(part, Counter()).update(counts)
    names = ("figures", "vocabulary", "topics", "decisions")
    return {name: _told(added.get(name, Counter())) for name in names}


def word_count(profile: Mapping[str, Any]) -> int:
    return int(profile["figures"].get("words", 0))


# -- describing


def voice_rates(profile: Mapping[str, Any]) -> dict[str, float]:
    """The voice: mean lengths, and how often each mark or word class comes in a hundred words."""
    figures: Counts = profile["figures"]
    words = max(figures.get("words", 0), 1)
    count = max(figures.get("sentences", 0), 1)
    mean = words / count
    spread = math.sqrt(max(figures.get("square", 0) / count - mean * mean, 0.0))
    told = {
        "words_a_sentence": mean,
        "spread_of_it": spread,
        "letters_a_word": figures.get("letters", 0) / words,
        "sentences_a_turn": count / max(figures.get("turns", 0), 1),
        **{name: 100 * figures.get(name, 0) / words for name in OF_WORDS},
    }
    return {name: round(value, 2) for name, value in told.items()}


def decision_rates(profile: Mapping[str, Any]) -> dict[str, float]:
    """How many of a hundred sentences decide, propose, promise, refuse, make a condition or ask."""
    count = max(profile["figures"].get("sentences", 0), 1)
    counts: Counts = profile["decisions"]
    return {name: round(100 * counts.get(name, 0) / count, 1) for name in (*DECIDING, "asks")}


def topic_shares(profile: Mapping[str, Any], most: int = SHOWN) -> list[tuple[str, float]]:
    """The most frequent topics, each with its share of all topic words."""
    counts: Counts = profile["topics"]
    total = max(sum(counts.values()), 1)
    first = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]
    return [(name, round(count / total, 3)) for name, count in first]


def distinctive_words(
    profile: Mapping[str, Any], centre: Mapping[str, Any], most: int = SHOWN
) -> list[tuple[str, float]]:
    """The function words more frequent than in a centre, each with its ratio: 2 is twice."""
    own: Counts = profile["vocabulary"]
    usual: Counts = centre["vocabulary"]
    total, all_of_them = sum(own.values()) + 1, sum(usual.values()) + 1
    found = []
    for word, count in own.items():
        expected = total * (usual.get(word, 0) + 1) / (all_of_them + 1)
        # How far it is above chance, so that rare words do not stand out by accident.
        found.append(((count - expected) / math.sqrt(expected), word, count / expected))
    found.sort(key=lambda item: (-item[0], item[1]))
    return [(word, round(times, 2)) for above, word, times in found[:most] if above > 1]


# -- comparing


def profile_distance(one: Mapping[str, Any], other: Mapping[str, Any]) -> Distance:
    """The distance of two profiles; the total is the mean of the parts."""
    parts = (
        _divergence(one["vocabulary"], other["vocabulary"]),
        _divergence(one["topics"], other["topics"]),
        _apart(decision_rates(one), decision_rates(other), 5.0),
        _apart(voice_rates(one), voice_rates(other), 0.5),
    )
    told = [round(part, 3) for part in parts]
    return Distance(round(sum(parts) / len(parts), 3), *told)


def _divergence(one: Counts, other: Counts) -> float:
    """The root of the Jensen-Shannon divergence of two distributions; 1 if they share nothing."""
    total_one, total_other = sum(one.values()), sum(other.values())
    if not total_one or not total_other:
        return 0.0 if total_one == total_other else 1.0
    found = 0.0
    for word in one.keys() | other.keys():
        p, q = one.get(word, 0) / total_one, other.get(word, 0) / total_other
        middle = (p + q) / 2
        found += sum(x * math.log2(x / middle) for x in (p, q) if x) / 2
    return math.sqrt(min(max(found, 0.0), 1.0))


def _apart(one: Mapping[str, float], other: Mapping[str, float], some: float) -> float:
    """The mean relative difference of two sets of figures; `some` damps small figures."""
    shares = [abs(one[name] - other[name]) / (one[name] + other[name] + some) for name in one]
    return sum(shares) / len(shares)
