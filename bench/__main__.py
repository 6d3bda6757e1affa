"""`python -m bench`: every measurement in one run, as a table or as JSON.

Progress goes to standard error, figures to standard output. The exit code says whether
the measurements could be taken, not whether targets were met: machines are noisy.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from bench import (
    claims,
    consolidate,
    crossing,
    crowd,
    growth,
    hook,
    hydrate,
    jobs,
    life,
    machine,
    observe_many,
    postgres,
    record,
    report,
    serve,
    swarm,
    wake,
)
from bench.findings import QUICK, WHOLE, Bench, Finding, Plan, Skipped, WentWrong

MEASUREMENTS: dict[str, Callable[[Bench], Sequence[Finding | Skipped]]] = {
    "record": record.measure,
    "observe_many": observe_many.measure,
    "wake": wake.measure,
    "hook": hook.measure,
    "crossing": crossing.measure,
    "hydrate": hydrate.measure,
    "growth": growth.measure,
    "consolidate": consolidate.measure,
    "life": life.measure,
    "postgres": postgres.measure,
    "crowd": crowd.measure,
    "serve": serve.measure,
    "swarm": swarm.measure,
    "jobs": jobs.measure,
    "claims": claims.measure,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what was asked for and print it."""
    asked = _parser().parse_args(arguments)
    # A benchmark of the defaults: the caller's own settings stay out of it.
    for name in [name for name in os.environ if name.startswith("WAKELINE_")]:
        del os.environ[name]
    stderr = Console(stderr=True, highlight=False)
    facts = machine.facts()
    try:
        with tempfile.TemporaryDirectory(prefix="wakeline-bench-") as temporary:
            folder = asked.keep or Path(temporary)
            bench = Bench(
                folder.resolve(),
                _plan(asked),
                lambda text: stderr.print(f"  {text}", style="dim"),
            )
            found = [
                finding
                for name, measure in MEASUREMENTS.items()
                if asked.only in (None, name)
                for finding in measure(bench)
            ]
    except WentWrong as error:
        stderr.print(f"the benchmark failed: {error}", style="red", markup=False)
        return 1
    if asked.json:
        print(json.dumps(report.document(facts, found, quick=asked.quick), indent=2))
    else:
        console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
        console.print(report.table(facts, found))
    return 0


def _plan(asked: argparse.Namespace) -> Plan:
    """How much is measured: all of it or little, and what was named on the command line."""
    plan = QUICK if asked.quick else WHOLE
    given = {
        "swarms": asked.swarm,
        "swarm_workers": asked.workers,
        "swarm_requests": asked.requests,
        "consolidated": asked.turns,
    }
    return plan._replace(**{name: value for name, value in given.items() if value is not None})


def _numbers(text: str) -> tuple[int, ...]:
    found = tuple(int(part) for part in text.split(","))
    if min(found) < 1:
        raise ValueError(text)
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it runs")
    parser.add_argument("--only", choices=MEASUREMENTS, help="one measurement")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep the homes there and use them next time"
    )
    parser.add_argument(
        "--turns", type=_numbers, metavar="N,N", help="how many turns are consolidated"
    )
    swarm = parser.add_argument_group("a swarm")
    swarm.add_argument("--swarm", type=_numbers, metavar="N,N", help="how many agents")
    swarm.add_argument("--workers", type=_numbers, metavar="N,N", help="workers of the server")
    swarm.add_argument("--requests", type=int, metavar="N", help="hydrations of each run")
    return parser


if __name__ == "__main__":
    sys.exit(main())
