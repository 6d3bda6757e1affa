"""All rules, in the order in which they are tried: the telling ones before the general."""

from __future__ import annotations

from typing import Final

from wakeline.consolidation.facts import ELSEWHERE, FACTS
from wakeline.consolidation.wishes import EVENTS, INTENTIONS, PREFERENCES
from wakeline.consolidation.wordings import StatementRule

RULES: Final[tuple[StatementRule, ...]] = (*FACTS, *PREFERENCES, *INTENTIONS, *EVENTS, *ELSEWHERE)
