"""Hydration and what it reads, at the command line."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

from tests.interfaces.program import Program


def at_a_terminal(program: Program, *words: str) -> int:
    """Run a command whose standard input is a terminal."""
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "wakeline", *words, "--home", program.home],
            stdin=theirs,
            capture_output=True,
            env=program.environment(),
            timeout=60,
            check=False,
        )
    finally:
        os.close(ours)
        os.close(theirs)
    return done.returncode


def test_a_wake_takes_a_preset_without_some_sources_a_budget_and_a_project(ash: Program) -> None:
    ash.ok("project", "add", "garden")
    ash.ok("memory", "add", "the pane is broken", "--pinned", "--project", "garden")
    words = ("--preset", "lean", "--exclude", "PinnedMemories,Welcome", "--budget", "2400")
    woken = ash.ok("wake", "ash", *words, "--project", "1", "--json").json
    assert "PinnedMemories" not in woken["context"]
    assert "RecentMemories" in woken["context"]
    assert woken["tokens"] <= woken["budget"] == 2400
    assert {share["source"] for share in woken["shares"]} >= {"Identity", "RecentMemories"}
    assert woken["preset"] == str(122423 - (1 << 1) - (1 << 12))
    refused = ash("wake", "ash", "--exclude", "Pins", "--json")
    assert refused.code == 2
    assert "PinnedMemories" in refused.json["error"]["todo"]


def test_a_hydration_is_one_document_in_camel_case_and_opens_no_session(ash: Program) -> None:
    ash.ok("fact", "set", "staging.host", "heron")
    found = ash.ok("hydrate", "ash", "--limit", "fact_limit=5", "--limit", "ai_name=Ash", "--json")
    assert found.json["keyFacts"] == ["staging.host"]
    assert found.json["aiIdentity"]["displayName"] == "Ash"
    assert found.json["identity"] == {"name": "Mara", "timeZone": "Europe/Lisbon", "about": None}
    assert found.json["systemPrompt"].startswith("[WELCOME]")
    assert "staging.host = heron" in ash.ok("hydrate", "--framing", "system").out
    assert ash.ok("status", "--json").json["sessions"] == 0
    assert ash("hydrate", "--limit", "fact_limit=many").code == 2
    assert ash("hydrate", "--limit", "letters=3").code == 2


def test_memories_are_kept_in_order_by_hand(ash: Program) -> None:
    kept = ash.ok("memory", "add", "tea without milk", "--json").json["id"]
    changed = ash.ok("memory", "update", kept, "--content", "tea with milk", "--json").json
    assert changed["content"] == "tea with milk"
    assert ash.ok("memory", "tag", kept, "tea", "--json").json["tags"] == ["tea"]
    assert kept in ash.ok("memory", "list", "--tag", "tea").out
    assert ash.ok("memory", "tag", kept, "tea", "--off", "--json").json["tags"] == []
    ash.ok("memory", "archive", kept)
    assert ash.ok("memory", "list", "--json").json == []
    assert [m["id"] for m in ash.ok("memory", "list", "--archived", "--json").json] == [kept]
    ash.ok("memory", "archive", kept, "--off")
    assert "tea with milk" in ash.ok("memory", "get", kept).out
    thought = ash.ok("memory", "reflect", kept, "She changed her mind.", "--json").json
    assert thought["source_ids"] == [kept]
    ash.ok("memory", "delete", kept)
    assert ash("memory", "get", kept).code != 0


def test_hints_messages_projects_and_facts_move_on(ash: Program) -> None:
    hint = ash.ok("hint", "add", "stretch", "--every", "week", "--json").json["id"]
    assert ash.ok("hint", "done", hint, "--json").json["trigger_at"] is not None
    assert "each week" in ash.ok("hint", "list").out
    ash.ok("hint", "dismiss", hint)
    asked = ash.ok("message", "send", "Which host?", "--from", "birch", "--reply", "--json").json
    assert asked["sender"] == "birch"
    assert "Which host?" in ash.ok("wake").out
    assert "Messages" in ash.ok("wake").out
    ash.ok("message", "read", asked["id"])
    assert ash.ok("message", "list", "--unread", "--json").json == []
    assert len(ash.ok("message", "list", "--unanswered", "--json").json) == 1
    ash.ok("message", "reply", asked["id"], "heron")
    ash.ok("message", "delete", asked["id"])
    ash.ok("project", "add", "garden")
    paused = ash.ok("project", "update", "garden", "--status", "paused", "--json").json
    assert paused["status"] == "paused"
    ash.ok("fact", "set", "guest", "Anna", "--until", "2999-01-01T00:00:00Z")
    assert ash.ok("fact", "end", "guest", "--json").json["valid_to"] is not None


def test_who_an_agent_is_changes_only_at_a_terminal(ash: Program) -> None:
    refused = ash("identity", "set", "person", "Nobody")
    assert refused.code == 1
    assert "terminal" in refused.err
    assert at_a_terminal(ash, "identity", "set", "person", "Mel") == 0
    assert at_a_terminal(ash, "identity", "set", "memory", '{"keep": "letters"}') == 0
    assert at_a_terminal(ash, "identity", "set", "memory", "letters") == 2
    assert at_a_terminal(ash, "identity", "set", "shoe-size", "42") == 2
    found = ash.ok("hydrate", "--json").json
    assert found["identity"]["name"] == "Mel"
    assert found["memoryConfig"] == {"keep": "letters"}


def test_the_rules_of_auto_are_shown_without_waking_anybody(ash: Program) -> None:
    shown = ash.ok("wake", "ash", "--explain-preset").out
    assert "first-wake: 17 sources" in shown
    assert "away three days or longer" in shown
    found = ash.ok("wake", "ash", "--explain-preset", "--wake-type", "called", "--json").json
    assert (found["rule"], found["situation"]["wake_type"]) == ("first-wake", "called")
    assert ash.ok("status", "--json").json["sessions"] == 0
    ash.ok("config", "set", "wake.rules", "first-wake=lean/50")
    woken = ash.ok("wake", "ash", "--preset", "auto", "--json").json
    assert (woken["preset"], woken["preset_rule"], woken["budget"]) == ("lean", "first-wake", 1800)
    assert "rule cut-off" not in ash.ok("wake", "ash").out
    assert " · rule " in ash.ok("wake", "ash", "--preset", "auto").out.replace("\n", " ")


def test_a_staged_wake_prints_what_can_be_had(ash: Program) -> None:
    ash.ok("wake")
    ash.ok("record", "--user", "hello", "--agent", "hi")
    ash.ok("end", "--message", "mind the frost")
    taken = ash.ok("wake", "ash", "--staged", "--json").json
    assert taken["stages"][0]["name"] == "identity"
    assert "mind the frost" in ash.ok("wake", "ash", "--staged", "--text").out
    assert taken["waiting"] == []
    assert taken["tokens"] == sum(stage["tokens"] for stage in taken["stages"])
    shown = ash.ok("wake", "ash", "--force", "--wake-type", "sudden").out
    assert "orientation 0.9" in shown
    assert "session " in shown
