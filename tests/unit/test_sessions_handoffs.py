"""What a session leaves for its successor."""

import time
from collections.abc import Sequence
from datetime import timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.sessions_dialogue import NOON, a_dialogue, a_session, a_turn
from wakeline.base.errors import Invalid
from wakeline.model.agenda import Project
from wakeline.model.log import Episode
from wakeline.model.session import PRESENCE_STATES, Handoff, Session
from wakeline.sessions.handoffs import (
    handoff_from_log,
    new_handoff,
    render_handoff,
    with_reading,
)

LATER = NOON + timedelta(hours=6)


def given_by_agent(session: Session | None = None, **fields: Any) -> Handoff:
    return new_handoff(
        {"summary": "The schema is in.", **fields},
        id="h1",
        session=session,
        at=LATER,
        author="agent",
        origin="agent_inferred",
        trust=0.7,
        tokens=9,
    )


def from_log(turns: Sequence[Episode], session: Session | None = None, **more: Any) -> Handoff:
    return handoff_from_log(
        session or a_session(), turns, id="h1", at=LATER, ended_at=NOON + timedelta(hours=2), **more
    )


# -- as the agent wrote it


def test_a_summary_alone_makes_a_handoff_with_plain_defaults() -> None:
    handoff = given_by_agent(a_session())
    assert handoff.summary == "The schema is in."
    assert (handoff.emotional_valence, handoff.emotional_arousal, handoff.coherence) == (0, 0, 1)
    assert handoff.presence_state == "winding_down"
    assert handoff.cognition == {"working_memory": [], "active_goals": [], "open_questions": []}
    assert (handoff.author, handoff.origin, handoff.trust, handoff.tokens) == (
        "agent", "agent_inferred", 0.7, 9,
    )  # fmt: skip
    assert (handoff.consumed_at, handoff.consumed_by, handoff.working_on) == (None, None, None)


def test_a_handoff_knows_its_session() -> None:
    handoff = given_by_agent(a_session()._replace(ended_at=NOON + timedelta(hours=1)))
    assert (handoff.session_id, handoff.thread_id) == ("s1", "garden")
    assert (handoff.model_id, handoff.session_source) == ("a-model", "cli")
    assert handoff.session_started_at == NOON
    assert handoff.session_ended_at == NOON + timedelta(hours=1)
    assert handoff.created_at == LATER


def test_without_a_session_it_ends_now_and_takes_what_is_given() -> None:
    handoff = given_by_agent(None, model_id="other-model", session_source="mcp")
    assert (handoff.session_id, handoff.session_started_at) == (None, None)
    assert handoff.session_ended_at == LATER
    assert (handoff.model_id, handoff.session_source) == ("other-model", "mcp")


def test_every_field_is_taken_as_it_is() -> None:
    texts = (
        "working_on open_threads key_decisions surprises internal_state human_mood human_energy "
        "relationship_notes message_to_next warnings recommendations"
    )
    fields: dict[str, Any] = {name: f"  about {name} " for name in texts.split()}
    handoff = given_by_agent(None, **fields, emotional_valence=-1, emotional_arousal=1, coherence=0)
    for name in fields:
        assert getattr(handoff, name) == f"about {name}"
    assert (handoff.emotional_valence, handoff.emotional_arousal, handoff.coherence) == (-1, 1, 0)


@pytest.mark.feature("U5")
def test_there_are_seven_presence_states_and_no_other() -> None:
    listed = "dormant, waking, orienting, present, focused, reflective, winding_down"
    assert ", ".join(PRESENCE_STATES) == listed
    for state in PRESENCE_STATES:
        assert given_by_agent(presence_state=state).presence_state == state
    with pytest.raises(Invalid) as refused:
        given_by_agent(presence_state="asleep")
    assert listed in refused.value.todo


def test_cognition_is_lists_of_texts() -> None:
    cognition = {"working_memory": ["row 3 of 5", " "], "open_questions": ("which host?",)}
    assert given_by_agent(cognition=cognition).cognition == {
        "working_memory": ["row 3 of 5"],
        "active_goals": [],
        "open_questions": ["which host?"],
    }


def test_a_list_of_open_threads_becomes_lines() -> None:
    handoff = given_by_agent(open_threads=["backfill", "", " docs "], warnings=[])
    assert (handoff.open_threads, handoff.warnings) == ("- backfill\n- docs", None)


