"""The wordings by which people tell of themselves and of others, as a table.

A rule names what it finds and how that reads in the third person. It is tried where a clause
begins, behind greetings and times. Chosen so that a reader would agree with what is found: what
could be read two ways has no rule. English.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, NamedTuple

from wakeline.consolidation.subjects import FOLK
from wakeline.consolidation.when import Way
from wakeline.consolidation.words import (
    COUNTED,
    DOING,
    DONE,
    GAMES,
    JOBS,
    LANGUAGES,
    LIKED_AS_SUCH,
    NOT_HAD,
    NO_PLANS,
    NUMBER,
    PAST,
    VOWS,
    any_of,
)
from wakeline.graph.names import KIN
from wakeline.graph.patterns import ADVERBS, NAME, PETS
from wakeline.model.consolidation import ExtractedKind

# A phrase runs until the next thought and must stand alone; a term is what the wording holds.
Value = Literal["phrase", "term"]

_KIN: Final = any_of(" ".join(KIN | FOLK))
WHO: Final = (
    rf"(?P<who>I\b|[Ww]e\b|[Mm]y\s+(?:[a-z]+\s+)?(?:{_KIN})\b(?:,?\s+{NAME}\b,?)?|{NAME})"
)
# Somebody who leaves the "I" out: "Just got back from Rome".
ELIDED: Final = r"(?P<who>(?=[A-Z]))"
IS: Final = r"(?:'m|'s|'re|\s+(?:am|is|are))"
HAS: Final = r"(?:'ve|'s|\s+(?:have|has))"
THING: Final = r"(?P<v>\S.*)"
PLACE: Final = rf"(?:the\s+)?(?P<v>{NAME}(?:,\s+{NAME})?)"
FAVOURITE: Final = r"(?:all[- ]time\s+)?fav(?:ou?rite|e|s)?"
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
    lives_in moved_to grew_up_in born_in works_as works_at new_job_as new_job_at promoted age turned
    relationship single_parent allergic_to speaks diet works_as_at got_married
    likes_by_name
    """.split()
)


