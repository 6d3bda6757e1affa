"""`observe_many` against bare inserts of the same rows with full text, piece by piece in turns.

Twice: inserts of the plain text, which SQLite's own analyser (porter) reads, which is what the
promise is about; and, as information, inserts of terms that our analyser has made before. Both
take as many rows at once as observe_many does.
"""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from bench import bare
from bench.findings import Bench, Finding, WentWrong
from bench.homes import AGENT, PERSON, database_of, events, open_home
from bench.timing import Spread, seconds_of

# As many rows a transaction as observe_many takes.
BATCH = 1_000
Keep = Callable[[apsw.Connection, bare.Writing], None]


class Taken(NamedTuple):
    """The seconds that each way took."""

    ours: float
    ready: float
    plain: float


def measure(bench: Bench) -> list[Finding]:
    """All fill an empty home, in pieces, at full sync."""
    count = bench.plan.events
    bench.say(f"observe_many, {count:,} events")
    homes = [bench.folder / "copies" / name for name in ("ours", "ready", "plain")]
    for folder in homes:
        shutil.rmtree(folder, ignore_errors=True)
    with open_home(homes[0]) as opened:
        opened.agent(AGENT, person=PERSON).status()
    for twin in homes[1:]:
        shutil.copytree(homes[0], twin)
    try:
        taken = _filled(homes, events(count, seed=5), bench.plan.chunk)
    finally:
        for folder in homes:
            shutil.rmtree(folder)
    return [
        Finding(
            name="observe_many",
            title="observe_many, sync FULL",
            unit="events/s",
            ours=Spread(count / taken.ours),
            against="bare inserts",
            other=Spread(count / taken.plain),
            details={"events": count, "seconds": taken.ours, "bare_seconds": taken.plain},
        ),
        Finding(
            name="observe_many.ready",
            title="observe_many, sync FULL",
            unit="events/s",
            ours=Spread(count / taken.ours),
            against="with ready terms",
            other=Spread(count / taken.ready),
            details={"events": count, "seconds": taken.ours, "ready_seconds": taken.ready},
        ),
    ]


def _filled(homes: list[Path], stream: Iterator[dict[str, Any]], size: int) -> Taken:
    taken = Taken(0.0, 0.0, 0.0)
    reader, ready, plain = connections = [
        bare.connected(database_of(home), "FULL") for home in homes
    ]
    plain.execute(bare.PLAIN)
    with open_home(homes[0]) as opened:
        agent = opened.agent(AGENT)
        agent.status()
        while chunk := list(islice(stream, size)):
            begun = bare.last_seq(reader)
            gc.collect()
            ours = seconds_of(agent.observe_many, chunk)
            writings = bare.written_since(reader, begun, group=BATCH)
            gc.collect()
            taken = Taken(
                taken.ours + ours,
                taken.ready + seconds_of(_keep_all, bare.keep_batch, ready, writings),
                taken.plain + seconds_of(_keep_all, bare.keep_batch_plainly, plain, writings),
            )
    if bare.content_of(reader) != bare.content_of(ready):
        raise WentWrong("the bare inserts kept other rows than observe_many did")
    for connection in connections:
        connection.close()
    return taken


def _keep_all(keep: Keep, connection: apsw.Connection, writings: list[bare.Writing]) -> None:
    for writing in writings:
        keep(connection, writing)
