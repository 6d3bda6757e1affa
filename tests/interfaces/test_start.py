"""What the commands that agents call at every turn may load: start-up is paid at every prompt."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.interfaces.program import Program

DUMP = """
import json, sys
before = set(sys.modules)
from wakeline.__main__ import main
code = main({words!r})
json.dump(sorted(set(sys.modules) - before), sys.stderr)
sys.exit(code)
"""
# What a wake loads besides Wakeline itself, by top-level name. Everything here was looked at;
# whatever is added costs every agent milliseconds at every wake.
STANDARD = {
    "__future__", "_bisect", "_blake2", "_collections", "_datetime", "_functools", "_hashlib",
    "_json", "_operator", "_sha256", "_sha2", "_sre", "_struct", "_sysconfigdata", "_typing",
    "_weakrefset", "_zoneinfo", "atexit", "collections", "contextlib", "copyreg", "datetime",
    "encodings", "enum", "errno", "fcntl", "functools", "gc", "hashlib", "importlib", "itertools",
    "json", "keyword", "math", "operator", "re", "reprlib", "struct", "sysconfig", "threading",
    "types", "typing", "unicodedata", "warnings", "weakref", "zoneinfo",
}  # fmt: skip
FOREIGN = {"apsw"}
ROOMS_OF_A_WAKE = {
    "base", "context", "engine", "flows", "hydration", "interfaces", "liminal", "minds", "model",
    "ports", "sessions", "store", "language", "reading", "__main__",
}  # fmt: skip


def loaded(program: Program, *words: str) -> set[str]:
    code = DUMP.format(words=[*words, "--home", program.home])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        env=program.environment(),
        timeout=60,
        check=True,
    )
    json.loads(done.stdout)
    return set(json.loads(done.stderr))


def top_level(modules: set[str]) -> set[str]:
    names = {name.split(".")[0] for name in modules} - {"wakeline"}
    return {"_sysconfigdata" if name.startswith("_sysconfigdata") else name for name in names}


def rooms(modules: set[str]) -> set[str]:
    return {name.split(".")[1] for name in modules if name.startswith("wakeline.")}


def test_a_wake_loads_only_what_is_written_down(ash: Program) -> None:
    modules = loaded(ash, "wake", "ash", "--json")
    assert top_level(modules) - STANDARD - FOREIGN == set()
    assert rooms(modules) - ROOMS_OF_A_WAKE == set()
    assert not [name for name in modules if name.startswith("wakeline.interfaces.cli")]


@pytest.mark.parametrize(
    "words",
    [
        ("wake", "ash", "--json"),
        ("recall", "ash", "staging", "--json"),
        ("record", "ash", "--user", "hello", "--json"),
    ],
)
def test_the_fast_commands_load_neither_typer_nor_rich(
    ash: Program, words: tuple[str, ...]
) -> None:
    heavy = {"typer", "rich", "asyncio", "psycopg", "argparse", "logging"}
    if words[0] != "recall":  # ranking counts with arrays
        heavy |= {"numpy", "dataclasses"}
    assert top_level(loaded(ash, *words)) & heavy == set()


def test_recall_by_words_alone_loads_no_arrays(ash: Program) -> None:
    ash.ok("config", "set", "embedder", "none")
    assert "numpy" not in top_level(loaded(ash, "recall", "ash", "staging", "--json"))


def test_the_fast_path_and_the_full_command_line_answer_alike(ash: Program) -> None:
    ash.ok("record", "--user", "the bike has a flat tyre", "--json")
    fast = ash.ok("recall", "ash", "tyre", "--json").json
    full = ash.ok("recall", "ash", "tyre", "--json", "--explain").json
    assert [hit["id"] for hit in fast] == [hit["id"] for hit in full]
    assert fast[0].keys() == full[0].keys()


def test_options_may_be_joined_by_an_equals_sign(ash: Program) -> None:
    ash.ok("record", "ash", "--user=the bike has a flat tyre", "--json")
    assert ash.ok("recall", "ash", "tyre", "--k=1", "--json").json[0]["text"].startswith("the bike")


def test_an_option_that_the_fast_path_does_not_know_is_a_usage_error(ash: Program) -> None:
    ran = ash("wake", "ash", "--json", "--presett", "lean")
    assert ran.code == 2
    assert ran.json["error"]["kind"] == "Invalid"


# A hook also writes what is said, and recalls by words.
ROOMS_OF_A_HOOK = ROOMS_OF_A_WAKE | {"log", "recall", "graph"}
OF_A_HOOK = STANDARD | {"time", "zlib"}
# What cuts words to their stems, in every process that writes.
STEMMER = {"Stemmer", "cython_runtime"}


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit", "Stop", "PostToolUse"])
def test_a_hook_loads_only_what_is_written_down(ash: Program, event: str) -> None:
    ash.ok(
        "record",
        "ash",
        "--user",
        "the bike has a flat tyre at the back",
        "--mode",
        "code",
        "--json",
    )
    fields = {
        "hook_event_name": event,
        "session_id": "s1",
        "source": "user" if event == "UserPromptSubmit" else "startup",
        "prompt": "which tyre of the bike is flat?",
        "last_assistant_message": "The one at the back.",
        "tool_name": "Read",
        "tool_response": "tyre",
    }
    code = DUMP.format(words=["hook", "claude-code", "--home", ash.home])
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(fields).encode(),
        capture_output=True,
        env=ash.environment(),
        timeout=60,
        check=True,
    )
    assert isinstance(json.loads(done.stdout), dict)
    modules = set(json.loads(done.stderr))
    others = top_level(modules) - OF_A_HOOK - FOREIGN - STEMMER
    assert {name for name in others if not name.startswith("_cython_")} == set()
    assert rooms(modules) - ROOMS_OF_A_HOOK == set()
    if event == "SessionStart":  # nothing was said yet: nothing to analyse
        assert "recall" not in rooms(modules)
    assert not [name for name in modules if name.startswith("wakeline.interfaces.cli")]
