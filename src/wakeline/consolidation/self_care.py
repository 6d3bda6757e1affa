"""Self-care: shorten many memories and long conversations to what matters.

Lines are chosen by weight, as in summaries, those near the focus first. Nothing is reworded. It
does not know which memories may be archived, nor what is done with the originals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from wakeline.consolidation.summaries import Count, SummarySentence, choose_sentences
from wakeline.language.sentences import clip
from wakeline.model.memory import Memory, Written
from wakeline.recall.analyse import terms

SELF_CARE: Final[Written] = "self_care"
LEAST_MEMORIES: Final = 30
BATCH: Final = 500
MEMORY_TOKENS: Final = 600
SHARE: Final = 0.5  # of the tokens of the memories, at most
CONVERSATION_TOKENS: Final = 800
NEAR_THE_FOCUS: Final = 1.0
FOLDED_ONCE_MORE: Final = 0.9  # factor on the score of a line each time it is kept again
LINE_CHARACTERS: Final = 200


def first_batch(
    memories: Sequence[Memory], nearest: Sequence[str], most: int = BATCH
) -> list[Memory]:
    """The memories to shorten now: those nearest to the focus, then the oldest."""
    by_id = {memory.id: memory for memory in memories}
    near = [by_id[each] for each in nearest if each in by_id]
    known = {memory.id for memory in near}
    return [*near, *(memory for memory in memories if memory.id not in known)][:most]


def shorten_memories(batch: Sequence[Memory], nearest: Sequence[str], count: Count) -> list[str]:
    """The lines that are kept of memories, in their order."""
    near = {each: 1 - place / len(nearest) for place, each in enumerate(nearest)}
    told = [
        SummarySentence(
            line, memory.id, memory.importance + NEAR_THE_FOCUS * near.get(memory.id, 0)
        )
        for memory in batch
        for line in lines_of(memory)
    ]
    whole = sum(count(each.text) for each in told)
    return [
        each.text for each in choose_sentences(told, min(MEMORY_TOKENS, int(whole * SHARE)), count)
    ]


def lines_of(memory: Memory) -> list[str]:
    """A memory as one line; a memory that self-care wrote has its own lines."""
    if memory.written == SELF_CARE:
        return memory.content.splitlines()
    return [f"- {clip(memory.told, LINE_CHARACTERS)}"]


def remaining_lines(content: str, gone: Iterable[Memory], retold: Mapping[str, str]) -> list[str]:
    """The lines of a self-care memory without those of removed memories, some replaced."""
    without = {line for memory in gone for line in lines_of(memory)}
    lines = (retold.get(line, line) for line in content.splitlines() if line not in without)
    return list(dict.fromkeys(lines))


def shorten_conversation(
    before: Iterable[SummarySentence],
    new: Iterable[SummarySentence],
    focus: str | None,
    count: Count,
) -> list[SummarySentence]:
    """Sentences chosen from those kept before and new ones; older ones count a little less."""
    wanted = set(terms(focus)) if focus else set()
    told = [
        *(each._replace(score=round(each.score * FOLDED_ONCE_MORE, 4)) for each in before),
        *(_focused(each, wanted) for each in new),
    ]
    return choose_sentences(told, CONVERSATION_TOKENS, count)


def _focused(sentence: SummarySentence, wanted: set[str]) -> SummarySentence:
    if wanted.isdisjoint(terms(sentence.text)):
        return sentence
    return sentence._replace(score=round(sentence.score + NEAR_THE_FOCUS, 4))
