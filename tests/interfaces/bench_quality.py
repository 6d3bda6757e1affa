"""`python -m bench.quality` as a process of its own, in a clean environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.interfaces.program import Ran

ROOT = Path(__file__).parents[2]


def measure(*words: str) -> Ran:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("WAKELINE_", "_TYPER"))}
    done = subprocess.run(
        [sys.executable, "-m", "bench.quality", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**kept, "COLUMNS": "80", "NO_COLOR": "1"},
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return Ran(done.returncode, done.stdout, done.stderr)
