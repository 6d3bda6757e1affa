"""Live a generated life through the public API, on a clock of its own.

Nothing of the script but what an agent and its person would do reaches the home: what they
say, what they keep, how sessions end, and what others do while the agent is away.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from bench.quality.life import CLOSING, Life, Lived
from wakeline import engine
from wakeline.base.clock import FixedClock, Ulids
from wakeline.flows.identity.documents import write_document

AGENT: Final = "rowan"
SETTINGS: Final = {"sqlite.synchronous": "OFF", "archive.files": "false", "embedder": "none"}
DOCUMENTS: Final = {
    "identity": "Rowan keeps the books, the calendar and the memory of a house of many trades.",
    "personality": "Dry, patient, exact about numbers, kind about people.",
    "protocol": "Say what is known and what is guessed. Ask before spending. Close what is done.",
}


def live(folder: str, life: Life) -> None:
    """Play a life into a new home, up to the moment before its last wake."""
    clock = FixedClock(life.sessions[0].at - timedelta(hours=1))
    with opened(folder, life, clock) as home:
        agent = home.agent(AGENT, person=life.person, time_zone=life.zone)
        for kind, text in DOCUMENTS.items():
            write_document(agent.place, kind, text, actor=life.person, confirmed=True)
        for key in life.projects:
            agent.projects.add(key, title=f"The {key}")
        for session in life.sessions:
            _live_session(agent, clock, session)
        for at, step in life.away:
            clock.set(at)
            DEEDS[step.do](agent, **step.given)


def opened(folder: str, life: Life, clock: FixedClock) -> engine.Home:
    """The home of a life. Ids follow from the seed, so that a run can be repeated."""
    return engine.open(folder, clock=clock, ids=Ulids(life.seed), settings=SETTINGS)


def _live_session(agent: engine.Agent, clock: FixedClock, session: Lived) -> None:
    clock.set(session.at)
    agent.wake(thread=session.thread, project=session.thread)
    for step in session.steps:
        clock.set(session.at + timedelta(minutes=step.minute))
        if step.do == "say":
            agent.record(**step.given, thread=session.thread, project=session.thread)
        else:
            DEEDS[step.do](agent, **step.given)
    if session.left is None:
        agent.session_id = None  # whoever held it is gone
        return
    clock.advance(timedelta(minutes=CLOSING))
    agent.end(**session.left)


# -- what can be done beside talking


def _set_fact(agent: engine.Agent, **given: Any) -> None:
    agent.facts.set(**given)


def _add_memory(agent: engine.Agent, **given: Any) -> None:
    agent.memories.add(**given)


def _put_away(agent: engine.Agent, content: str) -> None:
    for memory in agent.memories.all():
        if memory.content == content:
            agent.memories.archive(memory.id)


def _add_task(agent: engine.Agent, **given: Any) -> None:
    agent.tasks.add(**given)


def _task_done(agent: engine.Agent, title: str, actor: str | None = None) -> None:
    number = next(task.number for task in agent.tasks.all() if task.title == title)
    agent.tasks.move(number, "done", actor=actor)


def _add_hint(agent: engine.Agent, **given: Any) -> None:
    agent.hints.add(**given)


def _send(agent: engine.Agent, **given: Any) -> None:
    agent.messages.send(**given)


Deed = Callable[..., None]
DEEDS: Final[dict[str, Deed]] = {
    "fact": _set_fact,
    "memory": _add_memory,
    "put_away": _put_away,
    "task": _add_task,
    "task_done": _task_done,
    "hint": _add_hint,
    "message": _send,
}
