"""What a wake says of things that changed meanwhile, held to the measure of gap honesty."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bench.quality.wake_measures import Mutable, honesty
from bench.quality.wake_text import statements, telling
from tests.builders import Homes

DAY = timedelta(days=1)


@pytest.mark.feature("A96")
def test_nothing_past_its_freshness_is_rendered_as_current(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = open_home.agent()
    plan = tmp_path / "plan.txt"
    plan.write_text("The ramp is two metres wide.", encoding="utf-8")
    ash.wake()
    then = open_home.clock.now()
    ash.facts.set("gate.code", "4471")
    ash.facts.set("guest.room", "blue", valid_to=then + DAY)
    ash.facts.set("flour.supplier", "Molina")
    closed = ash.tasks.add("sort the cables")
    ash.tasks.add("count the chairs")
    hint = ash.hints.add("ask Vera about the lease")
    ash.attachments.add(plan)
    ash.record(user="Let us begin.", agent="Gladly.")
    ash.end(summary="begun", working_on="measuring the loading ramp")
    open_home.later(days=2)
    ash.facts.set("gate.code", "9026", actor="Mel")
    ash.tasks.move(closed.number, "done", actor="Mel")
    ash.hints.complete(hint.id)
    plan.write_text("The ramp is three metres wide.", encoding="utf-8")
    open_home.later(days=2)
    now = open_home.clock.now()
    known = (
        Mutable("fact", ("gate code",), ("4471",), False, then, (("9026",),)),
        Mutable("fact", ("gate code",), ("9026",), True, now),
        Mutable("fact", ("guest room",), ("blue",), False, then),
        Mutable("fact", ("flour supplier",), ("Molina",), True, then),
        Mutable("task", ("sort the cables",), (), False, then, (("done",),)),
        Mutable("task", ("count the chairs",), (), True, then, fresh_for=DAY),
        Mutable("hint", ("ask Vera about the lease",), (), False, then),
        Mutable("receipt", ("ramp", "metres wide"), ("two",), False, then),
        Mutable("work", ("loading ramp",), (), True, then, fresh_for=DAY),
    )
    text = ash.wake().text
    found = statements(text, now)
    assert honesty(found, known, now) == 1.0
    told = [m.value or m.about for m in known if telling(found, (*m.about, *m.value))]
    assert told == [
        ("4471",), ("9026",), ("blue",), ("Molina",), ("sort the cables",), ("count the chairs",),
        ("ask Vera about the lease",), ("two",), ("loading ramp",),
    ], "what is over is told as what changed, and the file as it was is marked"  # fmt: skip
    unmarked = statements(text.replace("NOT VERIFIED", "seen"), now)
    assert honesty(unmarked, known, now) == pytest.approx(9 / 10)
