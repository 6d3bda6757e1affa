"""Both engines keep what the port promises, and answer alike."""

import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests import postgres
from tests.contract.stores import (
    BY,
    NOW,
    a_task,
    a_turn,
    an_identity,
    everything,
    keep,
    open_database,
    open_folder,
)
from wakeline.base.errors import (
    Conflict,
    NotFound,
)
from wakeline.model.agenda import Task
from wakeline.model.identity import Identity
from wakeline.model.job import IndexMark, Job
from wakeline.model.log import Episode, Event, Head
from wakeline.model.memory import Match
from wakeline.ports.store import HomeBackend, Store
from wakeline.store import rows
from wakeline.store.log_lines import hash_line, line_of
from wakeline.store.postgres.statements import with_driver_parameters
from wakeline.store.queries import Queries, parameter_names
from wakeline.store.sqlite import SqliteUnit


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[HomeBackend]:
    opened: HomeBackend
    if request.param == "sqlite":
        opened = open_folder(tmp_path / "home")
    else:
        opened = open_database(request.getfixturevalue("pg_url"))
    yield opened
    opened.close()


@pytest.fixture
def store(home: HomeBackend) -> Iterator[Store]:
    made = home.create(an_identity(), BY)
    yield made
    made.close()


# -- agents


def test_a_new_agent_is_there_whole_with_its_first_event(home: HomeBackend) -> None:
    identity = an_identity()
    store = home.create(identity, BY)
    with store.reading() as view:
        assert view.one(Identity, "identities.own") == identity
        assert view.head() == Head(1, "", 0, None)
    assert [(e.seq, e.kind) for e in everything(store) if isinstance(e, Event)] == [
        (1, "identity.created")
    ]
    assert home.agents() == ["ash"]


def test_an_agent_that_is_there_is_returned_and_not_made_again(home: HomeBackend) -> None:
    first = home.create(an_identity(), BY)
    assert home.create(an_identity(), BY).scope == first.scope
    found = home.store(" Ash ")
    assert found is not None
    assert found.scope == first.scope


def test_agents_made_at_the_same_time_under_one_name_are_one(home: HomeBackend) -> None:
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda _: home.create(an_identity(), BY), range(8)))
    assert len({store.scope for store in made}) == 1
    assert home.agents() == ["ash"]
    assert [entry.seq for entry in everything(made[0])] == [1]
    for store in made:
        store.close()


def test_names_come_sorted_by_code_point(home: HomeBackend) -> None:
    for name in ("zoe", "änn", "a-b", "ab", "a_b"):
        home.create(an_identity(name), BY)
    assert home.agents() == sorted(["zoe", "änn", "a-b", "ab", "a_b"])


def test_there_is_no_store_for_a_name_that_nobody_has(home: HomeBackend) -> None:
    assert home.store("nobody") is None


def test_a_removed_agent_leaves_nothing_and_its_name_is_free(home: HomeBackend) -> None:
    store = home.create(an_identity(), BY)
    other = home.create(an_identity("birch"), BY)
    keep(store, "hello world")
    keep(other, "hello moon")
    home.remove("ash")
    assert home.agents() == ["birch"]
    with other.reading() as view:
        assert len(view.search(["hello"], limit=9)) == 1
    assert [entry.seq for entry in everything(home.create(an_identity(), BY))] == [1]
    with pytest.raises(NotFound):
        home.remove("nobody")


def test_a_name_that_is_used_cannot_be_taken(home: HomeBackend) -> None:
    home.create(an_identity(), BY)
    home.create(an_identity("birch"), BY)
    with pytest.raises(Conflict, match="birch"):
        home.rename("ash", "birch")


def test_numbers_go_up_by_one_and_each_is_given_once(home: HomeBackend) -> None:
    home.create(an_identity(), BY)
    with ThreadPoolExecutor(4 if home.engine == "postgres" else 1) as threads:
        given = list(threads.map(lambda _: home.next_number("task"), range(20)))
    assert sorted(given) == list(range(1, 21))
    assert home.next_number("project") == 1


# -- the log


def test_what_is_appended_is_found_and_comes_back_as_it_was(store: Store) -> None:
    kept = keep(store, "the heron flew", "the fern grew")
    assert [turn.seq for turn in kept] == [2, 3]
    with store.reading() as view:
        assert view.all(Episode, "log.latest", limit=10) == kept[::-1]
        assert view.head().seq == 3
        assert [match.seq for match in view.search(["heron"], limit=5)] == [2]
        assert view.search([], limit=5) == []


