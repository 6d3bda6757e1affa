"""When a session gets its title, and from which of its turns.

It is made from how the session began, so a long one keeps the name that it had. While it goes on
it is named at its checkpoints; at its end it is named once more, when all is said. A title that a
person gave stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wakeline.model.log import Episode
from wakeline.model.session import Session
from wakeline.ports.store import Unit, View
from wakeline.reading.titles import title_of

OPENING: Final = 60  # turns of talk that a title is made from


def opening(view: View, session_id: str) -> list[Episode]:
    """How a session began."""
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
    """What an open session is called now, named or not."""
    return session.title or with_title(session, opening(view, session.id)).title


def name_session(unit: Unit, session: Session) -> None:
    """Give a session that goes on its title, if something was asked in it by now."""
    titled = with_title(session, opening(unit, session.id))
    if titled != session:
        unit.save("session.titled", titled, session)
