"""Summaries of days, weeks and months: the weightiest sentences, each with its source.

Nothing is reworded without a model: a sentence is what the rules read in a turn, else the words
of the turn itself. Weeks are chosen from days and months from weeks by the same weights. It does
not know which turns belong together, nor which summaries exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise
from typing import Any, Final, NamedTuple

from wakeline.base.clock import encode_ulid
from wakeline.base.digest import sha256_hex
from wakeline.consolidation.prose import gives_orders, readable_text
from wakeline.consolidation.statements import read_statements
from wakeline.language.sentences import clip, is_spoken, sentences, speaker_name
from wakeline.language.words import is_substantial
from wakeline.model.consolidation import ExtractedKind, ExtractedStatement, Summary
from wakeline.model.identity import Identity
from wakeline.model.log import TRUST, Episode, Origin

DAY, WEEK, MONTH = range(3)
MOST_TOKENS: Final = (300, 400, 500)  # by level
MOST_READ: Final = 40  # most important turns of one day: far more than a summary can hold
MOST_QUOTED: Final = 6  # quotes in one summary: sentences that no rule read
QUOTED_CHARACTERS: Final = 200
MOST_NAMES: Final = 3
NAME_WEIGHT: Final = 0.05
KIND_WEIGHT: Final[dict[ExtractedKind, float]] = {
    "decision": 1.0,
    "promise": 1.0,
    "plan": 0.8,
    "fact": 0.8,
    "relation": 0.8,
    "preference": 0.6,
    "event": 0.6,
}
_RANDOM_BITS: Final = 80
_MOST_MILLISECONDS: Final = (1 << 48) - 1

Count = Callable[[str], int]


class SummarySentence(NamedTuple):
    """A sentence that may be chosen, and its source. `key` is set if it has one value at a time."""

    text: str
    source_id: str
    score: float
    key: str = ""
    is_quote: bool = False

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> SummarySentence:
        return cls(
            kept["text"],
            kept["source_id"],
            float(kept["score"]),
            kept.get("key", ""),
            bool(kept.get("is_quote", False)),
        )

    def as_kept(self) -> dict[str, Any]:
        kept = {"text": self.text, "source_id": self.source_id, "score": self.score}
        return (
            kept
            | ({"key": self.key} if self.key else {})
            | ({"is_quote": True} if self.is_quote else {})
        )


class SummaryPeriod(NamedTuple):
    """A day, week or month of one thread."""

    level: int
    thread_id: str | None
    starts_on: date
    agent_id: str

    @property
    def ends_on(self) -> date:
        """The first day after it."""
        if self.level == DAY:
            return self.starts_on + timedelta(days=1)
        if self.level == WEEK:
            return self.starts_on + timedelta(days=7)
        return (self.starts_on + timedelta(days=31)).replace(day=1)

    @property
    def parent(self) -> SummaryPeriod:
        """The week of a day, or the month that holds most days of a week."""
        if self.level == DAY:
            monday = self.starts_on - timedelta(days=self.starts_on.weekday())
            return self._replace(level=WEEK, starts_on=monday)
        thursday = self.starts_on + timedelta(days=3)
        return self._replace(level=MONTH, starts_on=thursday.replace(day=1))

    @property
    def id(self) -> str:
        """An id that is always the same for a span; ids sort by the span's start."""
        words = f"{self.agent_id} {self.level} {self.starts_on.isoformat()} {self.thread_id!r}"
        chance = int(sha256_hex(words.encode())[:20], 16)
        midnight = datetime.combine(self.starts_on, time(), tzinfo=UTC)
        milliseconds = min(max(0, int(midnight.timestamp() * 1000)), _MOST_MILLISECONDS)
        return encode_ulid((milliseconds << _RANDOM_BITS) | chance)

    def bounds(self, zone: tzinfo) -> tuple[datetime, datetime]:
        """Its first moment, and the first moment after it."""
        first, last = (
            datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)
            for day in (self.starts_on, self.ends_on)
        )
        return first, last


def day_of(
    agent_id: str, thread_id: str | None, at: datetime, zone: tzinfo
) -> SummaryPeriod | None:
    """The day of a moment; None at the limits of the calendar."""
    try:
        span = SummaryPeriod(DAY, thread_id, at.astimezone(zone).date(), agent_id)
        for each in (span, span.parent, span.parent.parent):
            each.bounds(zone)
    except (OverflowError, ValueError):
        return None
    return span


# -- what may be chosen


def summary_candidates(
    turns: Sequence[Episode], identity: Identity, zone: tzinfo
) -> list[SummarySentence]:
    """The sentences of turns, in order: what rules read, else a quote of the turn."""
    found: dict[str, list[ExtractedStatement]] = {}
    for run in _runs(turns):
        for each in read_statements(run, identity, zone):
            found.setdefault(each.source_id, []).append(each)
    told: list[SummarySentence] = []
    for turn in turns:
        said = found.get(turn.id)
        if said:
            told += [_sentence(each, turn) for each in said]
        else:
            told += _quoted(turn)
    return told


def _runs(turns: Sequence[Episode]) -> list[list[Episode]]:
    """Turns in runs without gaps: only within a run does a turn answer the one before."""
    runs = [[turn] for turn in turns[:1]]
    for before, turn in pairwise(turns):
        if before.session_id == turn.session_id and turn.seq - before.seq <= 2:
            runs[-1].append(turn)
        else:
            runs.append([turn])
    return runs


def _sentence(found: ExtractedStatement, turn: Episode) -> SummarySentence:
    weight = KIND_WEIGHT[found.kind] * found.confidence
    key = f"{found.subject}.{found.attribute}".casefold() if found.single else ""
    return SummarySentence(_ended(found.text), turn.id, _score(weight, turn), key)


