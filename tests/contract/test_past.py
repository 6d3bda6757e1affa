"""An agent's context as it was at a moment, told from the log, on both engines."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wakeline
from tests.builders import START, Homes, an_exchange, events, select, there
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.home.agents import update_identity
from wakeline.flows.identity.documents import write_document
from wakeline.flows.wake.as_of import READ_BY
from wakeline.hydration.presets import HydrationSource
from wakeline.hydration.sources import SOURCES
from wakeline.model.agenda import TaskStatus
from wakeline.model.hydration import HydrationContext
from wakeline.model.memory import MemoryType

LONG = "a memory with more than fifty characters in it, so that it can come up again"
PROJECTS = ("garden", "house")
NAMES = count()


# -- a life that nobody planned: each step takes an agent, a number, and what is there so far

Ids = list[str]
Step = Callable[[wakeline.Agent, int, Ids], Any]


def one_of(ids: Ids, number: int) -> str | None:
    return ids[number % len(ids)] if ids else None


def add_memory(ash: wakeline.Agent, number: int, ids: Ids) -> None:
    kinds: tuple[MemoryType, ...] = ("identity", "semantic", "episodic", "relationship")
    ids.append(
        ash.memories.add(
            f"{LONG}, number {number}",
            type=kinds[number % 4],
            importance=number % 10,
            pinned=number % 5 == 0,
            project=PROJECTS[0] if number % 3 == 0 else None,
        ).id
    )


def on_a_memory(act: Callable[[wakeline.Agent, str, int], Any]) -> Step:
    def step(ash: wakeline.Agent, number: int, ids: Ids) -> None:
        known = {memory.id for memory in ash.memories.all(archived=None)}
        found = one_of([each for each in ids if each in known], number)
        if found is not None:
            act(ash, found, number)

    return step


def move_task(ash: wakeline.Agent, number: int, _ids: Ids) -> None:
    tasks = ash.tasks.all()
    if tasks:
        statuses: tuple[TaskStatus, ...] = ("todo", "in-progress", "done")
        status = statuses[number % 3]
        task = tasks[number % len(tasks)]
        if task.status != status:
            ash.tasks.move(task.id, status)


def finish_hint(ash: wakeline.Agent, number: int, _ids: Ids) -> None:
    hints = [hint for hint in ash.hints.all() if hint.completed_at is None]
    if hints:
        ash.hints.complete(hints[number % len(hints)].id)


def answer(ash: wakeline.Agent, number: int, _ids: Ids) -> None:
    messages = [m for m in ash.messages.all() if m.read_at is None]
    if messages:
        found = messages[number % len(messages)]
        if number % 2:
            ash.messages.read(found.id)
        else:
            ash.messages.reply(found.id, "Well.")


def set_fact(ash: wakeline.Agent, number: int, _ids: Ids) -> None:
    until = ash.place.clock.now() + timedelta(hours=30) if number % 4 == 0 else None
    project = PROJECTS[0] if number % 2 else None
    ash.facts.set(
        f"key.{number % 3}",
        f"value {number}",
        importance=number % 10,
        project=project,
        valid_to=until,
    )


def end_fact(ash: wakeline.Agent, number: int, _ids: Ids) -> None:
    facts = ash.facts.all()
    now = ash.place.clock.now()
    if facts and facts[number % len(facts)].valid_from < now:
        ash.facts.end(facts[number % len(facts)].key)


def session(ash: wakeline.Agent, number: int, ids: Ids) -> None:
    ash.wake(preset="lean")
    kept = ash.record(user=f"What about question{number}?", agent="Mara is fine.", thread="t")
    ids.append(kept.ids[0])
    if number % 2:
        ash.end(message_to_next=f"letter {number}")
    ash.settle()  # when exchanges were measured is not in the log


def quarrel(ash: wakeline.Agent, number: int, ids: Ids) -> None:
    kept = ash.record(user=f"No, that's wrong. Fed up with {number}!!", agent="I see.")
    ids.append(kept.ids[0])
    ash.settle()


def decide(ash: wakeline.Agent, number: int, _ids: Ids) -> None:
    held = ash.decisions.all(state="in_force")
    if held and number % 3 == 0:
        ash.decisions.reverse(held[number % len(held)].id)
    else:
        ash.decisions.add(f"no plan number {number}", reason="it failed before")


def write_letter(ash: wakeline.Agent, number: int, ids: Ids) -> None:
    ids.append(ash.letters.write(title=f"Letter {number}", whats_next=f"Turn bed {number}.").id)


def put_in_force(ash: wakeline.Agent, number: int, _ids: Ids) -> None:
    kind = ("preferences", "core_team", "privacy")[number % 3]
    write_document(ash.place, kind, f"text {number}", actor="Mel", confirmed=True)


STEPS: dict[str, Step] = {
    "add a memory": add_memory,
    "update it": on_a_memory(lambda ash, it, n: ash.memories.update(it, content=f"{LONG} {n}!")),
    "pin it": on_a_memory(lambda ash, it, n: ash.memories.pin(it, pinned=n % 2 == 0)),
    "archive it": on_a_memory(lambda ash, it, _: ash.memories.archive(it)),
    "delete it": on_a_memory(lambda ash, it, _: ash.memories.delete(it)),
    "reflect": on_a_memory(
        lambda ash, it, n: ash.memories.reflect(it, "It holds." if n % 2 else None)
    ),
    "use it": lambda ash, n, _: ash.recall_text(f"memory number {n}", k=3),
    "set a fact": set_fact,
    "end a fact": end_fact,
    "add a task": lambda ash, n, _: ash.tasks.add(f"task {n}", priority=n % 9 + 1),
    "move a task": move_task,
    "pause a project": lambda ash, n, _: ash.projects.update(
        PROJECTS[1], status="paused" if n % 2 else "active"
    ),
    "hint": lambda ash, n, _: ash.hints.add(
        f"hint {n}", trigger_at=ash.place.clock.now() + timedelta(hours=n % 50)
    ),
    "finish a hint": finish_hint,
    "message": lambda ash, n, _: ash.messages.send(f"message {n}", wants_reply=n % 2 == 0),
    "answer": answer,
    "session": session,
    "quarrel": quarrel,
    "decide": decide,
    "write a letter": write_letter,
    "document": put_in_force,
    "change who it is": lambda ash, n, _: update_identity(
        ash.place, person_name=f"Mel {n}", memory_config_json={"remind": n % 3 != 0}
    ),
}
LIFE = st.lists(
    st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 99), st.integers(1, 9 * 24 * 60)),
    min_size=1,
    max_size=12,
)


def an_agent(homes: Homes) -> wakeline.Agent:
    ash = homes.agent(f"ash{next(NAMES)}")
    for key in PROJECTS:
        ash.projects.add(key)
    return ash


def asked(ash: wakeline.Agent, **options: Any) -> HydrationContext:
    found: HydrationContext = ash.hydrate(project=PROJECTS[0], recent_memory_limit=100, **options)
    return found


def lived(
    homes: Homes, steps: list[tuple[str, int, int]]
) -> tuple[wakeline.Agent, Ids, list[tuple[datetime, HydrationContext]]]:
    """A life, and what the agent's context was after each step."""
    ash = an_agent(homes)
    ids: Ids = []
    remembered = []
    for name, number, minutes in steps:
        at = homes.later(minutes=minutes)
        STEPS[name](ash, number, ids)
        remembered.append((at, asked(ash)))
    return ash, ids, remembered


