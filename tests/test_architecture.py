"""Every module keeps the rules of the house, and the rules catch what they are for."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture import (
    LAYER,
    Module,
    broad_handlers,
    environment_reads,
    import_graph,
    joints_by_string,
    missing_docstring,
    own_time_or_chance,
    rings,
    sql_literals,
    upward_imports,
    vague_names,
)
from wakeline.rooms import ANNEXES, LAYERS

SOURCE = Path(__file__).parents[1] / "src" / "wakeline"
MODULES = [
    Module(file.relative_to(SOURCE).as_posix(), file.read_text(encoding="utf-8"))
    for file in sorted(SOURCE.rglob("*.py"))
]

READS_THE_ENVIRONMENT = {"base/environment.py"}
KNOWS_THE_TIME = {"base/clock.py"}
# Who must survive anything, and why. Everybody else catches what it can answer.
CATCHES_EVERYTHING = {
    "interfaces/commands.py": "the outermost handler of the command line",
    "plugins.py": "the fence around other people's code",
    "context/hooks.py": "a hook that fails, a plugin's too, comes back as Missing",
    "hydration/gather.py": "a source that fails comes back as Missing",
    "store/postgres/prefetch.py": "a reading that fails says so when it is really run",
    "jobs/settle.py": "one bad job must not stop the others",
    "store/postgres/queue.py": "a look that fails is told and put back",
    "jobs/worker.py": "one bad agent must not stop a worker",
    "interfaces/mcp/server.py": "a client gets an answer, whatever a tool runs into",
    "interfaces/hook/run.py": "a host must never fail because of its memory",
    "interfaces/hook/respond.py": "what goes wrong leaves the event for the next hook",
}

Check = Callable[[Module], list[str]]


def findings(check: Check, *, exempt: set[str] | frozenset[str] = frozenset()) -> list[str]:
    return [finding for m in MODULES if m.path not in exempt for finding in check(m)]


def test_every_room_on_disk_is_listed() -> None:
    assert sorted({m.room for m in MODULES} - LAYER.keys()) == []


def test_every_room_stands_in_one_layer_and_every_annex_belongs_to_a_room() -> None:
    rooms = [room for layer in LAYERS for room in layer]
    assert len(rooms) == len(set(rooms))
    assert set(ANNEXES.values()) <= set(rooms)
    assert not ANNEXES.keys() & set(rooms)


def test_imports_point_down() -> None:
    assert findings(upward_imports) == []


def test_no_modules_import_each_other_in_a_ring() -> None:
    assert rings(import_graph(MODULES)) == []


def test_no_module_is_reached_by_a_name_in_a_string() -> None:
    assert findings(joints_by_string) == []


def test_the_environment_is_read_in_one_file() -> None:
    assert findings(environment_reads, exempt=READS_THE_ENVIRONMENT) == []


def test_time_and_chance_come_in_as_arguments() -> None:
    assert findings(own_time_or_chance, exempt=KNOWS_THE_TIME) == []


def test_every_module_says_what_it_holds() -> None:
    assert findings(missing_docstring) == []


def test_names_are_domain_words() -> None:
    assert findings(vague_names) == []


def test_sql_lives_in_the_store() -> None:
    in_store = {m.path for m in MODULES if m.room == "store"}
    assert findings(sql_literals, exempt=in_store) == []


def test_only_those_who_must_survive_anything_catch_everything() -> None:
    assert findings(broad_handlers, exempt=set(CATCHES_EVERYTHING)) == []


CAUGHT: list[tuple[Check, str, str]] = [
    (upward_imports, "base/clock.py", "import wakeline.model.log"),
    (upward_imports, "base/clock.py", "from wakeline import engine"),
    (upward_imports, "base/clock.py", "from wakeline import open"),
    (upward_imports, "base/clock.py", "import wakeline"),
    (upward_imports, "store/sqlite.py", "from wakeline.minds import embedders"),
    (upward_imports, "recall/arms.py", "from ..beliefs import facts"),
    (upward_imports, "recall/arms.py", "from .. import beliefs"),
    (upward_imports, "recall/__init__.py", "from ..beliefs.facts import Fact"),
    (upward_imports, "recall/arms.py", "def f():\n    from wakeline.flows.wake.wake import wake"),
    (upward_imports, "recall/arms.py", "if TYPE_CHECKING:\n    from wakeline.flows import wake"),
    (upward_imports, "recall/arms.py", "import_module('wakeline.flows.wake.wake')"),
    (upward_imports, "recall/arms.py", "importlib.import_module('..flows.wake', __package__)"),
    (upward_imports, "recall/arms.py", "FLOW = 'wakeline.flows.wake.wake:wake'"),
    (upward_imports, "engine.py", "FLOWS = {'mcp': 'wakeline.interfaces.mcp:serve'}"),
    (upward_imports, "engine.py", "load(f'wakeline.interfaces.{name}')"),
    (upward_imports, "aio.py", "from wakeline.interfaces import cli"),
    (joints_by_string, "flows/wake/wake.py", "import_module(f'wakeline.flows.{name}')"),
    (joints_by_string, "flows/wake/wake.py", "FLOW = 'wakeline.flows.session.end:end'"),
    (environment_reads, "store/sqlite.py", "import os\nos.environ['A']"),
    (environment_reads, "store/sqlite.py", "import os as o\no.getenv('A')"),
    (environment_reads, "store/sqlite.py", "from os import environ as e\ne.get('A')"),
    (own_time_or_chance, "liminal/gap.py", "from datetime import datetime\ndatetime.now(tz)"),
    (own_time_or_chance, "liminal/gap.py", "import datetime as d\nx = field(d.date.today)"),
    (own_time_or_chance, "liminal/gap.py", "from time import time\ntime()"),
    (own_time_or_chance, "liminal/gap.py", "import random\nrandom.choice(x)"),
    (own_time_or_chance, "liminal/gap.py", "from random import choice\nchoice(x)"),
    (own_time_or_chance, "liminal/gap.py", "import random\nrandom.Random()"),
    (missing_docstring, "liminal/gap.py", "x = 1"),
    (vague_names, "liminal/gap.py", "class GapManager: ..."),
    (vague_names, "liminal/gap.py", "class WakeInfo: ..."),
    (vague_names, "liminal/text_utils.py", ""),
    (vague_names, "helpers/text.py", ""),
    (sql_literals, "flows/wake/wake.py", "run('SELECT 1')"),
    (sql_literals, "flows/wake/wake.py", "run('select id, body from turns')"),
    (sql_literals, "flows/wake/wake.py", "run(f'SELECT {a} FROM b')"),
    (sql_literals, "flows/wake/wake.py", "run('INSERT INTO turns VALUES (1)')"),
    (sql_literals, "flows/wake/wake.py", "run('update turns set body = 1')"),
    (sql_literals, "flows/wake/wake.py", "run('DELETE FROM turns')"),
    (sql_literals, "flows/wake/wake.py", "run('WITH a AS (SELECT b FROM c) TABLE a')"),
    (broad_handlers, "flows/wake/wake.py", "try: ...\nexcept Exception: pass"),
    (broad_handlers, "flows/wake/wake.py", "try: ...\nexcept (KeyError, Exception) as e: log(e)"),
    (broad_handlers, "flows/wake/wake.py", "try: ...\nexcept: pass"),
    (broad_handlers, "flows/wake/wake.py", "with contextlib.suppress(Exception): ..."),
]

FINE: list[tuple[Check, str, str]] = [
    (upward_imports, "recall/arms.py", "from wakeline.base import clock"),
    (upward_imports, "recall/arms.py", "from . import fusion"),
    (upward_imports, "recall/arms.py", "from .fusion import fuse"),
    (upward_imports, "recall/arms.py", "log = getLogger('wakeline.recall')"),
    (upward_imports, "engine.py", "FLOWS = {'wake': 'wakeline.flows.wake.wake:wake'}"),
    (upward_imports, "__init__.py", "from wakeline.engine import open"),
    (upward_imports, "interfaces/cli/__init__.py", "import wakeline\nfrom wakeline import aio"),
    (upward_imports, "__main__.py", "from wakeline.interfaces.cli import app"),
    (joints_by_string, "flows/wake/wake.py", "log = getLogger('wakeline.flows')"),
    (environment_reads, "store/sqlite.py", "import os\nos.fsync(1)"),
    (own_time_or_chance, "liminal/gap.py", "import time\ntime.monotonic()"),
    (own_time_or_chance, "liminal/gap.py", "from datetime import datetime\nnow: datetime"),
    (own_time_or_chance, "liminal/gap.py", "import random\ndef f(chance: random.Random): ..."),
    (missing_docstring, "liminal/gap.py", '"""The gap."""'),
    (vague_names, "model/memory.py", "class Metadata: ..."),
    (sql_literals, "flows/wake/wake.py", '"""SELECT is said in the docstring only."""'),
    (sql_literals, "flows/wake/wake.py", "help = 'Select a preset from the list.'"),
    (sql_literals, "flows/wake/wake.py", "help = 'Update the set of hints, or delete from it.'"),
    (broad_handlers, "flows/wake/wake.py", "try: ...\nexcept KeyError: pass"),
    (
        broad_handlers,
        "flows/wake/wake.py",
        "try: ...\nexcept BaseException:\n    undo()\n    raise",
    ),
]


@pytest.mark.parametrize(("check", "path", "source"), CAUGHT)
def test_a_planted_breach_is_caught(check: Check, path: str, source: str) -> None:
    assert len(check(Module(path, source))) >= 1


@pytest.mark.parametrize(("check", "path", "source"), FINE)
def test_what_keeps_the_rules_is_left_alone(check: Check, path: str, source: str) -> None:
    assert check(Module(path, source)) == []


@pytest.mark.parametrize(
    ("sources", "ring"),
    [
        ({"a": "from wakeline.b import x", "b": "def f():\n    from wakeline.a import y"}, 2),
        ({"a": "import wakeline.b", "b": "import wakeline.c", "c": "from wakeline import a"}, 3),
        ({"a": "from wakeline.b import x", "b": "import wakeline.c", "c": ""}, 0),
    ],
)
def test_a_planted_ring_is_found(sources: dict[str, str], ring: int) -> None:
    found = rings(import_graph(Module(f"{name}.py", text) for name, text in sources.items()))
    assert sum(map(len, found)) == ring
