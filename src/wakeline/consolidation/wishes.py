"""What somebody likes, wants, decides, plans, promises and did, as a table of wordings.

Chosen so that a reader would agree with what is found: what could be read two ways has no rule.
"""

from __future__ import annotations

from typing import Final

from wakeline.consolidation.wordings import (
    ELIDED,
    FAVOURITE,
    HAS,
    IS,
    NO_COMPLIMENT,
    THING,
    WHO,
    StatementRule,
    rule,
)
from wakeline.consolidation.words import DOING, DONE, NO_PLANS, NOT_HAD, PAST, VOWS
from wakeline.graph.patterns import ADVERBS, NAME

PREFERENCES: Final[tuple[StatementRule, ...]] = (
    rule("likes", "preference", "likes", "{s} {q}{e} {v}",
         rf"{WHO}{ADVERBS}\s+(?P<q>like|love|enjoy|adore)s?\s+{NO_COMPLIMENT}{THING}",
         "like likes love loves enjoy enjoys adore adores"),
    rule("likes_by_name", "preference", "likes", "{s} {q}s {v}",
         rf"(?P<who>{NAME})(?:\s+(?:really|absolutely|also))?\s+(?P<q>love|enjoy"
         rf"|adore)s\s+{NO_COMPLIMENT}{THING}",
         "loves enjoys adores", sure=0.75),
    rule("fan_of", "preference", "likes", "{s} {is} a fan of {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?:such\s+)?(?:an?\s+)?(?:(?:big|huge|massive|total|real"
         rf"|lifelong)\s+)*"
         rf"fan\s+of\s+{THING}", "fan", sure=0.85),
    rule("into", "preference", "likes", "{s} {is} {q} {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?:(?:so|super|very|quite|pretty|big|more)\s+)?(?P<q>into"
         rf"|passionate\s+about|fond\s+of|obsessed\s+with|crazy\s+about)\s+{THING}",
         "into passionate fond obsessed crazy"),
    rule("makes_happy", "preference", "likes", "{v} {q} {s} {r}",
         r"(?P<v>[A-Z][^,]{2,40}?)\s+(?:really\s+|always\s+)?(?P<q>makes?|brings?|gives?)\s+"
         r"(?P<who>me)\s+"
         r"(?P<r>(?:so\s+|really\s+|such\s+|so\s+much\s+)?(?:happy|joy|peace|comfort|happiness"
         r"|relaxed))\b",
         "me"),
    rule("is_my_thing", "preference", "likes", "{v} is {s}'s {q}",
         r"(?P<v>[A-Z][^,]{2,40}?)(?:\s+(?:is|are)|'s)(?:\s+(?:pretty\s+much|definitely|really"
         r"|totally))?\s+"
         r"(?P<who>my)\s+(?P<q>(?:biggest\s+|true\s+|real\s+|main\s+)?(?:passion|happy\s+place"
         r"|escape|top\s+pick"
         r"|go-to|stress\s+relief|therapy|hobby))\b", "my"),
    rule("dislikes", "preference", "dislikes", "{s} dislike{e} {v}",
         rf"{WHO}{ADVERBS}\s+(?:hates?|dislikes?|detests?|can't\s+stand|(?:don't|doesn't|do\s+not"
         rf"|does\s+not)\s+(?:really\s+)?(?:like|enjoy))\s+(?!to\s+(?:say|admit"
         rf"|tell)){NO_COMPLIMENT}{THING}",
         "hate hates dislike dislikes detest detests can't don't doesn't not"),
    rule("no_fan_of", "preference", "dislikes", "{s} {is} not a fan of {v}",
         rf"{WHO}(?:{IS}\s+not|\s+isn't)\s+(?:really\s+)?(?:an?\s+)?(?:big\s+|huge\s+)?"
         rf"(?:fan\s+of|into)\s+{THING}", "fan into"),
    rule("prefers", "preference", "prefers", "{s} prefer{e} {v}",
         rf"{WHO}{ADVERBS}\s+prefers?\s+{THING}", "prefer prefers", sure=0.85),
    rule("favourite", "preference", "favourite_{q}", "{s}'s favourite {q} is {v}",
         rf"(?P<who>[Mm]y)\s+{FAVOURITE}\s+(?P<q>(?!part\b|memory\b|thing\b)[a-z-]+(?:\s+[a-z-]+)?)"
         rf"(?:\s+(?:is|are)|'s)\s+(?:(?:definitely|always|still|now)\s+)?(?:an?\s+)?{THING}",
         "favorite favourite fave fav", sure=0.9, single=True),
    rule("is_favourite", "preference", "favourite_{q}", "{s}'s favourite {q} is {v}",
         r"(?P<v>[A-Z\"][^,]{1,60}?)\s+(?:is|are)(?:\s+(?:definitely|still))?\s+(?P<who>my)\s+"
         rf"{FAVOURITE}\s+(?P<q>(?!part\b|memory\b|thing\b|of\b)[a-z-]+)\b",
         "favorite favourite fave fav", sure=0.85, single=True),
    rule("wants", "preference", "wants", "{s} want{e} to {v}",
         rf"{WHO}(?:{ADVERBS}\s+(?:wants?|hopes?)|{IS}{ADVERBS}\s+hoping)\s+to\s+"
         r"(?P<v>(?!say|thank|hear|know|see|tell|ask|share|keep|show|make\s+sure|let)[a-z]+\b.*)",
         "want wants hope hopes hoping", way="future"),
    rule("goal", "preference", "wants", "{s}'s {q} is to {v}",
         r"(?P<who>[Mm]y)\s+(?:main\s+|big\s+|ultimate\s+|next\s+|biggest\s+)?(?P<q>goal|dream"
         r"|plan)\s+is\s+"
         rf"to\s+{THING}", "goal dream plan", way="future"),
)  # fmt: skip

