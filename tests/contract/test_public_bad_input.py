"""Bad input gives one clear error that says what to do, and nothing is lost. On both engines."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import apsw
import pytest

import wakeline
from tests.builders import Homes, an_event, an_exchange, events
from wakeline.base.errors import (
    AlteredSchema,
    Damaged,
    DiskFull,
    HomeUnusable,
    Invalid,
    NewerSchema,
    NotFound,
    Unreachable,
    UnsafeRole,
    WakelineError,
)

HUGE = "x" * 50_000_000
NOT_TEXT: dict[str, Any] = {
    "empty": "",
    "blank": " \n\t ",
    "unseen": "\u200b \u2060",
    "NUL": "a\0b",
    "half a character": "a\ud800b",
    "50 MB": HUGE,
    "50 MB of another script": "é" * 25_000_000,
    "bytes": b"hello",
    "a number": 7,
    "a list": ["hello"],
}
Door = Callable[[wakeline.Agent, Any], object]
TEXT_DOORS: dict[str, Door] = {
    "user": lambda a, t: a.record(user=t),
    "agent": lambda a, t: a.record(agent=t),
    "observe": lambda a, t: a.observe(t),
    "observe_many": lambda a, t: a.observe_many([an_event(1), {"text": t}]),
    "key": lambda a, t: a.facts.set(t, "value"),
    "key that is asked for": lambda a, t: a.facts.get(t),
    "key that ends": lambda a, t: a.facts.end(t),
    "key of a history": lambda a, t: a.facts.history(t),
    "value": lambda a, t: a.facts.set("key", t),
    "memory": lambda a, t: a.memories.add(t),
    "task": lambda a, t: a.tasks.add(t),
    "project": lambda a, t: a.projects.add(t),
    "hint": lambda a, t: a.hints.add(t),
    "summary": lambda a, t: a.end(summary=t),
}
LABEL_DOORS: dict[str, Door] = {
    "speaker": lambda a, t: a.observe("hello", speaker=t),
    "thread": lambda a, t: a.observe("hello", thread=t),
    "thread of an exchange": lambda a, t: a.record(user="hello", thread=t),
    "source_id": lambda a, t: a.observe("hello", source_id=t),
    "category": lambda a, t: a.facts.set("key", "value", category=t),
    "tag": lambda a, t: a.memories.add("hello", tags=[t]),
    "title": lambda a, t: a.memories.add("hello", title=t),
    "actor": lambda a, t: a.tasks.add("hello", actor=t),
    "message_to_next": lambda a, t: a.end(summary="done", message_to_next=t),
    "working memory": lambda a, t: a.end(summary="d", cognition={"working_memory": [t]}),
}
BAD_LABELS: dict[str, Any] = {
    "NUL": "a\0b",
    "half a character": "a\ud800b",
    "50 MB": HUGE,
    "a number": 7,
}


def refused(agent: wakeline.Agent, door: Door, value: Any) -> None:
    """The door says what is wrong and what to do, and lets nothing in."""
    before = [(e.seq, e.kind) for e in events(agent)], agent.status().turns
    with pytest.raises(Invalid) as error:
        door(agent, value)
    assert error.value.todo
    assert len(str(error.value)) < 500, "the message quotes the input"
    assert ([(e.seq, e.kind) for e in events(agent)], agent.status().turns) == before


@pytest.mark.parametrize("text", NOT_TEXT.values(), ids=NOT_TEXT)
def test_what_is_not_text_is_refused_at_every_door(open_home: Homes, text: Any) -> None:
    ash = open_home.agent()
    ash.wake()
    for door in TEXT_DOORS.values():
        refused(ash, door, text)
    an_exchange(ash)
    assert len(ash.recall("question1 answer1")) == 2


@pytest.mark.parametrize("label", BAD_LABELS.values(), ids=BAD_LABELS)
def test_a_name_that_cannot_be_one_is_refused_at_every_door(open_home: Homes, label: Any) -> None:
    ash = open_home.agent()
    ash.wake()
    for door in LABEL_DOORS.values():
        refused(ash, door, label)


@pytest.mark.parametrize(
    "at",
    [
        "2026-03-02T09:00:00",
        datetime(2026, 3, 2, 9),  # noqa: DTZ001 - that is the point
        "yesterday",
        "",
        1_772_442_000,
        "2026-02-30T09:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "0999-12-31T23:59:59Z",
    ],
)
def test_a_date_that_is_none_or_has_no_zone_is_refused(open_home: Homes, at: object) -> None:
    doors: list[Door] = [
        lambda a, t: a.observe("hello", at=t),
        lambda a, t: a.record(user="hello", at=t),
        lambda a, t: a.observe_many([an_event(1), an_event(2, at=t)]),
        lambda a, t: a.facts.set("key", "value", valid_from=t),
        lambda a, t: a.facts.get("key", at=t),
        lambda a, t: a.facts.get("key", known_at=t),
        lambda a, t: a.tasks.add("hello", due=t),
        lambda a, t: a.hints.add("hello", trigger_at=t),
        lambda a, t: a.recall("hello", since=t),
        lambda a, t: a.recall("hello", until=t),
    ]
    ash = open_home.agent()
    for door in doors:
        refused(ash, door, at)


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "gossip"},
        {"role": "king"},
        {"origin": "heaven"},
        {"mode": "dream"},
        {"metadata": "text"},
        {"metadata": {1: "number"}},
        {"metadata": {"set": {1}}},
        {"metadata": {"nan": float("nan")}},
        {"metadata": {"nul": "a\0b"}},
        {"metadata": {"surrogate": "\ud800"}},
        {"metadata": {"big": "x" * 70_000}},
    ],
    ids=str,
)
def test_an_event_that_cannot_be_is_refused(open_home: Homes, event: dict[str, Any]) -> None:
    refused(open_home.agent(), lambda a, e: a.observe("hello", **e), event)


@pytest.mark.parametrize("events", [["text"], [None], [{}], [{"speaker": "Mel"}]], ids=str)
def test_a_stream_of_what_are_no_events_is_refused(open_home: Homes, events: list[Any]) -> None:
    refused(open_home.agent(), lambda a, e: a.observe_many(e), events)


def test_metadata_that_is_deeper_than_anyone_needs_is_refused(open_home: Homes) -> None:
    deep: dict[str, Any] = {}
    for _ in range(20_000):
        deep = {"a": deep}
    refused(open_home.agent(), lambda a, e: a.observe("hello", metadata=e), deep)


def test_a_batch_with_one_bad_event_keeps_the_batches_before_it_and_says_so(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    stream = [an_event(n) for n in range(1500)] + [{"text": ""}]
    with pytest.raises(Invalid):
        ash.observe_many(stream)
    assert ash.status().turns == 1000
    kept = ash.observe_many([an_event(n) for n in range(1000, 1500)])
    assert kept.new == 500


def test_a_record_of_nothing_is_refused(open_home: Homes) -> None:
    refused(open_home.agent(), lambda a, _: a.record(), None)


@pytest.mark.parametrize("query", [None, 7, b"hello", ["hello"]])
def test_a_question_that_is_no_text_is_refused(open_home: Homes, query: Any) -> None:
    refused(open_home.agent(), lambda a, q: a.recall(q), query)


@pytest.mark.parametrize("k", [0, -1, 1001, "ten", 2.5, None, True])
def test_a_number_of_hits_that_cannot_be_is_refused(open_home: Homes, k: Any) -> None:
    refused(open_home.agent(), lambda a, n: a.recall("hello", k=n), k)


@pytest.mark.parametrize(
    "query", ["", " ", "\0", "\ud800", '"', "'; DROP TABLE", "NEAR(", "*", "a* OR -b", "%", HUGE]
)
def test_a_question_that_means_nothing_finds_nothing(open_home: Homes, query: str) -> None:
    ash = open_home.agent()
    ash.observe("hello there")
    assert ash.recall(query) == []


@pytest.mark.parametrize(
    "settings",
    [
        {"wake.budget": "many"},
        {"wake.budget": "1"},
        {"wake.preset": "everything"},
        {"sqlite.synchronous": "MAYBE"},
        {"no.such": "1"},
        {"session.lease_minutes": "0"},
    ],
    ids=str,
)
def test_a_setting_that_cannot_be_is_refused(open_home: Homes, settings: dict[str, str]) -> None:
    with pytest.raises(Invalid) as error:
        open_home(settings=settings)
    assert error.value.todo


# -- homes that cannot be used


def test_a_home_that_is_a_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "home"
    file.write_text("a letter")
    with pytest.raises(HomeUnusable, match="is a file") as error:
        wakeline.open(file)
    assert error.value.todo
    assert file.read_text() == "a letter"


def test_settings_that_are_no_json_are_refused_and_left_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{not json")
    with pytest.raises(Invalid, match=r"config\.json"):
        wakeline.open(tmp_path)
    assert (tmp_path / "config.json").read_text() == "{not json"


@pytest.fixture
def a_home(tmp_path: Path) -> Path:
    """A folder home with one agent that has something to lose."""
    with wakeline.open(tmp_path / "home") as home:
        home.agent("ash").observe("something to lose")
    return tmp_path / "home"


def database(home: Path) -> Path:
    return home / "agents" / "ash" / "memory.db"


def still_there(home: Path) -> bool:
    with wakeline.open(home) as opened:
        return len(opened.agent("ash", create=False).recall("lose")) == 1


@pytest.mark.parametrize("name", ["agents/ash/memory.db", "home.db"])
def test_a_schema_from_the_future_is_refused_with_nothing_written(a_home: Path, name: str) -> None:
    path = a_home / name
    with apsw.Connection(str(path)) as connection:
        connection.execute("INSERT INTO schema_migrations VALUES (99, 'later', 'abc')")
    connection.close()
    before = path.read_bytes()
    with wakeline.open(a_home) as home, pytest.raises(NewerSchema, match="99") as error:
        home.agent("ash").tasks.add("something")
    assert "Nothing was changed" in str(error.value)
    assert path.read_bytes() == before


def test_a_schema_that_somebody_altered_is_refused_with_nothing_written(a_home: Path) -> None:
    with apsw.Connection(str(database(a_home))) as connection:
        connection.execute("UPDATE schema_migrations SET sha256 = 'abc'")
    connection.close()
    before = database(a_home).read_bytes()
    with wakeline.open(a_home) as home, pytest.raises(AlteredSchema):
        home.agent("ash").wake()
    assert database(a_home).read_bytes() == before


def test_a_database_that_is_none_is_said_to_be_damaged_and_left_as_it_is(a_home: Path) -> None:
    content = b"not a database at all" * 100
    for path in database(a_home).parent.glob("memory.db*"):
        path.unlink()
    database(a_home).write_bytes(content)
    with wakeline.open(a_home) as home, pytest.raises(Damaged, match="not a whole") as error:
        home.agent("ash").wake()
    assert "wakeline restore" in error.value.todo
    assert database(a_home).read_bytes() == content


def test_a_registry_that_is_damaged_says_that_it_can_be_made_again(a_home: Path) -> None:
    (a_home / "home.db").write_bytes(b"not a database at all" * 100)
    with wakeline.open(a_home) as home, pytest.raises(Damaged, match=r"home\.db") as error:
        home.agent("ash").tasks.add("something")
    assert "made again" in error.value.todo
    (a_home / "home.db").unlink()
    with wakeline.open(a_home) as home:
        assert home.agent("ash").tasks.add("something").number == 1


def test_an_agent_that_is_damaged_keeps_no_registry_from_being_made_again(a_home: Path) -> None:
    with wakeline.open(a_home) as home:
        home.agent("birch").tasks.add("first")
        home.agent("ash").settle()
    for path in (*a_home.glob("home.db*"), *database(a_home).parent.glob("memory.db-*")):
        path.unlink()
    database(a_home).write_bytes(b"not a database at all" * 100)
    with wakeline.open(a_home) as home:
        assert home.agent("birch").tasks.add("second").number == 2
        home.restore(database(a_home).parent / "archive", replace=True)
    assert still_there(a_home)
    assert [path.name for path in a_home.glob("home.db*") if path.name[7:8] == "."] == []


def test_what_is_no_tenant_keeps_no_registry_from_being_made_again(a_home: Path) -> None:
    with wakeline.open(a_home, tenant="acme") as home:
        home.agent("birch").tasks.add("first")
    (a_home / "tenants" / ".DS_Store").write_bytes(b"")
    (a_home / "tenants" / "notes").write_bytes(b"")
    (a_home / "tenants" / ".cache").mkdir()
    for path in a_home.glob("home.db*"):
        path.unlink()
    with wakeline.open(a_home, tenant="acme") as home:
        assert home.agent("birch").tasks.add("second").number == 2
    assert still_there(a_home)


def test_a_database_without_an_agent_is_not_taken_for_one(a_home: Path) -> None:
    for path in database(a_home).parent.glob("memory.db*"):
        path.unlink()
    database(a_home).touch()
    with wakeline.open(a_home) as home, pytest.raises(Damaged, match="holds no agent") as error:
        home.agent("ash").wake()
    assert error.value.todo


def test_a_place_where_nothing_can_be_made_is_refused() -> None:
    if not Path("/proc/self").exists():
        pytest.skip("needs a folder in which even root can make nothing")
    with wakeline.open("/proc/wakeline") as home, pytest.raises(HomeUnusable) as error:
        home.agent("ash").wake()
    assert error.value.todo


READ_ONLY = """
import codecs, importlib, os, pkgutil, sys
import wakeline
from wakeline import engine, flows, jobs, store
from wakeline.base.errors import HomeUnusable
from wakeline.sessions import handoffs
import wakeline.recall.analyse
for package in (engine, flows, jobs, store):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if "postgres" not in module.name:
            importlib.import_module(module.name)
