"""What every face of an agent has: the place of its agent, and ids by their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.hydration.short_ids import is_short_id

if TYPE_CHECKING:
    from typing import Protocol, TypeVar

    from wakeline.flows.common.place import Place
    from wakeline.model.identity import Identity

    class OpenAgent(Protocol):
        """An agent, as far as a face needs it."""

        @property
        def place(self) -> Place: ...

        @property
        def identity(self) -> Identity: ...

        @property
        def session_id(self) -> str | None: ...

    Given = TypeVar("Given", str, "str | int", "str | None")


def full_id(place: Place, given: Given) -> Given:
    """An id as it is kept, of one that may be given by its end as a wake shows it."""
    if not is_short_id(given):
        return given
    from wakeline.flows.common.full_ids import find_full_id

    return find_full_id(place, given)


class Face:
    """One kind of thing that an agent has."""

    def __init__(self, agent: OpenAgent) -> None:
        self._agent = agent

    @property
    def _place(self) -> Place:
        return self._agent.place
