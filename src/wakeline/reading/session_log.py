"""Read a session from its log: requests, answers, decisions, promises, open questions.

One pass over the turns makes one value; every quote names the turn it
came from. It does not know what the reading is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from wakeline.language.sentences import Quote, Sentence, SpokenTurn, quote, spoken_turns
from wakeline.language.words import is_substantial
from wakeline.model.log import TRUST, Episode
from wakeline.reading.commitments import Commitment, commitments_in
from wakeline.reading.relational import Anchor, anchors_in, exchange_count
from wakeline.reading.time_marks import TemporalMark, marks_in
from wakeline.reading.titles import Title, is_request, substantial_sentence, title_in
from wakeline.reading.topics import Topic, topics_in
from wakeline.reading.wordings import DECIDED

MOST_DECISIONS: Final = 8
MOST_QUESTIONS: Final = 5
DECISION_CHARACTERS: Final = 200
REQUEST_CHARACTERS: Final = 300


class LastRequest(NamedTuple):
    """The last request, its answer, and how many tool results followed."""

    quote: Quote
    answer: Quote | None
    tool_results: int

    @property
    def is_answered(self) -> bool:
        return self.answer is not None


class SessionReading(NamedTuple):
    """What the log of a session says. A part that was not found is empty, never guessed."""

    exchanges: int
    errors: int
    last_at: datetime | None
    title: Title | None
    last_request: LastRequest | None
    working_on: Quote | None
    topics: tuple[Topic, ...]
    marks: tuple[TemporalMark, ...]
    commitments: tuple[Commitment, ...]
    decisions: tuple[Quote, ...]
    questions: tuple[Quote, ...]
    anchors: tuple[Anchor, ...]

    @property
    def source_ids(self) -> tuple[str, ...]:
        """The ids of all turns whose words are used, each once, sorted.

        One turn is enough for a topic: the topic may stay as long as that turn does.
        """
        ids = {quote.episode_id for quote in (*self.decisions, *self.questions)}
        ids.update(commitment.episode_id for commitment in self.commitments)
        ids.update(mark.episode_id for mark in self.marks)
        ids.update(topic.episode_id for topic in self.topics)
        ids.update(anchor.last.episode_id for anchor in self.anchors)
        if self.title is not None and self.title.source_id is not None:
            ids.update((self.title.source_id, *self.title.topic_ids))
        if self.last_request is not None:
            ids.add(self.last_request.quote.episode_id)
            if self.last_request.answer is not None:
                ids.add(self.last_request.answer.episode_id)
        if self.working_on is not None:
            ids.add(self.working_on.episode_id)
        return tuple(sorted(ids))


def read_log(episodes: Sequence[Episode]) -> SessionReading:
    """Read the episodes of one session or thread, given in any order."""
    dialogue = spoken_turns(episodes)
    return SessionReading(
        exchanges=exchange_count(dialogue),
        errors=sum(e.kind == "error" and e.forgotten_at is None for e in episodes),
        last_at=dialogue[-1].episode.at if dialogue else None,
        title=title_in(dialogue),
        last_request=_last_request(dialogue, episodes),
        working_on=_working_on(dialogue),
        topics=topics_in(dialogue),
        marks=marks_in(dialogue),
        commitments=commitments_in(dialogue),
        decisions=_decisions(dialogue),
        questions=_open_questions(dialogue),
        anchors=anchors_in(dialogue),
    )


def least_trust(episodes: Iterable[Episode], source_ids: Iterable[str]) -> float:
    """The lowest trust among the sources, at most that of `agent_inferred`."""
    wanted = frozenset(source_ids)
    given = [episode.trust for episode in episodes if episode.id in wanted]
    return min([TRUST["agent_inferred"], *given])


def _last_request(
    dialogue: Sequence[SpokenTurn], episodes: Iterable[Episode]
) -> LastRequest | None:
    asked = next((said for said in reversed(dialogue) if said.episode.role == "user"), None)
    if asked is None:
        return None
    since = asked.episode.seq
    answers = [s for s in dialogue if s.episode.seq > since and s.episode.role == "agent"]
    results = sum(e.seq > since and e.kind == "tool_result" for e in episodes)
    words = quote(asked, asked.episode.text, REQUEST_CHARACTERS)
    return LastRequest(words, _answer(answers[-1]) if answers else None, results)


def _answer(said: SpokenTurn) -> Quote:
    """The prose of an answer: code says little in a short quote."""
    prose = " ".join(sentence.text for sentence in said.sentences)
    return quote(said, prose or said.episode.text, REQUEST_CHARACTERS)


def _working_on(dialogue: Sequence[SpokenTurn]) -> Quote | None:
    """The last request that says what is wanted; "yes, please" does not."""
    for said in reversed(dialogue):
        if is_request(said) and substantial_sentence(said) is not None:
            return quote(said, said.episode.text, REQUEST_CHARACTERS)
    return None


def _decisions(dialogue: Sequence[SpokenTurn]) -> tuple[Quote, ...]:
    """The newest decisions, in their order."""
    found: dict[str, Quote] = {}
    for said in dialogue:
        for sentence in filter(_is_decision, said.sentences):
            words = quote(said, sentence.text, DECISION_CHARACTERS)
            found.setdefault(words.text.lower(), words)
    return tuple(found.values())[-MOST_DECISIONS:]


def _is_decision(sentence: Sentence) -> bool:
    return (
        DECIDED.fits(sentence)
        and not sentence.text.endswith("?")
        and is_substantial(sentence.surfaces)
    )


def _open_questions(dialogue: Sequence[SpokenTurn]) -> tuple[Quote, ...]:
    """The questions of the very last turn: nobody has answered them."""
    if not dialogue:
        return ()
    last = dialogue[-1]
    asked = [s.text for s in last.sentences if s.text.endswith(("?", "？"))]
    return tuple(quote(last, text, DECISION_CHARACTERS) for text in asked[-MOST_QUESTIONS:])
