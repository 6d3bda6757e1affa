"""Handle one event of a host, and build the answer.

A host must never hang or fail because of its memory. So an event is first written to a file;
if something goes wrong it stays there, and the next hook handles it, once.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from time import monotonic
from typing import Any, NamedTuple

from wakeline import engine
from wakeline.base.clock import Clock, Ids, SystemClock, Ulids, stored_moment
from wakeline.base.config import DEFAULT_TENANT, SETTINGS_BY_NAME
from wakeline.base.environment import home_location
from wakeline.base.errors import Busy, HomeUnusable, Invalid, NotFound, WakelineError
from wakeline.base.process import is_running, own_command, process_start
from wakeline.interfaces.hook import (
    MOST_INPUT,
    claude_code,
    codex,
    cursor,
    gemini,
    guard_tool,
    write_to_stderr,
)
from wakeline.interfaces.hook.events import Act, on_session_end, on_session_start
from wakeline.interfaces.hook.hook_room import CHARACTERS, TOKENS, HookRoom
from wakeline.interfaces.hook.host_event import HostEvent, parse_event
from wakeline.interfaces.hook.hosts import Host
from wakeline.interfaces.hook.project_folder import is_in_listed_folder
from wakeline.interfaces.hook.transcript import is_off_record, parse_moment
from wakeline.interfaces.open_home import default_agent
from wakeline.minds.tokens import EstimatedTokens
from wakeline.model.session import Holder
from wakeline.store.hook_state import (
    Content,
    HookState,
    SpooledEvent,
    read_event,
    release_event,
    remove_event,
)

HOSTS: dict[str, Host] = {
    "claude-code": claude_code.HOST,
    "claude": claude_code.HOST,
    "codex": codex.HOST,
    "gemini": gemini.HOST,
    "cursor": cursor.HOST,
}
WAIT_SECONDS = "2"  # people do not want to wait longer for a prompt
MOST_TAKEN_IN = 50
TAKING_IN_SECONDS = 1.0
LONGEST_REASON = 200
PATHS = ("transcript_path", "agent_transcript_path")  # files on the host's machine


class ResponderSetup(NamedTuple):
    """What is needed to answer events: the agent, the home, and the files of waiting events."""

    desk: HookState
    open_home: Callable[[], AbstractContextManager[engine.Home]]
    tenant: str
    agent: str | None
    holder: Holder | None
    clock: Clock
    ids: Ids
    is_here: bool = True  # the files and processes that an event names are on this machine
    resident: engine.Agent | None = None  # in a warm process: the agent that is loaded
    settles: bool = True  # start a process that runs the jobs when a session ends


# Ids of events that threads of this process handle now: they do not count as waiting.
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
    """The answer to one event. Errors that the next hook can repair are not raised.

    `id` is given if another process has begun to handle the event under that id.
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

    desk = HookState(location, is_database=is_database)
    return respond_with(
        ResponderSetup(desk, opened, tenant, agent, holder, clock, ids), raw, host, id=id
    )


def respond_with(
    post: ResponderSetup, raw: bytes, host: str | None, *, id: str | None = None
) -> dict[str, Any]:
    """The answer to one event, in a hook process or in a warm one."""
    desk, now = post.desk, post.clock.now()
    fields = parse_event(raw) if len(raw) <= MOST_INPUT else None
    if host not in HOSTS:
        write_to_stderr(f"no host is called {host!r}; there is {', '.join(HOSTS)}.")
        return {}
    if fields is None:
        _lay_aside(desk, raw, post.ids.new(now))
        _note(desk, stored_moment(now), "", "it is no event that can be read")
        return {}
    kind = HOSTS[host]
    name = fields["hook_event_name"]
    if name not in kind.events and name not in kind.guarded:
        return {}
    if not post.is_here:
        fields = {key: value for key, value in fields.items() if key not in PATHS}
    event = HostEvent(id or post.ids.new(now), now, name, kind.read_fields(fields), host=kind.name)
    if name in kind.guarded:  # nothing of it is kept, so pauses do not matter
        return _guarded(post, event)
    if desk.pauses()[0] is not None or not _may_stand_in_a_file(event, kind, desk):
        return kind.answer(name, "")
    begun = monotonic()
    item = desk.spool(event.id, _kept(event, fields, post.agent, post.tenant), _process())
    worker = _Worker(post)
    IN_HAND.add(event.id)
    try:
        told = worker.work(event, item, kind)
    finally:
        IN_HAND.discard(event.id)
    took = round(1000 * (monotonic() - begun), 1)
    about = {"at": stored_moment(now), "host": kind.name, "point": kind.point(name), "hook": name}
    desk.note_load({**about, "ms": took, "wrote": worker.wrote, "hooks": worker.took})
    return told