INTENTIONS: Final[tuple[StatementRule, ...]] = (
    rule("decided", "decision", "decided", "{s} decided {q} {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?:decided|chose|chosen)\s+(?P<q>to|on)\s+(?!not\b){THING}",
         "decided chose chosen", sure=0.9),
    rule("decided_against", "decision", "decided_against", "{s} decided {q} {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?:decided|chose|chosen)\s+(?P<q>not\s+to|to\s+not"
         rf"|against)\s+{THING}",
         "decided chose chosen", sure=0.9),
    rule("made_decision", "decision", "decided", "{s} decided to {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?:made\s+(?:the|a)\s+decision"
         rf"|made\s+up\s+my\s+mind)\s+to\s+{THING}",
         "decision mind", sure=0.9),
    rule("going_with", "decision", "decided", "{s} decided on {v}",
         rf"{WHO}(?:'ll|\s+will|{IS}\s+(?:going\s+to|gonna))\s+go\s+with\s+{THING}", "go"),
    rule("settled", "decision", "decided", "{s} settled on {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?:settled|agreed)\s+on\s+{THING}", "settled agreed"),
    rule("plans", "plan", "plans", "{s} plan{e} to {v}",
         rf"{WHO}(?:{IS}{ADVERBS}\s+(?:going\s+to|gonna|planning\s+to)|{ADVERBS}\s+plans?\s+to"
         rf"|{ADVERBS}\s+intends?\s+to)\s+(?P<v>(?!(?:{NO_PLANS}|an?|the|my|our|this"
         rf"|that)\b)[a-z]+\b.*)",
         "going gonna planning plan plans intend intends", way="future"),
    rule("plans_on", "plan", "plans", "{s} plan{e} on {v}",
         rf"{WHO}{IS}{ADVERBS}\s+planning\s+on\s+{THING}", "planning", way="future"),
    rule("plans_elided", "plan", "plans", "{s} plan{e} to {v}",
         rf"{ELIDED}(?:Gonna|Planning\s+to)\s+(?P<v>(?!(?:{NO_PLANS}|an?|the|my"
         rf"|our)\b)[a-z]+\b.*)",
         "gonna planning", way="future"),
    rule("prepares", "plan", "plans", "{s} {is} {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?P<v>(?:planning|organizing|organising|hosting)\s+(?!to\b"
         rf"|on\b)\S.*)",
         "planning organizing organising hosting", way="future"),
    rule("considers", "plan", "considers", "{s} {is} thinking of {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?:thinking\s+(?:of|about)|considering)\s+(?P<v>[a-z]+ing\b.*)",
         "thinking considering", way="future", sure=0.6),
    rule("arranged", "plan", "plans", "{s} {is} {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?P<v>(?!looking\s+forward|hoping|feeling|thinking|dreaming)"
         r"(?:going\s+to\s+(?:an?|the|my|[A-Z])|[a-z]+ing)\b.*)",
         way="future", needs_time=True, fallback=True),
    rule("has_ahead", "plan", "plans", "{s} {has} {v}",
         rf"{WHO}(?:'ve\s+got|{ADVERBS}\s+(?:have|has|got))\s+(?P<v>(?:an?|my|our|the)\s+"
         r"(?!(?:[a-z]+\s+)?(?:headache|cold|fever|cough|hangover|feeling|question|day"
         r"|time)\b).*)",
         way="future", needs_time=True, fallback=True),
    rule("is_doing", "fact", "is_doing", "{s} {is} {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?P<v>(?:{DOING})\s+(?!ok|okay|well|great|good|fine|my best"
         rf"|better)\S.*)",
         sure=0.7, way="future", fallback=True),
    rule("has", "fact", "has", "{s} {has} {v}",
         rf"{WHO}(?:'ve\s+got|{ADVERBS}\s+(?:have|has))\s+(?P<v>an?\s+"
         rf"(?!(?:[a-z-]+\s+){{0,2}}?(?:{NOT_HAD})\b)[a-z-]+\b.*)",
         "have has got", sure=0.7, fallback=True),
    rule("promise", "promise", "promised", "{s} promised to {v}",
         r"(?P<who>[Ii])(?:'ll|\s+will)(?:\s+(?:definitely|certainly|also))?\s+"
         rf"(?P<v>(?!make\s+(?:sure|it)|give\s+it)(?:{VOWS})\b.*)", "ll will", way="future"),
    rule("promised", "promise", "promised", "{s} promised to {v}",
         r"(?P<who>[Ii])\s+promise(?:\s+you)?(?:\s+that)?\s+(?:to|I'll|I\s+will)\s+"
         r"(?P<v>(?!keep|try|be\b)[a-z]+\b.*)", "promise", sure=0.95, way="future"),
)  # fmt: skip

