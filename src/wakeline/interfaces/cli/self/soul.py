"""The commands of the soul and the diary, and how these look to people.

What the agent asks for holds when the person accepts it, on a terminal, unless the policy of the
identity lets the agent decide for itself.
"""

from __future__ import annotations

from datetime import UTC, tzinfo
from typing import Annotated

from rich.console import Group, RenderableType
from rich.text import Text

from wakeline.engine.faces.face import full_id
from wakeline.engine.operations.soul import DIARY, SOUL
from wakeline.flows.identity.soul import decide_soul
from wakeline.interfaces.cli import options as take
from wakeline.interfaces.cli import screens
from wakeline.interfaces.cli.build import Dated, build_group
from wakeline.interfaces.cli.output import answer
from wakeline.interfaces.cli.self.identity import ask_for_a_terminal
from wakeline.interfaces.cli.shapes import (
    HEADING,
    QUIET,
    WARN,
    clip_line,
    count,
    listing,
    nothing,
    paragraph,
)
from wakeline.interfaces.open_home import choose_agent, open_home
from wakeline.model.identity import SoulEntry
from wakeline.model.memory import DiaryPage, Hit


def _entries(rows: list[SoulEntry], _: tzinfo) -> RenderableType:
    if not rows:
        return nothing("nothing yet; `wakeline soul add belief …` adds the first")
    return listing(
        ["kind", "state", "entry"],
        [
            [
                row.kind,
                Text(
                    row.state.replace("_", " "),
                    style=WARN if row.state in ("proposed", "leaving") else "",
                ),
                Text(clip_line(row.text, 400)).append(f"\n{row.id}", style=QUIET),
            ]
            for row in rows
        ],
        wide="entry",
    )


def _days(rows: list[DiaryPage], _: tzinfo) -> RenderableType:
    return screens.rows(
        ["day", "sections", "begins"],
        [
            [row.day, str(len(row.sections)), clip_line(str(row.sections[0]["text"]), 200)]
            for row in rows
        ],
        wide="begins",
    )


def _page(page: DiaryPage, _: tzinfo) -> RenderableType:
    parts: list[RenderableType] = [Text(page.day, style=HEADING)]
    for section in page.sections:
        about = [
            clip_line(str(section[name]), 60) for name in ("mood", "location") if name in section
        ]
        head = " · ".join([str(section["at"])[11:16] + " UTC", *about])
        parts.append(Text(f"{head}\n", style=QUIET).append(paragraph(section["text"]), "not dim"))
    return Group(*parts)


def _written(page: DiaryPage, _: tzinfo) -> RenderableType:
    return Text(f"{page.day}: {count(len(page.sections), 'section')}")


soul = build_group(SOUL, {SoulEntry: _entries})
diary = build_group(
    DIARY,
    {
        "write_diary": _written,
        "show_diary": _page,
        DiaryPage: _days,
        Hit: Dated(screens.hit_rows),
    },
)


@soul.command("accept")
def accept_soul(
    words: Annotated[list[str], take.words_after_agent("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Let what was asked for be. Only the person can, on a terminal."""
    _decide(words, home, tenant, accept=True, as_json=as_json)


@soul.command("reject")
def reject_soul(
    words: Annotated[list[str], take.words_after_agent("ID")],
    home: take.Home = None,
    tenant: take.Tenant = None,
    as_json: take.Json = False,
) -> None:
    """Refuse what was asked for. Only the person can, on a terminal."""
    _decide(words, home, tenant, accept=False, as_json=as_json)


def _decide(
    words: list[str], home: str | None, tenant: str | None, *, accept: bool, as_json: bool
) -> None:
    agent, (entry_id,) = take.split_agent(words, "an id")
    ask_for_a_terminal()
    with open_home(home, tenant) as place:
        one = choose_agent(place, agent)
        person = one.identity.person_name or "person"
        entry = decide_soul(one.place, full_id(one.place, entry_id), accept=accept, actor=person)
    answer(entry, lambda: _entries([entry], UTC), as_json=as_json)
