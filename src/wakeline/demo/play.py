"""Play the sample agent's life through the public API, on its own clock, and wake the agent.

`life.json` and `sessions_*.json` are the script. Everything that the demo shows is
read back from the store; nothing is printed from the script.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from wakeline import engine
from wakeline.base.clock import FixedClock, Ulids
from wakeline.base.errors import Conflict
from wakeline.flows.home.agents import update_identity
from wakeline.flows.identity.documents import write_document
from wakeline.model.agenda import TaskStatus

FOLDER = os.path.dirname(__file__)
# The same ids each time: which memory comes up again follows from them.
SEED = 1511
MARK = "demo.json"
DOCUMENTS = ("identity", "personality", "soul", "protocol", "anchor", "tools")
LISTS = ("open_threads", "key_decisions", "surprises", "warnings", "recommendations")

Progress = Callable[[int, int], None]


class ScriptCalendar(NamedTuple):
    """Turns a day of the script into a moment."""

    day_0: datetime
    zone: ZoneInfo

    def at(self, day: int, time: str = "12:00") -> datetime:
        hours, minutes = map(int, time.split(":"))
        date = self.day_0 + timedelta(days=day)
        return date.replace(hour=hours, minute=minutes, tzinfo=self.zone)


def load_life() -> dict[str, Any]:
    """The script, read from its files."""
    life: dict[str, Any] = _read("life.json")
    life["sessions"] = [
        session
        for name in sorted(os.listdir(FOLDER))
        if name.startswith("sessions_")
        for session in _read(name)
    ]
    return life


def _read(name: str) -> Any:
    with open(os.path.join(FOLDER, name), encoding="utf-8") as source:
        return json.load(source)


def calendar_of(life: Mapping[str, Any]) -> ScriptCalendar:
    facts = life["calendar"]
    return ScriptCalendar(datetime.fromisoformat(facts["day_0"]), ZoneInfo(facts["time_zone"]))


def clear_folder(folder: str) -> None:
    """Make room for a demo home. Only a folder that a demo made is removed."""
    if not os.path.exists(folder):
        return
    if os.path.isdir(folder) and (
        os.path.exists(os.path.join(folder, MARK)) or not os.listdir(folder)
    ):
        shutil.rmtree(folder)
        return
    raise Conflict(
        f"{folder} exists and is not a demo home.", todo="Name another folder with --home."
    )


def build_home(folder: str, life: Mapping[str, Any], progress: Progress | None = None) -> None:
    """Play the whole script in a new home, up to the evening before the wake."""
    calendar = calendar_of(life)
    first = life["sessions"][0]
    clock = FixedClock(calendar.at(first["day"], first["start"]) - timedelta(hours=1))
    os.makedirs(folder, mode=0o700, exist_ok=True)
    with open(os.path.join(folder, MARK), "w", encoding="utf-8") as mark:
        json.dump({"made_by": "wakeline demo"}, mark)
    # Nothing here needs to survive a power cut: the script can be played again.
    settings = {"sqlite.synchronous": "OFF"}
    with engine.open(folder, clock=clock, ids=Ulids(SEED), settings=settings) as home:
        agent = _born(home, life)
        days = sorted({s["day"] for s in life["sessions"]} | {f["day"] for f in life["facts"]})
        total = len(life["sessions"])
        done = 0
        for day in days:
            sessions = [s for s in life["sessions"] if s["day"] == day]
            if not sessions:
                clock.set(calendar.at(day))
                _live_day(agent, life, day, calendar)
            for i, session in enumerate(sessions):
                is_last = i == len(sessions) - 1
                _live_session(agent, clock, calendar, life, session, is_last=is_last)
                done += 1
                if progress is not None:
                    progress(done, total)
        _live_absence(agent, clock, calendar, life)
        agent.settle()


def _born(home: engine.Home, life: Mapping[str, Any]) -> engine.Agent:
    who = life["agent"]
    agent = home.agent(
        who["display_name"],
        person=who["person"]["name"],
        time_zone=who["person"]["time_zone"],
    )
    update_identity(agent.place, origin=who["origin"], core_values_json=tuple(who["core_values"]))
    agent.close()  # opened again with the identity as it is now
    for kind in DOCUMENTS:
        write_document(agent.place, kind, life[kind], actor=who["person"]["name"], confirmed=True)
    for project in life["projects"]:
        agent.projects.add(
            project["key"],
            title=project["title"],
            summary=project["summary"],
            status=project["status"],
        )
    return agent


def _live_session(
    agent: engine.Agent,
    clock: FixedClock,
    calendar: ScriptCalendar,
    life: Mapping[str, Any],
    session: Mapping[str, Any],
    *,
    is_last: bool,
) -> None:
    start = calendar.at(session["day"], session["start"])
    clock.set(start)
    agent.wake(
        thread=session["thread"],
        project=session["thread"],
        mode=session["mode"],
        model_id=session["model"],
        source="demo",
    )
    for exchange in session["exchanges"]:
        clock.set(start + timedelta(minutes=exchange["minute"]))
        agent.record(
            user=exchange["user"],
            agent=exchange["agent"],
            thread=session["thread"],
            project=session["thread"],
            mode=session["mode"],
        )
    if is_last:
        # The facts, memories and tasks of a day are written before its last session ends.
        _live_day(agent, life, session["day"], calendar)
    agent.end(**_handoff(session["handoff"]))


def _handoff(handoff: Mapping[str, Any]) -> dict[str, Any]:
    fields = dict(handoff)
    for name in LISTS:
        fields[name] = "\n".join(fields[name]) or None
    return fields


def _live_day(
    agent: engine.Agent, life: Mapping[str, Any], day: int, calendar: ScriptCalendar
) -> None:
    for memory in life["memories"]:
        if memory["day"] == day:
            agent.memories.add(
                memory["content"],
                type=memory["type"],
                title=memory["title"],
                importance=memory["importance"],
                pinned=memory["pinned"],
                tags=memory["tags"],
            )
    for fact in life["facts"]:
        if fact["day"] == day:
            agent.facts.set(
                fact["key"],
                fact["value"],
                category=fact["category"],
                importance=fact["importance"],
            )
    _live_tasks(agent, life, day, calendar)
    for hint in life["hints"]:
        if hint["day"] == day:
            _add_hint(agent, hint, calendar)


def _live_tasks(
    agent: engine.Agent, life: Mapping[str, Any], day: int, calendar: ScriptCalendar
) -> None:
    for task in life["tasks"]:
        if task["day"] == day:
            due = task["due_day"]
            agent.tasks.add(
                task["title"],
                description=task["description"],
                project=task["project"],
                priority=task["priority"],
                due=None if due is None else calendar.at(due, "18:00"),
            )
        for move in task["moves"]:
            if move["day"] == day:
                _move(agent, task["title"], move["status"], actor=None)


def _move(agent: engine.Agent, title: str, status: TaskStatus, actor: str | None) -> None:
    number = next(task.number for task in agent.tasks.all() if task.title == title)
    agent.tasks.move(number, status, actor=actor)


def _add_hint(
    agent: engine.Agent, hint: Mapping[str, Any], calendar: ScriptCalendar, actor: str | None = None
) -> None:
    trigger = hint["trigger_day"]
    agent.hints.add(
        hint["content"],
        category=hint["category"],
        priority=hint["priority"],
        recurring=hint["recurring"],
        trigger_at=None if trigger is None else calendar.at(trigger, "08:00"),
        actor=actor,
    )


def _live_absence(
    agent: engine.Agent, clock: FixedClock, calendar: ScriptCalendar, life: Mapping[str, Any]
) -> None:
    """Play what others change while the agent is away."""
    for change in life["away"]:
        clock.set(calendar.at(change["day"], change["time"]))
        if change["kind"] == "task.moved":
            _move(agent, change["task"], change["to"], actor=change["actor"])
        elif change["kind"] == "fact.set":
            agent.facts.set(
                change["key"],
                change["value"],
                category=change["category"],
                importance=change["importance"],
                actor=change["actor"],
            )
        else:
            _add_hint(agent, change, calendar, change["actor"])


class DemoResult(NamedTuple):
    """The wake at the end of the demo, and the agent's status after it."""

    woken: Any
    status: Any


def play(
    folder: str, progress: Progress | None = None, life: Mapping[str, Any] | None = None
) -> DemoResult:
    """Build the home anew, move the clock on by three days, and wake the agent."""
    script = load_life() if life is None else life
    clear_folder(folder)
    build_home(folder, script, progress)
    wake = script["calendar"]["wake"]
    clock = FixedClock(calendar_of(script).at(wake["day"], wake["time"]))
    with engine.open(folder, clock=clock, ids=Ulids(SEED)) as home:
        agent = home.agent(script["agent"]["name"], create=False)
        woken = agent.wake(wake_type="gradual", source="demo")
        return DemoResult(woken, agent.status())
