"""The topics that an agent talks about, as a tree. Reads only."""

from __future__ import annotations

from typing import Final

from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.pages import MOST_PER_PAGE, Page
from wakeline.flows.common.place import Place
from wakeline.model.log import Episode
from wakeline.reading.topic_tree import TopicNode, topic_tree

MOST_TURNS: Final = 5000


def list_topics(place: Place, *, thread: str | None = None) -> list[TopicNode]:
    """The topics of the newest turns, of one thread or of all, each after its parent topic."""
    place.ask("recall")
    wanted = parse.label(thread, field="thread")
    with place.store.reading() as view:
        if wanted is None:
            turns = view.all(Episode, "log.latest", limit=MOST_TURNS)
        else:
            turns = view.all(Episode, "log.of_thread", thread_id=wanted, limit=MOST_TURNS)
    return topic_tree(turns)


def topics_page(
    place: Place, *, limit: int, after: str | None = None, thread: str | None = None
) -> Page:
    """The topics one page at a time; `after` is how many were listed before."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_PER_PAGE)
    if after is not None and not parse.is_number(after):
        raise Invalid(f"after is {after!r}.", todo="Give `next` of the page before.")
    start = int(after or 0)
    found = list_topics(place, thread=thread)
    end = start + most
    return Page(tuple(found[start:end]), str(end) if end < len(found) else None)
