"""Give a session its title.

The title is made from the first turns, so a long session keeps its title. A running session gets
it at a checkpoint; at its end the title is made once more. A title that a person gave stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wakeline.model.log import Episode
from wakeline.model.session import Session
from wakeline.ports.store import Unit, View
from wakeline.reading.titles import title_of

OPENING: Final = 60  # turns of talk that a title is made from


def opening_turns(view: View, session_id: str) -> list[Episode]:
    """The first turns of a session."""
    return view.all(Episode, "log.opening_of_session", session_id=session_id, limit=OPENING)


def with_title(session: Session, turns: Sequence[Episode]) -> Session:
    """The session with a title from its first substantial request and its topics."""
    if session.title is not None and session.title_source_id is None:
        return session
    found = title_of(turns)
    if found is None:
        return session._replace(title=None, title_source_id=None)
    return session._replace(title=found.text, title_source_id=found.source_id)


def title_so_far(view: View, session: Session) -> str | None:
    """The title of an open session, or the one that its turns would give it now."""
    return session.title or with_title(session, opening_turns(view, session.id)).title


def name_session(unit: Unit, session: Session) -> None:
    """Give a running session its title, if its turns have a request by now."""
    titled = with_title(session, opening_turns(unit, session.id))
    if titled != session:
        unit.save("session.titled", titled, session)
