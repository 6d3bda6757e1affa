"""What a client can read by address: who the agent is, what sessions left, single memories.

One entry each. An address that ends in `{id}` stands for many rows. Reading changes nothing,
and reaches no further than the flows of its entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from wakeline.base.errors import NotFound
from wakeline.context.framing import one_line
from wakeline.flows.common.pages import list_page, row_by_id
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.identity.hand_edits import current_documents
from wakeline.flows.memory.memories import get_memory
from wakeline.flows.writings.letters import get_letter
from wakeline.interfaces.json_values import encode_json
from wakeline.interfaces.mcp.acts import last_handoff
from wakeline.interfaces.mcp.authority import Flow, Hands
from wakeline.interfaces.schemas import wire_value
from wakeline.model.session import Handoff
from wakeline.model.writings import Letter
from wakeline.sessions.rendering import render_handoff
from wakeline.writings.letters import render_letter

MARKDOWN: Final = "text/markdown"
JSON: Final = "application/json"
ID: Final = "{id}"
ROW_ID: Final = re.compile(r"[0-9A-Za-z_.:-]{1,100}")


class Resource(NamedTuple):
    """One thing to read, or one kind of things."""

    address: str
    name: str
    does: str
    kind: str
    flows: tuple[Flow, ...]
    reads: Callable[[Hands, str], str]

    @property
    def is_template(self) -> bool:
        return self.address.endswith(ID)


def identity(hands: Hands, _: str) -> str:
    """Who the agent is and with whom, and its documents in force."""
    known = hands.identity
    person = f"Works with {one_line(known.person_name)}." if known.person_name else ""
    found = hands.run(current_documents)
    texts = [each.content.strip() for each in found if each.state == "in_force"]
    head = f"You are {one_line(known.display_name)}. {person}".rstrip()
    return "\n\n".join([head, *texts]) + "\n"


def latest_handoff(hands: Hands, _: str) -> str:
    """What the last session left."""
    return render_handoff(last_handoff(hands, {}), now=hands.now())


def handoff(hands: Hands, id: str) -> str:
    """What one session left."""
    found: Handoff = hands.run(row_by_id, "handoffs", id)
    return render_handoff(found, now=hands.now())


def memory(hands: Hands, id: str) -> str:
    """One memory, as tools give it."""
    return encode_json(wire_value(hands.run(get_memory, id)), indent=2)


def letter(hands: Hands, id: str) -> str:
    """One letter, as people read it; without an id the latest."""
    found: Letter = hands.run(get_letter, *([id] if id else []))
    return render_letter(found, time_zone(hands.identity.person_time_zone))


RESOURCES: tuple[Resource, ...] = (
    Resource(
        "wakeline://identity",
        "identity",
        "Who you are: your identity documents as they are in force.",
        MARKDOWN,
        (current_documents,),
        identity,
    ),
    Resource(
        "wakeline://handoffs/latest",
        "latest-handoff",
        "What your last session left for you.",
        MARKDOWN,
        (list_page,),
        latest_handoff,
    ),
    Resource(
        "wakeline://handoffs/{id}",
        "handoff",
        "What one of your sessions left.",
        MARKDOWN,
        (row_by_id,),
        handoff,
    ),
    Resource(
        "wakeline://letters/latest",
        "latest-letter",
        "The latest letter that a session left.",
        MARKDOWN,
        (get_letter,),
        letter,
    ),
    Resource(
        "wakeline://letters/{id}",
        "letter",
        "One letter of a session.",
        MARKDOWN,
        (get_letter,),
        letter,
    ),
    Resource(
        "wakeline://memories/{id}",
        "memory",
        "One memory, with where it comes from.",
        JSON,
        (get_memory,),
        memory,
    ),
)


def found_at(address: str) -> tuple[Resource, str]:
    """What an address stands for, and the id in it. Fixed addresses come first."""
    for resource in sorted(RESOURCES, key=lambda each: each.is_template):
        if address == resource.address:
            return resource, ""
        front = resource.address.removesuffix(ID)
        row_id = address.removeprefix(front)
        if resource.is_template and address.startswith(front) and ROW_ID.fullmatch(row_id):
            return resource, row_id
    raise NotFound("nothing stands at this address.")
