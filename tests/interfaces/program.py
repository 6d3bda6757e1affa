"""The program as a user runs it: a process of its own, in a clean environment."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SECONDS = 60
PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2


@dataclass(frozen=True)
class Ran:
    """How a command went."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def give_up_power() -> None:
    """Let permissions hold for root too: no capability to pass over them after the exec."""
    if sys.platform == "linux" and os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


class Program:
    """`wakeline` on one home. The tests' own process is the terminal of all its commands."""

    def __init__(self, home: Path | str, folder: Path) -> None:
        self.home = str(home)
        self._folder = folder

    def __call__(
        self,
        *words: str,
        stdin: str | bytes = "",
        home: bool = True,
        environment: dict[str, str] | None = None,
        powerless: bool = False,
    ) -> Ran:
        given = [*words, "--home", self.home] if home else list(words)
        done = subprocess.run(
            [sys.executable, "-m", "wakeline", *given],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            env=self.environment(environment),
            cwd=self._folder,
            timeout=SECONDS,
            check=False,
            preexec_fn=give_up_power if powerless else None,
        )
        ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in ran.err, ran.err
        return ran

    def ok(self, *words: str, stdin: str | bytes = "") -> Ran:
        """Run a command that must succeed."""
        ran = self(*words, stdin=stdin)
        assert ran.code == 0, (words, ran)
        return ran

    def environment(self, more: dict[str, str] | None = None) -> dict[str, str]:
        # Compiling every module in every process would double the time of these tests.
        left_out = ("WAKELINE_", "_TYPER", "PYTHONDONTWRITEBYTECODE")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(left_out)}
        return {**kept, "HOME": str(self._folder), "COLUMNS": "80", "NO_COLOR": "1", **(more or {})}
