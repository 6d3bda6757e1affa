"""Check an agent's database with its engine's own check.

`flows.verify` checks what the rows say.
"""

from __future__ import annotations

from wakeline.base.errors import Damaged
from wakeline.flows.common.place import Place
from wakeline.ports.store import StoreHealth


def check_database(place: Place) -> StoreHealth:
    """The health of the database. Raises if it is damaged: then no row can be trusted."""
    health = place.store.health()
    if health.problems:
        raise Damaged(
            f"the database of {place.identity.name} is damaged ({health.problems[0]}).",
            todo="Run `wakeline doctor`.",
        )
    return health
