"""Split a long text into entries for the search: at its headings and empty lines.

An entry is as long as a few paragraphs: shorter ones are joined, a longer one is cut
at the end of a sentence. Each knows the heading above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from wakeline.language.sentences import split_sentences

MOST_LETTERS: Final = 1_200  # of an entry: more would say too many things at once

_HEADING: Final = re.compile(r"#{1,6}\s+(.+?)\s*#*\s*$")
_EMPTY_LINES: Final = re.compile(r"\n[ \t]*\n")


class TextEntry(NamedTuple):
    """A part of a text, under its heading if it has one."""

    heading: str | None
    text: str


def split_entries(text: str, most: int = MOST_LETTERS) -> list[TextEntry]:
    """The entries of a text, in order, each at most `most` long; only white space is lost."""
    found: list[TextEntry] = []
    for heading, paragraph in _paragraphs(text):
        for piece in _pieces(paragraph, most):
            last = found[-1] if found else None
            if last and last.heading == heading and len(last.text) + len(piece) + 2 <= most:
                found[-1] = TextEntry(heading, f"{last.text}\n\n{piece}")
            else:
                found.append(TextEntry(heading, piece))
    return found


def _paragraphs(text: str) -> Iterator[tuple[str | None, str]]:
    heading: str | None = None
    for block in _EMPTY_LINES.split(text.replace("\r\n", "\n")):
        lines = block.strip("\n").split("\n")
        while lines and (match := _HEADING.match(lines[0])):
            heading = match[1]
            lines.pop(0)
        body = "\n".join(lines).strip()
        if body:
            yield heading, body


def _pieces(paragraph: str, most: int) -> Iterator[str]:
    """A paragraph, or if it is too long, groups of its sentences."""
    if len(paragraph) <= most:
        yield paragraph
        return
    piece = ""
    for sentence in (each.text for each in split_sentences(paragraph)):
        if piece and len(piece) + len(sentence) + 1 > most:
            yield piece
            piece = ""
        piece = f"{piece} {sentence}".strip()
        while len(piece) > most:  # a sentence without an end
            yield piece[:most]
            piece = piece[most:].strip()
    if piece:
        yield piece
