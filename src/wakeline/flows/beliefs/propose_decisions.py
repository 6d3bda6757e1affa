"""Propose decisions against something that were found in turns and handoffs, with their sources.

From what consolidation reads in turns, decisions of the agent and of its person count; those of
others do not. What the person rules out for good is found by its wording. From a handoff that the
agent wrote itself, the decisions that begin with a no count. A decision in words that are known,
in any state, is not proposed again.
"""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.beliefs.refusals import refusals
from wakeline.beliefs.sentences import begins_with_no
from wakeline.flows.beliefs.decisions import MOST_BYTES, decisions_with_wording, new_decision
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
from wakeline.minds.state_distance import sentences_of
from wakeline.model.consolidation import ExtractedStatement
from wakeline.model.log import TRUST, Episode
from wakeline.model.session import Handoff
from wakeline.ports.store import Unit

MOST_PER_HANDOFF = 20  # decisions from one handoff
MOST_PER_TURN = 5  # decisions from one turn
AGAINST = "decided_against"
WE = frozenset({"we", "i", "user"})


def propose_decisions(
    place: Place, unit: Unit, found: Sequence[ExtractedStatement], turns: Sequence[Episode]
) -> None:
    """Save the proposals in the transaction that saves what consolidation read."""
    by_person = [turn for turn in turns if turn.role == "user" and turn.kind == "conversation"]
    told = {turn.id: _propose_refusals(place, unit, turn) for turn in by_person}
    identity = place.identity
    own = (identity.name, identity.display_name, identity.person_name or "")
    whose = WE | {name.casefold() for name in own}
    by_id = {turn.id: turn for turn in turns}
    for each in found:
        if each.attribute != AGAINST or each.subject.casefold() not in whose:
            continue
        if each.value.casefold() in told.get(each.source_id, ""):
            continue  # the person's own words say it
        text = f"not to {each.value}" if " not to " in f" {each.text} " else f"no {each.value}"
        turn = by_id.get(each.source_id)
        if len(text.encode()) > MOST_BYTES or turn is None or decisions_with_wording(unit, text):
            continue
        _propose(place, unit, turn, text, None, min(turn.trust, each.confidence))


def _propose_refusals(place: Place, unit: Unit, turn: Episode) -> str:
    """Propose what the person rules out in one turn; return their words, for comparison."""
    found = refusals(turn.text)[:MOST_PER_TURN]
    for text, reason in found:
        if not decisions_with_wording(unit, text):
            trust = min(turn.trust, TRUST["agent_inferred"])
            _propose(place, unit, turn, text, reason, trust)
    return "\n".join(each.text for each in found).casefold()


def _propose(
    place: Place, unit: Unit, turn: Episode, text: str, reason: str | None, trust: float
) -> None:
    made = new_decision(
        place,
        unit,
        text,
        reason,
        at=turn.at,
        sources=(turn.id,),
        is_proposed=True,
        trust=trust,
    )
    save_searchable(unit, "decision.proposed", made)


def propose_from_handoff(place: Place, unit: Unit, handoff: Handoff) -> None:
    """Propose what a handoff says was decided against, in the transaction that saves it."""
    found = [each for each in sentences_of(handoff.key_decisions or "") if begins_with_no(each)]
    for text in found[:MOST_PER_HANDOFF]:
        if len(text.encode()) > MOST_BYTES or decisions_with_wording(unit, text):
            continue
        sources = (handoff.id,)
        made = new_decision(
            place, unit, text, None, at=unit.by.at, sources=sources, is_proposed=True
        )
        save_searchable(unit, "decision.proposed", made)
