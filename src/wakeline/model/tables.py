"""All tables. Loads every model module, which most processes do not need."""

from __future__ import annotations

from functools import cache

from wakeline.model import (
    agenda,
    attachment,
    checkpoint,
    cognition,
    consolidation,
    decision,
    guard,
    identity,
    job,
    liminal,
    log,
    memory,
    message,
    personality,
    procedure,
    recall,
    restart,
    session,
    writings,
)
from wakeline.model.stored import Table, declared_tables

# The order in which a home is restored.
MODULES = (
    identity,
    agenda,
    session,
    liminal,
    memory,
    message,
    consolidation,
    procedure,
    decision,
    personality,
    writings,
    attachment,
    guard,
    checkpoint,
    restart,
    log,
    recall,
    cognition,
    job,
)


@cache
def all_tables() -> tuple[Table, ...]:
    """Every table, in the order in which a home is restored."""
    order = [module.__name__ for module in MODULES]
    declared = [table for table in declared_tables() if table.cls.__module__ in order]
    return tuple(sorted(declared, key=lambda table: order.index(table.cls.__module__)))


@cache
def state_tables() -> tuple[Table, ...]:
    """The tables whose rows change only together with an event."""
    return tuple(table for table in all_tables() if table.subject)


@cache
def tables_by_subject() -> dict[str, Table]:
    """The tables of state, by their name in events."""
    return {table.subject: table for table in state_tables()}


@cache
def tables_forgotten_by_id() -> tuple[Table, ...]:
    """The tables of state whose rows can be forgotten by their own id."""
    return tuple(table for table in state_tables() if table.by_id)


@cache
def tables_by_class_name() -> dict[str, Table]:
    """The tables by the names of their classes, as SQL statements use them."""
    return {table.cls.__name__: table for table in all_tables()}
