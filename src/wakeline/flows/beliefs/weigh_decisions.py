"""List the decisions that concern an action, for a reader to judge. Reads only.

It is far easier to see which decision an action is about than whether it goes against it, so the
nearest decisions are listed apart from the conflicts. Nearness is by the vectors of the embedder
in force if it runs on this machine, else by the static ones; without any, by common words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.flows.beliefs.check_decisions import MOST_CHECKED, check_decisions
from wakeline.flows.beliefs.nearest_decisions import rank_by_nearness
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.log.admit import clean_text
from wakeline.model.decision import Decision, DecisionCheck

if TYPE_CHECKING:
    pass

DEFAULT_NEAREST = 8  # of forty decisions, the right one is among these nine times in ten
MOST_NEAR = 50


def weigh_action(place: Place, action: str, *, k: int = DEFAULT_NEAREST) -> DecisionCheck:
    """The decisions that an action seems to go against, and the `k` nearest of the others."""
    k = parse.whole_number(k, field="k", least=0, most=MOST_NEAR)
    conflicts = check_decisions(place, action)
    told = {each.decision.id for each in conflicts}
    with place.store.reading() as view:
        held = view.all(Decision, "decisions.holding", limit=MOST_CHECKED)
    rest = [row for row in held if row.id not in told]
    near = rank_by_nearness(place, clean_text(action, field="action"), rest)[:k] if k else []
    return DecisionCheck(tuple(conflicts), tuple(near))