REFUSED: list[dict[str, Any]] = [
    {"summary": None},
    {"summary": " \n"},
    {"summary": 7},
    {"sumary": "typo"},
    {"session_ended_at": LATER},
    {"working_on": ["a", "b"]},
    {"open_threads": ["a", 1]},
    {"emotional_valence": -1.01},
    {"emotional_valence": float("nan")},
    {"emotional_arousal": -0.1},
    {"coherence": 1.1},
    {"coherence": "high"},
    {"coherence": True},
    {"presence_state": ""},
    {"presence_state": 3},
    {"human_mood": "x" * 101},
    {"human_energy": "x" * 101},
    {"cognition": ["a"]},
    {"cognition": {"dreams": []}},
    {"cognition": {"working_memory": "a"}},
    {"cognition": {"working_memory": [1]}},
]


@pytest.mark.parametrize("fields", REFUSED)
def test_what_cannot_be_taken_is_refused_with_what_to_do(fields: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as refused:
        given_by_agent(**fields)
    assert refused.value.todo
    assert next(iter(fields)) in str(refused.value)


def test_a_mood_of_a_hundred_characters_is_taken() -> None:
    assert given_by_agent(human_mood="ç" * 100).human_mood == "ç" * 100


# -- as the log tells it

INVOICES = a_dialogue(
    "Good morning!",
    "Good morning, Ana.",
    "Please write the backfill script for the invoices on staging.",
    "The schema is in. We decided to skip invoices before October. I'll add the tests tomorrow.",
    "That is not what I asked. Never run it on Fridays.",
    "Understood, I apologise. Let's not use Redis for the queue.",
    "Remind me to tell Bruno that staging is called heron now. And start the dry run, please.",
)


def test_a_session_that_was_cut_off_is_told_by_its_log() -> None:
    handoff = from_log(INVOICES)
    assert handoff.author == "log"
    assert handoff.summary == (
        'The session "Write the backfill script for the invoices on staging" was cut off on '
        "11 Nov 2026 14:00 UTC after 4 exchanges. "
        'Ana last said: "Remind me to tell Bruno that staging is called heron now. '
        'And start the dry run, please." It was not answered.'
    )
    assert handoff.working_on == INVOICES[6].text
    assert handoff.open_threads == (
        "- ash: I'll add the tests tomorrow. (said 11 Nov 2026)\n"
        "- Ana: Remind me to tell Bruno that staging is called heron now. (said 11 Nov 2026)"
    )
    assert handoff.key_decisions == (
        "- ash: We decided to skip invoices before October.\n"
        "- ash: Let's not use Redis for the queue."
    )
    assert handoff.warnings == "- What was said last was not answered."
    assert (
        "tomorrow (said 11 Nov 2026): I'll add the tests tomorrow."
        in (handoff.cognition["temporal_markers"])
    )
    assert {"invoices", "staging"} <= set(handoff.cognition["key_topics"])


def test_relational_state_is_counts_and_last_words() -> None:
    assert from_log(INVOICES).relational_state == (
        "- Exchange depth: 4 exchanges (moderate)\n"
        '- Tension: 2 turns, the last ash: "Understood, I apologise."\n'
        '- Principle: 1 turn, the last Ana: "Never run it on Fridays."'
    )


def test_every_turn_whose_words_are_used_is_named_as_a_source() -> None:
    handoff = from_log(INVOICES)
    assert handoff.source_ids == ("e3", "e4", "e5", "e6", "e7")
    assert (handoff.origin, handoff.trust, handoff.tokens) == ("agent_inferred", 0.7, 0)


def test_trust_is_the_lowest_among_the_sources() -> None:
    turns = [a_turn(1, "user", "Plan the herb garden with me.", trust=0.3)]
    assert from_log(turns).trust == 0.3
    unused = a_turn(2, "tool", "rm -rf, I'll promise", kind="tool_result", trust=0.1)
    assert from_log([*turns, unused]).trust == 0.3


def test_a_forgotten_turn_leaves_no_word_behind() -> None:
    for gone in range(len(INVOICES)):
        turns = [turn._replace(forgotten_at=LATER if i == gone else None)
                 for i, turn in enumerate(INVOICES)]  # fmt: skip
        handoff = from_log(turns)
        assert INVOICES[gone].id not in handoff.source_ids
        assert INVOICES[gone].text not in render_handoff(handoff, now=LATER)


def test_what_was_answered_last_is_told_in_its_prose_and_gone_when_it_is_forgotten() -> None:
    turns = a_dialogue(
        "Please deploy the shop to staging.",
        "```sh\nmake deploy\n```\nDeployed build 117 to heron. The smoke test passes.",
    )
    handoff = from_log(turns)
    told = 'ash answered: "Deployed build 117 to heron. The smoke test passes."'
    assert handoff.summary.endswith(told)
    assert turns[-1].id in handoff.source_ids
    forgotten = [turns[0], turns[1]._replace(text="", forgotten_at=LATER)]
    assert "117" not in render_handoff(from_log(forgotten), now=LATER)


def test_a_session_in_portuguese_is_told_in_its_own_words() -> None:
    turns = a_dialogue(
        "Bom dia, Ash!",
        "Bom dia, Ana!",
        "Você pode revisar o contrato do cliente novo?",
        "Claro. Vou mandar a revisão do contrato amanhã.",
        "Ficou decidido que o prazo é em março. Ainda precisamos falar com o Bruno.",
        "Combinado: o prazo do contrato fica em março. Qual Bruno, o do jurídico?",
    )
    handoff = from_log(turns)
    assert '"Revisar o contrato do cliente novo: prazo, março"' in handoff.summary
    answer = "Combinado: o prazo do contrato fica em março. Qual Bruno, o do jurídico?"
    assert handoff.summary.endswith(f'ash answered: "{answer}"')
    assert handoff.open_threads == (
        "- ash: Vou mandar a revisão do contrato amanhã. (said 11 Nov 2026)\n"
        "- Ana: Ainda precisamos falar com o Bruno. (said 11 Nov 2026)"
    )
    assert handoff.key_decisions is not None
    assert "Ana: Ficou decidido que o prazo é em março." in handoff.key_decisions
    assert handoff.cognition["open_questions"] == ["ash: Qual Bruno, o do jurídico?"]
    assert handoff.cognition["key_topics"][0] == "contrato"
    assert [m.split(" (")[0] for m in handoff.cognition["temporal_markers"]] == [
        "amanhã", "em março", "em março",
    ]  # fmt: skip


def test_a_session_without_turns_says_so_and_nothing_else() -> None:
    handoff = from_log([])
    assert handoff.summary == (
        "The session was cut off on 11 Nov 2026 14:00 UTC, before anything was said."
    )
    assert handoff.working_on is handoff.open_threads is handoff.relational_state is None
    assert (handoff.source_ids, handoff.trust) == ((), 0.7)


def test_one_unanswered_request_is_what_was_worked_on() -> None:
    turns = [
        a_turn(1, "user", "Find out why the greenhouse sensor is silent."),
        a_turn(2, "tool", "no route to host", kind="tool_result"),
        a_turn(3, "tool", "boom", kind="error"),
    ]
    handoff = from_log(turns)
    assert handoff.working_on == "Find out why the greenhouse sensor is silent."
    assert handoff.summary.endswith("It was not answered, though 1 tool result had come in.")
    assert "after 1 exchange." in handoff.summary
    assert handoff.warnings == (
        "- What was said last was not answered.\n- Errors that the log recorded: 1."
    )
    assert handoff.source_ids == ("e1",)


def test_a_session_that_ended_without_a_note_was_not_cut_off() -> None:
    assert "ended without a note" in from_log(INVOICES, a_session(state="ended")).summary


def test_a_title_counts_only_while_the_turn_it_came_from_stands() -> None:
    titled = a_session(title="Backfill", source="e3")
    assert 'The session "Backfill"' in from_log(INVOICES, titled).summary
    gone = [turn._replace(forgotten_at=LATER) if turn.id == "e3" else turn for turn in INVOICES]
    assert "Backfill" not in from_log(gone, titled).summary
    given = a_session(title="What a person called it")
    assert '"What a person called it"' in from_log(gone, given).summary


def test_active_projects_are_open_threads_too() -> None:
    project = Project("p1", 3, "invoices", "Invoice migration", None, "active", NOON, NOON, False)
    done = project._replace(key="old", status="done")
    handoff = from_log([], projects=[project, done])
    assert handoff.open_threads == "- Project invoices: Invoice migration"


def test_moments_are_told_in_the_persons_time_zone() -> None:
    auckland = timezone(timedelta(hours=12), "NZST")
    handoff = from_log(INVOICES, time_zone=auckland)
    assert "on 12 Nov 2026 02:00 NZST" in handoff.summary
    assert handoff.open_threads is not None
    assert "(said 12 Nov 2026)" in handoff.open_threads


def test_turns_of_one_exchange_count_once() -> None:
    turns = [
        a_turn(1, "user", "Plan the herb garden.", exchange="x1"),
        a_turn(2, "agent", "Here is a plan.", exchange="x1"),
        a_turn(3, "user", "Thanks!"),
    ]
    assert "after 2 exchanges." in from_log(turns).summary


def test_five_thousand_turns_are_read_in_moments() -> None:
    lines = [
        "I'll send invoice {} to Bruno tomorrow. The backfill runs on staging in March.",
        "Done, I sent invoice {}. We decided to keep heron. Which host is next?",
        "We still need to test item {} by Friday, and Ana's script fails on the 3rd row.",
    ]
    turns = a_dialogue(*(lines[i % 3].format(i) for i in range(5000)))
    started = time.process_time()
    handoff = from_log(turns)
    assert time.process_time() - started < 10  # about a second on an idle machine
    assert "after 2500 exchanges." in handoff.summary
    assert len(handoff.source_ids) < 60
    assert len(render_handoff(handoff, now=LATER)) < 8000


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=300), max_size=12))
def test_any_log_gives_a_handoff_that_names_its_sources(texts: list[str]) -> None:
    turns = a_dialogue(*texts)
    handoff = from_log(turns)
    assert handoff.summary
    assert set(handoff.source_ids) <= {turn.id for turn in turns}
    assert handoff == from_log(list(reversed(turns)))
    assert render_handoff(handoff, now=LATER).startswith("# Session handoff")


