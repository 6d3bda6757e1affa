"""A language model that says what an action goes against, and what stands where it fails."""

from __future__ import annotations

import json

import pytest

import wakeline
from tests.builders import Homes, an_agent, values
from tests.contract.model_server import Says, Server
from wakeline.beliefs.judging import MOST_SHOWN
from wakeline.minds.models import choose
from wakeline.model.consolidation import ModelDay

pytestmark = pytest.mark.skipif(
    choose.missing_requirement("openai") is not None,
    reason=str(choose.missing_requirement("openai")),
)
NOTE = "Let the customer pay with a fifty-euro note."


def asking(homes: Homes, url: str, **settings: str) -> wakeline.Agent:
    chosen = {"model": "openai", "model.url": url, "model.name": "tiny", "decisions.model": "true"}
    more = {name.replace("__", "."): value for name, value in settings.items()}
    return an_agent(homes(settings=chosen | more))


def names(*numbers: int, sure: float = 0.9) -> str:
    return json.dumps({"against": [{"number": each, "sure": sure} for each in numbers]})


@pytest.mark.feature("E3")
def test_a_model_names_what_rules_do_not_see_and_takes_back_what_they_see_for_nothing(
    open_home: Homes, server: Server
) -> None:
    ash = asking(open_home, server.url)
    ash.decisions.add("no Redis for the queue", reason="the database does it")
    cash = ash.decisions.add("we accept coins and notes no longer", reason="the till was robbed")
    server.says = [names(1), names(), names(2)]
    (found,) = ash.decisions.check(NOTE)
    assert (found.decision, found.by, found.score, found.why) == (cash, "model", 0.9, ())
    assert found.told.startswith("You decided against this on 2 Mar 2026, because the till was")
    assert '"we accept coins and notes no longer", because "the till was robbed"' in server.prompt()
    assert f'Proposed action: "{NOTE}"' in server.prompt()
    assert ash.decisions.check("add a Redis worker") == []
    (agreed,) = ash.decisions.check("Start a Redis worker for the queue.")
    assert agreed.by == "model"
    assert server.prompt().index("no Redis") < server.prompt().index("coins")  # rules found it
    (spent,) = values(ash, ModelDay, "consolidation.model_day", day="2026-03-02")
    assert spent.requests == 3


def test_it_is_asked_only_where_the_settings_want_it(open_home: Homes, server: Server) -> None:
    ash = asking(open_home, server.url, decisions__model="false")
    ash.decisions.add("no Redis for the queue")
    assert [each.by for each in ash.decisions.check("add a Redis worker")] == ["rules"]
    assert server.asked == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "said",
    [
        Says("no", status=500),
        Says("I would rather not"),
        Says(names(7)),
        Says('{"against": [{"number": 1, "sure": "very"}]}'),
    ],
    ids=["an error", "no object", "a decision that it was not shown", "no number"],
)
def test_what_rules_found_stands_where_a_model_gives_no_answer_that_can_be_used(
    open_home: Homes, server: Server, said: Says
) -> None:
    ash = asking(open_home, server.url)
    ash.decisions.add("no Redis for the queue")
    server.says = [said]
    (found,) = ash.decisions.check("add a Redis worker")
    assert found.by == "rules"
    assert server.asked


def test_nothing_is_asked_beyond_what_may_be_spent_in_a_day(
    open_home: Homes, server: Server
) -> None:
    ash = asking(open_home, server.url, model__most_tokens_a_day="100")
    ash.decisions.add("no Redis for the queue")
    assert [each.by for each in ash.decisions.check("add a Redis worker")] == ["rules"]
    assert server.asked == []


def test_of_many_decisions_it_is_shown_what_rules_found_and_the_nearest(
    open_home: Homes, server: Server
) -> None:
    ash = asking(open_home, server.url)
    ash.decisions.add("no Redis for the queue")
    ash.decisions.add("no message broker such as RabbitMQ")
    for number in range(MOST_SHOWN + 10):
        ash.decisions.add(f"do not paint room {number} of the hotel in white")
    server.says = [names(1)]
    (found,) = ash.decisions.check("add a Redis worker for the queue")
    assert found.decision.decision == "no Redis for the queue"
    shown = [line for line in server.prompt().splitlines() if line[:1].isdigit()]
    assert len(shown) == MOST_SHOWN
    assert "RabbitMQ" in "".join(shown)
