"""A day of a coding agent in small: crashes, compactions, two terminals, hooks that fail.

The script knows what was said. Afterwards everything is in the log once, and each session that
started behind another in its thread woke with what that one left.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from tests.interfaces.hook_host import Claude, Desktop
from wakeline.store.hook_state import HookState

SESSIONS = 12
SEED = 5
TROUBLES = ("none", "prompt missed", "answer missed", "both missed", "home broken")


@contextmanager
def trouble(desktop: Desktop, kind: str) -> Iterator[dict[str, bool]]:
    """Which hooks of one exchange run, and whether the home can be used meanwhile."""
    config = Path(desktop.home) / "config.json"
    if kind == "home broken":
        config.write_text("{")
    yield {
        "asked": kind not in ("prompt missed", "both missed"),
        "answered": kind not in ("answer missed", "both missed"),
    }
    config.unlink(missing_ok=True)


def an_exchange(desktop: Desktop, host: Claude, word: str, rng: random.Random) -> list[str]:
    """One exchange with a word that no other has, whatever happens to its hooks."""
    question, answer = f"Please look after {word}.", f"The matter of {word} is settled."
    with trouble(desktop, rng.choice(TROUBLES)) as hooks:
        host.ask(question, hook=hooks["asked"])
        if rng.random() < 0.3:
            host.fire("PostToolUse", tool_name="Bash", tool_response=word, tool_use_id=word)
        host.reply(answer, hook=hooks["answered"])
    return [question, answer]


@pytest.mark.parametrize("seed", [SEED, SEED + 1])
def test_a_day_is_in_the_log_once_and_each_wake_has_what_was_left(
    desktop: Desktop, seed: int
) -> None:
    rng = random.Random(seed)
    script: list[str] = []
    left: dict[str, str] = {}  # the last word of each project, which the next session must hear
    beside: Claude | None = None  # the second terminal
    for number in range(SESSIONS):
        project = desktop.project(rng.choice(["shop", "mill"]))
        host = Claude(desktop, project)
        context = host.start()
        if project in left:
            assert left[project] in context, (number, context)
        for exchange in range(rng.randrange(1, 4)):
            word = f"zorp{number}x{exchange}"
            script += an_exchange(desktop, host, word, rng)
            if beside is not None:
                script += an_exchange(desktop, beside, f"{word}beside", rng)
            if rng.random() < 0.25:
                assert host.compact(f"About {word}, in short.")
            left[project] = word
        if beside is not None and rng.random() < 0.5:
            beside.end()
            beside = None
        elif beside is None and rng.random() < 0.5:
            beside = Claude(desktop, desktop.project("attic"))
            beside.start()
        host.crash() if rng.random() < 0.4 else host.end()
        desktop.clock.advance(timedelta(minutes=rng.randrange(1, 50)))
    if beside is not None:
        beside.end()
    last = Claude(desktop, desktop.project("shop"))
    last.start()
    last.end()
    said = Counter(text for _, text in desktop.said())
    assert said == Counter(script)
    assert set(said.values()) == {1}
    assert HookState(desktop.home, is_database=False).spooled_events() == []
