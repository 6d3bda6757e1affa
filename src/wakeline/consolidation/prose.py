"""A turn as it can be read by rules: clauses that state something, each a piece of the turn.

Code, quoted lines, quotations, photos and links are blanked out in place, so that every clause
keeps the place it has in the turn. Questions, wishes, conditions, reported speech and what is
marked as a joke state nothing. It does not know what a clause is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

MOST_READ: Final = 20_000  # characters of one turn
MOST_CLAUSE: Final = 400
MOST_SENTENCE: Final = 1_500
LONGEST_ABBREVIATION: Final = 6
BLANK: Final = "\x00"  # in no text: a store refuses it

_HIDDEN: Final = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]{1,400}`|<(\w{1,20})[^>\n]{0,200}>.{0,2000}?</\1>"
    r"|^[ \t]*[>|][^\n]*$|^(?: {4}|\t)\S[^\n]*$|\[[^\]\n]{0,400}\]|https?://\S+",
    re.DOTALL | re.MULTILINE,
)
_QUOTED: Final = re.compile(
    r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|„[^“”\n]{1,400}[“”]"
    r"|(?<!\w)'[^'\n]{1,400}'(?!\w)|(?<!\w)‘[^’\n]{1,400}’(?!\w)"
)
# What stands in quotation marks and is a name: of a book, a film, a song.
_TITLE: Final = re.compile(r"[^\W_a-z][\w'’:,&-]*(?:\s+[\w'’:,&-]+){0,6}")
_SPEAKS: Final = re.compile(
    r"\b(?:I|me|my|we|you|your|ignore|remember|must|always|never)\b", re.IGNORECASE
)
_SENTENCE_END: Final = re.compile(r"(?:[.!?…]+[\"')\]”]*)(?=\s|\x00|$)|\n+|\x00+")
_ABBREVIATED: Final = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|prof|st|vs|e\.g|i\.e)|\b[A-Z])\.$", re.IGNORECASE
)
_CLAUSE_END: Final = re.compile(
    r"\s+[-–—]+\s+|[-–—]{2,}|—|;|:\s|\.{2,}|…|[()*]"
    r"|,\s+(?=(?:and|but|so|then|plus|because|though|although|while|which|since|cause|cuz|yet"
    r"|I|I'm|I've|I'll|we|we're|we've|it's|that's|it|they|he|she|my|thanks|thank)\b)"
    r"|\s+(?=(?:and|but|so|because|cause|since|though|although|as|while)\s+"
    r"(?:(?:also|now|then|just|even)\s+)?"
    r"(?:I|I'm|I've|I'll|we|we're|we've|it|it's|he|she|they|they're|that|you|you're|there|this"
    r"|my|our|her|his)\b)"
    r"|\s+(?=but\b)",
    re.IGNORECASE,
)
_UNREAL: Final = re.compile(
    r"\b(?:if|wish|wishes|wished|would|could|might|maybe|perhaps|imagine|imagining|unless|whether"
    r"|should|suppose|supposed|pretend|pretending|hypothetically|probably|possibly|unsure"
    r"|may(?= be)|let's say|say I|as though|not sure|wonder|wondering|almost|nearly|kidding"
    r"|joking|would've|could've|dreamed|dreamt|as an AI|in (?:my|a) dream|for example|e\.g)\b"
    r"|'d\b|n't sure",
    re.IGNORECASE,
)
# What an "if" or a report says of the first clause, it says of those that follow.
_REACHES_ON: Final = re.compile(
    r"\b(?:if|wish|imagine|unless|whether|suppose|pretend|pretending|said|says|saying|told|tells"
    r"|claims?|claimed|heard|according to|asked|asks|wrote that|thinks|thought|believes?|hopes?"
    r"|reckons?|dreamed|dreamt|dream|for example|for instance|e\.g|not true|false"
    r"|as an AI|language model"
    r"|in (?:the|this|that|my|a) (?:novel|story|book|game|movie|film|script|play|song|poem))\b",
    re.IGNORECASE,
)
# What follows a colon is written down, not said; but for a few words that only announce it.
_ANNOUNCES: Final = re.compile(r"(?:^|\W)(?:ps|update|news|note|btw|reminder):$", re.IGNORECASE)
_JOKE: Final = re.compile(
    r"(?:^|\s)/s\b|\byeah,? right\b|\bjust kidding\b|\b(?:jk|j/k)\b|\bas if[.!]|\bsure, because\b"
    r"|🙄|😜|\bnot!$|\bsarcas|\bI'm joking\b|\blol\b|\blmao\b",
    re.IGNORECASE,
)
_ORDERS: Final = re.compile(
    r"\b(?:ignore|disregard|override)\b[^.!?\n]{0,40}\b(?:instructions?|prompts?|guidelines)\b"
    r"|\b(?:ignore|disregard|override|forget)\s+(?:all|any|every|everything|the|your|my|previous"
    r"|prior|these|those|that|above)\b[^.!?\n]{0,40}"
    r"\b(?:instructions?|prompts?|rules|guidelines|messages?)\b|\bsystem prompt\b"
    r"|\byou are now\b|\bnew instructions?\b|<\|?(?:system|im_start)|\[(?:INST|system)\]"
    r"|\b(?:pretend|act) (?:to be|as|that you|like you)\b|\brole-?play\b"
    # A text that somebody is to work on is not theirs to be taken at its word.
    r"|(?:^|[.!?:\n]\s{0,4}|\b(?:please|(?:can|could|would|will) you|help me|and)\s)"
    r"(?:translate|rewrite|paraphrase|proofread|summari[sz]e|rephrase|correct|edit|write|draft)\b"
    r"[^.?!\n]{0,60}\b(?:this|following|sentence|text|paragraph|below|email|letter|story|poem|essay"
    r"|bio|post)\b",
    re.IGNORECASE,
)
# Long or laid out, an agent's answer is written for somebody else to use: a draft, a lesson.
MOST_SPOKEN: Final = 1_200
_LAID_OUT: Final = re.compile(
    r"^[ \t]{0,8}(?:#{1,6}\s|[-*•]\s|\d{1,2}[.)]\s|-{3,})|\*\*|```", re.MULTILINE
)
_LETTER: Final = re.compile(
    r"^[ \t*>]{0,8}(?:dear\b|to whom it may concern|subject:)|^[ \t*>]{0,8}(?:sincerely"
    r"|best regards|kind regards"
    r"|yours (?:truly|sincerely|faithfully)|warm regards)\b",
    re.IGNORECASE | re.MULTILINE,
)
_TYPOGRAPHIC: Final = str.maketrans({"’": "'", "‘": "'", "\u00a0": " "})


class StatementClause(NamedTuple):
    """A piece of a turn that may state something, with its place and what stands before it."""

    text: str
    start: int  # in the turn
    before: str  # of the same sentence


def is_talk(text: str, *, by_agent: bool) -> bool:
    """Whether somebody speaks for themselves, and the text is no letter, draft or lesson."""
    plain = text[:MOST_READ]
    if _LETTER.search(plain):
        return False
    return not by_agent or (len(text) <= MOST_SPOKEN and not _LAID_OUT.search(plain))


def clauses(text: str) -> Iterator[StatementClause]:
    """The clauses of a text that may state something, in order."""
    plain = readable_text(text)
    if gives_orders(plain):
        return
    for start, sentence, sign in _sentences(plain):
        if "?" in sign or len(sentence) > MOST_SENTENCE or _JOKE.search(sentence + sign):
            continue
        for at, clause in _pieces(sentence):
            if len(clause) > MOST_CLAUSE or _UNREAL.search(clause):
                continue
            before = sentence[:at]
            if is_reported(before) or _is_written_down(before.rstrip()):
                continue
            yield StatementClause(clause, start + at, before)


def _is_written_down(before: str) -> bool:
    return before.endswith(":") and _ANNOUNCES.search(before) is None


def is_reported(before: str) -> bool:
    """Whether what follows these words of its sentence is somebody's report, or only supposed."""
    return _REACHES_ON.search(before) is not None


