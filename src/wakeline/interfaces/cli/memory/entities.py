"""Who and what an agent talks about, and how they relate."""

from __future__ import annotations

from datetime import tzinfo
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from wakeline.engine.operations.entities import ENTITIES
from wakeline.flows.graph.entities import KnownEntity
from wakeline.flows.graph.known_things import Relation
from wakeline.flows.reading.deepen import DeepenResult
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import build_group
from wakeline.interfaces.cli.output import answer, progress
from wakeline.interfaces.cli.shapes import HEADING, QUIET, clip_line, columns, count, section
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.memory import Fact, GraphPattern


def entity_rows(found: list[KnownEntity], _: tzinfo) -> RenderableType:
    return screens.rows(
        ["name", "type", "mentions", "also"],
        [
            [
                clip_line(each.name, 40),
                each.type,
                f"{each.mention_count:,}",
                clip_line(", ".join(each.aliases), 200),
            ]
            for each in found
        ],
        wide="also",
    )


def entity_screen(found: KnownEntity, _: tzinfo) -> RenderableType:
    head = Text(found.name, style=HEADING)
    head.append(f" · {found.type} · {count(found.mention_count, 'mention')}", style="not bold")
    parts: list[RenderableType] = [head]
    if found.aliases:
        parts.append(Text(f"also {', '.join(found.aliases)}", style=QUIET))
    parts.append(Text(""))
    if found.relations:
        parts.append(section("What is said", "", [_relations(found.relations)]))
    if found.company:
        named = ", ".join(f"{each.name} ({each.times})" for each in found.company)
        parts.append(section("Mentioned together with", "", [Text(clip_line(named, 600))]))
    if not found.relations and not found.company:
        parts.append(Padding(Text("nothing is said of it yet", style=QUIET), (0, 0, 0, 2)))
    return Group(*parts)


def _relations(found: tuple[Relation, ...]) -> RenderableType:
    rows: list[list[RenderableType | str]] = [
        [
            f"{each.confidence:.2f}",
            Text(f"{each.subject} — {each.relation.replace('_', ' ')} — {each.object}").append(
                "  if it is so: a pronoun was resolved" if each.is_pending else "", style=QUIET
            ),
            Text(count(len(each.source_ids), "source"), style=QUIET),
        ]
        for each in found
    ]
    return columns(rows, widths=(4, None, 12))


def _deepened(done: DeepenResult) -> RenderableType:
    if done.model is None:
        return Text("no language model is chosen (`model` in the settings); rules read every turn")
    told = f"{done.model} was asked about {count(done.asked, 'turn')}: kept {done.kept:,}"
    told += f", dropped {done.dropped:,} that their turns do not bear out"
    if done.garbled:
        told += f"; {count(done.garbled, 'answer')} could not be read"
    if done.waits is not None:
        return Text(f"{told}\nThe rest waits. {done.waits}")
    return Text(told if done.is_done else f"{told}. There is more: run it again.")


def pattern_rows(found: list[GraphPattern], _: tzinfo) -> RenderableType:
    return screens.rows(
        ["pattern", "kind", "seen", "found", "yield", "state"],
        [
            [
                clip_line(each.id, 40),
                each.kind,
                f"{each.seen:,}",
                f"{each.found:,}",
                f"{each.yield_score:.2f}",
                each.state,
            ]
            for each in found
        ],
        wide="state",
    )


def relationship_line(fact: Fact, _: tzinfo) -> RenderableType:
    """What somebody is to the agent now."""
    return Text(f"{fact.key} is {clip_line(fact.value, 200)}")


app = build_group(
    ENTITIES,
    {
        KnownEntity: entity_rows,
        GraphPattern: pattern_rows,
        "get_entity": entity_screen,
        "assign_relationship": relationship_line,
    },
)


@app.command("deepen")
def deepen(
    agent: take.Agent = None,
    limit: Annotated[
        int | None, typer.Option(help="Ask about so many turns at most.", min=1)
    ] = None,
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Let the language model of the settings read turns in which rules found nothing."""
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        status = one.status()
        with progress(f"{one.name}: turns", total=status.turns + status.events) as advance:
            done = one.entities.deepen(limit=limit, progress=advance)
    answer(done, lambda: _deepened(done), as_json=as_json)
