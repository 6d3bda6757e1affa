"""Three ways back, each after a snapshot, each of which can be taken back itself."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, an_agent, select, there
from tests.contract.test_personality import CORE, MAPS, entries, night, talk, weeks, with_core
from wakeline.base.errors import Conflict, Invalid, NotFound, NotPermitted
from wakeline.flows.identity.documents import write_document
from wakeline.ports.gate import Allowed, Refused

WRONG = "It does not trust Mel."


def grown(homes: Homes) -> wakeline.Agent:
    """An agent of which something was observed."""
    ash = with_core(homes, settings={"personality.least_drift": "0"})
    weeks(homes, ash)
    return ash


def known(ash: wakeline.Agent) -> list[Any]:
    """What a reset must not touch."""
    return [
        select(ash, "SELECT id, text, line_hash FROM episodes ORDER BY seq"),
        ash.memories.all(),
        ash.facts.all(),
    ]


@pytest.mark.feature("C35")
def test_a_soft_reset_takes_out_what_contradicts_the_core_and_keeps_the_rest(
    open_home: Homes,
) -> None:
    ash = grown(open_home)
    before, kept = ash.personality.show().text, known(ash)
    text = before.replace("plain.", f"plain. {WRONG} It hums.")
    write_document(ash.place, "personality", text, actor="Mel", confirmed=True)
    assert ash.personality.status().contradictions == (WRONG,)
    done = ash.personality.reset_soft(actor="Mel")
    assert done.removed == (WRONG,)
    entry = there(done.entry)
    assert (entry.trigger, entry.summary) == (
        "reset_soft", "Took out what contradicts the core.",
    )  # fmt: skip
    assert ash.personality.show().text == before.replace("plain.", "plain. It hums.")
    assert ash.personality.status().contradictions == ()
    assert known(ash) == kept
    back = ash.personality.rollback(there(done.before))
    assert there(back.entry).restored == done.before
    assert ash.personality.show().text == text
    again = ash.personality.reset_soft()
    assert again.removed == (WRONG,)
    nothing = ash.personality.reset_soft()
    assert (nothing.entry, nothing.why) == (None, "nothing contradicts the core")


@pytest.mark.feature("C35")
def test_an_observation_that_contradicts_the_core_needs_new_evidence_after_a_soft_reset(
    open_home: Homes,
) -> None:
    ash = grown(open_home)
    core = CORE + "\nMel dislikes old maps.\n"
    write_document(ash.place, "identity", core, actor="Mel", confirmed=True)
    assert ash.personality.status().contradictions == (MAPS,)
    assert ash.personality.reset_soft().removed == (MAPS,)
    for _ in range(2):
        talk(open_home, ash, "I love old maps.")
        night(ash)
        assert "Mel loves old maps" not in ash.personality.show().text
    talk(open_home, ash, "I love old maps.")
    talk(open_home, ash, "I love old maps.")
    night(ash)
    assert "Mel loves old maps (observed since 18 March 2026)." in ash.personality.show().text


@pytest.mark.feature("C35")
def test_a_hard_reset_is_the_core_again_and_the_agent_still_knows_what_happened(
    open_home: Homes,
) -> None:
    ash = grown(open_home)
    before, kept = ash.personality.show(), known(ash)
    done = ash.personality.reset_hard(actor="Mel")
    assert ash.personality.show().text == CORE
    assert known(ash) == kept
    entry = there(done.entry)
    assert (entry.trigger, entry.drift_from_center) == ("reset_hard", 0.0)
    assert [entry.trigger for entry in entries(ash)] == ["start", "consolidation", "reset_hard"]
    talk(open_home, ash, "I love old maps.")
    night(ash)
    assert ash.personality.show().text == CORE
    assert ash.personality.reset_hard().why == "it is the core already"
    ash.personality.rollback(there(done.before))
    assert ash.personality.show()[:1] == before[:1]
    assert {o.keys for o in ash.personality.show().observations} == {
        o.keys for o in before.observations
    }
    talk(open_home, ash, "I love old maps.")
    night(ash)
    assert MAPS in ash.personality.show().text  # it rests on what it rested on before
    ash.settle()
    assert ash.verify().ok


@pytest.mark.feature("C35", "X28")
def test_a_rollback_restores_a_snapshot_and_history_only_grows(open_home: Homes) -> None:
    ash = grown(open_home)
    first, second = entries(ash)
    text = ash.personality.show().text
    done = ash.personality.rollback(first.date)
    assert ash.personality.show().text == CORE
    assert entries(ash)[:2] == [first, second]
    entry = there(done.entry)
    assert (done.before, entry.date) == (second.date, "2026-03-14-3")
    assert entry.summary == f"Went back to the snapshot of {first.date}."
    talk(open_home, ash, "Good morning.")
    night(ash)
    assert ash.personality.show().text == CORE  # not from the evidence that was rolled back
    ash.personality.rollback(second.date)
    assert ash.personality.show().text == text
    assert ash.personality.diff(second.date) == ""
    assert ash.personality.diff(first.date) == ash.personality.diff().replace(
        "--- identity", f"--- personality of {first.date}"
    )


def test_a_reset_without_anything_to_go_back_to_says_so(open_home: Homes) -> None:
    ash = open_home.agent()
    for reset in (ash.personality.reset_soft, ash.personality.reset_hard):
        with pytest.raises(Conflict, match="no core"):
            reset()
    with pytest.raises(NotFound, match="no snapshot of 2026-03-02"):
        ash.personality.rollback("2026-03-02")
    for date in ("yesterday", "", "2026-02-30", "../2026-03-02", 7, None):
        with pytest.raises(Invalid):
            ash.personality.rollback(date)  # type: ignore[arg-type]
    assert entries(ash) == []


def test_who_may_reset_is_up_to_the_gate(open_home: Homes) -> None:
    grown(open_home)

    class NoResets:
        def decide(self, action: str, _agent_id: str) -> Any:
            return Refused("not now") if action == "reset_personality" else Allowed()

    ash = an_agent(open_home(gate=NoResets()))
    with pytest.raises(NotPermitted, match="not now"):
        ash.personality.reset_hard()
    assert MAPS in ash.personality.show().text


def test_a_reset_and_a_night_at_once_leave_one_version_in_force(open_home: Homes) -> None:
    ash = grown(open_home)
    talk(open_home, ash, "I love old maps.")
    others = [an_agent(open_home()) for _ in range(3)]
    acts = [
        others[0].consolidate, others[1].personality.reset_hard, others[2].personality.reset_hard,
    ]  # fmt: skip
    failed: list[BaseException] = []

    def run(act: Any) -> None:
        try:
            act()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    in_force = select(
        ash, "SELECT content FROM documents WHERE kind = 'personality' AND state = 'in_force'"
    )
    assert in_force == [(CORE,)]
    dates = [entry.date for entry in entries(ash)]
    assert len(dates) == len(set(dates)) == 3
    ash.settle()
    assert ash.verify().ok
