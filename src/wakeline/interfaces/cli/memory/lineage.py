"""Where a memory comes from, as a screen."""

from __future__ import annotations

from datetime import tzinfo

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from wakeline.context.framing import one_line
from wakeline.interfaces.cli.shapes import HEADING, QUIET, clip_line, count, day, paragraph, when
from wakeline.model.memory import Lineage, Memory, MemorySource

LONGEST = 240
INDENT = 2


def lineage_screen(found: Lineage, zone: tzinfo) -> RenderableType:
    """A memory, whose place it took, what took its place, and its sources step by step."""
    memory = found.memory
    about = [memory.type, memory.written, f"trust {memory.trust:g}", day(memory.created_at, zone)]
    if found.confidence is not None:
        about.append(f"confidence {found.confidence:.2f}")
    used = count(found.uses, "time") if found.uses else "never"
    about.append(f"used {used}")
    parts: list[RenderableType] = [
        Text(paragraph(memory.content)),
        Text(f"{memory.id} · {' · '.join(about)}", style=QUIET),
    ]
    parts += _versions("Took the place of", found.superseded, zone)
    parts += _versions("Its place was taken by", found.superseded_by, zone)
    if found.linked:
        parts.append(Text("\nActive together with", style=HEADING))
        parts += [
            Padding(
                Text(clip_line(each.memory.content, LONGEST)).append(
                    f"\n{each.memory.id} · {each.weight:.2f} · {count(each.times, 'time')}",
                    style=QUIET,
                ),
                (0, 0, 0, INDENT),
            )
            for each in found.linked
        ]
    if found.sources:
        parts.append(Text("\nComes from", style=HEADING))
        parts += [_source(each, zone) for each in found.sources]
    return Group(*parts)


def _versions(title: str, rows: tuple[Memory, ...], zone: tzinfo) -> list[RenderableType]:
    if not rows:
        return []
    return [
        Text(f"\n{title}", style=HEADING),
        *(
            Padding(
                Text(clip_line(row.content, LONGEST)).append(
                    f"\n{row.id} · {day(row.created_at, zone)}", style=QUIET
                ),
                (0, 0, 0, INDENT),
            )
            for row in rows
        ),
    ]


def _source(source: MemorySource, zone: tzinfo) -> RenderableType:
    if source.text is None:
        told = Text("forgotten" if source.at is not None else "not known here", style=QUIET)
    else:
        who = f"{one_line(source.speaker)}: " if source.speaker else ""
        told = Text(who + clip_line(source.text, LONGEST))
    at = f" · {when(source.at, zone)}" if source.at is not None else ""
    told.append(f"\n{one_line(source.id)} · {source.kind}{at}", style=QUIET)
    return Padding(told, (0, 0, 0, INDENT * source.depth))
