"""Homes and who lives in them: names, tenants, tables, files, and the face for coroutines."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import wakeline
import wakeline.aio
from tests.builders import START, Homes, an_agent, an_event, an_exchange, events, select
from tests.contract.life import look_after_itself
from wakeline.base.clock import ALPHABET
from wakeline.base.errors import Conflict, Damaged, Invalid, NotFound, NotPermitted
from wakeline.flows.home.agents import update_identity
from wakeline.flows.identity.documents import write_document
from wakeline.model.consolidation import Link, ModelDay
from wakeline.model.identity import POLICIES
from wakeline.model.job import JobClaim
from wakeline.model.memory import Extraction, GraphPattern, Relationship
from wakeline.model.recall import Segment
from wakeline.model.tables import all_tables
from wakeline.ports.gate import Allowed, Refused

STATE_AND_LOG = [table.name for table in all_tables()]
MORE_TABLES = {
    "sqlite": ["entity_mentions", "idle_memories"],
    "postgres": ["entity_mentions", "idle_memories", "postings"],
}


# -- names


def test_an_agent_is_made_at_its_first_use_and_is_there_afterwards(open_home: Homes) -> None:
    home = open_home()
    assert home.agents() == []
    an_exchange(an_agent(home, "Ash"))
    (identity,) = open_home().agents()
    assert (identity.name, identity.display_name) == ("ash", "Ash")
    assert identity.person_name == "Mel"
    found = open_home().agent("ASH", create=False).recall("question1")
    assert found[0].text == "What about question1?"


def test_opening_an_agent_twice_makes_it_once(open_home: Homes) -> None:
    for _ in range(3):
        open_home.agent().status()
    assert [e.kind for e in events(open_home.agent())] == ["identity.created"]


def test_an_agent_that_must_be_there_and_is_not_is_not_found(open_home: Homes) -> None:
    home = open_home()
    with pytest.raises(NotFound, match="no agent 'ash'") as refused:
        home.agent("ash", create=False).wake()
    assert "wakeline agents" in refused.value.todo
    assert home.agents() == []


@pytest.mark.parametrize(
    "name",
    ["", "  ", "a/b", "../a", "a\\b", ".", "..", "-a", "_a", "a b", "a\0b", "a\nb", "con", "COM1",
     "x" * 101, "a:b", "~", 7, None],
)  # fmt: skip
def test_a_name_that_could_not_be_a_folder_is_refused(open_home: Homes, name: Any) -> None:
    home = open_home()
    with pytest.raises(Invalid) as refused:
        home.agent(name).wake()
    assert refused.value.todo
    assert home.agents() == []


@pytest.mark.parametrize("name", ["ash", "Ash-2", "a_b", "7", "Zoë", "太郎", "x" * 100])
def test_a_name_may_have_letters_of_any_script(open_home: Homes, name: str) -> None:
    home = open_home()
    home.agent(name).observe("here")
    assert [found.display_name for found in home.agents()] == [name]


def test_an_agent_is_renamed_with_everything_it_has(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    an_exchange(ash)
    ash.end(summary="The last day as ash.")
    ash.close()
    home = open_home()
    renamed = home.rename("ash", "Birch")
    assert (renamed.name, renamed.display_name) == ("birch", "Birch")
    assert [found.name for found in home.agents()] == ["birch"]
    with pytest.raises(NotFound):
        home.agent("ash", create=False).wake()
    birch = open_home.agent("birch", create=False)
    woken = birch.wake()
    assert "You are Birch." in woken.text
    assert "The last day as ash." in woken.text
    assert len(birch.recall("question1 answer1")) == 2


def test_a_name_that_is_taken_is_refused_and_nobody_is_renamed(open_home: Homes) -> None:
    home = open_home()
    for name in ("ash", "birch"):
        home.agent(name).observe(f"I am {name}")
    with pytest.raises(Conflict, match="birch"):
        home.rename("ash", "birch")
    with pytest.raises(NotFound, match="cedar"):
        home.rename("cedar", "dogwood")
    with pytest.raises(Invalid):
        home.rename("ash", "a/b")
    assert [found.name for found in home.agents()] == ["ash", "birch"]
    assert [hit.text for hit in open_home.agent("ash").recall("ash")] == ["I am ash"]


def test_a_name_may_change_in_its_case_alone(open_home: Homes) -> None:
    an_exchange(open_home.agent())
    home = open_home()
    renamed = home.rename("ash", "ASH")
    assert (renamed.name, renamed.display_name) == ("ash", "ASH")
    assert "You are ASH." in open_home.agent("Ash", create=False).wake().text


def test_a_rename_that_the_gate_refuses_leaves_the_agent_where_it_is(open_home: Homes) -> None:
    class Closed:
        def decide(self, action: str, agent_id: str) -> Allowed | Refused:  # noqa: ARG002
            return Refused("not today") if action == "update_identity" else Allowed()

    an_exchange(open_home.agent())
    with pytest.raises(NotPermitted):
        open_home(gate=Closed()).rename("ash", "birch")
    assert [found.name for found in open_home().agents()] == ["ash"]
    assert open_home.agent("ash", create=False).recall("question1")


def test_an_unknown_time_zone_is_refused_and_no_agent_is_made(open_home: Homes) -> None:
    home = open_home()
    with pytest.raises(Invalid, match="time zone") as refused:
        home.agent("ash", time_zone="Middle/Earth").wake()
    assert refused.value.todo
    assert home.agents() == []


# -- the identity's row


@pytest.mark.feature("A79")
def test_an_identity_has_its_own_row(open_home: Homes) -> None:
    ash = open_home.agent("Ash")
    update_identity(
        ash.place,
        model_key="opus",
        model_display="Claude Opus",
        origin="made for the garden",
        core_values_json=("honesty", "care"),
        memory_config_json={"recent": 5},
    )
    found = open_home.agent("ash").identity
    assert len(found.id) == 26
    assert set(found.id) <= set(ALPHABET)
    assert (found.name, found.display_name) == ("ash", "Ash")
    assert (found.model_key, found.model_display) == ("opus", "Claude Opus")
    assert found.origin == "made for the garden"
    assert found.core_values_json == ("honesty", "care")
    assert found.memory_config_json == {"recent": 5}
    assert (found.created_at, found.updated_at, found.is_deleted) == (START, START, False)
    assert found.identity_policy in POLICIES
    assert select(ash, "SELECT tenant_id, name FROM identities") == [("default", "ash")]


@pytest.mark.feature("A79")
@pytest.mark.parametrize(
    "change",
    [
        {"display_name": "x" * 201},
        {"display_name": " "},
        {"identity_policy": "anarchy"},
        {"person_time_zone": "Middle/Earth"},
        {"core_values_json": "honesty"},
        {"memory_config_json": ["recent"]},
        {"memory_config_json": {"recent": "half a character \ud800"}},
        {"id": "another"},
        {"soul": "none"},
    ],
    ids=str,
)
def test_an_identity_takes_no_change_that_cannot_be(open_home: Homes, change: Any) -> None:
    ash = open_home.agent()
    before = ash.identity
    with pytest.raises(Invalid) as error:
        update_identity(ash.place, **change)
    assert error.value.todo
    assert open_home.agent().identity == before
    renamed = update_identity(ash.place, display_name="x" * 200)
    assert renamed.display_name == "x" * 200


@pytest.mark.feature("A79")
def test_a_name_has_at_most_a_hundred_characters(open_home: Homes) -> None:
    assert len(open_home.agent("x" * 100).identity.name) == 100
    with pytest.raises(Invalid):
        open_home.agent("x" * 101).status()


@pytest.mark.feature("A88")
def test_who_an_agent_is_does_not_depend_on_what_it_remembers_or_does(open_home: Homes) -> None:
    ash = open_home.agent()
    update_identity(ash.place, core_values_json=("honesty",))
    write_document(ash.place, "soul", "I keep my word.", actor="Mel", confirmed=True)
    identity = open_home.agent().identity
    memory = ash.memories.add("Something.")
    task = ash.tasks.add("Something to do.")
    an_exchange(ash)
    ash.memories.delete(memory.id)
    ash.tasks.move(task.number, "dropped")
    again = open_home.agent()
    assert again.identity == identity
    text = again.wake().text
    assert "honesty" in text
    assert "I keep my word." in text
    own = {row[0] for row in select(ash, "SELECT subject_kind FROM events")}
    assert own >= {"identity", "document", "memory", "task"}
    for table in ("identities", "documents"):
        assert select(ash, f"SELECT count(*) FROM {table}") == [(1,)]


# -- tenants and tables


def fill_every_table(ash: wakeline.Agent) -> None:
    ash.projects.add("garden")
    ash.wake(thread="garden", project="garden")
    ash.record(user="Yesterday I met Ana Lopes in Porto.", thread="garden")
    write_document(ash.place, "soul", "I keep my word.", actor="Mel", confirmed=True)
    write_document(ash.place, "identity", "I am calm.", actor="Mel", confirmed=True)
    ash.facts.set("office.city", "Porto")
    memory = ash.memories.add("Prune in March.")
    ash.memories.reflect(memory.id)
    ash.tasks.add("water")
    ash.hints.add("ask")
    ash.knowledge.add("Prune roses in March too.")
    ash.procedures.write("pruning", "In March.")
    ash.guards.claim("order-seeds", "an order of seeds")
    ash.decisions.add("no pruning in May", reason="birds nest")
    ash.principles.add("met in Porto", "ask for the name", check="Ana Lopes")
    ash.record(user="We met in Porto.")
    ash.record(user="It was Ana Lopes.")
    ash.comms.told("Ana Lopes", "The roses are pruned in March.")
    ash.attachments.add(__file__)
    ash.messages.send("Which beds are dry?")
    ash.memories.add("The first bed behind the house is always the last one to thaw.")
    ash.soul.add("belief", "Rain is worth waiting for.")
    ash.diary.write("A quiet day.")
    ash.letters.write(whats_next="Water the beds.")
    ash.evals.add(focus=4, depth=4, restraint=5, learning=3, honesty=5)
    ash.journal.write("I waited longer than I had to.")
    look_after_itself(ash)
    ash.end(summary="done")
    ash.consolidate()
    ash.settle()
    ash.facts.set("office.city", "Lisbon", actor="Mel")
    ash.wake()
    an_exchange(ash)
    ash.fingerprint()
    ash.checkpoint("ordering seeds")
    ash.restarts.begin("seeds", session_key="s1", message="Go on ordering.", budget=2)
    with ash.place.store.writing(ash.place.by()) as unit:
        unit.put(Relationship("ana lopes", "porto", "was in", 1.0, (), START))
        unit.put(GraphPattern("met", "discovered", "met", 1, 1, 1.0, "candidate"))
        unit.save(
            "extraction.made",
            Extraction(0, memory.id, (), "tiny", (), "agent_inferred", 0.7, START),
        )
        unit.put(Segment("none", 0, 1, 1, "as if sealed"))
        unit.put(Link(memory.id, memory.id, 0.1, 1, START))
        unit.put(ModelDay("2026-03-02", 1, 10, 5, 0.0))
        unit.put(JobClaim("me", "here", "", 1, "", "archive", "", 0, START, START, START))


@pytest.mark.feature("X10")
def test_no_table_shows_a_tenant_the_rows_of_another(open_home: Homes) -> None:
    ash = an_agent(open_home(tenant="acme"))
    fill_every_table(ash)
    other = an_agent(open_home(tenant="globex"))
    other.observe("here")
    tables = [*STATE_AND_LOG, *MORE_TABLES[open_home.engine]]
    for table in tables:
        own = select(ash, f"SELECT DISTINCT tenant_id, agent_id FROM {table}")
        assert own == [("acme", ash.identity.id)], table
        seen = select(other, f"SELECT DISTINCT tenant_id FROM {table}")
        assert set(seen) <= {("globex",)}, table
    assert "is_deleted" in _columns(ash, "hints")
    assert other.recall("Porto prune water ask question1") == []
    assert [found.name for found in open_home(tenant="globex").agents()] == ["ash"]


def _columns(agent: wakeline.Agent, table: str) -> set[str]:
    store = agent.place.store
    with store.reading() as view:
        cursor = view._connection.execute(f"SELECT * FROM {table}")  # type: ignore[attr-defined]
        return {column[0] for column in cursor.description}


@pytest.mark.parametrize("tenant", ["", "a/b", "..", "a b"])
def test_a_tenant_that_could_not_be_a_folder_is_refused(open_home: Homes, tenant: str) -> None:
    with pytest.raises(Invalid, match="a tenant's name"):
        open_home(tenant=tenant)


def test_every_change_of_state_is_an_event_with_the_row_as_it_became(open_home: Homes) -> None:
    from tests.durability.replay import differences

    ash = open_home.agent()
    fill_every_table(ash)
    assert differences(ash.place.store) == []


# -- full text


@pytest.mark.feature("C7", "X25")
def test_turns_memories_and_facts_are_found_by_words_with_their_score(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(20):
        ash.observe(**an_event(number))
    turn = ash.observe("The ferry to Cacilhas leaves at nine.")
    memory = ash.memories.add("The ferry is late on Sundays, the ferry man says.")
    fact = ash.facts.set("ferry.pier", "Cais do Sodré")
    hits = ash.recall("ferries")
    assert {hit.id: hit.kind for hit in hits[:3]} == {
        turn.id: "conversation",
        memory.id: "memory",
        fact.id: "fact",
    }
    assert all(hit.score == pytest.approx(sum(hit.why.values())) for hit in hits)
    assert [hit.score for hit in hits] == sorted((h.score for h in hits), reverse=True)
    if open_home.engine == "sqlite":
        _survives_vacuum(open_home, ash, [hit.id for hit in hits])


def _survives_vacuum(homes: Homes, ash: wakeline.Agent, before: list[str]) -> None:
    """Full text knows rows by a sequence that is a column, not by a hidden number."""
    ash.close()
    with closing(sqlite3.connect(_database(homes))) as connection:
        (sql,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'fulltext'")
        assert "fts5" in sql[0]
        connection.execute("VACUUM")
    assert [hit.id for hit in ash.recall("ferries")] == before


# -- a folder


def _database(homes: Homes, name: str = "ash") -> Path:
    return Path(homes.location) / "agents" / name / "memory.db"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Homes]:
    homes = Homes("sqlite", str(tmp_path / "home"))
    yield homes
    homes.close()


@pytest.mark.feature("B1", "C2")
def test_an_agent_is_one_file_that_can_be_read_and_carried_elsewhere(folder: Homes) -> None:
    ash = folder.agent()
    ash.wake()
    an_exchange(ash)
    ash.facts.set("office.city", "Porto")
    ash.memories.add("Prune in March.")
    ash.tasks.add("water")
    ash.end(summary="The last day here.")
    folder.close()
    with closing(sqlite3.connect(_database(folder))) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        rows = connection.execute("SELECT speaker, text, at FROM episodes ORDER BY seq").fetchall()
    assert rows == [
        ("Mel", "What about question1?", "2026-03-02T09:00:00.000000Z"),
        ("ash", "That is answer1.", "2026-03-02T09:00:00.000000Z"),
    ]
    elsewhere = Path(folder.location).parent / "elsewhere"
    (elsewhere / "agents" / "ash").mkdir(parents=True)
    shutil.copy(_database(folder), elsewhere / "agents" / "ash" / "memory.db")
    with wakeline.open(elsewhere, clock=folder.clock) as home:
        carried = home.agent("ash", create=False)
        assert "The last day here." in carried.wake().text
        kinds = ["conversation", "memory", "fact"]
        assert len(carried.recall("question1 answer1 Porto prune", kinds=kinds)) == 4
        assert [task.title for task in carried.tasks.all()] == ["water"]


def test_every_agent_has_a_file_of_its_own_and_the_registry_holds_none_of_it(
    folder: Homes,
) -> None:
    home = folder()
    for name in ("ash", "birch"):
        home.agent(name).observe(f"only {name} knows this")
    folder.close()
    assert _database(folder, "ash").exists()
    assert _database(folder, "birch").exists()
    assert b"only birch" not in _database(folder, "ash").read_bytes()
    registry = Path(folder.location) / "home.db"
    with closing(sqlite3.connect(registry)) as connection:
        names = connection.execute("SELECT name FROM agents ORDER BY name").fetchall()
    assert names == [("ash",), ("birch",)]
    assert b"knows this" not in registry.read_bytes()


def test_what_is_kept_is_for_its_owner_alone(folder: Homes) -> None:
    ash = folder.agent()
    ash.wake()
    an_exchange(ash)
    ash.end(summary="done")
    write_document(ash.place, "soul", "I keep my word.", actor="Mel", confirmed=True)
    for path in [Path(folder.location), *Path(folder.location).rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode & 0o077 == 0, (path, oct(mode))


def test_opening_a_folder_that_is_not_there_makes_nothing_until_something_is_written(
    folder: Homes,
) -> None:
    home = folder()
    assert home.agents() == []
    assert not Path(folder.location).exists()


def test_where_the_registry_is_damaged_nobody_is_made_renamed_copied_replaced_or_removed(
    folder: Homes,
) -> None:
    an_exchange(folder.agent())
    kept = folder().backup()
    folder.close()
    registry = Path(folder.location) / "home.db"
    registry.write_bytes(b"not a database, whatever it was before" * 200)
    home = folder()
    tries: list[Callable[[], object]] = [
        lambda: home.agent("birch").wake(),
        lambda: home.rename("ash", "birch"),
        lambda: home.copy("ash", "birch"),
        lambda: home.restore(kept, replace=True),
        lambda: home.remove("ash"),
    ]
    for attempt in tries:
        with pytest.raises(Damaged, match=r"home\.db"):
            attempt()
    folder.close()
    registry.unlink()
    assert [path.name for path in (Path(folder.location) / "agents").iterdir()] == ["ash"]
    assert folder.agent("ash", create=False).recall("question1")


def test_nothing_half_made_is_taken_for_an_agent(folder: Homes) -> None:
    folder.agent().observe("here")
    half_made = Path(folder.location) / "agents" / ".birch.01ARZ3NDEKTSV4RRFFQ69G5FAV"
    half_made.mkdir()
    (half_made / "memory.db").write_bytes(b"")
    (Path(folder.location) / "agents" / "cedar").mkdir()
    assert [found.name for found in folder().agents()] == ["ash"]
    folder.agent("cedar").observe("now I am here")
    assert [found.name for found in folder().agents()] == ["ash", "cedar"]


# -- coroutines


def test_the_asynchronous_face_has_the_same_names_and_answers(
    location: str, open_home: Homes
) -> None:
    async def live() -> tuple[Any, ...]:
        async with wakeline.aio.open(location, clock=open_home.clock) as home:
            ash = home.agent("ash", person="Mel")
            woken = await ash.wake(thread="garden")
            kept = await ash.record(user="Is the ferry late?", agent="On Sundays.")
            await ash.observe("the pier is closed", kind="observation")
            many = await ash.observe_many([an_event(n) for n in range(3)])
            fact = await ash.facts.set("ferry.pier", "Cacilhas")
            await ash.memories.add("Prune in March.")
            await ash.tasks.add("water")
            await ash.settle()
            hits = await ash.recall("ferry")
            ended = await ash.end(summary="done")
            names = [identity.name for identity in await home.agents()]
            return woken, kept, many, fact, hits, ended, names

    woken, kept, many, fact, hits, ended, names = asyncio.run(live())
    assert "You are ash." in woken.text
    assert ended.session.id == woken.session_id == kept.session_id
    assert many.new == 3
    assert {hit.id for hit in hits[:2]} == {kept.ids[0], fact.id}
    assert names == ["ash"]
    assert open_home.agent().status().turns == 6


def test_many_coroutines_write_at_once_and_nothing_is_lost(location: str, open_home: Homes) -> None:
    async def live() -> list[Any]:
        async with wakeline.aio.open(location) as home:
            ash = home.agent("ash")
            await ash.wake()
            return await asyncio.gather(
                *(ash.observe(**an_event(number)) for number in range(40)),
                *(ash.recall("gauge") for _ in range(10)),
            )

    kept = asyncio.run(live())[:40]
    assert len({k.id for k in kept}) == 40
    ash = open_home.agent()
    assert ash.status().turns == 40
    assert len(ash.recall("gauge", k=100)) == 40


def test_many_coroutines_number_their_tasks_and_no_number_is_given_twice(location: str) -> None:
    async def live() -> list[int]:
        async with wakeline.aio.open(location) as home:
            agents = [home.agent(name) for name in ("ash", "birch")]
            added = await asyncio.gather(
                *(agents[n % 2].tasks.add(f"task {n}") for n in range(40)),
            )
            return [task.number for task in added]

    assert sorted(asyncio.run(live())) == list(range(1, 41))
