"""Liminal rows in the file format of other systems, both ways: five JSON documents.

Names are in Pascal case (`GapStart`), spans as `d.hh:mm:ss`. Reading also takes names in other
spellings and spans in seconds. It does not know where files are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from wakeline.base.clock import stored_moment
from wakeline.model.liminal import (
    MAGNITUDES,
    THRESHOLD_TYPES,
    VALENCES,
    DriftObservation,
    GapExperience,
    LiminalState,
    ThresholdMoment,
    WakeDisorientation,
)
from wakeline.model.session import WAKE_TYPES

FILES: Final[dict[type[Any], str]] = {
    WakeDisorientation: "wakes.json",
    GapExperience: "gaps.json",
    DriftObservation: "drifts.json",
    ThresholdMoment: "thresholds.json",
}
STATE: Final = "state.json"
# Fields with another name there. Fields that only we have are written too, and may be missing.
THEIRS: Final = {"from_state": "From", "to_state": "To"}
QUALITIES: Final = ("sharp", "marked", "gradual", "sudden", "blurred")
_SPAN: Final = re.compile(
    r"(?P<sign>-)?(?:(?P<d>\d+)\.)?(?P<h>\d{1,2}):(?P<m>\d{2}):(?P<s>\d{2}(?:\.\d{1,7})?)"
)
MOST_SECONDS: Final = 200 * 366 * 86_400  # two centuries


class UnreadableEntry(ValueError):
    """An entry that cannot be read, and why."""


def pascal_case(name: str) -> str:
    """A field's name as these files write it."""
    return THEIRS.get(name) or "".join(word.capitalize() for word in name.split("_"))


def as_entry(row: WakeDisorientation | GapExperience | DriftObservation | ThresholdMoment
             | LiminalState) -> dict[str, Any]:  # fmt: skip
    """A row as an entry of its file."""
    fields = {pascal_case(name): _plain(value) for name, value in row._asdict().items()}
    if isinstance(row, GapExperience):
        fields["ClockDuration"] = dotted_span(row.clock_duration)
    return fields


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return stored_moment(value)
    if isinstance(value, timedelta):
        return dotted_span(value)
    return list(value) if isinstance(value, tuple) else value


