"""Agents copied out, brought back, copied and removed, with nothing lost on the way."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import apsw
import pytest

import wakeline
from tests.builders import Homes, an_exchange, select
from tests.contract.life import answers, archive_days, archive_folder, live, plant, tables
from wakeline.base.clock import Ulids
from wakeline.base.errors import Busy, Conflict, Damaged, Invalid, NotFound


@pytest.fixture
def homes(tmp_path: Path) -> Any:
    """A home that is a folder."""
    made = Homes("sqlite", str(tmp_path / "home"))
    yield made
    made.close()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Any:
    """Another home that is a folder, still empty."""
    made = Homes("sqlite", str(tmp_path / "elsewhere"))
    made._ids = Ulids(8)
    yield made
    made.close()


def save(agent: wakeline.Agent, path: Path) -> Path:
    path.write_text("".join(f"{line}\n" for line in agent.export()), encoding="utf-8")
    return path


def names(home: wakeline.Home) -> list[str]:
    return [identity.name for identity in home.agents()]


# -- from the archive


@pytest.mark.slow
@pytest.mark.feature("B12", "B13")
def test_an_agent_restored_from_its_archive_has_equal_tables_and_answers_200_questions_as_before(
    homes: Homes, elsewhere: Homes
) -> None:
    ash = live(homes)
    ash.archive()
    told, before, days = answers(ash), tables(ash), archive_days(ash)
    assert sum(map(len, told)) > 1000
    elsewhere.clock.set(homes.clock.now())
    home = elsewhere()
    (identity,) = home.restore(archive_folder(ash))
    again = home.agent("ash")
    assert identity == again.identity == ash.identity
    assert tables(again) == before
    assert archive_days(again) == days
    assert answers(again) == told
    assert again.verify().ok
    for file in archive_folder(ash).iterdir():
        assert (archive_folder(again) / file.name).read_bytes() == file.read_bytes()
    assert (Path(home.location) / "agents/ash/identity.md").read_text() == "I am calm.\n"


@pytest.mark.slow
@pytest.mark.feature("B13")
def test_a_log_that_goes_from_one_engine_to_the_other_and_back_gives_equal_tables(
    homes: Homes, elsewhere: Homes, pg_url: str, tmp_path: Path
) -> None:
    ash = live(homes)
    ash.forget(ash.recall("roof tiles", kinds=["conversation"])[0].id)
    ash.settle()  # words are counted again without what was forgotten
    before = tables(ash)
    database = Homes("postgres", pg_url)
    database._ids = Ulids(9)
    for other in (database, elsewhere):
        other.clock.set(homes.clock.now())
    told = answers(ash)
    database().restore(save(ash, tmp_path / "first.jsonl"))
    there = database.agent()
    assert there.verify().ok
    assert tables(there) == before
    assert answers(there) == told
    elsewhere().restore(save(there, tmp_path / "second.jsonl"))
    again = elsewhere.agent()
    assert tables(again) == before
    assert again.verify().ok
    database.close()


def test_what_a_kill_tore_off_at_the_end_of_an_archive_is_left_out(
    homes: Homes, elsewhere: Homes
) -> None:
    ash = live(homes, days=1)
    before = tables(ash)
    file = max(archive_folder(ash).iterdir())
    file.write_bytes(file.read_bytes() + b'{"type":"turn","seq"')
    elsewhere().restore(archive_folder(ash))
    assert tables(elsewhere.agent()) == before


def test_bytes_that_are_no_text_are_left_out_at_the_end_of_an_archive_and_damage_within_it(
    homes: Homes, elsewhere: Homes
) -> None:
    ash = live(homes, days=1)
    ash.archive()
    (file,) = archive_folder(ash).glob("*.jsonl")
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], b"\xff\xff", *lines[1:]]))
    with pytest.raises(Damaged, match="line 2"):
        elsewhere().restore(archive_folder(ash))
    file.write_bytes(whole + b"\xff\xff")
    elsewhere().restore(archive_folder(ash))
    assert tables(elsewhere.agent()) == tables(ash)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda lines: [lines[0].replace("person", "nobody"), *lines[1:]],
        lambda lines: [*lines[:4], *lines[5:]],
        lambda lines: [*lines[:4], "{}", *lines[5:]],
        lambda lines: lines[1:],
    ],
    ids=["changed", "gone", "unreadable", "beheaded"],
)
def test_an_archive_that_was_tampered_with_is_refused_and_nothing_is_made(
    homes: Homes, elsewhere: Homes, spoil: Callable[[list[str]], list[str]]
) -> None:
    ash = live(homes, days=2)
    ash.archive()
    file = min(archive_folder(ash).iterdir())
    lines = spoil(file.read_text(encoding="utf-8").splitlines())
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with pytest.raises(Damaged):
        elsewhere().restore(archive_folder(ash))
    assert names(elsewhere()) == []
    assert list(Path(elsewhere.location).rglob("memory.db")) == []


def test_an_export_that_was_cut_short_is_refused(homes: Homes, elsewhere: Homes) -> None:
    ash = live(homes, days=1)
    path = save(ash, Path(homes.location) / "cut.jsonl")
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-2]))
    with pytest.raises(Damaged, match="ends at entry"):
        elsewhere().restore(path)


def test_an_agent_whose_database_is_broken_comes_back_from_its_own_archive(homes: Homes) -> None:
    ash = live(homes, days=2)
    before = tables(ash)
    folder = Path(homes.location) / "agents/ash"
    homes.close()
    (folder / "memory.db").write_bytes(b"no database at all" * 100)
    home = homes()
    with pytest.raises(Conflict):
        home.restore(folder / "archive")
    home.restore(folder / "archive", replace=True)
    assert tables(homes.agent()) == before
    (aside,) = (Path(homes.location) / "backups").glob("ash-aside-*")
    assert (aside / "memory.db").read_bytes().startswith(b"no database")


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def without_its_identity(path: Path) -> None:
    connection = apsw.Connection(str(path))
    connection.execute("DELETE FROM identities").fetchall()
    connection.close()


def with_a_torn_page(path: Path) -> None:
    """Spoil most of one that is in use, and that copying does not read."""
    connection = apsw.Connection(str(path))
    ((page, size),) = connection.execute(
        "SELECT max(pageno), pgsize FROM dbstat WHERE name = 'readings' AND pagetype = 'leaf'"
    )
    connection.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size + 100)
        file.write(b"\xff" * 3000)


@pytest.mark.parametrize("spoil", [emptied, without_its_identity, with_a_torn_page])
def test_an_agent_whose_database_lost_something_is_damaged_until_its_archive_brings_it_back(
    homes: Homes, spoil: Callable[[Path], None]
) -> None:
    ash = live(homes, days=2)
    before = tables(ash)
    folder = Path(homes.location) / "agents/ash"
    homes.close()
    spoil(folder / "memory.db")
    spoilt = (folder / "memory.db").read_bytes()
    with pytest.raises(Damaged):
        homes.agent().verify()
    with pytest.raises(Damaged):
        homes().backup(["ash"])
    assert not list((Path(homes.location) / "backups").glob("ash-*"))
    assert homes().doctor().is_damaged
    assert (folder / "memory.db").read_bytes() == spoilt
    homes().restore(folder / "archive", replace=True)
    assert tables(homes.agent()) == before
    (aside,) = (Path(homes.location) / "backups").glob("ash-aside-*")
    assert (aside / "memory.db").read_bytes() == spoilt


def test_an_agent_with_a_torn_page_can_be_removed_and_is_kept_as_it_was(homes: Homes) -> None:
    live(homes, days=2)
    folder = Path(homes.location) / "agents/ash"
    homes.close()
    with_a_torn_page(folder / "memory.db")
    spoilt = (folder / "memory.db").read_bytes()
    aside = Path(homes().remove("ash"))
    assert aside.parent == Path(homes.location) / "backups"
    assert (aside / "memory.db").read_bytes() == spoilt
    assert homes().agents() == []


def test_what_others_have_written_since_is_no_damage(homes: Homes) -> None:
    ours, theirs = homes.agent(), homes.agent()
    ours.record(user="x", agent="y")
    for number in range(0, 480, 60):  # full text puts its parts together now and then
        assert ours.place.store.health().problems == ()
        for word in range(number, number + 60):
            theirs.record(user=f"word{word} other{word * 7} thing", agent=f"answer{word}")


def test_an_agent_whose_database_is_lost_comes_back_from_its_own_archive(homes: Homes) -> None:
    ash = live(homes, days=2)
    before = tables(ash)
    folder = Path(homes.location) / "agents/ash"
    homes.close()
    (folder / "memory.db").unlink()
    with pytest.raises(Damaged, match="`wakeline restore ash --from-archive` brings it back"):
        homes.agent().wake()
    assert homes().doctor().is_damaged
    homes().restore(folder / "archive")
    assert tables(homes.agent()) == before
    assert not homes().doctor().is_damaged


# -- backups


@pytest.mark.slow
def test_an_agent_that_was_removed_comes_back_from_its_backup_as_it_was(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = live(open_home)
    told, before = answers(ash), tables(ash)
    home = open_home()
    path = home.remove("ash", to=str(tmp_path / "kept"))
    assert names(home) == []
    (identity,) = home.restore(path)
    assert identity == ash.identity
    again = open_home.agent()
    assert tables(again) == before
    assert answers(again) == told
    assert again.verify().ok


def test_a_backup_in_a_folder_home_holds_database_documents_and_archive(homes: Homes) -> None:
    live(homes, days=1)
    path = Path(homes().backup())
    assert path.parent == Path(homes.location) / "backups"
    assert path.name == "ash-20260303T102400Z"
    files = sorted(str(file.relative_to(path)) for file in path.rglob("*") if file.is_file())
    assert files == [
        "ash/archive/2026-03-02.jsonl",
        "ash/handoff.md",
        "ash/identity.md",
        "ash/memory.db",
        "ash/personality.md",
        "manifest.json",
    ]
    manifest = json.loads((path / "manifest.json").read_text())
    assert sorted(manifest["files"]) == files[:-1]
    assert manifest["agents"][0]["turns"] == homes.agent().status().turns
    assert oct(path.stat().st_mode)[-3:] == "700"


def test_two_backups_in_one_second_are_two(homes: Homes) -> None:
    an_exchange(homes.agent())
    home = homes()
    assert home.backup() != home.backup()


def test_a_backup_of_a_whole_home_brings_every_agent_back(open_home: Homes, tmp_path: Path) -> None:
    before = {name: tables(live(open_home, name, days=1)) for name in ("ash", "birch")}
    home = open_home()
    path = home.backup(to=str(tmp_path / "all"))
    for name in before:
        home.remove(name, to=str(tmp_path / f"removed-{name}"))
    assert [identity.name for identity in home.restore(path, name="birch")] == ["birch"]
    with pytest.raises(NotFound, match="cedar"):
        home.restore(path, name="cedar")
    home.remove("birch", to=str(tmp_path / "again"))
    assert [identity.name for identity in home.restore(path)] == ["ash", "birch"]
    assert {name: tables(open_home.agent(name)) for name in before} == before


def test_a_backup_made_while_somebody_writes_is_whole(homes: Homes) -> None:
    ash = live(homes, days=1)
    stop = threading.Event()

    def write() -> None:
        other = homes.agent()
        number = 0
        while not stop.is_set():
            number += 1
            an_exchange(other, number)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        paths = [homes().backup() for _ in range(5)]
    finally:
        stop.set()
        writer.join()
    for number, path in enumerate(paths):
        homes().restore(path, name=f"copy{number}")
        assert homes.agent(f"copy{number}").verify().ok
    assert ash.verify().ok


@pytest.mark.parametrize("file", ["memory.db", "identity.md", "archive/2026-03-02.jsonl"])
def test_a_backup_with_a_changed_file_is_refused_and_nothing_is_changed(
    homes: Homes, file: str
) -> None:
    ash = live(homes, days=1)
    home = homes()
    path = home.backup()
    before = tables(ash)
    spoilt = Path(path, "ash", file)
    content = bytearray(spoilt.read_bytes())
    content[len(content) // 2] ^= 1
    spoilt.write_bytes(content)
    with pytest.raises(Damaged, match=os.path.basename(file)):
        home.restore(path, replace=True)
    assert tables(ash) == before


def test_a_backup_that_lacks_a_file_or_has_one_more_is_refused(homes: Homes) -> None:
    live(homes, days=1)
    home = homes()
    path = Path(home.backup())
    (path / "ash" / "more.md").write_text("not mine")
    with pytest.raises(Damaged, match=r"more\.md"):
        home.restore(path, name="birch")
    (path / "ash" / "more.md").unlink()
    (path / "ash" / "identity.md").unlink()
    with pytest.raises(Damaged, match=r"identity\.md"):
        home.restore(path, name="birch")
    (path / "manifest.json").write_text("{}")
    with pytest.raises(Damaged, match="manifest"):
        home.restore(path, name="birch")


def test_an_agent_that_is_there_is_replaced_only_when_that_is_said_and_backed_up_first(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = live(open_home, days=1)
    home = open_home()
    path = home.backup(to=str(tmp_path / "old"))
    old = tables(ash)
    an_exchange(ash, 77)
    ash.settle()
    new = tables(ash)
    with pytest.raises(Conflict, match="already"):
        home.restore(path)
    assert tables(ash) == new
    home.restore(path, replace=True, backup_to=str(tmp_path / "replaced"))
    assert tables(open_home.agent()) == old
    home.restore(tmp_path / "replaced", replace=True, backup_to=str(tmp_path / "third"))
    assert tables(open_home.agent()) == new


def test_a_database_home_wants_to_be_told_where_a_backup_goes(pg_url: str) -> None:
    homes = Homes("postgres", pg_url)
    an_exchange(homes.agent())
    with pytest.raises(Invalid, match="--to"):
        homes().backup()
    homes.close()


def test_there_must_be_something_to_back_up_and_to_restore(homes: Homes, tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        homes().backup()
    with pytest.raises(NotFound):
        homes().restore(tmp_path / "nothing")
    with pytest.raises(NotFound):
        homes().restore(tmp_path)
    an_exchange(homes.agent())
    with pytest.raises(Conflict):
        homes().backup(to=str(tmp_path))


# -- copies


@pytest.mark.slow
def test_a_copy_has_the_same_past_under_a_new_id_and_name(open_home: Homes) -> None:
    ash = live(open_home)
    told, before = answers(ash), tables(ash)
    home = open_home()
    identity = home.copy("ash", "Birch")
    birch = home.agent("birch", create=False)
    assert (identity.name, identity.display_name) == ("birch", "Birch")
    assert identity.id not in (ash.identity.id, None)
    assert birch.identity == identity
    assert answers(birch) == told
    copied = tables(birch)
    for name in ("episodes", "memories", "facts", "sessions", "handoffs", "entities", "full text"):
        assert copied[name] == before[name], name
    assert copied["events"][: len(before["events"])] == before["events"]
    assert birch.verify().ok
    assert tables(ash) == before


def test_a_copy_and_its_original_go_their_own_ways(open_home: Homes) -> None:
    ash = live(open_home, days=1)
    home = open_home()
    home.copy("ash", "birch")
    birch = home.agent("birch")
    numbers = [row.number for row in (*ash.tasks.all(), *birch.tasks.all())]
    assert len(set(numbers)) == len(numbers)
    birch.record(user="Only birch knows of the walnut.", agent="Yes.")
    assert ash.recall("walnut") == []
    assert birch.wake().liminal.last_known_at is not None
    assert ash.verify().ok
    assert birch.verify().ok
    with pytest.raises(Conflict):
        home.copy("ash", "birch")


def test_a_backup_under_another_name_becomes_another_agent(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = live(open_home, days=1)
    home = open_home()
    (identity,) = home.restore(home.backup(to=str(tmp_path / "kept")), name="Cedar")
    cedar = home.agent("cedar", create=False)
    assert identity.id != ash.identity.id
    assert {t.number for t in ash.tasks.all()}.isdisjoint(t.number for t in cedar.tasks.all())
    assert answers(cedar, 20) == answers(ash, 20)
    assert ash.verify().ok
    assert cedar.verify().ok


def test_an_agent_that_was_renamed_since_is_not_restored_under_its_id_twice(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = live(open_home, days=1)
    home = open_home()
    path = home.backup(to=str(tmp_path / "kept"))
    ash.close()
    home.rename("ash", "birch")
    (identity,) = home.restore(path)
    assert (identity.name, identity.id) != ("ash", open_home.agent("birch").identity.id)
    assert open_home.agent("ash").verify().ok
    assert open_home.agent("birch").verify().ok


def test_numbers_that_others_have_are_given_anew(homes: Homes, elsewhere: Homes) -> None:
    path = _backup_of_a_task(homes)
    other = elsewhere.agent("birch")
    other.tasks.add("the first task of this home")
    elsewhere().restore(path)
    ash = elsewhere.agent("ash")
    assert [task.number for task in ash.tasks.all()] == [2]
    assert ash.verify().ok
    assert ash.tasks.add("the next").number == 3


def test_numbers_go_on_after_what_was_restored(homes: Homes, elsewhere: Homes) -> None:
    elsewhere().restore(_backup_of_a_task(homes))
    ash = elsewhere.agent("ash")
    assert [task.number for task in ash.tasks.all()] == [1]
    assert elsewhere.agent("birch").tasks.add("mine").number == 2


def _backup_of_a_task(homes: Homes) -> str:
    homes.agent("ash").tasks.add("something to do")
    return homes().backup()


# Dies in the moment in which the agent has taken its name: at the next file that is opened.
KILLED_WHEN_NAMED = """
import os, signal, sys
import wakeline
is_named = False

