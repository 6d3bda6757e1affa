"""Brief commands keep what Python compiled in one file, and never depend on it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import pytest

import wakeline
from wakeline.base.compiled import Compiled

Opened = Callable[[], AbstractContextManager[Compiled]]
SOURCE = Path(wakeline.__file__).parent
PATTERNS = [
    (r"(?:[A-Z]\.){2,}|\w+(?:['.\-/@:]\w+)*|[.!?…:;,«»„|•*]", 0),
    (r"(?P<year>\d{4})-(?P<month>\d\d)|(\w+)(?P=year)?", 0),
    (r"(?<!\w)(?:straße|İ|ß|é)(?!\w)", re.IGNORECASE),
    (r"^ a b # said $", re.VERBOSE | re.MULTILINE),
    ("[\u0300-\u036f\U00020000-\U000323af]+", re.DOTALL),
]
TEXTS = [
    "J. R. wrote to a@b.org: 2026-11…",
    "STRASSE straße É é",
    "ab\nab",
    "a\u0301 \U00020001",
    "",
]
WHO_LOADED = """
import json, sys
from wakeline.base.compiled import use_compiled
use_compiled()
from wakeline.flows import wake
loader = type(wake.__spec__.loader).__name__
json.dump([loader, wake.__file__, getattr(wake, "ADDED", None)], sys.stdout)
"""


class Copied:
    """A copy of the program with compiled files of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.home = folder / "home"
        self.package = folder / "lib" / "wakeline"
        shutil.copytree(SOURCE, self.package, ignore=shutil.ignore_patterns("__pycache__"))

    @property
    def files(self) -> list[Path]:
        return list((self.package / "__pycache__").glob("brief.*"))

    def run(self, *words: str, **variables: str) -> Any:
        command = [sys.executable, *words]
        environment = {key: value for key, value in os.environ.items() if "PYTHON" not in key}
        environment |= {"PYTHONPATH": str(self.package.parent), **variables}
        done = subprocess.run(
            command, capture_output=True, env=environment, cwd=self._folder, timeout=60, check=True
        )
        assert done.stderr == b""
        return json.loads(done.stdout)

    def wake(self, **variables: str) -> Any:
        words = ("-m", "wakeline", "wake", "ash", "--json", "--home", str(self.home))
        return self.run(*words, **variables)

    def who_loaded(self) -> Any:
        return self.run("-c", WHO_LOADED)


@pytest.fixture
def copied(tmp_path: Path) -> Copied:
    found = Copied(tmp_path)
    with wakeline.open(found.home) as home:
        home.agent("ash", person="Mel").record(user="The shed is green.")
    return found


def test_the_second_command_takes_modules_from_the_file(copied: Copied) -> None:
    copied.wake()
    (file,) = copied.files
    kept = file.read_bytes()
    loader, path, _ = copied.who_loaded()
    assert (loader, path) == ("Compiled", str(copied.package / "flows" / "wake.py"))
    assert copied.wake()["context"]["identity"]["name"] == "ash"
    assert file.read_bytes() == kept  # nothing was missed, so nothing was written


def test_a_source_that_was_changed_is_what_runs(copied: Copied) -> None:
    copied.wake()
    with (copied.package / "flows" / "wake.py").open("a") as source:
        source.write("\nADDED = 1\n")
    assert copied.who_loaded()[::2] == ["SourceFileLoader", 1]
    copied.wake()
    assert copied.who_loaded()[::2] == ["Compiled", 1]


def test_a_program_that_was_copied_with_its_file_runs_its_own_code(copied: Copied) -> None:
    copied.wake()
    shutil.copytree(copied.package.parent, copied.home.parent / "other")
    with (copied.home.parent / "other" / "wakeline" / "flows" / "wake.py").open("a") as source:
        source.write("\nADDED = 1\n")
    copied.package = copied.home.parent / "other" / "wakeline"
    path = str(copied.package / "flows" / "wake.py")
    assert copied.who_loaded() == ["SourceFileLoader", path, 1]
    copied.wake()
    assert copied.who_loaded() == ["Compiled", path, 1]


