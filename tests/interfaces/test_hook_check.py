"""An answer that the record contradicts is told with the next prompt, where that is wanted."""

from __future__ import annotations

import json
from pathlib import Path

import wakeline
from tests.builders import QUICK
from tests.interfaces.hook_host import Claude, Desktop


def a_fact(desktop: Desktop) -> None:
    with wakeline.open(desktop.home, clock=desktop.clock, settings=QUICK) as home:
        desktop.agent(home).facts.set("queue.workers", "8")


def test_what_an_answer_gets_wrong_is_told_once_and_only_if_it_is_wanted(desktop: Desktop) -> None:
    a_fact(desktop)
    host = Claude(desktop, desktop.project())
    host.start()
    host.ask("How many workers?")
    host.reply("The queue has 4 workers.")
    assert "CHECK WHAT YOU SAID" not in host.ask("And now?")
    (Path(desktop.home) / "config.json").write_text(json.dumps({"hook.check": True}))
    host.reply("Let me say it again: the queue has 4 workers.")
    told = host.ask("Fine, what else?")
    assert told.startswith("[CHECK WHAT YOU SAID]")
    assert "recorded: “8” (fact of 02 Mar 2026" in told
    host.reply("The queue has 8 workers.")
    assert "CHECK WHAT YOU SAID" not in host.ask("And then?")
