"""Who and what an agent talks about, as in `ash.entities.get`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face
from wakeline.flows.graph.entities import (
    entity_relations,
    get_entity,
    graph_patterns,
    list_entities,
)
from wakeline.flows.graph.relationships import assign_relationship
from wakeline.flows.reading.deepen import deepen

if TYPE_CHECKING:
    from collections.abc import Callable

    from wakeline.flows.graph.entities import KnownEntity
    from wakeline.flows.graph.known_things import Relation
    from wakeline.flows.reading.deepen import DeepenResult
    from wakeline.model.fields import Name, Rows
    from wakeline.model.log import Origin
    from wakeline.model.memory import EntityType, Fact, GraphPattern


class Entities(Face):
    """Who and what the agent talks about, and how they relate."""

    def all(self, *, type: EntityType | None = None, limit: Rows = 1000) -> list[KnownEntity]:
        """Who and what was mentioned, most often first, without relations."""
        return list_entities(self._place, type=type, limit=limit)

    def get(self, name: Name) -> KnownEntity | None:
        """One entity by any of its names: what is said of it and what it is mentioned with."""
        return get_entity(self._place, name)

    def relations(self, name: Name) -> list[Relation]:
        """What is said of an entity, the surest first."""
        return entity_relations(self._place, name)

    def assign(
        self,
        name: Name,
        relationship: Name,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Fact:
        """Set what somebody is to the agent, as a fact: `teresa.relationship`."""
        return assign_relationship(self._place, name, relationship, actor=actor, origin=origin)

    def deepen(
        self, *, limit: int | None = None, progress: Callable[[int], None] | None = None
    ) -> DeepenResult:
        """Let the language model of the settings read turns in which rules found nothing."""
        return deepen(self._place, limit=limit, progress=progress)

    def patterns(self) -> list[GraphPattern]:
        """The wordings that relations were read from, and how much each yields."""
        return graph_patterns(self._place)