wakeline.recall.analyse.terms("load the stemmer")
codecs.lookup("ascii")
if os.geteuid() == 0:
    os.setuid(65534)
doors = [
    lambda a: a.wake(),
    lambda a: a.record(user="hello"),
    lambda a: a.observe("hello"),
    lambda a: a.tasks.add("hello"),
]
with wakeline.open(sys.argv[1]) as home:
    for name in ("ash", "birch"):
        for door in doors:
            try:
                door(home.agent(name))
            except HomeUnusable as error:
                assert error.todo, error
            else:
                sys.exit("a write was taken in")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")
def test_a_read_only_folder_refuses_every_write_and_loses_nothing() -> None:
    folder = Path(tempfile.mkdtemp(prefix="wl-"))
    try:
        home = folder / "home"
        with wakeline.open(home) as opened:
            opened.agent("ash").observe("something to lose")
        for path in [folder, home, *home.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        ran = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(home)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, "")
        for path in [folder, home, *home.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        assert still_there(home)
    finally:
        shutil.rmtree(folder)


class FullFile(apsw.VFSFile):
    """A file that cannot grow and takes no new byte."""

    def __init__(self, vfs: FullDisk, name: Any, flags: list[int]) -> None:
        self._vfs = vfs
        super().__init__(vfs.below, name, flags)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802 - SQLite's name
        if self._vfs.is_full:
            raise apsw.FullError("no space")
        super().xWrite(data, offset)


class FullDisk(apsw.VFS):
    """The ordinary disk until somebody says that it is full."""

    numbers = count(1)

    def __init__(self, below: str) -> None:
        self.is_full = False
        self.below = below
        self.name = f"full-{os.getpid()}-{next(self.numbers)}"
        super().__init__(self.name, below)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite's name
        return FullFile(self, name, flags)


@contextmanager
def a_disk_that_can_be_full() -> Iterator[FullDisk]:
    usual = apsw.vfs_names()[0]
    disk = FullDisk(usual)
    apsw.set_default_vfs(disk.name)
    try:
        yield disk
    finally:
        apsw.set_default_vfs(usual)
        disk.unregister()


def test_a_full_disk_keeps_what_was_acknowledged_and_takes_nothing_half(tmp_path: Path) -> None:
    doors: list[Door] = [
        an_exchange,
        lambda a, n: a.observe_many([an_event(i) for i in range(n * 100, n * 100 + 50)]),
        lambda a, n: a.facts.set(f"key {n}", "value"),
        lambda a, _: a.end(summary="done"),
        lambda a, _: a.wake(),
    ]
    with a_disk_that_can_be_full() as disk:
        home = wakeline.open(tmp_path / "home")
        ash = home.agent("ash")
        ash.wake()
        an_exchange(ash, 0)
        disk.is_full = True
        before = ash.status()
        for number, door in enumerate(doors, 1):
            with pytest.raises(DiskFull) as error:
                door(ash, number)
            assert "safe" in error.value.todo
        with pytest.raises(WakelineError):
            home.agent("birch").wake()
        after = ash.status()
        assert (after.turns, after.events, after.open_sessions) == (
            before.turns,
            before.events,
            before.open_sessions,
        )
        disk.is_full = False
        for number, door in enumerate(doors, 1):
            door(ash, number)
        assert len(ash.recall("question0 answer0 question1 answer1", strategy="fulltext")) == 4
        assert [found.name for found in home.agents()] == ["ash"]
        home.close()


# -- databases that cannot be used


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("postgresql://mel:hush@127.0.0.1:1/wakeline", Unreachable),
        ("postgresql://mel:hush@no.such.host.invalid/wakeline", Unreachable),
        ("postgresql://mel:hush%zz@127.0.0.1/wakeline", Invalid),
        ("postgresql://mel:hush@127.0.0.1:port/wakeline", (Invalid, Unreachable)),
        ("postgres://", (Invalid, Unreachable, HomeUnusable)),
    ],
)
def test_a_broken_url_is_refused_without_its_password(url: str, error: Any) -> None:
    with pytest.raises(error) as raised:
        wakeline.open(url).agent("ash").wake()
    assert raised.value.todo
    assert "hush" not in str(raised.value)