def _quoted(turn: Episode) -> list[SummarySentence]:
    """A quote of the first substantial sentence of a turn, or nothing."""
    if turn.forgotten_at is not None or not (is_spoken(turn) or turn.kind == "observation"):
        return []
    if gives_orders(readable_text(turn.text)):
        return []
    for sentence in sentences(turn.text):
        if is_substantial(sentence.surfaces) and not sentence.text.endswith(("?", "？")):
            text = f"{speaker_name(turn.speaker)}: “{clip(sentence.text, QUOTED_CHARACTERS)}”"
            return [SummarySentence(text, turn.id, _score(0.0, turn), is_quote=True)]
    return []


def _score(weight: float, turn: Episode) -> float:
    names = NAME_WEIGHT * min(MOST_NAMES, len(turn.entity_refs))
    return round(weight + turn.importance + names, 4)


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


# -- choosing


def choose_sentences(
    told: Iterable[SummarySentence], most_tokens: int, count: Count
) -> list[SummarySentence]:
    """The sentences with the highest scores that fit into `most_tokens`, in their order."""
    kept = _once(told)
    by_weight = sorted(range(len(kept)), key=lambda place: (-kept[place].score, place))
    places: list[int] = []
    room, quotes = most_tokens, MOST_QUOTED
    for place in by_weight:
        sentence = kept[place]
        tokens = count(sentence.text)
        if tokens > room or (sentence.is_quote and not quotes):
            continue
        room -= tokens
        quotes -= sentence.is_quote
        places.append(place)
    return [kept[place] for place in sorted(places)]


def _once(told: Iterable[SummarySentence]) -> list[SummarySentence]:
    """The sentences without repetitions; of those with the same key, the last."""
    listed = list(told)
    last = {each.key: place for place, each in enumerate(listed) if each.key}
    seen: set[str] = set()
    kept = []
    for place, each in enumerate(listed):
        words = each.text.casefold()
        if words in seen or (each.key and last[each.key] != place):
            continue
        seen.add(words)
        kept.append(each)
    return kept


def summary_of_day(
    span: SummaryPeriod,
    turns: Sequence[Episode],
    *,
    covers: tuple[int, int, int, datetime],
    identity: Identity,
    zone: tzinfo,
    count: Count,
) -> Summary:
    """The summary of a day from its turns.

    `covers` describes all turns of the day: number, first and last sequence, last moment.
    """
    picked = choose_sentences(summary_candidates(turns, identity, zone), MOST_TOKENS[DAY], count)
    number, first_seq, last_seq, last_at = covers
    quoted = {each.source_id for each in picked}
    origin, trust = weakest_origin(turn.origin for turn in turns if turn.id in quoted)
    return _summary(span, picked, " ".join(each.text for each in picked), zone, count)._replace(
        source_ids=tuple(dict.fromkeys(each.source_id for each in picked)),
        turns=number,
        first_seq=first_seq,
        last_seq=last_seq,
        last_at=last_at,
        origin=origin,
        trust=trust,
    )


def summary_of_parts(
    span: SummaryPeriod, parts: Sequence[Summary], *, zone: tzinfo, count: Count
) -> Summary:
    """The summary of a week from its days, or of a month from its weeks."""
    parts = sorted(parts, key=lambda part: part.id)
    told = [
        SummarySentence.of(kept)._replace(source_id=part.id)
        for part in parts
        for kept in part.sentences
    ]
    begins = {part.id: part.starts_on for part in parts}
    most = MOST_TOKENS[span.level]
    picked = choose_sentences(told, most, count)
    # The dates before the sentences need tokens too.
    while len(picked) > 1 and count(_dated(picked, begins)) > most:
        picked.remove(min(picked, key=lambda each: each.score))
    origin, trust = weakest_origin(part.origin for part in parts if part.sentences)
    return _summary(span, picked, _dated(picked, begins), zone, count)._replace(
        source_ids=tuple(part.id for part in parts),
        turns=sum(part.turns for part in parts),
        first_seq=min(part.first_seq for part in parts),
        last_seq=max(part.last_seq for part in parts),
        last_at=max(part.last_at for part in parts),
        origin=origin,
        trust=trust,
    )


def _dated(picked: Sequence[SummarySentence], begins: Mapping[str, str]) -> str:
    """One line per part: the day on which it begins, then its sentences."""
    lines: dict[str, list[str]] = {}
    for each in picked:
        lines.setdefault(begins[each.source_id], []).append(each.text)
    return "\n".join(f"{day}: {' '.join(texts)}" for day, texts in lines.items())


def weakest_origin(origins: Iterable[Origin]) -> tuple[Origin, float]:
    """The origin and trust of a row made from several: the lowest, at most `agent_inferred`."""
    found = min(("agent_inferred", *origins), key=TRUST.__getitem__)
    return found, TRUST[found]


def _summary(
    span: SummaryPeriod, picked: Sequence[SummarySentence], content: str, zone: tzinfo, count: Count
) -> Summary:
    first, last = span.bounds(zone)
    return Summary(
        seq=0,
        id=span.id,
        level=span.level,
        thread_id=span.thread_id,
        starts_on=span.starts_on.isoformat(),
        starts_at=first,
        ends_at=last,
        last_at=first,
        first_seq=0,
        last_seq=0,
        content=content,
        sentences=tuple(each.as_kept() for each in picked),
        source_ids=(),
        turns=0,
        origin="agent_inferred",
        trust=TRUST["agent_inferred"],
        tokens=count(content),
    )
