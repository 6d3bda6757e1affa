"""The daily archive: every entry once, sealed by a chain, whole again after a kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.builders import START, Homes, an_exchange
from tests.contract.life import archive_days, archive_folder, live
from wakeline.store.log_lines import hash_line, next_chain_hash

KILLS = 12


@pytest.fixture
def folder_home(tmp_path: Path) -> Any:
    """A home with files, whatever the engine of other tests."""
    homes = Homes("sqlite", str(tmp_path / "home"))
    yield homes
    homes.close()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def entries_in(ash: Any) -> list[dict[str, Any]]:
    """The entries of all files in order, without the seals."""
    files = sorted(archive_folder(ash).glob("*.jsonl"))
    return [line for file in files for line in lines_of(file) if line["type"] != "seal"]


@pytest.mark.feature("B12")
def test_a_file_a_day_holds_every_turn_and_event_once_and_verbatim(folder_home: Homes) -> None:
    ash = live(folder_home, days=2)
    names = sorted(file.name for file in archive_folder(ash).glob("*"))
    assert names == ["2026-03-02.jsonl", "2026-03-03.jsonl"]
    found = entries_in(ash)
    assert [line["seq"] for line in found] == list(range(1, len(found) + 1))
    assert len(found) == ash.status().turns + ash.status().events
    assert {line["type"] for line in found} == {"turn", "event"}
    said = [line["text"] for line in found if line["type"] == "turn"]
    assert said[0] == "On day 0 we repaired the roof tiles with Anna, item0."


@pytest.mark.feature("X18")
def test_a_day_is_appended_to_until_it_is_over_and_then_sealed(folder_home: Homes) -> None:
    ash = folder_home.agent()
    an_exchange(ash, 1)
    ash.archive()
    file = archive_folder(ash) / "2026-03-02.jsonl"
    before = file.read_bytes()
    an_exchange(ash, 2)
    ash.archive()
    assert file.read_bytes().startswith(before)
    assert [day.sealed_at for day in archive_days(ash)] == [None]
    folder_home.later(days=1)
    assert ash.archive().sealed == ("2026-03-02",)
    sealed = file.read_bytes()
    an_exchange(ash, 3)
    ash.archive()
    assert file.read_bytes() == sealed
    assert lines_of(file)[-1]["type"] == "seal"


def test_the_seal_is_a_chain_over_the_hashes_of_all_lines_from_the_first_day_on(
    folder_home: Homes,
) -> None:
    ash = live(folder_home, days=3)
    ash.archive()
    head = ""
    for file in sorted(archive_folder(ash).glob("*.jsonl")):
        *lines, seal = file.read_text(encoding="utf-8").splitlines()
        for line in lines:
            head = next_chain_hash(head, hash_line(line))
        assert json.loads(seal)["head_hash"] == head


def test_on_both_engines_each_day_has_a_row_that_goes_on_where_the_last_one_ended(
    open_home: Homes,
) -> None:
    ash = live(open_home, days=3)
    open_home.later(days=1)
    ash.archive()
    days = archive_days(ash)
    assert [day.day for day in days] == ["2026-03-02", "2026-03-03", "2026-03-04"]
    assert all(day.sealed_at is not None for day in days)
    assert [day.first_seq for day in days] == [1, *(day.last_seq + 1 for day in days[:-1])]
    assert ash.verify().ok


def test_settle_archives_while_a_session_is_alive(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    an_exchange(ash, 1)
    ash.settle()
    (day,) = archive_days(ash)
    assert day.lines == ash.status().turns + ash.status().events
    assert ash.settle().done == ()


def test_a_clock_that_goes_back_does_not_reopen_a_day(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash, 1)
    open_home.later(days=2)
    an_exchange(ash, 2)
    open_home.clock.set(START - timedelta(days=5))
    an_exchange(ash, 3)
    ash.archive()
    assert [day.day for day in archive_days(ash)] == ["2026-03-02", "2026-03-04"]
    open_home.clock.set(START + timedelta(days=9))
    ash.archive()
    open_home.clock.set(START)
    an_exchange(ash, 4)
    ash.archive()
    assert [day.day for day in archive_days(ash)] == ["2026-03-02", "2026-03-04", "2026-03-05"]
    assert ash.verify().ok


def test_lines_that_were_appended_but_never_counted_are_put_right(folder_home: Homes) -> None:
    ash = folder_home.agent()
    an_exchange(ash, 1)
    ash.archive()
    an_exchange(ash, 2)
    file = archive_folder(ash) / "2026-03-02.jsonl"
    whole = [line for line in ash.export() if '"type":"header"' not in line]
    # A run that was killed after it had appended one line and a half.
    torn = f"{whole[-2]}\n{whole[-1][:40]}"
    file.write_text(file.read_text(encoding="utf-8") + torn, encoding="utf-8")
    assert ash.verify().ok
    ash.archive()
    assert file.read_text(encoding="utf-8").splitlines() == whole
    assert ash.verify().ok


def test_a_file_of_a_day_that_a_dead_run_had_begun_is_begun_again(folder_home: Homes) -> None:
    ash = folder_home.agent()
    an_exchange(ash, 1)
    ash.archive()
    folder_home.later(days=1)
    an_exchange(ash, 2)
    lines = list(ash.export())
    (archive_folder(ash) / "2026-03-03.jsonl").write_text(f"{lines[-2]}\n{lines[-1][:9]}")
    (archive_folder(ash) / "2026-03-03.jsonl.77.new").write_text("half a line")
    assert ash.verify().ok
    ash.archive()
    assert sorted(os.listdir(archive_folder(ash))) == ["2026-03-02.jsonl", "2026-03-03.jsonl"]
    assert [line["seq"] for line in entries_in(ash)] == [1, 2, 3, 4, 5]


def test_a_file_that_was_lost_is_written_again_as_it_was(folder_home: Homes) -> None:
    ash = live(folder_home, days=2)
    file = archive_folder(ash) / "2026-03-02.jsonl"
    before = file.read_bytes()
    file.unlink()
    ash.archive()
    assert file.read_bytes() == before


def test_files_can_be_left_out_and_had_later(folder_home: Homes) -> None:
    ash = folder_home(settings={"archive.files": "false"}).agent("ash")
    an_exchange(ash, 1)
    ash.archive()
    assert not archive_folder(ash).exists()
    assert [day.lines for day in archive_days(ash)] == [3]
    again = folder_home.agent()
    again.archive()
    assert [line["seq"] for line in entries_in(again)] == [1, 2, 3]


WRITER = """
import sys, wakeline
with wakeline.open(sys.argv[1]) as home:
    ash = home.agent("ash")
    print("up", flush=True)
    for number in range(100_000):
        ash.record(user=f"turn {number} " + "x" * (number % 977), agent="kept")
        if number % 3 == 0:
            ash.archive()