def listen(event, args):
    global is_named
    if is_named and event == "open":
        os.kill(os.getpid(), signal.SIGKILL)
    is_named = is_named or event == "os.rename" and str(args[1]).endswith("agents/birch")

home = wakeline.open(sys.argv[1])
sys.addaudithook(listen)
getattr(home, sys.argv[2])(*sys.argv[3:])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("way", ["copy", "restore", "adopt"])
def test_an_agent_has_its_files_from_the_moment_at_which_it_has_its_name(
    homes: Homes, elsewhere: Homes, way: str
) -> None:
    live(homes, days=1)
    given = ["ash", "birch"]
    if way != "copy":
        homes().rename("ash", "birch")
        file = f"{homes.location}/agents/birch/memory.db"
        given = [homes().backup() if way == "restore" else file]
    homes.close()
    target = homes if way == "copy" else elsewhere
    words = [sys.executable, "-c", KILLED_WHEN_NAMED, target.location, way, *given]
    assert subprocess.run(words, check=False).returncode < 0
    folder = Path(target.location) / "agents" / "birch"
    assert (folder / "identity.md").read_text() == "I am calm.\n"
    assert (folder / "handoff.md").exists()
    birch = target.agent("birch", create=False)
    birch.settle()
    assert birch.verify().ok


