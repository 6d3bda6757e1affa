"""How hosts differ: their events, the names of their fields, and the shape of an answer.

Each host has a table from event names to acts. An event that is not in it does nothing.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from wakeline.context.hook_load import AGENT_END, BEFORE_AGENT_START
from wakeline.interfaces.hook.events import ANSWER_ACTS, CONTENT_ACTS, CONTEXT_ACTS, Act

Fields = dict[str, Any]
# Builds the answer from the event name and the context for the agent, which may be empty.
Answer = Callable[[str, str], Fields]
# Renames an event's fields to the names that acts use.
Reading = Callable[[Fields], Fields]


def unchanged_fields(fields: Fields) -> Fields:
    return fields


class Host(NamedTuple):
    """One kind of coding agent."""

    name: str
    title: str
    events: dict[str, Act]
    answer: Answer
    read_fields: Reading = unchanged_fields
    guarded: tuple[str, ...] = ()  # events before a tool call, which a guard may deny

    def reads_context(self, event: str) -> bool:
        """Whether the host reads a context in the answer to this event."""
        return self.events[event] in CONTEXT_ACTS

    def point(self, event: str) -> str:
        """The point of a turn where an event belongs, for its load limit; else its own name."""
        act = self.events[event]
        if act in CONTEXT_ACTS:
            return BEFORE_AGENT_START
        return AGENT_END if act in ANSWER_ACTS else event

    def tells_content(self, event: str) -> bool:
        """Whether an event carries what was said or done."""
        return self.events[event] in CONTENT_ACTS


def context_answer(event: str, context: str) -> Fields:
    """The answer in the shape of Claude Code, which other hosts use too."""
    if not context:
        return {}
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": context}}


def without_transcript(fields: Fields) -> Fields:
    """The fields without the transcript, for hosts whose transcripts are not read."""
    return {name: value for name, value in fields.items() if name != "transcript_path"}
