"""What is so of somebody, as a table of wordings: home, work, age, family, habits.

Chosen so that a reader would agree with what is found: what could be read two ways has no rule.
"""

from __future__ import annotations

from typing import Final

from wakeline.consolidation.wordings import (
    BELOVED,
    HAS,
    IS,
    NEW_JOB,
    PLACE,
    STATUS,
    THING,
    WHO,
    StatementRule,
    rule,
)
from wakeline.consolidation.words import BELONGINGS, COUNTED, GAMES, JOBS, LANGUAGES, NUMBER, SHOPS
from wakeline.graph.patterns import ADVERBS, NAME

FACTS: Final[tuple[StatementRule, ...]] = (
    # Where somebody lives and comes from.
    rule("lives_in", "fact", "lives_in", "{s} live{e} in {v}",
         rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?(?:lives?|living|based)\s+in\s+{PLACE}",
         "live lives living based", sure=0.9, single=True, value="term"),
    rule("has_lived_in", "fact", "lives_in", "{s} live{e} in {v}",
         rf"{WHO}{HAS}{ADVERBS}\s+lived\s+in\s+{PLACE}\s+(?:since|for|all)\b",
         "lived", sure=0.9, single=True, value="term"),
    rule("lived_in", "fact", "lived_in", "{s} lived in {v}",
         rf"{WHO}{ADVERBS}\s+lived\s+in\s+{PLACE}", "lived", value="term"),
    rule("moved_to", "fact", "lives_in", "{s} moved to {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?:moved|relocated)\s+(?:(?:back|over|down|up)\s+)?"
         rf"(?:from\s+{NAME}\s+)?to\s+{PLACE}",
         "moved relocated", sure=0.9, single=True, value="term"),
    rule("left_for", "fact", "lives_in", "{s} moved to {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+left\s+{NAME}\s+and\s+(?:moved|relocated)\s+to\s+{PLACE}",
         "left", sure=0.9, single=True, value="term"),
    rule("settled_in", "fact", "lives_in", "{s} settled in {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+settled\s+(?:down\s+)?in\s+{PLACE}",
         "settled", single=True, value="term"),
    rule("home_is", "fact", "lives_in", "{s} lives in {v}",
         rf"(?P<who>[Mm]y)\s+(?:new\s+)?(?:home|address)\s+is\s+(?:now\s+)?(?:in\s+)?{PLACE}",
         "home address", single=True, value="term"),
    rule("is_home", "fact", "lives_in", "{s} lives in {v}",
         rf"(?P<v>{NAME})\s+is\s+(?P<who>my)\s+(?:new\s+)?home(?:\s+now)?$",
         "home", single=True, value="term"),
    rule("hometown", "fact", "comes_from", "{s} comes from {v}",
         rf"(?P<who>[Mm]y)\s+home\s?town\s+is\s+{PLACE}",
         "hometown town", sure=0.9, single=True, value="term"),
    rule("comes_from", "fact", "comes_from", "{s} come{e} from {v}",
         rf"{WHO}(?:{IS}|\s+comes?)\s+(?:originally\s+)?from\s+{PLACE}",
         "from", sure=0.9, single=True, value="term"),
    rule("grew_up_in", "fact", "grew_up_in", "{s} grew up in {v}",
         rf"{WHO}{ADVERBS}\s+grew\s+up\s+in\s+{PLACE}",
         "grew", sure=0.9, single=True, value="term"),
    rule("born_in", "fact", "born_in", "{s} {was} born in {v}",
         rf"{WHO}\s+was\s+born\s+(?:and\s+raised\s+)?in\s+(?P<v>{NAME}|(?:19|20)\d\d)",
         "born", sure=0.9, single=True, value="term"),
    # What somebody works and studies.
    rule("works_as", "fact", "works_as", "{s} work{e} as {a} {v}",
         rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?work(?:s|ing)?\s+as\s+(?:an?|the)\s+"
         r"(?P<v>[^,]+?)(?=\s+(?:at|for|with|in)\s|,|$)",
         "work works working", sure=0.9, single=True),
    rule("works_as_at", "fact", "works_at", "{s} work{e} at {v}",
         rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?work(?:s|ing)?\s+as\s+an?\s+[^,]{{2,40}}?\s+"
         rf"(?:at|for)\s+"
         rf"(?P<v>(?:an?\s+[a-z]|the\s+[a-z]|{NAME}).*)",
         "work works working", sure=0.85, single=True),
    rule("is_a", "fact", "works_as", "{s} {is} {a} {v}",
         rf"{WHO}{IS}{ADVERBS}\s+an?\s+(?P<v>(?:(?!fan\b|good\b|great\b|bit\b"
         rf"|better\b)[\w-]+\s+){{0,2}}?"
         rf"(?:{JOBS}))\b(?!\s+(?:at heart|to|of|who|for|fan|in\s+the\s+making|\w+er\b)|-|')",
         sure=0.85, single=True, value="term"),
    rule("works_at", "fact", "works_at", "{s} work{e} at {v}",
         rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?work(?:s|ing)?\s+(?:at|for)\s+"
         rf"(?P<v>(?:an?\s+[a-z]|the\s+[a-z]|{NAME}).*)",
         "work works working", sure=0.85, single=True),
    rule("new_job_as", "fact", "works_as", "{s} got a job as {a} {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+{NEW_JOB}\s+as\s+(?:an?\s+)?{THING}",
         "job position role internship", single=True),
    rule("new_job_at", "fact", "works_at", "{s} got a job at {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+{NEW_JOB}\s+(?:at|with)\s+{THING}",
         "job position role internship", single=True),
    rule("started_working_at", "fact", "works_at", "{s} started working at {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?:started|begun|began)\s+(?:working|to\s+work)\s+(?:at|for)\s+"
         rf"(?P<v>(?:an?\s+[a-z]|the\s+[a-z]|{NAME}).*)",
         "working work", sure=0.85, single=True),
    rule("started_working_as", "fact", "works_as", "{s} started working as {a} {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?:started|begun|began)\s+(?:working|to\s+work)\s+as\s+an?\s+"
         r"(?P<v>[^,]+?)(?=\s+(?:at|for|with|in)\s|,|$)",
         "working work", sure=0.85, single=True),
    rule("hired", "fact", "works_at", "{s} {was} hired by {v}",
         rf"{WHO}(?:{HAS}\s+been|\s+(?:just\s+)?(?:got|was))\s+hired\s+(?:by|at)\s+(?P<v>{NAME})",
         "hired", sure=0.9, single=True, value="term"),
    rule("left_to_join", "fact", "works_at", "{s} joined {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?:left|quit)\s+{NAME}\s+(?:and\s+joined|to\s+join)\s+(?P<v>{NAME})",
         "left quit", sure=0.85, single=True, value="term"),
    rule("employer", "fact", "works_at", "{s}'s employer is {v}",
         rf"(?P<who>[Mm]y)\s+(?:new\s+)?employer\s+is\s+(?:now\s+)?(?P<v>{NAME})$",
         "employer", sure=0.9, single=True, value="term"),
    rule("became", "fact", "works_as", "{s} became {a} {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+bec[ao]me\s+an?\s+(?P<v>(?:[\w-]+\s+){{0,2}}?(?:{JOBS}))\b(?!-|')",
         "became become", sure=0.85, single=True, value="term"),
    rule("employed_as", "fact", "works_as", "{s} {is} employed as {a} {v}",
         rf"{WHO}{IS}{ADVERBS}\s+employed\s+as\s+an?\s+(?P<v>[^,]+?)(?=\s+(?:at|by|in)\s|,|$)",
         "employed", sure=0.9, single=True),
    rule("promoted", "fact", "works_as", "{s} {was} promoted to {v}",
         rf"{WHO}(?:{HAS}\s+been|\s+(?:just\s+)?(?:got|was|were))\s+promoted\s+to\s+{THING}",
         "promoted", single=True),
    rule("studies", "fact", "studies", "{s} stud{ies} {v}",
         rf"{WHO}(?:{IS}{ADVERBS}\s+(?:studying|majoring\s+in)|{ADVERBS}\s+stud(?:y|ies))\s+"
         rf"(?!(?:for|hard|at|in|on|with)\b){THING}", "study studies studying majoring"),
    rule("member", "fact", "member_of", "{s} {is} part of {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?:an?\s+)?(?:part|member)\s+of\s+{THING}", "part member"),
    rule("volunteers", "fact", "volunteers_at", "{s} volunteer{e} at {v}",
         rf"{WHO}{IS}?{HAS}?{ADVERBS}\s+(?:been\s+)?volunteer(?:s|ing)?\s+(?:at|for"
         rf"|with)\s+{THING}",
         "volunteer volunteers volunteering"),
    # Age, family, state.
    # "Paula's fourteen" may be fourteen things of hers.
    rule("age", "fact", "age", "{s} {is} {v} years old",
         rf"(?!{NAME}'s\s+{NUMBER}$){WHO}(?:{IS}{ADVERBS}\s+(?P<v>{NUMBER})(?:\s+years?\s+old\b|(?:\s+now)?$))",
         sure=0.9, single=True, value="term"),
    rule("turned", "fact", "age", "{s} turned {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+turned\s+(?P<v>{NUMBER})(?!\s+(?!this\b)[a-z]*s\b)",
         "turned", sure=0.9, single=True, value="term"),
    rule("birthday", "fact", "birthday", "{s}'s birthday is {v}",
         r"(?P<who>[Mm]y)\s+birthday(?:\s+is|'s)\s+(?:on\s+)?(?P<v>(?:the\s+)?\d{1,2}(?:st|nd|rd"
         r"|th)?\s+"
         r"(?:of\s+)?[A-Z][a-z]+|[A-Z][a-z]+\s+(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?)",
         "birthday", sure=0.95, single=True, value="term"),
    rule("born_on", "fact", "born_on", "{s} {was} born on {v}",
         rf"{WHO}\s+was\s+born\s+on\s+(?P<v>(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?"
         r"[A-Z][a-z]+(?:,?\s+\d{4})?|[A-Z][a-z]+\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?)",
         "born", sure=0.95, single=True, value="term"),
    rule("how_many", "fact", "number_of_{q}", "{s} {has} {v} {q}",
         rf"{WHO}(?:'ve\s+got|\s+(?:have|has|got|own|owns))\s+(?P<v>{NUMBER})\s+(?:[a-z]+\s+)?"
         rf"(?P<q>{COUNTED})\b", sure=0.9, single=True, value="term"),
    rule("has_pet", "fact", "has", "{s} {has} {a} {v}",
         rf"{WHO}(?:'ve\s+got|{ADVERBS}\s+(?:have|has|own|owns))\s+an?\s+{BELOVED}",
         sure=0.85, value="term"),
    rule("got_pet", "fact", "has", "{s} {q} {a} {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?P<q>got|adopted|bought)\s+an?\s+{BELOVED}",
         "got adopted bought", sure=0.85, value="term"),
    rule("relationship", "fact", "relationship_status", "{s} {is} {v}",
         rf"{WHO}(?:{IS}{ADVERBS}|{HAS}{ADVERBS}\s+been)\s+{STATUS}",
         "married divorced engaged widowed single separated", single=True, value="term"),
    rule("got_married", "fact", "relationship_status", "{s} got {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+got(?:ten)?\s+{STATUS}", "married divorced engaged separated",
         sure=0.9, single=True, value="term"),
    rule("single_parent", "fact", "relationship_status", "{s} {is} a {v}",
         rf"{WHO}{IS}{ADVERBS}\s+a\s+(?P<v>single\s+(?:parent|mom|mum|mother|dad|father))\b",
         "single", sure=0.9, single=True, value="term"),
    rule("name", "fact", "name", "{s}'s name is {v}",
         rf"(?P<who>[Mm]y)\s+name(?:\s+is|'s)\s+(?P<v>{NAME})$",
         "name", sure=0.95, single=True, value="term"),
    rule("allergic_to", "fact", "allergic_to", "{s} {is} allergic to {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?:\w+ly\s+)?allergic\s+to\s+{THING}", "allergic", sure=0.95),
    rule("diet", "fact", "diet", "{s} {is} {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?:an?\s+)?(?P<v>vegan|vegetarian|lactose[ -]intolerant"
         rf"|pescatarian"
         r"|diabetic)\b(?!\s+(?:ice|diet|food|cake|dessert))",
         "vegan vegetarian lactose lactose-intolerant pescatarian diabetic",
         sure=0.9, single=True, value="term"),
    rule("became_vegan", "fact", "diet", "{s} became {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?:became|become|went|gone|turned)\s+(?:an?\s+)?(?P<v>vegan|vegetarian"
         r"|pescatarian)\b"
         r"(?!\s+(?!last|this|in|two|three|a\b|years|recently|yesterday|again)[a-z])",
         "vegan vegetarian pescatarian",
         sure=0.9, single=True, value="term"),
    rule("belonging", "fact", "{q}", "{s}'s {q} is {r} {v}",
         rf"(?P<who>[Mm]y)\s+(?:new\s+)?(?P<q>{BELONGINGS})(?:\s+is|'s)\s+(?:now\s+)?(?P<r>an?\s+)?"
         r"(?P<v>[A-Z0-9+][\w@.+-]*(?:\s+[A-Z0-9][\w.+-]*){0,3}|[\w.+-]+@[\w-]+\.[\w.]+)$",
         sure=0.9, single=True, value="term"),
    rule("drives", "fact", "drives", "{s} drive{e} a {v}",
         rf"{WHO}{ADVERBS}\s+drives?\s+an?\s+(?P<v>(?:[a-z]+\s+)?{NAME})$",
         "drive drives", sure=0.85, single=True, value="term"),
    # What somebody does and has.
    rule("speaks", "fact", "speaks", "{s} speak{e} {v}",
         rf"{WHO}{ADVERBS}\s+speaks?\s+(?:fluent\s+)?(?P<v>{LANGUAGES}(?:(?:,"
         rf"|,?\s+and)\s+{LANGUAGES})*)",
         "speak speaks", sure=0.9, value="term"),
    rule("plays", "fact", "plays", "{s} play{e} {v}",
         rf"{WHO}{ADVERBS}\s+plays?\s+(?:the\s+)?(?P<v>(?:{GAMES})(?:\s+and\s+(?:{GAMES}))?)\b",
         "play plays", value="term"),
    rule("owns", "fact", "owns", "{s} own{e} {v}",
         rf"{WHO}{ADVERBS}\s+owns?\s+(?P<v>(?:an?|my\s+own)\s+.*)", "own owns"),
    rule("runs", "fact", "runs", "{s} run{e} {v}",
         rf"{WHO}{ADVERBS}\s+runs?\s+(?P<v>(?:my\s+own|an?)\s+(?:[a-z-]+\s+){{0,2}}"
         rf"(?:{SHOPS})\b.*)", "run runs"),
    rule("uses", "fact", "uses", "{s} use{e} {v}",
         rf"{WHO}{ADVERBS}\s+uses?\s+(?P<v>{NAME})(?=$|\s+(?:for|to|as|on|at|in|with|now|every)\b)",
         "use uses", value="term"),
    rule("switched_to", "fact", "uses", "{s} switched to {v}",
         rf"{WHO}{HAS}?{ADVERBS}\s+(?:switched|migrated)\s+(?:from\s+{NAME}\s+)?to\s+(?P<v>{NAME})"
         r"(?=$|\s+(?:for|as|on|last|this|in|now|recently|yesterday)\b)",
         "switched migrated", value="term"),
    rule("works_on", "fact", "works_on", "{s} {is} {q} {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?P<q>working\s+on|writing|building|developing|designing)\s+"
         rf"(?!(?:up|down|all|hard"
         rf"|to)\b){THING}", "working writing building developing designing"),
    rule("learns", "fact", "learns", "{s} {is} {q} {v}",
         rf"{WHO}{IS}{ADVERBS}\s+(?P<q>learning|training\s+for|preparing\s+for|studying\s+for)\s+"
         rf"(?!an?\s+(?:ton|lot|bunch)|so|more|how|from|as|with)(?:about\s+)?{THING}",
         "learning training preparing studying"),
    rule("has_been", "fact", "has_been_doing", "{s} {has} been {v}",
         rf"{WHO}{HAS}{ADVERBS}\s+been\s+(?P<v>(?!living|thinking|wondering|hoping|doing|going|having"
         rf"|feeling"
         r"|missing|dying|trying|meaning|wanting|getting|keeping|telling"
         r"|looking\s+forward)[a-z]+ing\b"
         r".*)", "been", sure=0.7),
    rule("counted", "fact", "has_{q}", "{s} {has} {q} {v}",
         rf"{WHO}{HAS}{ADVERBS}\s+(?P<q>won|written|read|published|visited|run|finished"
         rf"|completed|sold|scored)\s+(?P<v>{NUMBER}\s+[a-z].*)",
         "won written read published visited run finished completed sold scored"),
    rule("habit", "fact", "habit", "{s} {q} {v3}",
         rf"{WHO}\s+(?P<q>usually|often|normally|regularly)\s+(?P<v>(?!feel|think|say|get|have"
         rf"|find)"
         r"[a-z]+\b.*)", "usually often normally regularly", sure=0.7),
)  # fmt: skip

