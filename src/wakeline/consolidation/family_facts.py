"""Who is whose, and what pets are called, read in one clause.

The wordings are the graph's own; here only whoever speaks is the owner, and a name counts only
where the turn has it as a name. It does not know who the named are beyond that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wakeline.consolidation.prose import StatementClause
from wakeline.consolidation.subjects import Cast
from wakeline.graph.names import entity_id
from wakeline.graph.patterns import BY_NAME, NAME, PETS, compile_pattern, relation_word
from wakeline.model.consolidation import ExtractedStatement
from wakeline.model.log import Episode

_OWNERS: Final = frozenset(("my", "our", "i", "we"))
# The graph's row for "have a dog named Max" does not know "got another cat named Bailey".
_ANOTHER: Final = (
    r"(?P<s>\b(?:I|[Ww]e))(?:'ve)?(?:\s+\w+)?\s+(?:have|got|adopted|bought|own)\s+(?:another"
    r"|a\s+new)\s+"
    rf"(?:[a-z]+\s+)?(?P<r>[a-z]+)\s+(?:named|called)\s+(?P<o>{NAME})"
)
_NAMED: Final = (
    r"(?P<s>\b[Mm]y|\b[Oo]ur)\s+(?P<r>[a-z]+)(?:'s\s+name\s+is|\s+is\s+(?:named|called))\s+"
    rf"(?P<o>{NAME})"
)
_WORDINGS: Final = (
    BY_NAME["whose_is"].wording,
    BY_NAME["is_whose"].wording,
    BY_NAME["has_named"].wording,
    _ANOTHER,
    _NAMED,
)
_KNOWN: Final = BY_NAME["whose_is"].triggers
_ONE_AT_A_TIME: Final = frozenset("wife husband partner girlfriend boyfriend boss".split())
CONFIDENCE: Final = 0.9


def relations(clause: StatementClause, turn: Episode, of: Cast) -> Iterator[ExtractedStatement]:
    """Kin and pets that whoever speaks names as their own."""
    if not of.names:
        return
    for wording in _WORDINGS:
        for match in compile_pattern(wording).finditer(clause.text):
            relation = match["r"].lower()
            name = _name(match["o"], of)
            if match["s"].lower() not in _OWNERS or name is None or relation not in _KNOWN:
                continue
            word = relation_word(relation)
            start = clause.start + match.start()
            yield ExtractedStatement(
                kind="fact" if word in PETS else "relation",
                subject=of.speaker,
                attribute=word,
                value=name,
                text=f"{of.speaker}'s {word} is {'called ' if word in PETS else ''}{name}.",
                at=turn.at,
                when=None,
                source_id=turn.id,
                quote=turn.text[start : clause.start + match.end()],
                confidence=CONFIDENCE,
                single=word in _ONE_AT_A_TIME,
            )


def _name(said: str, of: Cast) -> str | None:
    """The name of the turn with which a run of words begins; nobody is their own kin."""
    parts = said.split()
    for size in range(len(parts), 0, -1):
        name = of.names.get(entity_id(" ".join(parts[:size]).rstrip(".,'-").removesuffix("'s")))
        if name is not None:
            return name if entity_id(name) != entity_id(of.speaker) else None
    return None
