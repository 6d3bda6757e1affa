"""What every command takes: the home, the tenant, the form of the answer, the agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from wakeline.base.errors import Invalid, WakelineError
from wakeline.interfaces.open_home import open_home


def agent_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The agents that a half-typed name may mean, for the shell's completion."""
    try:
        with open_home(ctx.params.get("home"), ctx.params.get("tenant")) as home:
            return [name for name in home.port.agents() if name.startswith(incomplete)]
    except WakelineError:
        return []  # a shell that completes has no place for errors


Home = Annotated[
    str | None,
    typer.Option(
        "--home",
        metavar="PLACE",
        help="Folder or PostgreSQL URL of the home. Else WAKELINE_HOME, else ~/.wakeline.",
        show_default=False,
    ),
]
Tenant = Annotated[
    str | None,
    typer.Option("--tenant", metavar="NAME", help="Whose agents.", show_default="default"),
]
Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Agent = Annotated[
    str | None,
    typer.Argument(
        metavar="[AGENT]",
        help="The agent. Else the one of the settings, else the only one.",
        autocompletion=agent_names,
        show_default=False,
    ),
]
Thread = Annotated[str | None, typer.Option("--thread", metavar="NAME", help="Thread.")]
Project = Annotated[
    str | None, typer.Option("--project", metavar="KEY", help="Project, by key or number.")
]
Mode = Annotated[str, typer.Option("--mode", help="chat, booth, code or robot.")]
Session = Annotated[
    str | None,
    typer.Option("--session", metavar="ID", help="Session. Else the one of this terminal."),
]


def words_after_agent(metavar: str, help: str | None = None) -> Any:
    """Arguments whose first may name the agent and may be left out."""
    return typer.Argument(
        help=help, metavar=f"[AGENT] {metavar}", autocompletion=agent_names, show_default=False
    )


def split_agent(words: Sequence[str], *parts: str) -> tuple[str | None, list[str]]:
    """The agent, if it was named, and the other arguments, which are all needed."""
    if len(words) == len(parts):
        return None, list(words)
    if len(words) == len(parts) + 1:
        return words[0], list(words[1:])
    raise Invalid(
        f"this takes {' and '.join(parts)}, and before it an agent's name if needed; "
        f"{len(words)} {'was' if len(words) == 1 else 'were'} given.",
        todo="Put text with blanks in quotes. `--help` shows the form.",
    )


HELP = ["--help", "-h"]


class ListsByDefault(TyperGroup):
    """A group of commands whose `list` is meant when none is named.

    An agent's name may stand before the command: `jobs ash retry` is `jobs retry ash`.
    """

    default = "list"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:  # as when a shell asks what could be named
            args = self._in_order(args)
        return super().parse_args(ctx, args)

    def _in_order(self, args: list[str]) -> list[str]:
        if not args or (args[0].startswith("-") and args[0] not in HELP):
            return [self.default, *args]
        if args[0] in (*HELP, *self.commands) or not self._takes_an_agent():
            return args
        if len(args) > 1 and args[1] in self.commands:
            return [args[1], args[0], *args[2:]]
        return [self.default, *args] if _is_agent(args) else args

    def _takes_an_agent(self) -> bool:
        return any(param.name == "agent" for param in self.commands[self.default].params)


class ShowsByDefault(ListsByDefault):
    """A group of commands whose `show` is meant when none is named."""

    default = "show"


def _is_agent(args: Sequence[str]) -> bool:
    """Whether the first word is the name of an agent in the home that the others name."""
    try:
        with open_home(_given(args, "--home"), _given(args, "--tenant")) as home:
            return args[0].casefold() in map(str.casefold, home.port.agents())
    except WakelineError:
        return False  # then it is a command that there is not


def _given(args: Sequence[str], option: str) -> str | None:
    for word, following in zip(args, (*args[1:], None), strict=True):
        if word == option:
            return following
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
    return None


def group(help: str, *, cls: type[TyperGroup] = ListsByDefault) -> typer.Typer:
    """A group of commands."""
    return typer.Typer(help=help, cls=cls, context_settings={"help_option_names": HELP})
