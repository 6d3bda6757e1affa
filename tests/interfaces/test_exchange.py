"""One exchange at the terminal."""

from __future__ import annotations

import pytest

from tests.interfaces.program import Program


@pytest.mark.feature("B38")
def test_an_exchange_is_shown_by_any_of_its_ids(ash: Program) -> None:
    session = ash.ok("wake", "ash", "--thread", "boats", "--json").json["session_id"]
    kept = ash.ok("record", "ash", "--user", "Sell the kayak.", "--agent", "Sold.", "--json").json
    told = ash.ok("exchange", "ash", kept["exchange_id"]).out
    assert "Sell the kayak." in told
    assert "wake.delivered" in told
    assert [line for line in told.splitlines() if line.endswith(":")] == []
    assert f"session {session}" in told
    by_turn = ash.ok("exchange", "ash", kept["ids"][0], "--json").json
    assert by_turn["id"] == kept["exchange_id"]
    assert [part["part"] for part in by_turn["parts"]].count("turn") == 2
    assert ash("exchange", "ash", "nobody").code == 3
