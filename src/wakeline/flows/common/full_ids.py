"""Find a full id by its last characters, which is how a wake shows ids."""

from __future__ import annotations

from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.hydration.short_ids import ids_ending_with
from wakeline.model.session import Wake

RECENT_WAKES = 20  # wakes


def find_full_id(place: Place, short: str) -> str:
    """The full id that ends in `short`, among the rows that the last wakes showed."""
    with place.store.reading() as view:
        wakes = view.all(Wake, "pages.wakes", after=HIGHEST_ID, limit=RECENT_WAKES, thread_id=None)
    lines = [line for wake in wakes for line in wake.lines]
    shown = [str(row_id) for line in lines for row_id in (line[1], *(line[6] if line[6:] else ()))]
    found = ids_ending_with(short, shown)
    if len(found) > 1:
        raise Invalid(f"{short} is the end of {len(found)} ids.", todo="Give the whole id.")
    if not found:
        raise NotFound(f"no row {short} was shown lately.", todo="Give the whole id.")
    return found.pop()
