"""Every area of operations."""

from __future__ import annotations

from wakeline.engine.operations.agenda import HINTS, PROJECTS, TASKS
from wakeline.engine.operations.attachments import ATTACHMENTS
from wakeline.engine.operations.checkpoints import CHECKPOINTS
from wakeline.engine.operations.claims import CLAIMS
from wakeline.engine.operations.comms import COMMS
from wakeline.engine.operations.decisions import DECISIONS
from wakeline.engine.operations.entities import ENTITIES
from wakeline.engine.operations.evals import EVALS
from wakeline.engine.operations.facts import FACTS
from wakeline.engine.operations.guards import GUARDS
from wakeline.engine.operations.knowledge import KNOWLEDGE
from wakeline.engine.operations.memories import MEMORIES
from wakeline.engine.operations.messages import MESSAGES
from wakeline.engine.operations.operation import Area
from wakeline.engine.operations.principles import PRINCIPLES
from wakeline.engine.operations.procedures import PROCEDURES
from wakeline.engine.operations.restarts import RESTARTS
from wakeline.engine.operations.soul import DIARY, SOUL
from wakeline.engine.operations.writings import JOURNAL, LETTERS

AREAS: tuple[Area, ...] = (
    MEMORIES,
    FACTS,
    CLAIMS,
    DECISIONS,
    PRINCIPLES,
    COMMS,
    PROJECTS,
    TASKS,
    HINTS,
    MESSAGES,
    PROCEDURES,
    KNOWLEDGE,
    GUARDS,
    LETTERS,
    JOURNAL,
    CHECKPOINTS,
    SOUL,
    DIARY,
    RESTARTS,
    ENTITIES,
    EVALS,
    ATTACHMENTS,
)
