"""What programs see: every name with real types, and a checker that finds what is wrong."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests import aio_stub
from tests.builders import Homes
from wakeline.engine.faces.face import Face

ENGINE = Path(__file__).parents[1] / "src" / "wakeline" / "engine"

# Each line with the type that a reader of the code is told, or with what is wrong with it.
SAMPLES = """
import wakeline
from wakeline import aio
home = wakeline.open("x")
ash = home.agent("ash")
reveal_type(ash)  # wakeline.engine.agent.Agent
reveal_type(ash.wake())  # wakeline.model.context.Woken
reveal_type(ash.wake(staged=True))  # wakeline.flows.wake.stages.StagedWake
reveal_type(ash.recall("q"))  # wakeline.model.memory.Hit
reveal_type(ash.facts.set("k", "v"))  # wakeline.model.memory.Fact
reveal_type(ash.facts.get("k"))  # fallback=wakeline.model.memory.Fact] | None
reveal_type(ash.memories.all())  # wakeline.model.memory.Memory
reveal_type(ash.decisions.check("x"))  # wakeline.model.decision.DecisionConflict
reveal_type(ash.record(user="a").ids)  # tuple[str, ...]
reveal_type(home.doctor())  # wakeline.flows.home.doctor.Checkup
async def other() -> None:
    async with aio.open("x") as there:
        reveal_type(await there.agent("ash").recall("q"))  # wakeline.model.memory.Hit
        await there.agent("ash").recal("q")  # ! no attribute
home.agent(1)  # ! incompatible type
ash.wak()  # ! no attribute
ash.wake(budgt=3)  # ! budgt
ash.recall("q", k="many")  # ! incompatible type
ash.recall("q", sinse="yesterday")  # ! sinse
ash.facts.set("k")  # ! Missing positional
ash.facts.get("k").value  # ! has no attribute
ash.memories.add("x", importance="high")  # ! incompatible type
ash.record(user="a").identifier  # ! no attribute
ash.end(summry="x")  # ! summry
"""


def faces() -> Iterator[type[Any]]:
    """The classes of the public face."""
    yield wakeline.Agent
    yield wakeline.Home
    for path in sorted((ENGINE / "faces").glob("*.py")):
        module = __import__(f"wakeline.engine.faces.{path.stem}", fromlist=["x"])
        for value in vars(module).values():
            if inspect.isclass(value) and issubclass(value, Face) and value is not Face:
                yield value


def test_no_method_of_the_public_face_takes_or_returns_any() -> None:
    vague = [
        f"{cls.__name__}.{name}"
        for cls in set(faces())
        for name, member in vars(cls).items()
        if not name.startswith("_") and inspect.isfunction(member)
        for annotation in member.__annotations__.values()
        if "Any" in ast.unparse(ast.parse(str(annotation))).replace("[", " ").split()
    ]
    assert vague == []


def test_every_method_of_the_public_face_says_what_it_does() -> None:
    silent = [
        f"{cls.__name__}.{name}"
        for cls in set(faces())
        for name, member in vars(cls).items()
        if not name.startswith("_") and inspect.isfunction(member) and not member.__doc__
    ]
    assert silent == []


def test_an_editor_sees_the_faces_of_an_agent(open_home: Homes) -> None:
    ash = open_home().agent("ash")
    assert {"facts", "memories", "decisions", "guards", "liminal", "working"} <= set(dir(ash))
    assert ash.facts is ash.facts


def test_the_types_of_aio_are_those_of_the_engine() -> None:
    assert aio_stub.STUB.read_text(encoding="utf-8") == aio_stub.formatted(aio_stub.stub())


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """What mypy says of the samples, by line."""
    file = tmp_path_factory.mktemp("types") / "samples.py"
    file.write_text(SAMPLES, encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(file)]
    said = subprocess.run(mypy, capture_output=True, text=True, check=False).stdout
    found: dict[int, str] = {}
    for line in said.splitlines():
        number, _, text = line.partition("samples.py:")[2].partition(":")
        found[int(number)] = found.get(int(number), "") + text
    return found


LINES = [
    (number, code, told)
    for number, line in enumerate(SAMPLES.splitlines(), start=1)
    for code, mark, told in [line.partition("  # ")]
    if mark
]


@pytest.mark.parametrize(("number", "code", "told"), LINES, ids=lambda value: str(value).strip())
def test_a_checker_knows_the_type_of_what_comes_back_and_finds_mistakes(
    checked: dict[int, str], number: int, code: str, told: str
) -> None:
    assert told.removeprefix("! ") in checked.get(number, "")
    assert ("error:" in checked[number]) == told.startswith("! ")
