"""What a wake and a hydration have in common: what is asked for, read, and written as text.

Reads only. Both pass through here, whatever the preset: what is read is decided by the
choice of sources alone.
"""

import math
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from wakeline.base.errors import Invalid
from wakeline.base.values import NamedTuple
from wakeline.context.assembly import Assembled, Count, assemble
from wakeline.context.framing import one_line, plain
from wakeline.flows import parse
from wakeline.flows.place import Place
from wakeline.flows.zones import time_zone
from wakeline.hydration.gather import attempted, gather
from wakeline.hydration.presets import AGENT_MODES, AUTO, HydrationSource, Names, chosen_sources
from wakeline.hydration.prompt import blocks
from wakeline.hydration.sources import Ask, Limits
from wakeline.hydration.wording import FRAMINGS, Framing, welcome
from wakeline.liminal.gap import time_away
from wakeline.liminal.grounding import RuleGuardian
from wakeline.model.attachment import Receipt
from wakeline.model.context import Crossing, Missing, Omitted, Piece
from wakeline.model.decision import Decision
from wakeline.model.identity import MAIN_SESSION, Document, Identity
from wakeline.model.log import MODES, Head, Mode
from wakeline.model.memory import Fact
from wakeline.ports.guardian import Circumstances, Grounding
from wakeline.ports.store import View

LEAST_BUDGET = 200
MOST_BUDGET = 1_000_000
MOST_ROWS = 1000
MOST_LENGTH = 1_000_000
MOST_ENDED = MOST_UNFINISHED = 20
LAST_EXCHANGES = 3
MOST_INTENT = 1000
MOST_RECEIPTS = 8
MOST_DECISIONS = 12
GROUNDING = "GroundingMessage"
LONG_GAP = "long_gap"  # of a guardian's causes
ATTACHMENTS = "Attachments"
DECISIONS = "Decisions"
GROUNDING_PENDING = "grounding_pending"
HANDOFF = "SessionHandoff"
MESSAGES = "Notifications"
NOTHING = Piece("", ())

Ids = tuple[str, ...]


class Asked(NamedTuple):
    """What somebody wants of a hydration, parsed."""

    preset: str
    chosen: HydrationSource
    mode: Mode
    limits: Limits
    budget: int
    framing: Framing
    project: str | int | None
    intent: str | None
    is_own_budget: bool = False  # the caller named it
    rule: str | None = None  # which rule of `auto` chose
    is_brief: bool = False  # and that headings are to be short
    most_characters: int | None = None  # where whoever reads it counts those too


class Gathered(NamedTuple):
    """What stood in the store, and what could not be read of it."""

    asked: Asked
    identity: Identity
    documents: list[Document]
    head: Head
    project_id: str | None
    pieces: dict[str, Piece]
    missing: list[Missing]
    omitted: tuple[Omitted, ...]
    grounding: Grounding | None
    grounded_on: Ids

    @property
    def warnings(self) -> tuple[str, ...]:
        """A guardian that has something to say while nobody listens is named."""
        is_heard = HydrationSource.GroundingMessage in self.asked.chosen
        return () if self.grounding is None or is_heard else (GROUNDING_PENDING,)


def parse_asked(
    place: Place,
    *,
    otherwise: str,
    preset: str | None = None,
    sources: Names | None = None,
    exclude: Names | None = None,
    mode: str = "chat",
    budget: int | None = None,
    framing: str | None = None,
    project: str | int | None = None,
    intent: str | None = None,
    most_characters: int | None = None,
    **limits: Any,
) -> Asked:
    """What is asked for, or an error that says what may be."""
    kind = parse.choice(mode, MODES, field="mode")
    name, chosen = chosen_sources(
        sources=sources, preset=preset, exclude=exclude, mode=kind, otherwise=otherwise
    )
    room = budget if budget is not None else place.settings.number("wake.budget")
    return Asked(
        preset=name,
        chosen=chosen,
        mode=kind,
        limits=_limits(limits),
        budget=parse.whole_number(room, field="budget", least=LEAST_BUDGET, most=MOST_BUDGET),
        framing=parse.choice(
            framing or place.settings.text("wake.framing"), FRAMINGS, field="framing"
        ),
        project=project,
        intent=parse.label(intent, field="intent", most=MOST_INTENT),
        is_own_budget=budget is not None,
        most_characters=most_characters,
    )


def _limits(given: dict[str, Any]) -> Limits:
    unknown = given.keys() - set(Limits._fields)
    if unknown:
        raise Invalid(
            f"there is no limit {', '.join(sorted(unknown))}.",
            todo=f"Use {', '.join(Limits._fields)}.",
        )
    checked: dict[str, Any] = {}
    for name, value in given.items():
        if value is None:
            continue
        if name == "ai_name":
            checked[name] = parse.label(value, field=name)
        elif name == "min_fact_importance":
            checked[name] = parse.scale(value, field=name)
        else:
            least, most = (1, MOST_LENGTH) if name == "content_max_length" else (0, MOST_ROWS)
            checked[name] = parse.whole_number(value, field=name, least=least, most=most)
    return Limits(**checked)


