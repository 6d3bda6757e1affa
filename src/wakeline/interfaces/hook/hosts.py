"""What tells hosts apart: their events, the names of their fields, and the shape of an answer.

One table a host, from the names of its events to acts. An event that is not in it does nothing.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from wakeline.context.hook_load import AGENT_END, BEFORE_AGENT_START
from wakeline.interfaces.hook.events import ENDING, HEARD, TELLING, Act

Fields = dict[str, Any]
# How a host is told, at an event of this name, what is put before its agent; it may be nothing.
Answer = Callable[[str, str], Fields]
# An event's fields under the names that acts read.
Reading = Callable[[Fields], Fields]


def as_they_are(fields: Fields) -> Fields:
    return fields


class Host(NamedTuple):
    """One kind of coding agent."""

    name: str
    title: str
    events: dict[str, Act]
    answer: Answer
    reading: Reading = as_they_are
    guarded: tuple[str, ...] = ()  # before a call of a tool, which a guard may stand against

    def is_heard(self, event: str) -> bool:
        """Whether the host reads what is put before the agent."""
        return self.events[event] in HEARD

    def point(self, event: str) -> str:
        """Where in a turn it stands, for what it may cost; else its own name."""
        act = self.events[event]
        if act in HEARD:
            return BEFORE_AGENT_START
        return AGENT_END if act in ENDING else event

    def is_telling(self, event: str) -> bool:
        """Whether it tells what was said or done."""
        return self.events[event] in TELLING


def with_context(event: str, context: str) -> Fields:
    """The answer of Claude Code, which others have taken over."""
    if not context:
        return {}
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": context}}


def without_transcript(fields: Fields) -> Fields:
    """A host whose transcripts are not read: what its hooks miss is not made up for."""
    return {name: value for name, value in fields.items() if name != "transcript_path"}
