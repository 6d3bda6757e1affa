"""What an agent keeps of many memories and of long conversations when it looks after itself.

Chosen by weight, as summaries are: what bears on the focus first. Nothing is worded anew. It does
not know which memories may be put away, nor what is done with the originals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from wakeline.consolidation.summaries import Count, Sentence, chosen
from wakeline.language.sentences import clip
from wakeline.model.memory import Memory, Written
from wakeline.recall.analyse import terms

CARED_FOR: Final[Written] = "self_care"
LEAST_MEMORIES: Final = 30
BATCH: Final = 500
MEMORY_TOKENS: Final = 600
SHARE: Final = 0.5  # of what memories say, at most
CONVERSATION_TOKENS: Final = 800
NEAR_THE_FOCUS: Final = 1.0
FOLDED_ONCE_MORE: Final = 0.9  # what was told before counts less each time
LINE_CHARACTERS: Final = 200


def first_batch(
    memories: Sequence[Memory], nearest: Sequence[str], most: int = BATCH
) -> list[Memory]:
    """The memories that are taken up now: those nearest to the focus, then the oldest."""
    by_id = {memory.id: memory for memory in memories}
    near = [by_id[each] for each in nearest if each in by_id]
    known = {memory.id for memory in near}
    return [*near, *(memory for memory in memories if memory.id not in known)][:most]


def kept_of_memories(batch: Sequence[Memory], nearest: Sequence[str], count: Count) -> list[str]:
    """What is kept of memories, a line each, in their order."""
    near = {each: 1 - place / len(nearest) for place, each in enumerate(nearest)}
    told = [
        Sentence(line, memory.id, memory.importance + NEAR_THE_FOCUS * near.get(memory.id, 0))
        for memory in batch
        for line in lines_of(memory)
    ]
    whole = sum(count(each.text) for each in told)
    return [each.text for each in chosen(told, min(MEMORY_TOKENS, int(whole * SHARE)), count)]


def lines_of(memory: Memory) -> list[str]:
    """A memory as a line of what is kept of many; what was kept of many before keeps its lines."""
    if memory.written == CARED_FOR:
        return memory.content.splitlines()
    return [f"- {clip(memory.told, LINE_CHARACTERS)}"]


def lines_left(content: str, gone: Iterable[Memory], retold: Mapping[str, str]) -> list[str]:
    """The lines of what was kept, without those of memories that are gone; some are told anew."""
    without = {line for memory in gone for line in lines_of(memory)}
    lines = (retold.get(line, line) for line in content.splitlines() if line not in without)
    return list(dict.fromkeys(lines))


def kept_of_conversation(
    before: Iterable[Sentence], new: Iterable[Sentence], focus: str | None, count: Count
) -> list[Sentence]:
    """What was kept before and what was said since, as one: the older counts a little less."""
    wanted = set(terms(focus)) if focus else set()
    told = [
        *(each._replace(score=round(each.score * FOLDED_ONCE_MORE, 4)) for each in before),
        *(_focused(each, wanted) for each in new),
    ]
    return chosen(told, CONVERSATION_TOKENS, count)


def _focused(sentence: Sentence, wanted: set[str]) -> Sentence:
    if wanted.isdisjoint(terms(sentence.text)):
        return sentence
    return sentence._replace(score=round(sentence.score + NEAR_THE_FOCUS, 4))