def gathered(
    place: Place,
    view: View,
    asked: Asked,
    now: datetime,
    *,
    wake_type: str = "gradual",
    was_cut_off: bool = False,
) -> Gathered:
    """Read what was asked for from one snapshot."""
    view.ahead((_own, _selves, _head, _project), asked)
    identity = _own(view, asked)
    if identity is None:
        raise Invalid(f"{place.identity.name} has no identity row.", todo="Run `wakeline doctor`.")
    documents = _selves(view, asked)
    head = _head(view, asked)
    if asked.preset == AUTO:
        seen = {"last": head.last_known_at, "now": now, "wake_type": wake_type}
        asked = place.flow("by_rules")(place, view, asked, was_cut_off=was_cut_off, **seen)
    if is_for_agents(asked):
        documents = [each for each in documents if each.kind not in MAIN_SESSION]
    project_id = _project(view, asked)
    chosen = asked.chosen
    if identity.memory_config_json.get("remind") is False:  # hints wait until they are asked for
        chosen &= ~HydrationSource.Hints
    seconds = place.settings.number("wake.source_milliseconds") / 1000
    ask = Ask(now, identity, project_id, asked.limits)
    also: list[Callable[[View, Ask], object]] = [partial(_ended, head), _unsettled, _unfinished]
    pieces, missing = gather(view, chosen, ask, seconds=seconds, also=also)
    # Asked whatever the preset, so that it is not overheard; last, so that it delays nobody.
    said = attempted(view, GROUNDING, partial(_grounding, place, head), ask, seconds=seconds)
    if isinstance(said, Missing):
        missing.append(said)
        said = None, ()
    pieces = _said_once(pieces)
    return Gathered(asked, identity, documents, head, project_id, pieces, missing, (), *said)


def is_for_agents(asked: Asked) -> bool:
    """Whether this is for an agent that works while nobody talks with it, by mode or preset."""
    return asked.mode in AGENT_MODES or asked.preset == "agent-minimal"


def _said_once(pieces: dict[str, Piece]) -> dict[str, Piece]:
    """Without the messages that stand in what the last session left, which is read beside them."""
    left = {row.session_id for row in pieces.get(HANDOFF, NOTHING).rows} - {None}
    messages = pieces.get(MESSAGES, NOTHING)
    fresh = tuple(row for row in messages.rows if row.session_id not in left)
    if len(fresh) == len(messages.rows):
        return pieces
    return {**pieces, MESSAGES: messages._replace(rows=fresh)}


def with_receipts(
    place: Place,
    view: View,
    found: Gathered,
    now: datetime,
    thread: str | None,
    session_id: str | None,
) -> Gathered:
    """With receipts of the files that were shown last in a thread, else in a session."""
    if thread is None and session_id is None:
        return found

    def receipts(view: View, _ask: Ask) -> list[Receipt]:
        if thread is not None:
            of_thread = {"thread_id": thread, "limit": MOST_RECEIPTS}
            return view.all(Receipt, "attachments.of_thread", **of_thread)
        of_session = {"session_id": session_id, "limit": MOST_RECEIPTS}
        return view.all(Receipt, "attachments.of_session", **of_session)

    seconds = place.settings.number("wake.source_milliseconds") / 1000
    ask = Ask(now, found.identity, found.project_id, found.asked.limits)
    rows = attempted(view, ATTACHMENTS, receipts, ask, seconds=seconds)
    if isinstance(rows, Missing):
        return found._replace(missing=[*found.missing, rows])
    if not rows:
        return found
    return found._replace(pieces={**found.pieces, ATTACHMENTS: Piece(ATTACHMENTS, tuple(rows))})


def with_decisions(place: Place, view: View, found: Gathered, now: datetime) -> Gathered:
    """With what was decided against, the newest first, wherever a text is made of it."""
    if HydrationSource.SystemPrompt not in found.asked.chosen:
        return found

    def decided(view: View, _ask: Ask) -> list[Decision]:
        return view.all(Decision, "decisions.in_force", limit=MOST_DECISIONS)

    seconds = place.settings.number("wake.source_milliseconds") / 1000
    ask = Ask(now, found.identity, found.project_id, found.asked.limits)
    rows = attempted(view, DECISIONS, decided, ask, seconds=seconds)
    if isinstance(rows, Missing):
        return found._replace(missing=[*found.missing, rows])
    if not rows:
        return found
    return found._replace(pieces={**found.pieces, DECISIONS: Piece(DECISIONS, tuple(rows))})


def with_what_was_left(place: Place, view: View, found: Gathered, now: datetime) -> Gathered:
    """With the latest letters, for whoever reads what the last session left, and decisions."""
    if HANDOFF in found.pieces and not is_for_agents(found.asked):
        found = place.flow("with_letters")(place, view, found, now)
    return with_decisions(place, view, found, now)


