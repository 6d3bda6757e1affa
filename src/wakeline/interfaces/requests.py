"""Request models for REST and MCP, made from the parameters of operations.

Types and lengths are checked here; what a text or a moment means is checked once, by the
flow that takes it. It knows no protocol.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BaseModel, ConfigDict, Field, create_model

from wakeline.engine.operations.operation import (
    Argument,
    Operation,
    arguments,
    fills_in,
    pairs,
)
from wakeline.interfaces.json_values import camel
from wakeline.model.fields import LARGEST_NUMBER, Bounds, Name
from wakeline.model.log import Origin


class Body(BaseModel):
    """What every request body is: strict, in camelCase, without anything else."""

    model_config = ConfigDict(alias_generator=camel, extra="forbid", strict=True)

    def given(self) -> dict[str, Any]:
        """What the caller said, and nothing else."""
        return {name: _said(getattr(self, name)) for name in self.model_fields_set}


class Item(Body):
    """An object inside a request, which a method takes as a dict."""


def _said(value: Any) -> Any:
    if isinstance(value, list):
        return [_said(each) for each in value]
    return value.given() if isinstance(value, Item) else value


def request_model(
    name: str,
    operation: Operation,
    takes: Mapping[str, str],
    *,
    defaults: Mapping[str, Any] | None = None,
    with_origin: bool = False,
) -> type[Body]:
    """The model of what an operation takes at a door, by the names it has there."""
    known = arguments(operation)
    fields: dict[str, Any] = {
        shown: _field(known[parameter], defaults or {}) for shown, parameter in takes.items()
    }
    if with_origin and fills_in(operation, "origin"):
        fields["origin"] = (Origin | None, None)
    return create_model(name, __base__=Body, __doc__=operation.help, **fields)


def names_at_door(operation: Operation, takes: str) -> dict[str, str]:
    """NameList at a door and their parameters: those that a row names, or all of them."""
    return pairs(takes) if takes else {name: name for name in arguments(operation)}


def _field(argument: Argument, defaults: Mapping[str, Any]) -> tuple[Any, Any]:
    described: dict[str, Any] = {"description": argument.help} if argument.help else {}
    default = defaults.get(argument.name, argument.default)
    if isinstance(default, tuple):
        default = list(default)
    if not argument.is_required or argument.name in defaults:
        described["default"] = default
    return wire_type(argument.hint), Field(**described)


def wire_type(hint: Any) -> Any:
    """A parameter's type as JSON can carry it, with its bounds."""
    origin = get_origin(hint)
    if origin is Annotated:
        base, *notes = get_args(hint)
        return _bounded(base, next((note for note in notes if isinstance(note, Bounds)), Bounds()))
    if origin in (Union, UnionType):
        parts = [part for part in get_args(hint) if part is not datetime]
        found: Any = Union[tuple(wire_type(part) for part in parts)]  # noqa: UP007
        return found
    if origin in (tuple, list, Sequence) and get_args(hint):
        item = wire_type(get_args(hint)[0])
        return list[item]  # type: ignore[valid-type]
    return _item_model(hint) if is_typeddict(hint) else hint


@cache
def _item_model(hint: Any) -> type[Item]:
    """The model of a dict with known keys."""
    fields: dict[str, Any] = {}
    for name, kind in get_type_hints(hint, include_extras=True).items():
        if get_origin(kind) is NotRequired:
            fields[name] = (wire_type(get_args(kind)[0]), None)
        else:
            fields[name] = (wire_type(kind), ...)
    return create_model(hint.__name__, __base__=Item, __doc__=hint.__doc__, **fields)


def _bounded(base: Any, bounds: Bounds) -> Any:
    if get_origin(base) in (Union, UnionType):
        parts = [part for part in get_args(base) if part not in (datetime, NoneType)]
        found: Any = Union[tuple(_bounded(part, bounds) for part in parts)]  # noqa: UP007
        return found
    if base is int and bounds.least is None:
        return Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]
    if base in (int, float):
        return Annotated[base, Field(ge=bounds.least, le=bounds.most)]
    if base is str:
        extra: Any = {"format": bounds.format} if bounds.format else None
        return Annotated[
            str,
            Field(
                min_length=_whole(bounds.least),
                max_length=_whole(bounds.most),
                pattern=bounds.pattern or None,
                json_schema_extra=extra,
            ),
        ]
    (kind,) = get_args(base)
    item = wire_type(Name if kind is str else kind)
    return Annotated[list[item], Field(max_length=_whole(bounds.most))]  # type: ignore[valid-type]


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)
