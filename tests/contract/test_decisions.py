"""What was decided against: kept, told before it is done anyway, reversed and never lost."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.builders import START, Homes, an_agent, events, select
from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.flows.beliefs.decisions import new_decision

REASON = "the database already does it"


@pytest.mark.feature("E3")
def test_an_action_is_told_what_it_goes_against_when_and_why(open_home: Homes) -> None:
    ash = open_home.agent()
    made = ash.decisions.add("no Redis for the queue", reason=REASON)
    assert (made.decision, made.reason) == ("no Redis for the queue", REASON)
    assert made.decided_at == START
    (found,) = ash.decisions.check("add a Redis worker")
    assert found.decision == made
    told = f"You decided against this on 2 Mar 2026, because {REASON}: no Redis for the queue."
    assert found.told == told
    assert {(each.said, each.by) for each in found.why} >= {("redis", "redis"), ("queue", "worker")}
    assert ash.decisions.check("Upgrade the Redis cache that we have.") == []
    assert ash.decisions.check("Write down why there is no Redis.") == []


@pytest.mark.parametrize("embedder", ["static", "none"])
def test_decisions_near_to_an_action_are_told_apart_from_what_it_goes_against(
    open_home: Homes, embedder: str
) -> None:
    ash = an_agent(open_home(settings={"embedder": embedder}))
    queue = ash.decisions.add("no Redis for the queue", reason=REASON)
    beds = ash.decisions.add("no tulips in the beds", reason="the voles eat them")
    lamp = ash.decisions.add("the lamp in the hall stays on")
    weighed = ash.decisions.weigh("add a Redis worker")
    assert [each.decision for each in weighed.conflicts] == [queue]
    assert {each.decision for each in weighed.near} == {beds, lamp}
    weighed = ash.decisions.weigh("Plant something for spring in the beds.", k=1)
    assert [each.decision for each in weighed.near] == [beds]
    assert ash.decisions.weigh("add a Redis worker", k=0).near == ()
    ash.decisions.reverse(beds.id)
    assert beds.id not in {each.decision.id for each in ash.decisions.weigh("dig the beds").near}
    with pytest.raises(Invalid, match="k"):
        ash.decisions.weigh("dig the beds", k=-1)
    with pytest.raises(Invalid, match="empty"):
        ash.decisions.weigh(" ")


def test_a_decision_is_near_by_its_reason_too(open_home: Homes) -> None:
    ash = open_home.agent()
    others = ("no tulips", "no meetings before nine", "no second car", "no sugar in the tea")
    for text in others:
        ash.decisions.add(text)
    wanted = ash.decisions.add("no late trains", reason="the cat waits for its dinner")
    near = ash.decisions.weigh("Feed the cat at midnight.").near
    assert near[0].decision == wanted


def test_what_is_said_again_is_one_decision_and_may_get_its_reason_later(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.decisions.add("No Redis for the queue.")
    again = ash.decisions.add("no redis for the queue", reason=REASON)
    assert (again.id, again.reason) == (first.id, REASON)
    assert ash.decisions.all() == [again]
    assert [event.kind for event in events(ash) if event.subject_id == again.id] == [
        "decision.made",
        "decision.confirmed",
    ]


def test_a_later_decision_takes_the_place_of_one_that_stays_on_the_time_axis(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    old = ash.decisions.add("no deployments on Fridays", reason="nobody is there on Saturday")
    open_home.later(days=1)
    new = ash.decisions.add(
        "no deployments on Sundays", reason="Saturdays are staffed now", replaces=old.id
    )
    ended = ash.decisions.get(old.id)
    assert (ended.state, ended.superseded_by) == ("reversed", new.id)
    assert (ended.ended_at, ended.ended_because) == (START + timedelta(days=1), new.reason)
    assert ash.decisions.check("Deploy on Friday.") == []
    assert [each.decision for each in ash.decisions.check("Deploy on Sunday.")] == [new]
    reversed_too = ash.decisions.reverse(new.id, because="there is a rota")
    assert reversed_too.ended_because == "there is a rota"
    assert ash.decisions.check("Deploy on Sunday.") == []
    with pytest.raises(Conflict, match="reversed already"):
        ash.decisions.reverse(new.id)
    assert [row.state for row in ash.decisions.all()] == ["reversed", "reversed"]
    assert ash.decisions.all(state="in_force") == []


def test_a_wake_brings_them_before_anything_else_that_it_remembers(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = ash.decisions.add("no Redis for the queue", reason=REASON)
    for number in range(30):
        ash.facts.set(f"host.{number}", "kestrel " * 20)
    woken = ash.wake(budget=400)
    assert f"> no Redis for the queue, because {REASON} [" in woken.text
    assert [row.id for row in woken.context["Decisions"]] == [kept.id]
    ash.end(summary="done")
    open_home.later(hours=1)
    ash.decisions.reverse(kept.id)
    assert "[DECIDED AGAINST]" not in ash.wake().text
    as_it_was = ash.wake(as_of=START + timedelta(minutes=1))
    assert "> no Redis for the queue" in as_it_was.text


def test_a_wake_is_told_the_newest_and_not_all(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(15):
        ash.decisions.add(f"no printer number {number}", decided_at=START - timedelta(days=number))
    text = ash.wake().text
    assert text.count("> no printer number") == 12
    assert "no printer number 0 [" in text


def test_what_was_said_in_a_turn_is_proposed_until_somebody_confirms_it(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    said = ash.record(user="We decided against a second car.")
    ash.record(user="Jonas decided not to sell the piano.", agent="I see.")
    ash.end(summary="cars")
    ash.consolidate()
    ash.consolidate()
    (found,) = ash.decisions.all()
    assert (found.state, found.source_ids) == ("proposed", (said.ids[0],))
    assert "[DECIDED AGAINST]" not in ash.wake().text
    (conflict,) = ash.decisions.check("Buy a second car.")
    assert conflict.told.endswith("Nobody has confirmed it.")
    in_force = ash.decisions.confirm(found.id, reason="the bus stops at the door")
    assert (in_force.state, in_force.origin, in_force.trust) == ("in_force", "user_direct", 1.0)
    ash.end(summary="done")
    ash.forget(said.ids[0])
    assert ash.decisions.all() == []
    assert not any("second car" in str(row) for row in select(ash, "SELECT * FROM events"))


def test_what_the_person_rules_out_is_proposed_in_their_words_and_nobody_elses(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.wake()
    said = ash.record(
        user="We will not use Kafka. Postgres is enough. Never push to main because CI is slow.",
        agent="Let's not use Redis either.",
    )
    ash.observe("We will not use Erlang.", speaker="Jonas", role="other")
    ash.record(user="OK, we will not use Kafka.", agent="Right.")
    ash.end(summary="queues")
    ash.consolidate()
    found = {row.decision: row for row in ash.decisions.all()}
    assert found.keys() == {"We will not use Kafka", "Never push to main"}
    assert {row.state for row in found.values()} == {"proposed"}
    kafka = found["We will not use Kafka"]
    assert (kafka.source_ids, kafka.trust) == ((said.ids[0],), 0.7)
    assert found["Never push to main"].reason == "CI is slow"
    ash.decisions.reverse(kafka.id, "we use it after all")
    ash.wake()
    ash.record(user="We will not use Kafka.", agent="As you say.")
    ash.end(summary="queues again")
    ash.consolidate()
    assert [row.state for row in ash.decisions.all() if row.id == kafka.id] == ["reversed"]
    ash.forget(said.ids[0])
    assert "Never push to main" not in {row.decision for row in ash.decisions.all()}


def test_what_is_read_in_a_turn_beside_what_it_rules_out_is_proposed_too(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(
        user="Never push to main. We finally decided against Redis. We decided against Kafka."
    )
    ash.end(summary="queues")
    ash.consolidate()
    found = {row.decision for row in ash.decisions.all()}
    assert found == {"Never push to main", "no Redis", "We decided against Kafka"}


def test_what_a_handoff_says_was_decided_against_is_proposed_once(open_home: Homes) -> None:
    ash = open_home.agent()
    decided = ["PostgreSQL holds the queue.", "We decided against Redis.", "No cron."]
    ash.wake()
    first = ash.end(summary="queues", key_decisions=decided)
    ash.wake()
    ash.end(summary="queues again", key_decisions=decided)
    rows = ash.decisions.all()
    assert {row.decision for row in rows} == {"We decided against Redis.", "No cron."}
    assert {row.state for row in rows} == {"proposed"}
    assert {row.source_ids for row in rows} == {(first.handoff.id,)}
    assert [each.told for each in ash.decisions.check("Use Redis.")] == [
        "On 2 Mar 2026 it was said: We decided against Redis. Nobody has confirmed it."
    ]


def test_without_vectors_words_and_tables_still_find_it(open_home: Homes) -> None:
    ash = an_agent(open_home(settings={"embedder": "none"}))
    ash.decisions.add("no alcohol at team events")
    assert len(ash.decisions.check("Order beer and wine for the party of the team.")) == 1
    assert ash.decisions.check("Order lemonade for the party of the team.") == []


@pytest.mark.parametrize("text", ["", "\u200b", "🌱", None, 7, "x" * 3_000])
def test_what_is_no_decision_is_refused(open_home: Homes, text: Any) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid):
        ash.decisions.add(text)
    with pytest.raises(NotFound):
        ash.decisions.reverse("nothing")
    if text != "x" * 3_000:
        with pytest.raises(Invalid):
            ash.decisions.check(text)


@pytest.mark.parametrize(
    "action",
    [
        "no",
        "not without",
        "\u202eRedis\u202c",
        "Redis " * 9_000,
        "Redis を使う",
        "1 2 3 $ % 25:99 half past half past",
        "more than more than more than",
    ],
)
def test_whatever_is_proposed_gets_an_answer(open_home: Homes, action: str) -> None:
    ash = open_home.agent()
    ash.decisions.add("no Redis for the queue")
    ash.decisions.add("キューに Redis を使わない")
    ash.decisions.add("no")
    ash.decisions.add("more than 5")
    found = {each.decision.decision for each in ash.decisions.check(action)}
    assert found <= {"no Redis for the queue", "キューに Redis を使わない"}


def test_a_thousand_decisions_are_checked_at_once(open_home: Homes) -> None:
    ash = open_home.agent()
    place = ash.place
    with place.store.writing(place.by(origin="user_direct")) as unit:
        for number in range(1_000):
            text = f"do not rename the table orders{number} of the shop"
            row = new_decision(place, unit, text, None, at=START, sources=())
            unit.save("decision.made", row)
    found = ash.decisions.check("Rename the table orders77 of the shop.")
    assert found[0].decision.decision == "do not rename the table orders77 of the shop"
    assert len(found) <= 10
