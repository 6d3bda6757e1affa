"""The doctor names each problem, what to do, and ends with the right code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.program import Program
from wakeline.flows.home import surroundings
from wakeline.store.locks import FileLock

# Dies as soon as there is something of the copy: its rows ask for ids.
KILLED_COPY = """
import os, pathlib, signal, sys
import wakeline
from wakeline.base.clock import Ulids

class LastIds(Ulids):
    def new(self, at):
        if any(pathlib.Path(sys.argv[1], "agents").glob(".birch.*")):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().new(at)

wakeline.open(sys.argv[1], ids=LastIds()).copy("ash", "birch")
"""


def findings(program: Program, code: int = 0) -> Iterator[dict[str, Any]]:
    ran = program("doctor", "--json")
    assert ran.code == code, ran.out
    yield from ran.json["findings"]


def about(program: Program, topic: str, code: int = 0) -> dict[str, Any]:
    return next(f for f in findings(program, code) if f["topic"] == topic and f["level"] != "ok")


def test_a_healthy_home_has_nothing_to_do(ash: Program) -> None:
    assert {f["level"] for f in findings(ash)} == {"ok"}
    out = ash.ok("doctor").out
    for word in ("SQLite", "schema", "integrity ok", "full text", "free", "no"):
        assert word in out


def test_the_embedder_and_how_far_its_vectors_have_come_are_named(ash: Program) -> None:
    ash.ok("record", "--user", "The boat is moored behind the lighthouse.")
    ash.ok("settle")
    found = {finding["topic"]: finding["text"] for finding in findings(ash)}
    assert found["embedder"].startswith("static: ")
    assert "meaning current (static-256" in found["ash index"]
    ash.ok("record", "--user", "The ferry leaves at ten.", "--json")
    found = {finding["topic"]: finding["text"] for finding in findings(ash)}
    assert "meaning up to " in found["ash index"]
    ash.ok("config", "set", "embedder", "none")
    found = {finding["topic"]: finding["text"] for finding in findings(ash)}
    assert found["embedder"] == "none: no vectors: recall uses full text alone"


def test_a_home_that_is_not_there_is_not_made(program: Program) -> None:
    assert "wakeline init" in about(program, "home")["todo"]
    assert not Path(program.home).exists()


def test_a_damaged_agent_is_5_the_others_are_looked_at_and_what_is_said_brings_it_back(
    ash: Program,
) -> None:
    ash.ok("agents", "add", "birch")
    ash.ok("record", "ash", "--user", "the kettle is on")
    ash.ok("settle", "ash")
    path = Path(ash.home) / "agents" / "ash" / "memory.db"
    path.write_bytes(b"not a database, whatever it was before" * 200)
    found = list(findings(ash, 5))
    (damaged,) = (f for f in found if f["topic"] == "ash")
    assert damaged["level"] == "fail"
    assert [f["level"] for f in found if f["topic"] == "birch"] == ["ok"]
    assert "`wakeline restore ash --from-archive --replace`" in damaged["todo"]
    ash.ok("restore", "ash", "--from-archive", "--replace")
    assert "kettle" in ash.ok("recall", "ash", "kettle").out


@pytest.mark.parametrize("way", ["emptied", "gone"])
def test_an_agent_whose_database_is_emptied_or_gone_is_5_and_what_is_said_brings_it_back(
    ash: Program, way: str
) -> None:
    ash.ok("record", "ash", "--user", "the kettle is on")
    ash.ok("settle", "ash")
    path = Path(ash.home) / "agents" / "ash" / "memory.db"
    path.unlink()
    if way == "emptied":
        path.touch()
    (damaged,) = (f for f in findings(ash, 5) if f["topic"] == "ash")
    assert damaged["level"] == "fail"
    assert ash("wake", "ash").code == ash("init", "--agent", "ash").code == 5
    replace = ["--replace"] if way == "emptied" else []
    command = " ".join(["restore", "ash", "--from-archive", *replace])
    assert f"`wakeline {command}`" in damaged["todo"]
    ash.ok(*command.split())
    assert "kettle" in ash.ok("recall", "ash", "kettle").out


def test_damage_inside_a_file_is_found(ash: Program) -> None:
    for i in range(4):
        ash.ok("record", "--user", f"turn {i} " + "words " * 400, "--json")
    path = Path(ash.home) / "agents" / "ash" / "memory.db"
    ash.ok("backup")  # folds the write-ahead log back in
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = b"\xff" * 4096
    path.write_bytes(bytes(content))
    assert ash("doctor").code == 5


def test_a_folder_that_others_can_read(ash: Program) -> None:
    folder = Path(ash.home) / "agents" / "ash"
    for path in (Path(ash.home), folder.parent, folder):
        path.chmod(0o755)
    found = about(ash, "permissions", 1)
    assert found["level"] == "fail"
    assert found["todo"] == f"chmod 700 '{folder}'"
    Path(ash.home).chmod(0o700)
    assert {f["level"] for f in findings(ash)} == {"ok"}


def test_a_proposed_document_and_a_session_that_was_cut_off(ash: Program) -> None:
    (Path(ash.home) / "agents" / "ash" / "soul.md").write_text("New.\n")
    ash.ok("identity")
    found = about(ash, "ash identity")
    assert "soul version 1 waits" in found["text"]


def test_an_edit_that_cannot_be_taken_in_is_told(ash: Program) -> None:
    (Path(ash.home) / "agents" / "ash" / "soul.md").write_bytes(b"New.\0\n")
    ash.ok("wake", "--json")
    found = about(ash, "ash identity")
    assert found["level"] == "warn"
    assert "soul.md was edited and cannot be taken in: soul has a NUL character" in found["text"]


def test_settings_that_mean_nothing(ash: Program) -> None:
    (Path(ash.home) / "config.json").write_text('{"agent": "gone", "colour": "red"}')
    texts = [f["text"] for f in findings(ash) if f["topic"] == "config"]
    assert any("colour" in text for text in texts)
    assert any("gone" in text for text in texts)
    (Path(ash.home) / "config.json").write_text("{")
    ran = ash("doctor")
    assert ran.code == 1
    assert "not valid JSON" in ran.out.replace("\n", " ")


def test_a_folder_whose_agent_calls_itself_otherwise_is_told_and_can_be_settled(
    ash: Program,
) -> None:
    agents = Path(ash.home) / "agents"
    (agents / "twin").mkdir()
    shutil.copy(agents / "ash" / "memory.db", agents / "twin")
    found = about(ash, "twin name")
    assert found["text"] == "its folder is called twin, and it calls itself ash"
    assert "`wakeline agents rename twin twin`" in found["todo"]
    assert [one["name"] for one in ash.ok("agents", "list", "--json").json] == ["ash", "twin"]
    ash.ok("agents", "rename", "twin", "twin")
    assert {f["level"] for f in findings(ash) if f["topic"].startswith("twin")} == {"ok"}
    assert ash.ok("agents", "remove", "twin", "--yes", "--json").json["removed"] == "twin"
    assert [folder.name for folder in agents.iterdir()] == ["ash"]


def test_the_agent_that_commands_mean_is_known_however_its_name_is_written(ash: Program) -> None:
    ash.ok("config", "set", "agent", "ASH")
    assert {f["level"] for f in findings(ash)} == {"ok"}
    ash.ok("agents", "rename", "ash", "Birch")
    assert ash.ok("config", "get", "agent", "--json").json["value"] == "birch"
    ash.ok("config", "set", "agent", "a/b")
    assert "there is no such agent" in about(ash, "config")["text"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_what_is_left_of_a_copy_that_was_killed_is_told(ash: Program) -> None:
    subprocess.run([sys.executable, "-c", KILLED_COPY, ash.home], check=False)
    (left,) = (Path(ash.home) / "agents").glob(".birch.*")
    found = about(ash, "leftover")
    assert found["text"] == f"{left} was being made or removed, and never finished"
    assert f"rm -r '{left}'" in found["todo"]
    assert [one["name"] for one in ash.ok("agents", "list", "--json").json] == ["ash"]


def test_what_a_running_process_is_making_is_no_leftover(ash: Program) -> None:
    place = f".birch.01M7GMTTBY4QKZJKWE7FFAMDJX.{os.getpid()}"
    (Path(ash.home) / "agents" / place).mkdir()
    assert {f["level"] for f in findings(ash)} == {"ok"}


@pytest.mark.skipif(not Path(surroundings.LOCKS).exists(), reason="the system has no /proc/locks")
def test_who_holds_a_lock_is_named(ash: Program) -> None:
    with FileLock(str(Path(ash.home) / "agents" / "ash" / "write.lock")):
        found = about(ash, "lock")
    assert "is writing to agents/ash" in found["text"]


def test_the_home_grows_from_week_to_week(ash: Program) -> None:
    import apsw

    ash.ok("doctor")
    connection = apsw.Connection(str(Path(ash.home) / "home.db"))
    connection.execute("UPDATE disk_sizes SET day = date(day, '-3 days'), bytes = 1000").fetchall()
    connection.close()
    home = next(f for f in findings(ash) if f["topic"] == "home")
    assert "this week)" in home["text"]


# -- what the file system says, as values

MOUNTS = """\
/dev/vda / ext4 rw 0 0
server:/export /srv/nfs nfs4 rw 0 0
//host/share /mnt/my\\040share cifs rw 0 0
server:/export /mnt/größe nfs4 rw 0 0
tmpfs /srv tmpfs rw 0 0
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/mara/.wakeline", "ext4"),
        ("/srv/nfs/home", "nfs4"),
        ("/srv/nfsx", "tmpfs"),
        ("/mnt/my share/x", "cifs"),
        ("/mnt/größe/h", "nfs4"),
    ],
)
def test_the_file_system_of_a_path(path: str, kind: str) -> None:
    assert surroundings.file_system_type(path, MOUNTS) == kind


