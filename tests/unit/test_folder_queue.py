"""Which agents of a folder a worker opens: those that changed, not all of them all the time."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import wakeline
from tests.builders import QUICK, an_exchange
from wakeline.ports.jobs import WorkerRounds
from wakeline.store.folder_queue import FolderQueue

LONG = 3600.0
PATIENCE = 30.0


def now() -> datetime:
    return datetime.now(UTC)


def rounds(*, sweep_seconds: float = LONG, once: bool = False) -> WorkerRounds:
    return WorkerRounds(now, 0.02, sweep_seconds, lease_seconds=60, once=once)


@pytest.fixture
def home(tmp_path: Path) -> wakeline.Home:
    """A home, closed again, in which three agents live."""
    home = wakeline.open(tmp_path / "home", settings=QUICK)
    for name in ("ash", "birch", "cedar"):
        an_exchange(home.agent(name))
    home.close()
    return home


class Looks:
    """Counts looks, and answers each agent's with when to look again."""

    def __init__(self, answers: dict[str, datetime | None] | None = None) -> None:
        self.of: Counter[str] = Counter()
        self.answers = answers or {}
        self.seen = threading.Condition()

    def __call__(self, tenant: str, name: str) -> datetime | None:
        with self.seen:
            self.of[name if tenant == "default" else f"{tenant}/{name}"] += 1
            self.seen.notify_all()
        return self.answers.get(name)

    def until(self, **wanted: int) -> bool:
        with self.seen:
            return self.seen.wait_for(
                lambda: all(self.of[name] >= times for name, times in wanted.items()), PATIENCE
            )


class Running:
    """A queue that runs in a thread for the length of a block."""

    def __init__(self, queue: FolderQueue, looks: Looks) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=queue.run, args=(looks, self._stop))

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


def test_an_agent_that_does_not_change_is_looked_at_once(home: wakeline.Home) -> None:
    looks = Looks()
    with Running(FolderQueue(home.location, "default", rounds()), looks):
        assert looks.until(ash=1, birch=1, cedar=1)
        for times in (2, 3, 4):
            with wakeline.open(home.location, settings=QUICK) as own:
                an_exchange(own.agent("birch"), times)
            assert looks.until(birch=times)
    assert (looks.of["ash"], looks.of["cedar"]) == (1, 1)


def test_reading_an_agent_is_no_change(home: wakeline.Home) -> None:
    looks = Looks()
    with Running(FolderQueue(home.location, "default", rounds()), looks):
        assert looks.until(ash=1, birch=1, cedar=1)
        for _ in range(3):
            with wakeline.open(home.location, settings=QUICK) as own:
                own.agent("ash").status()
        with wakeline.open(home.location, settings=QUICK) as own:
            an_exchange(own.agent("cedar"), 2)
        assert looks.until(cedar=2)
    assert looks.of["ash"] == 1


def test_an_agent_is_looked_at_again_when_it_asked_for_that_and_now_and_then(
    home: wakeline.Home,
) -> None:
    looks = Looks({"ash": now() + timedelta(milliseconds=50), "birch": now() + timedelta(days=999)})
    queue = FolderQueue(home.location, "default", rounds())
    with Running(queue, looks):
        assert looks.until(ash=3)
    assert looks.of["birch"] == 1
    swept = Looks({"birch": now() + timedelta(days=999)})
    with Running(FolderQueue(home.location, "default", rounds(sweep_seconds=0.05)), swept):
        assert swept.until(ash=2, birch=2, cedar=2), "no clock puts an agent off for longer"


def test_new_agents_are_found_and_removed_ones_forgotten(home: wakeline.Home) -> None:
    looks = Looks()
    with Running(FolderQueue(home.location, "default", rounds()), looks):
        assert looks.until(ash=1)
        with wakeline.open(home.location, settings=QUICK) as own:
            own.remove("ash")
            an_exchange(own.agent("dogwood"))
            an_exchange(own.of_tenant("other").agent("elm"))
        assert looks.until(dogwood=1, **{"other/elm": 1})
        with wakeline.open(home.location, settings=QUICK) as own:
            an_exchange(own.agent("ash"))
        assert looks.until(ash=2)


def test_a_look_that_raises_what_nobody_expected_ends_the_queue(home: wakeline.Home) -> None:
    def look(tenant: str, name: str) -> datetime | None:
        raise ZeroDivisionError(tenant + name)

    with pytest.raises(ZeroDivisionError):
        FolderQueue(home.location, "default", rounds()).run(look, threading.Event())


@pytest.mark.parametrize("strange", ["a file", "an empty folder", "nothing"])
def test_whatever_else_lies_in_the_folder_is_no_agent(tmp_path: Path, strange: str) -> None:
    agents = tmp_path / "home" / "agents"
    if strange == "a file":
        agents.mkdir(parents=True)
        (agents / "notes.txt").write_text("hello")
    elif strange == "an empty folder":
        (agents / "ash").mkdir(parents=True)
    looks = Looks()
    queue = FolderQueue(str(tmp_path / "home"), "default", rounds(once=True))
    queue.run(looks, threading.Event())
    assert looks.of == {}