"""


@pytest.mark.slow
@pytest.mark.feature("B12")
def test_an_archiver_that_is_killed_at_any_moment_leaves_an_archive_that_goes_on(
    tmp_path: Path,
) -> None:
    home = str(tmp_path / "home")
    for kill in range(KILLS):
        command = [sys.executable, "-c", WRITER, home]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.05 + 0.037 * kill)
            process.send_signal(signal.SIGKILL)
        homes = Homes("sqlite", home)
        ash = homes.agent()
        assert ash.verify().ok, ash.verify()
        through = ash.archive().through
        assert [line["seq"] for line in entries_in(ash)] == list(range(1, through + 1))
        homes.close()


@pytest.mark.feature("B48")
def test_a_file_that_goes_while_the_agent_is_open_is_written_again(folder_home: Homes) -> None:
    """The folder's names are remembered from one archiving to the next, by the folder's time."""
    ash = live(folder_home, days=2)
    folder = archive_folder(ash)
    first = folder / "2026-03-02.jsonl"
    whole = first.read_bytes()
    for step in range(2):
        os.utime(folder, (START.timestamp(), START.timestamp()))
        ash.archive()
        first.unlink()
        if step == 0:
            os.utime(folder, (START.timestamp(), START.timestamp()))  # nobody could tell
            ash.archive()
            assert not first.exists()
            first.write_bytes(b"")
            first.unlink()
        ash.archive()
        assert first.read_bytes() == whole
