"""The tests of `make quick`: what a change is most likely to break, within half a minute.

`python -m tests.quick` runs the rules of the house and most unit tests. With the name of a room
it runs the tests whose files import that room, or the area of flows of that name; `flows.wake`
names such an area alone. None of them needs a model, a server or PostgreSQL: as a
plugin of pytest, this module leaves those out. It proves less than `make check`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from wakeline.rooms import LAYERS

HERE = Path(__file__).parent
# Rooms that nearly every contract test imports: their unit tests say enough within half a minute.
COMMON = {"base", "model", "ports"}
FIXTURES = {"server", "pg_server", "pg_url"}
NEEDS_MORE = re.compile(r"minilm|postgres|/test_(?:small_model|small_embedder|ollama_embedder)\.py")
# Files that take long for what they are likely to find; `make check` runs them.
LONG: dict[str, str] = {
    "test_lives.py": "lives whole sample lives",
    "test_peers.py": "starts processes",
    "test_public_face.py": "runs mypy",
}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs a model, a server or PostgreSQL."""
    config.hook.pytest_deselected(items=[item for item in items if needs_more(item)])
    items[:] = [item for item in items if not needs_more(item)]


def needs_more(item: pytest.Item) -> bool:
    """Whether a test needs more than this machine's files."""
    asked: list[str] = getattr(item, "fixturenames", [])
    return bool(FIXTURES.intersection(asked)) or bool(NEEDS_MORE.search(item.nodeid))


def files_of(room: str) -> list[Path]:
    """The test files of a room, or of all rooms if none is named."""
    rules, unit = sorted(HERE.glob("test_*.py")), sorted(HERE.glob("unit/**/test_*.py"))
    if not room:
        return [file for file in [*rules, *unit] if file.name not in LONG]
    contract = [] if room in COMMON else sorted(HERE.glob("contract/test_*.py"))
    imports = re.compile(rf"\bwakeline\.(?:flows\.)?{re.escape(room)}\b")
    files = [*rules, *unit, *contract]
    return [file for file in files if imports.search(file.read_text(encoding="utf-8"))]


def main(words: list[str]) -> int:
    """Run the tests of a room, or of all; further words are options of pytest."""
    room = words.pop(0) if words and not words[0].startswith("-") else ""
    files = files_of(room)
    if not files or room == "flows":
        rooms = ", ".join(name for layer in LAYERS for name in layer if name != "flows")
        sys.stderr.write(
            f"No quick tests import {room!r}. Name a room ({rooms}) or flows.AREA; `make check` "
            "has the tests that go through the public face alone.\n"
        )
        return 2
    ours = ["-p", "tests.quick", "-q", "-n", "2", "--dist", "worksteal", "-m", "not slow"]
    return int(pytest.main([*ours, *map(str, files), *words]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
