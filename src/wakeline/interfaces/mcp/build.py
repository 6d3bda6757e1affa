"""Tools built from operations: those that an agent may call, on its own word."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from wakeline.engine.operations.operation import Area, Operation, ToolRow, result_of
from wakeline.interfaces.mcp.acts import recalled_text
from wakeline.interfaces.mcp.authority import PERSONS_WORD, Hands
from wakeline.interfaces.mcp.tool import Tool
from wakeline.interfaces.requests import names_at_door, request_model
from wakeline.model.memory import Hit

# How answers are read aloud, by their type, where JSON is not the best way.
READ_ALOUD: Final = {list[Hit]: recalled_text}


def build_tools(*areas: Area) -> tuple[Tool, ...]:
    """The tools of some areas. What is the operator's has none."""
    return tuple(
        _tool(area, operation, operation.tool)
        for area in areas
        for operation in area.operations
        if operation.tool is not None and operation.authority == "agent"
    )


def _tool(area: Area, operation: Operation, row: ToolRow) -> Tool:
    names = names_at_door(operation, row.takes)
    if spoken := PERSONS_WORD & set(names.values()):
        raise ValueError(f"{operation.name}: {', '.join(spoken)} is not the agent's to say")
    name, result = row.name or operation.name, result_of(operation)
    return Tool(
        name,
        operation.call,
        request_model(name, operation, names, defaults=row.defaults),
        result,
        operation.effect,
        row.says or " ".join(operation.help.split()),
        act=partial(_call, area, operation, names, row),
        says=READ_ALOUD.get(result),
    )


def _call(
    area: Area,
    operation: Operation,
    names: dict[str, str],
    row: ToolRow,
    hands: Hands,
    given: dict[str, Any],
) -> Any:
    said = {**row.defaults, **{names[name]: value for name, value in given.items()}}
    return hands.operate(area, operation, said)