def _may_stand_in_a_file(event: HostEvent, host: Host, desk: HookState) -> bool:
    """Whether an event may be written to a file: not if it, or its prompt, is off the record."""
    known = desk.session(event.source)
    if _is_private(event):
        if event.host_session:
            desk.keep_session(event.source, {**known, "quiet": True, "private": True})
        return False
    return not (known.get("quiet") is True and host.tells_content(event.name))


def _guarded(post: ResponderSetup, event: HostEvent) -> dict[str, Any]:
    try:
        with post.open_home() as home:
            return guard_tool.check_tool_call(_room(post, home), event)
    except Exception as error:
        write_to_stderr(f"{event.name}: {_reason(error)}")
        _note(post.desk, stored_moment(event.at), event.name, _reason(error))
        return {}


def _room(post: ResponderSetup, home: engine.Home) -> HookRoom:
    return HookRoom(
        home,
        post.desk,
        agent=post.agent,
        host=post.holder,
        is_here=post.is_here,
        resident=post.resident,
    )


class _Worker:
    """Handles one event and the waiting ones, in a home that may refuse both."""

    def __init__(self, post: ResponderSetup) -> None:
        self._post = post
        self._desk = post.desk
        self.wrote = ""
        self.took: dict[str, float] = {}

    def work(self, event: HostEvent, item: SpooledEvent | None, host: Host) -> dict[str, Any]:
        context = ""
        is_home = False
        try:
            with self._post.open_home() as home:
                if is_in_listed_folder(event.text("cwd"), home.settings.text("hook.ignore")):
                    _finish(item)
                    return host.answer(event.name, "")
                room = _room(self._post, home)
                is_home = bool(room.agent(event).identity)
                self._take_in(room, event, host)
                context = host.events[event.name](room, event)
                self.wrote, self.took = room.wrote, room.took
                _finish(item)
                does_settle = host.events[event.name] is on_session_end and home.settings.flag(
                    "hook.settle"
                )
                if does_settle and self._post.settles:
                    _settle(room.agent(event).name, home.location, self._post.tenant)
        except Exception as error:
            self._failed(event, item, error, is_home=is_home)
        if not host.reads_context(event.name) or event.is_of_sub_agent:
            return {}
        return host.answer(event.name, cut_to_limits(self._with_failure(context)))

    def _take_in(self, room: HookRoom, live: HostEvent, host: Host) -> None:
        """Handle waiting events, oldest first, within a limit of time and number."""
        until = monotonic() + TAKING_IN_SECONDS
        me, taken = _process(), 0
        for item in self._desk.take_waiting(is_running, me):
            if item.id in IN_HAND:
                continue
            if taken >= MOST_TAKEN_IN or monotonic() > until:
                release_event(item)
                return
            content = read_event(item)
            if content is not None and not self._is_for_us(content, room, live):
                release_event(item)
                continue
            taken += 1
            found = None if content is None else _event(content, item.id)
            if found is None:
                self._desk.refuse(item)
                continue
            act, event = found
            if not room.was_heard(event.at) or is_in_listed_folder(
                event.text("cwd"), room.home.settings.text("hook.ignore")
            ):
                remove_event(item)
                continue
            if event.source == live.source and host.events[live.name] is not on_session_start:
                room.session_id(live, opens=bool(live.host_session))
            try:
                act(room, event)
                remove_event(item)
            except (Busy, HomeUnusable, NotFound, OSError):
                release_event(item)
                raise
            except Exception as error:
                self._desk.refuse(item)
                _note(self._desk, stored_moment(event.at), event.name, _reason(error))

    def _is_for_us(self, content: Content, room: HookRoom, live: HostEvent) -> bool:
        """Whether an event is for the same agent; others are left to their own hooks."""
        if content.get("tenant") != self._post.tenant:
            return False
        named = content.get("agent")
        if named == self._post.agent:
            return True
        with suppress(NotFound, Invalid):  # there is no default agent
            return (named or default_agent(room.home)) == room.agent(live).name
        return False

    def _failed(
        self, event: HostEvent, item: SpooledEvent | None, error: Exception, *, is_home: bool
    ) -> None:
        """Leave the event for the next hook, and note the failure to report it once."""
        write_to_stderr(f"{event.name}: {_reason(error)}")
        # If the agent was not opened yet, the event is not the cause.
        may_pass = not is_home or isinstance(error, (Busy, HomeUnusable, NotFound, OSError))
        if item is not None:
            release_event(item) if may_pass else self._desk.refuse(item)
        _note(self._desk, stored_moment(event.at), event.name, _reason(error))

    def _with_failure(self, context: str) -> str:
        failed = self._desk.take_untold_failure()
        if not failed:
            return context
        waiting = len(self._desk.spooled_events())
        waits = f" Waiting to be taken in: {waiting}." if waiting else " Nothing waits any more."
        what = failed.get("event") or "event"
        reason = str(failed.get("reason")).rstrip(".")
        told = (
            f"[A memory hook failed at {failed.get('at')}: {what}, {reason}."
            f"{waits} `wakeline doctor` says more.]"
        )
        return f"{told}\n\n{context}".strip()


