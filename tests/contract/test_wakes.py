"""What a wake really delivered is kept, word for word, on both engines."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import wakeline
from tests.builders import START, Homes, a_holder, an_exchange, events, select, there
from tests.contract.life import holding
from wakeline.base import VERSION
from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.forget.remake_rows import FORGOTTEN_TEXT
from wakeline.hydration import lines
from wakeline.hydration.prompt import AT_HAND, MEMORIES
from wakeline.hydration.reasons import RANK_NAMES, SOURCE_REASONS
from wakeline.hydration.short_ids import ids_ending_with, short_id


def a_wake(homes: Homes) -> tuple[wakeline.Agent, dict[str, Any]]:
    """An agent with something of many kinds to read, and their rows by name."""
    ash = homes.agent()
    rows = {
        "pinned": ash.memories.add("Mara is afraid of heights", pinned=True),
        "loose": ash.memories.add("Größe und 素敵な一日 in one line"),
        "fact": ash.facts.set("staging.host", "heron"),
        "task": ash.tasks.add("water the beds"),
        "hint": ash.hints.add("ask about the tiles"),
        "message": ash.messages.send("How is the boiler?"),
    }
    return ash, rows


def test_what_was_delivered_is_kept_byte_for_byte(open_home: Homes) -> None:
    ash, rows = a_wake(open_home)
    woken = ash.wake(preset="all", budget=3000)
    found = ash.wakes.get(there(woken.session_id))
    kept = found.wake
    assert kept.text.encode() == woken.text.encode()
    assert kept.text_hash == sha256_hex(woken.text.encode())
    assert found.is_whole
    assert (kept.version, kept.preset, kept.budget) == (VERSION, "all", 3000)
    assert (kept.at, kept.tokens) == (open_home.clock.now(), woken.tokens)
    assert found.omitted == woken.omitted
    assert {row.id for row in rows.values()} <= {part.id for part in found.parts}
    spent: dict[str, int] = {}
    for part in found.parts:
        assert part.text in woken.text
        spent[part.source] = spent.get(part.source, 0) + part.tokens
    assert spent == {share.source: share.tokens for share in woken.shares}
    # The text is nothing but these lines and headings.
    left = woken.text
    for part in found.parts:
        left = left.replace(part.text, "", 1)
    assert all(line.startswith(("[", "<")) for line in left.splitlines() if line)


def test_a_row_is_named_with_the_version_that_was_read(open_home: Homes) -> None:
    ash, rows = a_wake(open_home)
    woken = ash.wake()
    ash.memories.update(rows["pinned"].id, content="Mara is not afraid any more")
    ash.tasks.move(rows["task"].id, "done")
    found = {part.id: part for part in ash.wakes.get(there(woken.session_id)).parts}
    assert found[rows["pinned"].id].version == rows["pinned"].seq
    told = [e.seq for e in events(ash) if e.subject_id == rows["task"].id]
    assert found[rows["task"].id].version == told[0] < told[1]
    assert "afraid of heights" in found[rows["pinned"].id].text


def test_a_handoff_that_the_wake_itself_made_has_a_version_too(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    an_exchange(ash)
    open_home.later(days=1)
    birch = open_home.agent()  # another process, later: the first one was cut off
    woken = birch.wake()
    (made,) = [e for e in events(ash) if e.kind == "handoff.made_from_log"]
    parts = [
        p for p in birch.wakes.get(there(woken.session_id)).parts if p.source == "SessionHandoff"
    ]
    assert {part.version for part in parts} == {made.seq}


@pytest.mark.parametrize(
    ("wanted", "rule"),
    [
        ({}, "setting wake.preset"),
        ({"preset": "lean"}, "the preset was named"),
        ({"sources": "Hints"}, "sources were named"),
        ({"mode": "robot"}, "mode robot"),
        ({"preset": "lean", "exclude": "Hints"}, "the preset was named, without some"),
    ],
)
def test_a_wake_says_what_chose_its_sources(
    open_home: Homes, wanted: dict[str, Any], rule: str
) -> None:
    ash = open_home.agent()
    woken = ash.wake(**wanted)
    assert ash.wakes.get(there(woken.session_id)).wake.rule == rule


def test_wakes_are_listed_newest_first_and_only_wakes_are_kept(open_home: Homes) -> None:
    ash = open_home.agent()
    with pytest.raises(NotFound):
        ash.wakes.last()
    ash.hydrate()
    ids: list[str] = []
    for _ in range(3):
        ids.insert(0, there(ash.wake().session_id))
        open_home.later(hours=1)
    ash.wake(as_of=START)
    assert [wake.id for wake in ash.wakes.all()] == ids
    assert [wake.id for wake in ash.wakes.all(limit=1, before=ids[0])] == ids[1:2]
    assert ash.wakes.last().wake.id == ids[0]
    with pytest.raises(NotFound):
        ash.wakes.get("01ARZ3NDEKTSV4RRFFQ69G5FAV")
    with pytest.raises(Invalid):
        ash.wakes.all(limit=0)


def test_the_last_wake_knows_what_was_recalled_in_its_session(open_home: Homes) -> None:
    ash, rows = a_wake(open_home)
    ash.memories.reflect(rows["loose"].id)
    ash.wake()
    open_home.later(minutes=1)
    ash.recall_text("afraid of heights", k=1)
    (use,) = ash.wakes.last().recalled
    assert (use.reason, use.subject_ids) == ("recall", (rows["pinned"].id,))


# -- what is forgotten


def test_what_is_forgotten_goes_from_what_was_delivered(open_home: Homes) -> None:
    ash, rows = a_wake(open_home)
    first = there(ash.wake(preset="all").session_id)
    open_home.later(hours=1)
    second = there(ash.wake(preset="all").session_id)
    before = {wake: ash.wakes.get(wake) for wake in (first, second)}
    open_home.later(hours=1)
    gone = ash.forget(rows["pinned"].id)
    assert {f"wake {first}", f"wake {second}"} <= set(gone.remade)
    ash.forget(rows["message"].id)
    for wake, was in before.items():
        found = ash.wakes.get(wake)
        assert not found.is_whole
        assert found.wake.text_hash == was.wake.text_hash
        assert "heights" not in found.wake.text
        assert "boiler" not in found.wake.text
        assert found.wake.text.count(FORGOTTEN_TEXT) == 2
        forgotten = {rows["pinned"].id, rows["message"].id}
        for part, old in zip(found.parts, was.parts, strict=True):
            assert part.is_forgotten == (part.id in forgotten)
            assert part.text == (FORGOTTEN_TEXT if part.is_forgotten else old.text)
    again = [wake.text for wake in ash.wakes.all()]
    assert ash.forget(rows["pinned"].id).remade == ()
    assert [wake.text for wake in ash.wakes.all()] == again
    assert ash.verify().ok
    assert "heights" not in str(select(ash, "SELECT after FROM events"))
    if open_home.engine == "sqlite":
        ash.place.store.close()
        assert holding(open_home.location, "heights", "boiler") == []


def test_a_forgotten_turn_goes_from_the_letters_that_were_read(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake(thread="garden")
    said = ash.record(user="I will call the plumber tomorrow about the zinnias.", thread="garden")
    open_home.later(days=1)
    ash.end()
    woken = ash.wake(thread="garden", intent="zinnias")
    assert "zinnias" in woken.text
    open_home.later(hours=1)
    ash.forget(said.id)
    found = ash.wakes.get(there(woken.session_id))
    assert "zinnias" not in found.wake.text
    assert found.wake.text_hash == sha256_hex(woken.text.encode())
    assert ash.verify().ok


def test_a_forgotten_turn_goes_from_what_another_was_told_to_be_working_on(
    open_home: Homes,
) -> None:
    ash, birch = open_home.agent(), open_home.agent()
    birch = birch.apart(a_holder())
    birch.wake()
    said = birch.record(user="Paint the pergola.")
    woken = ash.wake()
    assert "pergola" in woken.text
    ash.forget(said.id)
    assert "pergola" not in ash.wakes.get(there(woken.session_id)).wake.text


def test_a_forgotten_fact_goes_from_what_the_guardian_said(open_home: Homes) -> None:
    ash = open_home.agent()
    fact = ash.facts.set("guest.in.tower", "Anna", valid_to=START + timedelta(hours=5))
    ash.wake()
    ash.end()
    open_home.later(hours=6)
    woken = ash.wake(preset="all")
    assert "guest.in.tower" in woken.text
    ash.forget(fact.id)
    assert "guest.in.tower" not in ash.wakes.get(there(woken.session_id)).wake.text


@pytest.mark.slow  # each forgetting waits for the snapshot
def test_what_is_forgotten_while_a_wake_is_put_together_is_not_kept(open_home: Homes) -> None:
    from wakeline.ports.guardian import Circumstances

    home, other = open_home(), open_home().agent("ash", person="Mel")
    kept = other.memories.add("Mara is afraid of heights", pinned=True)
    said = other.record(user="The pergola is green.")

    class Forgetful:
        """Stands for another process: it acts while the snapshot is open."""

        def grounding(self, _seen: Circumstances) -> None:
            for row_id in (kept.id, said.id):
                acting = Thread(target=other.forget, args=(row_id,))
                acting.start()
                acting.join()

    home.guardian = Forgetful()
    ash = home.agent("ash")
    woken = ash.wake(preset="all")
    assert "heights" in woken.text
    assert "heights" not in ash.wakes.get(there(woken.session_id)).wake.text
    assert "heights" not in str(select(ash, "SELECT after FROM events"))
    assert ash.verify().ok


def test_an_agent_that_comes_back_from_its_log_has_its_wakes(
    open_home: Homes, tmp_path: Path
) -> None:
    home = open_home()
    ash = home.agent("ash", person="Mel")
    kept = ash.memories.add("Mara is afraid of heights", pinned=True)
    ash.wake()
    ash.wake()
    ash.forget(kept.id)
    export = tmp_path / "ash.jsonl"
    export.write_text("".join(f"{line}\n" for line in ash.export()), encoding="utf-8")
    home.restore(str(export), name="birch")
    birch = home.agent("birch")
    assert birch.wakes.all() == ash.wakes.all()
    assert birch.verify().ok


def test_a_guardian_that_says_what_cannot_be_stored_does_not_keep_the_agent_asleep(
    open_home: Homes,
) -> None:
    from wakeline.ports.guardian import Circumstances, Grounding

    class Odd:
        def grounding(self, _seen: Circumstances) -> Grounding:
            return Grounding(("odd",), "mind\x00 the gap")

    home = open_home()
    home.guardian = Odd()
    ash = home.agent("ash", person="Mel")
    woken = ash.wake(preset="all")
    assert "mind the gap" in woken.text
    assert ash.wakes.last().wake.text == woken.text


def test_every_source_has_a_rule_and_every_rank_a_name() -> None:
    assert SOURCE_REASONS.keys() >= {*MEMORIES, *AT_HAND, "Welcome", "Identity", "Documents", "Gap"}
    assert RANK_NAMES[lines.CORE] == "core"
    assert RANK_NAMES[lines.JOURNAL] == "journal"
    assert len(RANK_NAMES) == lines.OWN_WORDS + 1


def test_a_row_is_known_by_the_end_of_its_id_that_a_wake_has_shown(open_home: Homes) -> None:
    ash, rows = a_wake(open_home)
    text = ash.wake(budget=5000).text
    for row in rows.values():
        assert row.id not in text
        assert short_id(row.id) in text
    pinned = rows["pinned"]
    assert ash.memories.get(short_id(pinned.id)).id == pinned.id
    assert ash.messages.read(short_id(rows["message"].id)).read_at is not None
    assert ash.forget(short_id(pinned.id)).id == pinned.id
    with pytest.raises(NotFound, match="shown lately"):
        ash.memories.get("…ABCDEFG")
    assert ash.recall("…heron") != [], "other words that begin so are words"
    earlier = f"…{rows['message'].id[-7:]}"  # as earlier versions showed it
    assert ash.messages.read(earlier).id == rows["message"].id


def test_an_end_that_two_rows_share_names_neither() -> None:
    shown = ["01KJQ38XW0000EG5ATCB6QD7YC", "01KJQ38XW0000EG5ATXX6QD7YC", "release-beds"]
    assert ids_ending_with("…6qd7yc", shown) == set(shown[:2])
    assert ids_ending_with("…x6qd7yc", shown) == {shown[1]}
    assert ids_ending_with(short_id(shown[2]), shown) == {shown[2]}
    assert ids_ending_with("…000000", shown) == set()