def test_the_hash_of_a_line_can_be_made_again_from_the_row(store: Store) -> None:
    keep(store, "one", "two")
    with store.writing(BY) as unit:
        unit.save("task.added", a_task())
    log = everything(store)
    assert len(log) == 4
    assert [hash_line(line_of(entry)) for entry in log] == [entry.line_hash for entry in log]


def test_exchanges_are_counted_by_the_day(store: Store) -> None:
    for day, number in ((0, 1), (0, 2), (1, 1)):
        with store.writing(BY._replace(at=NOW + timedelta(days=day))) as unit:
            assert unit.next_exchange() == number
            unit.note_own_moment(unit.by.at)
    with store.reading() as view:
        assert view.head() == Head(1, "2026-11-16", 1, NOW + timedelta(days=1))


def test_a_search_inside_the_unit_sees_what_it_wrote(store: Store) -> None:
    with store.writing(BY) as unit:
        unit.append([a_turn("heron")], [["heron"]])
        assert [match.seq for match in unit.search(["heron"], limit=5)] == [2]
        unit.unindex(2)
        assert unit.search(["heron"], limit=5) == []
        unit.index(2, ["fern"])
        assert [match.seq for match in unit.search(["fern"], limit=5)] == [2]
        unit.run("fulltext.compact")
        unit.run("fulltext.clear")
        assert unit.search(["fern"], limit=5) == []


def test_what_full_text_holds_can_be_read_back(store: Store) -> None:
    keep(store, "fern heron fern", "", "heron")
    with store.writing(BY) as unit:
        unit.index(9, ["moss"])
        held = [(2, ["fern", "fern", "heron"]), (3, []), (4, ["heron"]), (9, ["moss"])]
        assert list(unit.indexed_terms()) == held
        unit.unindex(2)
        assert list(unit.indexed_terms()) == held[1:]
        assert unit.index_faults() == []


def test_a_source_is_kept_once(store: Store) -> None:
    with store.writing(BY) as unit:
        unit.append([a_turn(source_id="D1:3")], [["hello"]])
    if store_is_postgres(store):  # SQLite's door does not know this error yet
        with pytest.raises(Conflict), store.writing(BY) as unit:
            unit.append([a_turn(source_id="D1:3")], [["hello"]])
    with store.reading() as view:
        assert view.one(Episode, "log.by_source", source_id="D1:3") is not None
        assert view.head().seq == 2


def test_replayed_entries_stand_where_they_stood(home: HomeBackend) -> None:
    store = home.create(an_identity(), BY)
    kept = keep(store, "one", "two")
    copy = home.create(an_identity("copy"), BY)
    with copy.writing(BY) as unit:
        unit.replay(kept, Head(3, "2026-11-15", 1, NOW))
    with copy.reading() as view:
        assert view.all(Episode, "log.latest", limit=9) == kept[::-1]
        assert view.head() == Head(3, "2026-11-15", 1, NOW)


# -- state


def test_a_saved_row_and_its_event_tell_the_same_story(store: Store) -> None:
    before = a_task()
    after = before._replace(status="done", completed_at=NOW)
    with store.writing(BY) as unit:
        unit.save("task.added", before)
        unit.save("task.moved", after, before)
    with store.reading() as view:
        assert view.one(Task, "agenda.task", id=before.id) == after
        added, moved = view.all(Event, "log.events_of", subject_id=before.id)
    assert (added.before, added.after) == (None, rows.row_to_json(before))
    assert moved.before == {"status": "todo", "completed_at": None}
    assert rows.row_from_json(Task, moved.after or {}) == after
    assert (moved.actor, moved.origin, moved.at) == (*BY[1:3], NOW)


def test_a_removed_row_leaves_an_event_without_content(store: Store) -> None:
    task = a_task()
    with store.writing(BY) as unit:
        unit.save("task.added", task)
        unit.remove("task.removed", task)
    with store.reading() as view:
        assert view.one(Task, "agenda.task", id=task.id) is None
        removed = view.all(Event, "log.events_of", subject_id=task.id)[-1]
    assert (removed.kind, removed.before, removed.after) == ("task.removed", None, None)


def test_an_operational_row_is_written_without_an_event(store: Store) -> None:
    with store.writing(BY) as unit:
        unit.put(IndexMark("vectors", 3))
        unit.put(IndexMark("vectors", 5))
        unit.add_job("entities")
        unit.add_job("entities")
    with store.reading() as view:
        assert view.value("jobs.mark", name="vectors") == 5
        assert view.all(Job, "jobs.all") == [Job("entities", "", "waiting", 0, None, NOW, NOW)]
        assert view.head().seq == 1


