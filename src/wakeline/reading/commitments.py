"""Open commitments of a dialogue: promises and open points, found by their wording.

Sentences of the agent and of the person, in five languages, each with the turn it came
from, without those that a later turn clearly says are done. It does not know what was
really done, only what was said. Time words are found in `time_marks`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from wakeline.language.sentences import Sentence, SpokenTurn, clip, sentences, spoken_turns
from wakeline.language.words import (
    KNOWN_WORDS,
    core_word,
    fold_word,
    informative_words,
    word_set,
    words_of,
)
from wakeline.model.log import Episode, Role
from wakeline.reading.time_marks import TIMES, TemporalMark, marker_of, temporal_marks
from wakeline.reading.wordings import HAVE_DONE, LEFT_OPEN, OFFERED, PLANNED, PROMISED

__all__ = [
    "Commitment",
    "TemporalMark",
    "commitments_in",
    "is_told_in",
    "open_commitments",
    "temporal_marks",
]

MOST_COMMITMENTS: Final = 12
MOST_CHARACTERS: Final = 200
# How many are kept while reading: more than are ever shown, few enough to compare with each.
HELD_FIRM: Final = 100
HELD_PASSING: Final = 60
SAME: Final = 0.8
CLEAR: Final = 0.4
ROOT: Final = 5
FEW_WORDS: Final = 2

_DONE: Final = word_set("""
    done finished completed complete sent fixed resolved solved shipped merged deployed paid
    booked submitted closed delivered emailed called posted published ordered bought wrote
    written renewed cancelled canceled scheduled replied uploaded pushed implemented added
    removed updated tested released prepared handed told spoke handled migrated created built
    installed configured refactored renamed replaced reverted tagged rotated documented enabled
    disabled verified reviewed rewrote rewritten
    feito feita pronto pronta concluído concluída concluí terminei terminado enviei enviado
    enviada mandei mandado resolvi resolvido paguei pago comprei liguei reservei marquei fiz
    acabei escrevi
    hecho hecha listo lista terminé envié mandé resuelto pagué compré llamé reservé acabé hice
    escribí pagado llamado
    erledigt fertig geschickt gesendet verschickt abgeschlossen gemacht bezahlt gekauft
    angerufen gebucht behoben geschrieben
    fait faite terminé terminée fini finie envoyé envoyée réglé résolu payé acheté appelé
    réservé
""")
# A sentence with one of these words does not say that something is done.
_NOT_DONE: Final = word_set("""
    not t never no almost half partly nearly when once after if until before will ll should must
    need needs would could let lets unless remind reminder tried wanted started planned tomorrow
    não nunca ainda quase quando depois se até antes vou precisa lembrete amanhã
    casi cuando después si hasta todavía aún voy recordatorio mañana
    nicht noch kein keine fast wenn sobald nachdem bis werde muss erinnerung morgen
    pas jamais encore presque quand après avant vais faut rappel demain
""")
# After one of these, a word of `_DONE` says which thing is meant: "the disabled tests", "el pago".
_ARTICLES: Final = word_set("the an my our your his her their its el la una")
# Verb forms whose roots differ; forms with the same root need no entry.
_FAMILY: Final = {
    "sent": "send", "wrote": "write", "bought": "buy", "paid": "pay", "made": "make",
    "built": "build", "found": "find", "took": "take", "taken": "take", "gave": "give",
    "told": "tell", "spoke": "speak", "ran": "run", "met": "meet", "fiz": "faz",
    "geschickt": "schick", "verschickt": "schick", "gesendet": "send", "gekauft": "kauf",
    "gebucht": "buch", "geschrieben": "schreib", "enverrai": "envoy", "paguei": "pagar",
    "pague": "pagar", "pago": "pagar",
}  # fmt: skip
# Acts that undo each other, one pair per line: a sentence about one of them does not say that the
# other is done. Forms with the same root need no entry.
_UNDOING: Final = """
    enable re-enable activate reactivate | disable deactivate
    add added create | remove delete drop dropped
    install | uninstall remove
    open reopen | close shut
    start resume launch | stop stopped pause suspend
    merge | revert
    deploy release publish | revert unpublish withdraw
    book schedule order | cancel
    accept approve | reject decline refuse
    grant granted | revoke
    lock | unlock
    block | unblock
    pin pinned | unpin unpinned
    mount mounted | unmount
    subscribe | unsubscribe
    connect | disconnect
    show | hide hidden
    increase raise | decrease lower reduce
    buy | sell sold
    encrypt | decrypt
    ativar habilitar | desativar desabilitar
    activar habilitar | desactivar deshabilitar
    abrir aberto abierto | fechar cerrar
    reservar marcar | cancelar
    aktivieren einschalten | deaktivieren ausschalten
    buchen gebucht | stornieren absagen
    activer réactiver | désactiver
    ouvrir ouvert | fermer
    réserver | annuler
