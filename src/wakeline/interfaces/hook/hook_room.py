"""What a hook works with: the home, the hook's files, the agent, and the event's session."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from wakeline import engine
from wakeline.base.errors import Conflict
from wakeline.base.process import boot_id, host_name, process_name, process_parent, process_start
from wakeline.interfaces.hook.host_event import HostEvent
from wakeline.interfaces.hook.project_folder import (
    ProjectFolder,
    project_folder,
    remote_project_folder,
)
from wakeline.interfaces.hook.transcript import TranscriptPart
from wakeline.interfaces.hook.transcripts import TRANSCRIPTS
from wakeline.interfaces.open_home import default_agent
from wakeline.model.host import HostSession, HostTurn
from wakeline.model.session import Holder
from wakeline.store.hook_state import Content, HookState, parse_noted_moment

if TYPE_CHECKING:
    from wakeline.model.requests import PresetOptions

SHELLS = frozenset({"sh", "bash", "dash", "zsh", "fish", "ksh"})
MOST_LEFT = 5  # other sessions of a host whose transcripts are read at one start
CUT = "\n[…]"  # not a word, which would count as said
TOKENS, CHARACTERS = 2400, 9_900  # the limits of all text that a hook shows to an agent
OWN_TOKENS, OWN_CHARACTERS = 200, 700  # the part of them for the hook's own text
# Any other source means that a session continues: a sudden wake.
WAKE_TYPES = {"startup": "gradual", "clear": "gradual", "resume": "called", "fork": "called"}


class OpenedSession(NamedTuple):
    """Our session for a host's session, and the text for its agent."""

    session_id: str
    text: str