class Rule(NamedTuple):
    """One wording: what it tells of, how sure it is, and how that reads of somebody.

    In `says` and `attribute`: `s` is the subject, `v` the value, `v3` the value with its verb in
    the third person, `a` its article, `q` and `r` words of the text; `is`, `has` and `e` go with
    the subject's number.
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


def _rule(
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
) -> Rule:
    return Rule(
        name, kind, attribute, says, wording, frozenset(triggers.split()), sure, single, way,
        needs_time, value, name in _OF_PEOPLE, fallback,
    )  # fmt: skip


@cache
def compiled(wording: str) -> re.Pattern[str]:
    """A wording, made ready when it is first looked for."""
    return re.compile(wording)


_FACTS: Final = (
    # Where somebody lives and comes from.
    _rule("lives_in", "fact", "lives_in", "{s} live{e} in {v}",
          rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?(?:lives?|living|based)\s+in\s+{PLACE}",
          "live lives living based", sure=0.9, single=True, value="term"),
    _rule("moved_to", "fact", "lives_in", "{s} moved to {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?:moved|relocated)\s+(?:(?:back|over|down|up)\s+)?"
          rf"(?:from\s+{NAME}\s+)?to\s+{PLACE}",
          "moved relocated", sure=0.9, single=True, value="term"),
    _rule("comes_from", "fact", "comes_from", "{s} come{e} from {v}",
          rf"{WHO}(?:{IS}|\s+comes?)\s+(?:originally\s+)?from\s+{PLACE}",
          "from", sure=0.9, single=True, value="term"),
    _rule("grew_up_in", "fact", "grew_up_in", "{s} grew up in {v}",
          rf"{WHO}{ADVERBS}\s+grew\s+up\s+in\s+{PLACE}",
          "grew", sure=0.9, single=True, value="term"),
    _rule("born_in", "fact", "born_in", "{s} was born in {v}",
          rf"{WHO}\s+was\s+born\s+(?:and\s+raised\s+)?in\s+(?P<v>{NAME}|(?:19|20)\d\d)",
          "born", sure=0.9, single=True, value="term"),
    # What somebody works and studies.
    _rule("works_as", "fact", "works_as", "{s} work{e} as {a} {v}",
          rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?work(?:s|ing)?\s+as\s+(?:an?|the)\s+"
          r"(?P<v>[^,]+?)(?=\s+(?:at|for|with|in)\s|,|$)",
          "work works working", sure=0.9, single=True),
    _rule("works_as_at", "fact", "works_at", "{s} work{e} at {v}",
          rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?work(?:s|ing)?\s+as\s+an?\s+[^,]{{2,40}}?\s+(?:at|for)\s+"
          rf"(?P<v>(?:an?\s+[a-z]|the\s+[a-z]|{NAME}).*)",
          "work works working", sure=0.85, single=True),
    _rule("is_a", "fact", "works_as", "{s} {is} {a} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+an?\s+(?P<v>(?:(?!fan\b|good\b|great\b|bit\b|better\b)[\w-]+\s+){{0,2}}?"
          rf"(?:{JOBS}))\b(?!\s+(?:at heart|to|of|who|for|fan|in\s+the\s+making|\w+er\b)|-|')",
          sure=0.85, single=True, value="term"),
    _rule("works_at", "fact", "works_at", "{s} work{e} at {v}",
          rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?work(?:s|ing)?\s+(?:at|for)\s+"
          rf"(?P<v>(?:an?\s+[a-z]|the\s+[a-z]|{NAME}).*)",
          "work works working", sure=0.85, single=True),
    _rule("new_job_as", "fact", "works_as", "{s} got a job as {a} {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+{NEW_JOB}\s+as\s+(?:an?\s+)?{THING}",
          "job position role internship", single=True),
    _rule("new_job_at", "fact", "works_at", "{s} got a job at {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+{NEW_JOB}\s+(?:at|with)\s+{THING}",
          "job position role internship", single=True),
    _rule("promoted", "fact", "works_as", "{s} was promoted to {v}",
          rf"{WHO}(?:{HAS}\s+been|\s+(?:just\s+)?(?:got|was|were))\s+promoted\s+to\s+{THING}",
          "promoted", single=True),
    _rule("studies", "fact", "studies", "{s} stud{ies} {v}",
          rf"{WHO}(?:{IS}{ADVERBS}\s+(?:studying|majoring\s+in)|{ADVERBS}\s+stud(?:y|ies))\s+"
          rf"(?!for\b|hard\b|at\b){THING}", "study studies studying majoring"),
    _rule("member", "fact", "member_of", "{s} {is} part of {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:an?\s+)?(?:part|member)\s+of\s+{THING}", "part member"),
    _rule("volunteers", "fact", "volunteers_at", "{s} volunteer{e} at {v}",
          rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?volunteer(?:s|ing)?\s+(?:at|for|with)\s+{THING}",
          "volunteer volunteers volunteering"),
    # Age, family, state.
    _rule("age", "fact", "age", "{s} {is} {v} years old",
          rf"{WHO}(?:{IS}{ADVERBS}\s+(?P<v>{NUMBER})(?:\s+years?\s+old\b|(?:\s+now)?$))",
          sure=0.9, single=True, value="term"),
    _rule("turned", "fact", "age", "{s} turned {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+turned\s+(?P<v>{NUMBER})(?!\s+[a-z]*(?:s|pages)\b)",
          "turned", sure=0.9, single=True, value="term"),
    _rule("birthday", "fact", "birthday", "{s}'s birthday is {v}",
          r"(?P<who>[Mm]y)\s+birthday(?:\s+is|'s)\s+(?:on\s+)?(?P<v>(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?\s+"
          r"(?:of\s+)?[A-Z][a-z]+|[A-Z][a-z]+\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?)",
          "birthday", sure=0.95, single=True, value="term"),
    _rule("how_many", "fact", "number_of_{q}", "{s} {has} {v} {q}",
          rf"{WHO}(?:'ve\s+got|\s+(?:have|has|got|own|owns))\s+(?P<v>{NUMBER})\s+(?:[a-z]+\s+)?"
          rf"(?P<q>{COUNTED})\b", sure=0.9, single=True, value="term"),
    _rule("has_pet", "fact", "has", "{s} {has} {a} {v}",
          rf"{WHO}(?:'ve\s+got|{ADVERBS}\s+(?:have|has|own|owns))\s+an?\s+{BELOVED}",
          sure=0.85, value="term"),
    _rule("got_pet", "fact", "has", "{s} {q} {a} {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?P<q>got|adopted|bought)\s+an?\s+{BELOVED}",
          "got adopted bought", sure=0.85, value="term"),
    _rule("relationship", "fact", "relationship_status", "{s} {is} {v}",
          rf"{WHO}(?:{IS}{ADVERBS}|{HAS}{ADVERBS}\s+been)\s+{STATUS}",
          "married divorced engaged widowed single separated", single=True, value="term"),
    _rule("got_married", "fact", "relationship_status", "{s} got {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+got(?:ten)?\s+{STATUS}", "married divorced engaged separated",
          sure=0.9, single=True, value="term"),
    _rule("single_parent", "fact", "relationship_status", "{s} {is} a {v}",
          rf"{WHO}{IS}{ADVERBS}\s+a\s+(?P<v>single\s+(?:parent|mom|mum|mother|dad|father))\b",
          "single", sure=0.9, single=True, value="term"),
    _rule("name", "fact", "name", "{s}'s name is {v}",
          rf"(?P<who>[Mm]y)\s+name(?:\s+is|'s)\s+(?P<v>{NAME})$",
          "name", sure=0.95, single=True, value="term"),
    _rule("allergic_to", "fact", "allergic_to", "{s} {is} allergic to {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:\w+ly\s+)?allergic\s+to\s+{THING}", "allergic", sure=0.95),
    _rule("diet", "fact", "diet", "{s} {is} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:an?\s+)?(?P<v>vegan|vegetarian|lactose[ -]intolerant|pescatarian"
          r"|diabetic)\b(?!\s+(?:ice|diet|food|cake|dessert))",
          "vegan vegetarian lactose lactose-intolerant pescatarian diabetic",
          sure=0.9, single=True, value="term"),
    # What somebody does and has.
    _rule("speaks", "fact", "speaks", "{s} speak{e} {v}",
          rf"{WHO}{ADVERBS}\s+speaks?\s+(?:fluent\s+)?(?P<v>{LANGUAGES}(?:(?:,|,?\s+and)\s+{LANGUAGES})*)",
          "speak speaks", sure=0.9, value="term"),
    _rule("plays", "fact", "plays", "{s} play{e} {v}",
          rf"{WHO}{ADVERBS}\s+plays?\s+(?:the\s+)?(?P<v>(?:{GAMES})(?:\s+and\s+(?:{GAMES}))?)\b",
          "play plays", value="term"),
    _rule("owns", "fact", "owns", "{s} own{e} {v}",
          rf"{WHO}{ADVERBS}\s+(?:owns?|runs?|have|has)\s+(?P<v>(?:{NUMBER}\s|my\s+own\s|(?<=own\s)an?\s"
          r"|(?<=owns\s)an?\s|(?<=run\s)a\s+(?:small|local|business)\s).*)", "own owns run runs"),
    _rule("works_on", "fact", "works_on", "{s} {is} {q} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?P<q>working\s+on|writing|building|developing|designing)\s+"
          rf"(?!(?:up|down|all|hard|to)\b){THING}", "working writing building developing designing"),
    _rule("learns", "fact", "learns", "{s} {is} {q} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?P<q>learning|training\s+for|preparing\s+for|studying\s+for)\s+"
          rf"(?!an?\s+(?:ton|lot|bunch)|so|more|how|from|as|with)(?:about\s+)?{THING}",
          "learning training preparing studying"),
    _rule("is_doing", "fact", "is_doing", "{s} {is} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?P<v>(?:{DOING})\s+(?!ok|okay|well|great|good|fine|my best|better)\S.*)",
          sure=0.7),
    _rule("has_been", "fact", "has_been_doing", "{s} {has} been {v}",
          rf"{WHO}{HAS}{ADVERBS}\s+been\s+(?P<v>(?!thinking|wondering|hoping|doing|going|having|feeling"
          r"|missing|dying|trying|meaning|wanting|getting|keeping|telling|looking\s+forward)[a-z]+ing\b"
          r".*)", "been", sure=0.7),
    _rule("counted", "fact", "has_{q}", "{s} {has} {q} {v}",
          rf"{WHO}{HAS}{ADVERBS}\s+(?P<q>won|written|read|published|visited|run|finished|completed|sold"
          rf"|scored)\s+(?P<v>{NUMBER}\s+[a-z].*)", "won written read published visited run finished completed sold scored"),
    _rule("habit", "fact", "habit", "{s} {q} {v3}",
          rf"{WHO}\s+(?P<q>usually|often|normally|regularly)\s+(?P<v>(?!feel|think|say|get|have|find)"
          r"[a-z]+\b.*)", "usually often normally regularly", sure=0.7),
)  # fmt: skip

_PREFERENCES: Final = (
    _rule("likes", "preference", "likes", "{s} {q}{e} {v}",
          rf"{WHO}{ADVERBS}\s+(?P<q>like|love|enjoy|adore)s?\s+{NO_COMPLIMENT}{THING}",
          "like likes love loves enjoy enjoys adore adores"),
    _rule("likes_by_name", "preference", "likes", "{s} {q}s {v}",
          rf"(?P<who>{NAME})(?:\s+(?:really|absolutely|also))?\s+(?P<q>love|enjoy|adore)s\s+{NO_COMPLIMENT}{THING}",
          "loves enjoys adores", sure=0.75),
    _rule("fan_of", "preference", "likes", "{s} {is} a fan of {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:such\s+)?(?:an?\s+)?(?:(?:big|huge|massive|total|real|lifelong)\s+)*"
          rf"fan\s+of\s+{THING}", "fan", sure=0.85),
    _rule("into", "preference", "likes", "{s} {is} {q} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:(?:so|super|very|quite|pretty|big|more)\s+)?(?P<q>into"
          rf"|passionate\s+about|fond\s+of|obsessed\s+with|crazy\s+about)\s+{THING}",
          "into passionate fond obsessed crazy"),
    _rule("makes_happy", "preference", "likes", "{v} {q} {s} {r}",
          r"(?P<v>[A-Z][^,]{2,40}?)\s+(?:really\s+|always\s+)?(?P<q>makes?|brings?|gives?)\s+(?P<who>me)\s+"
          r"(?P<r>(?:so\s+|really\s+|such\s+|so\s+much\s+)?(?:happy|joy|peace|comfort|happiness|relaxed))\b",
          "me"),
    _rule("is_my_thing", "preference", "likes", "{v} is {s}'s {q}",
          r"(?P<v>[A-Z][^,]{2,40}?)(?:\s+(?:is|are)|'s)(?:\s+(?:pretty\s+much|definitely|really|totally))?\s+"
          r"(?P<who>my)\s+(?P<q>(?:biggest\s+|true\s+|real\s+|main\s+)?(?:passion|happy\s+place|escape|top\s+pick"
          r"|go-to|stress\s+relief|therapy|hobby))\b", "my"),
    _rule("dislikes", "preference", "dislikes", "{s} dislike{e} {v}",
          rf"{WHO}{ADVERBS}\s+(?:hates?|dislikes?|detests?|can't\s+stand|(?:don't|doesn't|do\s+not"
          rf"|does\s+not)\s+(?:really\s+)?(?:like|enjoy))\s+(?!to\s+(?:say|admit|tell)){NO_COMPLIMENT}{THING}",
          "hate hates dislike dislikes detest detests can't don't doesn't not"),
    _rule("no_fan_of", "preference", "dislikes", "{s} {is} not a fan of {v}",
          rf"{WHO}(?:{IS}\s+not|\s+isn't)\s+(?:really\s+)?(?:an?\s+)?(?:big\s+|huge\s+)?"
          rf"(?:fan\s+of|into)\s+{THING}", "fan into"),
    _rule("prefers", "preference", "prefers", "{s} prefer{e} {v}",
          rf"{WHO}{ADVERBS}\s+prefers?\s+{THING}", "prefer prefers", sure=0.85),
    _rule("favourite", "preference", "favourite_{q}", "{s}'s favourite {q} is {v}",
          rf"(?P<who>[Mm]y)\s+{FAVOURITE}\s+(?P<q>(?!part\b|memory\b|thing\b)[a-z-]+(?:\s+[a-z-]+)?)"
          rf"(?:\s+(?:is|are)|'s)\s+(?:(?:definitely|always|still)\s+)?(?:an?\s+)?{THING}",
          "favorite favourite fave fav", sure=0.9, single=True),
    _rule("is_favourite", "preference", "favourite_{q}", "{s}'s favourite {q} is {v}",
          r"(?P<v>[A-Z\"][^,]{1,60}?)\s+(?:is|are)(?:\s+(?:definitely|still))?\s+(?P<who>my)\s+"
          rf"{FAVOURITE}\s+(?P<q>(?!part\b|memory\b|thing\b|of\b)[a-z-]+)\b",
          "favorite favourite fave fav", sure=0.85, single=True),
    _rule("wants", "preference", "wants", "{s} want{e} to {v}",
          rf"{WHO}(?:{ADVERBS}\s+(?:wants?|hopes?)|{IS}{ADVERBS}\s+hoping)\s+to\s+"
          r"(?P<v>(?!say|thank|hear|know|see|tell|ask|share|keep|show|make\s+sure|let)[a-z]+\b.*)",
          "want wants hope hopes hoping", way="future"),
    _rule("goal", "preference", "wants", "{s}'s {q} is to {v}",
          r"(?P<who>[Mm]y)\s+(?:main\s+|big\s+|ultimate\s+|next\s+|biggest\s+)?(?P<q>goal|dream|plan)\s+is\s+"
          rf"to\s+{THING}", "goal dream plan", way="future"),
)  # fmt: skip

_INTENTIONS: Final = (
    _rule("decided", "decision", "decided", "{s} decided {q} {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?:decided|chose|chosen)\s+(?P<q>to|on)\s+(?!not\b){THING}",
          "decided chose chosen", sure=0.9),
    _rule("decided_against", "decision", "decided_against", "{s} decided {q} {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?:decided|chose|chosen)\s+(?P<q>not\s+to|to\s+not|against)\s+{THING}",
          "decided chose chosen", sure=0.9),
    _rule("made_decision", "decision", "decided", "{s} decided to {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?:made\s+(?:the|a)\s+decision|made\s+up\s+my\s+mind)\s+to\s+{THING}",
          "decision mind", sure=0.9),
    _rule("going_with", "decision", "decided", "{s} decided on {v}",
          rf"{WHO}(?:'ll|\s+will|{IS}\s+(?:going\s+to|gonna))\s+go\s+with\s+{THING}", "go"),
    _rule("settled", "decision", "decided", "{s} settled on {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?:settled|agreed)\s+on\s+{THING}", "settled agreed"),
    _rule("plans", "plan", "plans", "{s} plan{e} to {v}",
          rf"{WHO}(?:{IS}{ADVERBS}\s+(?:going\s+to|gonna|planning\s+to)|{ADVERBS}\s+plans?\s+to"
          rf"|{ADVERBS}\s+intends?\s+to)\s+(?P<v>(?!(?:{NO_PLANS}|an?|the|my|our|this|that)\b)[a-z]+\b.*)",
          "going gonna planning plan plans intend intends", way="future"),
    _rule("plans_on", "plan", "plans", "{s} plan{e} on {v}",
          rf"{WHO}{IS}{ADVERBS}\s+planning\s+on\s+{THING}", "planning", way="future"),
    _rule("plans_elided", "plan", "plans", "{s} plan{e} to {v}",
          rf"{ELIDED}(?:Gonna|Planning\s+to)\s+(?P<v>(?!(?:{NO_PLANS}|an?|the|my|our)\b)[a-z]+\b.*)",
          "gonna planning", way="future"),
    _rule("prepares", "plan", "plans", "{s} {is} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?P<v>(?:planning|organizing|organising|hosting)\s+(?!to\b|on\b)\S.*)",
          "planning organizing organising hosting", way="future"),
    _rule("considers", "plan", "considers", "{s} {is} thinking of {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:thinking\s+(?:of|about)|considering)\s+(?P<v>[a-z]+ing\b.*)",
          "thinking considering", way="future", sure=0.6),
    _rule("arranged", "plan", "plans", "{s} {is} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?P<v>(?!looking\s+forward|hoping|feeling|thinking|dreaming)"
          r"(?:going\s+to\s+(?:an?|the|my|[A-Z])|[a-z]+ing)\b.*)",
          way="future", needs_time=True, fallback=True),
    _rule("has_ahead", "plan", "plans", "{s} {has} {v}",
          rf"{WHO}(?:'ve\s+got|{ADVERBS}\s+(?:have|has|got))\s+(?P<v>(?:an?|my|our|the)\s+.*)",
          way="future", needs_time=True, fallback=True),
    _rule("has", "fact", "has", "{s} {has} {v}",
          rf"{WHO}(?:'ve\s+got|{ADVERBS}\s+(?:have|has))\s+(?P<v>an?\s+"
          rf"(?!(?:[a-z-]+\s+){{0,2}}?(?:{NOT_HAD})\b)[a-z-]+\b.*)",
          "have has got", sure=0.7, fallback=True),
    _rule("promise", "promise", "promised", "{s} promised to {v}",
          r"(?P<who>I)(?:'ll|\s+will)(?:\s+(?:definitely|certainly|also))?\s+"
          rf"(?P<v>(?!make\s+(?:sure|it)|give\s+it)(?:{VOWS})\b.*)", "ll will", way="future"),
    _rule("promised", "promise", "promised", "{s} promised to {v}",
          r"(?P<who>I)\s+promise(?:\s+you)?(?:\s+that)?\s+(?:to|I'll|I\s+will)\s+"
          r"(?P<v>(?!keep|try|be\b)[a-z]+\b.*)", "promise", sure=0.95, way="future"),
)  # fmt: skip

_EVENTS: Final = (
    _rule("dated", "event", "did", "{s} {v}", rf"{WHO}{ADVERBS}\s+(?P<v>{PAST}.*)",
          sure=0.9, needs_time=True, fallback=True),
    _rule("dated_elided", "event", "did", "{s} {v}",
          rf"{ELIDED}(?:Just\s+)?(?P<v>(?i:went|had|got|took|saw|met|ran|won|lost|bought|found|finished"
          r"|started|visited|attended|joined)\b.*)", sure=0.8, needs_time=True, fallback=True),
    _rule("lately_elided", "event", "did", "{s} {v}",
          rf"{ELIDED}(?:Just|Recently|Finally)\s+(?P<v>{PAST}.*)",
          "just recently finally", sure=0.7, fallback=True),
    _rule("happened", "event", "did", "{s} {v}", rf"{WHO}(?:{HAS}(?!\s+got\b))?{ADVERBS}\s+(?P<v>{PAST}.*)",
          sure=0.7, fallback=True),
    _rule("has_done", "event", "did", "{s} {has} {v}",
          rf"{WHO}{HAS}{ADVERBS}\s+(?P<v>(?:{DONE})\b.*)", sure=0.7, fallback=True),
)  # fmt: skip

# A few that cannot be misread, in other languages. A name stands for a place.
_ELSEWHERE: Final = (
    _rule("lives_elsewhere", "fact", "lives_in", "{s} lives in {v}",
          r"(?P<who>(?=\w))(?:[Ii]ch\s+(?:wohne|lebe)(?:\s+(?:jetzt|seit\s+\d{4}))?\s+in"
          r"|(?:[Yy]o\s+)?[Vv]ivo(?:\s+(?:ahora|actualmente))?\s+en|(?:[Ee]u\s+)?(?:[Mm]oro|[Vv]ivo)\s+em"
          rf"|[Jj]'habite(?:\s+maintenant)?\s+(?:à|en|au))\s+(?P<v>{NAME})",
          "ich vivo moro habite", sure=0.85, single=True, value="term"),
    _rule("name_elsewhere", "fact", "name", "{s}'s name is {v}",
          r"(?P<who>(?=\w))(?:[Ii]ch\s+heiße|[Mm]ein\s+Name\s+ist|(?:[Yy]o\s+)?[Mm]e\s+llamo|[Mm]i\s+nombre\s+es"
          rf"|(?:[Oo]\s+)?[Mm]eu\s+nome\s+é|[Jj]e\s+m'appelle)\s+(?P<v>{NAME})$",
          "heiße name llamo nombre nome appelle", sure=0.9, single=True, value="term"),
    _rule("age_elsewhere", "fact", "age", "{s} is {v} years old",
          r"(?P<who>(?=\w))(?:[Ii]ch\s+bin\s+(?P<v>\d{1,3})\s+Jahre\s+alt)$",
          "jahre", sure=0.9, single=True, value="term"),
    _rule("years_elsewhere", "fact", "age", "{s} is {v} years old",
          r"(?P<who>(?=\w))(?:[Tt]engo|[Tt]enho|[Jj]'ai)\s+(?P<v>\d{1,3})\s+(?:años|anos|ans)$",
          "tengo tenho ai", sure=0.9, single=True, value="term"),
)  # fmt: skip

RULES: Final[tuple[Rule, ...]] = (*_FACTS, *_PREFERENCES, *_INTENTIONS, *_EVENTS, *_ELSEWHERE)