def gives_orders(text: str) -> bool:
    """Whether a text tells a model what to do with it; nothing of it is taken at its word."""
    return _ORDERS.search(text[:MOST_READ]) is not None


def readable_text(text: str) -> str:
    """The text with what nobody says here blanked out; every character keeps its place."""
    plain = text[:MOST_READ].translate(_TYPOGRAPHIC)
    plain = _HIDDEN.sub(lambda hit: BLANK * len(hit[0]), plain)
    return _QUOTED.sub(_quotation, plain)


def _quotation(hit: re.Match[str]) -> str:
    inside = hit[0][1:-1]
    is_title = _TITLE.fullmatch(inside.rstrip(",")) and not _SPEAKS.search(inside)
    return hit[0] if is_title else BLANK * len(hit[0])


def _sentences(plain: str) -> Iterator[tuple[int, str, str]]:
    start = 0
    for end in _SENTENCE_END.finditer(plain):
        near = max(start, end.end() - LONGEST_ABBREVIATION)
        if end[0] == "." and _ABBREVIATED.search(plain, near, end.end()):
            continue
        yield start, plain[start : end.start()], end[0].strip()
        start = end.end()
    yield start, plain[start:], ""


def _pieces(sentence: str) -> Iterator[tuple[int, str]]:
    start = 0
    for end in _CLAUSE_END.finditer(sentence):
        yield _stripped(sentence, start, end.start())
        start = end.end()
    yield _stripped(sentence, start, len(sentence))


def _stripped(text: str, start: int, end: int) -> tuple[int, str]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), piece.strip()
