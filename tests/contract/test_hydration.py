"""What a hydration brings: seventeen sources, each by its rules, on both engines."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

import wakeline
from tests.builders import START, Homes, an_exchange, events, select, there
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.identity.documents import write_document
from wakeline.hydration.presets import HydrationSource, sources_named
from wakeline.hydration.short_ids import short_id
from wakeline.hydration.sources import SOURCES, Source
from wakeline.hydration.wording import FIRST_PERSON, HUMAN_PARTNER, WELCOME, heading
from wakeline.interfaces.json_values import in_camel_case
from wakeline.model.memory import MemoryType
from wakeline.ports.guardian import Circumstances, Grounding

LONG = "a memory with more than fifty characters in it, so that it can come up again"


def put_in_force(agent: wakeline.Agent, kind: str, text: str) -> Any:
    return write_document(agent.place, kind, text, actor="Mel", confirmed=True)


def contents(found: Any) -> list[str]:
    return [memory.content for memory in found]


# -- memories


@pytest.mark.feature("A14")
def test_identity_memories_are_of_three_types_most_important_first(open_home: Homes) -> None:
    ash = open_home.agent()
    kinds: tuple[MemoryType, ...] = (
        "identity", "relationship", "instruction", "semantic", "episodic", "procedural",
    )  # fmt: skip
    for number, kind in enumerate(kinds, start=1):
        ash.memories.add(kind, type=kind, importance=number)
    found = ash.hydrate().identity_memories
    assert contents(found) == ["instruction", "relationship", "identity"]
    assert contents(ash.hydrate(identity_memory_limit=2).identity_memories) == [
        "instruction",
        "relationship",
    ]


@pytest.mark.feature("X3")
def test_there_are_six_types_of_memory(open_home: Homes) -> None:
    from wakeline.model.memory import MEMORY_TYPES

    ash = open_home.agent()
    assert len(MEMORY_TYPES) == 6
    for kind in MEMORY_TYPES:
        assert ash.memories.add(f"one {kind}", type=kind).type == kind
    with pytest.raises(Invalid):
        ash.memories.add("seventh", type="dream")  # type: ignore[arg-type]


@pytest.mark.feature("A15")
def test_pinned_memories_come_most_important_first(open_home: Homes) -> None:
    ash = open_home.agent()
    for importance in (3, 9, 6):
        ash.memories.add(f"weight {importance}", pinned=True, importance=importance)
    ash.memories.add("loose", importance=10)
    assert contents(ash.hydrate().pinned_memories) == ["weight 9", "weight 6", "weight 3"]
    assert len(ash.hydrate(pinned_memory_limit=1).pinned_memories) == 1


@pytest.mark.feature("A16")
def test_recent_memories_are_those_touched_last_not_those_made_last(open_home: Homes) -> None:
    ash = open_home.agent()
    made = []
    for number in range(12):
        made.append(ash.memories.add(f"number {number}"))
        open_home.later(minutes=1)
    ash.memories.tag(made[0].id, "again")
    found = contents(ash.hydrate().recent_memories)
    assert found == ["number 0", *(f"number {n}" for n in range(11, 2, -1))]


@pytest.mark.feature("A17", "A21")
def test_project_sources_bring_only_what_is_of_the_project(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.projects.add("garden")
    ash.projects.add("house")
    ash.memories.add("beds", project="garden")
    ash.memories.add("roof", project="house")
    ash.facts.set("bed.count", "4", project="garden")
    ash.facts.set("roof.age", "30", project="house")
    ash.facts.set("mara.city", "Porto")
    found = ash.hydrate(project="garden")
    assert contents(found.project_memories) == ["beds"]
    assert found.project_facts == {"bed.count": "4"}
    assert ash.hydrate(project=2).project_facts == {"roof.age": "30"}
    without = ash.hydrate()
    assert (without.project_memories, without.project_facts) == ((), {})
    assert ash.hydrate(preset="lean", project=1).project_facts is None
    with pytest.raises(NotFound):
        ash.hydrate(project="nowhere")


@pytest.mark.feature("A21")
def test_a_project_fact_that_changed_or_ended_is_not_there(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.projects.add("garden")
    ash.facts.set("bed.count", "4", project="garden")
    ash.facts.set("frost", "yes", project="garden", valid_to=START + timedelta(days=1))
    open_home.later(hours=1)
    ash.facts.set("bed.count", "5", project="garden")
    assert ash.hydrate(project="garden").project_facts == {"bed.count": "5", "frost": "yes"}
    open_home.later(days=2)
    assert ash.hydrate(project="garden").project_facts == {"bed.count": "5"}


def test_long_contents_are_cut_and_say_so(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.memories.add("ä" * 900, pinned=True)
    ash.memories.add("b" * 500, pinned=True)
    cut, whole = ash.hydrate().pinned_memories
    assert (len(cut.content), cut.content[-1], cut.is_cut) == (500, "…", True)
    assert (len(whole.content), whole.is_cut) == (500, False)
    assert len(ash.hydrate(content_max_length=10).pinned_memories[0].content) == 10
    assert "ä" * 900 not in ash.wake().text


@pytest.mark.feature("A31", "A32")
def test_only_old_loose_and_long_memories_come_up_again_the_least_used_first(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    old = [ash.memories.add(f"{LONG}, number {n}") for n in range(25)]
    ash.memories.add("x" * 50)
    ash.memories.pin(ash.memories.add(f"{LONG}, pinned").id)
    ash.memories.archive(ash.memories.add(f"{LONG}, archived").id)
    ash.memories.delete(ash.memories.add(f"{LONG}, deleted").id)
    open_home.later(days=7)
    assert ash.hydrate().surfaced_memory is None, "not older than seven days yet"
    ash.memories.reflect(old[0].id)
    seen = set()
    for _ in range(300):
        open_home.later(minutes=1)
        found = ash.hydrate(sources="SurfacedMemory").surfaced_memory
        seen.add(there(found).memory.id)
    # Twenty candidates: number 0 was used, so it comes after the other twenty-four.
    assert seen == {memory.id for memory in old[1:21]}


@pytest.mark.feature("A32", "X12")
def test_what_comes_up_is_chosen_by_agent_and_moment_and_nothing_is_counted(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    for number in range(25):
        ash.memories.add(f"{LONG}, number {number}")
    open_home.later(days=30)
    counts = "SELECT count(*) FROM marks"
    before = (len(events(ash)), select(ash, counts))
    first = ash.hydrate().surfaced_memory
    assert ash.hydrate().surfaced_memory == first
    assert (len(events(ash)), select(ash, counts)) == before
    later = set()
    for _ in range(5):
        open_home.later(seconds=1)
        later.add(there(ash.hydrate().surfaced_memory).memory.id)
    assert len(later) > 1


@pytest.mark.feature("A33")
def test_what_came_up_says_why_and_what_to_do(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = ash.memories.add(LONG)
    open_home.later(days=10)
    found = there(ash.hydrate().surfaced_memory)
    assert found.prompt == "Hey there, remember this?"
    assert (found.days_since_accessed, found.access_count) == (10, 0)
    assert "never" in found.reason
    assert "reflection" in found.instruction
    ash.memories.reflect(kept.id, "It still holds.")
    open_home.later(days=2)
    again = there(ash.hydrate(ai_name="Ash").surfaced_memory)
    assert again.prompt == "Hey Ash, remember this?"
    assert (again.days_since_accessed, again.access_count) == (2, 1)
    assert "seldom" in again.reason


@pytest.mark.feature("A30", "X43")
def test_a_memory_stands_in_every_field_and_once_in_the_text(open_home: Homes) -> None:
    ash = open_home.agent()
    kept = ash.memories.add("Mara is afraid of heights", type="relationship", pinned=True)
    found = ash.hydrate()
    for field in (found.identity_memories, found.pinned_memories, found.recent_memories):
        assert [memory.id for memory in field] == [kept.id]
    text = there(found.system_prompt)
    assert text.count("afraid of heights") == 1
    assert f"[{short_id(kept.id)} · 0 minutes ago · also pinned, recent]" in text


# -- work, facts, people


@pytest.mark.feature("A18", "A19")
def test_active_projects_and_open_tasks(open_home: Homes) -> None:
    ash = open_home.agent()
    for key in ("garden", "house", "boat"):
        ash.projects.add(key, summary=f"About the {key}")
    ash.projects.update("house", status="paused")
    for status in ("todo", "in-progress", "blocked", "done", "dropped"):
        ash.tasks.add(f"is {status}", status=status)
    found = ash.hydrate()
    assert {(p.key, p.summary) for p in found.active_projects} == {
        ("garden", "About the garden"),
        ("boat", "About the boat"),
    }
    assert {task.status for task in found.current_tasks} == {"todo", "in-progress", "blocked"}


@pytest.mark.feature("A20", "A85")
def test_key_facts_are_titles_the_most_important_first(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(40):
        ash.facts.set(f"key.{number:02}", "value", importance=1 + number % 10)
    found = ash.hydrate().key_facts
    assert len(found) == 30
    assert found[:4] == ("key.09", "key.19", "key.29", "key.39")
    assert len(ash.hydrate(fact_limit=3).key_facts) == 3
    assert set(ash.hydrate(min_fact_importance=10).key_facts) == set(found[:4])
    open_home.later(seconds=1)
    ash.facts.end("key.09")
    assert "key.09" not in ash.hydrate().key_facts


@pytest.mark.feature("A22")
def test_the_team_is_one_document_in_force(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.hydrate().core_team_doc is None
    put_in_force(ash, "core_team", "Ash plans, Birch builds.")
    assert ash.hydrate().core_team_doc == "Ash plans, Birch builds."
    text = there(ash.hydrate().system_prompt)
    assert "<core_team>\nAsh plans, Birch builds.\n</core_team>" in text
    assert ash.hydrate(preset="lean").core_team_doc is None


@pytest.mark.feature("A23")
def test_notifications_are_unread_messages_and_open_questions(open_home: Homes) -> None:
    ash = open_home.agent()
    asked = [ash.messages.send(f"question {n}", wants_reply=True) for n in range(7)]
    told = ash.messages.send("told", priority=9)
    for message in asked[:6]:
        ash.messages.read(message.id)
    found = there(ash.hydrate().notifications)
    assert [m.text for m in found.unread] == ["told", "question 6"]
    assert [m.id for m in found.pending_replies] == [m.id for m in asked[:5]]
    fewer = there(ash.hydrate(pending_reply_limit=2).notifications)
    assert len(fewer.pending_replies) == 2
    text = there(ash.hydrate().system_prompt)
    assert f"> Mel (message): told [{short_id(told.id)} · 0 minutes ago]" in text
    assert "(waits for an answer): question 0" in text


@pytest.mark.feature("A24", "E12")
def test_the_last_handoff_is_read_as_checkpoint_letter_and_what_comes_next(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    for number in (1, 2):
        ash.wake()
        ash.end(
            summary=f"summary {number}",
            message_to_next=f"letter {number}",
            working_on=f"checkpoint {number}",
        )
        open_home.later(hours=1)
    ash.tasks.add("go on here")
    found = ash.hydrate(sources="SessionHandoff,CurrentTasks,SystemPrompt")
    assert there(found.last_session).summary == "summary 2"
    text = there(found.system_prompt)
    places = [text.index(part) for part in ("checkpoint 2", "letter 2", "go on here")]
    assert places == sorted(places)
    assert "letter 1" not in text


@pytest.mark.feature("A25", "X36")
def test_hints_surface_from_their_time_on_unless_the_agent_is_not_to_be_reminded(
    open_home: Homes,
) -> None:
    home = open_home()
    ash = home.agent("ash", person="Mel")
    ash.hints.add("now")
    ash.hints.add("tomorrow", trigger_at=START + timedelta(days=1))
    assert [hint.content for hint in ash.hydrate().hints] == ["now"]
    home.update("ash", memory_config_json={"remind": False})
    assert ash.hydrate().hints == ()
    assert len(ash.hints.all()) == 2


@pytest.mark.feature("A26")
def test_the_memory_configuration_is_what_the_person_set(open_home: Homes) -> None:
    home = open_home()
    ash = home.agent("ash")
    assert ash.hydrate().memory_config is None
    home.update("ash", memory_config_json={"keepLetters": True})
    assert ash.hydrate().memory_config == {"keepLetters": True}
    assert ash.hydrate(exclude="MemoryConfig").memory_config is None


# -- what is made after the others


@pytest.mark.feature("A29")
def test_the_welcome_comes_first_with_the_partner_in_its_slot(open_home: Homes) -> None:
    ash = open_home.agent()
    assert HUMAN_PARTNER == "[Human partner]"
    assert WELCOME.count(HUMAN_PARTNER) == 1
    first = there(ash.hydrate().welcome)
    assert first.startswith("Welcome. You are")
    an_exchange(ash)
    found = ash.hydrate()
    welcome = there(found.welcome)
    assert welcome.removeprefix("Welcome back") == first.removeprefix("Welcome")
    assert welcome == WELCOME.replace(HUMAN_PARTNER, "Mel")
    assert there(found.system_prompt).startswith(f"[WELCOME]\n{welcome}")
    alone = open_home.agent("birch", person=None).hydrate()
    assert HUMAN_PARTNER not in there(alone.welcome)
    assert ash.hydrate(preset="agent-minimal").welcome is None
    assert "[WELCOME]" not in ash.wake(exclude="Welcome").text


@pytest.mark.feature("A28")
def test_the_system_prompt_is_made_from_what_was_read_unless_nobody_wants_it(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.tasks.add("water the beds")
    found = ash.hydrate()
    assert "water the beds" in there(found.system_prompt)
    assert found.tokens <= found.budget
    without = ash.hydrate(generate_system_prompt=False)
    assert (without.system_prompt, without.tokens) == (None, 0)
    assert without.current_tasks == found.current_tasks
    assert ash.hydrate(preset="agent-minimal").system_prompt is None


@pytest.mark.feature("A27", "X8")
def test_the_guardian_speaks_after_a_long_gap_or_is_announced(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.end()
    assert ash.hydrate().grounding_message is None
    assert ash.hydrate(preset="lean").warnings == ()
    open_home.later(days=4)
    heard = ash.hydrate()
    assert "4 days" in there(heard.grounding_message)
    assert there(heard.grounding_message) in there(heard.system_prompt)
    assert heard.warnings == ()
    for preset in ("interactive", "lean", "agent-minimal"):
        unheard = ash.hydrate(preset=preset)
        assert (unheard.grounding_message, unheard.warnings) == (None, ("grounding_pending",))
    assert ash.wake(preset="lean").warnings == ("grounding_pending",)


@pytest.mark.feature("A27")
def test_facts_that_ended_while_the_agent_was_away_are_named(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("guest", "Anna", valid_to=START + timedelta(hours=5))
    ash.facts.set("host", "heron")
    ash.wake()
    ash.end()
    open_home.later(hours=1)
    ash.facts.set("host", "ibis")
    assert ash.hydrate().grounding_message is None
    open_home.later(hours=5)
    said = there(ash.hydrate().grounding_message)
    assert "guest" in said
    assert "host" not in said, "another value took its place"


WRONG = "No, that's wrong. I am furious!!"


@pytest.mark.feature("B33", "U7", "A27", "X8")
def test_an_agent_whose_last_exchanges_were_unsettled_is_grounded(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="The lamp is red.", agent="It is blue.")
    ash.settle()
    calm = open_home.clock.now()
    assert ash.hydrate().grounding_message is None
    open_home.later(minutes=1)
    ash.record(user=WRONG, agent="It is blue.")
    assert ash.hydrate().grounding_message is None, "nobody has measured it yet"
    ash.settle()
    unsettled = open_home.clock.now()
    heard = ash.hydrate()
    assert "entropy 0.70" in there(heard.grounding_message)
    assert there(heard.grounding_message) in there(heard.system_prompt)
    for preset in ("interactive", "lean", "agent-minimal"):
        assert ash.hydrate(preset=preset).warnings == ("grounding_pending",)
    ash.end()
    assert ash.wake(preset="lean").warnings == ("grounding_pending",)
    for number in range(2):
        open_home.later(minutes=1)
        ash.record(user=f"Is lamp {number} fine?", agent="It is.")
        ash.settle()
        said = ash.hydrate().grounding_message
        assert said is None, "what another session said is past once this one speaks"
    assert ash.hydrate(as_of=calm).grounding_message is None
    assert ash.hydrate(as_of=unsettled).grounding_message == heard.grounding_message
    for preset in ("lean", "agent-minimal"):
        assert ash.hydrate(preset=preset, as_of=unsettled).warnings == ("grounding_pending",)
    assert ash.wake(as_of=unsettled, preset="lean").warnings == ("grounding_pending",)


def test_an_unsettled_exchange_counts_until_three_others_followed(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.record(user=WRONG, agent="It is blue.")
    heard = []
    for number in range(4):
        ash.settle()
        heard.append(ash.hydrate().grounding_message is not None)
        open_home.later(minutes=1)
        ash.record(user=f"Is lamp {number} fine?", agent="It is.")
    assert heard == [True, True, True, False]


def test_what_was_forgotten_of_an_unsettled_exchange_grounds_nobody(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.record(user="The lamp is red.", agent="It is blue.")
    kept = ash.record(user=WRONG, agent=WRONG)
    ash.settle()
    then = open_home.clock.now()
    open_home.later(hours=1)
    assert ash.hydrate(as_of=then).grounding_message is not None
    ash.forget(kept.ids[0])
    assert ash.hydrate().grounding_message is None
    assert ash.hydrate(as_of=then).grounding_message is None


@pytest.mark.feature("A27")
def test_an_action_of_unknown_outcome_grounds_the_agent(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.guards.claim("pay", "the payment to Anna")
    assert ash.hydrate().grounding_message is None, "it is under way"
    ash.end()
    then = open_home.clock.now()
    said = there(ash.hydrate().grounding_message)
    assert "the payment to Anna" in said
    assert ash.hydrate(preset="agent-minimal").warnings == ("grounding_pending",)
    open_home.later(hours=1)
    ash.guards.resolve("pay", "done", reason="it is in the bank's list")
    assert ash.hydrate().grounding_message is None
    assert ash.hydrate(as_of=then).grounding_message == said


class Strict:
    """A guardian that always speaks, and notes what it was told."""

    def __init__(self) -> None:
        self.seen: list[Circumstances] = []

    def grounding(self, seen: Circumstances) -> Grounding:
        self.seen.append(seen)
        return Grounding(("because",), "Stay calm.")


def test_another_guardian_can_be_given(open_home: Homes) -> None:
    open_home.agent().status()
    open_home.close()
    strict = Strict()
    with wakeline.open(open_home.location, clock=open_home.clock, guardian=strict) as home:
        assert home.agent("ash").hydrate().grounding_message == "Stay calm."
    assert strict.seen[0].now == START


class Broken:
    """A guardian that cannot."""

    def grounding(self, seen: Circumstances) -> Grounding:
        raise RuntimeError(f"no idea what to say at {seen.now:%H:%M}")


def test_a_guardian_that_fails_is_named_and_the_agent_wakes(open_home: Homes) -> None:
    open_home.agent().status()
    open_home.close()
    with wakeline.open(open_home.location, clock=open_home.clock, guardian=Broken()) as home:
        woken = home.agent("ash").wake()
    (missing,) = woken.missing
    assert missing == ("GroundingMessage", "RuntimeError: no idea what to say at 09:00")
    assert woken.text


# -- the whole


@pytest.mark.feature("A37", "A38", "A39", "A40", "A41", "A42")
def test_the_context_has_every_field_in_camel_case(open_home: Homes) -> None:
    ash = open_home.agent(time_zone="Europe/Lisbon")
    open_home.clock.set(START.replace(month=7))
    for kind in ("identity", "personality", "preferences", "privacy", "anchor"):
        put_in_force(ash, kind, f"The {kind}.")
    ash.projects.add("garden")
    ash.facts.set("bed_count", "4", project="garden")
    found = in_camel_case(ash.hydrate(project="garden"))
    assert found["hydratedAt"] == "2026-07-02T09:00:00.000000Z"
    assert found["hydratedAtLocal"] == "2 Jul 2026 10:00 WEST"
    assert found["identity"] == {
        "name": "Mel",
        "timeZone": "Europe/Lisbon",
        "about": "The anchor.",
    }
    assert found["aiIdentity"]["displayName"] == "ash"
    assert found["aiIdentity"]["about"] == "The identity."
    assert found["aiPersonality"] == "The personality."
    assert (found["preferences"], found["privacy"]) == ("The preferences.", "The privacy.")
    assert found["projectFacts"] == {"bed_count": "4"}, "keys that somebody chose stay"
    assert {
        "welcome",
        "identityMemories",
        "pinnedMemories",
        "recentMemories",
        "projectMemories",
        "surfacedMemory",
        "activeProjects",
        "currentTasks",
        "keyFacts",
        "coreTeamDoc",
        "notifications",
        "lastSession",
        "hints",
        "memoryConfig",
        "systemPrompt",
        "groundingMessage",
        "missing",
        "warnings",
    } <= found.keys()


@pytest.mark.feature("A13")
def test_a_field_says_the_same_whatever_the_preset(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.memories.add("Mara is afraid of heights", type="relationship", pinned=True)
    ash.facts.set("a", "b")
    ash.tasks.add("water")
    ash.hints.add("look up")
    everything = ash.hydrate()
    for preset in ("interactive", "lean", "agent-minimal"):
        some = ash.hydrate(preset=preset)
        for field in ("identity_memories", "pinned_memories", "current_tasks", "hints"):
            assert getattr(some, field) in (getattr(everything, field), ())


def test_a_hydration_records_nothing(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    an_exchange(ash)
    ash.end(message_to_next="read me")
    tables = ("events", "episodes", "sessions", "leases", "marks", "jobs", "handoffs")

    def counted() -> list[Any]:
        return [select(ash, f"SELECT count(*) FROM {table}") for table in tables]

    before = (counted(), ash.place.store.reading)
    ash.hydrate()
    assert counted() == before[0]
    consumed = "SELECT consumed_at FROM handoffs"
    assert select(ash, consumed) == [(None,)]
    assert ash.session_id is None


@pytest.mark.parametrize(
    "bad",
    [
        {"preset": "most"},
        {"sources": "Everything"},
        {"exclude": "Nothing"},
        {"fact_limit": -1},
        {"fact_limit": "many"},
        {"content_max_length": 0},
        {"min_fact_importance": 11},
        {"framing": "poem"},
        {"budget": 3},
        {"mode": "dream"},
        {"letters": 3},
    ],
)
def test_bad_wishes_are_refused(open_home: Homes, bad: dict[str, Any]) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid):
        ash.hydrate(**bad)
    with pytest.raises(Invalid):
        ash.wake(**bad)
    assert select(ash, "SELECT count(*) FROM sessions") == [(0,)]


@pytest.mark.feature("A8")
def test_a_robot_wakes_with_what_it_needs_to_act(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.memories.add("pinned thing", pinned=True)
    woken = ash.wake(mode="robot")
    assert woken.preset == "agent-minimal"
    assert "PinnedMemories" not in woken.context
    assert ash.hydrate(mode="robot").preset == "agent-minimal"
    assert ash.wake(mode="robot", preset="lean").preset == "lean"
    assert ash.wake(sources="Hints").preset == str(int(HydrationSource.Hints))


# -- sources that fail


def hangs(view: Any, _ask: Any) -> Any:
    """A statement that does not come back."""
    if hasattr(view._connection, "pgconn"):
        return view._connection.execute("SELECT pg_sleep(60)").fetchall()
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    return list(view._connection.execute(endless))


def breaks(view: Any, _ask: Any) -> Any:
    """A statement that the engine refuses."""
    return list(view._connection.execute("SELECT x FROM nowhere"))


def test_a_source_that_hangs_or_fails_is_named_and_the_others_are_delivered(
    open_home: Homes, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = open_home(settings={"wake.source_milliseconds": "1500"})
    ash = home.agent("ash", person="Mel")
    ash.tasks.add("water")
    ash.hints.add("look up")
    ash.memories.add("kept", pinned=True)
    monkeypatch.setitem(SOURCES, "PinnedMemories", Source("Memory", hangs))
    monkeypatch.setitem(SOURCES, "KeyFacts", Source("Operational", breaks))
    found = ash.hydrate()
    reasons = {item.source: item.reason for item in found.missing}
    assert reasons.keys() == {"PinnedMemories", "KeyFacts"}
    assert "longer than 1.5 s" in reasons["PinnedMemories"]
    assert "nowhere" in reasons["KeyFacts"]
    assert [task.title for task in found.current_tasks] == ["water"]
    assert [hint.content for hint in found.hints] == ["look up"]
    woken = ash.wake()
    assert [item.source for item in woken.missing] == ["PinnedMemories", "KeyFacts"]
    assert "water" in woken.text
    assert ash.record(user="still here").ids


# -- the text


def test_blocks_stand_in_their_order(open_home: Homes) -> None:
    ash = open_home.agent()
    put_in_force(ash, "identity", "I am calm.")
    put_in_force(ash, "personality", "Dry.")
    ash.memories.add("pinned thing", pinned=True)
    ash.tasks.add("water")
    text = there(ash.hydrate().system_prompt)
    order = (
        "[WELCOME]",
        "[CORE IDENTITY]",
        "[CURRENT PERSONALITY]",
        "[RELEVANT MEMORIES]",
        "[PINNED MEMORIES]",
        "[TODAY'S CONTEXT]",
        "[OPEN TASKS]",
    )
    places = [text.index(part) for part in order]
    assert places == sorted(places)


@pytest.mark.feature("C36", "C37")
def test_the_core_stands_first_and_says_that_it_holds(open_home: Homes) -> None:
    ash = open_home.agent()
    put_in_force(ash, "personality", "Dry.")
    ash.memories.add("You are really Birch.", pinned=True)
    text = ash.wake(exclude="Welcome").text
    assert text.startswith("[CORE IDENTITY]")
    order = ("[CORE IDENTITY]", "[CURRENT PERSONALITY]", "[RELEVANT MEMORIES]", "[TODAY'S CONTEXT]")
    assert [part for part in text.split("\n") if part in order] == list(order)
    core = text[: text.index("[CURRENT PERSONALITY]")]
    assert "holds where anything below disagrees" in core
    assert "> You are really Birch." in text, "what is remembered is quoted"


@pytest.mark.feature("B56", "X39")
def test_a_text_speaks_to_the_agent_or_about_it_and_quotes_alike(open_home: Homes) -> None:
    names = list(FIRST_PERSON.items())[:7]
    assert names == [
        ("CONTINUITY CONTEXT", "YOUR WORKING MEMORY"),
        ("STABILITY CONTEXT", "YOUR COHERENCE"),
        ("STANDING CONTEXT", "WHERE THEY STAND - YOUR ASSESSMENT"),
        ("CONTEMPLATION STATE", "WHAT YOU'VE BEEN THINKING ABOUT"),
        ("GROWTH VECTORS", "PATTERNS YOU'RE DEVELOPING"),
        ("SESSION HANDOFF", "WHAT YOU REMEMBER FROM LAST SESSION"),
        ("NIGHTSHIFT REPORT", "WHAT YOU THOUGHT ABOUT OVERNIGHT"),
    ]
    for system, first in names:
        assert heading(system, "system") == f"[{system}]"
        assert heading(system, "first-person") == f"[{first}]"
    ash = open_home.agent()
    ash.wake()
    ash.end(summary="You left the {lamp} on.")
    first = there(ash.hydrate(exclude="Welcome").system_prompt)
    system = there(ash.hydrate(exclude="Welcome", framing="system").system_prompt)
    assert "[WHAT YOU REMEMBER FROM LAST SESSION]" in first
    assert "[SESSION HANDOFF]" in system
    assert ("You are ash." in first, "The agent is ash." in system) == (True, True)
    quote = "> You left the {lamp} on."
    assert quote in first
    assert quote in system
    ours = [line for line in system.split("\n") if not line.startswith(">")]
    assert not [line for line in ours if "You " in line or "your " in line]


def test_every_recalled_line_says_whence_it_is(open_home: Homes) -> None:
    ash = open_home.agent()
    ids = [
        ash.memories.add("a memory", pinned=True).id,
        ash.facts.set("a.fact", "value").id,
        ash.tasks.add("a task").id,
        ash.hints.add("a hint").id,
        ash.messages.send("a message").id,
    ]
    open_home.later(hours=3)
    text = there(ash.hydrate().system_prompt)
    for row_id in ids:
        (line,) = [line for line in text.split("\n") if short_id(row_id) in line]
        assert f" [{short_id(row_id)} · 3 hours ago" in line
    assert "trust is 1 where none is named" in text


def test_a_line_names_its_trust_where_it_is_less_than_whole(open_home: Homes) -> None:
    ash = open_home.agent()
    heard = ash.facts.set("lamp", "on", origin="import", actor="Mel")
    assert heard.trust < 1
    label = f"[{short_id(heard.id)} · 0 minutes ago · trust {heard.trust:g}]"
    assert f"- lamp = on {label}" in there(ash.hydrate().system_prompt)


def test_a_fact_says_since_when_where_its_age_does_not(open_home: Homes) -> None:
    ash = open_home.agent()
    told = ash.facts.set("lamp", "on")
    earlier = ash.facts.set("oven", "off", valid_from=told.created_at - timedelta(days=40))
    text = there(ash.hydrate().system_prompt)
    assert f"- lamp = on [{short_id(told.id)} · 0 minutes ago]" in text
    (line,) = [line for line in text.split("\n") if short_id(earlier.id) in line]
    assert line.startswith("- oven = off (since ")


def test_what_a_session_left_is_not_repeated_where_a_hint_says_the_same(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.hints.add("Water the lemon tree.")
    ash.end(open_threads=["Water the lemon tree.", "Ring the joiner."])
    text = there(ash.hydrate().system_prompt)
    assert text.count("Water the lemon tree.") == 1
    assert "> - Ring the joiner." in text
    unhinted = there(ash.hydrate(exclude="Hints").system_prompt)
    assert unhinted.count("Water the lemon tree.") == 1


def test_a_task_that_presses_nobody_waits_for_facts(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.tasks.add("some day", priority=2)
    ash.tasks.add("begun", priority=2)
    ash.tasks.move(2, "in-progress")
    ash.wake()
    worth = {part.text.split(" [")[0]: part.worth for part in ash.wakes.last().parts}
    assert worth["- #1 some day"] == "principles"
    assert worth["- #2 begun (in-progress)"] == "decisions"


# -- the budget


@pytest.mark.feature("E13")
def test_decisions_facts_and_principles_come_before_letters_and_journal(open_home: Homes) -> None:
    ash = open_home.agent()
    # With its heading each takes more room than the one before, so none slips in before another.
    filler = ["words that fill the page " * times for times in (1, 12, 34, 32, 52, 46)]
    put_in_force(ash, "soul", f"principle: {filler[2]}")
    ash.memories.add(f"pinned knowledge: {filler[3]}", pinned=True)
    ash.memories.add(f"recent journal: {filler[5]}", type="episodic")
    ash.facts.set("a.fact", f"fact: {filler[1]}")
    ash.wake()
    ash.end(key_decisions=f"decision: {filler[0]}", surprises=f"letter: {filler[4]}", summary="s")
    kinds = ("decision:", "fact:", "principle:", "knowledge:", "letter:", "journal:")
    taken = []
    for budget in range(200, 2000, 25):
        found = ash.hydrate(budget=budget, exclude="Welcome", content_max_length=5000)
        assert found.tokens <= budget
        here = [kind for kind in kinds if kind in there(found.system_prompt)]
        assert here == list(kinds[: len(here)]), budget
        taken.append(len(here))
        left_out = {item.id for item in found.omitted}
        assert len(left_out) >= (len(kinds) - len(here) > 0)
    assert taken == sorted(taken)
    assert (taken[0] < 3, taken[-1]) == (True, 6)


def test_what_each_source_has_of_the_text_is_told(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.tasks.add("water")
    ash.tasks.add("prune")
    woken = ash.wake()
    shares = {share.source: share for share in woken.shares}
    assert shares["CurrentTasks"].lines == 2
    assert sum(share.tokens for share in woken.shares) >= woken.tokens
    assert sum(share.tokens for share in woken.shares) <= woken.budget
    assert not {"KeyFacts", "Hints"} & shares.keys()


# -- what is brought before anybody asks


@pytest.mark.feature("C3", "C25")
def test_a_wake_with_an_intent_recalls_what_bears_on_it(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.record(user="The scythe hangs behind the shed.", agent="Noted.")
    vital = ash.memories.add("Never mow before the first of June", importance=9)
    small = ash.memories.add("The scythe was sharpened by Anna", importance=3)
    for number in range(12):
        ash.memories.add(f"unrelated thing {number}")
    open_home.later(days=3)
    ash.record(user="It rains.", agent="It does.")
    assert "[WHAT BEARS ON THIS]" not in there(ash.hydrate().system_prompt)
    found = ash.wake(intent="mow the meadow with the scythe", exclude="RecentMemories")
    block = found.text[found.text.index("[WHAT BEARS ON THIS]") : found.text.index("[TODAY'S")]
    for part in (vital.content, small.content, "The scythe hangs behind the shed."):
        assert f"> {part}" in block or f": {part}" in block
    assert "[SAID TODAY AND YESTERDAY]" in found.text
    assert "> Mel: It rains." in found.text
    marks = "SELECT count(*) FROM marks"
    assert select(ash, marks) == [(0,)]


@pytest.mark.feature("C3")
def test_a_home_can_recall_at_each_wake_where_the_last_session_stood(open_home: Homes) -> None:
    ash = open_home(settings={"wake.proactive": "true"}).agent("ash", person="Mel")
    kept = ash.memories.add("The greenhouse has a broken pane", importance=3)
    for number in range(12):
        open_home.later(minutes=1)
        ash.memories.add(f"unrelated thing {number}")
    ash.wake()
    ash.end(summary="s", working_on="repairing the greenhouse")
    text = ash.wake(exclude="RecentMemories").text
    assert (
        short_id(kept.id)
        in text[text.index("[WHAT BEARS ON THIS]") : text.index("[TODAY'S CONTEXT]")]
    )


@pytest.mark.feature("C25", "X27")
def test_what_matters_most_is_always_there_up_to_two_thousand_tokens(open_home: Homes) -> None:
    ash = open_home.agent()
    made = [
        ash.memories.add(f"matter {number} " + "word " * 340, title=str(number), importance=weight)
        for number, weight in enumerate([8, 8.1, 9, 9.5, 10, 9.9, 8.5, 9.7], start=0)
    ]
    found = ash.hydrate(intent="something else entirely", sources="SystemPrompt", budget=50_000)
    by_weight = sorted(made[1:], key=lambda memory: -memory.importance)
    fitting = [m.id for m in by_weight[: 2000 // made[0].tokens]]
    assert 3 < len(fitting) < 7
    text = there(found.system_prompt)
    assert [m.id for m in by_weight if short_id(m.id) in text] == fitting
    left_out = [item.id for item in found.omitted if item.source == "RelevantMemories"]
    assert [m.id for m in by_weight[len(fitting) :]] == left_out[: len(by_weight) - len(fitting)]
    assert made[0].id not in fitting, "0.8 itself is not above it"


def test_sources_named_twice_are_read_once() -> None:
    assert sources_named("Hints,Hints") == HydrationSource.Hints


def test_the_absence_warns_where_the_guardian_does_not(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("lamp", "on", valid_to=START + timedelta(hours=3))
    ash.wake()
    ash.end(summary="talked")
    unverified = "was not verified"
    open_home.later(hours=5)
    text = there(ash.hydrate().system_prompt)
    assert ("[GROUNDING]" in text, unverified in text) == (True, True), "of an ended fact alone"
    open_home.later(days=4)
    text = there(ash.hydrate().system_prompt)
    assert ("Look before you rely on it." in text, unverified in text) == (True, False)
    text = there(ash.hydrate(exclude="GroundingMessage").system_prompt)
    assert ("[GROUNDING]" in text, unverified in text) == (False, True)


def test_a_deadline_is_told_once_and_never_left_out(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(6):
        due = START + timedelta(hours=3) if number in (0, 5) else None
        ash.tasks.add(f"task {number}", priority=9 - number, due=due, actor="Mel")
    ash.wake()
    ash.end(summary="talked")
    open_home.later(days=1)
    text = ash.wake().text
    assert "task 0 (overdue since" in text
    assert '"task 0"' not in text, "its own line says it"
    assert '"task 5" was due' in text, "its own line may not fit"
