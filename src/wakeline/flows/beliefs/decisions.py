"""Add, confirm, reverse and list decisions against something. None is ever deleted.

The same words again are the same decision. A decision may replace another, which is then reversed
and names its successor. A decision that was read in the log is proposed until somebody confirms
it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Conflict as AlreadyOver
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.decision import DECISION_STATES, Decision
from wakeline.model.log import ORIGINS, TRUST, Origin
from wakeline.ports.store import Unit, View

MOST_BYTES = 2_000
MOST_REASON_BYTES = 4_000
MOST_LISTED = 1_000
_WORD = re.compile(r"\w+")


def add_decision(
    place: Place,
    decision: str,
    *,
    reason: str | None = None,
    decided_at: datetime | str | None = None,
    replaces: str | None = None,
    source_ids: Sequence[str] = (),
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Decision:
    """Add a decision against something, and why. It reverses the decision `replaces`, if given."""
    place.ask("add_decision")
    now = place.clock.now()
    text = text_to_keep(decision, field="decision", most=MOST_BYTES)
    if text is None:
        raise Invalid("the decision has no text.", todo="Say what was decided against.")
    why = text_to_keep(reason, field="reason", most=MOST_REASON_BYTES)
    at = parse.moment(decided_at, field="decided_at", now=now)
    sources = parse.labels(source_ids, field="source_ids")
    origin = parse.choice(origin, ORIGINS, field="origin")
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        before = None if replaces is None else _valid_decision(unit, replaces)
        known = [row for row in decisions_with_wording(unit, text) if row.state != "reversed"]
        if known and before is None:
            return _confirm(place, unit, known[0], why)
        made = new_decision(place, unit, text, why, at=at, sources=sources)
        save_searchable(unit, "decision.made", made)
        if before is not None:
            _reverse(unit, before, at=max(at, before.decided_at), by=made)
        return made


def confirm_decision(
    place: Place,
    decision_id: str,
    *,
    reason: str | None = None,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Decision:
    """Put a proposed decision in force."""
    place.ask("confirm_decision")
    why = text_to_keep(reason, field="reason", most=MOST_REASON_BYTES)
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        return _confirm(place, unit, _valid_decision(unit, decision_id), why)


def reverse_decision(
    place: Place,
    decision_id: str,
    *,
    because: str | None = None,
    actor: str | None = None,
    origin: Origin = "user_direct",
) -> Decision:
    """End a decision. Its row stays, with when and why it ended."""
    place.ask("reverse_decision")
    why = text_to_keep(because, field="because", most=MOST_REASON_BYTES)
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        before = _valid_decision(unit, decision_id)
        return _reverse(unit, before, at=max(unit.by.at, before.decided_at), because=why)


def get_decision(place: Place, decision_id: str) -> Decision:
    """One decision, in any state."""
    with place.store.reading() as view:
        return _one(view, decision_id)


def list_decisions(
    place: Place,
    *,
    state: str | None = None,
    thread: str | None = None,
    limit: int = MOST_LISTED,
) -> list[Decision]:
    """The decisions, newest first; only those in one state or thread if it is named."""
    wanted = None if state is None else parse.choice(state, DECISION_STATES, field="state")
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    asked = {"state": wanted, "thread_id": parse.label(thread, field="thread"), "limit": most}
    with place.store.reading() as view:
        return view.all(Decision, "decisions.all", **asked)


def text_to_keep(text: str | None, *, field: str, most: int) -> str | None:
    """A text as it is stored: clean and without secrets; None if it has no words."""
    if text is None:
        return None
    kept = redact(clean_text(text, field=field, most_bytes=most)).strip()
    return kept if any(map(str.isalnum, kept)) else None


def decisions_with_wording(view: View, text: str) -> list[Decision]:
    """Decisions in the same words, the newest first."""
    return view.all(Decision, "decisions.said", wording=wording_hash(text))


def wording_hash(text: str) -> str:
    """The hash of a text's words, whatever punctuation stands between them."""
    words = " ".join(_WORD.findall(text.casefold())) or text.strip()
    return sha256_hex(words.encode("utf-8", "replace"))[:32]


def new_decision(
    place: Place,
    unit: Unit,
    text: str,
    reason: str | None,
    *,
    at: datetime,
    sources: tuple[str, ...],
    is_proposed: bool = False,
    trust: float | None = None,
) -> Decision:
    """A new decision, not saved yet."""
    return Decision(
        id=unit.new_id(),
        decision=text,
        wording=wording_hash(text),
        reason=reason,
        state="proposed" if is_proposed else "in_force",
        decided_at=at,
        ended_at=None,
        ended_because=None,
        superseded_by=None,
        source_ids=sources,
        origin=unit.by.origin,
        trust=TRUST[unit.by.origin] if trust is None else trust,
        tokens=place.tokens.count(f"{text} {reason or ''}".strip()),
        created_at=unit.by.at,
        thread_id=place.thread(unit),
    )


def _confirm(place: Place, unit: Unit, before: Decision, reason: str | None) -> Decision:
    """Put a decision in force if it was only proposed, and note the new reason if there is one."""
    why = reason or before.reason
    after = before._replace(
        state="in_force",
        reason=why,
        tokens=place.tokens.count(f"{before.decision} {why or ''}".strip()),
    )
    if after.state != before.state:  # whoever confirms it vouches for it
        after = after._replace(origin=unit.by.origin, trust=TRUST[unit.by.origin])
    return before if after == before else save_searchable(unit, "decision.confirmed", after, before)


def _reverse(
    unit: Unit,
    before: Decision,
    *,
    at: datetime,
    because: str | None = None,
    by: Decision | None = None,
) -> Decision:
    after = before._replace(
        state="reversed",
        ended_at=at,
        ended_because=because if by is None else by.reason,
        superseded_by=None if by is None else by.id,
    )
    return save_searchable(unit, "decision.reversed", after, before)


def _valid_decision(view: View, decision_id: str) -> Decision:
    found = _one(view, decision_id)
    if found.state == "reversed":
        raise AlreadyOver(
            f"the decision {decision_id} was reversed already.",
            todo="`wakeline decisions add` writes it down anew.",
        )
    return found


def _one(view: View, decision_id: str) -> Decision:
    found = view.one(Decision, "decisions.by_id", id=decision_id)
    if found is None:
        raise NotFound(
            f"there is no decision {decision_id}.", todo="`wakeline decisions list` shows them."
        )
    return found
