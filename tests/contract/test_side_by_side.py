"""Both engines side by side: one life, lived twice, must give the same answers.

A machine drives the public API on SQLite and on PostgreSQL with the same clock and
the same ids, and holds every answer of one against the other: ids, values, texts of a
wake, hits with their scores, and errors. At the end both must find themselves whole.
"""

from __future__ import annotations

import math
import shutil
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import count
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

import wakeline
from tests.builders import PERSON, START, a_holder
from tests.durability.replay import differences
from wakeline.base.clock import RANDOM_BITS, FixedClock, encode_ulid
from wakeline.base.errors import WakelineError
from wakeline.flows.identity.documents import accept_document, reject_document
from wakeline.model.agenda import TaskStatus
from wakeline.model.identity import Document
from wakeline.model.memory import Entity

Value = TypeVar("Value")
_tenants = count(1)

WORDS = (
    *("heron", "ferry", "Ana Lopes", "Porto", "the", "gauge", "river", "tomorrow", "I will send"),
    *("on Friday", "remember this", "why?", "we decided to", "kestrel", "naïve", "東京", "straße"),
    *("running", "rivers", "ﬁle", "e\u0301", "İstanbul", "co-op", "it's", "4711", "x_y", "Ω", "ǅ"),
)
SENTENCES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
ANYTHING = st.text(min_size=1, max_size=30)
TEXTS = st.one_of(SENTENCES, SENTENCES, SENTENCES, ANYTHING)
THREADS = st.sampled_from([None, None, "garden", "invoices"])
SPEAKERS = st.sampled_from(["Mel", "Ana", "agent", "tool", "İpek"])
KINDS = st.sampled_from(["conversation", "observation", "tool_result", "error"])
KEYS = st.sampled_from(["office.city", "staging.host", "coffee"])
TERMINALS = st.integers(0, 1)
WHICH = st.integers(0, 10_000)
SPANS = st.one_of(
    st.timedeltas(timedelta(0), timedelta(seconds=90)),
    st.timedeltas(timedelta(0), timedelta(days=20)),
    st.timedeltas(timedelta(days=-2), timedelta(0)),
)
MOMENTS = st.datetimes(datetime(2025, 12, 1), datetime(2026, 5, 1)).map(  # noqa: DTZ001 - gets one
    lambda at: at.replace(tzinfo=START.tzinfo)
)
EVENTS = st.fixed_dictionaries(
    {"text": TEXTS, "speaker": SPEAKERS, "kind": KINDS},
    optional={
        "thread": THREADS,
        "at": MOMENTS,
        "source_id": st.integers(0, 15).map(str),
        "metadata": st.dictionaries(
            st.text(max_size=5), st.integers() | st.floats() | st.text(max_size=5), max_size=3
        ),
    },
)
DOCUMENTS = st.sampled_from(["soul", "identity", "tools", "core_team", "privacy"])
CHANGES = ["delete", "pin", "update", "tag", "untag", "archive", "unarchive", "reflect"]


def same(left: Any, right: Any) -> bool:
    """Equal, numbers with a point within a billionth."""
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[k], right[k]) for k in left)
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


class StepIds:
    """ULIDs that begin anew at each step, so that what one engine needs more of stays within it."""

    def __init__(self) -> None:
        self._milliseconds = 0
        self._number = 0

    def begin(self, step: int) -> None:
        self._number = step << 32

    def new(self, at: datetime) -> str:
        self._milliseconds = max(self._milliseconds, int(at.timestamp() * 1000))
        self._number += 1
        return encode_ulid((self._milliseconds << RANDOM_BITS) | self._number)


class Side:
    """One engine: a home, and the same agent open in two terminals of two machines."""

    def __init__(self, location: str, tenant: str, clock: FixedClock) -> None:
        self.ids = StepIds()
        self.home = wakeline.open(
            location,
            tenant=tenant,
            clock=clock,
            ids=self.ids,
            settings={"sqlite.synchronous": "OFF"},
        )
        self.terminals = [
            self.home.agent("ash", person=PERSON, holder=a_holder(f"{n}", host=f"host-{n}"))
            for n in range(2)
        ]

        # A folder makes its agent's place and its registry with ids of their own.
        self.home.port.next_number("first")
        self.ids.begin(0)

    def answer(self, step: int, terminal: int, ask: Callable[[wakeline.Agent], Any]) -> Any:
        """What came back, or which error, without where this home is."""
        self.ids.begin(step)
        try:
            return ask(self.terminals[terminal])
        except WakelineError as error:
            return type(error).__name__, str(error).replace(self.home.location, "HOME")


