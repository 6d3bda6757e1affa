"""A process that writes until somebody kills it, and says aloud what was acknowledged.

    python -m tests.durability.writer WHAT LOCATION ROUND

A line on its standard output means that the call it names has returned. Nothing else is
printed. It stops by itself after a while, so that a lost parent leaves no orphan.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from itertools import count

import wakeline
from tests.builders import PERSON, an_event, an_exchange

MOST_SECONDS = 30.0
BATCH = 1000


def say(*words: object) -> None:
    """One line, in one system call: it is in the pipe or it is not."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def exchanges(home: wakeline.Home, first: int) -> None:
    """Records exchange after exchange; each acknowledgement has both turns."""
    ash = home.agent("ash", person=PERSON)
    ash.wake()
    for number in count(first):
        say(number, *an_exchange(ash, number).ids)


def imports(home: wakeline.Home, first: int) -> None:
    """Takes in batch after batch of sources; acknowledged by batch."""
    ash = home.agent("ash", person=PERSON)
    for number in count(first, BATCH):
        stream = [an_event(n, source_id=f"s{n}") for n in range(number, number + BATCH)]
        ash.observe_many(stream, progress=lambda _, n=number: say(n))  # type: ignore[misc]


def agents(home: wakeline.Home, first: int) -> None:
    """Makes one agent after the other."""
    for number in count(first):
        say(f"agent{number}", home.agent(f"agent{number}", person=PERSON).identity.id)


def sessions(home: wakeline.Home, first: int) -> None:
    """Lives one short session after the other, all in one thread."""
    ash = home.agent("ash", person=PERSON)
    for number in count(first):
        session = ash.wake(thread="garden").session_id
        an_exchange(ash, number, thread="garden")
        ash.end(summary=f"summary{number}", message_to_next=f"message{number}")
        say(session, number)


def indexed(home: wakeline.Home, first: int) -> None:
    """Takes in a batch of sources, says so, and indexes it, so mostly reads, embeds and seals."""
    from tests.contract.test_sealed import turns

    ash = home.agent("ash", person=PERSON)
    for number in count(first, BATCH):
        ash.observe_many(list(turns(BATCH, first=number)))
        say(number)
        ash.settle()


WRITERS: dict[str, Callable[[wakeline.Home, int], None]] = {
    "exchanges": exchanges,
    "imports": imports,
    "agents": agents,
    "sessions": sessions,
    "indexed": indexed,
}


def main() -> None:
    what, location, first = sys.argv[1:]
    _stop_some_day()
    with wakeline.open(location) as home:
        WRITERS[what](home, int(first))


def _stop_some_day() -> None:
    from threading import Thread

    def stop() -> None:
        time.sleep(MOST_SECONDS)
        os._exit(3)

    Thread(target=stop, daemon=True).start()


if __name__ == "__main__":
    main()
