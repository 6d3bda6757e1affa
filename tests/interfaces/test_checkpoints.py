"""Checkpoints from the command line, and what a compaction leaves of a session."""

from __future__ import annotations

import pytest

import wakeline
from tests.builders import QUICK, there
from tests.interfaces.hook_host import Claude, Desktop
from tests.interfaces.program import Program
from tests.interfaces.test_start import loaded, top_level
from wakeline.flows.session.host_sessions import host_session


def test_a_checkpoint_is_made_and_shown(ash: Program) -> None:
    ash.ok("wake", "--json")
    ash.ok("guards", "claim", "deploy-7", "release 7", "--json")
    words = ("--step", "3 of 5", "--next", "run it", "--state", '{"port": 8080}')
    made = ash.ok("checkpoint", "ash", "moving invoices", *words, "--guard", "deploy-7", "--json")
    assert (made.json["step"], made.json["state"], made.json["guards"]) == (
        "3 of 5",
        {"port": 8080},
        ["deploy-7"],
    )
    assert "moving invoices" in ash.ok("checkpoint", "moving invoices still").out
    assert "still" in ash.ok("checkpoints").out
    assert ash("checkpoint", "x", "--state", "[]").code == 2
    assert ash("checkpoint", "x", "--state", "{", "--json").code == 2
    assert ash("checkpoint", "x", "--state", '{"a":' * 9000, "--json").code == 2
    assert ash("end", "--handoff", "-", stdin="[" * 9000).code == 2
    assert ash("record", "--file", "-", stdin="[" * 9000).code == 2


def test_the_command_loads_neither_typer_nor_rich(ash: Program) -> None:
    modules = loaded(ash, "checkpoint", "moving invoices", "--json")
    assert top_level(modules) & {"typer", "rich", "psycopg", "numpy", "argparse"} == set()


@pytest.mark.feature("B43", "E9")
def test_after_a_compaction_the_session_has_where_it_was_what_it_must_not_repeat_and_its_files(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("Please move the invoices with src/shop/backfill.py.")
    claude.reply("Half of them are moved. I will run the second half tonight.")
    with wakeline.open(desktop.home, clock=desktop.clock, settings=QUICK) as home:
        ash = home.agent("ash", create=False, holder=claude.holder)
        ash.session_id = there(host_session(ash.place, f"claude-code:{claude.id}")).session.id
        ash.guards.claim("mail-outage", "the mail about the outage")
        ash.guards.done("mail-outage")
        ash.checkpoint("moving invoices", step="1 of 2", guards=["mail-outage"])
    told = claude.compact("We moved invoices.")
    for part in (
        "[DO NOT REPEAT]", "the mail about the outage", "[WHERE YOU WERE]", "moving invoices",
        "1 of 2", "src/shop/backfill.py", "run the second half tonight", "mail-outage",
    ):  # fmt: skip
        assert part in told, part
    assert "We moved invoices." in [turn.text for turn in desktop.log()]


def test_the_fifth_compaction_begins_a_session_that_is_told_where_the_one_before_was(
    desktop: Desktop, claude: Claude
) -> None:
    told = claude.start()
    for number in range(5):
        claude.ask(f"Please look at part{number}.md.")
        claude.reply("I have looked at it.")
        told = claude.compact()
    assert "part4.md" in told
