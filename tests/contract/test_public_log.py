"""What is said is kept: exchanges, observations, retries and sources. On both engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

import wakeline
from tests.builders import (
    START,
    Homes,
    a_holder,
    an_agent,
    an_event,
    an_exchange,
    events,
    select,
    values,
)
from wakeline.base.clock import Ulids
from wakeline.base.errors import Conflict, Invalid, NotFound, NotPermitted
from wakeline.log.deduplicate import fnv1a
from wakeline.model.log import Episode
from wakeline.model.memory import ENTITY_TYPES, Entity
from wakeline.ports.gate import Allowed, Refused

ULID = 26


def turns(agent: Any) -> list[Episode]:
    return values(agent, Episode, "log.episodes_between", after=0, through=1 << 62, limit=10_000)


# -- exchanges


@pytest.mark.feature("C1", "C41")
def test_every_exchange_is_kept_and_found_at_once_however_small_it_is(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.record(user="ok", agent="fine")
    ash.record(user="The spare key hangs behind the boiler.", agent="Noted.")
    assert [turn.text for turn in turns(ash)] == [
        "ok",
        "fine",
        "The spare key hangs behind the boiler.",
        "Noted.",
    ]
    assert ash.recall("fine")[0].text == "fine"
    found = ash.recall("where does the spare key hang?")
    assert found[0].text == "The spare key hangs behind the boiler."


def test_an_acknowledgement_names_the_turns_the_exchange_and_the_session(open_home: Homes) -> None:
    ash = open_home.agent()
    woken = ash.wake()
    kept = an_exchange(ash)
    user, agent = turns(ash)
    assert kept.ids == (user.id, agent.id)
    assert kept.id == user.id
    assert kept.exchange_id == user.exchange_id == agent.exchange_id
    assert kept.session_id == user.session_id == woken.session_id
    assert kept.duplicate_of is None


def test_a_turn_knows_who_spoke_on_whose_word_and_how_far_it_is_trusted(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    user, agent = turns(ash)
    assert (user.speaker, user.role, user.origin, user.trust) == ("Mel", "user", "user_direct", 1)
    assert (agent.speaker, agent.role) == ("ash", "agent")
    assert (agent.origin, agent.trust) == ("agent_inferred", 0.7)


@pytest.mark.feature("B2")
def test_an_exchange_is_one_row_with_both_texts(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = ash.record(
        user="Is Lisbon far from Porto?",
        agent="Three hours.",
        thread="travel",
        metadata={"screen": 2},
    )
    open_home.later(minutes=5)
    an_exchange(ash, 2)
    columns = (
        "id, date, exchange_index, user_text, agent_text, combined, metadata, topic_tags, "
        "thread_id, created_at"
    )
    with ash.place.store.reading() as view:
        newest, oldest = view.tuples("log.exchanges", limit=10)
    assert oldest == (
        kept.exchange_id,
        "2026-03-02",
        1,
        "Is Lisbon far from Porto?",
        "Three hours.",
        "Is Lisbon far from Porto?\nThree hours.",
        '{"screen": 2}',
        '["Lisbon", "Porto"]',
        "travel",
        "2026-03-02T09:00:00.000000Z",
    )
    assert newest[2] == 2
    assert len(select(ash, f"SELECT {columns} FROM exchanges")) == 2


def test_an_answer_that_comes_alone_joins_the_question_before_it(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    question = ash.record(user="How late is it?")
    open_home.later(seconds=90)
    answer = ash.record(agent="Nine, and a little.")
    assert answer.exchange_id == question.exchange_id
    assert [row[4] for row in _exchanges(ash)] == ["Nine, and a little."]


def test_an_answer_after_an_answered_question_opens_an_exchange_of_its_own(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    first = an_exchange(ash)
    alone = ash.record(agent="One thing more.")
    assert alone.exchange_id != first.exchange_id


def test_exchanges_are_counted_anew_each_day(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash, 1)
    an_exchange(ash, 2)
    open_home.later(days=1)
    an_exchange(ash, 3)
    assert [row[1:3] for row in reversed(_exchanges(ash))] == [
        ("2026-03-02", 1),
        ("2026-03-02", 2),
        ("2026-03-03", 1),
    ]


def _exchanges(agent: Any) -> list[tuple[Any, ...]]:
    with agent.place.store.reading() as view:
        return list(view.tuples("log.exchanges", limit=100))


# -- what every turn carries


@pytest.mark.feature("C6")
def test_an_episode_has_an_id_a_session_a_time_a_type_its_content_and_how_much_it_matters(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    session = ash.wake().session_id
    ash.record(user="Hello there.")
    kinds = ("conversation", "observation", "tool_result", "error")
    for kind in kinds:
        ash.observe(f"Something of kind {kind}.", kind=kind, session=session)
    said = turns(ash)
    assert [turn.kind for turn in said] == ["conversation", *kinds]
    assert {turn.session_id for turn in said} == {session}
    assert {turn.recorded_at for turn in said} == {START}
    assert all(len(turn.id) == ULID and turn.id.isalnum() for turn in said)
    assert [turn.id for turn in said] == sorted(turn.id for turn in said)
    assert all(0 <= turn.importance <= 1 for turn in said)
    assert _defaults_of_counters(open_home, said[0].id) == (0, None, False)


def _defaults_of_counters(open_home: Homes, subject_id: str) -> tuple[Any, ...]:
    """What the table of counters says of a row that nobody has counted yet."""
    ash = open_home.agent()
    tenant_id, agent_id = ash.place.store.scope
    with ash.place.store.writing(ash.place.by()) as unit:
        connection = unit._connection  # type: ignore[attr-defined]
        connection.execute(
            "INSERT INTO marks (tenant_id, agent_id, subject_id) "
            f"VALUES ('{tenant_id}', '{agent_id}', '{subject_id}')"
        )
    sql = "SELECT access_count, last_accessed, consolidated FROM marks"
    (row,) = select(ash, sql)
    return row


@pytest.mark.parametrize(
    ("said", "score"),
    [
        pytest.param({"user": "Remember this: the gate code changed."}, 0.95, id="remember"),
        pytest.param({"user": "This is important for the audit."}, 0.95, id="important"),
        pytest.param({"user": "We decided to move the office."}, 0.75, id="decision"),
        pytest.param({"user": "I prefer tea in the morning."}, 0.75, id="preference"),
        pytest.param({"user": "To clarify, the second one."}, 0.6, id="clarification"),
        pytest.param({"agent": "The answer is in the second file."}, 0.6, id="answer"),
        pytest.param({"user": "The weather is mild today."}, 0.4, id="general"),
    ],
)
@pytest.mark.feature("C20")
def test_what_is_said_weighs_by_its_wording(
    open_home: Homes, said: dict[str, str], score: float
) -> None:
    ash = open_home.agent()
    ash.record(user=said.get("user"), agent=said.get("agent"))
    assert [turn.importance for turn in turns(ash)] == [score]


@pytest.mark.parametrize(
    ("kind", "score"), [("tool_result", 0.8), ("error", 0.8), ("observation", 0.3)]
)
@pytest.mark.feature("C20")
def test_what_was_seen_weighs_by_its_kind(open_home: Homes, kind: str, score: float) -> None:
    ash = open_home.agent()
    ash.observe("exit code 2 in the build", kind=kind)
    assert [turn.importance for turn in turns(ash)] == [score]


@pytest.mark.feature("C19")
def test_every_write_extracts_entities_and_scores_importance_before_it_keeps_the_episode(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.record(user="Yesterday I met Ana Lopes in Porto.", agent="How was Porto?")
    ash.observe("the job for Ana Lopes failed", kind="error")
    assert [(turn.entity_refs, turn.importance) for turn in turns(ash)] == [
        (("Ana Lopes", "Porto"), 0.4),
        (("Porto",), 0.4),
        (("Ana Lopes",), 0.8),
    ]


@pytest.mark.feature("C10")
def test_entities_have_a_name_and_one_of_five_types(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.record(user="Yesterday I met Ana Lopes in Porto.")
    ash.observe("I was there as well, said Ana Lopes.", speaker="Ana Lopes")
    ash.settle()
    found = values(ash, Entity, "memory.entities", limit=10)
    assert [(e.name, e.type, e.mention_count) for e in found] == [
        ("Ana Lopes", "person", 2),
        ("Porto", "concept", 1),
    ]
    kinds = ENTITY_TYPES
    assert kinds == ("person", "project", "concept", "preference", "fact")
    with ash.place.store.writing(ash.place.by()) as unit:
        for kind in kinds:
            unit.put(Entity(f"a {kind}", f"A {kind}", kind, (), 1, 1))
    kept = select(ash, "SELECT id, name, type FROM entities WHERE id LIKE 'a %' ORDER BY id")
    assert sorted(kept) == sorted((f"a {kind}", f"A {kind}", kind) for kind in kinds)


def test_a_thread_is_kept_by_every_store_that_can_belong_to_one_whatever_the_mode(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    for mode in ("chat", "code", "robot"):
        ash.wake(thread="garden", mode=mode)
        ash.record(user=f"Prune the roses, {mode}.", thread="garden", mode=mode)
        ash.end(summary=f"pruned in {mode}")
    ash.observe("the hose is connected", thread="garden")
    ash.memories.add("Roses are pruned in March.", thread="garden")
    (thread,) = ash.status().threads
    assert thread == "garden"
    assert {(turn.thread_id, turn.mode) for turn in turns(ash)} >= {
        ("garden", "chat"),
        ("garden", "code"),
        ("garden", "robot"),
    }
    for table in ("sessions", "episodes", "handoffs", "memories", "thread_handoffs"):
        assert select(ash, f"SELECT DISTINCT thread_id FROM {table}") == [("garden",)], table
    assert {hit.thread_id for hit in ash.recall("roses", thread="garden")} == {"garden"}


def test_one_id_joins_everything_that_happened_in_an_exchange(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    exchange = ash.record(user="Which host is staging?").exchange_id
    ash.observe("host: heron", kind="tool_result")
    fact = ash.facts.set("staging.host", "heron")
    task = ash.tasks.add("tell Ana")
    answer = ash.record(agent="It is heron.")
    assert answer.exchange_id == exchange
    joined = "SELECT kind FROM episodes WHERE exchange_id = :id ORDER BY seq"
    assert select(ash, joined, id=exchange) == [
        ("conversation",),
        ("tool_result",),
        ("conversation",),
    ]
    changed = "SELECT subject_id FROM events WHERE exchange_id = :id ORDER BY seq"
    assert select(ash, changed, id=exchange) == [(fact.id,), (task.id,)]
    assert an_exchange(ash).exchange_id != exchange
    assert len({turn.id for turn in turns(ash)}) == 5


def test_metadata_comes_back_as_it_was_given(open_home: Homes) -> None:
    given = {"n": 1, "half": 0.5, "big": 1e16, "list": [1, "two", None], "deep": {"é": True}}
    ash = open_home.agent()
    ash.observe("a reading", metadata=given)
    assert turns(ash)[0].metadata == given
    assert ash.recall("reading")[0].metadata == given


@pytest.mark.parametrize(
    "text",
    [
        "tabs\tand\nlines",
        "emoji 👩‍🚀 and a joined family 👨‍👩‍👧",
        "right to left \u202eabc",
        "\u0000".replace("\u0000", "zero width \u200b here"),
        "日本語のテキストです",
        "quotes \" ' ` ; -- %s %(a)s :name {x} \\",
        "e\u0301 is not é composed",
    ],
)
def test_text_is_kept_character_for_character(open_home: Homes, text: str) -> None:
    ash = open_home.agent()
    ash.observe(text)
    assert turns(ash)[0].text == text


def test_a_moment_keeps_its_instant_whatever_zone_it_came_in(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe("from Lisbon", at="2026-01-05T10:00:00.123456+02:00")
    ash.observe("from Tokyo", at=datetime(2026, 1, 5, 17, tzinfo=timezone(timedelta(hours=9))))
    assert [turn.at for turn in turns(ash)] == [
        datetime(2026, 1, 5, 8, 0, 0, 123456, tzinfo=UTC),
        datetime(2026, 1, 5, 8, tzinfo=UTC),
    ]


def test_sequences_of_turns_and_events_are_one_row_without_a_gap(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    an_exchange(ash, 1, thread="garden")
    ash.observe_many([an_event(n) for n in range(5)])
    ash.facts.set("home.city", "Porto")
    ash.end(summary="done")
    sequences = sorted([t.seq for t in turns(ash)] + [e.seq for e in events(ash)])
    assert sequences == list(range(1, len(sequences) + 1))
    with ash.place.store.reading() as view:
        assert view.head().seq == len(sequences)


# -- retries


@pytest.mark.feature("B42")
@pytest.mark.parametrize("seconds", [0, 1, 59, 60])
def test_the_same_exchange_again_within_a_minute_is_a_retry(open_home: Homes, seconds: int) -> None:
    ash = open_home.agent()
    ash.wake()
    first = an_exchange(ash)
    open_home.later(seconds=seconds)
    again = an_exchange(ash)
    assert again.ids == first.ids
    assert again.exchange_id == first.exchange_id
    assert again.duplicate_of == first.id
    assert len(turns(ash)) == 2


@pytest.mark.feature("B42")
def test_the_same_exchange_after_more_than_a_minute_is_a_new_one(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    an_exchange(ash)
    open_home.later(seconds=61)
    assert an_exchange(ash).duplicate_of is None
    assert len(turns(ash)) == 4


def test_the_same_words_with_another_turn_between_are_said_twice(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="yes")
    ash.record(user="and the other one?")
    assert ash.record(user="yes").duplicate_of is None
    assert [turn.text for turn in turns(ash)] == ["yes", "and the other one?", "yes"]


def test_the_same_words_in_another_session_are_said_twice(open_home: Homes) -> None:
    home = open_home()
    here, there = home.agent("ash"), home.agent("ash")
    here.wake()
    there.wake()
    an_exchange(here)
    assert an_exchange(there).duplicate_of is None
    assert an_exchange(here).duplicate_of is not None


def test_the_same_words_by_another_speaker_are_said_twice(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.observe("good morning", speaker="Mel")
    second = ash.observe("good morning", speaker="Ana")
    assert second.duplicate_of is None
    assert first.id != second.id


def test_the_same_words_of_another_time_are_said_twice(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.observe("good morning", at=START - timedelta(days=2))
    second = ash.observe("good morning", at=START - timedelta(days=1))
    again = ash.observe("good morning", at=START - timedelta(days=1))
    assert second.duplicate_of is None
    assert second.id != first.id
    assert again.duplicate_of == second.id


def test_white_space_and_composition_do_not_make_a_retry_new(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.observe("café  at noon")
    assert ash.observe("cafe\u0301 at\nnoon").duplicate_of == first.id


@pytest.mark.feature("B42")
def test_a_content_hash_is_fnv_1a_of_the_text(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe("café at noon")
    expected = f"{fnv1a('café at noon'.encode()):016x}"
    assert [turn.content_hash for turn in turns(ash)] == [expected]
    assert f"{fnv1a(b'foobar'):016x}" == "85944171f73967e8"  # as the authors of FNV publish it


def test_a_retry_of_a_whole_batch_adds_nothing(open_home: Homes) -> None:
    ash = open_home.agent()
    batch = [an_event(n) for n in range(30)]
    first = ash.observe_many(batch)
    open_home.later(seconds=30)
    again = ash.observe_many(batch)
    assert (first.new, first.duplicates) == (30, 0)
    assert (again.new, again.duplicates) == (0, 30)
    assert again.ids == first.ids
    assert len(turns(ash)) == 30


def test_one_event_that_repeats_the_last_of_a_batch_of_others_is_a_retry(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = ash.observe_many([an_event(1), an_event(2)])
    assert ash.observe(**an_event(2)).duplicate_of == kept.ids[1]
    assert ash.observe(**an_event(1)).duplicate_of is None


# -- long streams


@pytest.fixture
def in_tens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams are long from ten events on."""
    monkeypatch.setattr("wakeline.flows.log.observe_many.BATCH", 10)


