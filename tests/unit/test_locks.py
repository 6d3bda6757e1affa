"""The lock between processes: held by one, waited for in order, given up after a while.

Two locks of one process on the same path are two open files, and so as strangers to each
other as two processes are.
"""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from wakeline.base.errors import Busy
from wakeline.store.locks import FileLock


def test_a_lock_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    held: list[int] = []
    most: list[int] = []

    def work(number: int) -> None:
        lock = FileLock(path)
        for _ in range(50):
            with lock:
                held.append(number)
                most.append(len(held))
                held.remove(number)
        lock.close()

    workers = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert max(most) == 1
    assert len(most) == 300


def test_who_waits_in_vain_is_told_so_and_stands_in_nobodys_way(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    holder, waiter, other = (FileLock(path, seconds=s) for s in (30, 0.05, 30))
    with holder:
        for _ in range(2):
            with pytest.raises(Busy, match="Try again"):
                waiter.acquire()
    with other:
        pass
    with waiter:
        pass
    for lock in (holder, waiter, other):
        lock.close()


def test_a_lock_that_was_closed_can_be_taken_again(tmp_path: Path) -> None:
    lock = FileLock(str(tmp_path / "lock"))
    for _ in range(2):
        with lock:
            pass
        lock.close()
        lock.close()


def test_newcomers_do_not_overtake_who_waits(tmp_path: Path) -> None:
    """One that takes the lock again and again lets the one that waits have its turn."""
    path = str(tmp_path / "lock")
    greedy, patient = FileLock(path), FileLock(path)
    turns: list[str] = []
    done = threading.Event()

    def wait_patiently() -> None:
        for _ in range(20):
            with patient:
                turns.append("patient")
        done.set()

    greedy.acquire()
    waiting = threading.Thread(target=wait_patiently)
    waiting.start()
    while not done.is_set():
        turns.append("greedy")
        greedy.release()
        greedy.acquire()
    greedy.release()
    waiting.join()
    assert turns.count("patient") == 20
    for lock in (greedy, patient):
        lock.close()