# -- removal


def test_an_agent_that_is_awake_is_not_removed_or_replaced(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = live(open_home, days=1)
    path = open_home().backup(to=str(tmp_path / "kept"))
    ash.wake()
    with pytest.raises(Busy, match="awake"):
        open_home().remove("ash", to=str(tmp_path / "removed"))
    with pytest.raises(Busy, match="awake"):
        open_home().restore(path, replace=True, backup_to=str(tmp_path / "replaced"))
    assert ash.record(user="Still there?", agent="Yes.").id
    assert ash.verify().ok


def test_a_session_that_was_open_in_a_backup_counts_as_cut_off_after_it(
    homes: Homes, elsewhere: Homes
) -> None:
    ash = homes.agent()
    ash.wake()
    an_exchange(ash, 1)
    elsewhere().restore(homes().backup())
    woken = elsewhere.agent().wake()
    assert len(woken.liminal.cut_off) == 1
    assert woken.liminal.siblings == ()


class Recording:
    """Another process that records outside any session, for as long as it is answered."""

    def __init__(self, homes: Homes) -> None:
        self.kept: list[str] = []
        self._agent = homes.agent()
        self._is_under_way, self._enough = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._record)

    def _record(self) -> None:
        with suppress(NotFound, Conflict):
            while not self._enough.is_set():
                said = f"This is number {len(self.kept)}."
                self.kept.append(self._agent.record(user=said).id)
                self._is_under_way.set()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._is_under_way.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._thread.join()


