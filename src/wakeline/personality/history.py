"""Snapshots of the personality: their names (a day), their summaries, and the meta file.

It does not know where they are kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from datetime import date
from typing import Any, Final

from wakeline.model.personality import PersonalityEntry, Trigger
from wakeline.model.personality_status import PersonalityObservation

FOLDER: Final = "personality_history"
META: Final = "personality_meta.json"
_LABEL: Final = re.compile(r"(\d{4}-\d{2}-\d{2})(?:-([2-9]|[1-9]\d{1,5}))?")

SUMMARIES: Final[dict[Trigger, str]] = {
    "start": "Starts as a copy of the identity.",
    "edit": "Written by the person.",
    "identity": "Follows the identity, which the person changed.",
    "reset_soft": "Took out what contradicts the core.",
    "rollback": "Went back to the snapshot of {restored}.",
    "reset_hard": "Went back to the identity.",
}
PLURALS: Final = {
    "preference": "preferences", "habit": "habits", "topic": "topics", "way": "ways of working",
}  # fmt: skip
SINGULARS: Final = {**{kind: kind for kind in PLURALS}, "way": "way of working"}


def next_label(day: date, known: Collection[str]) -> str:
    """The name of a day's next snapshot: the day alone, then the day with a number from 2 on."""
    first = day.isoformat()
    if first not in known:
        return first
    number = 2
    while f"{first}-{number}" in known:
        number += 1
    return f"{first}-{number}"


def is_label(text: str) -> bool:
    """Whether a text is the name of a snapshot: a real day, with or without a number."""
    match = _LABEL.fullmatch(text)
    if match is None:
        return False
    try:
        date.fromisoformat(match[1])
    except ValueError:
        return False
    return True


def summary(
    trigger: Trigger,
    before: Iterable[PersonalityObservation] = (),
    after: Iterable[PersonalityObservation] = (),
    *,
    restored: str | None = None,
) -> str:
    """What an entry changed, in numbers. It quotes nothing, so nothing in it must be forgotten."""
    if trigger != "consolidation":
        return SUMMARIES[trigger].format(restored=restored)
    old, new = (
        {key: each.kind for each in found for key in each.keys} for found in (before, after)
    )
    added = Counter(kind for key, kind in new.items() if key not in old)
    removed = Counter(kind for key, kind in old.items() if key not in new)
    parts = [
        f"{verb} {_counted(kinds)}"
        for verb, kinds in (("noted", added), ("no longer sees", removed))
        if kinds
    ]
    told = "; ".join(parts) or "says the same in other words"
    return f"{told[0].upper()}{told[1:]}."


def _counted(kinds: Counter[Any]) -> str:
    words = [
        f"{number} {SINGULARS[kind] if number == 1 else PLURALS[kind]}"
        for kind, number in sorted(kinds.items())
    ]
    return ", ".join(words)


def meta_file(entries: Iterable[PersonalityEntry]) -> dict[str, Any]:
    """The content of the meta file, oldest entry first."""
    return {
        "snapshots": [
            {
                "date": entry.date,
                "drift_from_center": entry.drift_from_center,
                "drift_from_previous": entry.drift_from_previous,
                "trigger": entry.trigger,
                "summary": entry.summary,
                "measured_by": entry.measured_by,
                "observations": [
                    {"text": each["text"], "source_ids": list(each["source_ids"])}
                    for each in entry.observations
                ],
            }
            for entry in entries
        ]
    }
