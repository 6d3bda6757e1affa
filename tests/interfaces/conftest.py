"""The program on a new home, and on one with an agent in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interfaces.hook_host import Claude, Desktop
from tests.interfaces.program import Program


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The program, with nobody home."""
    return Program(tmp_path / "home", tmp_path)


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home as `init` makes it, to be copied: starting the program costs a third of a second."""
    folder = tmp_path_factory.mktemp("begun")
    Program(folder / "home", folder).ok(
        "init", "--agent", "Ash", "--person", "Mara", "--time-zone", "Europe/Lisbon"
    )
    return folder / "home"


@pytest.fixture
def ash(program: Program, begun: Path) -> Program:
    """The program on a home in which ash lives."""
    shutil.copytree(begun, program.home)
    return program


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desktop]:
    """A person's machine, on which hosts run whose hooks call the home."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("WAKELINE_SQLITE_SYNCHRONOUS", "OFF")
    found = Desktop(tmp_path)
    yield found
    found.close()


@pytest.fixture
def claude(desktop: Desktop) -> Claude:
    """A host that has just been started in a project."""
    return Claude(desktop, desktop.project())
