"""Who and what an agent talks about, on the command line."""

from __future__ import annotations

from tests.interfaces.program import Program


def test_entities_are_listed_shown_and_told_apart_by_type(ash: Program) -> None:
    ash.ok("record", "--user", "My sister Teresa works at Novabank. I prefer tea without milk.")
    ash.ok("settle")
    found = {each["name"]: each["type"] for each in ash.ok("entities", "list", "--json").json}
    assert found == {
        "Mara": "person",
        "Teresa": "person",
        "Novabank": "concept",
        "tea without milk": "preference",
    }
    (person, *_) = ash.ok("entities", "list", "--type", "preference", "--json").json
    assert person["name"] == "tea without milk"
    shown = ash.ok("entities", "show", "ash", "teresa", "--json").json
    assert {(r["subject"], r["relation"], r["object"]) for r in shown["relations"]} == {
        ("Mara", "sister", "Teresa"),
        ("Teresa", "works_at", "Novabank"),
    }
    screen = ash.ok("entities", "show", "teresa").out
    assert "Teresa — works at — Novabank" in screen
    assert "person" in screen
    assert "Teresa" in ash.ok("entities").out
    assert "whose_is" in ash.ok("entities", "patterns").out


def test_somebody_whom_nobody_mentioned_is_not_found(ash: Program) -> None:
    ran = ash("entities", "show", "nobody")
    assert ran.code == 3
    assert "wakeline entities list" in ran.err
    assert ash("entities", "list", "--type", "animal").code == 2


def test_without_a_language_model_deepening_says_so(ash: Program) -> None:
    assert "no language model" in ash.ok("entities", "deepen").out
    assert ash.ok("entities", "deepen", "--json").json["model"] is None


def test_a_model_without_a_name_is_a_usage_error(ash: Program) -> None:
    ash.ok("config", "set", "model", "openai")
    ran = ash("entities", "deepen")
    assert ran.code == 2
    assert "model.name" in ran.err
