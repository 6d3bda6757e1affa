"""`python -m bench.quality wake` on generated lives, through the command line."""

from __future__ import annotations

import pytest

from tests.interfaces.bench_quality import measure

SMALL = ("wake", "--lives", "2", "--seed", "3", "--budgets", "600,1200")


@pytest.mark.feature("A96")
def test_presets_are_measured_beside_their_rivals() -> None:
    ran = measure(*SMALL, "--presets", "auto,all", "--json")
    assert ran.code == 0, ran
    assert (ran.json["seed"], ran.json["lives"], ran.json["needs"]) == (3, 2, 26)
    rows = {(row["name"], row["budget"]): row for row in ran.json["rows"]}
    named = ("auto", "all", "nothing", "last turns")
    assert set(rows) == {*((n, b) for n in named for b in (600, 1200)), ("whole log", None)}
    assert rows["auto", 1200]["fidelity"] > rows["last turns", 1200]["fidelity"]
    assert rows["nothing", 600]["fidelity"] == 0
    assert rows["nothing", 600]["honesty"] is None
    assert set(rows["auto", 600]["kinds"]) == {
        "promise", "decision", "fact", "relation", "guard", "intent",
    }  # fmt: skip
    assert rows["whole log", None]["fidelity"] == 1


def test_the_table_has_a_line_for_each() -> None:
    ran = measure(*SMALL, "--presets", "lean")
    assert ran.code == 0, ran
    lines = ran.out.splitlines()
    assert lines[0].split() == [
        "preset", "budget", "fidelity", "stale", "transition", "honesty", "tokens", "ms",
    ]  # fmt: skip
    assert [line.split()[0] for line in lines[1:8]] == [
        "lean", "nothing", "last", "lean", "nothing", "last", "whole",
    ]  # fmt: skip
    assert "2 lives, seeds 3 to 4, 26 needs" in ran.out


@pytest.mark.parametrize(
    "wrong",
    [
        ("--budgets", "many"),
        ("--budgets", ","),
        ("--budgets", "12"),
        ("--presets", "huge"),
        ("--lives", "0"),
        ("--seed", "-1"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_line(wrong: tuple[str, str]) -> None:
    ran = measure("wake", *wrong)
    assert ran.code == 2
    assert ran.out == ""