def cut_to_limits(text: str) -> str:
    """The text, cut to both limits. It should be within them; this makes sure.

    Some hosts count characters and some bytes, so bytes must fit.
    """
    count = EstimatedTokens.count
    while len(text.encode()) > CHARACTERS or count(text) > TOKENS:
        above, is_line, _ = text.rpartition("\n")
        text = above if is_line else text[: min(CHARACTERS, len(text) * 9 // 10)]
    return text


def _is_private(event: HostEvent) -> bool:
    """Whether a prompt is off the record by the default marker; the home may set another."""
    usual = str(SETTINGS_BY_NAME["hook.off_record"].default)
    return is_off_record(event.text("prompt"), usual)


def _kept(event: HostEvent, fields: dict[str, Any], agent: str | None, tenant: str) -> Content:
    about = {"host": event.host, "agent": agent, "tenant": tenant, "at": stored_moment(event.at)}
    return {**about, "event": fields}


def _event(content: Content, id: str) -> tuple[Act, HostEvent] | None:
    """A waiting event of any host, and the act that handles it; None if it is not valid."""
    fields, at = content.get("event"), parse_moment(content.get("at"))
    named = content.get("host")
    host = HOSTS.get(named) if isinstance(named, str) else None
    if not isinstance(fields, dict) or at is None or host is None:
        return None
    name = fields.get("hook_event_name")
    if not isinstance(name, str) or name not in host.events:
        return None
    event = HostEvent(id, at, name, host.read_fields(fields), is_live=False, host=host.name)
    return host.events[name], event


def _lay_aside(desk: HookState, raw: bytes, id: str) -> None:
    """Keep an unreadable event for people to look at, unless it is off the record."""
    text = raw.decode("utf-8", "replace")
    if raw.strip() and not is_off_record(text, str(SETTINGS_BY_NAME["hook.off_record"].default)):
        desk.refuse(None, raw[:100_000], id)


def _note(desk: HookState, at: str, event: str, reason: str) -> None:
    desk.note_failure({"at": at, "event": event, "reason": reason, "told": False})


def _reason(error: Exception) -> str:
    """What went wrong, without any text of the conversation."""
    name = type(error).__name__
    if isinstance(error, (Busy, HomeUnusable, NotFound)):
        return f"{name}: {error.message}"[:LONGEST_REASON]
    if isinstance(error, OSError):
        return f"{name}: {error.strerror}"
    return name if isinstance(error, WakelineError) else f"unexpected {name}"


def _finish(item: SpooledEvent | None) -> None:
    if item is not None:
        remove_event(item)


def _process() -> str:
    process = os.getpid()
    return f"{process}-{process_start(process) or 0}"


def _settle(agent: str, location: str, tenant: str) -> None:
    """Start a process that runs the waiting jobs; the host does not wait for it."""
    import subprocess
    import threading

    words = own_command("settle", agent, "--home", location, "--tenant", tenant)
    with suppress(OSError):
        process = subprocess.Popen(  # noqa: S603 - our own program, and words of our own
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        # A process that lives longer must collect the exit status.
        threading.Thread(target=process.wait, name="wakeline-settling", daemon=True).start()
