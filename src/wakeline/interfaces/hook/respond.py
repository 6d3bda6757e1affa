"""What one event of a host leads to, and what the host is answered.

A host must never stand still or fail because of its memory. So an event is written down before
anything else is tried; what goes wrong leaves it there, and the next hook takes it in, once.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from time import monotonic
from typing import Any, NamedTuple

from wakeline import engine
from wakeline.base.clock import Clock, Ids, SystemClock, Ulids, written
from wakeline.base.config import BY_NAME, DEFAULT_TENANT
from wakeline.base.environment import home_location
from wakeline.base.errors import Busy, HomeUnusable, Invalid, NotFound, WakelineError
from wakeline.base.process import is_running, own_program, process_start
from wakeline.interfaces.hook import MOST_INPUT, claude_code, codex, cursor, gemini, guard_tool, say
from wakeline.interfaces.hook.events import Act, ended, started
from wakeline.interfaces.hook.hook_room import CHARACTERS, TOKENS, Room
from wakeline.interfaces.hook.host_event import HostEvent, parsed
from wakeline.interfaces.hook.hosts import Host
from wakeline.interfaces.hook.project_folder import is_within
from wakeline.interfaces.hook.transcript import is_off_record, moment
from wakeline.interfaces.open_home import default_agent
from wakeline.minds.tokens import EstimatedTokens
from wakeline.model.session import Holder
from wakeline.store.hook_desk import Content, Desk, Spooled, done, put_back, read_event

HOSTS: dict[str, Host] = {
    "claude-code": claude_code.HOST,
    "claude": claude_code.HOST,
    "codex": codex.HOST,
    "gemini": gemini.HOST,
    "cursor": cursor.HOST,
}
WAIT_SECONDS = "2"  # nobody wants to wait longer for a prompt
MOST_TAKEN_IN = 50
TAKING_IN_SECONDS = 1.0
LONGEST_REASON = 200
PATHS = ("transcript_path", "agent_transcript_path")  # of files on the host's machine


class Post(NamedTuple):
    """From where events are answered: whose they are, what is open, and where they may wait."""

    desk: Desk
    opened: Callable[[], AbstractContextManager[engine.Home]]
    tenant: str
    agent: str | None
    holder: Holder | None
    clock: Clock
    ids: Ids
    is_here: bool = True  # the files and processes that an event names are this machine's
    resident: engine.Agent | None = None  # for whom all is loaded, in a process that is warm
    settles: bool = True  # in a process of its own, what a session that ends has left to be done


# Of this process: it must not take in, as one that waits, what another thread has in hand.
IN_HAND: set[str] = set()


def respond(
    raw: bytes,
    host: str | None = "claude-code",
    *,
    agent: str | None = None,
    home: str | None = None,
    tenant: str | None = None,
    holder: Holder | None = None,
    clock: Clock | None = None,
    ids: Ids | None = None,
    id: str | None = None,
) -> dict[str, Any]:
    """The answer to one event. Raises nothing that the next hook could make up for.

    `id` is that under which another process has begun with it.
    """
    clock, ids = clock or SystemClock(), ids or Ulids()
    location = home_location(home)
    is_database = engine.is_database_url(location)
    if not is_database:
        location = os.path.abspath(os.path.expanduser(location))
    tenant = tenant or DEFAULT_TENANT
    settings = {"sqlite.wait_seconds": WAIT_SECONDS}

    def opened() -> engine.Home:
        return engine.open(location, tenant=tenant, clock=clock, ids=ids, settings=settings)

    desk = Desk(location, is_database=is_database)
    return respond_from(Post(desk, opened, tenant, agent, holder, clock, ids), raw, host, id=id)


def respond_from(
    post: Post, raw: bytes, host: str | None, *, id: str | None = None
) -> dict[str, Any]:
    """The answer to one event, wherever it is heard."""
    desk, now = post.desk, post.clock.now()
    fields = parsed(raw) if len(raw) <= MOST_INPUT else None
    if host not in HOSTS:
        say(f"no host is called {host!r}; there is {', '.join(HOSTS)}.")
        return {}
    if fields is None:
        _lay_aside(desk, raw, post.ids.new(now))
        _note(desk, written(now), "", "it is no event that can be read")
        return {}
    kind = HOSTS[host]
    name = fields["hook_event_name"]
    if name not in kind.events and name not in kind.guarded:
        return {}
    if not post.is_here:
        fields = {key: value for key, value in fields.items() if key not in PATHS}
    event = HostEvent(id or post.ids.new(now), now, name, kind.reading(fields), host=kind.name)
    if name in kind.guarded:  # nothing of it is kept, so no pause concerns it
        return _guarded(post, event)
    if desk.pauses()[0] is not None or not _may_stand_in_a_file(event, kind, desk):
        return kind.answer(name, "")
    begun = monotonic()
    item = desk.put(event.id, _kept(event, fields, post.agent, post.tenant), _process())
    worker = _Worker(post)
    IN_HAND.add(event.id)
    try:
        told = worker.work(event, item, kind)
    finally:
        IN_HAND.discard(event.id)
    took = round(1000 * (monotonic() - begun), 1)
    about = {"at": written(now), "host": kind.name, "point": kind.point(name), "hook": name}
    desk.note_load({**about, "ms": took, "wrote": worker.wrote, "hooks": worker.took})
    return told


def _may_stand_in_a_file(event: HostEvent, host: Host, desk: Desk) -> bool:
    """Whether an event may be written down: not if it is off the record, nor what comes of it."""
    known = desk.session(event.source)
    if _is_private(event):
        if event.host_session:
            desk.keep_session(event.source, {**known, "quiet": True, "private": True})
        return False
    return not (known.get("quiet") is True and host.is_telling(event.name))


def _guarded(post: Post, event: HostEvent) -> dict[str, Any]:
    try:
        with post.opened() as home:
            return guard_tool.checked(_room(post, home), event)
    except Exception as error:
        say(f"{event.name}: {_reason(error)}")
        _note(post.desk, written(event.at), event.name, _reason(error))
        return {}


def _room(post: Post, home: engine.Home) -> Room:
    return Room(
        home,
        post.desk,
        agent=post.agent,
        host=post.holder,
        is_here=post.is_here,
        resident=post.resident,
    )


class _Worker:
    """Takes in one event, and what waits, in a home that may refuse both."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._desk = post.desk
        self.wrote = ""
        self.took: dict[str, float] = {}

    def work(self, event: HostEvent, item: Spooled | None, host: Host) -> dict[str, Any]:
        context = ""
        is_home = False
        try:
            with self._post.opened() as home:
                if is_within(event.text("cwd"), home.settings.text("hook.ignore")):
                    _finish(item)
                    return host.answer(event.name, "")
                room = _room(self._post, home)
                is_home = bool(room.agent(event).identity)
                self._take_in(room, event, host)
                context = host.events[event.name](room, event)
                self.wrote, self.took = room.wrote, room.took
                _finish(item)
                does_settle = host.events[event.name] is ended and home.settings.flag("hook.settle")
                if does_settle and self._post.settles:
                    _settle(room.agent(event).name, home.location, self._post.tenant)
        except Exception as error:
            self._failed(event, item, error, is_home=is_home)
        if not host.is_heard(event.name) or event.is_of_sub_agent:
            return {}
        return host.answer(event.name, within(self._with_failure(context)))

    def _take_in(self, room: Room, live: HostEvent, host: Host) -> None:
        """Take in events that waited, oldest first, for as long as nobody minds."""
        until = monotonic() + TAKING_IN_SECONDS
        me, taken = _process(), 0
        for item in self._desk.waiting(is_running, me):
            if item.id in IN_HAND:
                continue
            if taken >= MOST_TAKEN_IN or monotonic() > until:
                put_back(item)
                return
            content = read_event(item)
            if content is not None and not self._is_for_us(content, room, live):
                put_back(item)
                continue
            taken += 1
            found = None if content is None else _event(content, item.id)
            if found is None:
                self._desk.refuse(item)
                continue
            act, event = found
            if not room.was_heard(event.at) or is_within(
                event.text("cwd"), room.home.settings.text("hook.ignore")
            ):
                done(item)
                continue
            if event.source == live.source and host.events[live.name] is not started:
                room.session_id(live, opens=bool(live.host_session))
            try:
                act(room, event)
                done(item)
            except (Busy, HomeUnusable, NotFound, OSError):
                put_back(item)
                raise
            except Exception as error:
                self._desk.refuse(item)
                _note(self._desk, written(event.at), event.name, _reason(error))

    def _is_for_us(self, content: Content, room: Room, live: HostEvent) -> bool:
        """Whether an event was for the same agent: another's is left to its own hooks."""
        if content.get("tenant") != self._post.tenant:
            return False
        named = content.get("agent")
        if named == self._post.agent:
            return True
        with suppress(NotFound, Invalid):  # nobody is meant where nobody is named
            return (named or default_agent(room.home)) == room.agent(live).name
        return False

    def _failed(
        self, event: HostEvent, item: Spooled | None, error: Exception, *, is_home: bool
    ) -> None:
        """Leave the event for the next hook, and say once that it had to wait."""
        say(f"{event.name}: {_reason(error)}")
        # Before the agent was there, it cannot have been the event's fault.
        may_pass = not is_home or isinstance(error, (Busy, HomeUnusable, NotFound, OSError))
        if item is not None:
            put_back(item) if may_pass else self._desk.refuse(item)
        _note(self._desk, written(event.at), event.name, _reason(error))

    def _with_failure(self, context: str) -> str:
        failed = self._desk.told_failure()
        if not failed:
            return context
        waiting = len(self._desk.listed())
        waits = f" Waiting to be taken in: {waiting}." if waiting else " Nothing waits any more."
        what = failed.get("event") or "event"
        reason = str(failed.get("reason")).rstrip(".")
        told = (
            f"[A memory hook failed at {failed.get('at')}: {what}, {reason}."
            f"{waits} `wakeline doctor` says more.]"
        )
        return f"{told}\n\n{context}".strip()