SAID = (
    "Mel moved to Porto.", "Der Schlüssel liegt bei Jürgen.", "明日は東京で会いましょう",
    "token: ghp_" + "a1B2" * 9, "Decided: no Redis for the queue.", "A hedgehog 🦔 in the garden",
)  # fmt: skip


@pytest.mark.usefixtures("in_tens")
def test_what_came_before_an_event_that_cannot_be_taken_is_kept(open_home: Homes) -> None:
    ash = open_home.agent()
    seen: list[int] = []
    good = [{"text": f"good {at}", "source_id": f"S{at}"} for at in range(25)]
    with pytest.raises(Invalid, match="empty"):
        ash.observe_many([*good, {"text": " "}], progress=seen.append)
    assert seen == [10, 10]

    def breaks_off() -> Iterator[dict[str, Any]]:
        yield from good
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ash.observe_many(breaks_off())
    assert [turn.text for turn in turns(ash)] == [f"good {at}" for at in range(20)]
    again = ash.observe_many(good)
    assert (again.new, again.duplicates) == (5, 20)


@pytest.mark.usefixtures("in_tens")
def test_a_batch_is_kept_once_where_the_next_one_fails(location: str) -> None:
    class Failing(Ulids):
        has_failed = False

        def new(self, at: datetime) -> str:
            if self.has_failed:
                raise ZeroDivisionError
            return super().new(at)

    ids, seen = Failing(), list[int]()

    def fail_from_now_on(count: int) -> None:
        seen.append(count)
        ids.has_failed = True

    with wakeline.open(location, ids=ids) as home:
        ash = an_agent(home)
        told = [{"text": f"good {at}"} for at in range(25)]
        with pytest.raises(ZeroDivisionError):
            ash.observe_many(told, progress=fail_from_now_on)
        assert seen == [10]
        assert [turn.text for turn in turns(ash)] == [f"good {at}" for at in range(10)]


