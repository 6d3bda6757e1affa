"""How much of an agent a text brings back, how truthfully it tells of the gap, what is stale in it.

Counts planted words in the statements of a text (docs/metrics.md has the definitions). It
knows neither how the text was made nor what for; nothing in here is a matter of judgement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, Literal, NamedTuple

from bench.quality.wake_text import (
    Statement,
    Words,
    holds_all,
    is_shown_as_past,
    moments_in,
    normalised,
    telling,
    unlabelled,
)
from wakeline.liminal.orientation import intensity
from wakeline.model.context import Crossing

NeedKind = Literal["promise", "decision", "fact", "relation", "guard", "intent"]
# A gap is told truthfully if what is said differs from it by no more than this, or by a minute.
TOLERANCE: Final = 0.1
LEAST_TOLERANCE: Final = timedelta(minutes=1)
LEAST_WORDS: Final = 5  # shorter lines may be said twice

_GAP: Final = re.compile(
    r" (away|absent|absence|gap|passed|last moment|last here|last awake|first wake) "
)
_SPAN: Final = re.compile(
    r"\b(\d+) ?(weeks?|days?|hours?|h|minutes?|min|seconds?|s)\b"
    r"(?: (\d+) ?(hours?|h|minutes?|min|seconds?|s)\b)?"
)
_UNITS: Final = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_OWN: Final = re.compile(
    r" (i|you|we) (ve |have |had |already )?(added|answered|changed|closed|completed|decided|did"
    r"|ended|finished|fixed|made|marked|moved|replied|sent|set|settled|updated|wrote) "
)


class Need(NamedTuple):
    """What an agent must know to go on as itself.

    All of `about` and `value` have to stand on one line, and one of `any_of` if there are any.
    `old` are values that held before.
    """

    kind: NeedKind
    about: Words
    value: Words
    old: tuple[Words, ...] = ()
    any_of: Words = ()


class Mutable(NamedTuple):
    """Something that a text may say and that can stop being so.

    `instead` are words that, together with `about`, say that it is over. What still holds has
    to bear a date once it is older than `fresh_for`.
    """

    kind: str
    about: Words
    value: Words
    holds: bool
    at: datetime
    instead: tuple[Words, ...] = ()
    fresh_for: timedelta | None = None


class Passage(NamedTuple):
    """What is true of a gap: its ends, what was left behind, and what others did in it."""

    now: datetime
    last_known_at: datetime
    left: Words
    open_work: tuple[Words, ...]
    happened: tuple[Words, ...]
    zone: tzinfo = UTC

    @property
    def away(self) -> timedelta:
        return self.now - self.last_known_at


class Fidelity(NamedTuple):
    """How many needs are met, and how many have an old value shown as current."""

    needs: int
    present: int
    stale: int
    met: tuple[tuple[NeedKind, int, int], ...]  # by kind: met, of how many

    @property
    def score(self) -> float:
        return (self.present - self.stale) / self.needs

    @property
    def stale_share(self) -> float:
        return self.stale / self.needs


class Transition(NamedTuple):
    """The parts of a transition's quality, each in 0..1; None where a text gives no cause."""

    gap: float
    handoff: float
    open_work: float | None
    own: float | None
    orientation: float | None
    unique: float | None

    @property
    def quality(self) -> float:
        given = [part for part in self if part is not None]
        return sum(given) / len(given)


# -- identity reconstruction fidelity


def fidelity(found: Sequence[Statement], needs: Sequence[Need]) -> Fidelity:
    """How many needs are met, and how many have an old value shown as current. One may be both."""
    met = {kind: [0, 0] for kind in dict.fromkeys(need.kind for need in needs)}
    stale = 0
    for need in needs:
        is_met = bool(_current(found, need))
        met[need.kind][0] += is_met
        met[need.kind][1] += 1
        stale += any(is_shown_as_current(found, m) for m in _old_values(need))
    present = sum(count for count, _ in met.values())
    by_kind = tuple((kind, count, of) for kind, (count, of) in met.items())
    return Fidelity(len(needs), present, stale, by_kind)


def _current(found: Iterable[Statement], need: Need) -> list[Statement]:
    return [
        statement
        for statement in telling(found, (*need.about, *need.value))
        if not need.any_of or any(holds_all(statement, (word,)) for word in need.any_of)
    ]


def _old_values(need: Need) -> list[Mutable]:
    never = datetime.min.replace(tzinfo=UTC)
    return [
        Mutable(need.kind, need.about, old, False, never, instead=(need.value,)) for old in need.old
    ]


