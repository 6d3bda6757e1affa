"""The soul of an agent: its beliefs, values, fears and convictions.

Entries are added and removed on purpose only, as the identity policy allows: under `locked` by
nobody; under `operator_gated` the agent proposes and the operator decides; under `agent_managed`
at once. A removed entry keeps its row, and the log keeps its words.
"""

from __future__ import annotations

from typing import Final

from wakeline.base.errors import Conflict, IllegalMove, NotFound, NotPermitted
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.identity import (
    SOUL_KINDS,
    SOUL_MOVES,
    Identity,
    SoulEntry,
    SoulState,
)
from wakeline.model.log import TRUST, Origin
from wakeline.ports.store import Unit, View

MOST_BYTES: Final = 2_000
MOST_HELD: Final = 100
HELD: Final[frozenset[SoulState]] = frozenset({"in_force", "leaving"})
WAITING: Final[frozenset[SoulState]] = frozenset({"proposed", "leaving"})
# The state of a waiting entry after the decision.
ACCEPTED: Final[dict[SoulState, SoulState]] = {"proposed": "in_force", "leaving": "removed"}
REFUSED: Final[dict[SoulState, SoulState]] = {"proposed": "rejected", "leaving": "in_force"}


def add_to_soul(
    place: Place,
    kind: str,
    text: str,
    *,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
    confirmed: bool = False,
) -> SoulEntry:
    """Add an entry. It is in force at once if the person confirmed it or the policy allows it."""
    place.ask("add_to_soul")
    sort = parse.choice(kind, SOUL_KINDS, field="kind")
    words = redact(clean_text(text, field="text", most_bytes=MOST_BYTES)).strip()
    now = place.clock.now()
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        holds = _holds_at_once(unit, confirmed=confirmed)
        found = unit.all(SoulEntry, "identities.soul")
        held = [known for known in found if known.state in (*HELD, "proposed")]
        for known in held:
            if (known.kind, known.text.casefold()) == (sort, words.casefold()):
                # Added again: a leaving entry stays; a proposed one is in force if allowed.
                to: SoulState | None = REFUSED["leaving"] if known.state == "leaving" else None
                if known.state == "proposed" and holds:
                    to = "in_force"
                return known if to is None else _move(unit, known, to)
        if len(held) >= MOST_HELD:
            raise Conflict(
                f"the soul has {MOST_HELD} entries, and every wake reads all of them.",
                todo="Remove one first.",
            )
        entry = SoulEntry(
            id=unit.new_id(),
            kind=sort,
            text=words,
            state="proposed",
            origin=origin,
            trust=TRUST[origin],
            tokens=place.tokens.count(words),
            created_at=now,
            decided_at=None,
            decided_by=None,
        )
        kept = save_searchable(unit, "soul_entry.proposed", entry)
        return _move(unit, kept, "in_force") if holds else kept


def remove_from_soul(
    place: Place,
    entry_id: str,
    *,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
    confirmed: bool = False,
) -> SoulEntry:
    """Remove an entry, or propose its removal if the operator decides."""
    place.ask("remove_from_soul")
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        goes = _holds_at_once(unit, confirmed=confirmed)
        entry = _entry(unit, entry_id)
        if entry.state == "proposed":  # a proposal can be withdrawn by anybody who may propose
            return _move(unit, entry, "rejected")
        if entry.state == "leaving" and not goes:
            return entry
        return _move(unit, entry, "removed" if goes else "leaving")


def decide_soul(place: Place, entry_id: str, *, accept: bool, actor: str) -> SoulEntry:
    """Accept or refuse what was proposed for an entry. Only called for the person."""
    place.ask("decide_soul")
    with place.writing(place.by(actor=actor, origin="user_direct")) as unit:
        _holds_at_once(unit, confirmed=True)
        entry = _entry(unit, entry_id)
        if entry.state not in WAITING:
            raise NotFound(
                f"soul entry {entry_id} does not wait for a decision: it is "
                f"{entry.state.replace('_', ' ')}.",
                todo="`wakeline soul list` shows what does.",
            )
        return _move(unit, entry, (ACCEPTED if accept else REFUSED)[entry.state])


def list_soul(place: Place, *, history: bool = False) -> list[SoulEntry]:
    """The entries in force and those that wait for a decision; with `history` all others too."""
    with place.store.reading() as view:
        found = view.all(SoulEntry, "identities.soul")
    return [row for row in found if history or row.state in (*HELD, "proposed")]


def _entry(view: View, entry_id: str) -> SoulEntry:
    found = view.one(SoulEntry, "identities.soul_entry", id=entry_id)
    if found is None:
        raise NotFound(
            f"there is no soul entry {entry_id}.", todo="`wakeline soul list` shows them."
        )
    return found


def _holds_at_once(view: View, *, confirmed: bool) -> bool:
    """Whether a change is in force at once. Raises if the identity is locked."""
    identity = view.one(Identity, "identities.own")
    policy = identity.identity_policy if identity else "operator_gated"
    if policy == "locked":
        raise NotPermitted(
            "the identity is locked.", todo="Change identity_policy to operator_gated first."
        )
    return confirmed or policy == "agent_managed"


def _move(unit: Unit, entry: SoulEntry, to: SoulState) -> SoulEntry:
    if to not in SOUL_MOVES[entry.state]:
        raise IllegalMove(f"soul entry {entry.id}", entry.state, to)
    after = entry._replace(state=to, decided_at=unit.by.at, decided_by=unit.by.actor)
    return save_searchable(unit, f"soul_entry.{to}", after, entry)