# -- transcripts without sources


MINUTE = START - timedelta(days=400)


def a_line(text: str, speaker: str = "Mel", minute: int = 0, **fields: Any) -> dict[str, Any]:
    """A line of an old transcript, which tells time by the minute."""
    at = MINUTE + timedelta(minutes=minute)
    return {"text": text, "speaker": speaker, "at": at, "session": "2025", **fields}


OLD = [
    a_line("Shall we meet?"), a_line("ok", "Ana"), a_line("At the weir?"), a_line("ok", "Ana"),
    a_line("Then at noon.", minute=1), a_line("ok", "Ana", 1),
]  # fmt: skip


@pytest.mark.feature("B42")
@pytest.mark.parametrize("batch", [1000, 2])
def test_a_transcript_without_sources_is_taken_in_once(
    open_home: Homes, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wakeline.flows.log.observe_many.BATCH", batch)
    first = open_home.agent().observe_many(OLD)
    assert (first.new, first.duplicates) == (6, 0)  # what was said twice in a minute too
    open_home.later(days=30)
    more = [*OLD, a_line("Are you there?", minute=30)]
    ash = open_home.agent()
    ash.record(user="something else meanwhile")
    again = ash.observe_many(more)
    assert (again.new, again.duplicates) == (1, 6)
    assert again.ids[:6] == first.ids
    others = [
        a_line("ok", "Ben"), a_line("OK!", "Ana"), a_line("ok", "Ana", 2),
        a_line("ok", "Ana", session="another"), a_line("ok", "Ana", source_id="D1:1"),
    ]  # fmt: skip
    assert ash.observe_many(others).new == 5


@pytest.mark.feature("B42")
def test_an_import_that_broke_off_goes_on_where_it_stood(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.observe_many(OLD[:3])
    open_home.later(hours=2)
    assert ash.observe_many(OLD).new == 3
    assert [turn.text for turn in turns(ash)] == [line["text"] for line in OLD]


@pytest.mark.feature("B42")
def test_a_transcript_does_not_bring_back_what_was_forgotten(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = ash.observe_many(OLD)
    ash.forget(kept.ids[2])
    open_home.later(days=1)
    again = ash.observe_many([*OLD, a_line("And then?", minute=1)])
    assert (again.new, again.duplicates, again.ids[2]) == (1, 6, kept.ids[2])
    assert "At the weir?" not in [turn.text for turn in turns(ash)]


def test_what_is_seen_live_is_no_transcript(open_home: Homes) -> None:
    ash = open_home.agent()
    seen = [a_line("The gauge stands at 4.", "gauge", kind="observation"), a_line("ok")]
    ash.observe_many(seen)
    open_home.later(minutes=5)
    assert ash.observe_many(seen).new == 1  # two gauges may say the same


# -- sources


def test_a_source_that_was_kept_before_returns_its_first_id(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.observe("We leave on Friday.", speaker="Mel", source_id="D1:3")
    open_home.later(days=40)
    again = ash.observe("We leave on Friday.", speaker="Mel", source_id="D1:3")
    assert again.id == again.duplicate_of == first.id
    assert len(turns(ash)) == 1
    assert ash.recall("Friday")[0].source_id == "D1:3"


@pytest.mark.parametrize(
    "changed", [{"text": "We leave on Sunday."}, {"speaker": "Ana"}], ids=["text", "speaker"]
)
def test_a_source_with_other_content_is_a_conflict_and_nothing_is_kept(
    open_home: Homes, changed: dict[str, str]
) -> None:
    ash = open_home.agent()
    event = {"text": "We leave on Friday.", "speaker": "Mel", "source_id": "D1:3"}
    ash.observe(event["text"], speaker=event["speaker"], source_id=event["source_id"])
    batch = [an_event(1), {**event, **changed}, an_event(2)]
    with pytest.raises(Conflict, match="D1:3") as refused:
        ash.observe_many(batch)
    assert refused.value.todo
    assert len(turns(ash)) == 1


def test_a_source_twice_in_one_batch_is_kept_once(open_home: Homes) -> None:
    ash = open_home.agent()
    batch = [an_event(1, source_id="a"), an_event(2, source_id="b"), an_event(1, source_id="a")]
    kept = ash.observe_many(batch)
    assert kept.ids[0] == kept.ids[2]
    assert (kept.new, kept.duplicates) == (2, 1)
    assert len(turns(ash)) == 2


def test_two_sources_may_say_the_same(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = ash.observe_many([an_event(1, source_id="a"), an_event(1, source_id="b")])
    assert kept.new == 2


def test_a_source_belongs_to_its_agent_alone(open_home: Homes) -> None:
    home = open_home()
    home.agent("ash").observe("this", source_id="same")
    assert home.agent("birch").observe("that", source_id="same").duplicate_of is None


def test_an_import_that_is_run_again_takes_in_only_what_is_new(open_home: Homes) -> None:
    ash = open_home.agent()
    stream = [an_event(n, source_id=f"s{n}") for n in range(2500)]
    first = ash.observe_many(stream[:1800])
    told: list[int] = []
    again = ash.observe_many(iter(stream), progress=told.append)
    assert (again.new, again.duplicates) == (700, 1800)
    assert again.ids[:1800] == first.ids
    assert sum(told) == 2500
    assert len(told) > 1
    assert len(turns(ash)) == 2500


def test_an_empty_stream_keeps_nothing(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.observe_many([]) == ((), 0, 0)
    assert turns(ash) == []


# -- who may


def test_a_gate_that_says_no_stops_every_door_and_nothing_is_kept(open_home: Homes) -> None:
    class Closed:
        def decide(self, action: str, agent_id: str) -> Allowed | Refused:  # noqa: ARG002
            return Refused("the house is closed")

    open_home.agent().close()
    shut = open_home(gate=Closed()).agent("ash")
    doors: list[Callable[[], object]] = [
        shut.wake,
        lambda: shut.record(user="hello"),
        lambda: shut.observe("hello"),
        lambda: shut.observe_many([an_event()]),
        lambda: shut.recall("hello"),
        lambda: shut.end(summary="bye"),
        lambda: shut.facts.set("a", "b"),
        lambda: shut.memories.add("something"),
        lambda: shut.tasks.add("something"),
        lambda: shut.projects.add("something"),
        lambda: shut.hints.add("something"),
        lambda: shut.documents.propose("soul", "something"),
        lambda: shut.compact_thread("garden"),
    ]
    for door in doors:
        with pytest.raises(NotPermitted, match="the house is closed"):
            door()
    ash = open_home.agent()
    assert turns(ash) == []
    assert [event.kind for event in events(ash)] == ["identity.created"]


def test_a_turn_of_a_session_that_is_not_there_is_refused(open_home: Homes) -> None:
    ash = open_home.agent()
    with pytest.raises(NotFound, match="no session"):
        ash.record(user="hello", session_id="01ARZ3NDEKTSV4RRFFQ69G5FAV")
    assert turns(ash) == []


def test_a_turn_of_a_session_that_has_ended_is_refused(open_home: Homes) -> None:
    ash = open_home.agent()
    session = ash.wake().session_id
    ash.end(summary="done")
    with pytest.raises(Conflict, match="has ended"):
        ash.record(user="hello", session_id=session)
    assert turns(ash) == []


def test_an_unknown_field_of_an_event_is_named(open_home: Homes) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid, match="speakr") as refused:
        ash.observe("hello", speakr="Mel")  # type: ignore[call-arg]
    assert "speaker" in refused.value.todo


def test_agents_of_one_home_do_not_see_each_other(open_home: Homes) -> None:
    home = open_home()
    ash, birch = home.agent("ash"), home.agent("birch", holder=a_holder())
    ash.record(user="The password of the shed is a word.")
    assert birch.recall("shed") == []
    assert turns(birch) == []
