"""What a session is called: its first substantial request, shortened.

Every telling word of a title stands in one turn, which goes along: if that turn is
forgotten, the title is. It does not know whether a session already has a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from wakeline.model.log import Episode
from wakeline.sessions.sentences import (
    TYPOGRAPHIC,
    Said,
    Sentence,
    clip,
    folded,
    informative,
    is_substantial,
    spoken,
    words_of,
)
from wakeline.sessions.topics import topics_in

MOST_CHARACTERS: Final = 60
TOPICS_OF_A_THIN_REQUEST: Final = 3

_GREETING: Final = (
    "hi|hello|hey|good (?:morning|afternoon|evening|day)|olá|oi|bom dia|boa (?:tarde|noite)"
    "|hola|buen(?:os|as) (?:días|tardes|noches)|hallo|guten (?:morgen|tag|abend)|moin|servus"
    "|bonjour|bonsoir|salut|coucou"
)
_ASKING: Final = (
    "please|can (?:you|we)|could (?:you|we)|would you|i(?:'d| would) like you to"
    "|i (?:want|need) you to|help me(?: to)?|por favor|(?:você )?pod(?:e|eria|es)"
    "|puedes|podrías|kannst du|könntest du|bitte|peux-tu|pourrais-tu|pouvez-vous"
    "|s'il (?:te|vous) plaît"
)
# What a host program writes in the person's name: "/clear", one tag around everything.
_MACHINE: Final = re.compile(r"/[\w:-]+|<([\w-]{1,40})>.*</\1>", re.DOTALL)


class Title(NamedTuple):
    """A title, and the turn in which its telling words stand; none if a person gave it."""

    text: str
    source_id: str | None


def title_of(episodes: Iterable[Episode]) -> Title | None:
    """A session's title, or nothing where nobody asked for anything."""
    return title_in(spoken(episodes))


def title_in(dialogue: Sequence[Said]) -> Title | None:
    """As `title_of`, of a dialogue that is already cut into sentences."""
    requests = [(place, said) for place, said in enumerate(dialogue) if is_request(said)]
    for _, said in requests:
        if (sentence := substantial_sentence(said)) is not None:
            return Title(_shortened(_request_of(sentence.text)), said.episode.id)
    for place, said in requests:
        if words := informative(words_of(_request_of(said.sentences[0].text))):
            return _with_topics(said, words, dialogue[place + 1 :])
    return None


def is_request(said: Said) -> bool:
    """Whether a turn is the person's own and more than a greeting."""
    if said.episode.role != "user" or not said.sentences:
        return False
    if _MACHINE.fullmatch(said.episode.text.strip()):
        return False
    first = said.sentences[0].text.replace(TYPOGRAPHIC, "'")
    return len(said.sentences) > 1 or not _greeting_alone().fullmatch(first)


def substantial_sentence(said: Said) -> Sentence | None:
    """The first sentence of a turn that tells what is wanted."""
    return next((s for s in said.sentences if is_substantial(words_of(_request_of(s.text)))), None)


def _with_topics(said: Said, words: Sequence[str], later: Sequence[Said]) -> Title:
    """A thin request, told apart by the topics of a later turn that holds its words too."""
    request = _request_of(said.sentences[0].text)
    needed = set(map(folded, words))
    for answer in later:
        held = {folded(word) for sentence in answer.sentences for word in sentence.surfaces}
        topics = topics_in([answer], TOPICS_OF_A_THIN_REQUEST + len(needed))
        told = [t.text for t in topics if folded(t.text) not in needed][:TOPICS_OF_A_THIN_REQUEST]
        if told and needed <= held:
            title = f"{request.rstrip(' .!?…')}: {', '.join(told)}"
            return Title(_shortened(title), answer.episode.id)
    return Title(_shortened(request), said.episode.id)


def _request_of(text: str) -> str:
    """A request without its greeting and its courtesies."""
    plain = text.replace(TYPOGRAPHIC, "'")
    start = match.end() if (match := _greeting_first().match(plain)) else 0
    while match := _courtesy().match(plain, start):
        start = match.end()
    return text[start:] or text


def _shortened(text: str) -> str:
    title = clip(text.rstrip(" .!,;:"), MOST_CHARACTERS)
    capital = title[:1].upper()
    # A letter without a capital of its own stays as it is.
    return capital + title[1:] if capital.lower() == title[:1] else title


@cache
def _greeting_alone() -> re.Pattern[str]:
    """A greeting, and at most two words more, such as a name."""
    return re.compile(rf"(?:{_GREETING})\b(?:[\s,]+[\w'-]+){{0,2}}[\s!.,?…]*", re.IGNORECASE)


@cache
def _greeting_first() -> re.Pattern[str]:
    """A greeting before a request, with the name that stands between them."""
    name = rf"(?:there|\w+(?=\s*[,!.–-])|\w+(?=\s+(?:{_ASKING})\b))"
    return re.compile(rf"(?:{_GREETING})\b(?:\s+{name})?[\s,!.–-]*", re.IGNORECASE)


@cache
def _courtesy() -> re.Pattern[str]:
    return re.compile(rf"(?:{_ASKING})\b[\s,]+(?:(?:please|mir|me)\b[\s,]+)?", re.IGNORECASE)
