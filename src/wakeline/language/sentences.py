"""Sentences: where each begins and ends, and the turns of a dialogue cut into them.

Reads text by its form, with the abbreviations of English, Portuguese, Spanish, German and
French. It does not know what a sentence means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import Final, NamedTuple

from wakeline.language.word_lists import any_of, words_of_languages
from wakeline.language.words import TYPOGRAPHIC, words_of
from wakeline.model.log import Episode, Role

SPEAKING: Final[frozenset[Role]] = frozenset({"user", "agent", "other"})
# A long turn is read at both ends: requests stand at its start, promises at its end.
END_CHARACTERS: Final = 4_000
LONGEST_ABBREVIATION: Final = 24
SENTENCE_SIGNS: Final = frozenset(".!?…。！？")
# Stands among a sentence's words when one of them begins with a digit.
NUMBER: Final = "#"

_CODE: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_LIST_MARK: Final = re.compile(r"\s*(?:#{1,6}\s+|(?:[-*+•]|\d{1,3}[.)])\s+(?=\S))+")


class SplitSentence(NamedTuple):
    """A sentence as it stands in its text, without the space around it."""

    text: str
    start: int
    end: int


_CLOSERS: Final = "\"'”’»)\\]」』"


@cache
def _breaks() -> re.Pattern[str]:
    """Where a sentence may end: the space behind its last sign, or the end of a line."""
    return re.compile(
        rf"(?<=[.!?…])(?:[{_CLOSERS}]|[ \u00a0\u202f]»)*\s+|(?<=[。！？])[{_CLOSERS}]*\s*|\n+"
    )


@cache
def _goes_on() -> re.Pattern[str]:
    """The last word before a dot behind which a sentence always goes on."""
    listed = any_of(words_of_languages("abbreviations"))
    return re.compile(
        rf"(?:^|[\s(])(?:{listed}|[^\W\di]|(?:am|der|den|dem|vom|zum|bis) \d{{1,2}})\.$"
        r"|^\s*\d{1,3}\.$",
        re.IGNORECASE,
    )


@cache
def _may_go_on() -> re.Pattern[str]:
    """The same where it goes on if a small letter or a figure follows."""
    listed = any_of(words_of_languages("final_abbreviations"))
    return re.compile(
        rf"(?:^|[\s(])(?:{listed}|\d{{1,2}}\.\d{{1,2}})\.$|\w(?:\.{{2,}}|…)$", re.IGNORECASE
    )


def split_sentences(text: str, *, across_lines: bool = False) -> list[SplitSentence]:
    """The sentences of a text and where they stand.

    The end of a line is the end of a sentence; with `across_lines` only an empty line is.
    """
    pieces: list[SplitSentence] = []
    start = 0
    for gap in _breaks().finditer(text):
        if not _ends(text, start, gap, across_lines=across_lines):
            continue
        _add(pieces, text, start, gap.end())
        start = gap.end()
    _add(pieces, text, start, len(text))
    return pieces


def _ends(text: str, start: int, gap: re.Match[str], *, across_lines: bool) -> bool:
    lines = gap[0].count("\n")
    if lines > across_lines:
        return True
    before = text[max(start, gap.start() - LONGEST_ABBREVIATION) : gap.start()]
    if before[-1:] not in SENTENCE_SIGNS:
        return not across_lines  # the end of a line without a sign
    if before[-1] not in ".…":
        return True
    if lines and not across_lines:
        return True
    if _goes_on().search(before):
        return False
    following = text[gap.end() : gap.end() + 1]
    return not ((following.islower() or following.isdecimal()) and _may_go_on().search(before))


def _add(pieces: list[SplitSentence], text: str, start: int, end: int) -> None:
    part = text[start:end]
    bare = part.strip()
    if bare:
        first = start + len(part) - len(part.lstrip())
        pieces.append(SplitSentence(bare, first, first + len(bare)))


class Sentence(NamedTuple):
    """One sentence: its text, its words as written, and the set of its words in small letters."""

    text: str
    surfaces: tuple[str, ...]
    words: frozenset[str]


class SpokenTurn(NamedTuple):
    """One turn of a dialogue, with its sentences."""

    episode: Episode
    sentences: tuple[Sentence, ...]


class Quote(NamedTuple):
    """Words quoted from one turn, with its speaker and time."""

    text: str
    episode_id: str
    speaker: str
    at: datetime


def spoken_turns(episodes: Iterable[Episode]) -> list[SpokenTurn]:
    """The turns of a dialogue in the order of the log, without tools and forgotten turns."""
    turns = sorted((e for e in episodes if is_spoken(e)), key=lambda e: e.seq)
    return [SpokenTurn(episode, sentences(episode.text)) for episode in turns]


def is_spoken(episode: Episode) -> bool:
    return (
        episode.kind == "conversation"
        and episode.role in SPEAKING
        and episode.forgotten_at is None
        and not episode.text.isspace()
        and episode.text != ""
    )


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text without its code blocks and quoted lines."""
    prose = _CODE.sub("\n", text)
    ends = [prose]
    if len(prose) > 2 * END_CHARACTERS:
        ends = [prose[:END_CHARACTERS], prose[-END_CHARACTERS:]]
    pieces = (piece.text for end in ends for piece in split_sentences(end))
    return tuple(_sentence(piece) for piece in pieces if not piece.startswith(">"))


def _sentence(piece: str) -> Sentence:
    mark = _LIST_MARK.match(piece)
    text = " ".join((piece[mark.end() :] if mark else piece).replace("**", "").split())
    surfaces = words_of(text)
    words = {surface.lower().replace(TYPOGRAPHIC, "'") for surface in surfaces}
    joined = [word for word in words if "'" in word or "-" in word]
    words.update(part for word in joined for part in word.replace("-", "'").split("'"))
    if any(word[0].isdigit() for word in surfaces):
        words.add(NUMBER)
    return Sentence(text, surfaces, frozenset(words))


def clip(text: str, limit: int) -> str:
    """The text on one line, at most `limit` characters, cut between words."""
    line = " ".join(text.split())
    if not line.isprintable():
        line = " ".join("".join(filter(str.isprintable, line)).split())
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    if line[limit - 1] != " " and " " in cut:
        cut = cut[: cut.rindex(" ")]
    return cut.rstrip(" ,;:-–—") + "…"


def quote(said: SpokenTurn, text: str, limit: int) -> Quote:
    episode = said.episode
    return Quote(clip(text, limit), episode.id, episode.speaker, episode.at)


def speaker_name(speaker: str) -> str:
    """A speaker's name for the start of a sentence; without a name, "The person" or "The agent"."""
    return {"user": "The person", "human": "The person", "agent": "The agent"}.get(speaker, speaker)
