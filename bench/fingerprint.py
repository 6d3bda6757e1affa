"""`python -m bench.fingerprint --data FOLDER`: whether a fingerprint tells speakers apart.

Speakers of real dialogues stand for agents: what one said in one session is a profile. Each pair of
sessions of one speaker is held against pairs of different speakers, in the same dialogue and in
others, and each session against the centre of every speaker, its own without itself. Nothing is
fitted. Dialogues are read where they lie and not copied.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from wakeline.assessment.fingerprint import (
    ENOUGH_WORDS,
    Distance,
    merge_profiles,
    profile_distance,
    profile_of,
    word_count,
)

Speaker = tuple[str, str]  # a dialogue, and who speaks in it
Profiles = dict[tuple[Speaker, Any], dict[str, Any]]


class Row(NamedTuple):
    """One part of the distance: means, how often the same speaker is nearer, and named right."""

    part: str
    same: float
    partner: float
    others: float
    nearer_than_partner: float
    nearer_than_others: float
    named_right: float


def profiles(files: Sequence[Path]) -> Profiles:
    """What each speaker said in each session, where it is enough to say something."""
    said: dict[tuple[Speaker, Any], list[str]] = {}
    for file in files:
        for dialogue in json.loads(file.read_text(encoding="utf-8")):
            for turn in dialogue["turns"]:
                key = ((str(dialogue["id"]), str(turn["speaker"])), turn["session"])
                said.setdefault(key, []).append(turn["text"])
    counted = {key: profile_of(texts) for key, texts in said.items()}
    return {key: found for key, found in counted.items() if word_count(found) >= ENOUGH_WORDS}


def nearer(near: Sequence[float], far: Sequence[float]) -> float:
    """How often one of the first is below one of the second (AUC); equal ones count half."""
    ordered = sorted(far)
    below = sum(
        len(ordered) - (bisect_left(ordered, x) + bisect_right(ordered, x)) / 2 for x in near
    )
    return below / (len(near) * len(ordered))


def measured(found: Profiles) -> list[Row]:
    """Every part of the distance, over all pairs of sessions."""
    same, partner, others = list[Distance](), list[Distance](), list[Distance]()
    for (a, one), (b, other) in combinations(found.items(), 2):
        (dialogue, speaker), (other_dialogue, other_speaker) = a[0], b[0]
        apart = profile_distance(one, other)
        if dialogue != other_dialogue:
            others.append(apart)
        else:
            (same if speaker == other_speaker else partner).append(apart)
    right = _named(found)
    return [
        Row(
            part,
            mean(d[n] for d in same),
            mean(d[n] for d in partner),
            mean(d[n] for d in others),
            nearer([d[n] for d in same], [d[n] for d in partner]),
            nearer([d[n] for d in same], [d[n] for d in others]),
            right[n],
        )
        for n, part in enumerate(Distance._fields)
    ]


def _named(found: Profiles) -> list[float]:
    """How often a session is nearest to the centre of its own speaker, by part."""
    speakers = sorted({speaker for speaker, _ in found})
    whole = {s: merge_profiles(p for (who, _), p in found.items() if who == s) for s in speakers}
    right = [0] * len(Distance._fields)
    for key, profile in found.items():
        left = [p for other, p in found.items() if other[0] == key[0] and other != key]
        apart = {s: profile_distance(profile, whole[s]) for s in speakers if s != key[0]}
        apart[key[0]] = profile_distance(profile, merge_profiles(left))
        for n in range(len(right)):
            right[n] += min(apart, key=lambda s: apart[s][n]) == key[0]
    return [count / len(found) for count in right]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("WAKELINE_BENCH_DATA"))
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    files = sorted(Path(asked.data).glob("locomo*.json")) if asked.data else []
    if not files:
        print("no dialogues: give --data FOLDER or set WAKELINE_BENCH_DATA", file=sys.stderr)
        return 1
    found = profiles(files)
    rows = measured(found)
    if asked.json:
        print(json.dumps([row._asdict() for row in rows], indent=1))
        return 0
    speakers = len({speaker for speaker, _ in found})
    print(f"{len(found)} sessions of {speakers} speakers, {ENOUGH_WORDS} words or more each")
    print("part        same  partner others | nearer than partner, others | named right")
    for row in rows:
        print(
            f"{row.part:11} {row.same:.3f} {row.partner:.3f}   {row.others:.3f}  | "
            f"{row.nearer_than_partner:.3f} {row.nearer_than_others:.3f} | {row.named_right:.2f}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