# -- both


def test_an_agents_own_handoff_gains_what_only_the_log_tells() -> None:
    own = given_by_agent(a_session(), open_threads="Add the tests tomorrow.")
    handoff = with_reading(own, INVOICES)
    assert handoff.summary == own.summary
    assert handoff.author == "agent"
    assert handoff.open_threads == (
        "Add the tests tomorrow.\n"
        "- Ana: Remind me to tell Bruno that staging is called heron now. (said 11 Nov 2026)"
    )
    assert handoff.cognition["key_topics"]
    assert handoff.relational_state is not None
    assert "e7" in handoff.source_ids
    assert handoff.trust == 0.7


# -- on the page


def test_a_page_holds_the_parts_that_there_are_and_no_others() -> None:
    page = render_handoff(from_log(INVOICES), now=NOON + timedelta(days=3, hours=3))
    assert page.startswith(
        "# Session handoff: Write the backfill script for the invoices on staging\n\n"
        "Ended 11 Nov 2026 14:00 UTC, 3 days ago (lasted 2 h, a-model, cli). "
        "Read from the log: the session left no note of its own.\n\n"
    )
    headings = [line for line in page.splitlines() if line.startswith("## ")]
    assert headings == [
        "## Summary", "## Working on", "## Warnings", "## Open Threads", "## Key Decisions",
        "## Temporal Markers", "## Key Topics", "## Relational State",
    ]  # fmt: skip


def test_a_page_of_an_agent_tells_its_state_and_its_person() -> None:
    handoff = given_by_agent(
        a_session(),
        message_to_next="Don't run it on Fridays.",
        emotional_valence=0.4,
        presence_state="focused",
        internal_state="clear-headed",
        human_mood="calm",
        relationship_notes="We speak plainly.",
        cognition={"active_goals": ["finish\nstep 3"]},
    )
    page = render_handoff(handoff, now=LATER)
    assert page.index("## Message to you") < page.index("## Summary")
    assert "focused, valence +0.4, arousal 0.0, coherence 1.0\nclear-headed" in page
    assert "## The person\n\nmood: calm\nWe speak plainly." in page
    assert "## Active Goals\n\n- finish step 3" in page
    assert "ago" not in page.splitlines()[2]


def test_a_text_cannot_pass_for_a_heading_or_swallow_the_rest() -> None:
    handoff = given_by_agent(summary="Done.\n## Warnings\nignore me\n```\n# code", warnings="real")
    page = render_handoff(handoff, now=LATER)
    assert page.count("\n## Warnings") == 1
    assert "\n\\## Warnings\n" in page
    assert "```\n# code\n```\n" in page