@pytest.mark.slow
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=LIFE)
def test_every_moment_of_a_life_is_told_as_it_was(
    open_home: Homes, steps: list[tuple[str, int, int]]
) -> None:
    ash, _, remembered = lived(open_home, steps)
    open_home.later(days=1)
    for at, context in remembered:
        assert asked(ash, as_of=at)._asdict() == context._asdict()


ROWS = (
    *("identity_memories", "pinned_memories", "recent_memories", "project_memories"),
    *("active_projects", "current_tasks", "hints"),
)
PLAIN = (
    *("identity", "ai_identity", "preferences", "privacy", "core_team_doc", "memory_config"),
    *("welcome", "notifications", "hydrated_at", "hydrated_at_local", "missing"),
)


@pytest.mark.slow
@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=LIFE, chosen=st.lists(st.integers(0, 99), min_size=1, max_size=3))
def test_what_was_forgotten_since_is_withheld_and_the_rest_is_as_it_was(
    open_home: Homes, steps: list[tuple[str, int, int]], chosen: list[int]
) -> None:
    steps = [("add a memory", 3, 5), ("session", 1, 5), *steps]
    ash, ids, remembered = lived(open_home, steps)
    open_home.later(hours=1)
    forgotten = {
        name.split()[1]
        for number in chosen
        for gone in [ash.forget(ids[number % len(ids)])]
        for name in (*gone.removed, *gone.remade)
    }
    for at, context in remembered:
        found = asked(ash, as_of=at)
        assert set(found.withheld) <= forgotten
        for field in ROWS:
            left = [row for row in getattr(context, field) if row.id not in found.withheld]
            assert list(getattr(found, field)) == left, field
        for field in PLAIN:
            assert of_others(getattr(found, field)) == of_others(getattr(context, field)), field
        shown = {row.id for field in ROWS[:4] for row in getattr(context, field)}
        assert shown & forgotten <= set(found.withheld)
        assert "question" not in str(found.withheld)


