"""The command line: one Typer application, one module a group of commands.

It parses, calls the engine and shows. Errors leave it as they are: the outermost
handler in `__main__` translates them. Of two hundred commands only the part with the one that
is named is loaded: to make all of them takes four times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, NamedTuple

import typer
from typer.exceptions import Abort, TyperException
from typer.main import get_command

from wakeline.base.errors import Invalid, WakelineError
from wakeline.interfaces import exit_codes

PROGRAM = "wakeline"


class Part(NamedTuple):
    """Commands that are loaded together, and the function that adds them to the program."""

    commands: tuple[str, ...]
    join: Callable[[typer.Typer], None]


def _join_sessions(app: typer.Typer) -> None:
    from wakeline.interfaces.cli.session import (
        checkpoints,
        context,
        guards,
        messages,
        restarts,
        sessions,
        threads,
        wakes,
    )

    for module in (sessions, wakes, checkpoints, threads):
        module.join(app)
    app.add_typer(guards.app, name="guards")
    app.add_typer(restarts.app, name="restart")
    app.add_typer(messages.app, name="message")
    app.add_typer(context.app, name="context")


def _join_memory(app: typer.Typer) -> None:
    from wakeline.interfaces.cli.memory import (
        attachments,
        consolidate,
        entities,
        exchange,
        facts,
        knowledge,
        memories,
        procedures,
        search,
        summaries,
    )

    app.add_typer(memories.app, name="memory")
    app.add_typer(facts.app, name="fact")
    app.add_typer(knowledge.app, name="knowledge")
    app.add_typer(procedures.app, name="procedure")
    app.add_typer(entities.app, name="entities")
    for module in (attachments, search, exchange, summaries, consolidate):
        module.join(app)


def _join_beliefs(app: typer.Typer) -> None:
    from wakeline.interfaces.cli.beliefs import claims, comms, decisions, principles

    app.add_typer(decisions.app, name="decisions")
    app.add_typer(principles.app, name="principles")
    app.add_typer(comms.app, name="comms")
    claims.join(app)


def _join_agenda(app: typer.Typer) -> None:
    from wakeline.interfaces.cli import agenda

    app.add_typer(agenda.tasks, name="task")
    app.add_typer(agenda.hints, name="hint")
    app.add_typer(agenda.projects, name="project")


def _join_self(app: typer.Typer) -> None:
    from wakeline.interfaces.cli.self import (
        entropy,
        evals,
        fingerprint,
        identity,
        liminal,
        personality,
        soul,
        writings,
    )

    app.add_typer(identity.app, name="identity")
    app.add_typer(soul.soul, name="soul")
    app.add_typer(soul.diary, name="diary")
    app.add_typer(writings.letters, name="letters")
    app.add_typer(writings.journal, name="journal")
    app.add_typer(evals.evals, name="evals")
    for module in (personality, liminal, fingerprint, entropy):
        module.join(app)


def _join_home(app: typer.Typer) -> None:
    from wakeline.interfaces.cli.home import (
        agents,
        config,
        doctor,
        embedder,
        hooks,
        install,
        jobs,
        mcp,
        serve,
        start,
        token,
        upkeep,
    )

    app.add_typer(agents.app, name="agents")
    app.add_typer(config.app, name="config")
    app.add_typer(embedder.app, name="embedder")
    app.add_typer(token.app, name="token")
    for module in (start, serve, mcp, jobs, hooks, install, upkeep, doctor):
        module.join(app)


# In the order of `wakeline --help`.
PARTS: tuple[Part, ...] = (
    Part(
        (
            "wake",
            "hydrate",
            "record",
            "recall",
            "end",
            "status",
            "settle",
            "last",
            "checkpoint",
            "checkpoints",
            "threads",
            "wakes",
            "guards",
            "restart",
            "message",
            "context",
        ),
        _join_sessions,
    ),
    Part(
        (
            "attach",
            "search",
            "exchange",
            "summaries",
            "topics",
            "consolidate",
            "self-care",
            "memory",
            "fact",
            "knowledge",
            "procedure",
            "entities",
            "attachments",
        ),
        _join_memory,
    ),
    Part(("check", "decisions", "principles", "comms"), _join_beliefs),
    Part(("task", "hint", "project"), _join_agenda),
    Part(
        (
            "personality",
            "liminal",
            "fingerprint",
            "entropy",
            "identity",
            "soul",
            "diary",
            "letters",
            "journal",
            "evals",
        ),
        _join_self,
    ),
    Part(
        (
            "demo",
            "init",
            "version",
            "serve",
            "mcp",
            "worker",
            "hook",
            "pause",
            "resume",
            "import",
            "install",
            "uninstall",
            "verify",
            "rebuild",
            "export",
            "backup",
            "restore",
            "forget",
            "doctor",
            "agents",
            "config",
            "embedder",
            "token",
            "jobs",
        ),
        _join_home,
    ),
)


def begin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        from wakeline.interfaces.cli.home.start import version as say_version

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
        part.join(app)
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
