"""`python -m bench.extract --data FOLDER`: what rules read in dialogues, and how often rightly.

Labels were made by hand, reading each finding with its turn (`tests/data/extract_labels.json`).
They name conversation, turn, kind and attribute, and keep a hash of subject and value, so that
no dialogue is part of the project. A batch was drawn by a seed from what the rules of its day
found; its precision is counted on what the rules of today still find of it, and as drawn.
With `--sample N` it prints findings without a label, to be judged, and their rows. With
`--model` a language model reads the first sessions of each conversation too (`extract_model`).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from bench import extract_model
from bench.quality.recall import Dialogue, read_dialogues
from wakeline.base.errors import WakelineError
from wakeline.consolidation.extract import extract
from wakeline.graph.mentions import entities
from wakeline.model.consolidation import EXTRACTED_KINDS, ExtractedStatement
from wakeline.model.log import Episode

LABELS: Final = Path(__file__).parents[1] / "tests" / "data" / "extract_labels.json"
COLLECTION: Final = "locomo"
HASH_DIGITS: Final = 16
# What the rules were tuned on, and what they were not.
BATCHES: Final = {
    1: "drawn from the first rules",
    2: "drawn later, tuned on since",
    3: "held out",
    4: "all the rest, held out",
}


class Key(NamedTuple):
    """A finding without its words."""

    conversation: str
    turn: str
    kind: str
    attribute: str
    hash: str
    when: str | None


class Label(NamedTuple):
    """What a reader of the turn said of a finding."""

    key: Key
    batch: int
    correct: bool


class Precision(NamedTuple):
    """Of one batch: as drawn, and of what is still found."""

    batch: int
    drawn: int
    correct_as_drawn: int
    found: int
    correct: int


class Read(NamedTuple):
    """What was found in all dialogues."""

    turns: int
    sessions: int
    seconds: float
    findings: dict[Key, ExtractedStatement]


def labels(path: Path = LABELS) -> list[Label]:
    rows = json.loads(path.read_text(encoding="utf-8"))
    return [
        Label(Key(*(row[name] for name in Key._fields)), row["batch"], row["correct"])
        for row in rows
    ]


def key_of(conversation: str, each: ExtractedStatement) -> Key:
    digest = sha256(f"{each.subject}|{each.value}".encode()).hexdigest()[:HASH_DIGITS]
    when = each.when.date().isoformat() if each.when else None
    return Key(conversation, each.source_id, each.kind, each.attribute, digest, when)


def episodes(dialogue: Dialogue) -> list[Episode]:
    """The turns of a dialogue of two; who speaks first is the person."""
    person = dialogue.events[0]["speaker"]
    return [
        Episode(
            seq, event["source_id"], None, None, event["session"], None, None, "conversation",
            event["speaker"], "user" if event["speaker"] == person else "agent", "chat",
            event["text"], (at := datetime.fromisoformat(event["at"])), at, 0.5,
            entities(event["text"]), None, "", 1, "import", 0.3, {}, "", None,
        )
        for seq, event in enumerate(dialogue.events, start=1)
    ]  # fmt: skip


def read(dialogues: Iterable[Dialogue]) -> Read:
    turns = sessions = 0
    seconds = 0.0
    findings: dict[Key, ExtractedStatement] = {}
    for dialogue in dialogues:
        said = episodes(dialogue)
        people = list(dict.fromkeys(turn.speaker for turn in said))
        began = perf_counter()
        found = extract(said, person=people[0], agent=people[-1], zone=UTC)
        seconds += perf_counter() - began
        turns += len(said)
        sessions += len({turn.session_id for turn in said})
        findings |= {key_of(dialogue.id, each): each for each in found}
    return Read(turns, sessions, seconds, findings)


def precisions(known: Sequence[Label], found: Iterable[Key]) -> list[Precision]:
    there = frozenset(found)
    result = []
    for batch in sorted({label.batch for label in known}):
        drawn = [label for label in known if label.batch == batch]
        kept = [label for label in drawn if label.key in there]
        result.append(
            Precision(
                batch,
                len(drawn),
                sum(label.correct for label in drawn),
                len(kept),
                sum(label.correct for label in kept),
            )
        )
    return result


def table(all_read: Read, known: Sequence[Label]) -> list[str]:
    found = all_read.findings
    lines = [
        f"{all_read.turns} turns, {all_read.sessions} sessions: {len(found)} findings,"
        f" {len(found) / all_read.sessions:.2f} a session,"
        f" {all_read.turns / all_read.seconds:,.0f} turns/s",
    ]
    kinds = Counter(each.kind for each in found.values())
    turns = {kind: {k[:2] for k in found if k.kind == kind} for kind in EXTRACTED_KINDS}
    dated = Counter(each.kind for each in found.values() if each.when)
    lines += [
        f"  {kind:<11}{kinds[kind]:>5} in {len(turns[kind])} turns, {dated[kind]} with a day"
        for kind in EXTRACTED_KINDS
    ]
    attributes = Counter(each.attribute for each in found.values())
    lines.append("  " + ", ".join(f"{name} {count}" for name, count in attributes.most_common()))
    for batch, drawn, as_drawn, kept, correct in precisions(known, found):
        now = f"{correct / kept:.3f}" if kept else "-"
        lines.append(
            f"labels {batch} ({BATCHES[batch]}): as drawn {as_drawn}/{drawn}"
            f" = {as_drawn / drawn:.3f}, still found {correct}/{kept} = {now}"
        )
    judged = {label.key: label.correct for label in known if label.key in found}
    rightly = sum(judged.values())
    lines.append(
        f"all that is found and has a label: {rightly}/{len(judged)}"
        f" = {rightly / max(1, len(judged)):.3f}; without one: {len(found) - len(judged)}"
    )
    return lines


def sample(all_read: Read, known: Sequence[Label], count: int, seed: int) -> list[str]:
    """Findings that nobody has judged, with their words for the reader and a row for the labels."""
    seen = {label.key for label in known}
    unseen = [item for item in all_read.findings.items() if item[0] not in seen]
    chosen = random.Random(seed).sample(unseen, min(count, len(unseen)))
    return [
        f"{key.conversation} {key.turn} [{each.kind}] {each.text}\n    {each.quote!r}\n"
        f"    {json.dumps(key._asdict())}"
        for key, each in chosen
    ]


def _by_model(dialogues: Sequence[Dialogue], asked: argparse.Namespace) -> list[str]:
    said = [(dialogue.id, episodes(dialogue)) for dialogue in dialogues]
    known = extract_model.model_labels()
    with extract_model.asked_model(asked.url, asked.name) as model:
        found = extract_model.ask(model, said, asked.sessions)
    if not asked.sample:
        return extract_model.table(found, known)
    texts = {f"{name} {turn.id}": turn.text for name, turns in said for turn in turns}
    return extract_model.sample(found, known, texts)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.extract", description=__doc__)
    parser.add_argument("--data", default=os.environ.get("WAKELINE_BENCH_DATA"))
    parser.add_argument("--collection", default=COLLECTION, help="the dialogues whose id begins so")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="show N to be judged")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", action="store_true", help="let a language model read too")
    parser.add_argument("--sessions", type=int, default=2, help="it reads, of each conversation")
    parser.add_argument("--url", help="of its server; else the tests' small one is started")
    parser.add_argument("--name", default="", help="of the model at that address")
    asked = parser.parse_args()
    if not asked.data:
        print("no dialogues: give --data FOLDER or set WAKELINE_BENCH_DATA", file=sys.stderr)
        return 2
    try:
        dialogues = [d for d in read_dialogues(asked.data) if d.id.startswith(asked.collection)]
    except WakelineError as error:
        print(error, file=sys.stderr)
        return 2
    if not dialogues:
        print(f"{asked.data} holds no dialogue of {asked.collection}", file=sys.stderr)
        return 2
    if asked.model:
        print("\n".join(_by_model(dialogues, asked)))
        return 0
    all_read, known = read(dialogues), labels()
    if asked.sample:
        print("\n".join(sample(all_read, known, asked.sample, asked.seed)))
    else:
        print("\n".join(table(all_read, known)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