EVENTS: Final[tuple[StatementRule, ...]] = (
    rule("dated", "event", "did", "{s} {v}", rf"{WHO}{ADVERBS}\s+(?P<v>{PAST}.*)",
         sure=0.9, needs_time=True, fallback=True),
    rule("dated_elided", "event", "did", "{s} {v}",
         rf"{ELIDED}(?:Just\s+)?(?P<v>(?i:went|had|got|took|saw|met|ran|won|lost|bought|found"
         rf"|finished"
         r"|started|visited|attended|joined)\b.*)", sure=0.8, needs_time=True, fallback=True),
    rule("lately_elided", "event", "did", "{s} {v}",
         rf"{ELIDED}(?:Just|Recently|Finally)\s+(?P<v>{PAST}.*)",
         "just recently finally", sure=0.7, fallback=True),
    rule("happened", "event", "did", "{s} {v}",
         rf"{WHO}(?:{HAS}(?!\s+(?:got|always|never|still)\b))?{ADVERBS}\s+(?P<v>{PAST}.*)",
         sure=0.7, fallback=True),
    rule("has_done", "event", "did", "{s} {has} {v}",
         rf"{WHO}{HAS}(?!\s+(?:always|never|still)\b){ADVERBS}\s+(?P<v>(?:{DONE})\b.*)",
         sure=0.7, fallback=True),
)  # fmt: skip