"""
# A promise with one of these words is about what was said just before.
_POINTERS: Final = word_set("it this that them these those isso isto aquilo eso esto ça cela")
_YEAR: Final = re.compile(r"\d{4}")
_ENDING: Final = re.compile(r"(?:ing|ed|ado|ada|ido|ida|arei|erei|irei|[aei]re|[aeio]r|ei|e|n|t)$")
# Roots that do not say which thing was done.
_EMPTY_ROOTS: Final = word_set("""
    finis compl feito feita pront concl termi resol acabe hecho hecha listo lista ferti erled
""")


class Commitment(NamedTuple):
    """A sentence that leaves something open, and its speaker.

    Firm: called open explicitly, or with a time. The others are promises in passing.
    """

    text: str
    episode_id: str
    speaker: str
    role: Role
    at: datetime
    is_firm: bool


class _Held(NamedTuple):
    """A commitment while later turns are read: the roots of its words, and its turn.

    If `own` is not empty, a sentence must contain one of these roots to say that it is done.
    """

    commitment: Commitment
    roots: frozenset[str]
    turn: int
    own: frozenset[str] = frozenset()

    def may_be_meant(self, roots: frozenset[str]) -> bool:
        return not self.own or not self.own.isdisjoint(roots)


class _Ledger:
    """The commitments that are open so far, oldest first, limited in number."""

    def __init__(self) -> None:
        self.held: list[_Held] = []

    def add(self, new: _Held) -> None:
        """Add a commitment, unless it is known already. A firm wording replaces a passing one."""
        same = [old for old in self.held if _is_same(new, old)]
        if same and (same[0].commitment.is_firm or not new.commitment.is_firm):
            return
        self.held = [old for old in self.held if old not in same]
        self.held.append(new)
        self._forget_oldest(firm=True, most=HELD_FIRM)
        self._forget_oldest(firm=False, most=HELD_PASSING)

    def close(self, sentence: Sentence, said: SpokenTurn) -> None:
        """Remove the commitments that a sentence says are done."""
        roots = _roots(sentence) - _EMPTY_ROOTS
        gone = {
            id(h)
            for h in self.held
            if _is_clear(h.roots, roots)
            and h.may_be_meant(roots)
            and not _is_undone(h.roots, roots)
        }
        if not gone and len(roots) <= 1:
            gone = self._meant_by_few_words(roots, said)
        self.held = [h for h in self.held if id(h) not in gone]

    def _meant_by_few_words(self, roots: frozenset[str], said: SpokenTurn) -> set[int]:
        """What a short sentence closes: "Sent it." the one thing to send, "Done." the last one."""
        if roots:
            meant = [h for h in self.held if roots <= h.roots and h.may_be_meant(roots)]
        else:
            own = [h for h in self.held if h.commitment.role == said.episode.role]
            meant = [h for h in own if h.turn == own[-1].turn]
            meant = [] if any(h.commitment.is_firm for h in meant) else meant
        return {id(meant[0])} if len(meant) == 1 else set()

    def _forget_oldest(self, *, firm: bool, most: int) -> None:
        same = [h for h in self.held if h.commitment.is_firm == firm]
        if len(same) > most:
            self.held.remove(same[0])


def open_commitments(
    episodes: Iterable[Episode], n: int = MOST_COMMITMENTS
) -> tuple[Commitment, ...]:
    """At most n open commitments, in the order in which they were said."""
    return commitments_in(spoken_turns(episodes), n)


def commitments_in(
    dialogue: Sequence[SpokenTurn], n: int = MOST_COMMITMENTS
) -> tuple[Commitment, ...]:
    """Like `open_commitments`, for a dialogue that is already cut into sentences."""
    ledger = _Ledger()
    for turn, said in enumerate(dialogue):
        if said.episode.role == "other":
            continue
        before: Sentence | None = None
        for sentence in said.sentences:
            if _says_done(sentence):
                ledger.close(sentence, said)
            elif (commitment := _commitment(said, sentence)) is not None:
                ledger.add(_held(commitment, sentence, before, turn))
            before = sentence
    return tuple(held.commitment for held in _weightiest(ledger.held, n))


def _held(commitment: Commitment, sentence: Sentence, before: Sentence | None, turn: int) -> _Held:
    """A commitment and its roots; a vague one ("I will look at it") adds the sentence before."""
    roots = _roots(sentence)
    few = len(informative_words(sentence.surfaces)) <= FEW_WORDS
    is_vague = few and not _POINTERS.isdisjoint(sentence.words)
    if before is None or not is_vague:
        return _Held(commitment, roots, turn)
    room = MOST_CHARACTERS - len(commitment.text) - 1
    text = f"{clip(before.text, room)} {commitment.text}" if room > 0 else commitment.text
    # If the sentence before is about something done, or another promise, its words alone do not
    # close this commitment.
    is_apart = _says_done(before) or _opening(before)[0] is not None
    own = roots if is_apart else frozenset()
    return _Held(commitment._replace(text=text), roots | _roots(before), turn, own)


def is_told_in(commitment: Commitment, text: str) -> bool:
    """Whether a text mentions the same thing as a commitment."""
    told = frozenset().union(*map(_roots, sentences(text)))
    return _is_clear(_roots_of(words_of(commitment.text)), told)


def _weightiest(held: Sequence[_Held], n: int) -> list[_Held]:
    """The n weightiest, firm before passing and newer before older, in the order of the log."""
    places = sorted(range(len(held)), key=lambda i: (not held[i].commitment.is_firm, -i))
    return [held[place] for place in sorted(places[:n])]


def _commitment(said: SpokenTurn, sentence: Sentence) -> Commitment | None:
    start, is_firm = _opening(sentence)
    if start is None or not informative_words(sentence.surfaces):
        return None
    episode = said.episode
    text = _from(sentence.text, start)
    return Commitment(text, episode.id, episode.speaker, episode.role, episode.at, is_firm)


def _opening(sentence: Sentence) -> tuple[int | None, bool]:
    """The place where a sentence leaves something open, or None, and whether it is firm."""
    if sentence.text.startswith("[ ]"):
        return 0, True
    if (match := LEFT_OPEN.match(sentence)) is not None:
        return match.start(), True
    if sentence.text.endswith("?") or OFFERED.fits(sentence):
        return None, False
    if (match := PROMISED.match(sentence)) is not None:
        return match.start(), marker_of(sentence) is not None
    if (match := PLANNED.match(sentence)) is not None and _is_put_off(sentence):
        return match.start(), True
    return None, False


def _is_put_off(sentence: Sentence) -> bool:
    """Whether a plan names a time; a date with a year is more often its subject."""
    marker = marker_of(sentence)
    has_year = marker is not None and _YEAR.search(marker) is not None
    return marker is not None and not has_year and not sentence.text.endswith(":")


def _from(text: str, start: int) -> str:
    """The sentence; if it is too long, from the place on where it leaves something open."""
    text = text.removeprefix("[ ] ")
    if len(text) > MOST_CHARACTERS and start > MOST_CHARACTERS // 2:
        text = "…" + text[start:]
    return clip(text, MOST_CHARACTERS)


def _says_done(sentence: Sentence) -> bool:
    if sentence.text.lower().startswith("[x]"):
        return True
    return (
        _NOT_DONE.isdisjoint(sentence.words)
        and not sentence.text.endswith("?")
        and (_has_done(sentence) or HAVE_DONE.fits(sentence))
        and not _is_listed_as_open(sentence)
    )


def _has_done(sentence: Sentence) -> bool:
    """Whether a word says that something is done, and not which thing is meant."""
    found = _DONE & sentence.words
    if not found:
        return False
    small = [surface.lower() for surface in sentence.surfaces]
    return not found <= {word for article, word in pairwise(small) if article in _ARTICLES}


def _is_listed_as_open(sentence: Sentence) -> bool:
    """Whether a sentence begins with "Next:" or an empty box: then it is open in any case."""
    if sentence.text.startswith("[ ]"):
        return True
    match = LEFT_OPEN.match(sentence)
    return match is not None and match.start() == 0 and sentence.text[match.end() :][:1] == ":"


def _roots(sentence: Sentence) -> frozenset[str]:
    return _roots_of(sentence.surfaces)


def _roots_of(surfaces: Iterable[str]) -> frozenset[str]:
    """The roots of informative words, without time words."""
    times = TIMES.hints
    return frozenset(
        _root(word) for word in informative_words(surfaces) if core_word(word) not in times
    )


@lru_cache(maxsize=KNOWN_WORDS)
def _root(word: str) -> str:
    key = fold_word(word)
    if key in _FAMILY:
        return _FAMILY[key][:ROOT]
    stem = _ENDING.sub("", key)
    return (stem if len(stem) >= ROOT - 1 else key)[:ROOT]


@cache
def _undoing() -> tuple[tuple[frozenset[str], ...], ...]:
    """The roots of both sides of each pair in `_UNDOING`."""
    pairs = [line.split("|") for line in _UNDOING.strip().splitlines()]
    return tuple(tuple(frozenset(map(_root, side.split())) for side in pair) for pair in pairs)


def _is_undone(roots: frozenset[str], done: frozenset[str]) -> bool:
    """Whether a sentence says that only the opposite of the commitment was done."""
    for one, other in _undoing():
        meant = (roots.isdisjoint(one), roots.isdisjoint(other))
        if meant[0] != meant[1] and meant == (done.isdisjoint(other), done.isdisjoint(one)):
            return True
    return False


def _is_same(new: _Held, old: _Held) -> bool:
    if new.commitment.text.lower() == old.commitment.text.lower():
        return True
    either = len(new.roots | old.roots)
    return either > 0 and len(new.roots & old.roots) >= SAME * either


def _is_clear(roots: frozenset[str], done: frozenset[str]) -> bool:
    """Whether a sentence with the roots `done` is clearly about the same thing."""
    shared = len(roots & done)
    if len(roots) <= 2:
        return 0 < shared == len(roots)
    return shared >= 2 and shared >= CLEAR * len(roots)
