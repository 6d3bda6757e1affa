"""The commands of guards. Only the person lets a guarded action be done again."""

from __future__ import annotations

from typing import Annotated

import typer

from wakeline.engine.operations.guards import GUARDS
from wakeline.flows.session.guards import release_guard
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli.build import Dated, build_group
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.self.identity import ask_for_a_terminal
from wakeline.interfaces.cli.session.guard_screens import guard_rows
from wakeline.interfaces.cli.shapes import zone_of
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.guard import Guard

app = build_group(GUARDS, {Guard: Dated(guard_rows)})


@app.command("release")
def release(
    words: Annotated[list[str], take.words_after_agent("KEY")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Let an action be done again that was done or has an unknown outcome. Only the person can."""
    agent, (key,) = take.split_agent(words, "a key")
    ask_for_a_terminal("what may be done again")
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        person = one.identity.person_name or "person"
        made = release_guard(one.place, key, reason=reason, actor=person)
        zone, now = zone_of(one), place.clock.now()
    answer(made, lambda: guard_rows([made], zone, now), as_json=as_json)
