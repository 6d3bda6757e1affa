"""The title of a session: its first substantial request, shortened, and its later topics.

Every informative word of a title stands in one of its source turns. The title names the turn of
its request; it is made again when any turn of its session is forgotten. Greetings, words that only
say "go on", commands of a host and pasted text are no requests. It does not know whether a session
already has a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from wakeline.language.sentences import Sentence, SpokenTurn, clip, spoken_turns
from wakeline.language.words import (
    TYPOGRAPHIC,
    UNSPACED_FROM,
    fold_word,
    informative_words,
    is_letter,
    is_substantial,
    words_of,
)
from wakeline.model.log import Episode
from wakeline.reading.topics import SHORT_DIALOGUE, Topic, topics_in

MOST_CHARACTERS: Final = 60
TOPICS_OF_A_THIN_REQUEST: Final = 3
TOPICS_BESIDE: Final = 2
JOINT: Final = ", "
# A longer text is mostly pasted: the request stands at its start or end.
LONG_TURN: Final = 1_200  # characters
PASTED_LINES: Final = 2  # or a text with so many lines of a program
LONG_WORD: Final = 48
LEAST_WRITTEN: Final = 0.7  # of the signs of a request are letters or digits

_GREETING: Final = (
    "hi|hello|hey|good (?:morning|afternoon|evening|day)|olá|oi|bom dia|boa (?:tarde|noite)"
    "|hola|buen(?:os|as) (?:días|tardes|noches)|hallo|guten (?:morgen|tag|abend)|moin|servus"
    "|bonjour|bonsoir|salut|coucou|ciao|buon(?:giorno|asera)|hoi|hej|merhaba|selam"
    "|привет|здравствуйте?|добрый (?:день|вечер)|доброе утро|cześć|dzień dobry|ahoj"
    "|مرحبا|السلام عليكم|नमस्ते|こんにちは|おはよう(?:ございます)?|こんばんは|你好|您好|早上好"
    "|안녕(?:하세요)?|שלום"
)
# Words that keep a talk going and request nothing new.
_GOING_ON: Final = (
    "ok(?:ay)?|yes|no|yep|sure|thanks|thank you|continue|go (?:on|ahead)|carry on|keep going"
    "|next|proceed|do it|sounds good|looks good|great|perfect|how are you"
    "|sim|não|pode continuar|continu[ae]r?|segue|vá em frente|tudo bem|sí|sigue|adelante|vale"
    "|ja|nein|weiter|mach(?: bitte)? weiter|genau|passt|oui|non|vas-y|d'accord|va bene|avanti"
    "|ga (?:verder|door)|tamam|evet|devam(?: et)?|да|нет|хорошо|продолжай(?:те)?|дальше|спасибо"
    "|как (?:у тебя )?дела|tak|dalej|نعم|حسنا|استمر|हाँ|जारी रखो|はい"
    "|続けて(?:ください)?|お願いします|次|好的?|是的?|继续|繼續|谢谢|네|예|계속(?:해(?:줘|주세요)?)?"
)
_ASKING: Final = (
    "please|can (?:you|we)|could (?:you|we)|would you|i(?:'d| would) like you to"
    "|i (?:want|need) you to|help me(?: to)?|por favor|(?:você )?pod(?:e|eria|es)"
    "|puedes|podrías|kannst du|könntest du|bitte|peux-tu|pourrais-tu|pouvez-vous"
    "|s'il (?:te|vous) plaît"
)
_ENDS: Final = r"[\s!.,?…。！？、،]*"
# What a host program writes in the person's name: "/clear", "/model fast", tags around everything.
_MACHINE: Final = re.compile(
    r"/[\w:-]+(?:[ \t]+\S+){0,3}|(?:\s*<([\w-]{1,40})>.*</\1>\s*)+", re.DOTALL
)
# Lines that a program wrote: of a log, a stack trace, a diff, a prompt, a file of data.
_PASTED: Final = re.compile(
    r"""\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|Traceback\b|File\s"[^"]+",\sline\s\d
    |at\s+[\w.$<>]+\(|[A-Za-z.]*(?:Error|Exception|Warning):\s|[$%>]\s|[+-]{2,3}\s|@@\s
    |[\[{<]|https?://\S+$|(?:[\w.~-]*/){2,}\S*$|(?:INFO|WARN(?:ING)?|DEBUG|ERROR|FATAL)\b""",
    re.VERBOSE,
)


class Title(NamedTuple):
    """A title, the turn of its request (None if a person gave it), and turns of its topics."""

    text: str
    source_id: str | None
    topic_ids: tuple[str, ...] = ()


def title_of(episodes: Iterable[Episode]) -> Title | None:
    """A session's title, or None if nobody asked for anything."""
    return title_in(spoken_turns(episodes))


def title_in(dialogue: Sequence[SpokenTurn]) -> Title | None:
    """Like `title_of`, for a dialogue that is already cut into sentences."""
    requests = [(place, said) for place, said in enumerate(dialogue) if is_request(said)]
    for _, said in requests:
        if (sentence := substantial_sentence(said)) is not None:
            text, topics = _beside(_request_of(sentence.text), dialogue)
            return Title(_shortened(text), said.episode.id, tuple(t.episode_id for t in topics))
    for place, said in requests:
        if words := informative_words(words_of(_request_of(said.sentences[0].text))):
            return _with_topics(said, words, dialogue[place + 1 :])
    return None


def is_request(said: SpokenTurn) -> bool:
    """Whether a turn is the person's own, more than a greeting, and not pasted as a whole."""
    if said.episode.role != "user" or not said.sentences:
        return False
    if _MACHINE.fullmatch(said.episode.text.strip()):
        return False
    return any(_asks(sentence) for sentence in said.sentences)


def _asks(sentence: Sentence) -> bool:
    plain = sentence.text.replace(TYPOGRAPHIC, "'")
    is_kept_going = _greeting_alone().fullmatch(plain) or _going_on().fullmatch(plain)
    return not is_kept_going and not is_pasted(sentence.text)


def is_pasted(text: str) -> bool:
    """Whether a line looks like the output of a program, and not like a person's request."""
    if _PASTED.match(text) or max(map(len, text.split()), default=0) > LONG_WORD:
        return not _is_unspaced(text)
    signs = [sign for sign in text if not sign.isspace()]
    written = sum(sign.isdigit() or is_letter(sign) for sign in signs)
    return written < LEAST_WRITTEN * len(signs)


def _is_unspaced(text: str) -> bool:
    """Whether a text is in a script without spaces: then a long run of letters is normal."""
    return text[:1].isalpha() and ord(text[0]) >= UNSPACED_FROM


def substantial_sentence(said: SpokenTurn) -> Sentence | None:
    """The sentence of a turn that says what is wanted: the first, or in a long text its question.

    People who paste a page ask about it before or after it.
    """
    told = [s for s in said.sentences if _asks(s) and is_substantial(words_of(_request_of(s.text)))]
    pasted = sum(is_pasted(s.text) for s in said.sentences)
    if len(said.episode.text) > LONG_TURN or pasted >= PASTED_LINES:
        ends = [s for s in (*told[:1], *told[-1:]) if s.text.endswith(("?", "？", ":", "："))]
        return next(iter(ends), next(iter(told), None))
    return next(iter(told), None)


def _beside(request: str, dialogue: Sequence[SpokenTurn]) -> tuple[str, list[Topic]]:
    """The request with the session's topics, as far as there is room, and those topics."""
    told: list[Topic] = []
    if len(dialogue) <= SHORT_DIALOGUE:
        return request, told
    held = set(map(fold_word, words_of(request)))
    title = request.rstrip(" .!?…。！？")
    room = MOST_CHARACTERS - len(title)
    for topic in topics_in(dialogue, TOPICS_BESIDE + len(held)):
        parts = set(map(fold_word, words_of(topic.text)))
        if parts & held or len(topic.text) + len(JOINT) > room or len(told) == TOPICS_BESIDE:
            continue
        told.append(topic)
        held |= parts
        room -= len(topic.text) + len(JOINT)
    return (f"{title}: {JOINT.join(topic.text for topic in told)}" if told else request), told


def _with_topics(said: SpokenTurn, words: Sequence[str], later: Sequence[SpokenTurn]) -> Title:
    """The title of a short request, with topics of a later turn that contains its words too."""
    request = _request_of(said.sentences[0].text)
    needed = set(map(fold_word, words))
    for answer in later:
        held = {fold_word(word) for sentence in answer.sentences for word in sentence.surfaces}
        topics = topics_in([answer], TOPICS_OF_A_THIN_REQUEST + len(needed))
        told = [t.text for t in topics if fold_word(t.text) not in needed][
            :TOPICS_OF_A_THIN_REQUEST
        ]
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
    """Matches a greeting and at most two more words, such as a name."""
    rest = r"(?:[\s,]+[\w'-]+){0,2}"
    return re.compile(rf"(?:{_GREETING})(?!\w){rest}{_ENDS}", re.IGNORECASE)


@cache
def _going_on() -> re.Pattern[str]:
    """Matches one to three phrases that only keep a talk going."""
    one = rf"(?:please[\s,]+)?(?:{_GOING_ON})(?!\w)(?:[\s,]+please)?"
    return re.compile(rf"(?:{one}[\s,.!、，]*){{1,3}}{_ENDS}", re.IGNORECASE)


@cache
def _greeting_first() -> re.Pattern[str]:
    """Matches a greeting before a request, with the name between them."""
    name = rf"(?:there|\w+(?=\s*[,!.–-])|\w+(?=\s+(?:{_ASKING})\b))"
    return re.compile(rf"(?:{_GREETING})\b(?:\s+{name})?[\s,!.–-]*", re.IGNORECASE)


@cache
def _courtesy() -> re.Pattern[str]:
    return re.compile(rf"(?:{_ASKING})\b[\s,]+(?:(?:please|mir|me)\b[\s,]+)?", re.IGNORECASE)
