"""`python -m bench.recall`: what a recall costs as a life grows, and what is lost by bounds.

Turns are made of the sentences of real dialogues, mixed anew, so that vocabulary and
length are real and no two turns are the same; questions are the real ones. Quality is
measured by `python -m bench.quality recall`, with the same settings as here; what
consolidation does to it by `--consolidated`.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import wakeline
from bench import recall_after
from bench.postgres import served
from bench.quality.recall import Dialogue, read_dialogues
from bench.timing import spread
from wakeline.recall import index
from wakeline.store.files import tree_size

AGENT: Final = "ash"
TURNS_A_SESSION: Final = 24
QUESTIONS: Final = 200
FIRST_DAY: Final = datetime(2020, 1, 1, 8, 0, tzinfo=UTC)
SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|\n+")
EVERYTHING: Final = 1 << 60
COLD: Final = """
import sys, time
began = time.perf_counter()
import wakeline
with wakeline.open(sys.argv[1]) as home:
    home.agent(sys.argv[2]).recall(sys.argv[3])
print(time.perf_counter() - began)
"""

# Each answer is looked for, also one that was given before.
NOTHING_KEPT = {"recall.answers": "0"}


def turns(dialogues: Sequence[Dialogue], count: int, seed: int = 5) -> Iterator[dict[str, Any]]:
    """So many turns; each has as many sentences as some real turn has, all of one dialogue."""
    chance = random.Random(seed)
    pools = []
    for dialogue in dialogues:
        lengths = [len(SENTENCE_END.split(event["text"])) for event in dialogue.events]
        sentences = [s for e in dialogue.events for s in SENTENCE_END.split(e["text"]) if s.strip()]
        speakers = sorted({event["speaker"] for event in dialogue.events})
        pools.append((lengths, sentences, speakers))
    made = session = 0
    while made < count:
        lengths, sentences, speakers = chance.choice(pools)
        session += 1
        for turn in range(min(TURNS_A_SESSION, count - made)):
            picked = chance.choices(sentences, k=chance.choice(lengths))
            yield {
                "text": " ".join(picked),
                "speaker": speakers[turn % len(speakers)],
                "at": FIRST_DAY + timedelta(hours=session, minutes=turn),
                "session": f"S{session}",
                "source_id": f"S{session}:{turn}",
            }
            made += 1


def measure(location: str, dialogues: Sequence[Dialogue], size: int) -> dict[str, Any]:
    """One agent of one size: taking in, indexing, asking."""
    chance = random.Random(7)
    questions = [q.text for dialogue in dialogues for q in dialogue.questions]
    asked = chance.sample(questions, min(QUESTIONS, len(questions)))
    is_folder = "://" not in location
    name = f"{AGENT}-{size}"
    with wakeline.open(location, settings=NOTHING_KEPT) as home:
        agent = home.agent(name)
        began = perf_counter()
        agent.observe_many(turns(dialogues, size))
        taken = perf_counter() - began
        began = perf_counter()
        agent.settle()
        indexed = perf_counter() - began
    found: dict[str, Any] = {
        "turns": size,
        "taken_in_per_second": round(size / taken),
        "with_all_indexes_per_second": round(size / (taken + indexed)),
    }
    if is_folder:
        folder = Path(location, "agents", name)
        found["bytes_per_turn"] = round(tree_size(str(folder)) / size)
        found["sealed_bytes_per_turn"] = round(tree_size(str(folder / "index")) / size)
    found["cold_ms"] = round(_cold(location, name, asked[:5]), 1)
    with wakeline.open(location, settings=NOTHING_KEPT) as home:
        agent = home.agent(name)
        for question in asked[:20]:
            agent.recall(question)
        bounded, times = _answers(agent, asked)
        took = spread(times)
        found |= {"p50_ms": round(took.p50, 2), "p95_ms": round(took.p95 or 0, 2)}
        found["agreement"] = round(_agreement(bounded, _exact(agent, asked)), 4)
    found["peak_memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return found


def measure_many(
    location: str, dialogues: Sequence[Dialogue], agents: int, size: int
) -> dict[str, Any]:
    """One agent's recall when it is alone in a home, and when it has company."""
    questions = [q.text for dialogue in dialogues for q in dialogue.questions]
    asked = random.Random(7).sample(questions, min(QUESTIONS, len(questions)))
    found: dict[str, Any] = {"agents": agents, "turns_each": size}
    with wakeline.open(location, settings=NOTHING_KEPT) as home:
        for number in range(agents):
            agent = home.agent(f"many-{number}")
            agent.observe_many(turns(dialogues, size, seed=number))
            agent.settle()
            if number in (0, agents - 1):
                _answers(home.agent("many-0"), asked[:20])
                took = spread(_answers(home.agent("many-0"), asked)[1])
                key = "alone" if number == 0 else "in_company"
                found[key] = {"p50_ms": round(took.p50, 2), "p95_ms": round(took.p95 or 0, 2)}
            agent.close()
    return found


def _answers(agent: wakeline.Agent, asked: Sequence[str]) -> tuple[list[list[str]], list[float]]:
    gc.collect()
    answers, times = [], []
    for question in asked:
        began = perf_counter()
        hits = agent.recall(question)
        times.append(perf_counter() - began)
        answers.append([hit.id for hit in hits])
    return answers, times


def _exact(agent: wakeline.Agent, asked: Sequence[str]) -> list[list[str]]:
    """The same without bounds."""
    bounds = index.MOST_POSTINGS, index.MOST_VECTORS
    index.MOST_POSTINGS = index.MOST_VECTORS = EVERYTHING  # type: ignore[misc]
    try:
        return _answers(agent, asked)[0]
    finally:
        index.MOST_POSTINGS, index.MOST_VECTORS = bounds  # type: ignore[misc]


def _agreement(one: Sequence[Sequence[str]], other: Sequence[Sequence[str]]) -> float:
    """How many of the first ten of an exact search are among the first ten."""
    wanted = sum(map(len, other))
    return sum(len(set(a) & set(b)) for a, b in zip(one, other, strict=True)) / max(wanted, 1)


def _cold(location: str, name: str, asked: Sequence[str]) -> float:
    """The whole of a first recall in a new process, without the interpreter's own start."""
    times = []
    for question in asked:
        command = [sys.executable, "-c", COLD, location, name, question]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        times.append(float(done.stdout))
    return sorted(times)[len(times) // 2] * 1000


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure each size and print a line of JSON for each."""
    parser = argparse.ArgumentParser(prog="python -m bench.recall", description=__doc__)
    parser.add_argument("--data", required=True, help="a file or folder of dialogues")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10_000, 100_000])
    parser.add_argument("--agents", type=int, help="so many agents in one home, 100 turns each")
    parser.add_argument("--postgres", action="store_true", help="in a server that the run starts")
    parser.add_argument("--home", help="a folder or PostgreSQL URL; else one that is thrown away")
    parser.add_argument("--consolidated", action="store_true", help="before and after, instead")
    given = parser.parse_args(arguments)
    os.environ["WAKELINE_SQLITE_SYNCHRONOUS"] = "OFF"
    dialogues = read_dialogues(given.data)
    if given.consolidated:
        print("\n".join(recall_after.table(recall_after.measure(dialogues))))
        return 0
    with ExitStack() as stack:
        where = given.home or stack.enter_context(
            served() if given.postgres else tempfile.TemporaryDirectory(prefix="wakeline-bench-")
        )
        if given.agents:
            print(json.dumps(measure_many(where, dialogues, given.agents, 100)), flush=True)
            return 0
        for size in given.sizes:
            print(json.dumps(measure(where, dialogues, size)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
