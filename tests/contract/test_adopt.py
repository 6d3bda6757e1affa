"""One file is one agent: carried alone into another home, it lives there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from tests.builders import Homes, an_exchange
from tests.contract.life import answers, live, tables
from wakeline.base.clock import Ulids
from wakeline.base.errors import Conflict, Damaged, NewerSchema, NotFound


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[Homes]:
    """The home that the agent comes from."""
    made = Homes("sqlite", str(tmp_path / "first"))
    yield made
    made.close()


@pytest.fixture
def elsewhere(location: str, homes: Homes) -> Iterator[Homes]:
    """Another home, still empty, on either engine."""
    made = Homes("postgres" if "://" in location else "sqlite", location)
    made._ids = Ulids(8)
    made.clock = homes.clock
    yield made
    made.close()


def carried(homes: Homes, to: Path, name: str = "ash") -> Path:
    """The agent's database and nothing else, copied as any program copies a file."""
    homes.close()
    to.mkdir(exist_ok=True)
    found = Path(homes.location, "agents", name, "memory.db")
    return Path(shutil.copyfile(found, to / "memory.db"))


@pytest.mark.feature("C2", "X44")
def test_an_agent_carried_away_as_its_one_file_is_whole_in_another_home(
    homes: Homes, elsewhere: Homes, tmp_path: Path
) -> None:
    ash = live(homes)
    told, before = answers(ash, 40), tables(ash)
    file = carried(homes, tmp_path / "stick")
    bytes_before = file.read_bytes()
    home = elsewhere()
    identity = home.adopt(file)
    again = home.agent("ash", create=False)
    assert (identity.id, identity.name) == (again.identity.id, "ash")
    assert tables(again) == before
    assert answers(again, 40) == told
    again.settle()
    assert again.verify().ok
    assert "Ash" in again.wake().text or "ash" in again.wake().text
    assert file.read_bytes() == bytes_before
    assert [entry.name for entry in file.parent.iterdir()] == ["memory.db"]


@pytest.mark.feature("C2", "X44")
def test_what_lies_around_the_file_is_made_again(homes: Homes, tmp_path: Path) -> None:
    live(homes).archive()
    first = Path(homes.location, "agents", "ash")
    file = carried(homes, tmp_path / "stick")
    other = Homes("sqlite", str(tmp_path / "second"))
    other.clock = homes.clock
    other().adopt(file.parent)
    other.agent().settle()
    second = Path(other.location, "agents", "ash")
    for shelf in (".", "procedures", "letters", "journal", "archive"):
        wanted = {
            f.name for f in (first / shelf).iterdir() if f.suffix in (".md", ".json", ".jsonl")
        }
        found = {f.name: f.read_bytes() for f in (second / shelf).iterdir() if f.is_file()}
        for name in wanted:
            assert found.get(name) == (first / shelf / name).read_bytes(), f"{shelf}/{name}"
    other.close()


@pytest.mark.feature("C2", "X44")
def test_a_file_laid_into_a_home_by_hand_lives_there(homes: Homes, tmp_path: Path) -> None:
    ash = live(homes, days=1)
    before = tables(ash)
    file = carried(homes, tmp_path / "stick")
    other = Homes("sqlite", str(tmp_path / "second"))
    other.clock = homes.clock
    birch = other.agent("birch")
    birch.tasks.add("water")
    folder = Path(other.location, "agents", "ash")
    folder.mkdir()
    shutil.move(file, folder / "memory.db")
    again = other.agent("ash", create=False)
    assert tables(again) == before
    assert again.wake().session_id
    other.close()


def test_an_agent_that_is_here_stays_and_comes_in_under_another_name(
    homes: Homes, elsewhere: Homes, tmp_path: Path
) -> None:
    live(homes, days=1)
    file = carried(homes, tmp_path / "stick")
    home = elsewhere()
    first = home.adopt(file)
    with pytest.raises(Conflict, match="already") as refused:
        home.adopt(file)
    assert "--replace" not in refused.value.todo  # which only `restore` takes
    second = home.adopt(file, name="Birch")
    assert (second.name, second.id != first.id) == ("birch", True)
    ash, birch = home.agent("ash"), home.agent("birch")
    assert ash.status().turns == birch.status().turns > 0
    numbers = [{task.number for task in each.tasks.all()} for each in (ash, birch)]
    assert numbers[0].isdisjoint(numbers[1])
    birch.settle()
    assert birch.verify().ok


def test_a_file_of_another_tenant_becomes_this_tenant_s(
    homes: Homes, elsewhere: Homes, tmp_path: Path
) -> None:
    ash = live(homes, days=1)
    before = tables(ash)
    file = carried(homes, tmp_path / "stick")
    home = elsewhere(tenant="acme")
    home.adopt(file)
    assert tables(home.agent("ash", create=False)) == before
    assert elsewhere().agents() == []


def test_a_file_that_is_open_is_taken_in_as_of_now(homes: Homes, tmp_path: Path) -> None:
    ash = homes.agent()
    for number in range(5):
        an_exchange(ash, number)
    other = Homes("sqlite", str(tmp_path / "second"))
    live_file = Path(homes.location, "agents", "ash", "memory.db")
    assert live_file.with_name("memory.db-wal").exists()
    other().adopt(live_file)
    an_exchange(ash, 6)
    assert other.agent().status().turns == 10
    other.close()


def test_what_is_no_agent_is_refused_and_nothing_is_made(
    homes: Homes, elsewhere: Homes, tmp_path: Path
) -> None:
    an_exchange(homes.agent())
    file = carried(homes, tmp_path / "stick")
    home = elsewhere()
    with pytest.raises(NotFound, match="no file"):
        home.adopt(tmp_path / "nowhere")
    (tmp_path / "text").write_text("not a database, whatever it is called" * 100)
    with pytest.raises(Damaged, match=r"not a whole SQLite database\. Use another copy\."):
        home.adopt(tmp_path / "text")
    other = apsw.Connection(str(tmp_path / "other.db"))
    other.execute("CREATE TABLE notes (text)")
    other.close()
    with pytest.raises(Damaged, match="holds no agent"):
        home.adopt(tmp_path / "other.db")
    newer = tmp_path / "newer.db"
    shutil.copyfile(file, newer)
    db = apsw.Connection(str(newer))
    db.execute("INSERT INTO schema_migrations VALUES (999, 'later', 'x')")
    db.close()
    with pytest.raises(NewerSchema):
        home.adopt(newer)
    torn = tmp_path / "torn.db"
    torn.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(Damaged):
        home.adopt(torn)
    assert home.agents() == []