def within(text: str) -> str:
    """A text within both bounds. It is written within them; this holds whatever happens.

    Some hosts count characters and some bytes, so bytes have to fit.
    """
    count = EstimatedTokens.count
    while len(text.encode()) > CHARACTERS or count(text) > TOKENS:
        above, is_line, _ = text.rpartition("\n")
        text = above if is_line else text[: min(CHARACTERS, len(text) * 9 // 10)]
    return text


def _is_private(event: HostEvent) -> bool:
    """Whether a prompt asks to be left out, by the usual words; the home may know others."""
    usual = str(BY_NAME["hook.off_record"].default)
    return is_off_record(event.text("prompt"), usual)


def _kept(event: HostEvent, fields: dict[str, Any], agent: str | None, tenant: str) -> Content:
    about = {"host": event.host, "agent": agent, "tenant": tenant, "at": written(event.at)}
    return {**about, "event": fields}


def _event(content: Content, id: str) -> tuple[Act, HostEvent] | None:
    """An event that waited, of whichever host, and what it leads to."""
    fields, at = content.get("event"), moment(content.get("at"))
    named = content.get("host")
    host = HOSTS.get(named) if isinstance(named, str) else None
    if not isinstance(fields, dict) or at is None or host is None:
        return None
    name = fields.get("hook_event_name")
    if not isinstance(name, str) or name not in host.events:
        return None
    event = HostEvent(id, at, name, host.reading(fields), is_live=False, host=host.name)
    return host.events[name], event


def _lay_aside(desk: Desk, raw: bytes, id: str) -> None:
    """Keep what cannot be read for people to look at, unless it asks to be left out."""
    text = raw.decode("utf-8", "replace")
    if raw.strip() and not is_off_record(text, str(BY_NAME["hook.off_record"].default)):
        desk.refuse(None, raw[:100_000], id)


def _note(desk: Desk, at: str, event: str, reason: str) -> None:
    desk.note_failure({"at": at, "event": event, "reason": reason, "told": False})


def _reason(error: Exception) -> str:
    """What went wrong, without words that somebody may have said."""
    name = type(error).__name__
    if isinstance(error, (Busy, HomeUnusable, NotFound)):
        return f"{name}: {error.message}"[:LONGEST_REASON]
    if isinstance(error, OSError):
        return f"{name}: {error.strerror}"
    return name if isinstance(error, WakelineError) else f"unexpected {name}"


def _finish(item: Spooled | None) -> None:
    if item is not None:
        done(item)


def _process() -> str:
    process = os.getpid()
    return f"{process}-{process_start(process) or 0}"


def _settle(agent: str, location: str, tenant: str) -> None:
    """Let a process of its own do what is left to be done; the host waits for nobody."""
    import subprocess
    import threading

    words = own_program("settle", agent, "--home", location, "--tenant", tenant)
    with suppress(OSError):
        process = subprocess.Popen(  # noqa: S603 - our own program, and words of our own
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        # Somebody has to ask how it ended, where this process lives longer.
        threading.Thread(target=process.wait, name="wakeline-settling", daemon=True).start()
