"""Whether an agent's database is whole by its engine's own check.

What stands in its rows is for `flows.verify` to say.
"""

from __future__ import annotations

from wakeline.base.errors import Damaged
from wakeline.flows.common.place import Place
from wakeline.ports.store import Health


def sound(place: Place) -> Health:
    """How the database stands. Raises if it is damaged: no row of it can be trusted then."""
    health = place.store.health()
    if health.problems:
        raise Damaged(
            f"the database of {place.identity.name} is damaged ({health.problems[0]}).",
            todo="Run `wakeline doctor`.",
        )
    return health
