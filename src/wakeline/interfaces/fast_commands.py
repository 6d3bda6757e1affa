"""The commands that agents call at every turn, before Typer or Rich is loaded.

One table says which commands these are and which options they take. Only `--json`
comes here; anything that the table does not know, `--help` included, is left to the
full command line, which calls the same functions. It does not show anything to people.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wakeline.base.errors import Invalid
from wakeline.interfaces.open_home import (
    STANDARD_INPUT,
    choose_agent,
    open_home,
    read_text,
    read_texts,
)

Given = dict[str, Any]


def wake(home: str | None, tenant: str | None, agent: str | None, **options: Any) -> Any:
    """Put the agent back together and open a session."""
    with open_home(home, tenant) as place:
        return choose_agent(place, agent).wake(**options)


def recall(
    home: str | None, tenant: str | None, agent: str | None, query: str, **options: Any
) -> Any:
    """Find what was said or is known."""
    with open_home(home, tenant) as place:
        return choose_agent(place, agent).recall(query, **options)


def record(
    home: str | None,
    tenant: str | None,
    name: str | None,
    *,
    user: str | None = None,
    agent: str | None = None,
    session: str | None = None,
    **options: Any,
) -> Any:
    """Keep one exchange, in the session of this terminal unless another is named."""
    said, answered = read_texts(user, agent)
    with open_home(home, tenant) as place:
        keeper = choose_agent(place, name)
        from wakeline.flows.session.current_session import own_session

        found = own_session(keeper.place, session_id=session)
        return keeper.record(said, answered, session_id=found, **options)


def checkpoint(
    home: str | None,
    tenant: str | None,
    agent: str | None,
    doing: str | None = None,
    *,
    state: str | None = None,
    **options: Any,
) -> Any:
    """Note what the agent is doing."""
    with open_home(home, tenant) as place:
        held = None if state is None else as_object(state)
        return choose_agent(place, agent).checkpoint(read_text(doing), state=held, **options)


def as_object(text: str) -> Any:
    """A JSON object that was given as text."""
    import json

    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"state is no JSON ({error}).", todo="Give an object, as {...}.") from None
    if not isinstance(found, dict):
        raise Invalid("state is no JSON object.", todo='Give one, as {"port": 8080}.')
    return found


def claim_guard(
    home: str | None, tenant: str | None, agent: str | None, key: str, what: str, **options: Any
) -> Any:
    """Claim an action before it is done."""
    with open_home(home, tenant) as place:
        return choose_agent(place, agent).guards.claim(key, what, **options)


def finish_guard(
    home: str | None, tenant: str | None, agent: str | None, key: str, **options: Any
) -> Any:
    """Say that a claimed action was done."""
    with open_home(home, tenant) as place:
        return choose_agent(place, agent).guards.done(key, **options)


def fail_guard(
    home: str | None, tenant: str | None, agent: str | None, key: str, **options: Any
) -> Any:
    """Say that a claimed action did not happen."""
    with open_home(home, tenant) as place:
        return choose_agent(place, agent).guards.failed(key, **options)


def show_guard(home: str | None, tenant: str | None, agent: str | None, key: str) -> Any:
    """How one guard stands."""
    with open_home(home, tenant) as place:
        return choose_agent(place, agent).guards.get(key)


# What a command takes: least and most arguments, and each option's name and type.
# An option that may be given several times has a list as its type.
PLACE: dict[str, tuple[str, type]] = {"--home": ("home", str), "--tenant": ("tenant", str)}
SETTLING: dict[str, tuple[str, type]] = {"--note": ("note", str), "--session": ("session_id", str)}
TABLE: dict[str, tuple[Callable[..., Any], int, int, dict[str, tuple[str, type]]]] = {
    "wake": (
        wake,
        0,
        1,
        {
            "--preset": ("preset", str),
            "--sources": ("sources", str),
            "--exclude": ("exclude", str),
            "--framing": ("framing", str),
            "--intent": ("intent", str),
            "--wake-type": ("wake_type", str),
            "--budget": ("budget", int),
            "--thread": ("thread", str),
            "--project": ("project", str),
            "--mode": ("mode", str),
            "--model": ("model_id", str),
            "--source": ("source", str),
            "--as-of": ("as_of", str),
        },
    ),
    "recall": (
        recall,
        1,
        2,
        {
            "--k": ("k", int),
            "-k": ("k", int),
            "--kind": ("kinds", list),
            "--thread": ("thread", str),
            "--project": ("project", str),
            "--strategy": ("strategy", str),
            "--speaker": ("speaker", str),
            "--since": ("since", str),
            "--until": ("until", str),
            "--role": ("role", str),
            "--as-of": ("as_of", str),
            "--budget": ("budget", int),
        },
    ),
    "record": (
        record,
        0,
        1,
        {
            "--user": ("user", str),
            "--agent": ("agent", str),
            "--thread": ("thread", str),
            "--project": ("project", str),
            "--mode": ("mode", str),
            "--session": ("session", str),
            "--at": ("at", str),
        },
    ),
    "checkpoint": (
        checkpoint,
        1,
        2,
        {
            "--step": ("step", str),
            "--next": ("next", str),
            "--state": ("state", str),
            "--guard": ("guards", list),
            "--session": ("session_id", str),
        },
    ),
    "guards claim": (
        claim_guard,
        2,
        3,
        {
            "--tool": ("tool", str),
            "--pattern": ("pattern", str),
            "--minutes": ("minutes", int),
            "--session": ("session_id", str),
        },
    ),
    "guards done": (finish_guard, 1, 2, SETTLING),
    "guards failed": (fail_guard, 1, 2, SETTLING),
    "guards show": (show_guard, 1, 2, {}),
}


def parse_command(argv: Sequence[str]) -> Callable[[], Any] | None:
    """What these arguments ask for, ready to be called; None if it is not for here."""
    if not argv or "--json" not in argv:
        return None
    words = 1 if argv[0] in TABLE else 2
    command = " ".join(argv[:words])
    if command not in TABLE:
        return None
    act, least, most, options = TABLE[command]
    parsed = parse([word for word in argv[words:] if word != "--json"], {**PLACE, **options})
    if parsed is None or not least <= len(parsed[0]) <= most:
        return None
    arguments, given = parsed
    # The agent comes first and may be left out.
    names: list[str | None] = [*([None] * (most - len(arguments))), *arguments]
    home, tenant = given.pop("home", None), given.pop("tenant", None)
    return lambda: act(home, tenant, *names, **given)


def parse(
    words: Sequence[str], options: Mapping[str, tuple[str, type]]
) -> tuple[list[str], Given] | None:
    """Arguments and options by name; None if a word is not known here."""
    arguments: list[str] = []
    given: Given = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == STANDARD_INPUT:
            arguments.append(word)
            continue
        option, is_joined, text = word.partition("=")
        value: str | None = text if is_joined else next(rest, None)
        if option not in options or value is None or not _put(given, options[option], value):
            return None
    return arguments, given


def _put(given: Given, option: tuple[str, type], text: str) -> bool:
    """Note an option's value. False if it is not of the option's type."""
    name, kind = option
    if kind is list:
        given.setdefault(name, []).append(text)
    elif kind is int:
        if not text.removeprefix("-").isdecimal():
            return False
        given[name] = int(text)
    else:
        given[name] = text
    return True
