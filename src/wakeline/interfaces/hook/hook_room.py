"""Where a hook works: the home, its desk, the agent it speaks for, and the session of an event."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from wakeline import engine
from wakeline.base.errors import Conflict
from wakeline.base.process import boot_id, host_name, process_name, process_parent, process_start
from wakeline.interfaces.hook.host_event import HostEvent
from wakeline.interfaces.hook.project_folder import Where, elsewhere, where
from wakeline.interfaces.hook.transcript import Read
from wakeline.interfaces.hook.transcripts import TRANSCRIPTS
from wakeline.interfaces.open_home import default_agent
from wakeline.model.host import HostSession, Said
from wakeline.model.session import Holder
from wakeline.store.hook_desk import Content, Desk, moment_noted

if TYPE_CHECKING:
    from wakeline.model.requests import PresetOptions

SHELLS = frozenset({"sh", "bash", "dash", "zsh", "fish", "ksh"})
MOST_LEFT = 5  # of a host's other sessions are looked after at one start
CUT = "\n[…]"  # no word: it would count as one of those that were said
TOKENS, CHARACTERS = 2400, 9_900  # of all that a hook puts before an agent
OWN_TOKENS, OWN_CHARACTERS = 200, 700  # of these, what a hook has to say itself
# Anything else takes a session up in the middle.
WAKE_TYPES = {"startup": "gradual", "clear": "gradual", "resume": "called", "fork": "called"}


class Opened(NamedTuple):
    """The session that stands for a host's, and what it is told."""

    session_id: str
    text: str


