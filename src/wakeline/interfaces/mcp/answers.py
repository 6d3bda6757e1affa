"""What tools give, and its schema: made from the value classes, as REST describes them.

An answer is an object, as the protocol wants it: a value as it is, several of them under
`items`. What is read aloud to a model is the same as JSON, unless a tool has better words.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, get_args, get_origin

from pydantic import BaseModel, ConfigDict, create_model

from wakeline.interfaces.schemas import answer_model, wire_value
from wakeline.model.context import Missing, Omitted

Schema = dict[str, Any]


class Awake(NamedTuple):
    """An agent put back together: the text to read first, and what did not fit or was missing."""

    session_id: str
    text: str
    tokens: int
    budget: int
    preset: str
    omitted: tuple[Omitted, ...]
    missing: tuple[Missing, ...]
    warnings: tuple[str, ...]


class ConfirmationQuestion(NamedTuple):
    """What is to be confirmed: call again with the same arguments and this token."""

    question: str
    confirmation: str
    expires_at: datetime


class Removed(NamedTuple):
    """What became of a removal: a question to be answered first, or what was done."""

    done: bool
    question: ConfirmationQuestion | None = None
    result: Any = None


@cache
def schema_of_input(cls: type[BaseModel]) -> Schema:
    """What a tool takes. What may be left out is not said to be null as well, for brevity."""
    found: Schema = _slim(cls.model_json_schema(by_alias=True))
    found.pop("description", None)
    fields = found.get("properties", {})
    found["properties"] = {name: _without_null(field) for name, field in fields.items()}
    return found


def _without_null(field: Schema) -> Schema:
    kinds = [kind for kind in field.get("anyOf", []) if kind != {"type": "null"}]
    rest = {name: value for name, value in field.items() if name != "anyOf"}
    if rest.get("default", ...) is None:
        del rest["default"]
    if len(kinds) == 1:
        return {**kinds[0], **rest}
    return {"anyOf": kinds, **rest} if kinds else rest


@cache
def schema_of_answer(gives: Any, *, is_removal: bool = False) -> Schema:
    """What a tool gives."""
    model: Any = _model(gives)
    if is_removal:
        question: Any = answer_model(ConfirmationQuestion)
        model = create_model(
            f"{model.__name__}Removed",
            __config__=ConfigDict(extra="forbid"),
            done=(bool, ...),
            question=(question | None, ...),
            result=(model | None, ...),
        )
    found: Schema = _slim(model.model_json_schema(by_alias=True, mode="serialization"))
    return found


def structured_answer(value: Any) -> Any:
    """A value as it goes out."""
    found = wire_value(value)
    return {"items": found} if isinstance(found, list) else found


def _model(gives: Any) -> type[BaseModel]:
    if get_origin(gives) is not list:
        return answer_model(gives)
    (item,) = get_args(gives)
    inner: Any = answer_model(item)
    model: type[BaseModel] = create_model(
        f"{item.__name__}List", __config__=ConfigDict(extra="forbid"), items=(list[inner], ...)
    )
    return model


def _slim(node: Any) -> Any:
    """A schema without titles, which only say its names again."""
    if isinstance(node, list):
        return [_slim(item) for item in node]
    if not isinstance(node, dict):
        return node
    found = {}
    for name, value in node.items():
        if name == "title" and isinstance(value, str):
            continue
        if name in ("properties", "$defs"):  # here names are fields and classes
            found[name] = {field: _slim(inner) for field, inner in value.items()}
        else:
            found[name] = _slim(value)
    return found
