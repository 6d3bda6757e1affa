"""Which home, which agent and on whose behalf: what every command settles first.

A command is over in a moment, so the session it opens or speaks in belongs to the
process that started it: the shell of a terminal. Commands of one terminal then share
a session, and it counts as cut off when the terminal is gone.
"""

from __future__ import annotations

import os
import sys

from wakeline import engine
from wakeline.base.config import DEFAULT_TENANT
from wakeline.base.errors import Invalid, NotFound
from wakeline.base.process import boot_id, host_name, process_start
from wakeline.interfaces.reserved_output import reserve_stdout
from wakeline.model.session import Holder

STANDARD_INPUT = "-"


def open_home(location: str | None, tenant: str | None = None) -> engine.Home:
    """The home that a command works on."""
    with reserve_stdout():  # plugins are loaded
        return engine.open(location, tenant=tenant or DEFAULT_TENANT)


def without_password(location: str) -> str:
    """A home's place as people may see it, whether or not it can be opened."""
    scheme, mark, rest = location.partition("://")
    if not mark:
        return location
    login, at, place = rest.partition("?")[0].rpartition("@")
    return f"{scheme}://{login.partition(':')[0]}{at}{place}"


def terminal_holder() -> Holder:
    """The process that started this one, on whose behalf a session is held."""
    process = os.getppid()
    return Holder(f"terminal.{process}", host_name(), boot_id(), process, process_start(process))


def choose_agent(home: engine.Home, name: str | None) -> engine.Agent:
    """The agent that a command means. It is never made by naming it."""
    return home.agent(name or default_agent(home), create=False, holder=terminal_holder())


def default_agent(home: engine.Home) -> str:
    """Whom a command means that names nobody: the agent of the settings, or the only one."""
    configured = home.settings.text("agent")
    if configured:
        return configured
    names = home.port.agents()
    if len(names) == 1:
        return names[0]
    if not names:
        raise NotFound(f"no agent lives in {home.location} yet.", todo="`wakeline init` makes one.")
    raise Invalid(
        f"{len(names)} agents live in {home.location}, and none is named.",
        todo="Name one, or choose one for good with `wakeline config set agent NAME`.",
    )


def read_texts(*texts: str | None) -> list[str | None]:
    """Texts from several options, of which one may stand for standard input."""
    if texts.count(STANDARD_INPUT) > 1:
        raise Invalid("standard input can be read once.", todo="Give `-` to one option only.")
    return [read_text(text) for text in texts]


def read_text(text: str | None) -> str | None:
    """Text from an option; `-` stands for standard input."""
    if text != STANDARD_INPUT:
        return text
    raw = sys.stdin.buffer.read()
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise Invalid(
            f"standard input is not UTF-8 text (byte {error.start}).", todo="Convert it first."
        ) from None
