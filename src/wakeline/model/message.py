"""What was said to an agent while it was away, and what waits for its answer."""

from datetime import datetime
from typing import NamedTuple

from wakeline.model.log import Origin


class Message(NamedTuple):
    """A message to the agent: unread until `read_at`, and open until `replied_at` if it asks."""

    id: str
    sender: str
    text: str
    kind: str
    priority: int
    wants_reply: bool
    reply: str | None
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    read_at: datetime | None
    replied_at: datetime | None
    is_deleted: bool
