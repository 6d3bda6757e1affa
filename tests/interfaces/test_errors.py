"""Bad input gives one clear error, the right exit code, no traceback, and loses nothing."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from tests.interfaces.program import Program, Ran
from wakeline import __main__ as program_module
from wakeline.base.errors import (
    Busy,
    Conflict,
    Damaged,
    HomeUnusable,
    IllegalMove,
    Invalid,
    NewerSchema,
    NotFound,
    NotPermitted,
    WakelineError,
)
from wakeline.interfaces import commands
from wakeline.interfaces.cli.home import upkeep
from wakeline.interfaces.exit_codes import exit_code, of_the_system

CODES = [
    (WakelineError("x"), 1),
    (Invalid("x"), 2),
    (NotFound("x"), 3),
    (Conflict("x"), 4),
    (IllegalMove("x", "a", "b"), 4),
    (Busy("x"), 4),
    (Damaged("x"), 5),
    (NotPermitted("x"), 1),
    (NewerSchema("x"), 1),
]


@pytest.mark.parametrize(("error", "code"), CODES, ids=lambda x: type(x).__name__)
def test_every_kind_of_error_has_its_exit_code(error: WakelineError, code: int) -> None:
    assert exit_code(error) == code


def failed(ran: Ran, code: int, *words: str) -> None:
    assert ran.code == code, ran
    assert ran.err.startswith("wakeline: ")
    assert ran.out == ""
    for word in words:
        assert word in ran.err


def test_what_to_do_stands_indented_below_what_happened(ash: Program) -> None:
    lines = ash("wake", "nobody").err.splitlines()
    assert lines[0].startswith("wakeline: there is no agent 'nobody'")
    assert lines[1].startswith("          `wakeline agents`")


def test_an_error_with_json_is_a_document_on_stdout(ash: Program) -> None:
    for words in (("wake", "nobody", "--json"), ("status", "nobody", "--json")):
        ran = ash(*words)
        assert ran.code == 3
        assert ran.err == ""
        assert ran.json["error"]["kind"] == "NotFound"
        assert "nobody" in ran.json["error"]["message"]
        assert ran.json["error"]["todo"]


def test_an_unknown_agent_is_never_made(ash: Program) -> None:
    for words in (["wake"], ["record", "--user", "x"], ["recall", "x"], ["status"], ["end"]):
        command, *rest = words
        failed(ash(command, "nobody", *rest), 3, "nobody")
    assert [agent["name"] for agent in ash.ok("agents", "--json").json] == ["ash"]


def test_nobody_home_says_how_to_begin(program: Program) -> None:
    failed(program("wake"), 3, "wakeline init")
    assert not Path(program.home).exists()


def test_several_agents_and_none_named(ash: Program) -> None:
    ash.ok("agents", "add", "birch")
    ash.ok("config", "unset", "agent")
    failed(ash("wake"), 2, "2 agents", "config set agent")
    ash.ok("config", "set", "agent", "birch")
    assert ash.ok("wake", "--json").json["context"]["identity"]["name"] == "birch"


def test_a_home_that_is_a_file(program: Program, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    failed(program("wake", "ash"), 1, "is a file, not a folder")
    failed(program("init", "--yes"), 1, "is a file")
    assert (tmp_path / "home").read_text() == "not a folder"


def test_a_folder_in_which_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    program = Program(tmp_path / "closed" / "home", tmp_path)
    failed(program("init", "--yes", powerless=True), 1, "cannot be used", "Permission denied")


def test_a_read_only_agent_is_refused_and_stays_as_it_was(ash: Program) -> None:
    folder = Path(ash.home) / "agents" / "ash"
    ash.ok("record", "--user", "before")
    for path, mode in ((folder / "memory.db", 0o400), (folder, 0o500)):
        path.chmod(mode)
    failed(ash("record", "--user", "hello", powerless=True), 1)
    failed(ash("wake", powerless=True), 1)
    for path, mode in ((folder, 0o700), (folder / "memory.db", 0o600)):
        path.chmod(mode)
    assert ash.ok("status", "--json").json["turns"] == 1


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://nobody:hunter2@127.0.0.1:1/none",
        "postgresql://[broken",
        "postgres://127.0.0.1:notaport/x",
    ],
)
def test_a_broken_database_url_is_told_without_its_password(tmp_path: Path, url: str) -> None:
    ran = Program(url, tmp_path)("wake", "ash")
    assert ran.code in (1, 2)
    assert ran.err.startswith("wakeline: ")
    assert "hunter2" not in ran.err
    checkup = Program(url, tmp_path)("doctor", "--json")
    assert checkup.code == 1
    assert "hunter2" not in checkup.out


def test_a_place_that_is_neither_folder_nor_database_is_refused(tmp_path: Path) -> None:
    program = Program("posgresql://ash:hunter2@127.0.0.1/none", tmp_path)
    for words in (("init", "--yes"), ("wake", "ash"), ("doctor", "--json"), ("status", "--json")):
        ran = program(*words)
        assert ran.code in (1, 2)
        assert "posgresql://" in ran.out + ran.err
        assert "hunter2" not in ran.out + ran.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "   "])
def test_empty_text_is_refused(ash: Program, text: str) -> None:
    failed(ash("record", "--user", text), 2)
    failed(ash("memory", "add", "ash", text), 2)
    assert ash.ok("status", "--json").json["turns"] == 0


def test_nul_bytes_are_refused(ash: Program) -> None:
    failed(ash("record", "--user", "-", stdin=b"one\0two"), 2)
    assert ash.ok("status", "--json").json["turns"] == 0


def test_fifty_megabytes_are_refused_and_nothing_is_lost(ash: Program) -> None:
    ash.ok("record", "--user", "before")
    ran = ash("record", "--user", "-", "--json", stdin="word " * 10_000_000)
    assert ran.code == 2
    assert ran.json["error"]["kind"] == "Invalid"
    ash.ok("record", "--user", "after")
    assert ash.ok("status", "--json").json["turns"] == 2


@pytest.mark.parametrize("at", ["2026-03-01T09:00:00", "yesterday", "2026-13-01T00:00:00Z"])
def test_a_date_that_is_no_moment(ash: Program, at: str) -> None:
    failed(ash("record", "--user", "hello", "--at", at), 2, "at is")
    assert ash("record", "--user", "hello", "--at", at, "--json").code == 2


def test_a_schema_from_the_future_is_refused_and_left_alone(ash: Program) -> None:
    path = Path(ash.home) / "agents" / "ash" / "memory.db"
    connection = apsw.Connection(str(path))
    connection.execute("INSERT INTO schema_migrations VALUES (99, 'later', 'x')").fetchall()
    connection.close()
    failed(ash("wake"), 1, "newer version", "schema 99", "Update wakeline")
    ran = ash("agents")
    assert ran.code == 0
    assert "newer version" in ran.out.replace("\n", " ")


def test_a_damaged_file_is_an_integrity_error(ash: Program) -> None:
    path = Path(ash.home) / "agents" / "ash" / "memory.db"
    path.write_bytes(b"this is no database at all, but long enough to be read" * 100)
    failed(ash("wake"), 5, "not a whole SQLite database")


def test_usage_errors_join_the_tree(ash: Program) -> None:
    failed(ash("wake", "--no-such-option"), 2, "wakeline wake --help")
    failed(ash("no-such-command"), 2)
    failed(ash("recall"), 2)
    failed(ash("fact", "set", "only-a-key"), 2)
    failed(ash("wake", "--budget", "many"), 2)
    failed(ash("wake", "--budget", "3"), 2, "budget")
    assert ash("wake", "--budget", "many", "--json").json["error"]["kind"] == "Invalid"


def test_a_reader_that_goes_away_ends_the_program_quietly(ash: Program) -> None:
    for i in range(3):
        ash.ok("record", "--user", f"turn {i} " + "x" * 60_000)
    line = f'"{sys.executable}" -m wakeline recall ash turn --json --home "{ash.home}" | head -c 1'
    done = subprocess.run(
        ["sh", "-c", line], capture_output=True, env=ash.environment(), check=False, timeout=60
    )
    assert done.stderr == b""


@pytest.mark.skipif(sys.platform != "linux", reason="a device that is always full")
@pytest.mark.parametrize("words", [("status",), ("wake", "--json"), ("export",), ("config",)])
def test_a_full_disk_behind_standard_output_is_told(ash: Program, words: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "wakeline", *words, "--home", ash.home],
            stdout=full,
            stderr=subprocess.PIPE,
            env=ash.environment(),
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 2)
    assert done.stderr.startswith(b"wakeline: the disk is full")


def test_half_an_export_is_not_left_behind(tmp_path: Path) -> None:
    def lines() -> Iterator[str]:
        yield "{}"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        upkeep._write_file(str(tmp_path / "log.jsonl"), lines(), lambda _: None)
    assert not list(tmp_path.iterdir())


def test_a_folder_where_a_file_should_be_is_told(ash: Program, tmp_path: Path) -> None:
    failed(ash("record", "--file", str(tmp_path)), 3, "cannot be read", "Is a directory")
    told = of_the_system(IsADirectoryError(errno.EISDIR, "Is a directory", "soul.md"))
    assert isinstance(told, HomeUnusable)
    assert told.message == "soul.md cannot be used (Is a directory)."
    assert of_the_system(ConnectionResetError(errno.ECONNRESET, "reset")) is None


def test_what_nobody_expected_is_one_line_with_advice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def burst(*_: object) -> int:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(commands, "_run", burst)
    monkeypatch.delenv("WAKELINE_DEBUG", raising=False)
    assert program_module.main(["status"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("wakeline: unexpected ZeroDivisionError")
    assert "WAKELINE_DEBUG=1" in err
    assert "Traceback" not in err
    monkeypatch.setenv("WAKELINE_DEBUG", "1")
    program_module.main(["status"])
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "_run", interrupted)
    assert program_module.main(["status"]) == 130


def test_what_a_plugin_prints_is_no_part_of_an_answer(ash: Program, tmp_path: Path) -> None:
    """The listener of the documentation prints; so do libraries, when they are in the mood."""
    about = tmp_path / "tides-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tides\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[wakeline.plugins]\ntides = tides_plugin:register\n")
    (tmp_path / "tides_plugin.py").write_text(
        "def register(home):\n"
        "    print('loaded')\n"
        "    home.register_gap_listener('tides', lambda crossing: print('away'))\n"
    )
    paths = [str(tmp_path), *filter(None, sys.path)]
    more = {"WAKELINE_PLUGINS": "tides", "PYTHONPATH": os.pathsep.join(paths)}
    start = {"hook_event_name": "SessionStart", "session_id": "s1", "source": "startup"}
    ran = [
        ash("wake", "--json", environment=more),
        ash("context", "show", "a prompt", "--json", environment=more),
        ash("hook", "claude-code", stdin=json.dumps(start), environment=more),
    ]
    assert [isinstance(each.json, dict) for each in ran] == [True, True, True]
    assert ["loaded" in each.err for each in ran] == [True, True, True]
    assert ["away" in each.err for each in ran] == [True, False, True]
    lines = ash("export", environment=more).out.splitlines()
    assert all(isinstance(json.loads(line), dict) for line in lines)


def test_a_word_that_is_no_text_is_said_to_be_none(ash: Program) -> None:
    for words in (("decisions", "show"), ("letters", "show", "--id")):
        ran = ash(*words, os.fsdecode(b"caf\xe9"))
        assert (ran.code, "is not text" in ran.err) == (2, True)
