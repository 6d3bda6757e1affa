"""What an operation is, and how it appears on the command line, over REST and over MCP.

The typed Python method is the declaration: its parameters are the arguments, its docstring is
the help, its result is the answer. A row adds what a method cannot say: what it does to what is
kept, who may call it, and the name and the arguments that it has at each door. This module does
not know how a door is built.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin

from wakeline.base.errors import NotFound
from wakeline.model.fields import Bounds

if TYPE_CHECKING:
    from wakeline.engine.agent import Agent
    from wakeline.model.log import Origin

# What it does to what is kept. `sets`: the same call again changes nothing more.
Effect = Literal["reads", "adds", "sets", "removes"]
Authority = Literal["agent", "operator"]

# Arguments that a door fills in by itself: who acts, on whose word, in which session.
SAID_BY_THE_DOOR: Final = frozenset({"actor", "origin"})
NO_WORDS: Final[Mapping[str, str]] = MappingProxyType({})


class Command(NamedTuple):
    """A command: `fact set KEY VALUE`, where capitals are arguments by their parameter's name.

    `options` are parameters, or `option=parameter` where the option has another name. In the
    same way an argument may be written `TEXT=content`. `origin` is on whose word the command
    speaks, where that is not the default of the method. `defaults` are those of a terminal, by
    parameter, where the method has others.
    """

    words: str
    options: str = ""
    origin: Origin | None = None
    defaults: Mapping[str, Any] = MappingProxyType({})


class Route(NamedTuple):
    """A route below an agent: `POST /tasks`, and which parameters it takes.

    `takes` is empty for all parameters. `body` names the schema of the request. `page` names
    the list that the route gives a page of, newest first, instead of calling the method.
    `defaults` are those of its query, by parameter, where the method has others.
    """

    at: str
    takes: str = ""
    body: str = ""
    page: str = ""
    status: int = 200
    defaults: Mapping[str, Any] = MappingProxyType({})


class ToolRow(NamedTuple):
    """A tool: its parameters, and what an agent reads of it where the help is not enough."""

    takes: str = ""
    says: str = ""
    name: str = ""
    defaults: Mapping[str, Any] = MappingProxyType({})


class Operation(NamedTuple):
    """Something that can be done with an agent."""

    name: str
    call: Callable[..., Any]
    effect: Effect
    examples: tuple[str, ...]
    command: Command | None = None
    route: Route | None = None
    tool: ToolRow | None = None
    authority: Authority = "agent"
    # Words of help for parameters, where the type of one does not say enough.
    about: Mapping[str, str] = NO_WORDS
    # What is missing when the answer is None or empty; then that is an error.
    absent: str = ""

    @property
    def help(self) -> str:
        """What it does: the docstring of its method."""
        return inspect.cleandoc(self.call.__doc__ or "")


class Area(NamedTuple):
    """The operations of one face of an agent."""

    tag: str
    group: str
    help: str
    face: Callable[[Agent], Any]
    operations: tuple[Operation, ...]

    def run(
        self, operation: Operation, agent: Agent, given: Mapping[str, Any], *, see: str = ""
    ) -> Any:
        """Call the method of an operation on an agent.

        Where its answer is absent, that is an error, which names by `see` what shows the others.
        """
        found = operation.call(self.face(agent), **given)
        if operation.absent and (found is None or found == []):
            wanted = next(iter(given.values()), "")
            todo = f"`{see}` shows those there are." if see else ""
            raise NotFound(f"there is no {operation.absent} {wanted!r}.", todo=todo)
        return found


class Argument(NamedTuple):
    """One parameter of a method, as doors need it."""

    name: str
    hint: Any
    bounds: Bounds
    is_required: bool
    default: Any
    help: str


@cache
def _signature(call: Callable[..., Any]) -> tuple[dict[str, Any], inspect.Signature]:
    from wakeline.engine.operations.names import NAMES

    hints = _hints(call, NAMES)
    return hints, inspect.signature(call)


def _hints(call: Any, names: dict[str, Any]) -> dict[str, Any]:
    from typing import get_type_hints

    return get_type_hints(call, localns=names, include_extras=True)


@cache
def _keys(unpacked: Any) -> dict[str, Any]:
    from wakeline.engine.operations.names import NAMES

    return _hints(get_args(unpacked)[0], NAMES)


def arguments(operation: Operation) -> dict[str, Argument]:
    """The parameters of an operation's method by name, without those that a door fills in."""
    hints, signature = _signature(operation.call)
    found: dict[str, Argument] = {}
    for name, parameter in signature.parameters.items():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            # `**filters: Unpack[SearchFilters]`: each of its keys may be given.
            for key, hint in _keys(hints[name]).items():
                found[key] = _argument(operation, key, hint, None)
        elif name != "self" and name not in SAID_BY_THE_DOOR:
            found[name] = _argument(operation, name, hints[name], parameter.default)
    return found


def _argument(operation: Operation, name: str, hint: Any, default: Any) -> Argument:
    is_required = default is inspect.Parameter.empty
    bounds = bounds_of(hint)
    return Argument(
        name,
        hint,
        bounds,
        is_required,
        None if is_required else default,
        operation.about.get(name, bounds.help),
    )


def bounds_of(hint: Any) -> Bounds:
    """The bounds that a type carries, also where it may be None."""
    if get_origin(hint) is Annotated:
        return next((part for part in get_args(hint) if isinstance(part, Bounds)), Bounds())
    for part in get_args(hint):
        if get_origin(part) is Annotated:
            return bounds_of(part)
    return Bounds()


def result_of(operation: Operation) -> Any:
    """The type of an operation's answer, without None."""
    found = _signature(operation.call)[0]["return"]
    parts = [part for part in get_args(found) if part is not type(None)]
    return parts[0] if type(None) in get_args(found) and len(parts) == 1 else found


def fills_in(operation: Operation, name: str) -> bool:
    """Whether a method takes what a door fills in: `actor` or `origin`."""
    return name in _signature(operation.call)[1].parameters


def pairs(text: str) -> dict[str, str]:
    """`since=valid_from project` as names at a door and the parameters they stand for."""
    found: dict[str, str] = {}
    for word in text.split():
        name, _, parameter = word.partition("=")
        found[name] = parameter or name
    return found
