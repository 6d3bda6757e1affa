"""Turn the gathered context into the text that an agent reads, within a budget.

Reads files and, where there is an intent, recall; writes nothing.
"""

import math
from datetime import datetime

from wakeline.context.assembly import AssembledText, Count, assemble
from wakeline.context.framing import one_line, visible_text
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.wake.gather import GatheredContext
from wakeline.flows.wake.request import ContextRequest
from wakeline.hydration.presets import HydrationSource
from wakeline.hydration.prompt import wake_blocks
from wakeline.hydration.wording import fill_welcome
from wakeline.model.context import Crossing, Piece

LONG_GAP = "long_gap"  # of a guardian's causes
ATTACHMENTS = "Attachments"


def with_verified_receipts(found: GatheredContext) -> GatheredContext:
    """The context with its attachment receipts checked; a problem with a file is in `missing`."""
    piece = found.pieces.get(ATTACHMENTS)
    if piece is None:
        return found
    from wakeline.flows.log.receipt_checks import verify_receipts

    rows, gaps = verify_receipts(piece.rows)
    pieces = {**found.pieces, ATTACHMENTS: Piece(ATTACHMENTS, rows)}
    return found._replace(pieces=pieces, missing=[*found.missing, *gaps])


def complete_for_intent(place: Place, found: GatheredContext, now: datetime) -> GatheredContext:
    """The context with rows for the intent, if there is one. Loads recall only then."""
    if found.request.intent is None and not place.settings.flag("wake.proactive"):
        return found
    from wakeline.flows.wake.intent import with_intent_context

    return with_intent_context(place, found, now)


def render_text(place: Place, found: GatheredContext, crossing: Crossing) -> AssembledText:
    """The text of the gathered context, within its budget."""
    asked = found.request
    zone = time_zone(found.identity.person_time_zone)
    count = _counter(asked, place.tokens.count)
    made = assemble(
        wake_blocks(
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


def _counter(asked: ContextRequest, of_tokens: Count) -> Count:
    """The function that costs a text: its tokens, or its share of the characters if that is more.

    So both bounds hold, and what to leave out is chosen once.
    """
    if asked.most_characters is None:
        return of_tokens
    a_character = asked.budget / asked.most_characters
    return lambda text: max(of_tokens(text), math.ceil(len(text) * a_character))


def welcome_text(found: GatheredContext) -> str | None:
    """The welcome, if its source was chosen."""
    if HydrationSource.Welcome not in found.request.chosen:
        return None
    person = one_line(found.identity.person_name or "")
    return fill_welcome(person, is_first=found.head.last_known_at is None)


def _is_warned(found: GatheredContext) -> bool:
    """Whether the text has the guardian's message, and the message warns of a long gap."""
    said = found.grounding
    return grounding_text(found) is not None and said is not None and LONG_GAP in said.causes


def grounding_text(found: GatheredContext) -> str | None:
    """The guardian's message, if there is one and its source was chosen."""
    if found.grounding is None or HydrationSource.GroundingMessage not in found.request.chosen:
        return None
    return visible_text(found.grounding.message)  # it is kept with the wake, so it must be storable
