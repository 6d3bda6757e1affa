"""An agent's folder as people find it: documents, snapshots, procedures, and one database."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import wakeline
from tests.builders import Homes
from tests.contract.test_personality import CORE, MAPS, SAID, entries, night, weeks, with_core
from wakeline.personality.history import FOLDER, META


@pytest.fixture
def homes(tmp_path: Path) -> Homes:
    """A folder home: in a database there are no files."""
    return Homes("sqlite", str(tmp_path / "home"))


def folder_of(homes: Homes, name: str = "ash") -> Path:
    return Path(homes.location, "agents", name)


def files(folder: Path) -> set[str]:
    """What lies in an agent's folder, apart from what belongs to whoever has it open."""
    passing = {"memory.db-wal", "memory.db-shm"}
    return {
        str(file.relative_to(folder))
        for file in folder.rglob("*")
        if file.is_file() and file.name not in passing and "lock" not in file.name
    }


def history(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in (folder / FOLDER).iterdir()}


def a_life(homes: Homes) -> wakeline.Agent:
    ash = with_core(homes)
    ash.procedures.write("code-review", "Read the tests first.")
    weeks(homes, ash)
    return ash


@pytest.mark.feature("C39")
def test_an_agent_s_folder_has_its_core_its_layer_its_snapshots_procedures_and_database(
    homes: Homes,
) -> None:
    ash = a_life(homes)
    folder = folder_of(homes)
    layout = {
        "identity.md", "personality.md", f"{FOLDER}/2026-03-14.md", f"{FOLDER}/2026-03-14-2.md",
        META, "procedures/code-review.md", "procedures/patterns.json", "memory.db",
    }  # fmt: skip
    found = files(folder)
    assert layout - found == set()
    others = {name.split("/")[0] for name in found - layout}
    assert others <= {"handoff.md", "archive", "index", "letters"}
    assert (folder / "identity.md").read_text() == CORE
    assert history(folder)["2026-03-14.md"] == CORE
    assert history(folder)["2026-03-14-2.md"] == (folder / "personality.md").read_text()
    told = json.loads((folder / META).read_text())["snapshots"]
    assert [each["date"] for each in told] == [entry.date for entry in entries(ash)]
    homes.close()


@pytest.mark.feature("C39")
def test_a_snapshot_stays_as_it_was_when_another_comes(homes: Homes) -> None:
    ash = a_life(homes)
    before = history(folder_of(homes))
    ash.personality.reset_hard()
    after = history(folder_of(homes))
    assert before.items() <= after.items()
    assert len(after) == len(before) + 1
    assert len(json.loads((folder_of(homes) / META).read_text())["snapshots"]) == len(after)
    homes.close()


@pytest.mark.feature("C39")
def test_no_snapshot_keeps_what_was_forgotten(homes: Homes) -> None:
    ash = a_life(homes)
    assert MAPS in history(folder_of(homes))["2026-03-14-2.md"]
    while hits := [hit for hit in ash.recall(SAID) if "old maps" in hit.text]:
        ash.forget(hits[0].id)
    left = [
        file.read_text() for file in folder_of(homes).rglob("*") if file.suffix in (".md", ".json")
    ]
    assert not any("old maps" in text for text in left)
    homes.close()


@pytest.mark.feature("C39")
def test_files_that_a_killed_run_did_not_write_come_with_the_next(homes: Homes) -> None:
    ash = a_life(homes)
    folder = folder_of(homes)
    before = history(folder)
    shutil.rmtree(folder / FOLDER)
    (folder / META).unlink()
    assert night(ash).written is None
    assert history(folder) == before
    (folder / FOLDER / "my own.md").write_text("left alone")
    (folder / FOLDER / "2020-01-01.md").write_text("of no version")
    night(ash)
    assert history(folder) == {**before, "my own.md": "left alone"}
    homes.close()


@pytest.mark.feature("C39")
def test_an_agent_that_comes_back_brings_its_snapshots(homes: Homes, tmp_path: Path) -> None:
    a_life(homes)
    before = history(folder_of(homes))
    home = homes()
    copy = home.backup(["ash"], to=str(tmp_path / "copy"))
    home.remove("ash")
    home.restore(copy)
    assert history(folder_of(homes)) == before
    home.copy("ash", "birch")
    assert history(folder_of(homes, "birch")) == before
    homes.close()