def verified(place: Place, found: Gathered) -> Gathered:
    """With receipts, if there are any, whose files were looked at again; a gap is missing."""
    piece = found.pieces.get(ATTACHMENTS)
    if piece is None:
        return found
    rows, gaps = place.flow("verified_receipts")(piece.rows)
    pieces = {**found.pieces, ATTACHMENTS: Piece(ATTACHMENTS, rows)}
    return found._replace(pieces=pieces, missing=[*found.missing, *gaps])


def completed(place: Place, found: Gathered, now: datetime) -> Gathered:
    """With what bears on the intent, if there is one. Loads recall, which most wakes do without."""
    if found.asked.intent is None and not place.settings.flag("wake.proactive"):
        return found
    complete: Gathered = place.flow("with_relevant")(place, found, now)
    return complete


def _grounding(place: Place, head: Head, view: View, ask: Ask) -> tuple[Grounding | None, Ids]:
    """What the guardian says, and the ids of the rows that it was told of."""
    ended = _ended(head, view, ask)
    entropy, unfinished = _unsettled(view, ask), _unfinished(view, ask)
    said = guarded(place, head.last_known_at, ask.now, ended, entropy, unfinished)
    return said, tuple(fact.id for fact in ended)


def guarded(
    place: Place,
    last_known_at: datetime | None,
    now: datetime,
    ended: Sequence[Fact],
    entropy: float | None,
    unfinished: Sequence[str],
) -> Grounding | None:
    """What the guardian says of a gap, the facts that ended in it, and how things were left."""
    guardian = place.guardian or RuleGuardian()
    return guardian.grounding(
        Circumstances(
            now=now,
            away=time_away(last_known_at, now),
            entropy=entropy,
            unfinished=tuple(unfinished),
            ended_facts=tuple(ended),
        )
    )


# What every hydration reads, whatever is chosen. Apart from each other, so that an engine to which
# a statement takes a way can fetch them together.


def _own(view: View, _asked: Asked) -> Identity | None:
    return view.one(Identity, "identities.own")


def _selves(view: View, _asked: Asked) -> list[Document]:
    return view.all(Document, "identities.self")


def _head(view: View, _asked: Asked) -> Head:
    return view.head()


def _project(view: View, asked: Asked) -> str | None:
    return parse.project_id(asked.project, view)


def _ended(head: Head, view: View, ask: Ask) -> list[Fact]:
    """The facts that ended since the agent was last here."""
    if head.last_known_at is None:
        return []
    return view.all(
        Fact, "memory.ended_facts", since=head.last_known_at, now=ask.now, limit=MOST_ENDED
    )


def _unsettled(view: View, _ask: Ask) -> float | None:
    """How unsettled the last exchanges were, as far as they are of the session that spoke last."""
    last = list(view.tuples("cognition.last_scores", limit=LAST_EXCHANGES))
    return max((score for score, session_id in last if session_id == last[0][1]), default=None)


def _unfinished(view: View, _ask: Ask) -> list[str]:
    """What may have been done or not: nobody knows."""
    return [what for (what,) in view.tuples("guards.unfinished", limit=MOST_UNFINISHED)]


def written(place: Place, found: Gathered, crossing: Crossing) -> Assembled:
    """The text of what was gathered, within its budget."""
    asked = found.asked
    zone = time_zone(found.identity.person_time_zone)
    count = _counter(asked, place.tokens.count)
    made = assemble(
        blocks(
            found.identity,
            found.documents,
            crossing,
            found.pieces,
            zone=zone,
            count=count,
            framing=asked.framing,
            is_brief=asked.is_brief,
            longest=asked.limits.content_max_length,
            welcome=welcome_text(found),
            grounding=grounding_text(found),
            grounded_on=found.grounded_on,
            is_warned=_is_warned(found),
        ),
        asked.budget,
        count,
        _counter(asked, place.tokens.count_by_lines),
    )
    tokens = made.tokens if asked.most_characters is None else place.tokens.count(made.text)
    return made._replace(tokens=tokens, omitted=(*found.omitted, *made.omitted))


def _counter(asked: Asked, of_tokens: Count) -> Count:
    """What a text takes of the budget: its tokens, or its share of the characters if that is more.

    Both bounds hold then, and what is left out is chosen once.
    """
    if asked.most_characters is None:
        return of_tokens
    a_character = asked.budget / asked.most_characters
    return lambda text: max(of_tokens(text), math.ceil(len(text) * a_character))


def welcome_text(found: Gathered) -> str | None:
    """The welcome, if it was asked for."""
    if HydrationSource.Welcome not in found.asked.chosen:
        return None
    person = one_line(found.identity.person_name or "")
    return welcome(person, is_first=found.head.last_known_at is None)


def _is_warned(found: Gathered) -> bool:
    """Whether the guardian is heard, and says that things may have changed in so long a gap."""
    said = found.grounding
    return grounding_text(found) is not None and said is not None and LONG_GAP in said.causes


def grounding_text(found: Gathered) -> str | None:
    """What the guardian says, if it was asked for and has cause."""
    if found.grounding is None or HydrationSource.GroundingMessage not in found.asked.chosen:
        return None
    return plain(found.grounding.message)  # it is kept with the wake, so it must be storable
