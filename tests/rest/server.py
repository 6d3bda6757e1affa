"""`wakeline serve` as a user starts it: processes of their own on a real port."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Self

import httpx2

SECONDS = 60


class Server:
    """A served home. Every wait is for something that happens, none is for a time."""

    def __init__(
        self,
        home: str,
        folder: Path,
        *words: str,
        command: str = "serve",
        environment: dict[str, str] | None = None,
    ) -> None:
        left_out = ("WAKELINE_", "PYTHONDONTWRITEBYTECODE")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(left_out)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "wakeline", command, "--home", home, "--json", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**kept, "HOME": str(folder), **(environment or {})},
            cwd=folder,
        )
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        if not first or "error" in first:
            self.told: dict[str, Any] = json.loads(first or "{}")
            self.code: int | None = self._process.wait(SECONDS)
            return
        self.told = json.loads(first)
        self.code = None
        self.url: str = self.told["url"]
        self.lines: list[str] = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.client = httpx2.Client(base_url=self.url.removesuffix("/mcp"), timeout=SECONDS)
        self.until_healthy()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            with self._news:
                self.lines.append(line)
                self._news.notify_all()
        with self._news:
            self._news.notify_all()

    def until_line(self, part: str, *, times: int = 1) -> list[str]:
        """Wait until the server has said something so often."""

        def said() -> list[str]:
            return [line for line in self.lines if part in line]

        with self._news:
            assert self._news.wait_for(lambda: len(said()) >= times, SECONDS), self.lines
        return said()

    def until_healthy(self) -> None:
        """The socket listens before its workers do: a request waits for the first of them."""
        assert self.client.get("/health").status_code == 200

    def workers(self) -> list[int]:
        """The workers that were started, in order."""
        found = (re.search(r"worker (\d+) started", line) for line in self.until_line("started"))
        return [int(match[1]) for match in found if match]

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def stop(self) -> int:
        """Ask it to stop, and wait until it has."""
        if self._process.poll() is None:
            self.signal(signal.SIGTERM)
        return self._process.wait(SECONDS)

    def wait(self) -> int:
        return self._process.wait(SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.code is None:
            self.stop()
            self._reader.join(SECONDS)
            self.client.close()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
