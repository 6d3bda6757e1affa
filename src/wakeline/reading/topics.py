"""The topics of a dialogue, without a model: names first, then frequent words.

Counts the turns that contain a word; a person's turn counts double. It does not know
any word's meaning, nor how common it is elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wakeline.language.sentences import SpokenTurn, spoken_turns
from wakeline.language.words import core_word, fold_word, is_informative, word_set
from wakeline.model.log import Episode

MOST_TOPICS = 6
MOST_CHARACTERS = 40
# In a dialogue of more turns than this, a word of one single turn is no topic.
SHORT_DIALOGUE = 4
WEIGHT = {"user": 2, "agent": 1, "other": 2}
ENTITY_WEIGHT = 2
# Words that say something in a request but do not tell one dialogue from another.
DULL = word_set("""
    create add added check ensure include provide follow try trying work working works start
    started take taking keep look looking looks feel feeling set sounds sound glad gonna hmm haha
    wow awesome cool amazing love hope mean means find give put best better important example
    step steps different specific possible able available time times day days week weeks month
    months year years change changes point points part parts details idea ideas write read show
    test run fix tomorrow yesterday

    fazer criar verificar obrigada legal coisa coisas vez vezes hora horas semana mês ano anos
    exemplo passo passos amanhã ontem deixa claro certo ideia
    crear revisar cosa cosas hora horas semana mes año años ejemplo paso pasos mañana ayer claro
    machen prüfen sache sachen zeit woche monat jahr beispiel schritt morgen gestern genau klar
    chose choses temps heure heures semaine mois année exemple étape demain hier voilà
""")


class Topic(NamedTuple):
    """A word or name, and one turn that contains it."""

    text: str
    episode_id: str
    trust: float


class _Count:
    """How often a word occurs, in which forms, and the best turn to cite for it."""

    __slots__ = ("first", "forms", "is_entity", "turns", "weight", "witness")

    def __init__(self, first: int, witness: Episode) -> None:
        self.first = first
        self.forms: dict[str, int] = {}
        self.is_entity = False
        self.turns = 0
        self.weight = 0
        self.witness = witness

    def add(self, form: str, episode: Episode, *, is_entity: bool) -> None:
        self.forms[form] = self.forms.get(form, 0) + 1
        self.is_entity = self.is_entity or is_entity
        self.turns += 1
        self.weight += WEIGHT.get(episode.role, 1)
        # The most trusted turn, and the newest of those: a topic should not lower trust.
        if episode.trust >= self.witness.trust:
            self.witness = episode


def key_topics(episodes: Iterable[Episode], n: int = MOST_TOPICS) -> tuple[str, ...]:
    """At most n topics, the weightiest first. The same episodes give the same answer."""
    return tuple(topic.text for topic in topics_in(spoken_turns(episodes), n))


def topics_in(dialogue: Sequence[SpokenTurn], n: int = MOST_TOPICS) -> tuple[Topic, ...]:
    """The topics of a dialogue that is already cut into sentences."""
    counts = _counts(dialogue)
    least = 1 if len(dialogue) <= SHORT_DIALOGUE else 2
    found = [count for count in counts.values() if count.turns >= least]
    found.sort(key=_order)
    return tuple(_topic(count) for count in found[:n])


def _counts(dialogue: Sequence[SpokenTurn]) -> dict[str, _Count]:
    speakers = speakers_in(dialogue)
    counts: dict[str, _Count] = {}
    for said in dialogue:
        forms, names = forms_in(said)
        for key, form in forms.items():
            if key in speakers or len(form) > MOST_CHARACTERS:
                continue
            if key not in counts:
                counts[key] = _Count(len(counts), said.episode)
            counts[key].add(form, said.episode, is_entity=key in names)
    return counts


def speakers_in(dialogue: Sequence[SpokenTurn]) -> set[str]:
    """The names of those who speak: they are no topics."""
    return {fold_word(part) for said in dialogue for part in said.episode.speaker.split()}


def forms_in(said: SpokenTurn) -> tuple[dict[str, str], frozenset[str]]:
    """The words and names of one turn by their folded form, and which of these are names."""
    forms: dict[str, str] = {}
    names = {}
    for form in _entities(said.episode):
        names[" ".join(map(fold_word, form.split()))] = form
    within = {part for key in names if " " in key for part in key.split()}
    for sentence in said.sentences:
        for surface in sentence.surfaces:
            if not is_informative(surface) or core_word(surface) in DULL:
                continue
            if (key := fold_word(surface)) not in within:
                forms.setdefault(key, surface)
    return {**forms, **names}, frozenset(names)


def _entities(episode: Episode) -> list[str]:
    """The turn's names as written in it. A reference that is not in the text is left out."""
    if not episode.entity_refs:
        return []
    lowered = episode.text.lower()
    if len(lowered) != len(episode.text):  # a letter that grows when made small shifts all places
        lowered = episode.text
    found = []
    for reference in episode.entity_refs:
        start = lowered.find(reference.lower())
        if start == 0 and _only_opens(reference, episode, lowered):
            continue
        if start >= 0 and any(map(is_informative, reference.split())):
            found.append(" ".join(episode.text[start : start + len(reference)].split()))
    return found


def _only_opens(reference: str, episode: Episode, lowered: str) -> bool:
    """Whether a word has its capital only as the first of an answer: "Understood"."""
    is_again = lowered.find(reference.lower(), len(reference)) >= 0
    return episode.role == "agent" and reference.istitle() and " " not in reference and not is_again


def _order(count: _Count) -> tuple[bool, int, int]:
    weight = count.weight * (ENTITY_WEIGHT if count.is_entity else 1)
    return (not count.is_entity, -weight, count.first)


def _topic(count: _Count) -> Topic:
    form = min(count.forms, key=lambda form: (-count.forms[form], form.lower(), form))
    # A word that only opened a sentence is shown small; a name keeps its capital.
    shown = form if count.is_entity or not form.istitle() else _smaller(count, form)
    return Topic(shown, count.witness.id, count.witness.trust)


def _smaller(count: _Count, form: str) -> str:
    return form.lower() if form.lower() in count.forms else form