@pytest.mark.parametrize("harm", ["cut short", "cut in the index", "emptied", "zeros", "noise"])
def test_a_broken_file_is_no_hindrance_and_is_made_anew(copied: Copied, harm: str) -> None:
    before = copied.wake()["context"]["identity"]
    (file,) = copied.files
    whole = file.read_bytes()
    harmed = {
        "cut short": whole[: len(whole) // 2],
        "cut in the index": whole[:100],
        "emptied": b"",
        "zeros": bytes(len(whole)),
        "noise": bytes(range(256)) * (len(whole) // 256),
    }
    file.write_bytes(harmed[harm])
    assert copied.wake()["context"]["identity"] == before
    assert copied.who_loaded()[0] == "Compiled"


def test_nothing_is_written_where_python_writes_nothing(copied: Copied) -> None:
    copied.wake(PYTHONDONTWRITEBYTECODE="1")
    copied.wake(PYTHONPYCACHEPREFIX=str(copied.home / "elsewhere"))
    copied.wake(PYTHONOPTIMIZE="1")
    assert copied.files == []


def test_processes_that_write_it_at_once_leave_one_whole_file(copied: Copied) -> None:
    with ThreadPoolExecutor(4) as pool:
        assert len(list(pool.map(lambda _: copied.wake(), range(4)))) == 4
    copied.wake()
    assert len(copied.files) == 1
    assert copied.who_loaded()[0] == "Compiled"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """A file that this process may write, opened anew each time.

    Whatever it was started with, and however many modules other tests have loaded.
    """
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr("wakeline.base.compiled.MOST_MODULES", sys.maxsize)
    return lambda: closing(Compiled(str(tmp_path / "kept")))


def test_a_pattern_that_was_kept_is_the_pattern(tmp_path: Path, kept: Opened) -> None:
    with kept() as first:
        made = [first.pattern(source, int(flags)) for source, flags in PATTERNS]
        first.keep()
    whole = (tmp_path / "kept").read_bytes()
    with kept() as second:
        read = [second.pattern(source, int(flags)) for source, flags in PATTERNS]
        second.keep()
    assert (tmp_path / "kept").read_bytes() == whole  # all were there
    usual = [re.compile(source, flags) for source, flags in PATTERNS]
    assert read == made == usual
    for ours, theirs in zip(read, usual, strict=True):
        assert (ours.groupindex, ours.groups, ours.flags) == (
            theirs.groupindex,
            theirs.groups,
            theirs.flags,
        )
        for text in TEXTS:
            assert [m.groups() for m in ours.finditer(text)] == [
                m.groups() for m in theirs.finditer(text)
            ]


def test_where_nothing_can_be_written_nothing_is_laid_together(
    tmp_path: Path, kept: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who may not write the program's folder would do it in vain at every prompt."""
    with kept() as file, monkeypatch.context() as patched:
        file.pattern("heron", 0)
        patched.setattr(os, "access", lambda *_: False)
        file.keep()
    assert list(tmp_path.iterdir()) == []


def test_a_pattern_with_other_flags_is_another(kept: Opened) -> None:
    with kept() as first:
        first.pattern("heron", int(re.IGNORECASE))
        first.keep()
    with kept() as second:
        assert second.pattern("heron", 0).search("HERON") is None
        assert second.pattern("heron", int(re.IGNORECASE)).search("HERON") is not None


def test_a_pattern_that_is_wrong_says_so_as_ever(kept: Opened) -> None:
    with kept() as file, pytest.raises(re.error):
        file.pattern("(", 0)


def test_threads_that_read_at_once_get_what_each_asked_for(kept: Opened) -> None:
    """A server loads what it needs when it needs it, in whichever thread that is."""
    texts = ["a" * number + "b" for number in range(1, 40)]
    with kept() as first:
        for text in texts:
            first.pattern(text, 0)
        first.keep()
    with kept() as second, ThreadPoolExecutor(4) as pool:
        asked = [texts[number * 7 % len(texts)] for number in range(12_000)]
        found = list(pool.map(lambda text: second.pattern(text, 0).fullmatch(text), asked))
    assert all(found)