class Room:
    """One hook's view of a home. Nothing is opened before it is needed."""

    def __init__(
        self,
        home: engine.Home,
        desk: Desk,
        *,
        agent: str | None,
        host: Holder | None = None,
        is_here: bool = True,
        resident: engine.Agent | None = None,
    ) -> None:
        self.home = home
        self.desk = desk
        self.wrote = ""  # why a handoff was written, if one was
        self.took: dict[str, float] = {}  # milliseconds, by hooks of the turn
        self._name = agent
        self._host = host
        self._is_here = is_here
        self._resident = resident
        self._agents: dict[str, engine.Agent] = {}
        self._since, self._past = desk.pauses()

    # -- who, and in which session

    def agent(self, event: HostEvent) -> engine.Agent:
        """The agent, as the host holds it in this session."""
        if event.source not in self._agents:
            holder = (self._host or host_process())._replace(name=event.source)
            self._agents[event.source] = self._held(holder)
        return self._agents[event.source]

    def _held(self, holder: Holder) -> engine.Agent:
        if self._resident is not None:
            return self._resident.apart(holder)
        name = self._name or default_agent(self.home)
        return self.home.agent(name, create=False, holder=holder)

    def session(self, event: HostEvent) -> HostSession | None:
        """The session that stands for the host's, whatever state it is in."""
        agent = self.agent(event)
        if not event.host_session:
            return None
        from wakeline.flows.session.host_sessions import host_session

        found: HostSession | None = host_session(agent.place, event.source)
        agent.session_id = None if found is None else found.session.id
        return found

    def where(self, event: HostEvent) -> Where:
        """The thread and the project that are worked in.

        Nothing is looked at on this machine for a host on another: there a session is in the
        thread that it was opened in, and a new one in that of its folder's name.
        """
        if self._is_here:
            return where(event.text("cwd"))
        found = self.session(event)
        if found is not None and found.session.thread_id is not None:
            return Where(found.session.thread_id, None, "")
        return elsewhere(event.text("cwd"))

    def _project(self, event: HostEvent) -> str | None:
        """The project that is worked in, opened at its first use."""
        if not self._is_here:
            found = self.session(event)
            return None if found is None else found.session.project_id
        at = self.where(event)
        if at.project is None:
            return None
        from wakeline.flows.session.host_sessions import host_project

        return host_project(self.agent(event).place, at.project, at.title)

    def open(self, event: HostEvent, *, is_told: bool) -> Opened:
        """Wake the agent for a host's session. What is not told now is told with a prompt.

        Where another hook of the same session was quicker, it goes on in the one that is open.
        """
        agent, at = self.agent(event), self.where(event)
        try:
            from wakeline.flows.wake.wake import wake

            woken = wake(
                agent.place,
                wake_type=WAKE_TYPES.get(event.text("source"), "sudden"),
                thread=at.thread,
                model_id=event.text("model")[:200] or None,
                source=event.source,
                is_read_later=not is_told,
                has_turns=True,
                is_only_one=True,
                **self._asked(event),
            )
        except Conflict:
            found = self.session(event)
            if found is None or found.session.state != "open":
                raise
            return Opened(found.session.id, self.told_again(event) if is_told else "")
        agent.session_id = woken.session_id
        if not is_told:
            self.remember(event, told=False)
        return Opened(str(woken.session_id), woken.text)

    def told_again(self, event: HostEvent) -> str:
        """The text of a wake for a session that goes on."""
        asked, agent = self._asked(event), self.agent(event)
        from wakeline.flows.wake.resume import told_again as told_again_flow

        made = told_again_flow(
            agent.place, thread=self.where(event).thread, session_id=agent.session_id, **asked
        )
        return made.text

    def turn_context(self, event: HostEvent, prompt: str) -> str:
        """What hooks of the turn have to say, where the home wants to hear it."""
        if not self.home.settings.flag("hook.context"):
            return ""
        agent = self.agent(event)
        from wakeline.flows.wake.turn_context import turn_context as turn_context_flow

        made = turn_context_flow(agent.place, prompt, session_id=agent.session_id, mode="code")
        self.took = {time.hook: time.milliseconds for time in made.times}
        return made.text

    def resumed(self, event: HostEvent, found: HostSession) -> str:
        """What is told where the host still has all that was said, ours too."""
        from wakeline.flows.wake.resume import resumed as resumed_flow

        made = resumed_flow(
            self.agent(event).place,
            thread=self.where(event).thread,
            last_heard_at=found.last_heard_at,
            gateway_restarted=not found.is_alive,
            **self._asked(event),
        )
        return made.text

    def _asked(self, event: HostEvent) -> PresetOptions:
        return {
            "project": self._project(event),
            "mode": "code",
            "exclude": "Welcome",  # a greeting is not what matters most
            "budget": TOKENS - OWN_TOKENS,
            "most_characters": CHARACTERS - OWN_CHARACTERS,
        }

    def session_id(self, event: HostEvent, *, opens: bool) -> str | None:
        """Where a turn goes. A session whose start was missed is opened now, if it is live."""
        found = self.session(event)
        if found is None and opens and event.host_session:
            return self.open(event, is_told=False).session_id
        return None if found is None else found.session.id

    # -- what was said

    def keep(self, event: HostEvent, said: Sequence[Said], session_id: str | None) -> None:
        """Keep turns of an event's session, each once."""
        if not said:
            return
        at, agent = self.where(event), self.agent(event)
        most = self.home.settings.number("text.most_bytes")
        from wakeline.flows.session.host_turns import keep_said

        keep_said(
            agent.place,
            [each._replace(text=fitted(each.text, most)) for each in said],
            session_id=session_id,
            # What tools say would crowd out the talk of a thread.
            thread=None if all(each.kind == "tool_result" for each in said) else at.thread,
            project=self._project(event),
            is_live=event.is_live,
        )

    def relevant(self, event: HostEvent, prompt: str, session_id: str | None, budget: int) -> str:
        """What bears on a prompt: by meaning too where a process is warm, else by words alone.

        Decisions and principles come first; what is quoted after them has the rest of the budget.
        """
        agent, is_warm = self.agent(event), self._resident is not None
        since = self._compacted_at(event)
        from wakeline.flows.recall.prompt_decisions import bearing_on_prompt

        bearing = bearing_on_prompt(
            agent.place,
            prompt,
            session_id=session_id,
            budget=budget,
            compacted_at=since,
            by_meaning=is_warm,
        )
        budget -= bearing.tokens
        meant = None
        if is_warm:
            from wakeline.flows.recall.prompt_by_meaning import meant_for_prompt

            meant = meant_for_prompt(
                agent.place, prompt, session_id=session_id, budget=budget, compacted_at=since
            )
        if meant is None:
            from wakeline.flows.recall.prompt_by_words import relevant_to_prompt

            meant = relevant_to_prompt(
                agent.place, prompt, session_id=session_id, budget=budget, compacted_at=since
            )
        elif meant.ids:
            from wakeline.flows.recall.prompt_by_words import note_brought

            note_brought(agent.place, meant.ids, session_id=session_id)
        return "\n\n".join(each.text for each in (bearing, meant) if each.text)

    def _compacted_at(self, event: HostEvent) -> datetime | None:
        """When the host let go of what was said last; None if it has not."""
        return moment_noted(self.known(event).get("compacted_at"))

    def missed(self, event: HostEvent, *, is_over: bool) -> Read:
        """What the transcript holds behind what was taken in."""
        path = event.text("transcript_path")
        known = self.known(event)
        is_same = known.get("path") == path
        start = known.get("through", 0) if is_same else 0
        start = start if isinstance(start, int) else 0
        is_private = is_same and known.get("private_last") is True
        kind = TRANSCRIPTS.get(event.host)
        if kind is None or not path or not os.path.isabs(path):
            return Read([], 0)
        off_record = self.home.settings.text("hook.off_record")
        options = {"is_over": is_over, "is_private": is_private}
        return kind.read(path, start, off_record=off_record, passes=self.was_heard, **options)

    def reached(self, event: HostEvent, read: Read, **changes: Any) -> None:
        """Note how far the transcript was read."""
        self.remember(event, through=read.through, private_last=read.is_private, **changes)

    def end_of_transcript(self, event: HostEvent) -> int:
        """The place behind all that the transcript holds."""
        kind, path = TRANSCRIPTS.get(event.host), event.text("transcript_path")
        return kind.end(path) if kind is not None and os.path.isabs(path) else 0

    def was_heard(self, at: datetime) -> bool:
        """Whether hooks were not paused at a moment."""
        if self._since is not None and at >= self._since:
            return False
        return not any(begun <= at <= over for begun, over in self._past)

    def known(self, event: HostEvent) -> Content:
        """How a host's session stands, as it was noted."""
        return self.desk.session(event.source)

    def remember(self, event: HostEvent, **changes: Any) -> None:
        """Note how a host's session stands."""
        if not event.host_session:
            return
        known = self.known(event)
        about = {
            "host": event.host,
            "host_session": event.host_session,
            "path": event.text("transcript_path") or known.get("path", ""),
            "cwd": event.text("cwd") or known.get("cwd", ""),
        }
        self.desk.keep_session(event.source, {**known, **about, **changes})

    def look_after_others(self, event: HostEvent) -> None:
        """Take in what sessions of the host that are gone said after their last hook."""
        for known in self.desk.sessions(MOST_LEFT):
            other = event._replace(
                fields={
                    "session_id": known.get("host_session"),
                    "transcript_path": known.get("path"),
                    "cwd": known.get("cwd"),
                },
                is_live=False,
                host=str(known.get("host", event.host)),
            )
            through = known.get("through", 0)
            if known.get("over") or other.source == event.source:
                continue
            if self.end_of_transcript(other) <= (through or 0):
                continue
            found = self.session(other)
            if found is None or found.is_alive:
                continue
            read = self.missed(other, is_over=True)
            self.keep(other, read.said, found.session.id)
            self.reached(other, read)


def host_process(process: int | None = None) -> Holder:
    """The host: whoever started the hook, past a shell that it may have used to do so."""
    process = process or os.getppid()
    if process_name(process) in SHELLS:
        process = process_parent(process) or process
    return Holder("host", host_name(), boot_id(), process, process_start(process))


def fitted(text: str, most_bytes: int) -> str:
    """A text that the log takes in: one that is too long is cut, and says so."""
    raw = text.encode()
    if len(raw) <= most_bytes:
        return text
    return raw[: most_bytes - len(CUT.encode())].decode("utf-8", "ignore") + CUT
