"""Where a session stands by its latest turns, read by their form."""

from __future__ import annotations

import pytest

from tests.unit.sessions_dialogue import a_dialogue
from wakeline.sessions.checkpoints import UNANSWERED, is_due, session_position


@pytest.mark.feature("B43")
def test_a_checkpoint_is_due_with_the_answer_to_the_third_exchange_or_with_the_fourth() -> None:
    due = [(n, a) for n in range(6) for a in (False, True) if is_due(n, is_answered=a)]
    assert due == [(3, True), (4, False), (4, True), (5, False), (5, True)]


def test_files_are_told_from_words_addresses_and_numbers() -> None:
    turns = a_dialogue(
        "Look at `src/shop/bills.py`, ./run, /etc/hosts and (notes.md).",
        "See https://a.example/x.html, mel@b.org, e.g. 3.5, and/or done.Next 模块.py",
    )
    found = session_position(turns)
    assert set(found.working_set) == {
        "src/shop/bills.py", "./run", "/etc/hosts", "notes.md", "模块.py",
    }  # fmt: skip
    assert found.left_open == ()


def test_what_was_asked_last_may_wait_for_its_answer_and_long_words_are_cut() -> None:
    found = session_position(a_dialogue("a" * 400 + " end", "begin " + "b" * 400, first="agent"))
    assert found.left_open == (UNANSWERED,)
    assert str(found.asked).startswith("begin b")
    assert str(found.answered).endswith("a end")
    assert max(len(str(found.asked)), len(str(found.answered))) <= 300
    assert session_position([]).asked is None
