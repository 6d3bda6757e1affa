"""The command line: one Typer application, one module a group of commands.

It parses, calls the engine and shows. Errors leave it as they are: the outermost
handler in `__main__` translates them. Of two hundred commands the one that is named is
loaded: to make all of them takes four times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, NamedTuple

import typer
from typer.exceptions import Abort, TyperException
from typer.main import get_command

from wakeline.base.errors import Invalid, WakelineError
from wakeline.interfaces import exit_codes

PROGRAM = "wakeline"


class Part(NamedTuple):
    """A module of this package and its commands; or one command that has others below it."""

    module: str
    commands: tuple[str, ...]
    group: str = ""  # its name in the module


# In the order of `wakeline --help`.
PARTS = (
    Part("start", ("demo", "init", "version")),
    Part("sessions", ("wake", "hydrate", "record", "recall", "end", "status", "settle")),
    Part("wakes", ("last", "wakes")),
    Part("liminal", ("liminal",)),
    Part("agents", ("agents",), "app"),
    Part("identity", ("identity",), "app"),
    Part("personality", ("personality",)),
    Part("soul", ("soul",), "soul"),
    Part("soul", ("diary",), "diary"),
    Part("writings", ("letters",), "letters"),
    Part("writings", ("journal",), "journal"),
    Part("evals", ("evals",), "evals"),
    Part("fingerprint", ("fingerprint",)),
    Part("search", ("search",)),
    Part("facts", ("fact",), "app"),
    Part("reading", ("knowledge",), "app"),
    Part("claims", ("check",)),
    Part("entropy", ("entropy",)),
    Part("exchange", ("exchange",)),
    Part("procedures", ("procedure",), "app"),
    Part("decisions", ("decisions",), "app"),
    Part("principles", ("principles",), "app"),
    Part("comms", ("comms",), "app"),
    Part("attachments", ("attach", "attachments")),
    Part("entities", ("entities",), "app"),
    Part("memories", ("memory",), "app"),
    Part("agenda", ("task",), "tasks"),
    Part("agenda", ("hint",), "hints"),
    Part("agenda", ("project",), "projects"),
    Part("messages", ("message",), "app"),
    Part("guards", ("guards",), "app"),
    Part("checkpoints", ("checkpoint", "checkpoints")),
    Part("restarts", ("restart",), "app"),
    Part("config", ("config",), "app"),
    Part("context", ("context",), "app"),
    Part("embedder", ("embedder",), "app"),
    Part("serve", ("serve",)),
    Part("mcp", ("mcp",)),
    Part("jobs", ("worker", "jobs")),
    Part("hooks", ("hook", "pause", "resume", "import")),
    Part("installing", ("install", "uninstall")),
    Part("token", ("token",), "app"),
    Part("consolidating", ("consolidate", "self-care")),
    Part("summaries", ("summaries", "topics")),
    Part("threads", ("threads",)),
    Part("keeping", ("verify", "rebuild", "export", "backup", "restore", "forget")),
    Part("doctor", ("doctor",)),
)


def begin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        from wakeline.interfaces.cli.start import version as say_version

        say_version()
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def application(parts: Sequence[Part] = PARTS) -> typer.Typer:
    """The program with the commands of some modules."""
    app = typer.Typer(
        help="A continuity engine for persistent AI agents.",
        epilog=(
            "Start with `wakeline demo`, or `wakeline init`. `wakeline COMMAND --help` says more."
        ),
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(begin)
    for part in parts:
        module = import_module(f"{__name__}.{part.module}")
        if part.group:
            app.add_typer(getattr(module, part.group), name=part.commands[0])
        else:
            module.join(app)
    return app


def _named(words: list[str]) -> Sequence[Part]:
    """What has the command of these words; everything, if none is named that there is."""
    named = [part for part in PARTS if words and words[0] in part.commands]
    return named or PARTS


def run(words: list[str]) -> int:
    """Run one command. Errors of usage join the one tree."""
    try:
        result = get_command(application(_named(words)))(
            args=words, prog_name=PROGRAM, standalone_mode=False
        )
    except TyperException as error:
        raise _usage(error) from error
    except Abort:
        raise WakelineError("stopped before it began; nothing was changed.") from None
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else exit_codes.ERROR
    return result if isinstance(result, int) else exit_codes.OK


def _usage(error: TyperException) -> WakelineError:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else PROGRAM
    message = error.format_message().replace("\n", " ").strip()
    return Invalid(
        message[:1].lower() + message[1:], todo=f"`{command} --help` shows what it takes."
    )