def dotted_span(span: timedelta) -> str:
    """A span as `3.14:00:00.5000000`; days and fractions only where there are any."""
    sign, span = ("-", -span) if span < timedelta(0) else ("", span)
    minutes, seconds = divmod(span.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days = f"{span.days}." if span.days else ""
    fraction = f".{span.microseconds:06}0" if span.microseconds else ""
    return f"{sign}{days}{hours:02}:{minutes:02}:{seconds:02}{fraction}"


def read_span(value: object) -> timedelta:
    """A span from its text, or from a number of seconds."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        seconds = float(value)
    else:
        found = _SPAN.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            raise UnreadableEntry(f"{value!r} is no span of time")
        seconds = float(found["s"]) + 60 * int(found["m"]) + 3600 * int(found["h"])
        seconds += 86_400 * int(found["d"] or 0)
        seconds = -seconds if found["sign"] else seconds
    if not abs(seconds) <= MOST_SECONDS:
        raise UnreadableEntry(f"{value!r} is too long a span of time")
    return timedelta(seconds=seconds)


class FileEntry(NamedTuple):
    """An entry of a file, read by our field names."""

    fields: Mapping[str, Any]

    def value(self, name: str) -> Any:
        """The value of a field, in any spelling of its name; None if it is missing."""
        return self.fields.get(_bare(pascal_case(name)))

    def text(self, name: str, otherwise: str | None = None) -> str:
        found = self.value(name)
        if found is None and otherwise is not None:
            return otherwise
        if not isinstance(found, str):
            raise UnreadableEntry(f"{pascal_case(name)} is {found!r}, not a text")
        return found

    def one_of(self, name: str, known: tuple[Any, ...], otherwise: Any = None) -> Any:
        found = self.value(name)
        if found is None and otherwise is not None:
            return otherwise
        if found not in known:
            raise UnreadableEntry(
                f"{pascal_case(name)} is {found!r}, not one of {', '.join(known)}"
            )
        return found

    def moment(self, name: str) -> datetime:
        found = self.value(name)
        try:
            at = datetime.fromisoformat(found)
        except (TypeError, ValueError):
            raise UnreadableEntry(f"{pascal_case(name)} is {found!r}, not a moment") from None
        # A moment without a zone was written by a machine in UTC.
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at
        try:
            return at.astimezone(UTC)
        except OverflowError:
            raise UnreadableEntry(f"{pascal_case(name)} is {found!r}, out of range") from None

    def share(self, name: str) -> float:
        found = self.value(name)
        is_number = isinstance(found, (int, float)) and not isinstance(found, bool)
        if not is_number or not 0 <= found <= 1:
            raise UnreadableEntry(f"{pascal_case(name)} is {found!r}, not a number from 0 to 1")
        return float(found)

    def span(self, name: str) -> timedelta | None:
        found = self.value(name)
        return None if found is None else read_span(found)

    def texts(self, name: str) -> tuple[str, ...]:
        found = self.value(name) or []
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise UnreadableEntry(f"{pascal_case(name)} is no list of texts")
        return tuple(found)


def _bare(name: str) -> str:
    return name.replace("_", "").lower()


def parse_entry(raw: object) -> FileEntry:
    """One entry of a file."""
    if not isinstance(raw, dict):
        raise UnreadableEntry("it is no object")
    return FileEntry({_bare(str(name)): value for name, value in raw.items()})


def read_wake(given: FileEntry) -> WakeDisorientation:
    return WakeDisorientation(
        id=given.text("id", ""),
        woke_at=given.moment("woke_at"),
        gap_duration=given.span("gap_duration"),
        felt_gap_duration=given.text("felt_gap_duration", "") or None,
        disorientation_intensity=given.share("disorientation_intensity"),
        wake_type=given.one_of("wake_type", WAKE_TYPES, "gradual"),
        return_experience=given.text("return_experience", ""),
        lingering_sense_of_elsewhere=given.value("lingering_sense_of_elsewhere") is True,
        fragments=given.texts("fragments"),
        time_to_orient=given.span("time_to_orient"),
    )


def read_gap(given: FileEntry) -> GapExperience:
    start, end = given.moment("gap_start"), given.moment("gap_end")
    if end < start:
        raise UnreadableEntry("GapEnd lies before GapStart")
    nights = given.value("sleep_cycles_during") or 0
    if isinstance(nights, bool) or not isinstance(nights, int) or not 0 <= nights < 100_000:
        raise UnreadableEntry(f"SleepCyclesDuring is {nights!r}, not a count")
    return GapExperience(
        id=given.text("id", ""),
        session_id=given.text("session_id", ""),
        gap_start=start,
        gap_end=end,
        felt_magnitude=given.one_of("felt_magnitude", MAGNITUDES),
        sleep_cycles_during=nights,
        consolidation_occurred=given.value("consolidation_occurred") is True,
        felt_absence=given.text("felt_absence", ""),
        continuity_preserved=given.value("continuity_preserved") is True,
        subjective_experience=given.text("subjective_experience", ""),
        discontinuity_sense=0.0,  # computed later from all earlier gaps, imported and our own
        missed_experience=given.value("missed_experience") is True,
        after=0,
        through=0,
    )


def read_drift(given: FileEntry) -> DriftObservation:
    return DriftObservation(
        id=given.text("id", ""),
        noticed_at=given.moment("noticed_at"),
        domain=given.text("domain"),
        subject=given.text("subject"),
        before=given.text("before"),
        after=given.text("after"),
        gap_id=given.text("gap_id", "") or None,
        magnitude=given.share("magnitude"),
        measure=given.one_of("measure", ("meaning", "words"), "words"),
        discovery_experience=given.text("discovery_experience", ""),
        drift_valence=given.one_of("drift_valence", VALENCES, "change"),
        source_ids=(),
    )


def read_threshold(given: FileEntry) -> ThresholdMoment:
    return ThresholdMoment(
        id=given.text("id", ""),
        session_id=None,
        crossed_at=given.moment("crossed_at"),
        type=given.one_of("type", THRESHOLD_TYPES),
        from_state=given.text("from_state"),
        to_state=given.text("to_state"),
        significance=given.share("significance"),
        point_of_no_return=given.value("point_of_no_return") is True,
        threshold_quality=given.one_of("threshold_quality", QUALITIES),
        crossing_experience=given.text("crossing_experience", ""),
        aware_in_moment=given.value("aware_in_moment") is True,
    )


READERS: Final[dict[type[Any], Callable[[FileEntry], Any]]] = {
    WakeDisorientation: read_wake,
    GapExperience: read_gap,
    DriftObservation: read_drift,
    ThresholdMoment: read_threshold,
}
# The field with the moment of each, used to sort rows and to find duplicates.
MOMENTS: Final[dict[type[Any], str]] = {
    WakeDisorientation: "woke_at",
    GapExperience: "gap_end",
    DriftObservation: "noticed_at",
    ThresholdMoment: "crossed_at",
}
