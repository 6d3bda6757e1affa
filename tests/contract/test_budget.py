"""A wake holds its budget, counted with a real tokenizer. On both engines."""

from __future__ import annotations

import pytest

import wakeline
from tests.builders import Homes, there
from tests.unit.real_tokens import real_tokens
from tests.unit.token_texts import CODE, ENGLISH, LANGUAGES, MACHINES
from wakeline.context.framing import one_line

BUDGETS = (200, 350, 600, 1000, 1700, 2400, 4000, 8000)
SPOKEN = {
    "English": [*ENGLISH.values()],
    "German": [LANGUAGES["German"]],
    "Finnish": [LANGUAGES["Finnish"]],
    "Russian": [LANGUAGES["Russian"]],
    "Chinese": [LANGUAGES["Chinese"], LANGUAGES["Traditional Chinese"]],
    "Japanese": [LANGUAGES["Japanese"]],
    "Korean": [LANGUAGES["Korean"]],
    "Arabic": [LANGUAGES["Arabic"]],
    "Hindi": [LANGUAGES["Hindi"]],
    "code": [*CODE.values()],
    "what machines write": [*MACHINES.values()],
}


def furnish(ash: wakeline.Agent, texts: list[str]) -> None:
    """Something in every source, more of it than fits."""
    for number in range(12):
        text = texts[number % len(texts)]
        label = one_line(text)
        ash.memories.add(f"{text} {text}", title=f"{number}: {label[:40]}", pinned=number % 3 == 0)
        ash.memories.add(text[: 30 + number], type="identity", importance=number % 10)
        ash.facts.set(f"topic.{number}", text[: 20 + 9 * number])
        ash.tasks.add(label[:80])
        ash.hints.add(text[:120])
        ash.messages.send(text, sender=label[:20].strip(), wants_reply=number % 2 == 0)
    ash.wake()
    ash.record(user=texts[0], agent=texts[-1])
    ash.end(summary=texts[0], message_to_next=texts[-1], key_decisions=texts[0][:90])


@pytest.mark.parametrize("spoken", SPOKEN)
def test_a_wake_holds_its_budget_in_any_language(open_home: Homes, spoken: str) -> None:
    ash = open_home.agent()
    furnish(ash, SPOKEN[spoken])
    for budget in BUDGETS:
        found = ash.hydrate(budget=budget, intent=SPOKEN[spoken][0][:60])
        assert real_tokens(there(found.system_prompt)) <= budget
        assert found.tokens <= budget
        # It is used, too: what fills it up is not kept back for fear.
        assert real_tokens(there(found.system_prompt)) > 0.4 * budget or budget < 600


def test_no_line_takes_more_than_it_was_given(open_home: Homes) -> None:
    ash = open_home.agent()
    furnish(ash, [text for texts in SPOKEN.values() for text in texts])
    woken = ash.wake(budget=100_000)
    assert woken.omitted == ()
    shown = ash.wakes.last()
    assert len(shown.parts) > 70
    taken = {part.id: (part.tokens, part.text) for part in shown.parts}
    low = {key: text for key, (tokens, text) in taken.items() if real_tokens(text) > tokens * 1.02}
    assert low == {}


class FourBytes:
    """How an older version counted."""

    @staticmethod
    def count(text: str) -> int:
        return len(text.encode()) // 4

    count_by_lines = count


@pytest.mark.parametrize("spoken", ["Chinese", "code"])
def test_rows_that_count_too_little_do_not_break_it(open_home: Homes, spoken: str) -> None:
    ash = open_home.agent()
    today = ash.place
    ash._place = today._replace(tokens=FourBytes())
    furnish(ash, SPOKEN[spoken])
    ash._place = today
    for budget in BUDGETS:
        found = ash.hydrate(budget=budget)
        assert real_tokens(there(found.system_prompt)) <= budget
        assert found.tokens <= budget
