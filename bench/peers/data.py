"""The dialogues of a run, and what a peer is given of a turn."""

from __future__ import annotations

from collections import Counter

from bench.peers.systems import Turn
from bench.quality.recall import Dialogue, read_dialogues


def chosen(path: str, most: int | None) -> list[Dialogue]:
    """The dialogues of a file or folder, at most so many of each collection."""
    found, met = [], Counter[str]()
    for dialogue in read_dialogues(path):
        met[dialogue.collection] += 1
        if most is None or met[dialogue.collection] <= most:
            found.append(dialogue)
    return found


def turns_of(dialogue: Dialogue, *, speakers: bool) -> list[Turn]:
    """The bare texts of a dialogue, or each with its speaker before it."""
    return [
        Turn(event["source_id"], _text(event["speaker"], event["text"], speakers=speakers))
        for event in dialogue.events
    ]


def _text(speaker: str, text: str, *, speakers: bool) -> str:
    return f"{speaker}: {text}" if speakers else text
