"""The command line: one Typer application, one module a group of commands.

It parses, calls the engine and shows. Errors leave it as they are: the outermost
handler in `__main__` translates them.
"""

from __future__ import annotations

from typing import Annotated

import typer
from typer.exceptions import Abort, TyperException
from typer.main import get_command

from wakeline.base.errors import Invalid, WakelineError
from wakeline.interfaces import exits
from wakeline.interfaces.cli import (
    agenda,
    agents,
    attachments,
    bench,
    checkpoints,
    claims,
    comms,
    config,
    consolidating,
    context,
    decisions,
    embedder,
    entities,
    entropy,
    evals,
    exchange,
    fingerprint,
    guards,
    hooks,
    identity,
    installing,
    jobs,
    keeping,
    knowledge,
    liminal,
    mcp,
    memories,
    messages,
    personality,
    principles,
    procedures,
    reading,
    restarts,
    search,
    serve,
    sessions,
    soul,
    summaries,
    threads,
    token,
    wakes,
    writings,
)
from wakeline.interfaces.cli import doctor as doctor_command
from wakeline.interfaces.cli import start as first_steps

PROGRAM = "wakeline"

app = typer.Typer(
    help="A continuity engine for persistent AI agents.",
    epilog="Start with `wakeline demo`, or `wakeline init`. `wakeline COMMAND --help` says more.",
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


@app.callback()
def program(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    if version:
        first_steps.version()
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


first_steps.join(app)
sessions.join(app)
wakes.join(app)
liminal.join(app)
app.add_typer(agents.app, name="agents")
app.add_typer(identity.app, name="identity")
personality.join(app)
app.add_typer(soul.soul, name="soul")
app.add_typer(soul.diary, name="diary")
app.add_typer(writings.letters, name="letters")
app.add_typer(writings.journal, name="journal")
app.add_typer(evals.evals, name="evals")
fingerprint.join(app)
search.join(app)
app.add_typer(knowledge.facts, name="fact")
app.add_typer(reading.app, name="knowledge")
claims.join(app)
entropy.join(app)
exchange.join(app)
app.add_typer(procedures.app, name="procedure")
app.add_typer(decisions.app, name="decisions")
app.add_typer(principles.app, name="principles")
app.add_typer(comms.app, name="comms")
attachments.join(app)
app.add_typer(entities.app, name="entities")
app.add_typer(memories.app, name="memory")
app.add_typer(agenda.tasks, name="task")
app.add_typer(agenda.hints, name="hint")
app.add_typer(agenda.projects, name="project")
app.add_typer(messages.app, name="message")
app.add_typer(guards.app, name="guards")
checkpoints.join(app)
app.add_typer(restarts.app, name="restart")
app.add_typer(config.app, name="config")
app.add_typer(context.app, name="context")
app.add_typer(embedder.app, name="embedder")
serve.join(app)
mcp.join(app)
jobs.join(app)
hooks.join(app)
installing.join(app)
app.add_typer(token.app, name="token")
app.add_typer(bench.app, name="bench")
consolidating.join(app)
summaries.join(app)
threads.join(app)
keeping.join(app)
doctor_command.join(app)


def run(words: list[str]) -> int:
    """Run one command. Errors of usage join the one tree."""
    try:
        result = get_command(app)(args=words, prog_name=PROGRAM, standalone_mode=False)
    except TyperException as error:
        raise _usage(error) from error
    except Abort:
        raise WakelineError("stopped before it began; nothing was changed.") from None
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else exits.ERROR
    return result if isinstance(result, int) else exits.OK


def _usage(error: TyperException) -> WakelineError:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else PROGRAM
    message = error.format_message().replace("\n", " ").strip()
    return Invalid(
        message[:1].lower() + message[1:], todo=f"`{command} --help` shows what it takes."
    )
