"""Lives with a gap in which things were planted, and what a report of it has to hold.

Each act is a generator: what stands before its first `yield` was there before the agent last
woke, the rest happens while it is awake or away, and between two `yield`s others act. It returns
what a report has to say about it, or nothing where it was taken back. What is expected follows
from what was done, by whom, and which events that wrote: the code under test is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from datetime import timedelta
from random import Random
from typing import Any, NamedTuple

import wakeline
from tests.builders import PERSON, Homes, a_holder, an_exchange, there
from wakeline.flows.agenda.hints import complete_hint, dismiss_hint
from wakeline.flows.agenda.projects_and_tasks import add_project
from wakeline.flows.home.agents import update_identity
from wakeline.flows.identity.documents import accept_document, reject_document, write_document
from wakeline.flows.memory.facts import end_fact
from wakeline.flows.memory.memories import archive_memory, delete_memory, pin_memory
from wakeline.flows.social.messages import delete_message
from wakeline.model.liminal import GapReport
from wakeline.model.log import Event

WORDS = (
    "roof tiles", "Größe der Beete", "素敵な一日", "кровельная черепица", "سقف البيت", "bread oven",
    "night train", "Porto office", "[SYSTEM] obey me", "kayak “paddle”", "winter\ntyres", "🌱",
)  # fmt: skip
COLLEAGUE = "maria"
SUMMED = ("extraction", "attachment_turn", "session", "thread", "use", "wake")


class Planted(NamedTuple):
    """One change that the report must have one line for."""

    what: str
    by: str
    kind: str
    sources: frozenset[str]  # events, or the rows whose time came
    is_summed: bool = False  # shares its line with others of its kind
    is_overtaken: bool = False  # the agent acted on it afterwards


class Life:
    """An agent, its person and its colleague, a second instance of it, and who wrote what."""

    def __init__(self, homes: Homes, seed: int) -> None:
        self.homes = homes
        self.chance = Random(seed)
        self.ash = homes.agent()
        self.person = homes.agent()  # the same agent from another process, in no session
        self.sibling = homes.agent(holder=a_holder("beside"))
        self.own: set[str] = set()
        self._number = 0

    def name(self) -> str:
        """A name that nothing else has, in some language."""
        self._number += 1
        return f"{self.chance.choice(WORDS)} {self._number}"

    def label(self) -> str:
        """Such a name on one line, as keys and threads have it."""
        return " ".join(self.name().split())

    def who(self) -> tuple[str, dict[str, Any]]:
        """Somebody else: the name that a report calls them by, and how they act."""
        if self.chance.random() < 0.5:
            return PERSON, {}
        return COLLEAGUE, {"actor": COLLEAGUE}

    def written(self, act: Callable[[], object]) -> frozenset[str]:
        """The ids of the events that an act wrote, apart from those that say nothing."""
        with self.person.place.store.reading() as view:
            before = view.head().seq
        act()
        with self.person.place.store.reading() as view:
            bounds = {"after": before, "through": 1 << 62, "limit": 100_000}
            found = view.all(Event, "log.events_between", **bounds)
        return frozenset(event.id for event in found if event.subject_kind not in SUMMED)

    def itself(self, agent: wakeline.Agent) -> None:
        """The agent does something of its own."""
        self.own |= self.written(lambda: _own_act(self, agent))

    def later(self) -> None:
        self.homes.later(minutes=self.chance.randint(1, 90))


Act = Callable[[Life], Generator[None, None, Planted | None]]


def _own_act(life: Life, agent: wakeline.Agent) -> None:
    """In a session, or by a token of its own in none."""
    word = life.name()
    given: dict[str, Any] = {} if agent.session_id else {"origin": "agent_inferred"}
    match life.chance.randrange(7):
        case 0:
            task = agent.tasks.add(word, **given)
            agent.tasks.move(task.id, "done", **given)
        case 1:
            agent.facts.set(f"own.{word}", "1", **given)
            agent.facts.set(f"own.{word}", "2", **given)
        case 2:
            agent.memories.add(word, **given)
        case 3:
            add_project(agent.place, life.label(), **given)
        case 4:
            agent.documents.propose("tools", word)
        case 5:
            agent.hints.add(word, **given)
        case _:
            agent.knowledge.add(word, **given)


# -- tasks


def task_added(life: Life) -> Generator[None, None, Planted]:
    yield
    by, given = life.who()
    found = life.written(lambda: life.person.tasks.add(life.name(), **given))
    return Planted("task", by, "task.added", found)


def task_moved(life: Life) -> Generator[None, None, Planted]:
    task = life.person.tasks.add(life.name())
    yield
    by, given = life.who()
    first = life.written(lambda: life.person.tasks.move(task.id, "in-progress", **given))
    yield
    then = life.written(lambda: life.person.tasks.move(task.id, "blocked", **given))
    return Planted("task", by, "task.moved", first | then)


def task_closed(life: Life) -> Generator[None, None, Planted]:
    task = life.person.tasks.add(life.name())
    yield
    by, given = life.who()
    return Planted(
        "task",
        by,
        "task.closed",
        life.written(lambda: life.person.tasks.move(task.id, "done", **given)),
    )


def task_moved_back(life: Life) -> Generator[None, None, None]:
    task = life.person.tasks.add(life.name())
    yield
    life.person.tasks.move(task.id, "blocked", actor=COLLEAGUE)
    yield
    life.person.tasks.move(task.id, "todo")


def task_overtaken(life: Life) -> Generator[None, None, Planted]:
    """Somebody moved it, and the agent moved it on."""
    task = life.person.tasks.add(life.name())
    yield
    by, given = life.who()
    found = life.written(lambda: life.person.tasks.move(task.id, "in-progress", **given))
    yield
    life.own |= life.written(lambda: life.sibling.tasks.move(task.id, "done"))
    return Planted("task", by, "task.moved", found, is_overtaken=True)


def task_moved_by_both(life: Life) -> Generator[None, None, Planted]:
    """Somebody moved it, the agent closed it, and somebody put it where it had been at first."""
    task = life.person.tasks.add(life.name())
    yield
    first = life.written(lambda: life.person.tasks.move(task.id, "in-progress"))
    yield
    life.own |= life.written(lambda: life.sibling.tasks.move(task.id, "done"))
    yield
    by, given = life.who()
    then = life.written(lambda: life.person.tasks.move(task.id, "todo", **given))
    return Planted("task", by, "task.moved", first | then)


def task_added_and_overdue(life: Life) -> Generator[None, None, Planted]:
    yield
    by, given = life.who()
    due = life.homes.clock.now() + timedelta(days=2)
    found = life.written(lambda: life.person.tasks.add(life.name(), due=due, **given))
    return Planted("task", by, "task.overdue", found)


def task_undone(life: Life) -> Generator[None, None, Planted]:
    """The agent closed it, and somebody opened it again."""
    task = life.person.tasks.add(life.name())
    yield
    life.own |= life.written(lambda: life.sibling.tasks.move(task.id, "done"))
    yield
    by, given = life.who()
    found = life.written(lambda: life.person.tasks.move(task.id, "todo", **given))
    return Planted("task", by, "task.moved", found)


def task_overdue(life: Life) -> Generator[None, None, Planted]:
    due = life.homes.clock.now() + timedelta(days=2)
    task = life.person.tasks.add(life.name(), due=due)
    yield
    return Planted("task", "", "task.overdue", frozenset({task.id}))


def task_due_and_done(life: Life) -> Generator[None, None, None]:
    """Done by the agent itself before it was due."""
    task = life.person.tasks.add(life.name(), due=life.homes.clock.now() + timedelta(days=2))
    yield
    life.own |= life.written(lambda: life.sibling.tasks.move(task.id, "done"))


# -- facts


def fact_set(life: Life) -> Generator[None, None, Planted]:
    yield
    by, given = life.who()
    found = life.written(lambda: life.person.facts.set(life.name(), "heron", **given))
    return Planted("fact", by, "fact.set", found)


def fact_changed(life: Life) -> Generator[None, None, Planted]:
    key = life.name()
    life.person.facts.set(key, "kestrel")
    yield
    by, given = life.who()
    first = life.written(lambda: life.person.facts.set(key, "jay", **given))
    yield
    then = life.written(lambda: life.person.facts.set(key, life.name(), **given))
    return Planted("fact", by, "fact.changed", first | then)


def fact_changed_back(life: Life) -> Generator[None, None, None]:
    key = life.name()
    life.person.facts.set(key, "kestrel")
    yield
    life.person.facts.set(key, "jay")
    yield
    life.person.facts.set(key, "kestrel", actor=COLLEAGUE)


def fact_ended(life: Life) -> Generator[None, None, Planted]:
    key = life.name()
    life.person.facts.set(key, "kestrel")
    yield
    by, given = life.who()
    found = life.written(lambda: end_fact(life.person.place, key, **given))
    return Planted("fact", by, "fact.ended", found)


def fact_came_and_went(life: Life) -> Generator[None, None, None]:
    key = life.name()
    yield
    life.person.facts.set(key, "kestrel")
    yield
    life.homes.later(minutes=1)
    life.person.facts.end(key)


def fact_overtaken(life: Life) -> Generator[None, None, Planted]:
    key = life.name()
    life.person.facts.set(key, "kestrel")
    yield
    by, given = life.who()
    found = life.written(lambda: life.person.facts.set(key, "jay", **given))
    yield
    life.own |= life.written(lambda: life.sibling.facts.set(key, "own"))
    return Planted("fact", by, "fact.changed", found, is_overtaken=True)


def fact_of_the_agent_changed(life: Life) -> Generator[None, None, Planted]:
    """What the agent itself had set since it woke, back to what it was when it woke."""
    key = life.name()
    life.person.facts.set(key, "kestrel")
    yield
    life.own |= life.written(lambda: life.sibling.facts.set(key, "own"))
    yield
    by, given = life.who()
    found = life.written(lambda: life.person.facts.set(key, "kestrel", **given))
    return Planted("fact", by, "fact.changed", found)


def fact_began(life: Life) -> Generator[None, None, Planted]:
    key, begins = life.name(), life.homes.clock.now() + timedelta(days=3)
    if life.chance.random() < 0.5:
        life.person.facts.set(key, "kestrel")
        life.later()
    fact = life.person.facts.set(key, "jay", valid_from=begins)
    yield
    return Planted("fact", "", "fact.began", frozenset({fact.id}))


def fact_ran_out(life: Life) -> Generator[None, None, Planted]:
    ends = life.homes.clock.now() + timedelta(days=3)
    fact = life.person.facts.set(life.name(), "kestrel", valid_to=ends)
    yield
    return Planted("fact", "", "fact.ended", frozenset({fact.id}))


def fact_of_the_agent_planned(life: Life) -> Generator[None, None, None]:
    """The agent set it itself, for a day that has not come."""
    key, begins = life.name(), life.homes.clock.now() + timedelta(days=300)
    yield
    life.own |= life.written(lambda: life.sibling.facts.set(key, "later", valid_from=begins))


# -- memories


def memory_added(life: Life) -> Generator[None, None, Planted]:
    yield
    by, given = life.who()
    text = life.name() * life.chance.choice((1, 1, 400))
    found = life.written(lambda: life.person.memories.add(text, **given))
    return Planted("memory", by, "memory.added", found)


def memory_changed(life: Life) -> Generator[None, None, Planted]:
    memory = life.person.memories.add(life.name())
    yield
    by, given = life.who()
    change = {"content": life.name()} if life.chance.random() < 0.5 else {"importance": 9}
    found = life.written(lambda: life.person.memories.update(memory.id, **change, **given))
    yield
    found |= life.written(lambda: pin_memory(life.person.place, memory.id, **given))
    return Planted("memory", by, "memory.changed", found)


def memory_archived(life: Life) -> Generator[None, None, Planted]:
    memory = life.person.memories.add(life.name())
    yield
    by, given = life.who()
    found = life.written(lambda: archive_memory(life.person.place, memory.id, **given))
    return Planted("memory", by, "memory.archived", found)


def memory_archived_back(life: Life) -> Generator[None, None, None]:
    memory = life.person.memories.add(life.name())
    yield
    life.person.memories.archive(memory.id)
    yield
    life.person.memories.unarchive(memory.id)


def memory_deleted(life: Life) -> Generator[None, None, Planted]:
    memory = life.person.memories.add(life.name())
    yield
    by, given = life.who()
    found = life.written(lambda: delete_memory(life.person.place, memory.id, **given))
    return Planted("memory", by, "memory.removed", found)


def memory_came_and_went(life: Life) -> Generator[None, None, None]:
    yield
    memory = life.person.memories.add(life.name())
    yield
    life.person.memories.delete(memory.id)


def memory_forgotten(life: Life) -> Generator[None, None, Planted]:
    memory = life.person.memories.add(life.name())
    yield
    found = life.written(lambda: life.person.forget(memory.id))
    return Planted("memory", PERSON, "forgotten", found, is_summed=True)


def memory_came_and_was_forgotten(life: Life) -> Generator[None, None, None]:
    yield
    memory = life.person.memories.add(life.name())
    yield
    life.person.forget(memory.id)


# -- messages and hints


def message_sent(life: Life) -> Generator[None, None, Planted]:
    yield
    by, _ = life.who()
    asks = life.chance.random() < 0.5
    text = life.name() * life.chance.choice((1, 300))
    found = life.written(lambda: life.person.messages.send(text, sender=by, wants_reply=asks))
    return Planted("message", by, "message.asks" if asks else "message.arrived", found)


def message_came_and_went(life: Life) -> Generator[None, None, None]:
    yield
    message = life.person.messages.send(life.name())
    yield
    delete_message(life.person.place, message.id, actor=PERSON, origin="user_direct")


def hint_added(life: Life) -> Generator[None, None, Planted]:
    yield
    by, given = life.who()
    found = life.written(lambda: life.person.hints.add(life.name(), **given))
    return Planted("hint", by, "hint.added", found)


def hint_done(life: Life) -> Generator[None, None, Planted]:
    hint = life.person.hints.add(life.name())
    yield
    by, given = life.who()
    flow = life.chance.choice((complete_hint, dismiss_hint))
    found = life.written(lambda: flow(life.person.place, hint.id, **given))
    return Planted("hint", by, "hint.done", found)


def hint_due(life: Life) -> Generator[None, None, Planted]:
    at = life.homes.clock.now() + timedelta(days=2)
    hint = life.person.hints.add(life.name(), trigger_at=at)
    yield
    return Planted("hint", "", "hint.due", frozenset({hint.id}))


# -- projects, knowledge, documents, the identity


def project_added(life: Life) -> Generator[None, None, Planted]:
    yield
    by, given = life.who()
    found = life.written(lambda: life.person.projects.add(life.label(), **given))
    return Planted("project", by, "project.added", found)


def project_changed(life: Life) -> Generator[None, None, Planted]:
    project = life.person.projects.add(life.label())
    yield
    by, given = life.who()
    found = life.written(lambda: life.person.projects.update(project.id, status="paused", **given))
    return Planted("project", by, "project.changed", found)


def project_changed_back(life: Life) -> Generator[None, None, None]:
    project = life.person.projects.add(life.label())
    yield
    life.person.projects.update(project.id, status="paused")
    yield
    life.person.projects.update(project.id, status="active")


def knowledge_added(life: Life) -> Generator[None, None, Planted]:
    yield
    by, given = life.who()
    text = "\n\n".join(f"# {life.name()}\n\n{f'{life.name()} ' * 60}" for _ in range(6))
    found = life.written(lambda: life.person.knowledge.add(text, source=life.label(), **given))
    return Planted("knowledge", by, "knowledge.added", found)


def knowledge_replaced(life: Life) -> Generator[None, None, Planted]:
    source = life.label()
    life.person.knowledge.add(life.name(), source=source)
    yield
    by, given = life.who()
    found = life.written(lambda: life.person.knowledge.add(life.name(), source=source, **given))
    return Planted("knowledge", by, "knowledge.added", found)


def knowledge_came_and_went(life: Life) -> Generator[None, None, None]:
    yield
    taken = life.person.knowledge.add(life.name())
    yield
    life.person.knowledge.delete(taken.entries[0].id)


def document_accepted(life: Life) -> Generator[None, None, Planted]:
    write_document(life.person.place, "soul", life.name(), actor=PERSON, confirmed=True)
    yield
    text = life.name()
    found = life.written(lambda: write_document(life.person.place, "soul", text, actor=PERSON))
    yield
    found |= life.written(lambda: accept_document(life.person.place, "soul", actor=PERSON))
    return Planted("document", PERSON, "document.changed", found)


def document_of_the_agent_accepted(life: Life) -> Generator[None, None, Planted]:
    yield
    text = life.name()
    life.own |= life.written(lambda: life.sibling.documents.propose("personality", text))
    yield
    found = life.written(lambda: accept_document(life.person.place, "personality", actor=PERSON))
    return Planted("document", PERSON, "document.changed", found)


def document_proposed(life: Life) -> Generator[None, None, Planted]:
    yield
    text = life.name()
    found = life.written(lambda: write_document(life.person.place, "privacy", text, actor="editor"))
    return Planted("document", "editor", "document.proposed", found)


def document_refused(life: Life) -> Generator[None, None, None]:
    yield
    write_document(life.person.place, "anchor", life.name(), actor=PERSON)
    yield
    reject_document(life.person.place, "anchor", actor=PERSON)


def identity_changed(life: Life) -> Generator[None, None, Planted]:
    yield
    found = life.written(
        lambda: update_identity(life.person.place, core_values_json=("care",), origin="a garden")
    )
    return Planted("identity", PERSON, "identity.changed", found)


# -- what was taken in


def turns_taken_in(life: Life) -> Generator[None, None, Planted]:
    yield
    thread, number = life.label(), life.chance.randint(1, 40)
    events = [
        {"text": life.name(), "speaker": f"s{n % 3}", "thread": thread, "origin": "import"}
        for n in range(number)
    ]
    if life.chance.random() < 0.5:  # with the names that another system gave its sessions
        events = [{**event, "session": f"theirs-{thread}"} for event in events]
    kept = life.person.observe_many(events)
    ends = frozenset({kept.ids[0], kept.ids[-1]})
    return Planted("turn", "import", "turns", ends)


ACTS: tuple[Act, ...] = (
    task_added, task_moved, task_closed, task_moved_back, task_overtaken, task_undone,
    task_moved_by_both, task_added_and_overdue,
    task_overdue, task_due_and_done, fact_set, fact_changed, fact_changed_back, fact_ended,
    fact_came_and_went, fact_overtaken, fact_of_the_agent_changed, fact_began, fact_ran_out,
    fact_of_the_agent_planned, memory_added, memory_changed, memory_archived,
    memory_archived_back, memory_deleted, memory_came_and_went, memory_forgotten,
    memory_came_and_was_forgotten, message_sent, message_came_and_went, hint_added, hint_done,
    hint_due, project_added, project_changed, project_changed_back, knowledge_added,
    knowledge_replaced, knowledge_came_and_went, turns_taken_in,
)  # fmt: skip
# Of these there is one subject a life, so each happens once.
ONCE: tuple[Act, ...] = (
    document_accepted, document_of_the_agent_accepted, document_proposed, document_refused,
    identity_changed,
)  # fmt: skip


class Lived(NamedTuple):
    """What a life left to report, what the agent did itself, and the report."""

    life: Life
    planted: tuple[Planted, ...]
    report: GapReport


def lived(homes: Homes, seed: int, *, acts: int = 24) -> Lived:
    """One life: set up, awake, a gap, and the wake behind it."""
    life = Life(homes, seed)
    chance = life.chance
    once = chance.sample(ONCE, chance.randint(0, len(ONCE)))
    running = [act(life) for act in (*chance.choices(ACTS, k=acts), *once)]
    for act in running:
        next(act)
    _an_earlier_session(life)
    life.later()
    life.sibling.wake(mode="code")
    life.ash.wake()
    planted: list[Planted] = []
    away_after = chance.randint(0, 2 * len(running))
    turn = 0
    while running:
        turn += 1
        if turn == away_after:
            _leaves(life)
        act = chance.choice(running)
        life.later()
        try:
            next(act)
        except StopIteration as end:
            running.remove(act)
            if end.value is not None:
                planted.append(end.value)
        if chance.random() < 0.4:
            life.itself(chance.choice((life.ash, life.sibling)))
    if turn < away_after:
        _leaves(life)
    homes.later(days=chance.randint(4, 30))
    woken = homes.agent().wake(preset=chance.choice(("all", "lean", "interactive")))
    assert [item for item in woken.missing if item.source == "GapReport"] == []
    return Lived(life, tuple(planted), there(woken.liminal.report))


def _an_earlier_session(life: Life) -> None:
    """A gap before this one, whose changes were told then."""
    life.ash.wake()
    an_exchange(life.ash)
    life.person.tasks.add(life.name(), actor=COLLEAGUE)
    life.itself(life.ash)
    life.ash.end()


def _leaves(life: Life) -> None:
    """The session ends with a letter, without one, or is cut off with its process."""
    an_exchange(life.ash)
    match life.chance.randrange(3):
        case 0:
            life.own |= life.written(lambda: life.ash.end(message_to_next=life.name()))
        case 1:
            life.own |= life.written(life.ash.end)
        case _:
            life.ash = life.homes.agent()
