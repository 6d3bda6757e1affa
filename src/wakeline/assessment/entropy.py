"""How unsettled an exchange is: a sum of signals, each counted once, found without a model.

Five signals look for English words and find nothing in other languages: correction, charge,
paradox, metacognition and false memory of days. Three look at form: new names, answers that fall
apart, answers that repeat. It does not know what follows from the sum.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

from wakeline.model.cognition import Entropy, EntropyLevel, EntropyNow, Signal

WARNING, CRITICAL = 0.8, 1.0
SUSTAINED: Final = timedelta(minutes=45)
WEIGHTS: Final[dict[Signal, float]] = {
    "user_correction": 0.4,
    "novel_concept": 0.15,  # for each name that is new
    "emotional_charge": 0.3,
    "paradox": 0.2,
    "metacognition": 0.2,
    "temporal_confabulation": 0.3,
    "quality_decay": 0.2,
    "recursive_self_talk": 0.15,  # for each of the latest answers that it repeats
}
MOST_NOVEL, MOST_RECURSIVE = 0.3, 0.45
RECENT: Final = 20  # earlier exchanges that an exchange is compared with
ANSWERS: Final = 5  # the latest of them, whose answers it may repeat
READ: Final = 4_000  # characters of a turn
ALIKE: Final = 0.6  # share of common word pairs from which two answers count as the same
LEAST_PAIRS: Final = 8
SHORT_OF: Final = 0.2  # of the usual length
USUAL: Final = 200  # characters from which a length is meaningful
REPEATING: Final = 0.35  # share of different words below which a text goes in circles
LEAST_WORDS: Final = 40

_WORD: Final = re.compile(r"\w+")
_CORRECTS: Final = re.compile(
    r"^\W*(?:no|nope|wrong|incorrect)\b[\s,.!:-]"
    r"|\bthat(?:'s| is| was) (?:wrong|incorrect|not (?:right|true|correct|what I))"
    r"|\bnot what I (?:said|meant|asked)|\bI (?:did not|didn't|never) (?:say|ask|mean)\b"
    r"|\byou(?:'re| are) (?:wrong|mistaken)\b|\byou (?:misunderstood|misread|got (?:it|that) wrong)"
    r"|\bas I (?:already )?(?:said|told you)\b|\bI (?:already )?told you\b",
    re.IGNORECASE,
)
_CHARGE: Final = re.compile(
    r"\b(?:furious|angry|hate|love you|devastat\w+|terrified|scared|afraid|desperate|heartbroken"
    r"|grief|crying|ashamed|panic\w*|thrilled|ecstatic|betray\w+|miserable|outrag\w+|disgust\w*"
    r"|sick of|fed up|can't stand|cannot stand)\b|[!！]{2,}",
    re.IGNORECASE,
)
_PARADOX: Final = re.compile(
    r"\b(?:paradox\w*|contradict(?:s|ion|ory) (?:myself|yourself|itself)|self-contradict\w+"
    r"|both true and false|neither true nor false|catch-22|undecidable|liar's)\b",
    re.IGNORECASE,
)
_META: Final = re.compile(
    r"\bI (?:notice|noticed|realise|realize|observe) (?:that )?(?:I|my|myself)\b"
    r"|\bmy own (?:thinking|reasoning|mind|memory|process\w*|consciousness|awareness)\b"
    r"|\bas an AI\b|\bwhat (?:it is|it's) like to be me\b|\bI wonder (?:whether|if) I\b"
    r"|\bwho I am\b"
    r"|\bmy (?:inner|internal) (?:state|experience)\b",
    re.IGNORECASE,
)
# A time that the agent claims to remember, and how many days ago it was at most and at least.
_DAYS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), most, least)
    for pattern, most, least in (
        (r"\b(?:yesterday|last night),? (?:I|we|you)\b|\b(?:I|we) \w+(?: \w+)? yesterday\b", 1, 1),
        (r"\blast week,? (?:I|we|you)\b", 14, 1),
        (r"\blast month,? (?:I|we|you)\b", 62, 1),
    )
)


class MeasuredExchange(NamedTuple):
    """One exchange: what was asked and answered, and the names in it."""

    id: str
    first_seq: int
    seq: int
    at: datetime
    day: date  # by the person's calendar
    session_id: str | None
    asked: str
    answered: str
    names: frozenset[str]


class EarlierExchanges(NamedTuple):
    """What an exchange is compared with: the latest exchanges before it, and their days.

    Days are known only as far back as `since`.
    """

    exchanges: Sequence[MeasuredExchange]
    days: frozenset[date]
    since: date | None


def entropy_of(exchange: MeasuredExchange, before: EarlierExchanges) -> Entropy:
    """The sum of the signals of one exchange."""
    added = {str(name): round(read(exchange, before), 2) for name, read in _READERS.items()}
    signals = {name: value for name, value in added.items() if value}
    return Entropy(
        exchange.id,
        exchange.seq,
        exchange.at,
        exchange.session_id,
        round(sum(signals.values()), 2),
        signals,
    )


def entropy_level(score: float) -> EntropyLevel:
    return "critical" if score >= CRITICAL else "warning" if score >= WARNING else "calm"


def current_entropy(latest: Sequence[Entropy], now: datetime) -> EntropyNow:
    """How unsettled the conversation is now, from the latest exchanges, newest first."""
    last = latest[0] if latest else None
    since: datetime | None = None
    for each in latest:
        if each.score < WARNING or (last and each.session_id != last.session_id):
            break
        since = each.at
    span = None if since is None else max(timedelta(0), now - since)
    return EntropyNow(
        last,
        entropy_level(last.score) if last else "calm",
        since,
        span,
        span is not None and span >= SUSTAINED,
        tuple(latest),
    )


# -- signals


def _by_words(name: Signal, pattern: re.Pattern[str], *, asked: bool, answered: bool) -> Reader:
    def read(exchange: MeasuredExchange, _before: EarlierExchanges) -> float:
        texts = [exchange.asked] * asked + [exchange.answered] * answered
        return WEIGHTS[name] if any(pattern.search(text[:READ]) for text in texts) else 0.0

    return read


def _novel(exchange: MeasuredExchange, before: EarlierExchanges) -> float:
    if not before.exchanges:
        return 0.0  # in a first exchange every name is new
    known = frozenset().union(*(each.names for each in before.exchanges))
    return min(MOST_NOVEL, WEIGHTS["novel_concept"] * len(exchange.names - known))


def _false_days(exchange: MeasuredExchange, before: EarlierExchanges) -> float:
    """The weight of an answer that claims to remember a day on which nothing was said."""
    for pattern, most, least in _DAYS:
        first = exchange.day - timedelta(days=most)
        is_known = before.since is not None and before.since <= first
        told = {first + timedelta(days=n) for n in range(most - least + 1)}
        if is_known and told.isdisjoint(before.days) and pattern.search(exchange.answered[:READ]):
            return WEIGHTS["temporal_confabulation"]
    return 0.0


def _decayed(exchange: MeasuredExchange, before: EarlierExchanges) -> float:
    """The weight of an answer that is far shorter than usual, or goes in circles."""
    words = _WORD.findall(exchange.answered[:READ].lower())
    circles = len(words) >= LEAST_WORDS and len(set(words)) / len(words) < REPEATING
    lengths = [len(each.answered) for each in before.exchanges if each.answered]
    usual = median(lengths) if len(lengths) >= ANSWERS else 0
    short = usual >= USUAL and 0 < len(exchange.answered) < SHORT_OF * usual
    is_worth_more = len(exchange.asked) >= USUAL
    return WEIGHTS["quality_decay"] if circles or (short and is_worth_more) else 0.0


def _recursive(exchange: MeasuredExchange, before: EarlierExchanges) -> float:
    mine = _pairs(exchange.answered)
    if len(mine) < LEAST_PAIRS:
        return 0.0
    latest = [_pairs(each.answered) for each in before.exchanges[-ANSWERS:]]
    alike = sum(len(mine & each) >= ALIKE * len(mine | each) for each in latest if each)
    return min(MOST_RECURSIVE, WEIGHTS["recursive_self_talk"] * alike)


def _pairs(text: str) -> frozenset[tuple[str, str]]:
    words = _WORD.findall(text[:READ].lower())
    return frozenset(pairwise(words))


Reader = Callable[[MeasuredExchange, EarlierExchanges], float]
_READERS: Final[dict[Signal, Reader]] = {
    "user_correction": _by_words("user_correction", _CORRECTS, asked=True, answered=False),
    "novel_concept": _novel,
    "emotional_charge": _by_words("emotional_charge", _CHARGE, asked=True, answered=True),
    "paradox": _by_words("paradox", _PARADOX, asked=True, answered=True),
    "metacognition": _by_words("metacognition", _META, asked=False, answered=True),
    "temporal_confabulation": _false_days,
    "quality_decay": _decayed,
    "recursive_self_talk": _recursive,
}