def turns(agent: wakeline.Agent) -> set[str]:
    return {str(turn_id) for (turn_id,) in select(agent, "SELECT id FROM episodes")}


def test_what_others_record_while_an_agent_is_removed_is_in_its_backup(
    open_home: Homes, elsewhere: Homes, tmp_path: Path
) -> None:
    open_home.agent()
    with Recording(open_home) as recording:
        path = open_home().remove("ash", to=str(tmp_path / "kept"))
    elsewhere().restore(path)
    assert turns(elsewhere.agent()) >= set(recording.kept)


def test_what_others_record_while_an_agent_is_replaced_is_in_its_backup_or_was_kept_after_it(
    open_home: Homes, elsewhere: Homes, tmp_path: Path
) -> None:
    an_exchange(open_home.agent(), 1)
    first = open_home().backup(to=str(tmp_path / "first"))
    with Recording(open_home) as recording:
        open_home().restore(first, replace=True, backup_to=str(tmp_path / "replaced"))
    elsewhere().restore(tmp_path / "replaced")
    assert turns(elsewhere.agent()) | turns(open_home.agent()) >= set(recording.kept)


def test_removing_who_is_not_there_says_so(open_home: Homes) -> None:
    with pytest.raises(NotFound):
        open_home().remove("nobody")


