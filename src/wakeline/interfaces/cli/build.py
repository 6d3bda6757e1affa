"""Commands built from operations. Screens for people are written by hand, one for each result."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, tzinfo
from keyword import iskeyword
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import typer
from rich.console import RenderableType

from wakeline.engine.operations.operation import (
    Area,
    Argument,
    Command,
    Operation,
    arguments,
    pairs,
    result_of,
)
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import zone_of
from wakeline.interfaces.fast_commands import as_object
from wakeline.interfaces.open_home import choose_agent, open_home, read_texts

# A screen by the class of what is shown, or by the name of an operation.
Screen = Callable[[Any, tzinfo], RenderableType]


class Dated(NamedTuple):
    """A screen that also takes the current moment, to leave out the year of recent days."""

    show: Callable[[Any, tzinfo, datetime], RenderableType]


Screens = Mapping[Any, Screen | Dated]
EVERYWHERE = {"home": take.Home, "tenant": take.Tenant, "as_json": take.Json}
METAVARS = {"replaces": "ID", "thread": "NAME", "project": "KEY", "session": "ID"}
LONGEST_NAME = 200
SHARED = {"thread": take.Thread, "project": take.Project, "session": take.Session}


def build_group(area: Area, screens: Screens) -> typer.Typer:
    """The commands of an area as one group, to which others may be added by hand."""
    app = take.group(area.help)
    add_commands(app, area, screens)
    return app


def add_commands(app: typer.Typer, area: Area, screens: Screens) -> None:
    """Add the commands of an area to a group, or to the program itself."""
    for operation in area.operations:
        if operation.command is not None:
            words = operation.command.words.split()
            name = words[1] if words[1:] and words[1].islower() else words[0]
            example = f"Such as: {operation.examples[0]}"
            build = app.command(name, epilog=example)
            build(_command(area, operation, operation.command, screens))


def positional(command: Command) -> dict[str, str]:
    """The arguments of a command in order, and their parameters: KEY is `key`."""
    words = " ".join(word for word in command.words.split() if word[0].isupper())
    return {
        shown: parameter.lower() if parameter == shown else parameter
        for shown, parameter in pairs(words).items()
    }


def _command(
    area: Area, operation: Operation, command: Command, screens: Screens
) -> Callable[..., None]:
    known = arguments(operation)
    places, named = positional(command), pairs(command.options)

    def run(
        *, home: str | None, tenant: str | None, as_json: bool, agent: Any = None, **given: Any
    ) -> None:
        if places:
            agent, texts = take.split_agent(given.pop("words"), *map(_article, places))
            values: dict[str, Any] = dict(zip(places.values(), texts, strict=True))
        else:
            values = {}
        for option, parameter in named.items():
            value = given[_variable(option)]
            if value is not None and value != [] and value is not False:
                values[parameter] = value
        values |= _texts(values, [name for name in places.values() if not _is_text(known[name])])
        values |= {name: as_object(values[name]) for name in values if _is_object(known[name])}
        if command.origin is not None:
            values["origin"] = command.origin
        with open_home(home, tenant) as place:
            one = choose_agent(place, agent)
            zone, now = zone_of(one), place.clock.now()
            found = area.run(operation, one, values, see=f"wakeline {area.group} list")
        answer(found, lambda: _shown(operation, screens, found, zone, now), as_json=as_json)

    run.__name__, run.__doc__ = operation.name, operation.help
    has_text = any(_is_text(known[name]) for name in places.values())
    parts = [_words(places, has_text=has_text)] if places else [_part("agent", take.Agent, None)]
    parts += [
        _option(option, known[parameter], command.defaults) for option, parameter in named.items()
    ]
    parts += [
        _part(name, hint, False if name == "as_json" else None) for name, hint in EVERYWHERE.items()
    ]
    run.__signature__ = inspect.Signature(parts)  # type: ignore[attr-defined]
    return run


def _texts(values: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The texts among some values but names; one that is `-` is read from standard input."""
    texts = {
        name: value
        for name, value in values.items()
        if isinstance(value, str) and name not in names
    }
    return dict(zip(texts, read_texts(*texts.values()), strict=True))


def _shown(
    operation: Operation, screens: Screens, found: Any, zone: tzinfo, now: datetime
) -> RenderableType:
    """What people see: the screen of the operation, or of the rows it gives."""
    result = result_of(operation)
    if operation.name in screens:
        screen = screens[operation.name]
    elif get_origin(result) in (list, tuple):
        screen = screens[get_args(result)[0]]
    else:
        screen, found = screens[result], [found]
    return screen.show(found, zone, now) if isinstance(screen, Dated) else screen(found, zone)


def _article(word: str) -> str:
    noun = word.lower()
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _words(places: Mapping[str, str], *, has_text: bool) -> inspect.Parameter:
    note = "A text may be `-` for standard input." if has_text else None
    return _part("words", Annotated[list[str], take.words_after_agent(" ".join(places), note)])


def _is_text(argument: Argument) -> bool:
    """Whether an argument is a text of any form, not a name, a key or an id."""
    bounds = argument.bounds
    is_long = bounds.most is None or bounds.most > LONGEST_NAME
    return _base(argument.hint) is str and not bounds.pattern and is_long


def _is_object(argument: Argument) -> bool:
    """Whether an argument is an object of any names, which a terminal takes as JSON."""
    return get_origin(_base(argument.hint)) is Mapping


def _base(hint: Any) -> Any:
    """A type without its bounds, and without None."""
    if type(None) in get_args(hint):
        (hint, *_) = (part for part in get_args(hint) if part is not NoneType)
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _part(name: str, hint: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=hint)


def _variable(option: str) -> str:
    """The name of an option's variable, which cannot be a word of Python's own."""
    return f"{option}_" if iskeyword(option) else option


def _option(option: str, argument: Argument, defaults: Mapping[str, Any]) -> inspect.Parameter:
    if option in SHARED and not argument.help:
        return _part(option, SHARED[option], None)
    name, kind = _variable(option), _kind(argument.hint)
    is_number = kind in (int, float)
    least, most = (argument.bounds.least, argument.bounds.most) if is_number else (None, None)
    flags = [f"--{option.replace('_', '-')}", *([f"-{option}"] if len(option) == 1 else [])]
    metavar = METAVARS.get(option, "MOMENT" if argument.bounds.format == "date-time" else None)
    found = typer.Option(*flags, help=argument.help or None, metavar=metavar, min=least, max=most)
    if kind is bool:
        return _part(name, Annotated[bool, found], False)
    if kind is list:
        return _part(name, Annotated[list[str] | None, found], None)
    if argument.is_required:
        return _part(name, Annotated[kind, found])
    default = defaults.get(argument.name, argument.default if is_number else None)
    return _part(name, Annotated[kind | None, found], default)


def _kind(hint: Any) -> type:
    """What a terminal takes for a type: text, a number, a switch, or several texts."""
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if hint in (bool, int, float, str):
        found: type = hint
        return found
    kinds = {_kind(part) for part in get_args(hint) if part not in (NoneType, datetime)}
    name = getattr(get_origin(hint), "__name__", "")
    if name in ("Sequence", "tuple", "list"):
        return list
    return kinds.pop() if len(kinds) == 1 and kinds <= {bool, int, float, list} else str
