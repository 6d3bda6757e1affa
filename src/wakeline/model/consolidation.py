"""What experience becomes: what a turn says, and what came of reading it."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

ExtractedKind = Literal["fact", "preference", "decision", "plan", "promise", "event", "relation"]
EXTRACTED_KINDS: tuple[ExtractedKind, ...] = get_args(ExtractedKind)


class Extracted(NamedTuple):
    """Something that one turn says, as it can be kept.

    `attribute` names what is said of the subject (`lives_in`, `likes`, `works_as`). One that is
    `single` has one value at a time: another one said later takes its place.
    """

    kind: ExtractedKind
    subject: str
    attribute: str
    value: str
    text: str  # a sentence that stands by itself, in the third person
    at: datetime  # when it was said
    when: datetime | None  # the day it tells of, where it tells of one
    source_id: str  # of the turn
    quote: str  # the words of the turn that say so
    confidence: float
    single: bool
