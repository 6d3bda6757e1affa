"""The wordings by which people tell of themselves and of others, as a table.

A rule names what it finds and how that reads in the third person. It is tried where a clause
begins, behind greetings and times. Chosen so that a reader would agree with what is found: what
could be read two ways has no rule. English.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, Literal, NamedTuple

from wakeline.consolidation.when import Way
from wakeline.consolidation.words import INSTRUMENTS, JOBS, LANGUAGES, NUMBER, PAST, SPORTS, VOWS
from wakeline.graph.names import KIN
from wakeline.graph.patterns import ADVERBS, NAME, PETS
from wakeline.model.consolidation import ExtractedKind

Needs = Literal["", "time"]

FOLK: Final = frozenset("kids children parents family sons daughters sisters brothers".split())
_ALL_KIN: Final = "|".join(sorted(KIN | FOLK, key=len, reverse=True))
# Somebody who leaves the "I" out: "Just got back from Rome".
ELIDED: Final = r"(?P<who>(?=[A-Z]))"
WHO: Final = (
    rf"(?P<who>I\b|[Ww]e\b|[Mm]y\s+(?:[a-z]+\s+)?(?:{_ALL_KIN})\b(?:,?\s+{NAME}\b,?)?|{NAME})"
)
IS: Final = r"(?:'m|'s|'re|\s+(?:am|is|are))"
HAS: Final = r"(?:'ve|'s|\s+(?:have|has))"
THING: Final = r"(?P<v>\S.*)"
PLACE: Final = rf"(?:the\s+)?(?P<v>{NAME}(?:,\s+{NAME})?)"
FAVOURITE: Final = r"(?:all[- ]time\s+)?fav(?:ou?rite|e|s)?"


class Rule(NamedTuple):
    """One wording: what it tells of, how sure it is, and how that reads of somebody."""

    name: str
    kind: ExtractedKind
    attribute: str  # "{q}" stands for a word of the text
    says: str
    wording: str
    triggers: frozenset[str]  # of which one must be among a clause's words; none: always
    confidence: float
    is_single: bool
    way: Way
    needs: Needs
    is_named: bool  # the value is a name or a number: it is not cut


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
    needs: Needs = "",
    named: bool = False,
) -> Rule:
    return Rule(
        name, kind, attribute, says, wording, frozenset(triggers.split()), sure, single, way,
        needs, named,
    )  # fmt: skip


@cache
def compiled(wording: str) -> re.Pattern[str]:
    return re.compile(wording)


_FACTS: Final = (
    _rule("lives_in", "fact", "lives_in", "{s} lives in {v}",
          rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?(?:lives?|living|based)\s+in\s+{PLACE}",
          "live lives living based", sure=0.9, single=True, named=True),
    _rule("moved_to", "fact", "lives_in", "{s} moved to {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?:moved|relocated)\s+(?:(?:back|over|down|up)\s+)?to\s+{PLACE}",
          "moved relocated", sure=0.9, single=True, named=True),
    _rule("comes_from", "fact", "comes_from", "{s} comes from {v}",
          rf"{WHO}(?:{IS}|\s+comes?)\s+(?:originally\s+)?from\s+{PLACE}",
          "from", sure=0.9, single=True, named=True),
    _rule("grew_up_in", "fact", "grew_up_in", "{s} grew up in {v}",
          rf"{WHO}{ADVERBS}\s+grew\s+up\s+in\s+{PLACE}", "grew", sure=0.9, single=True, named=True),
    _rule("born_in", "fact", "born_in", "{s} was born in {v}",
          rf"{WHO}\s+was\s+born\s+(?:and\s+raised\s+)?in\s+(?P<v>{NAME}|(?:19|20)\d\d)",
          "born", sure=0.9, single=True, named=True),
    _rule("works_as", "fact", "works_as", "{s} works as {a} {v}",
          rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?work(?:s|ing)?\s+as\s+(?:an?\s+|the\s+)?{THING}",
          "work works working", sure=0.9, single=True),
    _rule("is_a", "fact", "works_as", "{s} is {a} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+an?\s+(?P<v>(?:(?!fan\b)[\w-]+\s+){{0,2}}?(?:{JOBS}))\b"
          r"(?!\s+(?:at heart|to|of|who|for|fan|in\s+the\s+making)|-)",
          sure=0.85, single=True, named=True),
    _rule("works_at", "fact", "works_at", "{s} works at {v}",
          rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?work(?:s|ing)?\s+(?:at|for)\s+"
          rf"(?P<v>(?:(?:an?|the|my)\s+[a-z]|{NAME}).*)",
          "work works working", sure=0.85, single=True),
    _rule("new_job_as", "fact", "works_as", "{s} got a job as {a} {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?:got|landed|started|accepted|took)\s+(?:an?|my|the)\s+"
          rf"(?:new\s+|first\s+)?(?:job|position|role|internship)\s+as\s+(?:an?\s+)?{THING}",
          "job position role internship", single=True),
    _rule("new_job_at", "fact", "works_at", "{s} got a job at {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?:got|landed|started|accepted|took)\s+(?:an?|my|the)\s+"
          rf"(?:new\s+|first\s+)?(?:job|position|role|internship)\s+(?:at|with)\s+{THING}",
          "job position role internship", single=True),
    _rule("promoted", "fact", "works_as", "{s} was promoted to {v}",
          rf"{WHO}(?:{HAS}\s+been|\s+(?:just\s+)?(?:got|was|were))\s+promoted\s+to\s+{THING}",
          "promoted", single=True),
    _rule("studies", "fact", "studies", "{s} studies {v}",
          rf"{WHO}(?:{IS}{ADVERBS}\s+(?:studying|majoring\s+in)|{ADVERBS}\s+stud(?:y|ies))\s+"
          rf"(?!for\b|hard\b){THING}", "study studies studying majoring"),
    _rule("age", "fact", "age", "{s} is {v} years old",
          rf"{WHO}(?:{IS}{ADVERBS}|{HAS}?{ADVERBS}\s+turned)\s+(?P<v>\d{{1,3}}|{NUMBER})"
          r"(?:\s+years?\s+old\b|\s+(?:today|yesterday|now|last|this)\b|$)",
          sure=0.9, single=True, named=True),
    _rule("birthday", "fact", "birthday", "{s}'s birthday is {v}",
          r"(?P<who>[Mm]y)\s+birthday(?:\s+is|'s)\s+(?:on\s+)?(?P<v>(?:the\s+)?\d{1,2}\S*\s+(?:of\s+)?"
          r"[A-Z][a-z]+|[A-Z][a-z]+\s+\d{1,2}\S*)", "birthday", sure=0.95, single=True, named=True),
    _rule("how_many", "fact", "number_of_{q}", "{s} has {v}",
          rf"{WHO}(?:'ve\s+got|\s+(?:have|has|got|own|owns))\s+(?P<v>(?:\d{{1,3}}|{NUMBER})\s+"
          r"(?:[a-z]+\s+)?(?P<q>kids|children|sons|daughters|brothers|sisters|siblings|dogs|cats|pets"
          r"|turtles|horses|grandchildren|grandkids|cars|bikes|jobs))\b",
          sure=0.9, single=True, named=True),
    _rule("has_pet", "fact", "has", "{s} has {a} {v}",
          rf"{WHO}(?:'ve\s+got|{HAS}?{ADVERBS}\s+(?:have|has|got|own|owns|adopted))\s+an?\s+"
          rf"(?P<v>(?:[a-z-]+\s+){{0,2}}(?:{'|'.join(sorted(PETS))}|son|daughter|brother|sister"
          r"|twin))\b(?!['-])", sure=0.85, named=True),
    _rule("relationship", "fact", "relationship_status", "{s} is {v}",
          rf"{WHO}(?:{IS}{ADVERBS}|\s+(?:just\s+)?got|{HAS}{ADVERBS}\s+been)\s+"
          r"(?P<v>married|divorced|engaged|widowed|single|separated)\b(?!\s+(?:with|out|in|by))",
          "married divorced engaged widowed single separated", single=True, named=True),
    _rule("single_parent", "fact", "relationship_status", "{s} is {a} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+a\s+(?P<v>single\s+(?:parent|mom|mum|mother|dad|father))\b",
          "single", sure=0.9, single=True, named=True),
    _rule("allergic_to", "fact", "allergic_to", "{s} is allergic to {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:\w+ly\s+)?allergic\s+to\s+{THING}", "allergic", sure=0.95),
    _rule("diet", "fact", "diet", "{s} is {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:a\s+)?(?P<v>vegan|vegetarian|lactose[ -]intolerant|pescatarian"
          r"|gluten[ -]free|diabetic)\b", sure=0.9, single=True, named=True),
    _rule("speaks", "fact", "speaks", "{s} speaks {v}",
          rf"{WHO}{ADVERBS}\s+speaks?\s+(?:fluent\s+)?(?P<v>{LANGUAGES}(?:(?:,|,?\s+and)\s+{LANGUAGES})*)",
          "speak speaks", sure=0.9, named=True),
    _rule("plays", "fact", "plays", "{s} plays {v}",
          rf"{WHO}{ADVERBS}\s+plays?\s+(?:the\s+)?(?P<v>(?:{INSTRUMENTS}|{SPORTS})"
          rf"(?:\s+and\s+(?:{INSTRUMENTS}|{SPORTS}))?)\b", "play plays", named=True),
    _rule("has_been", "fact", "has_been_doing", "{s} has been {v}",
          rf"{WHO}{HAS}\s+been\s+(?P<v>[a-z]+ing\b.*\bfor\s+(?:over\s+|about\s+|almost\s+|around\s+)?"
          rf"(?:\d{{1,3}}|{NUMBER}|many|several|a\s+few|a)\s+(?:years?|months?|decades?))\b", "been"),
    _rule("has_been_lately", "fact", "has_been_doing", "{s} has been {v}",
          rf"{WHO}{HAS}{ADVERBS}\s+been\s+(?P<v>[a-z]+ing\b.*)", "been", sure=0.7),
    _rule("habit", "fact", "habit", "{s} {q} {v}",
          rf"{WHO}\s+(?P<q>usually|often|always|normally|regularly|never)\s+(?P<v>[a-z]+\b.*)",
          "usually often always normally regularly never", sure=0.7),
    _rule("has", "fact", "has", "{s} has {v}",
          rf"{WHO}(?:'ve\s+got|{ADVERBS}\s+(?:have|has))\s+(?P<v>(?:an?|my\s+own|\d+|{NUMBER})\s+.*)",
          "have has got", sure=0.7),
    _rule("is_doing", "fact", "{q}", "{s} is {q} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?P<q>working\s+on|writing|building|developing|learning|training\s+for"
          rf"|preparing\s+for|taking\s+care\s+of)\s+{THING}",
          "working writing building developing learning training preparing taking"),
    _rule("counted", "fact", "has_{q}", "{s} has {q} {v}",
          rf"{WHO}{HAS}{ADVERBS}\s+(?P<q>won|written|read|published|visited|run|finished|completed"
          rf"|scored|sold|made|been\s+to)\s+(?P<v>(?:\d{{1,4}}|{NUMBER})\s+[a-z].*)", ""),
    _rule("member", "fact", "member_of", "{s} is part of {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:an?\s+)?(?:part|member)\s+of\s+{THING}", "part member"),
    _rule("owns", "fact", "owns", "{s} owns {v}",
          rf"{WHO}{ADVERBS}\s+(?:owns?|runs?|have\s+my\s+own)\s+(?P<v>(?:an?|two|three|my\s+own)\s+.*)",
          "own owns run runs"),
    _rule("volunteers", "fact", "volunteers_at", "{s} volunteers at {v}",
          rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?volunteer(?:s|ing)?\s+(?:at|for|with)\s+{THING}",
          "volunteer volunteers volunteering"),
    _rule("name", "fact", "name", "{s}'s name is {v}",
          rf"(?P<who>[Mm]y)\s+name(?:\s+is|'s)\s+(?P<v>{NAME})$", "name", sure=0.95, single=True,
          named=True),
)  # fmt: skip

_PREFERENCES: Final = (
    _rule("likes", "preference", "likes", "{s} {q}s {v}",
          rf"{WHO}{ADVERBS}\s+(?P<q>like|love|enjoy|adore)s?\s+{THING}",
          "like likes love loves enjoy enjoys adore adores"),
    _rule("fan_of", "preference", "likes", "{s} is a fan of {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:an?\s+)?(?:(?:such\s+a|big|huge|massive|total|real|lifelong)\s+)*"
          rf"fan\s+of\s+{THING}", "fan", sure=0.85),
    _rule("into", "preference", "likes", "{s} is {q} {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:(?:so|super|very|quite|pretty|big)\s+)?(?P<q>into|passionate\s+about"
          rf"|fond\s+of|obsessed\s+with|crazy\s+about)\s+{THING}",
          "into passionate fond obsessed crazy"),
    _rule("makes_happy", "preference", "likes", "{v} {q} {s} {r}",
          r"(?P<v>[A-Z][^,]{2,40}?)\s+(?P<q>(?:always\s+)?(?:makes?|brings?|gives?|keeps?))\s+(?P<who>me)\s+"
          r"(?P<r>(?:so\s+|really\s+|such\s+|so\s+much\s+)?(?:happy|joy|peace|comfort|happiness|calm|relaxed))\b",
          "me"),
    _rule("wants", "preference", "wants", "{s} wants to {v}",
          rf"{WHO}(?:{ADVERBS}\s+(?:wants?|hopes?)|{IS}{ADVERBS}\s+hoping)\s+to\s+{THING}",
          "want wants hope hopes hoping", way="future"),
    _rule("goal", "preference", "wants", "{s}'s {q} is to {v}",
          rf"(?P<who>[Mm]y)\s+(?:main\s+|big\s+|ultimate\s+|next\s+)?(?P<q>goal|dream|plan)\s+is\s+to\s+{THING}",
          "goal dream plan", way="future"),
    _rule("dislikes", "preference", "dislikes", "{s} dislikes {v}",
          rf"{WHO}{ADVERBS}\s+(?:hates?|dislikes?|detests?|can't\s+stand|(?:don't|doesn't|do\s+not"
          rf"|does\s+not)\s+(?:really\s+)?(?:like|enjoy))\s+{THING}",
          "hate hates dislike dislikes detest detests can't don't doesn't not"),
    _rule("no_fan_of", "preference", "dislikes", "{s} is not a fan of {v}",
          rf"{WHO}(?:{IS}\s+not|\s+isn't)\s+(?:really\s+)?(?:an?\s+)?(?:big\s+|huge\s+)?"
          rf"(?:fan\s+of|into)\s+{THING}", "fan into"),
    _rule("prefers", "preference", "prefers", "{s} prefers {v}",
          rf"{WHO}{ADVERBS}\s+prefers?\s+{THING}", "prefer prefers", sure=0.85),
    _rule("favourite", "preference", "favourite_{q}", "{s}'s favourite {q} is {v}",
          rf"(?P<who>[Mm]y)\s+{FAVOURITE}\s+(?P<q>[a-z-]+(?:\s+[a-z-]+)?)(?:\s+(?:is|are)|'s)\s+"
          rf"(?:definitely\s+|always\s+|still\s+)?(?:an?\s+)?{THING}",
          "favorite favourite fave fav", sure=0.9, single=True),
    _rule("is_favourite", "preference", "favourite_{q}", "{s}'s favourite {q} is {v}",
          rf"(?P<v>[A-Z\"][^,]{{1,60}}?)\s+(?:is|are)(?:\s+(?:definitely|still))?\s+(?P<who>my)\s+"
          rf"{FAVOURITE}\s+(?P<q>[a-z-]+)\b",
          "favorite favourite fave fav", sure=0.85, single=True),
)  # fmt: skip

_INTENTIONS: Final = (
    _rule("decided", "decision", "decided", "{s} decided {q} {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?:decided|chose|chosen)\s+(?P<q>not\s+to|to|against|on)\s+{THING}",
          "decided chose chosen", sure=0.9),
    _rule("going_with", "decision", "decided", "{s} decided on {v}",
          rf"{WHO}(?:'ll|\s+will|{IS}\s+going\s+to)\s+go\s+with\s+{THING}", "go"),
    _rule("settled", "decision", "decided", "{s} settled on {v}",
          rf"{WHO}{HAS}?{ADVERBS}\s+(?:settled|agreed)\s+on\s+{THING}", "settled agreed"),
    _rule("plans", "plan", "plans", "{s} plans to {v}",
          rf"{WHO}(?:{IS}{ADVERBS}\s+(?:going\s+to|gonna|planning\s+(?:on|to))|{ADVERBS}\s+plans?\s+to"
          rf"|{ADVERBS}\s+intends?\s+to)\s+{THING}",
          "going gonna planning plan plans intend intends", way="future"),
    _rule("considers", "plan", "considers", "{s} is thinking of {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?:thinking\s+(?:of|about)|considering)\s+(?P<v>[a-z]+ing\b.*)",
          "thinking considering", way="future", sure=0.6),
    _rule("plans_elided", "plan", "plans", "{s} plans to {v}",
          rf"{ELIDED}(?:Gonna|Going\s+to|Planning\s+to)\s+{THING}", "gonna going planning", way="future"),
    _rule("arranged", "plan", "plans", "{s} is {v}",
          rf"{WHO}{IS}{ADVERBS}\s+(?P<v>(?!going\s+to\b)[a-z]+ing\b.*)", "", way="future", needs="time"),
    _rule("has_ahead", "plan", "plans", "{s} has {v}",
          rf"{WHO}(?:'ve\s+got|{ADVERBS}\s+(?:have|has|got))\s+(?P<v>(?:an?|my|our|the)\s+.*)",
          "", way="future", needs="time"),
    _rule("promise", "promise", "promised", "{s} promised to {v}",
          rf"(?P<who>I)(?:'ll|\s+will)(?:\s+(?:definitely|certainly|also|always))?\s+(?P<v>(?:{VOWS})\b.*)",
          "ll will", way="future"),
    _rule("promised", "promise", "promised", "{s} promised to {v}",
          rf"(?P<who>I)\s+promise(?:\s+you)?(?:\s+that)?\s+(?:to|I'll|I\s+will)\s+{THING}",
          "promise", sure=0.95, way="future"),
)  # fmt: skip

_EVENTS: Final = (
    _rule("event", "event", "did", "{s} {v}",
          rf"{WHO}{ADVERBS}\s+(?P<v>(?:{PAST})\b.*)", "", sure=0.85, needs="time"),
)  # fmt: skip

_HAPPENED: Final = (
    _rule("lately", "event", "did", "{s} {v}",
          rf"{WHO}{HAS}?\s+(?:just|recently|finally|already)\s+(?P<v>(?:{PAST})\b.*)",
          "just recently finally already"),
    _rule("lately_elided", "event", "did", "{s} {v}",
          rf"{ELIDED}(?:Just|Recently|Finally)\s+(?P<v>(?:{PAST})\b.*)", "just recently finally"),
    _rule("happened", "event", "did", "{s} {v}",
          rf"{WHO}{ADVERBS}\s+(?P<v>(?:{PAST})\b.*)", "", sure=0.7),
    _rule("have_done", "event", "did", "{s} has {v}",
          rf"{WHO}{HAS}{ADVERBS}\s+(?P<v>(?!been\b)(?:{PAST}|written|seen|done|taken|given|made)\b.*)", "", sure=0.7),
)  # fmt: skip

RULES: Final[tuple[Rule, ...]] = (*_FACTS, *_PREFERENCES, *_INTENTIONS, *_EVENTS, *_HAPPENED)
