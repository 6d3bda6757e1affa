"""What an event of a host leads to. Which event leads to which act is the host's own table.

Each act takes the room and the event, and answers with the text to put before the agent. An
event that had to wait goes the same way, later and without an answer. It does not know hosts
apart: their fields come under the names that Claude Code gives them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from wakeline.base.clock import written
from wakeline.base.errors import Conflict
from wakeline.interfaces.hook.check_answer import doubts_of
from wakeline.interfaces.hook.hook_room import Room
from wakeline.interfaces.hook.host_event import HostEvent
from wakeline.interfaces.hook.transcript import (
    is_off_record,
    storable,
    sub_agent_answer,
)
from wakeline.model.host import Said

Act = Callable[[Room, HostEvent], str]
# Whose prompt it is where the host says so.
PERSON = ("", "user", "human")
LONGEST_INPUT = 300
LONGEST_LABEL = 80
TEXT_FIELDS = ("stdout", "stderr", "content", "result", "output", "text", "error")


def started(room: Room, event: HostEvent) -> str:
    """A session begins, or goes on after a pause or a compaction."""
    if event.is_of_sub_agent or not event.is_live or not event.host_session:
        return ""  # a sub-agent is never woken; a start that had to wait is made up for later
    room.look_after_others(event)
    found = room.session(event)
    if found is None or found.session.state == "ended":
        if found is None:
            # What the transcript holds already was said in another session.
            room.remember(event, through=room.end_of_transcript(event))
        _leave(room, event, is_leaving=True)  # for a session that could not do so itself
        opened = room.open(event, is_told=True)
        room.remember(event, over=False, told=True, quiet=False)
        return opened.text
    from wakeline.flows.session.host_sessions import take_up_session

    take_up_session(room.agent(event).place, found.session.id)
    if event.text("source") != "compact":
        _catch_up(room, event, found.session.id)
    _leave(room, event, is_leaving=True)
    was_told = room.known(event).get("told") is True
    room.remember(event, told=True)
    if was_told and event.text("source") == "resume":
        return room.resumed(event, found)
    return room.told_again(event)


def prompted(room: Room, event: HostEvent) -> str:
    """Somebody asks something."""
    prompt = event.text("prompt")
    if not prompt or event.is_of_sub_agent:
        return ""
    if is_off_record(prompt, room.home.settings.text("hook.off_record")):
        if event.is_live:
            room.remember(event, quiet=True, private=True)
        return ""
    context = _made_up_for(room, event)
    session_id = room.agent(event).session_id
    voice = event.text("source")
    said = Said("user", prompt, event.at, event.own_source)
    if voice not in PERSON:
        said = said._replace(role="other", kind="observation", speaker=voice[:LONGEST_LABEL])
    if not event.is_live:
        _catch_up(room, event, session_id, is_over=False)  # what was said before comes before
        room.keep(event, [said], session_id)
        return ""
    read = room.missed(event, is_over=True)
    before = list(read.said)
    if before and before[-1].role == "user" and before[-1].text.split() == prompt.split():
        before.pop()  # the host has written it down already
    room.keep(event, [*before, said], session_id)
    doubts = room.known(event).get("doubts") or ""
    room.reached(event, read, quiet=False, doubts="")
    if context:
        return f"{doubts}\n\n{context}".strip()
    budget = room.home.settings.number("hook.prompt_tokens")
    relevant = room.relevant(event, prompt, session_id, budget)
    told = (doubts, room.turn_context(event, prompt), relevant)
    return "\n\n".join(part for part in told if part)


def answered(room: Room, event: HostEvent) -> str:
    """The agent has answered."""
    if event.is_of_sub_agent or _is_quiet(room, event):
        return ""
    session_id = room.session_id(event, opens=event.is_live)
    last = event.text("last_assistant_message")
    own = Said("agent", last, event.at, event.own_source)
    if not event.is_live:
        _catch_up(room, event, session_id)
        room.keep(event, [own] if last else [], session_id)
        return ""
    read = room.missed(event, is_over=True)
    said = list(read.said)
    if last and not (said and said[-1].role == "agent" and _ends_with(said[-1].text, last)):
        # The host has not written its answer down yet: what it said on the way is not it.
        read = room.missed(event, is_over=False)
        said = [*read.said, own]
    room.keep(event, said, session_id)
    room.reached(event, read)
    _leave(room, event)
    if last and room.home.settings.flag("hook.check"):
        room.remember(event, doubts=doubts_of(room.agent(event), last, session_id))
    return ""


def spoke(room: Room, event: HostEvent) -> str:
    """The agent has said something, and may go on; the host says apart when it has finished."""
    text = event.text("last_assistant_message")
    if text and not event.is_of_sub_agent and not _is_quiet(room, event):
        said = Said("agent", text, event.at, event.own_source)
        room.keep(event, [said], room.session_id(event, opens=event.is_live))
    return ""


def finished(room: Room, event: HostEvent) -> str:
    """The agent has finished. What it said came by itself."""
    if event.is_live and not event.is_of_sub_agent and not _is_quiet(room, event):
        room.session_id(event, opens=True)
        _leave(room, event)
    return ""


def sub_agent_answered(room: Room, event: HostEvent) -> str:
    """A sub-agent has finished: what it found is kept as what a tool said."""
    text = event.text("last_assistant_message")
    source = event.own_source
    if not text and event.text("agent_transcript_path"):
        entry = sub_agent_answer(event.text("agent_transcript_path"))
        if entry is not None:
            text, source = entry.text, event.named(entry.uuid) if entry.uuid else source
    if not text or _is_quiet(room, event):
        return ""
    speaker = event.text("agent_type")[:LONGEST_LABEL] or "sub-agent"
    about = {"subagent": event.text("agent_id")[:LONGEST_LABEL]}
    said = Said("other", text, event.at, source, "observation", speaker=speaker, metadata=about)
    room.keep(event, [said], room.session_id(event, opens=False))
    return ""


def tool_used(room: Room, event: HostEvent) -> str:
    """A tool has answered, or failed."""
    most = room.home.settings.number("hook.tool_characters")
    name = event.text("tool_name")[:LONGEST_LABEL]
    if most == 0 or not name or _is_quiet(room, event):
        return ""
    has_failed = bool(event.fields.get("error"))
    found = _told(event.fields.get("error" if has_failed else "tool_response"))
    asked = _told(event.fields.get("tool_input"))[:LONGEST_INPUT]
    text = storable(f"{name} {asked}\n{found}").strip()
    use = event.text("tool_use_id")[:LONGEST_LABEL]
    about = {"subagent": event.text("agent_id")[:LONGEST_LABEL]} if event.is_of_sub_agent else None
    said = Said(
        "tool",
        text if len(text) <= most else text[:most].rstrip() + " …",
        event.at,
        event.named(use) if use else event.own_source,
        "error" if has_failed else "tool_result",
        speaker=name,
        metadata=about,
    )
    room.keep(event, [said], room.session_id(event, opens=False))
    return ""


def before_compaction(room: Room, event: HostEvent) -> str:
    """The context will be compacted: everything that was said must be in the log by then."""
    if event.is_of_sub_agent:
        return ""
    session_id = room.session_id(event, opens=event.is_live)
    if not _is_quiet(room, event):
        read = room.missed(event, is_over=False)
        room.keep(event, read.said, session_id)
        room.reached(event, read)
    room.remember(event, compacted_at=written(event.at))
    if session_id is not None and event.is_live:
        with suppress(Conflict):  # it has ended meanwhile, and left what there was to leave
            from wakeline.flows.session.checkpoints import checkpoint

            checkpoint(room.agent(event).place, session_id=session_id)
    thread = room.where(event).thread
    if thread is not None:
        room.agent(event).compact_thread(thread)
    return ""


def compressed(room: Room, event: HostEvent) -> str:
    """As before a compaction, for a host that does not say when it is over: told with a prompt."""
    before_compaction(room, event)
    if event.is_live and not event.is_of_sub_agent:
        room.remember(event, told=False)
    return ""


def compacted(room: Room, event: HostEvent) -> str:
    """The host's summary of what it let go, in its own words."""
    summary = event.text("compact_summary")
    # Of a session in which something was off the record, it may tell that too.
    has_private = room.known(event).get("private") is True
    if summary and not event.is_of_sub_agent and not has_private:
        said = Said(
            "system",
            summary,
            event.at,
            event.own_source,
            "observation",
            "agent_inferred",
            "compaction",
        )
        room.keep(event, [said], room.session_id(event, opens=False))
    return ""


