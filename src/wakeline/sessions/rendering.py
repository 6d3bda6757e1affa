"""A handoff as Markdown, for the file and for the prompt. Empty parts are left out.

Takes a handoff and returns text. The prompt quotes it as data; here only headings and open
code blocks inside a part are kept from breaking the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from wakeline.language.ages import age_text, moment_text, span_text
from wakeline.language.markdown import neutralise_markdown
from wakeline.model.session import Handoff

JUST_NOW: Final = timedelta(minutes=1)
AUTHORS: Final = {
    "agent": "Written by the session itself; not verified since.",
    "log": "Read from the log: the session left no note of its own.",
}
# Heading and field, in reading order. What a successor needs first comes first.
TEXTS_BEFORE: Final = (
    ("Message to you", "message_to_next"),
    ("Summary", "summary"),
    ("Working on", "working_on"),
    ("Warnings", "warnings"),
    ("Open Threads", "open_threads"),
    ("Key Decisions", "key_decisions"),
    ("Recommendations", "recommendations"),
    ("Surprises", "surprises"),
)
LISTS: Final = (
    ("Open Questions", "open_questions"),
    ("Active Goals", "active_goals"),
    ("Working Memory", "working_memory"),
    ("Temporal Markers", "temporal_markers"),
)


def render_handoff(handoff: Handoff, *, now: datetime, time_zone: tzinfo = UTC) -> str:
    """The whole handoff, with its age at `now` and its moments in the given time zone."""
    title = f": {neutralise_markdown(handoff.title)}" if handoff.title else ""
    parts = [f"# Session handoff{title}\n\n{_heading(handoff, now, time_zone)}"]
    parts += [f"## {title}\n\n{text}" for title, text in _sections(handoff)]
    return "\n\n".join(parts) + "\n"


def _heading(handoff: Handoff, now: datetime, time_zone: tzinfo) -> str:
    ended_at = handoff.session_ended_at
    ended = f"Ended {moment_text(ended_at, time_zone)}"
    # In a file written at the end of the session, "0 minutes ago" would soon be false.
    if now - ended_at >= JUST_NOW:
        ended += f", {age_text(ended_at, now, humane=True)}"
    known = [handoff.model_id, handoff.session_source]
    started_at = handoff.session_started_at
    if started_at is not None and started_at < ended_at:
        known.insert(0, f"lasted {span_text(ended_at - started_at)}")
    facts = ", ".join(filter(None, known))
    return f"{ended}{f' ({facts})' if facts else ''}. {AUTHORS[handoff.author]}"


def _sections(handoff: Handoff) -> Iterator[tuple[str, str]]:
    for title, field in TEXTS_BEFORE:
        if text := getattr(handoff, field):
            yield title, neutralise_markdown(text)
    for title, key in LISTS:
        if items := handoff.cognition.get(key):
            yield title, _listed(items)
    if topics := handoff.cognition.get("key_topics"):
        yield "Key Topics", ", ".join(topics)
    if state := _state(handoff):
        yield "State", state
    if person := _person(handoff):
        yield "The person", person
    if handoff.relational_state:
        yield "Relational State", neutralise_markdown(handoff.relational_state)


def _state(handoff: Handoff) -> str:
    """The recorded state of the session; default values are left out."""
    figures = (handoff.emotional_valence, handoff.emotional_arousal, handoff.coherence)
    lines = []
    if figures != (0.0, 0.0, 1.0) or handoff.presence_state != "winding_down":
        valence, arousal, coherence = figures
        presence = handoff.presence_state.replace("_", " ")
        lines.append(
            f"{presence}, valence {valence:+.1f}, arousal {arousal:.1f}, coherence {coherence:.1f}"
        )
    if handoff.internal_state:
        lines.append(neutralise_markdown(handoff.internal_state))
    return "\n".join(lines)


def _person(handoff: Handoff) -> str:
    named = (("mood", handoff.human_mood), ("energy", handoff.human_energy))
    lines = [f"{name}: {neutralise_markdown(text)}" for name, text in named if text]
    if handoff.relationship_notes:
        lines.append(neutralise_markdown(handoff.relationship_notes))
    return "\n".join(lines)


def _listed(items: Iterable[str]) -> str:
    return "\n".join(f"- {' '.join(item.split())}" for item in items)
