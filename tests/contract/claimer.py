"""A process of its own that claims actions when it is told to, and says which it got.

Says "ready", then takes keys from standard input, one a line.
"""

from __future__ import annotations

import sys

import wakeline
from wakeline.base.errors import NotAgain


def say(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


def main(location: str, wakes: bool) -> None:
    with wakeline.open(location, settings={"sqlite.synchronous": "OFF"}) as home:
        ash = home.agent("ash", create=False)
        if wakes:
            ash.wake()
        say("ready")
        for line in sys.stdin:
            key = line.strip()
            try:
                ash.guards.claim(key, f"the act called {key}")
                say("got", key)
            except NotAgain as error:
                say(error.state, key)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:] == ["wakes"])