# A few that cannot be misread, in other languages. A name stands for a place.
ELSEWHERE: Final[tuple[StatementRule, ...]] = (
    rule("lives_elsewhere", "fact", "lives_in", "{s} lives in {v}",
         r"(?P<who>(?=\w))(?:[Ii]ch\s+(?:wohne|lebe)(?:\s+(?:jetzt|seit\s+\d{4}))?\s+in"
         r"|(?:[Yy]o\s+)?[Vv]ivo(?:\s+(?:ahora|actualmente))?\s+en|(?:[Ee]u\s+)?(?:[Mm]oro"
         r"|[Vv]ivo)\s+em"
         rf"|[Jj]'habite(?:\s+maintenant)?\s+(?:à|en|au))\s+(?P<v>{NAME})",
         "ich vivo moro habite", sure=0.85, single=True, value="term"),
    rule("name_elsewhere", "fact", "name", "{s}'s name is {v}",
         r"(?P<who>(?=\w))(?:[Ii]ch\s+heiße|[Mm]ein\s+Name\s+ist|(?:[Yy]o\s+)?[Mm]e\s+llamo"
         r"|[Mm]i\s+nombre\s+es"
         rf"|(?:[Oo]\s+)?[Mm]eu\s+nome\s+é|[Jj]e\s+m'appelle)\s+(?P<v>{NAME})$",
         "heiße name llamo nombre nome appelle", sure=0.9, single=True, value="term"),
    rule("age_elsewhere", "fact", "age", "{s} is {v} years old",
         r"(?P<who>(?=\w))(?:[Ii]ch\s+bin\s+(?P<v>\d{1,3})\s+Jahre\s+alt)$",
         "jahre", sure=0.9, single=True, value="term"),
    rule("years_elsewhere", "fact", "age", "{s} is {v} years old",
         r"(?P<who>(?=\w))(?:[Tt]engo|[Tt]enho|[Jj]'ai)\s+(?P<v>\d{1,3})\s+(?:años|anos|ans)$",
         "tengo tenho ai", sure=0.9, single=True, value="term"),
)  # fmt: skip
