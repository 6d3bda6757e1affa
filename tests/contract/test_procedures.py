"""How kinds of tasks are done: written down, edited by hand, found when a wake needs it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.builders import Homes, events, select, there
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.memory.procedures import MOST_SIGNALS

REVIEW = "Read the tests first.\n\nAlso: pull request, PR\n"


@pytest.mark.feature("C14")
def test_a_wake_brings_the_procedure_of_the_task_that_it_is_about(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.procedures.write("code_review", REVIEW)
    ash.procedures.write("watering", "Only in the evening.")
    ash.procedures.note("code review", success="tests passed", failure="skipped edge cases")
    woken = ash.wake(intent="I'm reviewing Ana's code today")
    assert "Read the tests first." in woken.text
    assert "Showed that it worked: tests passed." in woken.text
    assert "Went wrong before: skipped edge cases." in woken.text
    assert "Only in the evening." not in woken.text
    ash.end(summary="reviewed")
    other = ash.wake(intent="What shall we cook?")
    assert "Read the tests first." not in other.text
    ash.end(summary="cooked")
    assert "Read the tests first." not in ash.wake().text


def test_other_words_of_a_task_are_said_in_the_procedure_itself(open_home: Homes) -> None:
    ash = open_home.agent()
    review = ash.procedures.write("code review", REVIEW)
    assert ash.procedures.detect("Have a look at this pull request, please.") == review
    assert ash.procedures.detect("PR 17 waits") == review
    assert ash.procedures.detect("the code of honour") is None
    assert ash.procedures.detect("") is None


def test_of_two_the_one_that_says_more_is_meant(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.procedures.write("review", "Read it.")
    code = ash.procedures.write("code review", "Run it.")
    assert ash.procedures.detect("a review of the new code") == code
    assert there(ash.procedures.detect("a review of the book")).task_type == "review"


def test_it_can_be_named_in_any_tongue(open_home: Homes) -> None:
    ash = open_home.agent()
    row = ash.procedures.write("Gemüse säen", "Im März.")
    assert row.task_type == "gemüse-säen"
    assert ash.procedures.get("gemüse säen") == row
    assert ash.procedures.detect("Heute wollen wir Gemüse säen.") == row


@pytest.mark.parametrize("name", ["", " ", "../../etc/passwd", "a/b", ".", "-", "a.b", "x" * 51])
def test_what_is_no_name_of_a_task_is_refused(open_home: Homes, name: str) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid):
        ash.procedures.write(name, "Do it.")
    with pytest.raises(Invalid):
        ash.procedures.write("task", "  ")
    assert ash.procedures.all() == []


def test_nothing_is_noted_of_a_task_that_nobody_wrote_down(open_home: Homes) -> None:
    ash = open_home.agent()
    with pytest.raises(NotFound):
        ash.procedures.note("sailing", failure="no wind")
    ash.procedures.write("sailing", "Wait for wind.")
    with pytest.raises(Invalid):
        ash.procedures.note("sailing")
    with pytest.raises(NotFound):
        ash.procedures.get("rowing")
    with pytest.raises(NotFound):
        ash.procedures.delete("rowing")


def test_the_newest_signals_stay_and_none_stands_twice(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.procedures.write("sailing", "Wait for wind.")
    for number in range(MOST_SIGNALS + 2):
        ash.procedures.note("sailing", failure=f"storm {number}")
    row = ash.procedures.note("sailing", failure="storm 5")
    assert len(row.failure_patterns) == MOST_SIGNALS
    assert (row.failure_patterns[0], row.failure_patterns[-1]) == ("storm 2", "storm 5")
    noted = [event for event in events(ash) if event.kind == "procedure.noted"]
    assert len(noted) == MOST_SIGNALS + 3  # what made room is in the log


def test_out_of_use_it_is_not_found_and_can_be_written_again(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.procedures.write("sailing", "Wait for wind.")
    ash.procedures.delete("sailing")
    assert ash.procedures.all() == []
    assert ash.procedures.detect("sailing") is None
    again = ash.procedures.write("sailing", "Row.")
    assert (again.id, again.content) == (first.id, "Row.")


def test_secrets_stay_out(open_home: Homes) -> None:
    ash = open_home.agent()
    secret = "ghp_" + "a1B2" * 9
    ash.procedures.write("deploying", f"Use {secret}.")
    row = ash.procedures.note("deploying", failure=f"{secret} had run out")
    assert secret not in row.content + "".join(row.failure_patterns)


def test_forgotten_it_is_gone_from_every_row_and_file(open_home: Homes) -> None:
    ash = open_home.agent()
    row = ash.procedures.write("sailing", "Wait for the xylophone.")
    ash.forget(row.id)
    assert ash.procedures.all() == []
    assert not [text for (text,) in select(ash, "SELECT after FROM events") if "xylo" in str(text)]
    assert ash.verify().ok


# -- files


@pytest.fixture
def folder(tmp_path: Path) -> Homes:
    return Homes("sqlite", str(tmp_path / "home"))


def shelf(homes: Homes) -> Path:
    return Path(homes.location) / "agents" / "ash" / "procedures"


@pytest.mark.feature("C14")
def test_people_find_procedures_as_files(folder: Homes) -> None:
    ash = folder.agent()
    ash.procedures.write("code review", REVIEW)
    ash.procedures.note("code review", success="tests passed", failure="skipped edge cases")
    assert (shelf(folder) / "code-review.md").read_text() == REVIEW
    patterns = json.loads((shelf(folder) / "patterns.json").read_text())
    assert patterns == {
        "code-review": {
            "success_signals": ["tests passed"],
            "failure_patterns": ["skipped edge cases"],
            "last_updated": int(folder.clock.now().timestamp()),
        }
    }
    ash.procedures.delete("code review")
    assert list(shelf(folder).iterdir()) == []
    folder.close()


def test_a_file_that_a_person_edits_or_adds_is_taken_in(folder: Homes) -> None:
    ash = folder.agent()
    ash.procedures.write("sailing", "Wait for wind.")
    (shelf(folder) / "sailing.md").write_text("Row instead.")
    (shelf(folder) / "baking.md").write_text("Bread wants time.")
    (shelf(folder) / "Not A Task!.md").write_text("nothing")
    (shelf(folder) / "torn.md").write_bytes(b"\xff\xfe\x00")
    if hasattr(os, "mkfifo"):
        os.mkfifo(shelf(folder) / "pipe.md")
    assert "Bread wants time." in ash.wake(intent="baking a loaf").text
    assert {row.task_type: row.content for row in ash.procedures.all()} == {
        "sailing": "Row instead.",
        "baking": "Bread wants time.",
    }
    assert ash.verify().ok
    folder.close()


def test_a_file_that_was_not_written_any_more_is_no_edit(folder: Homes) -> None:
    """Killed between the row and its file: the older text does not come back."""
    ash = folder.agent()
    ash.procedures.write("sailing", "Wait for wind.")
    ash.procedures.write("sailing", "Row instead.")
    (shelf(folder) / "sailing.md").write_text("Wait for wind.")
    assert ash.procedures.get("sailing").content == "Row instead."
    ash.procedures.delete("sailing")
    (shelf(folder) / "sailing.md").write_text("Row instead.")
    assert ash.procedures.all() == []
    folder.close()
