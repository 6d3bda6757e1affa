"""The claims of a draft: numbers, attributions, actions and states.

Reads English by its form, apart from figures. Questions, plans, conditions and what the draft
itself calls uncertain claim nothing. It does not know whether a claim is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from wakeline.beliefs.clauses import (
    AGENT,
    ANYBODY,
    PERSON,
    ClaimClause,
    ClaimSentence,
    Voice,
    cut,
    number_terms,
    sentences,
    terms_of,
)
from wakeline.beliefs.quantities import Quantity, quantities
from wakeline.beliefs.wording import meaning, normalise_phrases
from wakeline.model.belief import ClaimKind

# Room before a mark is that of its own line: each of many empty lines would look at all others.
_CODE: Final = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|https?://\S+|^[^\S\n]*(?:\d{1,3}[.)]|[-*+])\s",
    re.DOTALL | re.MULTILINE,
)
_QUOTE: Final = re.compile(r"^[^\S\n]*>.*$", re.MULTILINE)
_SAYS: Final = (
    r"asked|told|wanted|requested|said|mentioned|prefers?|preferred|decided|approved|instructed"
    r"|insisted|suggested|agreed|promised|confirmed|stated|explained|wants?|says|asks|ordered me"
    r"|would like|liked?|noted|complained|proposed|demanded|required|reminded|warned|forbade"
    r"|recommended|rejected|declined|authori[sz]ed|wrote|chose|picked|hates?|expects?|expected"
    r"|needs?(?! to)|let me know|made (?:it )?clear|(?:was|were) clear"
    r"|gave (?:me )?(?:permission|the go-ahead)|signed off(?: on)?"
    r"|don't want|do not want|didn't want|did not want|do not like|don't like|never asked"
)
_WHO: Final = (
    r"(?P<who>[Yy]ou|(?:[Tt]he|[Mm]y|[Oo]ur) (?:user|customer|client|manager|boss|team|reviewer)"
    r"|(?!(?:As|If|When|That|This|It|He|She|They|We|I|The|What|Who|And|But|So|My|Our)\b)[A-Z]\w+)"
)
_TO: Final = re.compile(
    r"(?:me|us|him|her|them)?\s*(?:not |never )?to\s+(?:not\s+|please\s+|go ahead and\s+)?(\w+)"
)
_WISH: Final = r"(?:request|wish|instructions?|orders?)"
_ATTRIBUTIONS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^(?:It was )?(?:\w+,?\s+){{0,3}}?{_WHO}(?: who)?(?:'ve|'d| have| had| also| already"
        rf"| then| explicitly| clearly| once| just| never)*\s+(?P<says>{_SAYS})\b(?P<content>.*)",
        rf"^[Aa]s {_WHO} (?:have |had )?(?P<says>{_SAYS}),?(?P<content>.*)",
        rf"^[Aa]ccording to {_WHO},?(?P<content>.*)",
        rf"^(?P<content>.*)[Aa](?:t|s per|ccording to) (?P<who>your) {_WISH}(?P<rest>.*)",
        rf"^(?:[Pp]er|[Oo]n|[Bb]y) (?P<who>your) {_WISH},?(?P<content>.*)",
        rf"^(?P<who>[Yy]our) {_WISH} (?:was|were|is|are)(?P<content>.*)",
    )
)
_AND_I: Final = re.compile(r"(?:,?\s+(?:and|so|but)|;)\s+I\b")
# What somebody says by speaking at all.
_EMPTY: Final = re.compile(
    r"^\s*(?:me\s+)?(?:a|an|the|some|this|that)?\s*(?:\w+\s+)?questions?\W*$"
)
# What a text counts of itself: "three steps", "two ways to do it".
_OWN: Final = re.compile(
    r"\s*(?:\w+\s+)?(?:options?|steps?|ways?|reasons?|ideas?|questions?|examples?|points?|things?"
    r"|choices?|alternatives?|possibilities|parts?|suggestions?|approach(?:es)?|cases?|notes?)\b",
    re.IGNORECASE,
)
_INTRODUCES: Final = re.compile(r"^(?:here(?:'s| is| are)|the following)\b|:\s*$", re.IGNORECASE)
# What goes on in somebody's head is no deed, nor is a figure of speech.
_NO_DEEDS: Final = frozenset(
    map(
        meaning,
        "find see think mean notice realise realize understand learn hear feel hope miss "
        "assume get know believe wonder agree guess recall remember expect say".split(),
    )
)
_SPEECH: Final = re.compile(
    r"\b(?:made (?:a|an|the) (?:mistake|error|typo)|got (?:it|you))\b", re.IGNORECASE
)
_HEDGED: Final = re.compile(
    r"\b(?:not (?:checked|verified|sure|certain|looked)|haven't (?:checked|verified|looked)"
    r"|could not (?:verify|check|confirm)|couldn't (?:verify|check|confirm)|do not know|don't know"
    r"|unknown to me|not yet (?:checked|verified)|unverified|cannot (?:verify|confirm|tell)"
    r"|I (?:think|guess|suppose|assume|believe)|perhaps|maybe|possibly|probably)\b",
    re.IGNORECASE,
)
_NOT_SAID: Final = re.compile(
    r"\b(?:never|did not|didn't|have not|haven't|had not) (?:ask|tell|want|request|say|mention"
    r"|decide|approve|instruct)\w*",
)
# What may be otherwise the next moment: machines, programs, files and how they are set.
_MUTABLE: Final = re.compile(
    r"\b(?:servers?|services?|process(?:es)?|daemons?|pods?|containers?|workers?|schedulers?|cron"
    r"|jobs?|config(?:uration)?|settings?|files?|folders?|director(?:y|ies)|ports?|flags?|hosts?"
    r"|databases?|caches?|disks?|firewalls?|queues?|branch(?:es)?|repositor(?:y|ies)|builds?"
    r"|pipelines?|tests?|clusters?|nodes?|nginx|redis|postgres|kubernetes|docker|machines?|api"
    r"|site|website|endpoint|certificates?|migrations?|deployment|staging|production|health)\b",
    re.IGNORECASE,
)
_STANDS: Final = re.compile(
    r"\b(?:is|are|isn't|aren't|has|have|hasn't|contains?|mentions?|sets?|lists?|answers?|responds?"
    r"|listens?|runs?|uses?|points?|works?|returns?|holds?|shows?|serves?|reads?|writes?|exists?"
    r"|passes|fails)\b",
    re.IGNORECASE,
)
_NOT_NOW: Final = re.compile(r"\b(?:was|were|had|will|would|should|did)\b", re.IGNORECASE)
# A passive that tells of an act rather than of how something is.
_ACTS: Final = frozenset(
    map(
        meaning,
        """
        send email pay deploy publish post order merge rename add delete remove create write file
        move cancel book rotate restart complete finish fix change set update prepare draft
        translate issue refund invite push upload sign submit archive renew block schedule install
        configure migrate revert approve close open resolve reset release confirm reserve run
        reschedule
        """.split(),
    )
)
LONGEST: Final = 2_000  # characters of a sentence that are read
YEARS: Final = range(1900, 2101)


class Claim(NamedTuple):
    """One claim: the clause that makes it, and its sentence."""

    kind: ClaimKind
    text: str
    start: int
    end: int
    clause: ClaimClause
    around: frozenset[str]  # the terms of the whole sentence
    whole: str = ""  # the sentence
    who: str = ""  # of an attribution: who is said to have said it
    doer: str = ""  # of an attribution: who is to do it, if the words say so
    firm: bool = False  # of an attribution: it was decided, promised or approved
    consents: bool = False  # of an attribution: somebody agreed
    quantity: Quantity | None = None  # of a number
    is_loose: bool = False  # of a state: it is a claim only if a fact is about it


def claims(draft: str, voice: Voice) -> Iterator[Claim]:
    """Every claim of a draft, in order."""
    for sentence in _sentences(_bare(draft), voice):
        if sentence.asks or _HEDGED.search(sentence.text) or _INTRODUCES.search(sentence.text):
            continue
        attributed = _attribution(sentence, voice)
        if attributed is not None:
            yield attributed
            # "You asked me to pay it, and I did": what the agent adds is its own claim.
            own = (c for c in sentence.clauses[1:] if c.actor == AGENT and _kind(c) == "action")
            yield from (_claim("action", clause, sentence) for clause in own)
            continue
        yield from _told(sentence)


def _sentences(text: str, voice: Voice) -> Iterator[ClaimSentence]:
    """The sentences of a draft with their places in it; of a very long one only its beginning."""
    for part, start in cut(text):
        for sentence in sentences(part[:LONGEST], voice):
            yield sentence._replace(
                start=start + sentence.start,
                end=start + sentence.end,
                clauses=tuple(
                    clause._replace(start=start + clause.start, end=start + clause.end)
                    for clause in sentence.clauses
                ),
            )


def _bare(draft: str) -> str:
    """A draft with code, addresses, list marks and quotes blanked; all else keeps its place."""
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])  # noqa: E731
    return _QUOTE.sub(blank, _CODE.sub(blank, draft))


def _attribution(sentence: ClaimSentence, voice: Voice) -> Claim | None:
    for pattern in _ATTRIBUTIONS:
        match = pattern.match(sentence.text)
        if match is None:
            continue
        parts = match.groupdict()
        who = _who(parts["who"], voice)
        if who == AGENT or who in ("i", "we", "it", "they", "he", "she", "this", "that"):
            return None
        says = parts.get("says") or ""
        if says:
            parts["content"] = _AND_I.split(parts["content"], maxsplit=1)[0]
        if _EMPTY.match(parts["content"]):
            return None
        content = f"{parts['content']} {parts.get('rest') or ''}"
        return _attributed(sentence, voice, who, says, content)
    return None


def _attributed(sentence: ClaimSentence, voice: Voice, who: str, says: str, content: str) -> Claim:
    text = content.strip(" .,")
    clause = _content_clause(text, voice)
    turned = says.startswith(("don't", "do not", "didn't", "did not", "forbade"))
    denied = clause.denied != turned
    consents = re.match(r"approved|agreed|confirmed|authori|gave|signed", says) is not None
    return Claim(
        "attribution",
        sentence.text,
        sentence.start,
        sentence.end,
        clause._replace(denied=denied, verb=_wanted_verb(text) or clause.verb),
        clause.terms,
        sentence.text,
        who,
        _doer(text, says),
        says in ("decided", "promised", "insisted", "chose") or consents,
        consents,
    )


def _doer(text: str, says: str) -> str:
    """Who is to do what was said, if the words say so."""
    if re.match(r"me (?:not |never )?to\b", text):
        return AGENT
    if says != "told" and re.match(r"(?:me|us)\b(?! that)", text):
        return AGENT
    return PERSON if re.match(r"(?:me )?(?:that )?you(?:'d|'ll|'re)?\b", text) else ANYBODY


def _content_clause(text: str, voice: Voice) -> ClaimClause:
    found = sentences(text, voice)
    parts = [clause for each in found for clause in each.clauses]
    if not parts:
        return ClaimClause(text, 0, len(text), frozenset(), frozenset(), "", "", "state", False, ())
    numbers = quantities(text)
    return parts[0]._replace(
        text=text,
        terms=terms_of(normalise_phrases(text)) - number_terms(text, numbers),
        names=frozenset().union(*(part.names for part in parts)),
        quantities=numbers,
        denied=sum(part.denied for part in parts) % 2 == 1,
    )


def _wanted_verb(text: str) -> str:
    match = _TO.match(normalise_phrases(text))
    return meaning(match[1]) if match else ""


def _who(name: str, voice: Voice) -> str:
    low = name.lower()
    if low in ("you", "your", "the user") or low == voice.person.lower():
        return PERSON
    return AGENT if low == voice.agent.lower() else low


def _told(sentence: ClaimSentence) -> Iterator[Claim]:
    """The actions, numbers and states that a sentence claims itself."""
    told = False
    for clause in sentence.clauses:
        kind = _kind(clause)
        if kind == "action":
            told = True
            yield _claim("action", clause, sentence)
        elif kind == "number":
            for quantity in clause.quantities:
                if _counts(quantity) and not _OWN.match(clause.text, quantity.end):
                    told = True
                    yield _claim("number", clause, sentence)._replace(quantity=quantity)
    if not told and _is_present(sentence.text):
        is_mutable = _MUTABLE.search(sentence.text) is not None
        yield _claim("state", _merged(sentence), sentence)._replace(is_loose=not is_mutable)


def _claim(kind: ClaimKind, clause: ClaimClause, sentence: ClaimSentence) -> Claim:
    return Claim(kind, clause.text, clause.start, clause.end, clause, sentence.terms, sentence.text)


def _merged(sentence: ClaimSentence) -> ClaimClause:
    first = sentence.clauses[0]
    return first._replace(
        text=sentence.text, start=sentence.start, end=sentence.end, terms=sentence.terms,
        names=sentence.names,
    )  # fmt: skip


def _kind(clause: ClaimClause) -> str:
    is_counted = any(_counts(each) for each in clause.quantities)
    if clause.mood in ("done", "tried") and clause.verb:
        first = clause.text.split()[0].lower().partition("'")[0]
        if clause.actor == PERSON or (first == "we" and is_counted):
            return "number" if is_counted else ""
        is_deed = clause.verb not in _NO_DEEDS and _SPEECH.search(clause.text) is None
        if clause.actor != ANYBODY:
            return "action" if is_deed else "number" if is_counted else ""
        if clause.verb in _ACTS and not _opens_with_number(clause):
            return "action"
    if clause.mood == "plan":
        return ""
    return "number" if is_counted else ""


def _opens_with_number(clause: ClaimClause) -> bool:
    return bool(clause.quantities) and clause.text.startswith(clause.quantities[0].text[:3])


def _counts(quantity: Quantity) -> bool:
    """Whether a quantity is a claim, and not a name or a year."""
    if quantity.kind == "label":
        return False
    is_year = quantity.kind == "number" and quantity.value in YEARS and len(quantity.text) == 4
    return not is_year


def _is_present(text: str) -> bool:
    return _STANDS.search(text) is not None and _NOT_NOW.search(text) is None
