"""The acts that handle events of a host. Each host's table says which event runs which act.

Each act takes the room and the event, and returns the text to show to the agent. An event that
had to wait is handled the same way, later and without an answer. An act does not know the host:
all fields have the names that Claude Code uses.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from wakeline.base.clock import stored_moment
from wakeline.base.errors import Conflict
from wakeline.interfaces.hook.check_answer import contradicted_claims
from wakeline.interfaces.hook.hook_room import HookRoom
from wakeline.interfaces.hook.host_event import HostEvent
from wakeline.interfaces.hook.transcript import is_off_record, storable_text, sub_agent_answer
from wakeline.model.host import HostTurn

Act = Callable[[HookRoom, HostEvent], str]
# The sources of a prompt that mean the person.
PERSON = ("", "user", "human")
LONGEST_INPUT = 300
LONGEST_LABEL = 80
TEXT_FIELDS = ("stdout", "stderr", "content", "result", "output", "text", "error")


def on_session_start(room: HookRoom, event: HostEvent) -> str:
    """A session begins, or continues after a pause or a compaction."""
    if event.is_of_sub_agent or not event.is_live or not event.host_session:
        return ""  # a sub-agent is never woken; a start that had to wait is done at the next prompt
    room.look_after_others(event)
    found = room.session(event)
    if found is None or found.session.state == "ended":
        if found is None:
            # What is in the transcript already was said in another session.
            room.remember(event, through=room.end_of_transcript(event))
        _leave(room, event, is_leaving=True)  # for a session that could not do so itself
        opened = room.open(event, is_told=True)
        room.remember(event, over=False, told=True, quiet=False)
        return opened.text
    from wakeline.flows.session.host_sessions import resume_session

    resume_session(room.agent(event).place, found.session.id)
    if event.text("source") != "compact":
        _catch_up(room, event, found.session.id)
    _leave(room, event, is_leaving=True)
    was_told = room.known(event).get("told") is True
    room.remember(event, told=True)
    if was_told and event.text("source") == "resume":
        return room.resume_text(event, found)
    return room.rebuilt_context(event)


def on_prompt(room: HookRoom, event: HostEvent) -> str:
    """A prompt arrives."""
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
    said = HostTurn("user", prompt, event.at, event.own_source)
    if voice not in PERSON:
        said = said._replace(role="other", kind="observation", speaker=voice[:LONGEST_LABEL])
    if not event.is_live:
        _catch_up(room, event, session_id, is_over=False)  # earlier turns must be kept first
        room.keep(event, [said], session_id)
        return ""
    read = room.read_missed(event, is_over=True)
    before = list(read.said)
    if before and before[-1].role == "user" and before[-1].text.split() == prompt.split():
        before.pop()  # the transcript holds the prompt already
    room.keep(event, [*before, said], session_id)
    doubts = room.known(event).get("doubts") or ""
    room.note_progress(event, read, quiet=False, doubts="")
    if context:
        return f"{doubts}\n\n{context}".strip()
    budget = room.home.settings.number("hook.prompt_tokens")
    relevant = room.prompt_context(event, prompt, session_id, budget)
    told = (doubts, room.turn_context(event, prompt), relevant)
    return "\n\n".join(part for part in told if part)


def on_answer(room: HookRoom, event: HostEvent) -> str:
    """The agent has answered."""
    if event.is_of_sub_agent or _is_quiet(room, event):
        return ""
    session_id = room.session_id(event, opens=event.is_live)
    last = event.text("last_assistant_message")
    own = HostTurn("agent", last, event.at, event.own_source)
    if not event.is_live:
        _catch_up(room, event, session_id)
        room.keep(event, [own] if last else [], session_id)
        return ""
    read = room.read_missed(event, is_over=True)
    said = list(read.said)
    if last and not (said and said[-1].role == "agent" and _ends_with(said[-1].text, last)):
        # The transcript does not hold the answer yet, only messages on the way to it.
        read = room.read_missed(event, is_over=False)
        said = [*read.said, own]
    room.keep(event, said, session_id)
    room.note_progress(event, read)
    _leave(room, event)
    if last and room.home.settings.flag("hook.check"):
        room.remember(event, doubts=contradicted_claims(room.agent(event), last, session_id))
    return ""


def on_message(room: HookRoom, event: HostEvent) -> str:
    """The agent has sent a message and may continue; the host reports the end separately."""
    text = event.text("last_assistant_message")
    if text and not event.is_of_sub_agent and not _is_quiet(room, event):
        said = HostTurn("agent", text, event.at, event.own_source)
        room.keep(event, [said], room.session_id(event, opens=event.is_live))
    return ""


def on_finish(room: HookRoom, event: HostEvent) -> str:
    """The agent has finished. Its messages came as events of their own."""
    if event.is_live and not event.is_of_sub_agent and not _is_quiet(room, event):
        room.session_id(event, opens=True)
        _leave(room, event)
    return ""


def on_sub_agent_answer(room: HookRoom, event: HostEvent) -> str:
    """A sub-agent has finished: its answer is kept as an observation."""
    text = event.text("last_assistant_message")
    source = event.own_source
    if not text and event.text("agent_transcript_path"):
        entry = sub_agent_answer(event.text("agent_transcript_path"))
        if entry is not None:
            text, source = entry.text, event.with_host_prefix(entry.uuid) if entry.uuid else source
    if not text or _is_quiet(room, event):
        return ""
    speaker = event.text("agent_type")[:LONGEST_LABEL] or "sub-agent"
    about = {"subagent": event.text("agent_id")[:LONGEST_LABEL]}
    said = HostTurn("other", text, event.at, source, "observation", speaker=speaker, metadata=about)
    room.keep(event, [said], room.session_id(event, opens=False))
    return ""


def on_tool_use(room: HookRoom, event: HostEvent) -> str:
    """A tool has answered, or failed."""
    most = room.home.settings.number("hook.tool_characters")
    name = event.text("tool_name")[:LONGEST_LABEL]
    if most == 0 or not name or _is_quiet(room, event):
        return ""
    has_failed = bool(event.fields.get("error"))
    found = _told(event.fields.get("error" if has_failed else "tool_response"))
    asked = _told(event.fields.get("tool_input"))[:LONGEST_INPUT]
    text = storable_text(f"{name} {asked}\n{found}").strip()
    use = event.text("tool_use_id")[:LONGEST_LABEL]
    about = {"subagent": event.text("agent_id")[:LONGEST_LABEL]} if event.is_of_sub_agent else None
    said = HostTurn(
        "tool",
        text if len(text) <= most else text[:most].rstrip() + " …",
        event.at,
        event.with_host_prefix(use) if use else event.own_source,
        "error" if has_failed else "tool_result",
        speaker=name,
        metadata=about,
    )
    room.keep(event, [said], room.session_id(event, opens=False))
    return ""


def on_before_compaction(room: HookRoom, event: HostEvent) -> str:
    """The context will be compacted: everything said so far must be in the log before."""
    if event.is_of_sub_agent:
        return ""
    session_id = room.session_id(event, opens=event.is_live)
    if not _is_quiet(room, event):
        read = room.read_missed(event, is_over=False)
        room.keep(event, read.said, session_id)
        room.note_progress(event, read)
    room.remember(event, compacted_at=stored_moment(event.at))
    if session_id is not None and event.is_live:
        with suppress(Conflict):  # it has ended meanwhile, with its handoff
            from wakeline.flows.session.checkpoints import checkpoint

            checkpoint(room.agent(event).place, session_id=session_id)
    thread = room.folder_of(event).thread
    if thread is not None:
        room.agent(event).compact_thread(thread)
    return ""


def on_before_compression(room: HookRoom, event: HostEvent) -> str:
    """The same for a host that does not report the end: the next prompt gets the context."""
    on_before_compaction(room, event)
    if event.is_live and not event.is_of_sub_agent:
        room.remember(event, told=False)
    return ""


def on_compaction_summary(room: HookRoom, event: HostEvent) -> str:
    """Keep the host's summary of the compacted context."""
    summary = event.text("compact_summary")
    # In a session with off-the-record prompts, the summary may contain them.
    has_private = room.known(event).get("private") is True
    if summary and not event.is_of_sub_agent and not has_private:
        said = HostTurn(
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


def on_session_end(room: HookRoom, event: HostEvent) -> str:
    """The host's session is over."""
    found = room.session(event)
    if found is None or event.is_of_sub_agent:
        return ""
    if not _is_quiet(room, event):
        _catch_up(room, event, found.session.id)
    room.remember(event, over=True, quiet=False)
    if found.session.state != "ended":
        with suppress(Conflict):  # another process has ended it meanwhile
            from wakeline.flows.session.end import end

            end(room.agent(event).place, session_id=found.session.id)
    return ""


# Acts whose events carry what was said or done: not kept after an off-the-record prompt.
CONTENT_ACTS: tuple[Act, ...] = (on_answer, on_message, on_finish, on_sub_agent_answer, on_tool_use)
# Acts whose answer the host reads as context, and acts at the end of an answer.
CONTEXT_ACTS: tuple[Act, ...] = (on_session_start, on_prompt)
ANSWER_ACTS: tuple[Act, ...] = (on_answer, on_finish)


def _made_up_for(room: HookRoom, event: HostEvent) -> str:
    """The text of a wake, if the session did not get it at its start."""
    found = room.session(event)
    if not event.is_live or not event.host_session:
        return ""
    if found is None or found.session.state == "ended":
        opened = room.open(event, is_told=True)
        room.remember(event, told=True, over=False)
        return opened.text
    if room.known(event).get("told") is False:
        room.remember(event, told=True)
        return room.rebuilt_context(event)
    return ""


def _catch_up(
    room: HookRoom, event: HostEvent, session_id: str | None, *, is_over: bool = True
) -> None:
    """Keep what the transcript holds since the last hook."""
    read = room.read_missed(event, is_over=is_over)
    room.keep(event, read.said, session_id)
    room.note_progress(event, read)


def _leave(room: HookRoom, event: HostEvent, *, is_leaving: bool = False) -> None:
    """Keep the handoff of the thread up to date."""
    thread = room.folder_of(event).thread
    if thread is not None:
        from wakeline.flows.session.running_handoff import refresh_handoff

        left = refresh_handoff(room.agent(event).place, thread, is_leaving=is_leaving)
        room.wrote = "" if left is None else left.reason


def _is_quiet(room: HookRoom, event: HostEvent) -> bool:
    """Whether the present turn is off the record."""
    return room.known(event).get("quiet") is True


def _ends_with(text: str, last: str) -> bool:
    return " ".join(text.split()).endswith(" ".join(last.split()))


def _told(value: Any) -> str:
    """A tool's input or output as text: its text fields if it has any, else its JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        words = [value[name] for name in TEXT_FIELDS if isinstance(value.get(name), str)]
        if any(word.strip() for word in words):
            return "\n".join(word for word in words if word.strip())
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False)