def is_shown_as_current(found: Sequence[Statement], old: Mutable) -> bool:
    """Whether some line tells what no longer holds, with nothing that says so."""
    return any(not _is_marked(line, old, found) for line in telling(found, _all_words(old)))


def _all_words(mutable: Mutable) -> Words:
    return (*mutable.about, *mutable.value)


def _is_marked(line: Statement, old: Mutable, found: Sequence[Statement]) -> bool:
    """Marked by its own words, by what took its place on the same line, or by a later line."""
    if is_shown_as_past(line, old.value or old.about):
        return True
    for words in old.instead:
        for other in telling(found, (*old.about, *words)):
            if other is line or other.plain == line.plain:
                return True
            if line.at is not None and other.at is not None and line.at < other.at:
                return True
    return False


# -- gap honesty


def honesty(found: Sequence[Statement], mutables: Iterable[Mutable], now: datetime) -> float | None:
    """The share of what can change and is told that is fresh or marked. None if none is told."""
    told = [
        _is_honest(line, mutable, found, now)
        for mutable in mutables
        for line in telling(found, _all_words(mutable))
    ]
    return sum(told) / len(told) if told else None


def _is_honest(
    line: Statement, mutable: Mutable, found: Sequence[Statement], now: datetime
) -> bool:
    if not mutable.holds:
        return _is_marked(line, mutable, found)
    is_fresh = mutable.fresh_for is None or now - mutable.at <= mutable.fresh_for
    return is_fresh or line.at is not None or is_shown_as_past(line, mutable.value)


# -- transition quality


def transition(
    lines: Sequence[Statement], passage: Passage, crossing: Crossing | None = None
) -> Transition:
    """The parts of how well a text leads over a gap."""
    claims = list(_claims(lines))
    work = [bool(telling(lines, words)) for words in passage.open_work]
    news = [line for words in passage.happened for line in telling(lines, words)]
    return Transition(
        gap=float(
            any(_is_near(span, passage.away) for span in claims) or _has_ends(lines, passage)
        ),
        handoff=float(bool(telling(lines, passage.left))),
        open_work=sum(work) / len(work) if work else None,
        own=sum(not _OWN.search(line.plain) for line in news) / len(news) if news else None,
        orientation=_orientation(claims, lines, passage, crossing),
        unique=_unique(lines),
    )


def _claims(lines: Iterable[Statement]) -> Iterable[timedelta]:
    """What lines that speak of the gap say of its length."""
    for line in lines:
        if _GAP.search(line.plain):
            for first, unit, second, smaller in _SPAN.findall(unlabelled(line.told)):
                span = timedelta(**{_UNITS[unit[0]]: int(first)})
                yield span + (
                    timedelta(**{_UNITS[smaller[0]]: int(second)}) if second else span * 0
                )


def _is_near(told: timedelta, away: timedelta) -> bool:
    return abs(told - away) <= max(LEAST_TOLERANCE, away * TOLERANCE)


def _has_ends(lines: Iterable[Statement], passage: Passage) -> bool:
    """Whether it is told what time it is, and the moment told before that began the gap."""
    told = [at for line in lines for at in moments_in(line.told, passage.zone)]
    before = [at for at in told if at < passage.now - LEAST_TOLERANCE]
    is_now_told = any(abs(at - passage.now) <= LEAST_TOLERANCE for at in told)
    return is_now_told and bool(before) and _is_near(passage.now - max(before), passage.away)


def _orientation(
    claims: Sequence[timedelta],
    lines: Iterable[Statement],
    passage: Passage,
    crossing: Crossing | None,
) -> float | None:
    """Whether everything that is said of the gap agrees with it, and so do the values beside it."""
    says_first = any(" first wake " in line.plain for line in lines)
    parts = [_is_near(span, passage.away) for span in claims]
    parts += [False] * says_first
    if crossing is not None:
        parts.append(crossing.away is not None and _is_near(crossing.away, passage.away))
        if crossing.disorientation is not None:
            told = crossing.disorientation.disorientation_intensity
            parts.append(abs(told - intensity(passage.away, crossing.wake_type)) < 1e-9)
    return float(all(parts)) if parts else None


def _unique(lines: Iterable[Statement]) -> float | None:
    """The share of lines that do not say again what another said."""
    said = [normalised(unlabelled(line.told)) for line in lines]
    long = [line for line in said if line.count(" ") > LEAST_WORDS]
    return len(set(long)) / len(long) if long else None
