"""An id by its end, as a wake has shown it."""

from __future__ import annotations

from wakeline.base.errors import NotFound
from wakeline.flows.pages import BEYOND
from wakeline.flows.place import Place
from wakeline.hydration.short_ids import MARK
from wakeline.model.session import Wake

LATELY = 20  # wakes


def whole_id(place: Place, short: str) -> str:
    """The id of the row that one of the last wakes has shown by this end, the newest first."""
    end = short.removeprefix(MARK)
    with place.store.reading() as view:
        wakes = view.all(Wake, "pages.wakes", after=BEYOND, limit=LATELY)
    for wake in wakes:
        for line in wake.lines:
            for row_id in (line[1], *(one for of in line[6:] for one in of)):
                if row_id.endswith(end):
                    return str(row_id)
    raise NotFound(f"no row {short} was shown lately.", todo="Give the whole id.")