def test_a_network_folder_is_a_warning_with_a_way_out() -> None:
    (found,) = surroundings.check_shared_folder("/srv/nfs/home", MOUNTS)
    assert found.level == "warn"
    assert "PostgreSQL" in found.todo


@pytest.mark.parametrize("name", ["Dropbox", "OneDrive - Acme", "iCloudDrive", "Google Drive"])
def test_a_synced_folder_is_known_by_its_name(tmp_path: Path, name: str) -> None:
    assert surroundings.sync_program(str(tmp_path / name / "home")) is not None


def test_a_synced_folder_is_known_by_its_mark(tmp_path: Path) -> None:
    assert surroundings.sync_program(str(tmp_path / "home")) is None
    (tmp_path / ".stfolder").mkdir()
    assert surroundings.sync_program(str(tmp_path / "home")) == "Syncthing"


def test_the_holder_of_a_lock_is_read_from_the_kernels_table() -> None:
    table = (
        "1: FLOCK  ADVISORY  WRITE 4711 fe:00:131 0 EOF\n"
        "1: -> FLOCK  ADVISORY  WRITE 4712 fe:00:131 0 EOF\n"
        "2: POSIX  ADVISORY  READ  4713 fe:00:77 0 EOF\n"
    )
    assert surroundings.lock_holders(131, table) == [4711]


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 B"), (999, "999 B"), (212_000_000, "212 MB"), (3e12, "3 TB")]
)
def test_sizes_in_words(number: float, words: str) -> None:
    assert surroundings.bytes_text(number) == words
