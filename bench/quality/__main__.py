"""`python -m bench.quality recall` and `... wake`: what is found again, not how long it takes."""

from __future__ import annotations

import sys

import typer

from bench.quality.recall_command import recall
from bench.quality.wake_command import wake
from wakeline.base.errors import WakelineError
from wakeline.interfaces import exit_codes

app = typer.Typer(
    help="Measure recall on data that you give, wakes on lives made from a seed.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command()(recall)
app.command()(wake)


def main() -> None:
    """Measure what was asked for and print it. What cannot be measured is said in one line."""
    try:
        app(prog_name="python -m bench.quality")
    except WakelineError as error:
        sys.stderr.write(exit_codes.for_people(error) + "\n")
        sys.exit(exit_codes.exit_code(error))


if __name__ == "__main__":
    main()
