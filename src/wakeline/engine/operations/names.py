"""The names that signatures of the public face use, for whoever reads its types at run time.

Faces import these only for type checkers, so that a hook loads few of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from types import ModuleType
from typing import Any, Unpack

from wakeline.flows.graph.entities import KnownEntity
from wakeline.flows.graph.known_things import Relation
from wakeline.flows.reading.deepen import DeepenResult
from wakeline.model import (
    agenda,
    attachment,
    belief,
    checkpoint,
    cognition,
    consolidation,
    context,
    decision,
    exchange,
    fields,
    guard,
    host,
    hydration,
    identity,
    job,
    liminal,
    log,
    memory,
    message,
    personality,
    personality_status,
    procedure,
    recall,
    requests,
    restart,
    session,
    writings,
)

MODULES: tuple[ModuleType, ...] = (
    agenda,
    attachment,
    belief,
    checkpoint,
    cognition,
    consolidation,
    context,
    decision,
    exchange,
    fields,
    guard,
    host,
    hydration,
    identity,
    job,
    liminal,
    log,
    memory,
    message,
    personality,
    personality_status,
    procedure,
    recall,
    requests,
    restart,
    session,
    writings,
)
NAMES: dict[str, Any] = {
    name: value
    for module in MODULES
    for name, value in vars(module).items()
    if not name.startswith("_") and not isinstance(value, ModuleType)
} | {
    "KnownEntity": KnownEntity,
    "Relation": Relation,
    "DeepenResult": DeepenResult,
    "date": date,
    "datetime": datetime,
    "timedelta": timedelta,
    "Any": Any,
    "Iterable": Iterable,
    "Mapping": Mapping,
    "Sequence": Sequence,
    "Unpack": Unpack,
}
