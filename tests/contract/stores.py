"""Homes on both engines, and rows with defaults to put into them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from wakeline.base.clock import FixedClock, Ulids
from wakeline.model.agenda import Task
from wakeline.model.identity import Identity
from wakeline.model.log import By, Episode, Event
from wakeline.ports.store import Store
from wakeline.store.folder import FolderHome
from wakeline.store.postgres import PostgresHome

NOW = datetime(2026, 11, 15, 9, 2, 0, 123456, tzinfo=UTC)
BY = By(NOW, "tester", "user_direct")
IDS = Ulids(seed=7)
CLOCK = FixedClock(NOW)


def open_folder(place: Path, tenant_id: str = "default") -> FolderHome:
    return FolderHome(
        str(place), tenant_id=tenant_id, clock=CLOCK, ids=Ulids(seed=1), synchronous="OFF"
    )


def open_database(url: str, tenant_id: str = "default") -> PostgresHome:
    return PostgresHome(url, tenant_id=tenant_id, clock=CLOCK, ids=Ulids(seed=1))


def an_identity(name: str = "ash") -> Identity:
    return Identity(
        id=IDS.new(NOW),
        name=name,
        display_name=name.title(),
        model_key=None,
        model_display=None,
        origin=None,
        core_values_json=("honesty", "größe"),
        memory_config_json={"decay": {"rate": 1e16}},
        person_name="Mel",
        person_time_zone="Europe/Vienna",
        identity_policy="operator_gated",
        created_at=NOW,
        updated_at=NOW,
        is_deleted=False,
    )


def a_turn(text: str = "hello", **changes: Any) -> Episode:
    turn = Episode(
        seq=0,
        id=IDS.new(NOW),
        exchange_id=None,
        exchange_index=None,
        session_id=None,
        thread_id=None,
        project_id=None,
        kind="conversation",
        speaker="Mel",
        role="user",
        mode="chat",
        text=text,
        at=NOW - timedelta(days=400),
        recorded_at=NOW,
        importance=0.25,
        entity_refs=("Mel", "Zürich"),
        source_id=None,
        content_hash="0" * 64,
        tokens=2,
        origin="user_direct",
        trust=1.0,
        metadata={"z": 1e16, "a": [1, 2.0, None, True], "Ü": "'\\ %s :x"},
        line_hash="",
        forgotten_at=None,
    )
    return turn._replace(**changes)


def a_task(number: int = 1, **changes: Any) -> Task:
    task = Task(
        id=IDS.new(NOW),
        number=number,
        project_id=None,
        title="water the ferns",
        description=None,
        status="todo",
        priority=5,
        due_at=None,
        origin="user_direct",
        trust=1.0,
        created_at=NOW,
        updated_at=NOW,
        completed_at=None,
        is_deleted=False,
    )
    return task._replace(**changes)


def keep(store: Store, *texts: str) -> list[Episode]:
    with store.writing(BY) as unit:
        return unit.append([a_turn(t) for t in texts], [t.split() for t in texts])


def everything(store: Store) -> list[Episode | Event]:
    """The whole log in order."""
    span = {"after": 0, "through": 1 << 40, "limit": 1 << 40}
    with store.reading() as view:
        turns = view.all(Episode, "log.episodes_between", **span)
        events = view.all(Event, "log.events_between", **span)
    return sorted([*turns, *events], key=lambda entry: entry.seq)
