"""The text of the personality: what the person or the core says, and what was observed.

Observed sentences stand one per line under their own heading, so that they can be removed
without touching a word of the rest. It does not know the evidence for them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

HEADING: Final = "## What experience has shown"
_SEEN: Final = re.compile(r"\s\(observed (?:since|in|from) [\w ]{1,60}\)(?=\.$)")


def comparable_text(text: str) -> str:
    """A text without our heading and without the dates of observations, for comparing texts."""
    lines = (line for line in text.split("\n") if line.strip() != HEADING)
    return "\n".join(_SEEN.sub("", line) for line in lines)


def with_observations(base: str, sentences: Sequence[str]) -> str:
    """The base with these sentences under their heading; the base alone if there are none."""
    if not sentences:
        return base
    return f"{base.rstrip()}\n\n{HEADING}\n\n" + "\n".join(sentences) + "\n"


def remove_lines(text: str, sentences: Collection[str]) -> str:
    """A text without the lines that are these sentences, and without an empty heading."""
    gone = {sentence.strip() for sentence in sentences}
    kept = [line for line in text.split("\n") if not line.strip() or line.strip() not in gone]
    if len(kept) == text.count("\n") + 1:
        return text
    return _without_bare_heading(kept)


def has_line(text: str, sentence: str) -> bool:
    """Whether one line of a text is this sentence."""
    return sentence.strip() in {line.strip() for line in text.split("\n")}


def _without_bare_heading(lines: list[str]) -> str:
    at = next((n for n, line in enumerate(lines) if line.strip() == HEADING), None)
    if at is None:
        return "\n".join(lines)
    following = next((n for n in range(at + 1, len(lines)) if lines[n].strip()), None)
    if following is not None and not lines[following].startswith("#"):
        return "\n".join(lines)
    before = "\n".join(lines[:at]).rstrip("\n")
    after = "" if following is None else "\n".join(["", *lines[following:]])
    return f"{before}\n{after}"
