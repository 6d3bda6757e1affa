"""The tree of topics: which topic is part of which, from the exchanges that they share.

A topic is a name or a word that carries meaning. A topic that comes up mostly in exchanges with
another, more frequent one is a part of that one (Sanderson and Croft, 1999). It does not know
what any word means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from wakeline.language.sentences import spoken_turns
from wakeline.model.log import Episode
from wakeline.reading.topics import MOST_CHARACTERS, forms_in, speakers_in

MOST_TOPICS: Final = 100
MOST_IN_EXCHANGE: Final = 30
LEAST_EXCHANGES: Final = 3
LEAST_SHARE: Final = 0.6
MOST_WITNESSES: Final = 3


class TopicNode(NamedTuple):
    """A topic and its parent; `share` of its exchanges mention the parent too."""

    name: str
    is_name: bool
    exchanges: int
    depth: int
    parent: str | None
    share: float | None
    source_ids: tuple[str, ...]  # the newest turns that mention it


class _Met:
    """The exchanges that mention a topic, its written forms, and the turns that mention it."""

    __slots__ = ("forms", "is_name", "places", "witnesses")

    def __init__(self) -> None:
        self.forms: Counter[str] = Counter()
        self.is_name = False
        self.places: set[str] = set()
        self.witnesses: list[str] = []


def topic_tree(turns: Iterable[Episode]) -> list[TopicNode]:
    """The topics of a dialogue, each after its parent; the most frequent first."""
    met = _most_frequent(_met(turns))
    parents = _parents(met)
    below: dict[str | None, list[str]] = {}
    for key in met:
        below.setdefault(parents[key][0] if key in parents else None, []).append(key)
    names = {key: _written(each) for key, each in met.items()}
    found: list[TopicNode] = []

    def descend(key: str, depth: int) -> None:
        each, (parent, share) = met[key], parents.get(key, (None, None))
        found.append(
            TopicNode(
                names[key],
                each.is_name,
                len(each.places),
                depth,
                None if parent is None else names[parent],
                share,
                tuple(each.witnesses[-MOST_WITNESSES:]),
            )
        )
        for child in below.get(key, ()):
            descend(child, depth + 1)

    for root in below.get(None, ()):
        descend(root, 0)
    return found


def _met(turns: Iterable[Episode]) -> dict[str, _Met]:
    dialogue = spoken_turns(turns)
    speakers = speakers_in(dialogue)
    met: dict[str, _Met] = {}
    for said in dialogue:
        forms, names = forms_in(said)
        turn = said.episode
        for key, form in list(forms.items())[:MOST_IN_EXCHANGE]:
            if key in speakers or len(form) > MOST_CHARACTERS:
                continue
            each = met.setdefault(key, _Met())
            each.forms[form] += 1
            each.is_name = each.is_name or key in names
            each.places.add(turn.exchange_id or turn.id)
            each.witnesses.append(turn.id)
    return met


def _most_frequent(met: Mapping[str, _Met]) -> dict[str, _Met]:
    found = [(key, each) for key, each in met.items() if len(each.places) >= LEAST_EXCHANGES]
    found.sort(key=lambda pair: (-len(pair[1].places), pair[0]))
    return dict(found[:MOST_TOPICS])


def _parents(met: Mapping[str, _Met]) -> dict[str, tuple[str, float]]:
    """For each topic that is part of another: its nearest parent, and the share."""
    found: dict[str, tuple[float, int, str]] = {}
    for one, other in combinations(met, 2):
        # The first is at least as frequent; of two equally frequent ones neither is a part.
        size, whole = len(met[other].places), len(met[one].places)
        share = len(met[one].places & met[other].places) / size
        if size < whole and share >= LEAST_SHARE:
            # The larger share, then the narrower topic.
            nearer = (share, -whole, one)
            found[other] = max(found.get(other, nearer), nearer)
    return {key: (parent, round(share, 4)) for key, (share, _, parent) in found.items()}


def _written(each: _Met) -> str:
    form = min(each.forms, key=lambda form: (-each.forms[form], form.lower(), form))
    is_small = not each.is_name and form.istitle() and form.lower() in each.forms
    return form.lower() if is_small else form
