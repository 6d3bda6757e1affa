"""Whether a home is healthy, on one screen."""

from __future__ import annotations

import typer
from rich.console import RenderableType
from rich.text import Text

from wakeline.base.environment import home_location
from wakeline.base.errors import WakelineError
from wakeline.context.framing import one_line
from wakeline.flows.home.doctor import Checkup, HealthFinding, checkup_of_unopened
from wakeline.interfaces import exit_codes
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.shapes import ALARM, GOOD, QUIET, WARN, columns
from wakeline.interfaces.open_home import open_home, without_password

STYLES = {"ok": GOOD, "warn": WARN, "fail": ALARM}
MOST_TOPIC = 16


def join(app: typer.Typer) -> None:
    """Hang the command into the program."""
    app.command()(doctor)


def doctor(home: take.Home = None, tenant: take.Tenant = None, as_json: take.Json = False) -> None:
    """Whether this home is healthy, and what to do about each problem."""
    checkup = _checkup(home, tenant)
    answer(checkup, lambda: screen(checkup), as_json=as_json)
    if checkup.is_damaged:
        raise typer.Exit(exit_codes.INTEGRITY)
    if checkup.has_failed:
        raise typer.Exit(exit_codes.ERROR)


def _checkup(home: str | None, tenant: str | None) -> Checkup:
    try:
        with open_home(home, tenant) as place:
            checkup: Checkup = place.doctor()
            return checkup
    except WakelineError as error:
        return checkup_of_unopened(without_password(home_location(home)), error)


def screen(checkup: Checkup) -> RenderableType:
    """A line for each finding: how it is, what about, what was found, what to do."""
    width = min(MOST_TOPIC, max(len(finding.topic) for finding in checkup.findings))
    return columns([_row(finding) for finding in checkup.findings], widths=(4, width, None))


def _row(finding: HealthFinding) -> list[RenderableType | str]:
    text = Text(one_line(finding.text))
    if finding.todo and finding.level != "ok":
        text.append(f"\n→ {one_line(finding.todo)}", style=QUIET)
    return [Text(finding.level, style=STYLES[finding.level]), one_line(finding.topic), text]