class HookRoom:
    """One hook's view of a home. Nothing is opened before it is needed."""

    def __init__(
        self,
        home: engine.Home,
        desk: HookState,
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
        """The agent, held by the host's process for this session."""
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
        """Our session for the host's session, in any state."""
        agent = self.agent(event)
        if not event.host_session:
            return None
        from wakeline.flows.session.host_sessions import host_session

        found: HostSession | None = host_session(agent.place, event.source)
        agent.session_id = None if found is None else found.session.id
        return found

    def folder_of(self, event: HostEvent) -> ProjectFolder:
        """The thread and the project of the working folder.

        For a host on another machine no file is read here: a session stays in the thread in
        which it was opened, and a new one gets the thread of its folder's name.
        """
        if self._is_here:
            return project_folder(event.text("cwd"))
        found = self.session(event)
        if found is not None and found.session.thread_id is not None:
            return ProjectFolder(found.session.thread_id, None, "")
        return remote_project_folder(event.text("cwd"))

    def _project(self, event: HostEvent) -> str | None:
        """The id of the project of the working folder, created at its first use."""
        if not self._is_here:
            found = self.session(event)
            return None if found is None else found.session.project_id
        at = self.folder_of(event)
        if at.project is None:
            return None
        from wakeline.flows.session.host_sessions import host_project

        return host_project(self.agent(event).place, at.project, at.title)

    def open(self, event: HostEvent, *, is_told: bool) -> OpenedSession:
        """Wake the agent for a host's session. Without `is_told` the next prompt gets the text.

        If another hook has opened the same session meanwhile, that one is used.
        """
        agent, at = self.agent(event), self.folder_of(event)
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
            return OpenedSession(found.session.id, self.rebuilt_context(event) if is_told else "")
        agent.session_id = woken.session_id
        if not is_told:
            self.remember(event, told=False)
        return OpenedSession(str(woken.session_id), woken.text)

    def rebuilt_context(self, event: HostEvent) -> str:
        """The text of a wake for a session that continues."""
        asked, agent = self._asked(event), self.agent(event)
        from wakeline.flows.wake.resume import rebuild_context as told_again_flow

        made = told_again_flow(
            agent.place, thread=self.folder_of(event).thread, session_id=agent.session_id, **asked
        )
        return made.text

    def turn_context(self, event: HostEvent, prompt: str) -> str:
        """The text of the turn's context hooks, if the settings allow it."""
        if not self.home.settings.flag("hook.context"):
            return ""
        agent = self.agent(event)
        from wakeline.flows.wake.turn_context import turn_context as turn_context_flow

        made = turn_context_flow(agent.place, prompt, session_id=agent.session_id, mode="code")
        self.took = {time.hook: time.milliseconds for time in made.times}
        return made.text

    def resume_text(self, event: HostEvent, found: HostSession) -> str:
        """The short text for a resumed session whose host still has the whole context."""
        from wakeline.flows.wake.resume import resume_context as resumed_flow

        made = resumed_flow(
            self.agent(event).place,
            thread=self.folder_of(event).thread,
            last_heard_at=found.last_heard_at,
            gateway_restarted=not found.is_alive,
            **self._asked(event),
        )
        return made.text

    def _asked(self, event: HostEvent) -> PresetOptions:
        return {
            "project": self._project(event),
            "mode": "code",
            "exclude": "Welcome",  # a greeting is not worth the space
            "budget": TOKENS - OWN_TOKENS,
            "most_characters": CHARACTERS - OWN_CHARACTERS,
        }

    def session_id(self, event: HostEvent, *, opens: bool) -> str | None:
        """The session of a turn. With `opens`, a session whose start was missed is opened now."""
        found = self.session(event)
        if found is None and opens and event.host_session:
            return self.open(event, is_told=False).session_id
        return None if found is None else found.session.id

    # -- what was said

    def keep(self, event: HostEvent, said: Sequence[HostTurn], session_id: str | None) -> None:
        """Keep turns of an event's session, each once."""
        if not said:
            return
        at, agent = self.folder_of(event), self.agent(event)
        most = self.home.settings.number("text.most_bytes")
        from wakeline.flows.session.host_turns import keep_host_turns

        keep_host_turns(
            agent.place,
            [each._replace(text=cut_to_bytes(each.text, most)) for each in said],
            session_id=session_id,
            # Output of tools would crowd out the conversation of a thread.
            thread=None if all(each.kind == "tool_result" for each in said) else at.thread,
            project=self._project(event),
            is_live=event.is_live,
        )

    def prompt_context(
        self, event: HostEvent, prompt: str, session_id: str | None, budget: int
    ) -> str:
        """The rows that fit a prompt: by words, and in a warm process also by meaning.

        Decisions and principles come first; the quoted rows get the rest of the budget.
        """
        agent, is_warm = self.agent(event), self._resident is not None
        since = self._compacted_at(event)
        from wakeline.flows.recall.prompt_decisions import decisions_for_prompt

        bearing = decisions_for_prompt(
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
            from wakeline.flows.recall.prompt_by_meaning import prompt_context_by_meaning

            meant = prompt_context_by_meaning(
                agent.place, prompt, session_id=session_id, budget=budget, compacted_at=since
            )
        if meant is None:
            from wakeline.flows.recall.prompt_by_words import prompt_context_by_words

            meant = prompt_context_by_words(
                agent.place, prompt, session_id=session_id, budget=budget, compacted_at=since
            )
        elif meant.ids:
            from wakeline.flows.recall.prompt_by_words import note_prompt_uses

            note_prompt_uses(agent.place, meant.ids, session_id=session_id)
        return "\n\n".join(each.text for each in (bearing, meant) if each.text)

    def _compacted_at(self, event: HostEvent) -> datetime | None:
        """When the host last compacted its context; None if it has not."""
        return parse_noted_moment(self.known(event).get("compacted_at"))

    def read_missed(self, event: HostEvent, *, is_over: bool) -> TranscriptPart:
        """What the transcript holds after the position that was read last."""
        path = event.text("transcript_path")
        known = self.known(event)
        is_same = known.get("path") == path
        start = known.get("through", 0) if is_same else 0
        start = start if isinstance(start, int) else 0
        is_private = is_same and known.get("private_last") is True
        kind = TRANSCRIPTS.get(event.host)
        if kind is None or not path or not os.path.isabs(path):
            return TranscriptPart([], 0)
        off_record = self.home.settings.text("hook.off_record")
        options = {"is_over": is_over, "is_private": is_private}
        return kind.read(path, start, off_record=off_record, passes=self.was_heard, **options)

    def note_progress(self, event: HostEvent, read: TranscriptPart, **changes: Any) -> None:
        """Note how far the transcript was read."""
        self.remember(event, through=read.through, private_last=read.is_private, **changes)

    def end_of_transcript(self, event: HostEvent) -> int:
        """The end position of the transcript."""
        kind, path = TRANSCRIPTS.get(event.host), event.text("transcript_path")
        return kind.end(path) if kind is not None and os.path.isabs(path) else 0

    def was_heard(self, at: datetime) -> bool:
        """Whether hooks were active, not paused, at a moment."""
        if self._since is not None and at >= self._since:
            return False
        return not any(begun <= at <= over for begun, over in self._past)

    def known(self, event: HostEvent) -> Content:
        """The noted state of a host's session."""
        return self.desk.session(event.source)

    def remember(self, event: HostEvent, **changes: Any) -> None:
        """Note changes of the state of a host's session."""
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
        """Keep what dead sessions of the host said after their last hook."""
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
            read = self.read_missed(other, is_over=True)
            self.keep(other, read.said, found.session.id)
            self.note_progress(other, read)


def host_process(process: int | None = None) -> Holder:
    """The process of the host: the parent of the hook, or its parent if that is a shell."""
    process = process or os.getppid()
    if process_name(process) in SHELLS:
        process = process_parent(process) or process
    return Holder("host", host_name(), boot_id(), process, process_start(process))


def cut_to_bytes(text: str, most_bytes: int) -> str:
    """The text, cut to so many bytes; a mark shows that it was cut."""
    raw = text.encode()
    if len(raw) <= most_bytes:
        return text
    return raw[: most_bytes - len(CUT.encode())].decode("utf-8", "ignore") + CUT
