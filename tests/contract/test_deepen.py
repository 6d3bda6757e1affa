"""What a language model adds to the graph, and what nobody believes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.builders import Homes, an_agent, events, values
from tests.contract import small_model
from tests.contract.life import tables
from tests.contract.model_server import Server
from wakeline.base.errors import Invalid, Unreachable
from wakeline.jobs.settle import settle
from wakeline.minds.models import choose
from wakeline.model.memory import Extraction

BAKERY = "Teresa runs the bakery on Rua Augusta, and Bernardo helps us out."
pytestmark = pytest.mark.skipif(
    choose.missing_requirement("openai") is not None,
    reason=str(choose.missing_requirement("openai")),
)


def asking(homes: Homes, url: str) -> Any:
    settings = {"model": "openai", "model.url": url, "model.name": "tiny"}
    return an_agent(homes(settings=settings))


def triples(*found: tuple[str, str, str]) -> str:
    names = ("subject", "relation", "object")
    return json.dumps({"triples": [dict(zip(names, each, strict=True)) for each in found]})


def said_of(agent: Any, name: str) -> set[tuple[str, str, str]]:
    found = agent.entities.relations(name)
    return {(each.subject, each.relation, each.object) for each in found}


@pytest.mark.feature("B11")
def test_what_a_model_reads_is_kept_with_its_source_and_less_confidence(
    open_home: Homes, server: Server
) -> None:
    ash = asking(open_home, server.url)
    kept = ash.record(user=BAKERY)
    ash.record(user="I work at Novabank.")
    settle(ash.place, off_hours=False)
    server.says = [triples(("Teresa", "runs", "bakery"), ("Bernardo", "works_for", "Teresa"))]
    heard: list[int] = []
    done = ash.entities.deepen(progress=heard.append)
    assert (done.model, done.asked, done.kept, done.dropped) == ("openai:tiny", 1, 2, 0)
    assert done.is_done
    assert sum(heard) == done.looked_at
    assert BAKERY in server.asked[0]["messages"][0]["content"]
    assert server.asked[0]["response_format"]["type"] == "json_schema"
    assert said_of(ash, "Teresa") == {
        ("Teresa", "runs", "bakery"),
        ("Bernardo", "works for", "Teresa"),
    }
    (runs, *_) = [r for r in ash.entities.relations("Teresa") if r.relation == "runs"]
    assert (runs.pattern, runs.confidence, runs.source_ids) == ("model", 0.5, (kept.id,))
    again = ash.entities.deepen()
    assert (again.asked, again.kept, len(server.asked)) == (0, 0, 1)
    assert ash.verify().ok


@pytest.mark.feature("B11")
def test_a_rebuild_asks_no_model_and_loses_nothing_that_one_read(
    open_home: Homes, server: Server
) -> None:
    ash = asking(open_home, server.url)
    ash.record(user=BAKERY)
    server.says = [triples(("Teresa", "runs", "bakery"))]
    ash.entities.deepen()
    before = tables(ash)
    without = open_home.agent()  # where no model is chosen
    without.rebuild()
    assert tables(without) == before
    assert without.verify().ok
    assert len(server.asked) == 1


def test_a_forgotten_turn_takes_along_what_a_model_read_in_it(
    open_home: Homes, server: Server
) -> None:
    ash = asking(open_home, server.url)
    turn = ash.record(user=BAKERY).id
    server.says = [triples(("Teresa", "runs", "bakery"))]
    ash.entities.deepen()
    ash.forget(turn)
    assert said_of(ash, "Teresa") == set()
    assert values(ash, Extraction, "integrity.extractions") == []
    assert "bakery" not in str([event.after for event in events(ash)])
    assert ash.verify().ok


INVENTED = [
    ("Quixote", "runs", "bakery"),
    ("Teresa", "runs", "windmill"),
    ("Teresa", "", "bakery"),
    ("Teresa", "runs the bakery on the street", "Rua Augusta"),
    ("Teresa", "is", "teresa"),
    ("Tere", "runs", "bakery"),
    ("x" * 500, "runs", "bakery"),
    ("Teresa", "DROP TABLE; --", "bakery"),
]


@pytest.mark.feature("B11")
def test_what_the_turn_does_not_say_is_dropped(open_home: Homes, server: Server) -> None:
    ash = asking(open_home, server.url)
    ash.record(user=BAKERY)
    server.says = [triples(*INVENTED, ("I", "know", "Teresa"))]
    done = ash.entities.deepen()
    assert (done.kept, done.dropped) == (1, len(INVENTED))
    assert said_of(ash, "Teresa") == {("Mel", "know", "Teresa")}
    ash.record(user="Bernardo bakes the bread on weekdays there.")
    server.says = [triples(("Mel", "know", "Bernardo"))]
    assert ash.entities.deepen().dropped == 1  # nobody said I


@pytest.mark.feature("B11")
@pytest.mark.parametrize(
    ("answer", "garbled"),
    [
        ("I am sorry, I cannot do that.", 1),
        ('{"triples": [', 1),
        ("[1, 2, 3]", 1),
        ("", 1),
        ('{"triples": "none"}', 0),
        ('{"other": []}', 0),
        ('{"triples": [1, null, {"subject": 7}]}', 0),
    ],
)
def test_an_answer_that_is_no_list_of_triples_is_passed_over(
    open_home: Homes, server: Server, answer: str, garbled: int
) -> None:
    ash = asking(open_home, server.url)
    ash.record(user=BAKERY)
    server.says = [answer]
    done = ash.entities.deepen()
    assert (done.kept, done.garbled, done.is_done) == (0, garbled, True)
    assert ash.entities.deepen().asked == 0
    assert ash.verify().ok


def test_so_many_turns_are_asked_about_and_the_next_call_goes_on(
    open_home: Homes, server: Server
) -> None:
    ash = asking(open_home, server.url)
    for number in range(23):
        ash.record(user=f"Teresa came with tray {number} of good bread.")
    server.says = [triples(("Teresa", "brought", "bread"))]
    first = ash.entities.deepen(limit=15)
    assert (first.asked, first.kept, first.is_done) == (15, 15, False)
    second = ash.entities.deepen()
    assert (second.asked, second.is_done) == (8, True)
    (brought,) = ash.entities.relations("Teresa")
    assert len(brought.source_ids) == 23
    assert brought.confidence == pytest.approx(0.99)
    assert ash.verify().ok
    for wrong in (0, -1, "many"):
        with pytest.raises(Invalid):
            ash.entities.deepen(limit=wrong)


@pytest.mark.slow
def test_a_server_that_is_gone_leaves_what_was_read_and_goes_on_later(
    open_home: Homes, server: Server
) -> None:
    nobody = asking(open_home, "http://127.0.0.1:9/v1")
    nobody.record(user=BAKERY)
    with pytest.raises(Unreachable):
        nobody.entities.deepen()
    server.says = [triples(("Teresa", "runs", "bakery"))]
    assert asking(open_home, server.url).entities.deepen().kept == 1


@pytest.mark.feature("B11")
def test_without_a_model_the_graph_is_made_by_rules_and_deepening_says_so(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.record(user="I work at Novabank.")
    ash.settle()
    assert said_of(ash, "Mel") == {("Mel", "works_at", "Novabank")}
    done = ash.entities.deepen()
    assert (done.model, done.asked) == (None, 0)


@pytest.mark.feature("B11")
def test_a_settle_asks_the_model_only_while_the_agent_sleeps(
    open_home: Homes, server: Server
) -> None:
    ash = asking(open_home, server.url)
    server.says = [triples(("Teresa", "runs", "bakery"))]
    ash.wake()
    ash.record(user=BAKERY)
    ash.settle()
    assert server.asked == []
    ash.end(summary="done")
    assert server.asked == []
    assert "deepen" in ash.settle().done
    assert len(server.asked) == 1
    assert said_of(ash, "Teresa") == {("Teresa", "runs", "bakery")}
    assert "deepen" not in ash.settle().done


@pytest.mark.slow
@pytest.mark.skipif(small_model.lacks() is not None, reason=str(small_model.lacks()))
@pytest.mark.feature("B11")
@pytest.mark.timeout(300)  # two cores and neighbours: it may write a few words a second
def test_a_real_small_model_adds_nothing_that_was_not_said(tmp_path: Path) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    with small_model.running() as url:
        ash = asking(homes, f"{url}/v1")
        ash.record(user=BAKERY)
        done = ash.entities.deepen()
    assert (done.asked, done.is_done) == (1, True)
    for row in values(ash, Extraction, "integrity.extractions"):
        for each in row.triples:
            assert each["subject"].casefold() in f"{BAKERY} Mel".casefold()
            assert each["object"].casefold() in f"{BAKERY} Mel".casefold()
    assert ash.verify().ok
    homes.close()