def ended(room: Room, event: HostEvent) -> str:
    """The host's session is over."""
    found = room.session(event)
    if found is None or event.is_of_sub_agent:
        return ""
    if not _is_quiet(room, event):
        _catch_up(room, event, found.session.id)
    room.remember(event, over=True, quiet=False)
    if found.session.state != "ended":
        with suppress(Conflict):  # somebody else has ended it meanwhile
            from wakeline.flows.session.end import end

            end(room.agent(event).place, session_id=found.session.id)
    return ""


# What tells what was said or done: nothing of it is kept while a prompt is off the record.
TELLING: tuple[Act, ...] = (answered, spoke, finished, sub_agent_answered, tool_used)
# Where a host reads what is put before the agent, and where it has answered.
HEARD: tuple[Act, ...] = (started, prompted)
ENDING: tuple[Act, ...] = (answered, finished)


def _made_up_for(room: Room, event: HostEvent) -> str:
    """The text of a wake, where a session had none at its start."""
    found = room.session(event)
    if not event.is_live or not event.host_session:
        return ""
    if found is None or found.session.state == "ended":
        opened = room.open(event, is_told=True)
        room.remember(event, told=True, over=False)
        return opened.text
    if room.known(event).get("told") is False:
        room.remember(event, told=True)
        return room.told_again(event)
    return ""


def _catch_up(
    room: Room, event: HostEvent, session_id: str | None, *, is_over: bool = True
) -> None:
    """Take in what the transcript holds behind the last hook."""
    read = room.missed(event, is_over=is_over)
    room.keep(event, read.said, session_id)
    room.reached(event, read)


def _leave(room: Room, event: HostEvent, *, is_leaving: bool = False) -> None:
    """Keep what the thread leaves up to date."""
    thread = room.where(event).thread
    if thread is not None:
        from wakeline.flows.session.running_handoff import refresh_handoff

        left = refresh_handoff(room.agent(event).place, thread, is_leaving=is_leaving)
        room.wrote = "" if left is None else left.reason


def _is_quiet(room: Room, event: HostEvent) -> bool:
    """Whether what is said now is not to be kept."""
    return room.known(event).get("quiet") is True


def _ends_with(text: str, last: str) -> bool:
    return " ".join(text.split()).endswith(" ".join(last.split()))


def _told(value: Any) -> str:
    """What a tool was asked or said, as text: its words where it has some, else its JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        words = [value[name] for name in TEXT_FIELDS if isinstance(value.get(name), str)]
        if any(word.strip() for word in words):
            return "\n".join(word for word in words if word.strip())
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False)
