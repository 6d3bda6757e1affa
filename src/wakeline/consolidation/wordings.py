"""What a rule is, and the pieces of which wordings are made.

A rule names what it finds and how that reads in the third person. It is tried where a clause
begins, behind greetings and times. It does not know which rules there are.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, NamedTuple

from wakeline.consolidation.subjects import FOLK
from wakeline.consolidation.when import Way
from wakeline.consolidation.words import LIKED_AS_SUCH, any_of
from wakeline.graph.names import KIN
from wakeline.graph.patterns import NAME, PETS
from wakeline.model.consolidation import ExtractedKind

# A phrase runs until the next thought and must stand alone; a term is what the wording holds.
Value = Literal["phrase", "term"]

_KIN: Final = any_of(" ".join(KIN | FOLK))
WHO: Final = (
    rf"(?P<who>[Ii]\b|[Ww]e\b|[Mm]y\s+(?:[a-z]+\s+)?(?:{_KIN})\b(?:,?\s+{NAME}\b,?)?|{NAME})"
)
# Somebody who leaves the "I" out: "Just got back from Rome".
ELIDED: Final = r"(?P<who>(?=[A-Z]))"
IS: Final = r"(?:'m|'s|'re|\s+(?:am|is|are))"
HAS: Final = r"(?:'ve|'s|\s+(?:have|has))"
THING: Final = r"(?P<v>\S.*)"
PLACE: Final = rf"(?:the\s+)?(?P<v>{NAME}(?:,\s+{NAME})?)"
FAVOURITE: Final = r"(?:(?:all[- ]time|new)\s+)?fav(?:ou?rite|e|s)?"
NO_COMPLIMENT: Final = rf"(?!(?:the|all\s+the)\s+(?!(?:{LIKED_AS_SUCH})\b|\w+\s+of\s+[A-Z]))"
BELOVED: Final = (
    rf"(?P<v>(?:[a-z-]+\s+){{0,2}}(?:{any_of(' '.join(PETS))}|son|daughter|brother|sister|twin))"
    r"\b(?!['-]|\s+(?:food|toy|bed|show|person|house|park))"
)
STATUS: Final = (
    r"(?P<v>married|divorced|widowed|engaged(?!\s+(?:in|with))|separated(?!\s+(?:by|from\s+the))"
    r"|single(?=$|\s+(?:and|now|again)))\b"
)
NEW_JOB: Final = (
    r"(?:got|landed|started|accepted|took)\s+(?:an?|my|the)\s+(?:new\s+|first\s+)?"
    r"(?:job|position|role|internship)"
)


# Only people do this, so somebody who is named may be new.
_OF_PEOPLE: Final = frozenset(
    """
    lives_in has_lived_in lived_in moved_to grew_up_in born_in born_on works_as works_as_at works_at
    new_job_as new_job_at promoted age turned relationship got_married single_parent allergic_to
    speaks diet likes_by_name left_for settled_in started_working_at started_working_as hired
    left_to_join became employed_as became_vegan
    """.split()
)


class StatementRule(NamedTuple):
    """One wording: what it tells of, how sure it is, and how that reads of somebody.

    In `says` and `attribute`: `s` is the subject, `v` the value, `v3` the value with its verb in
    the third person, `a` its article, `q` and `r` words of the text; `is`, `has`, `was`, `e` and
    `ies` go with the subject's number.
    """

    name: str
    kind: ExtractedKind
    attribute: str
    says: str
    wording: str
    triggers: frozenset[str]  # of which one must be among a clause's words; none: always
    confidence: float
    is_single: bool
    way: Way  # on which side of today its times lie
    needs_time: bool
    value: Value
    is_of_people: bool
    is_fallback: bool  # counts only where nothing else was found in a clause


def rule(
    name: str,
    kind: ExtractedKind,
    attribute: str,
    says: str,
    wording: str,
    triggers: str = "",
    *,
    sure: float = 0.8,
    single: bool = False,
    way: Way = "past",
    needs_time: bool = False,
    value: Value = "phrase",
    fallback: bool = False,
) -> StatementRule:
    return StatementRule(
        name, kind, attribute, says, wording, frozenset(triggers.split()), sure, single, way,
        needs_time, value, name in _OF_PEOPLE, fallback,
    )  # fmt: skip


@cache
def compile_wording(wording: str) -> re.Pattern[str]:
    """A wording, made ready when it is first looked for."""
    return re.compile(wording)