def laid_by_hand(homes: Homes, name: str) -> None:
    """The file of ash once more, in a folder of another name."""
    agents = Path(homes.location) / "agents"
    homes.close()
    (agents / name).mkdir()
    shutil.copy(agents / "ash" / "memory.db", agents / name)


def test_an_agent_is_found_removed_and_brought_back_by_the_name_of_its_folder(homes: Homes) -> None:
    an_exchange(homes.agent(), 1)
    laid_by_hand(homes, "twin")
    an_exchange(homes.agent("twin"), 2)
    home = homes()
    assert names(home) == ["ash", "twin"]
    whole = json.loads((Path(home.backup()) / "manifest.json").read_text())
    assert [agent["name"] for agent in whole["agents"]] == ["ash", "twin"]
    path = home.remove("twin")
    assert names(home) == ["ash"]
    assert Path(path).name.startswith("twin-")
    assert homes.agent("ash").recall("question2") == []
    (back,) = home.restore(path)
    assert (back.name, back.id == homes.agent("ash").identity.id) == ("twin", False)
    assert homes.agent("twin").recall("question2")
    assert homes.agent("twin").verify().ok


def test_an_agent_is_renamed_by_the_name_of_its_folder(homes: Homes) -> None:
    an_exchange(homes.agent(), 1)
    laid_by_hand(homes, "twin")
    an_exchange(homes.agent("twin"), 2)
    assert homes().rename("twin", "zed").name == "zed"
    assert names(homes()) == ["ash", "zed"]
    assert homes.agent("ash").recall("question2") == []
    assert homes.agent("zed").recall("question2")
    assert homes().rename("zed", "zed").name == "zed"


def test_a_row_that_the_log_does_not_know_is_not_restored(homes: Homes, elsewhere: Homes) -> None:
    ash = live(homes, days=1)
    plant(ash, ash.tasks.all()[0]._replace(id="planted", number=999))
    elsewhere().restore(archive_folder(ash))
    assert [task.number for task in elsewhere.agent().tasks.all()] == [1]


def test_whoever_has_a_removed_or_replaced_agent_open_is_told_and_loses_nothing(
    homes: Homes,
) -> None:
    ash, reader = homes.agent(), homes.agent()
    an_exchange(ash, 1)
    reader.status()
    path = homes().backup()
    homes().restore(path, replace=True)
    with pytest.raises(Conflict, match="replaced"):
        an_exchange(ash, 2)
    with pytest.raises(Conflict, match="replaced"):
        reader.status()
    again = homes.agent()
    an_exchange(again, 2)
    homes().remove("ash")
    with pytest.raises(NotFound):
        an_exchange(again, 3)
