"""Keyword arguments that several operations share: wake options, handoff fields, filters.

Types only. The flow that takes a value checks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from wakeline.model.fields import Moment, Name, NameList, ProjectRef

SourceNames = str | int | Iterable[str]  # sources by name, or as a mask


class ContextOptions(TypedDict, total=False):
    """Which sources a context contains, and how it is written."""

    sources: SourceNames | None
    exclude: SourceNames | None
    mode: str
    framing: str | None
    project: str | int | None
    intent: str | None
    most_characters: int | None
    identity_memory_limit: int | None
    pinned_memory_limit: int | None
    recent_memory_limit: int | None
    project_memory_limit: int | None
    content_max_length: int | None
    pending_reply_limit: int | None
    notification_limit: int | None
    fact_limit: int | None
    min_fact_importance: float | None
    task_limit: int | None
    project_limit: int | None
    hint_limit: int | None
    ai_name: str | None


class HydrationOptions(ContextOptions, total=False):
    """The options of a hydration besides its preset."""

    budget: int | None


class PresetOptions(HydrationOptions, total=False):
    """All options of a hydration."""

    preset: str | None


class WakeOptions(ContextOptions, total=False):
    """The options of a wake besides its preset, its type and its budget."""

    thread: str | None
    model_id: str | None
    source: str | None
    own_session_id: str | None


class WakeRequest(WakeOptions, total=False):
    """All options of a wake."""

    preset: str | None
    wake_type: str
    budget: int | None


class HandoffFields(TypedDict, total=False):
    """The fields of a handoff besides its summary."""

    message_to_next: str | None
    working_on: str | None
    internal_state: str | None
    relationship_notes: str | None
    model_id: str | None
    session_source: str | None
    open_threads: str | Sequence[str] | None
    key_decisions: str | Sequence[str] | None
    surprises: str | Sequence[str] | None
    warnings: str | Sequence[str] | None
    recommendations: str | Sequence[str] | None
    presence_state: str | None
    emotional_valence: float | None
    emotional_arousal: float | None
    coherence: float | None
    human_mood: str | None
    human_energy: str | None
    cognition: Mapping[str, object] | None


class EventFields(TypedDict, total=False):
    """The fields of an observed event besides its text."""

    speaker: str | None
    role: str | None
    at: datetime | str | None
    kind: str | None
    source_id: str | None
    session: str | None
    exchange: str | None
    thread: str | None
    project: str | int | None
    mode: str | None
    origin: str | None
    metadata: Mapping[str, object] | None


class SearchFilters(TypedDict, total=False):
    """The filters and the ranking strategy of a search."""

    kinds: NameList | None
    thread: Name | None
    project: ProjectRef | None
    speaker: Name | None
    since: Moment | None
    until: Moment | None
    role: str | None
    as_of: Moment | None
    budget: int | None
    asked_in: Name | None
    strategy: Name | None
    archived: bool
    injected: bool


class RecallFilters(SearchFilters, total=False):
    """The search filters, with those for entries of knowledge."""

    topic: str | None
    category: str | None


class IdentityChanges(TypedDict, total=False):
    """The fields of an agent's identity that a person may change."""

    display_name: str
    person_name: str | None
    person_time_zone: str
    model_key: str | None
    model_display: str | None
    origin: str | None
    core_values_json: Sequence[str]
    memory_config_json: Mapping[str, object]
    identity_policy: str
