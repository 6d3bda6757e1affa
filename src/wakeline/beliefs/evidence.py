"""Rows of the record as evidence for or against a claim, parsed like claims.

The functions `of_...` make evidence from a row. It does not know where rows come from, nor
which claim they are compared with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from wakeline.beliefs.clauses import (
    AGENT,
    PERSON,
    ClaimClause,
    ClaimSentence,
    Voice,
    sentences,
    terms_of,
)
from wakeline.beliefs.quantities import UNITS, Quantity, quantities
from wakeline.beliefs.wording import normalise_phrases
from wakeline.model.belief import ClaimSource, SourceKind

LONGEST: Final = 4_000  # characters of one row that are read
# Versions and other names with digits in them.
_LABELS: Final = re.compile(
    r"\b(?=\w*\d)(?=\w*[A-Za-z])\w{2,40}\b|\b\d+\.\d+\.\d[\d.]*\b|\b0\d{2,}\b"
)
KNOWN_ROWS: Final = 1_024


class PastValue(NamedTuple):
    """A former value of a fact, and until when it held."""

    value: str
    until: datetime


class ClaimEvidence(NamedTuple):
    """One row of the record, with what is needed to compare it."""

    source: ClaimSource
    voice: Voice
    before: str = ""  # what was said just before it, to which it may refer
    key: str = ""  # of a fact
    value: str = ""
    past: tuple[PastValue, ...] = ()
    state: str = ""  # of a guard: claimed, done, failed or unknown
    fresh: bool = False  # of a tool's result: it is of the session that makes the claim

    @property
    def kind(self) -> SourceKind:
        return self.source.kind

    @property
    def sentences(self) -> tuple[ClaimSentence, ...]:
        return sentences(self.source.text[:LONGEST], self.voice)

    @property
    def terms(self) -> frozenset[str]:
        tool = self.voice.speaker if self.kind == "tool_result" else ""
        return _terms(f"{self.source.text[:LONGEST]} {tool}")

    @property
    def context(self) -> frozenset[str]:
        return _terms(self.before[:LONGEST])

    @property
    def key_terms(self) -> tuple[frozenset[str], ...]:
        """The words of each part of a fact's key."""
        return tuple(_terms(part.replace("_", " ")) for part in self.key.split("."))

    @property
    def clauses(self) -> tuple[ClaimClause, ...]:
        return tuple(clause for each in self.sentences for clause in each.clauses)

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        if self.kind != "fact":
            return quantities(self.source.text[:LONGEST])
        return value_quantities(self.key, self.value)


def value_quantities(key: str, value: str) -> tuple[Quantity, ...]:
    """The quantities of a fact's value; its key may name the unit, or say that it is a version."""
    unit = key.rpartition("_")[2].rpartition(".")[2]
    found = quantities(f"{value} {unit}" if unit.removesuffix("s") in UNITS else value)
    if "version" in key and len(found) == 1:
        return (found[0]._replace(kind="version", label=value.strip().lstrip("v")),)
    return found


@lru_cache(maxsize=KNOWN_ROWS)
def _terms(text: str) -> frozenset[str]:
    labels = frozenset(label.lower() for label in _LABELS.findall(text))
    return terms_of(normalise_phrases(text)) | labels


def evidence_of_fact(
    row_id: str, key: str, value: str, since: datetime, past: Sequence[PastValue] = ()
) -> ClaimEvidence:
    """Evidence of a current fact, with its former values."""
    source = ClaimSource(row_id, "fact", f"{key} = {value}", since)
    return ClaimEvidence(source, Voice(PERSON), key=key, value=value, past=tuple(past))


def evidence_of_turn(source: ClaimSource, voice: Voice, before: str = "") -> ClaimEvidence:
    """Evidence of a turn, or of a memory."""
    return ClaimEvidence(source, voice, before)


def evidence_of_tool(source: ClaimSource, tool: str, *, fresh: bool) -> ClaimEvidence:
    """Evidence of a tool's answer."""
    return ClaimEvidence(source, Voice(tool.lower()), fresh=fresh)


def evidence_of_guard(source: ClaimSource, state: str) -> ClaimEvidence:
    """Evidence of a guarded action; its key is part of the text."""
    return ClaimEvidence(source, Voice(AGENT), state=state)