def test_a_statement_says_how_many_rows_it_changed(store: Store) -> None:
    with store.writing(BY) as unit:
        unit.add_job("entities")
        assert unit.run("jobs.done", name="entities", key="") == 1
        assert unit.run("jobs.done", name="entities", key="") == 0


def test_a_unit_that_raises_takes_everything_back(store: Store) -> None:
    def write_and_fail() -> None:
        with store.writing(BY) as unit:
            unit.append([a_turn("heron")], [["heron"]])
            unit.save("task.added", a_task())
            unit.add_job("entities")
            unit.note_own_moment(NOW)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_fail()
    with store.reading() as view:
        assert view.head() == Head(1, "", 0, None)
        assert view.search(["heron"], limit=5) == []
        assert next(view.tuples("log.counts")) == (0, 1)
        assert view.all(Job, "jobs.all") == []
    assert [turn.seq for turn in keep(store, "after it")] == [2]


def test_a_view_does_not_see_what_is_written_after_it_was_opened(store: Store) -> None:
    with store.reading() as view:
        assert view.head().seq == 1
        with ThreadPoolExecutor(1) as other:
            other.submit(keep, store, "later").result()
        assert view.head().seq == 1
        assert view.search(["later"], limit=5) == []


def test_eight_writers_to_one_agent_leave_no_gap(store: Store) -> None:
    def write(_: int) -> list[int]:
        return [turn.seq for _ in range(10) for turn in keep(store, "one", "two")]

    with ThreadPoolExecutor(8) as threads:
        given = sorted(seq for seqs in threads.map(write, range(8)) for seq in seqs)
    assert given == list(range(2, 162))
    assert [entry.seq for entry in everything(store)] == list(range(1, 162))


def test_what_a_unit_read_still_holds_when_it_writes(store: Store) -> None:
    task = a_task()
    with store.writing(BY) as unit:
        unit.save("task.added", task)

    def raise_priority(_: int) -> None:
        with store.writing(BY) as unit:
            found = unit.one(Task, "agenda.task", id=task.id)
            assert found is not None
            unit.save("task.moved", found._replace(priority=found.priority + 1), found)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(raise_priority, range(12)))
    with store.reading() as view:
        assert view.all(Task, "agenda.tasks")[0].priority == task.priority + 12


# -- queries


# A value of each type that the server finds for a parameter.
OF_TYPE: dict[str, Any] = {
    "text": "3s",
    "int8": 3,
    "int4": 3,
    "float8": 0.5,
    "timestamptz": NOW,
    "jsonb": "[3]",
    "bool": True,
    "_text": ["heron"],
    "_int8": [3],
    "_bytea": [b"a"],
    "_int4": [3],
}


@pytest.mark.parametrize("name", Queries("postgres").names())
def test_every_named_query_runs_on_postgres(name: str, shared_postgres_store: Any) -> None:
    store, url = shared_postgres_store
    sql = with_driver_parameters(Queries("postgres")[name])
    fields = dummies(sql, url) | store.scope._asdict()
    with store._connections.writing(*store.scope) as transaction:
        transaction.connection.execute(sql, fields)


def dummies(sql: str, url: str) -> dict[str, Any]:
    """A value for each parameter, of the type that the server takes it for."""
    names = list(dict.fromkeys(re.findall(r"%\((\w+)\)s", sql)))
    for position, name in enumerate(names, start=1):
        sql = sql.replace(f"%({name})s", f"${position}")
    with psycopg.connect(url, options="-c search_path=wakeline") as connection:
        prepared = connection.pgconn.prepare(b"", sql.replace("%%", "%").encode())
        assert prepared.error_message == b""
        described = connection.pgconn.describe_prepared(b"")
        types = [described.param_type(position) for position in range(len(names))]
        known = [
            connection.execute("SELECT typname FROM pg_type WHERE oid = %s", (oid,)).fetchall()
            for oid in types
        ]
    return {name: OF_TYPE[kind] for name, ((kind,),) in zip(names, known, strict=True)}