class SideBySide(RuleBasedStateMachine):
    url: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.open = ExitStack()
        self.folder = tempfile.mkdtemp(prefix="wl-side-")
        self.open.callback(shutil.rmtree, self.folder)
        self.clock = FixedClock(START)
        self.step = 0
        self.ids: list[str] = []
        self.memories: list[str] = []
        self.messages: list[str] = []
        self.tasks: list[int] = []

    @initialize(past=st.lists(EVENTS, min_size=5, max_size=12))
    def begin(self, past: list[dict[str, Any]]) -> None:
        tenant = f"side-{next(_tenants)}"
        self.sides = [Side(place, tenant, self.clock) for place in (self.folder, self.url)]
        for side in self.sides:
            self.open.enter_context(side.home)
        self.both(lambda a: a.status())  # the agent is made in a step of its own
        self.observe_many(past, 1)

    def both(self, ask: Callable[[wakeline.Agent], Value], terminal: int = 0) -> Value | None:
        """Ask both, hold the answers against each other, and give one back if it is no error."""
        self.step += 1
        sqlite, postgres = (side.answer(self.step, terminal, ask) for side in self.sides)
        assert same(sqlite, postgres), f"SQLite: {sqlite}\nPostgreSQL: {postgres}"
        is_error = isinstance(sqlite, tuple) and type(sqlite) is tuple and len(sqlite) == 2
        return None if is_error else sqlite

    # -- living

    @rule(
        terminal=TERMINALS,
        thread=THREADS,
        preset=st.sampled_from(["all", "interactive", "lean", "agent-minimal"]),
        budget=st.sampled_from([200, 400, 2400, 50_000]),
        exchanges=st.lists(st.tuples(SENTENCES, SENTENCES), max_size=3),
        is_ended=st.booleans(),
    )
    def live_a_session(
        self,
        terminal: int,
        thread: str | None,
        preset: str,
        budget: int,
        exchanges: list[tuple[str, str]],
        is_ended: bool,
    ) -> None:
        options: dict[str, Any] = {"thread": thread, "preset": preset, "budget": budget}
        self.both(lambda a: a.wake(**options), terminal)
        for user, agent in exchanges:
            self.clock.advance(timedelta(seconds=40))
            self.record(terminal, user, agent, thread, None)
        if is_ended:
            self.end(terminal, None, None, [])

    @rule(
        terminal=TERMINALS,
        user=st.none() | TEXTS,
        agent=st.none() | TEXTS,
        thread=THREADS,
        at=st.none() | MOMENTS,
    )
    def record(
        self, terminal: int, user: str | None, agent: str | None, thread: str | None, at: Any
    ) -> None:
        kept = self.both(lambda a: a.record(user=user, agent=agent, thread=thread, at=at), terminal)
        if kept is not None:
            self.ids += [*kept.ids, str(kept.exchange_id)]

    @rule(terminal=TERMINALS, user=SENTENCES, agent=SENTENCES, times=st.integers(2, 3))
    def record_again_and_again(self, terminal: int, user: str, agent: str, times: int) -> None:
        for _ in range(times):
            self.both(lambda a: a.record(user=user, agent=agent), terminal)
            self.clock.advance(timedelta(seconds=31))

    @rule(terminal=TERMINALS, event=EVENTS)
    def observe(self, terminal: int, event: dict[str, Any]) -> None:
        kept = self.both(lambda a: a.observe(**event), terminal)
        if kept is not None:
            self.ids += kept.ids

    @rule(events=st.lists(EVENTS, max_size=6), times=st.integers(1, 2))
    def observe_many(self, events: list[dict[str, Any]], times: int) -> None:
        for _ in range(times):
            kept = self.both(lambda a: a.observe_many(events))
            if kept is not None:
                self.ids += kept.ids

    @rule(
        terminal=TERMINALS,
        summary=st.none() | TEXTS,
        message=st.none() | TEXTS,
        goals=st.lists(TEXTS, max_size=2),
    )
    def end(self, terminal: int, summary: Any, message: Any, goals: list[str]) -> None:
        fields = {"message_to_next": message, "cognition": {"active_goals": goals}}
        given = {name: value for name, value in fields.items() if value}
        ended = self.both(lambda a: a.end(summary=summary, **given), terminal)
        if ended is not None:
            self.ids.append(ended.handoff.id)

    @rule(thread=st.sampled_from(["garden", "invoices", "nowhere"]))
    def compact(self, thread: str) -> None:
        self.both(lambda a: a.compact_thread(thread))

    @rule(by=SPANS)
    def move_the_clock(self, by: timedelta) -> None:
        self.clock.advance(by)

    # -- knowing

    @rule(key=KEYS, value=TEXTS, valid_from=st.none() | MOMENTS, importance=st.integers(1, 10))
    def set_fact(self, key: str, value: str, valid_from: Any, importance: int) -> None:
        options: dict[str, Any] = {"valid_from": valid_from, "importance": importance}
        fact = self.both(lambda a: a.facts.set(key, value, **options))
        if fact is not None:
            self.ids.append(fact.id)

    @rule(key=KEYS, at=st.none() | MOMENTS, known_at=st.none() | MOMENTS)
    def get_fact(self, key: str, at: Any, known_at: Any) -> None:
        self.both(lambda a: a.facts.get(key, at=at, known_at=known_at))
        self.both(lambda a: a.facts.history(key))

    @rule(
        content=TEXTS,
        type=st.sampled_from(["semantic", "identity", "relationship"]),
        pinned=st.booleans(),
        importance=st.integers(1, 10),
        tags=st.lists(SENTENCES, max_size=2),
    )
    def add_memory(self, content: str, **options: Any) -> None:
        memory = self.both(lambda a: a.memories.add(content, **options))
        if memory is not None:
            self.ids.append(memory.id)
            self.memories.append(memory.id)

    @rule(which=WHICH, how=st.sampled_from(CHANGES), text=TEXTS)
    def change_memory(self, which: int, how: str, text: str) -> None:
        if self.memories:
            memory = self.memories[which % len(self.memories)]
            given = {"content": text} if how == "update" else {}
            words = (text[:100],) if how in ("tag", "untag", "reflect") else ()
            self.both(lambda a: getattr(a.memories, how)(memory, *words, **given))

    @rule(text=TEXTS, priority=st.integers(1, 10), wants_reply=st.booleans())
    def send_message(self, text: str, **options: Any) -> None:
        message = self.both(lambda a: a.messages.send(text, **options))
        if message is not None:
            self.ids.append(message.id)
            self.messages.append(message.id)

    @rule(which=WHICH, how=st.sampled_from(["read", "reply", "delete"]))
    def change_message(self, which: int, how: str) -> None:
        if self.messages:
            message = self.messages[which % len(self.messages)]
            self.both(lambda a: getattr(a.messages, how)(message))

    @rule(
        preset=st.sampled_from(["all", "interactive", "lean", "agent-minimal"]),
        budget=st.sampled_from([200, 2400, 50_000]),
        framing=st.sampled_from(["first-person", "system"]),
        project=st.none() | st.sampled_from(["garden", "invoices"]),
        limit=st.sampled_from([0, 1, 5, 30]),
    )
    def hydrate(self, limit: int, **asked: Any) -> None:
        asked |= {"fact_limit": limit, "recent_memory_limit": limit, "pending_reply_limit": limit}
        self.both(lambda a: a.hydrate(**asked))

    @rule(title=TEXTS, priority=st.integers(1, 10), due=st.none() | MOMENTS)
    def add_task(self, title: str, priority: int, due: Any) -> None:
        task = self.both(lambda a: a.tasks.add(title, priority=priority, due=due))
        if task is not None:
            self.ids.append(task.id)
            self.tasks.append(task.number)

    @rule(which=WHICH, status=st.sampled_from(["todo", "blocked", "done", "dropped"]))
    def move_task(self, which: int, status: TaskStatus) -> None:
        if self.tasks:
            number = self.tasks[which % len(self.tasks)]
            self.both(lambda a: a.tasks.move(number, status))

    @rule(key=st.sampled_from(["garden", "invoices"]), summary=st.none() | TEXTS)
    def add_project(self, key: str, summary: str | None) -> None:
        self.both(lambda a: a.projects.add(key, summary=summary))

    @rule(content=TEXTS, trigger_at=st.none() | MOMENTS, priority=st.integers(1, 10))
    def add_hint(self, content: str, **options: Any) -> None:
        hint = self.both(lambda a: a.hints.add(content, **options))
        if hint is not None:
            self.ids.append(hint.id)

    @rule(kind=DOCUMENTS, text=TEXTS)
    def propose(self, kind: str, text: str) -> None:
        document = self.both(lambda a: a.documents.propose(kind, text))
        if document is not None:
            self.ids.append(document.id)

    @rule(kind=DOCUMENTS, how=st.sampled_from([accept_document, reject_document]))
    def decide(self, kind: str, how: Callable[..., Document]) -> None:
        self.both(lambda a: how(a.place, kind, actor=PERSON))

    @rule(which=WHICH)
    def forget(self, which: int) -> None:
        if self.ids:
            something = self.ids[which % len(self.ids)]
            # Files are scrubbed where there are files.
            self.both(lambda a: a.forget(something)._replace(scrubbed=None))

    # -- asking

    @rule(
        question=st.lists(TEXTS, min_size=1, max_size=4).map(" ".join),
        k=st.sampled_from([1, 3, 50]),
        filters=st.fixed_dictionaries(
            {},
            optional={
                "thread": THREADS,
                "speaker": SPEAKERS,
                "since": MOMENTS,
                "until": MOMENTS,
                "kinds": st.lists(st.sampled_from(["conversation", "fact", "memory"]), max_size=2),
            },
        ),
    )
    def recall(self, question: str, k: int, filters: dict[str, Any]) -> None:
        self.both(lambda a: a.recall(question, k=k, **filters))

    @rule(how=st.sampled_from(["settle", "rebuild", "list", "list", "list"]))
    def look_around(self, how: str) -> None:
        if how == "settle":
            self.both(lambda a: a.settle())
            self.both(_entities)
        elif how == "rebuild":
            self.both(lambda a: a.rebuild())
        else:
            self.list_everything()

    def list_everything(self) -> None:
        for listed in ("facts", "memories", "tasks", "projects", "hints", "messages", "documents"):
            self.both(lambda a, listed=listed: getattr(a, listed).all())  # type: ignore[misc]
        for word in WORDS:
            self.both(lambda a, word=word: a.recall(word, k=100))  # type: ignore[misc]

    @invariant()
    def both_stand_alike(self) -> None:
        if hasattr(self, "sides"):
            self.both(lambda a: a.status())

    def teardown(self) -> None:
        try:
            if hasattr(self, "sides"):
                for how in ("settle", "list"):
                    self.look_around(how)
                for side in self.sides:
                    agent = side.terminals[0]
                    report = agent.verify()
                    assert report.ok, [check for check in report.checks if not check.ok]
                    found = differences(agent.place.store)
                    assert found == []
        finally:
            self.open.close()


def _entities(agent: wakeline.Agent) -> list[Entity]:
    with agent.place.store.reading() as view:
        return view.all(Entity, "memory.entities", limit=1000)


def run(url: str, *, examples: int, steps: int, derandomize: bool) -> None:
    class Bound(SideBySide):
        pass

    Bound.url = url
    run_state_machine_as_test(
        Bound,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=derandomize,
            database=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        ),
    )


@pytest.mark.slow
def test_both_engines_give_the_same_answers(pg_url: str) -> None:
    run(pg_url, examples=30, steps=30, derandomize=True)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_both_engines_give_the_same_answers_in_long_lives(pg_url: str) -> None:
    run(pg_url, examples=25, steps=60, derandomize=False)
