"""Record what a person is to the agent, as a fact that changes over time."""

from __future__ import annotations

from typing import Final

from wakeline.base.errors import Invalid
from wakeline.consolidation.match import slug
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.memory.facts import set_fact
from wakeline.model.log import Origin
from wakeline.model.memory import Fact

ATTRIBUTE: Final = "relationship"


def assign_relationship(
    place: Place,
    name: str,
    relationship: str,
    *,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
    session_id: str | None = None,
) -> Fact:
    """Set what a person is to the agent from now on; older values stay in the history."""
    about = slug(parse.label(name, field="name") or "")
    said = parse.label(relationship, field="relationship")
    if not about or said is None:
        raise Invalid("a relationship needs a name and a word for it.", todo="Give both.")
    return set_fact(
        place,
        f"{about}.{ATTRIBUTE}",
        said,
        category=ATTRIBUTE,
        actor=actor,
        origin=origin,
        session_id=session_id,
    )