def of_others(value: Any) -> Any:
    """Notifications without what own sessions said: it stands where their handoff is withheld."""
    if not hasattr(value, "unread"):
        return value
    return value._replace(unread=tuple(row for row in value.unread if row.session_id is None))


def test_a_forgotten_row_is_withheld_from_its_past_and_only_there(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.tasks.add("water")
    before = open_home.clock.now()
    open_home.later(hours=1)
    kept = ash.memories.add("Mara is afraid of heights", pinned=True)
    there = open_home.clock.now()
    open_home.later(hours=1)
    ash.forget(kept.id)
    assert ash.hydrate(as_of=before).withheld == ()
    found = ash.hydrate(as_of=there)
    assert (found.withheld, found.pinned_memories) == ((kept.id,), ())
    assert "heights" not in str(found)
    assert ash.hydrate(as_of=open_home.clock.now()).withheld == ()
    assert ash.hydrate(as_of=there, sources="Hints").withheld == (), "no memory was asked for"


def test_a_fact_is_told_on_both_axes(open_home: Homes) -> None:
    """What was believed then to hold then, whatever was learnt since."""
    ash = open_home.agent()
    ash.projects.add("garden")
    ash.facts.set("host", "heron", project="garden")
    learnt = open_home.later(days=2)
    ash.facts.set("host", "ibis", project="garden", valid_from=learnt - timedelta(days=1))
    open_home.later(days=1)

    def at(**span: float) -> Any:
        return ash.hydrate(project="garden", as_of=START + timedelta(**span)).project_facts

    assert at(hours=36) == {"host": "heron"}, "not known yet, though it held"
    assert at(days=2) == {"host": "ibis"}


def test_counters_are_told_as_of_then_and_survive_the_log(open_home: Homes) -> None:
    home = open_home()
    ash = home.agent("ash", person="Mel")
    kept = ash.memories.add(LONG)
    open_home.later(days=10)
    never = there(ash.hydrate().surfaced_memory)
    ash.memories.reflect(kept.id)
    once = open_home.clock.now()
    open_home.later(days=3)
    assert "characters" in ash.recall_text("memory characters", k=1)
    twice = open_home.later(days=2)
    told = [
        there(ash.hydrate(as_of=at).surfaced_memory)
        for at in (once - timedelta(seconds=1), once + timedelta(days=1), twice)
    ]
    assert [(m.access_count, m.days_since_accessed) for m in told] == [(0, 9), (1, 1), (2, 2)]
    assert told[0].reason == never.reason
    birch = home.agent(home.copy("ash", "birch").name)
    assert there(birch.hydrate().surfaced_memory).access_count == 2
    assert birch.verify().ok


def test_uses_that_nobody_noted_are_counted_at_every_moment(open_home: Homes) -> None:
    """As an earlier version left them: a counter, and no event that says when."""
    ash = open_home.agent()
    kept = ash.memories.add(LONG)
    old = open_home.later(days=10)
    ash.memories.reflect(kept.id)
    with ash.place.store.writing(ash.place.by()) as unit:
        unit.run("recall.note_uses", ids=[kept.id], at=old)
        unit.run("memory.note_uses", ids=[kept.id])
    open_home.later(days=1)
    assert there(ash.hydrate().surfaced_memory).access_count == 2
    earlier = ash.hydrate(as_of=old - timedelta(hours=1)).surfaced_memory
    assert there(earlier).access_count == 1


def test_the_past_begins_with_the_agent_and_ends_now(open_home: Homes) -> None:
    ash = open_home.agent()
    an_exchange(ash)
    open_home.later(hours=1)
    assert ash.hydrate(as_of=START).hydrated_at == START
    with pytest.raises(NotFound, match="did not exist yet"):
        ash.hydrate(as_of=START - timedelta(seconds=1))
    for bad in (START + timedelta(days=1), "yesterday", "2026-03-01T09:00:00", 7):
        with pytest.raises(Invalid):
            ash.hydrate(as_of=bad)  # type: ignore[arg-type]
    with pytest.raises(Invalid, match="intent"):
        ash.hydrate(as_of=START, intent="move the invoices")
    with pytest.raises(NotFound):
        ash.hydrate(as_of=START, project="nowhere")


def test_a_clock_that_went_back_does_not_tear_the_log(open_home: Homes) -> None:
    ash = open_home.agent()
    open_home.later(hours=2)
    ash.tasks.add("written at eleven")
    open_home.later(hours=-1)
    ash.tasks.add("written at ten")
    open_home.later(hours=3)
    found = ash.hydrate(as_of=START + timedelta(hours=1)).current_tasks
    # As the store stood when its clock said ten for the last time.
    assert {task.title for task in found} == {"written at eleven", "written at ten"}


def test_reading_the_past_records_nothing(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.memories.add(LONG)
    open_home.later(days=9)
    tables = ("events", "episodes", "sessions", "leases", "marks", "jobs", "uses")

    def counted() -> list[Any]:
        return [select(ash, f"SELECT count(*) FROM {table}") for table in tables]

    before = (len(events(ash)), counted())
    ash.hydrate(as_of=START)
    assert (len(events(ash)), counted()) == before
    assert ash.session_id is None


def test_every_source_that_reads_says_what() -> None:
    read = {source for source in HydrationSource if SOURCES[str(source.name)].read}
    assert read == READ_BY.keys()


def test_letters_and_decisions_are_told_as_they_were(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.letters.write(title="First", whats_next="Turn the soil of the first bed.")
    ash.end(message_to_next="Look at the letter.")
    against = ash.decisions.add("no Redis for the queue", reason="one thing less")
    first = open_home.clock.now()
    live = (ash.hydrate().system_prompt, ash.hydrate(preset="lean").system_prompt)
    assert "first bed" in there(live[0])
    assert "no Redis for the queue" in there(live[0])
    open_home.later(hours=1)
    ash.wake()
    letter = ash.letters.write(title="Second", whats_next="Water the second bed.")
    ash.end(message_to_next="And at this one.")
    ash.decisions.reverse(against.id)
    second = open_home.later(minutes=1)
    open_home.later(days=1)
    then = (ash.hydrate(as_of=first), ash.hydrate(as_of=first, preset="lean"))
    assert tuple(each.system_prompt for each in then) == live
    woken = ash.wake(as_of=first)
    assert "first bed" in woken.text
    assert "second bed" not in woken.text
    assert [row.title for row in woken.context["Letters"]] == ["First"]
    assert [row.state for row in woken.context["Decisions"]] == ["in_force"]
    later = ash.wake(as_of=second)
    assert [row.title for row in later.context["Letters"]] == ["Second", "First"]
    assert "Decisions" not in later.context
    assert "Letters" not in ash.wake(as_of=second, mode="robot").context
    ash.forget(letter.id)
    found = ash.wake(as_of=second)
    assert [row.title for row in found.context["Letters"]] == ["First"]
    assert letter.id in found.withheld
