"""What tools take, in camelCase. Whatever is not listed is refused.

Short on purpose: a client puts all of it before its model. Types and lengths are checked here;
what a text or a moment means is checked once, by the flow that takes it. No tool takes an
actor, an origin or a word that confirms: on whose word something is said is not the caller's.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wakeline.interfaces.requests import Body
from wakeline.interfaces.rest.bodies import (
    MOST_HITS,
    Id,
    Moment,
    Name,
    Names,
    Project,
    Texts,
)
from wakeline.model.log import Kind, Mode
from wakeline.model.memory import MemoryType
from wakeline.model.session import PresenceState, WakeType

MOST_LISTED = 200

Session = Annotated[
    Id | None, Field(description="Which session; else the one that `wake` opened here.")
]
Limit = Annotated[int, Field(ge=1, le=MOST_LISTED)]
Hits = Annotated[int, Field(ge=1, le=MOST_HITS)]


class Nothing(Body):
    """For tools that take nothing."""


class WakeInput(Body):
    """How to wake."""

    intent: Annotated[str, Field(max_length=1000)] | None = Field(
        default=None, description="What you are woken for; what bears on it comes first."
    )
    thread: Name | None = None
    project: Project | None = None
    mode: Mode = "chat"
    wake_type: WakeType = "gradual"
    preset: Name | None = Field(
        default=None, description="all, interactive, lean, agent-minimal or auto."
    )
    budget: Annotated[int, Field(ge=200, le=100_000)] | None = Field(
        default=None, description="Tokens at most."
    )


class EndInput(Body):
    """What you leave for your next session."""

    summary: str | None = Field(
        default=None, description="What happened. Without it, it is read from the log."
    )
    message_to_next: str | None = None
    working_on: str | None = None
    open_threads: Texts | None = None
    key_decisions: Texts | None = None
    surprises: Texts | None = None
    warnings: Texts | None = None
    recommendations: Texts | None = None
    internal_state: str | None = None
    relationship_notes: str | None = None
    human_mood: Annotated[str, Field(max_length=100)] | None = None
    human_energy: Annotated[str, Field(max_length=100)] | None = None
    presence_state: PresenceState | None = None
    emotional_valence: Annotated[float, Field(ge=-1, le=1)] | None = None
    emotional_arousal: Annotated[float, Field(ge=0, le=1)] | None = None
    coherence: Annotated[float, Field(ge=0, le=1)] | None = None
    session_id: Session = None


class RecordInput(Body):
    """One exchange, or one half of it."""

    user: str | None = Field(default=None, description="What the person said, word for word.")
    agent: str | None = Field(default=None, description="What you said.")
    thread: Name | None = None
    project: Project | None = None
    mode: Mode = "chat"
    session_id: Session = None


class ObserveInput(Body):
    """One thing that you saw or were told of."""

    text: str
    speaker: Name | None = None
    kind: Kind = "observation"
    at: Moment | None = None
    thread: Name | None = None
    project: Project | None = None
    source_id: Name | None = Field(
        default=None, description="Its name where it comes from; the same one is kept once."
    )
    session_id: Session = None


class RecallInput(Body):
    """A question to the log."""

    query: str
    k: Hits = 10
    kinds: Names | None = Field(
        default=None, description="Such as conversation, memory, fact, knowledge, handoff, task."
    )
    thread: Name | None = None
    project: Project | None = None
    speaker: Name | None = None
    since: Moment | None = None
    until: Moment | None = None
    as_of: Moment | None = Field(default=None, description="What was known at this moment.")
    archived: bool = False


class Exchange(Body):
    """Which exchange."""

    id: Id = Field(description="Of the exchange, or of a turn, event, receipt or row in it.")


class Reflection(Body):
    """What came of thinking about a memory."""

    memory_id: Id
    text: str | None = Field(default=None, description="Kept as a memory of its own.")


class WantedMemoriesInput(Body):
    """Which memories."""

    memory_id: Id | None = Field(default=None, description="This one alone.")
    type: MemoryType | None = None
    tag: Name | None = None
    thread: Name | None = None
    project: Project | None = None
    pinned: bool | None = None
    archived: bool = False
    limit: Limit = 20


class Removal(Body):
    """Something to be taken away, which wants to be confirmed."""

    id: Id
    confirmation: Annotated[str, Field(max_length=200)] | None = Field(
        default=None, description="The token of the answer before, if it gave one."
    )


class SelfCareInput(Body):
    """What you look after first."""

    focus: Name | None = None
    session_id: Session = None


class TaskType(Body):
    """Which way of working."""

    task_type: Name | None = Field(default=None, description="By its name.")
    about: str | None = Field(default=None, description="Or by what you are about to do.")
