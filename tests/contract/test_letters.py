"""Letters to later sessions, drafted and written, and the journal that nobody loads."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

import wakeline
from tests.builders import Homes, select, there
from tests.contract.life import holding
from wakeline.base.errors import Invalid, NotFound


def a_session(homes: Homes, ash: wakeline.Agent, *said: str) -> str:
    session_id = there(ash.wake(thread="garden").session_id)
    for text in said:
        ash.record(user=text, agent=f"I looked after it: {text}", thread="garden")
        homes.later(minutes=10)
    return session_id


@pytest.mark.feature("E1", "X41")
def test_a_letter_has_six_sections_and_a_session_may_write_several(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("essays.count", "41")
    session_id = a_session(open_home, ash, "Please water the tomato beds.")
    ash.record(user="And the roses, with the old can.", agent="The roses have water too.")
    letter = ash.letters.write(
        title="Watering",
        facts=["essays.count", "essays.count = 42", "The can holds nine litres."],
        intent="Get the beds through the heat.",
        whats_next="Water again on Thursday.",
        composting="A rain barrel behind the shed.",
        unfinished="The roses on the west side.",
    )
    assert [fact["standing"] for fact in letter.facts] == ["verified", "contradicted", "unverified"]
    assert letter.facts[0]["text"] == "essays.count = 41"
    assert letter.facts[1]["holds"] == "41"
    # The stream is the log's, with its moments.
    assert [entry["at"][11:16] for entry in letter.stream] == ["09:00", "09:10"]
    assert letter.stream[1]["text"] == "The roses have water too."
    second = ash.letters.write(stream=["08:05 opened the shed", "closed it"], unfinished="Rust.")
    assert [entry["at"][11:16] for entry in second.stream] == ["08:05", "09:10"]
    ash.end()
    ash.settle()
    assert [row.id for row in ash.letters.all()] == [second.id, letter.id]
    assert ash.letters.all(session_id=session_id) == ash.letters.all()
    assert ash.letters.get() == second
    assert ash.verify().ok


@pytest.mark.feature("E1")
def test_a_session_that_wrote_no_letter_has_one_drafted_from_its_log(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("office.city", "Lisbon")
    open_home.later(minutes=5)
    session_id = a_session(
        open_home, ash, "Please order glass for the greenhouse.", "I will measure it tomorrow."
    )
    fact = ash.facts.set("glass.width", "62 cm")
    ash.record(user="Is the frame wide enough for it?")
    ash.end()
    letter = ash.letters.get()
    assert (letter.author, letter.session_id) == ("log", session_id)
    assert [stated["fact_id"] for stated in letter.facts] == [fact.id]  # not what was set before
    assert letter.intent == "Mel: Please order glass for the greenhouse."
    assert [entry["at"][11:16] for entry in letter.stream] == ["09:05", "09:15"]
    assert "measure it tomorrow" in there(letter.whats_next)
    assert "Is the frame wide enough for it?" in there(letter.unfinished)
    assert letter.composting is None  # the log does not tell
    # Nobody who recalls finds it beside the turns that say so themselves.
    assert {hit.kind for hit in ash.recall("greenhouse glass", kinds=["letter"])} == set()
    ash.wake()
    ash.end()
    assert len(ash.letters.all()) == 1  # nothing was said, so there is nothing to tell


def test_no_letter_is_drafted_where_the_settings_say_so(open_home: Homes) -> None:
    home = open_home(settings={"letters.draft": "false"})
    ash = home.agent("ash", person="Mel")
    a_session(open_home, ash, "Please water the beds.")
    ash.end()
    assert ash.letters.all() == []
    with pytest.raises(NotFound):
        ash.letters.get()


@pytest.mark.feature("E12")
def test_a_wake_goes_on_from_the_latest_letter_within_its_budget(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(4):
        a_session(open_home, ash, f"Please see to bed {number}.")
        ash.letters.write(title=f"Bed {number}", whats_next=f"Turn the soil of bed {number}.")
        ash.end(summary="done")
        open_home.later(days=1)
    text = ash.wake().text
    assert "Turn the soil of bed 3." in text
    assert "before it: Bed 2" in text
    assert "before it: Bed 1" in text
    assert "Bed 0" not in text.split("[YOUR LATEST LETTER]")[1].split("\n\n")[0]
    small = ash.wake(budget=300)
    assert small.tokens <= 300
    robot = ash.wake(mode="robot")
    assert "YOUR LATEST LETTER" not in robot.text


def test_a_letter_that_says_nothing_or_nonsense_is_refused(open_home: Homes) -> None:
    ash = open_home.agent()
    for wrong in (
        {},
        {"whats_next": "  "},
        {"facts": 5},
        {"facts": [1]},
        {"stream": {"at": "now"}},
        {"stream": [{"text": "x", "at": "yesterday"}]},
        {"stream": [{"text": "x", "at": "2026-03-01T09:00:00"}]},
        {"stream": [{"text": "x", "at": "0001-01-01T00:00:00+14:00"}]},
        {"stream": [{"text": "x", "at": datetime(2026, 3, 1)}]},  # noqa: DTZ001 - that is wrong
        {"stream": ["x"] * 41},
        {"intent": "x\0"},
        {"unfinished": 5},
        {"whats_next": "ok", "origin": "nobody"},
    ):
        with pytest.raises(Invalid):
            ash.letters.write(**wrong)
    with pytest.raises(NotFound):
        ash.letters.write(whats_next="ok", session_id="nobody's")
    assert ash.letters.all() == []


@pytest.mark.feature("E7")
def test_the_journal_comes_up_only_for_whoever_asks_for_it(open_home: Homes) -> None:
    ash = open_home.agent()
    a_session(open_home, ash, "The heron stood in the pond again.")
    kept = ash.journal.write(
        "I chose the heron over the invoices, and noticed that I like being still.",
        title="Why the heron",
        mood="calm",
    )
    ash.end(summary="A quiet morning.")
    open_home.later(days=1)
    for strategy in ("default", "rrf", "fulltext"):
        hits = ash.recall("why did I choose the heron over the invoices?", strategy=strategy)
        assert hits, strategy
        assert "journal" not in {hit.kind for hit in hits}
        (found,) = ash.recall("heron invoices", kinds=["journal"], strategy=strategy)
        assert found.id == kept.id
    woken = ash.wake(intent="choose the heron over the invoices", budget=20_000)
    assert "I like being still" not in woken.text
    assert ash.recall_text("choose heron invoices still").find("I like being still") == -1
    assert [hit.id for hit in ash.journal.search("being still")] == [kept.id]
    assert ash.journal.get(kept.id) == kept
    assert ash.journal.all() == [kept]
    for wrong in ("", "  ", "x\0"):
        with pytest.raises(Invalid):
            ash.journal.write(wrong)


@pytest.mark.feature("E1", "E7")
def test_letters_and_journal_are_pages_for_people(tmp_path: Path) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash = homes.agent()
    a_session(homes, ash, "Please water the beds.")
    ash.letters.write(title="Watering", facts=["It was hot."], whats_next="# Water again.")
    ash.journal.write("I like rain.", mood="glad")
    ash.end()
    folder = tmp_path / "home" / "agents" / "ash"
    (page,) = (folder / "letters").iterdir()
    told = page.read_text()
    assert told.startswith("# Watering\n\nWritten 2 Mar 2026")
    assert "## Facts\n\n- It was hot. (unverified)" in told
    assert "## Stream\n\n- 09:00 I looked after it" in told
    assert "## What's Next\n\n\\# Water again." in told
    (entry,) = (folder / "journal").iterdir()
    assert "I like rain." in entry.read_text()
    homes.close()


@pytest.mark.parametrize("how", ["written", "drafted"])
def test_what_is_forgotten_leaves_letters_and_their_pages(open_home: Homes, how: str) -> None:
    ash = open_home.agent()
    ash.wake(thread="garden")
    ash.record(user="The gate code is kestrelwing.", agent="I noted the code kestrelwing.")
    kept = ash.record(user="Please oil the gate.", agent="I oiled the gate.")
    fact = ash.facts.set("gate.colour", "vermilionish")
    if how == "written":
        ash.letters.write(facts=["gate.colour"], whats_next="Paint it.")
    journal = ash.journal.write("I said zebrafinch aloud.")
    ash.end()
    ash.settle()
    letter = ash.letters.get()
    assert "kestrelwing" in str(letter.stream)
    turns = select(ash, "SELECT id FROM episodes WHERE text LIKE '%kestrelwing%'")
    for (turn,) in turns:
        ash.forget(turn)
    ash.forget(fact.id)
    ash.forget(journal.id)
    left = ash.letters.get()
    assert left.id == letter.id
    assert [entry["source_id"] for entry in left.stream] == [kept.ids[1]]
    assert left.facts == ()
    assert ash.journal.all() == []
    ash.settle()
    assert ash.verify().ok
    if open_home.engine == "sqlite":
        ash.archive()
        words = ("kestrelwing", "vermilionish", "zebrafinch")
        assert holding(open_home.location, *words) == []
    ash.forget(left.id)
    assert ash.letters.all() == []


def test_restored_agents_have_their_pages_again(tmp_path: Path) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash = homes.agent()
    ash.letters.write(whats_next="Water the beds.")
    ash.journal.write("I like rain.")
    made = homes().backup()
    homes().remove("ash")
    homes().restore(made)
    folder = tmp_path / "home" / "agents" / "ash"
    assert "Water the beds." in next((folder / "letters").iterdir()).read_text()
    assert "I like rain." in next((folder / "journal").iterdir()).read_text()
    homes.close()