@pytest.mark.parametrize("name", Queries("sqlite").names())
def test_every_named_query_runs_on_sqlite(name: str, shared_sqlite_store: Any) -> None:
    sql = Queries("sqlite")[name]
    with shared_sqlite_store.writing(BY) as unit:
        assert isinstance(unit, SqliteUnit)
        unit.run("integrity.open_terms")  # what some look through
        if "?" in sql:
            list(unit._connection.execute(sql, (9, "heron")[: sql.count("?")]))
        else:  # a number will do for a text, a limit and a piece of JSON
            names = re.findall(r"%\((\w+)\)s", with_driver_parameters(sql))
            list(unit.tuples(name, **(dict.fromkeys(names, 3) | {"question": '"heron"'})))


# What one engine keeps to itself; no flow names it.
OWN = {
    "integrity.open_terms",
    "integrity.indexed_rows",
    "integrity.indexed_sizes",
    "integrity.indexed_totals",
}


def test_both_engines_have_the_queries_that_flows_may_name() -> None:
    of_a_database = {n for n in Queries("postgres").names() if n.startswith("database.")}
    assert set(Queries("postgres").names()) - of_a_database == set(Queries("sqlite").names()) - OWN


def test_bare_rows_are_the_same_on_both_engines(pg_url: str, tmp_path: Path) -> None:
    found = []
    for home in (open_folder(tmp_path / "home"), open_database(pg_url)):
        store = home.create(an_identity()._replace(id="one"), BY)
        asked = a_turn("how?", id="q", exchange_id="e", exchange_index=1, session_id="s")
        with store.writing(BY) as unit:
            unit.append([asked, asked._replace(id="a", role="agent", text="so.")], [[], []])
        with store.reading() as view:
            names = {"log.exchanges": {"limit": 3}, "log.first_moment": {}, "log.counts": {}}
            found.append([list(view.tuples(name, **given)) for name, given in names.items()])
        store.close()
        home.close()
    assert found[0] == found[1]
    assert found[0][0][0][1] == "2026-11-15"


@pytest.mark.parametrize(
    ("sql", "spelt"),
    [
        ("a = :b AND c = :b_2", "a = %(b)s AND c = %(b_2)s"),
        ("x::text = ':no' || :yes", "x::text = ':no' || %(yes)s"),
        ("a LIKE '10%' OR a % 2 = :n", "a LIKE '10%%' OR a %% 2 = %(n)s"),
        ("'it''s :not' :is", "'it''s :not' %(is)s"),
    ],
)
def test_parameters_are_spelt_for_the_driver(sql: str, spelt: str) -> None:
    assert with_driver_parameters(sql) == spelt


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("a = :b AND c = :b_2 OR d = :b", ("b", "b_2")),
        ("x = ':no' || :yes AND y = 'it''s :not'", ("yes",)),
        ("SELECT 1", ()),
    ],
)
def test_parameters_are_numbered_by_their_first_place(sql: str, names: tuple[str, ...]) -> None:
    assert parameter_names(sql) == names


# -- full text


def test_scores_are_equal_on_both_engines(pg_url: str, tmp_path: Path) -> None:
    chance = random.Random(11)
    vocabulary = [f"w{n}" for n in range(60)]
    weights = [1 / (n + 1) for n in range(60)]
    texts = [chance.choices(vocabulary, weights, k=chance.randint(0, 30)) for _ in range(400)]
    gone = chance.sample(range(2, 402), 40)
    questions = [chance.choices(vocabulary, k=chance.randint(1, 6)) for _ in range(60)]
    answers: list[list[list[Match]]] = []
    for home in (open_folder(tmp_path / "home"), open_database(pg_url)):
        store = home.create(an_identity(), BY)
        with store.writing(BY) as unit:
            unit.append([a_turn() for _ in texts], texts)
        with store.writing(BY) as unit:
            for seq in gone:
                unit.unindex(seq)
        with store.reading() as view:
            answers.append([view.search([*q, "nowhere"], limit=500) for q in questions])
        store.close()
        home.close()
    for ours, theirs in zip(*answers, strict=True):
        assert [match.seq for match in ours] == [match.seq for match in theirs]
        assert [m.score for m in ours] == pytest.approx([m.score for m in theirs], rel=1e-9)
    assert any(answers[0])


@pytest.fixture(scope="module")
def shared_postgres_store(pg_server: None) -> Iterator[tuple[Store, str]]:
    with postgres.fresh_database() as name:
        home = open_database(postgres.app_url(name))
        yield home.create(an_identity(), BY), postgres.app_url(name)
        home.close()


@pytest.fixture(scope="module")
def shared_sqlite_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    home = open_folder(tmp_path_factory.mktemp("home"))
    store = home.create(an_identity(), BY)
    yield store
    store.close()
    home.close()


def store_is_postgres(store: Store) -> bool:
    return store.archive_folder() is None