def test_the_superusers_url_is_refused(pg_url: str) -> None:
    from tests import postgres

    name = pg_url.split("/")[3].split("?", maxsplit=1)[0]
    with pytest.raises(UnsafeRole, match="superuser") as error:
        wakeline.open(postgres.admin_url(name))
    assert "wakeline init" in error.value.todo


def test_an_empty_database_is_refused_and_says_how_to_make_it_a_home(pg_server: None) -> None:
    from tests import postgres

    with postgres.fresh_database("template0") as name, pytest.raises(HomeUnusable) as error:
        wakeline.open(postgres.app_url(name))
    assert "wakeline init" in error.value.todo


def test_an_agent_that_is_not_there_is_never_made_by_a_read(open_home: Homes) -> None:
    home = open_home()
    doors: list[Callable[[wakeline.Agent], object]] = [
        lambda a: a.recall("hello"),
        lambda a: a.status(),
        lambda a: a.wake(),
        lambda a: a.facts.get("key"),
    ]
    for door in doors:
        with pytest.raises(NotFound):
            door(home.agent("nobody", create=False))
    assert home.agents() == []


@pytest.mark.parametrize("events", [5, None, "a text", {"text": "one event"}, object()])
def test_what_is_no_stream_of_events_is_refused(open_home: Homes, events: Any) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid, match="events are a"):
        ash.observe_many(events)
    assert ash.observe_many([]).new == 0


@pytest.mark.parametrize("tags", [None, "lamp", 5])
def test_tags_are_a_list(open_home: Homes, tags: Any) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid, match="tags"):
        ash.memories.add("The lamp is on.", tags=tags)
    assert ash.memories.add("The lamp is on.", tags=["lamp"]).tags == ("lamp",)
