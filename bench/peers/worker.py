"""One system in a process of its own: numbers of dialogues come in, findings go out as JSON lines.

The first line says what is measured, or why it cannot be. Whatever a library prints goes
to standard error. It knows nothing of the other systems.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.peers.data import chosen, turns_of
from bench.peers.systems import SYSTEMS, System
from bench.peers.vectors import Vectors
from bench.quality.measures import measured
from bench.quality.recall import Dialogue
from wakeline.minds.embedders import minilm


def findings(
    system: System, vectors: Vectors, dialogue: Dialogue, folder: Path, *, speakers: bool
) -> dict[str, Any]:
    """Store one dialogue and ask its questions."""
    turns = turns_of(dialogue, speakers=speakers)
    announced = system.announce(turns)
    embedding = vectors.lend(announced) if announced else 0.0
    gc.collect()
    began = perf_counter()
    system.store(folder, dialogue, turns)
    storing = perf_counter() - began
    vectors.take_back()
    system.ask("The first question loads what is loaded once.")
    answers = []
    for question in dialogue.questions:
        began = perf_counter()
        found = system.ask(question.text)
        seconds = perf_counter() - began
        measures = measured(found, question.evidence)
        answers.append({"category": question.category, "seconds": seconds, **measures._asdict()})
    return {
        "collection": dialogue.collection,
        "turns": len(turns),
        "embedded": len(announced),
        "embedding_seconds": embedding,
        "storing_seconds": storing,
        "answers": answers,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until there is no more input."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers.worker")
    parser.add_argument("system", choices=SYSTEMS)
    parser.add_argument("--data", required=True)
    parser.add_argument("--dialogues", type=int)
    parser.add_argument("--speakers", action="store_true")
    parser.add_argument("--vectors", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    given = parser.parse_args(arguments)
    say = _own_output()
    entry = SYSTEMS[given.system]
    lacking = minilm.missing() if entry.minilm else None
    if lacking is not None:
        say({"skipped": lacking})
        return 0
    vectors = Vectors(given.vectors)
    try:
        system = entry.make(vectors)
    except ImportError as error:
        say({"skipped": f"it cannot be imported here ({error}); `make bench-peers` installs it."})
        return 0
    dialogues = chosen(given.data, given.dialogues)
    say({"version": system.version})
    for line in sys.stdin:
        dialogue = dialogues[int(line)]
        folder = given.folder / dialogue.id
        folder.mkdir(parents=True)
        say(findings(system, vectors, dialogue, folder, speakers=given.speakers))
    return 0


def _own_output() -> Callable[[dict[str, Any]], None]:
    """Standard output for us alone."""
    ours = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(found: dict[str, Any]) -> None:
        print(json.dumps(found), file=ours, flush=True)

    return say


if __name__ == "__main__":
    sys.exit(main())
