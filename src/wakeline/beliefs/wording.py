"""English words as far as claims need them: stems, words that mean one thing, words that deny.

Tables, and the few lines that read them. It does not know what a claim is.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from wakeline.language.negation import denying_words
from wakeline.language.stems import stem_word

KNOWN_WORDS: Final = 16_384
LIGHT, PLAIN, NAMED = 0.3, 1.0, 1.5  # what a word weighs in what is said
WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")

# Each line one meaning, its first word standing for all. Where a word means several things, it
# stands with the one that matters when work is reported.
_ALIKE: Final = """
    ask request require want wish prefer like instruct order_me demand insist
    say mention state explain note point report
    short brief concise
    long detailed lengthy
    send mail email dispatch forward
    tell inform notify let_know
    write author compose
    draft prepare sketch
    make create produce
    add insert append
    delete remove erase clean purge wipe cleanup drop discontinue abandon
    call ring phone telephone
    register enrol enroll
    change modify alter adjust edit touch rewrite update refresh revise
    fix repair mend correct
    rename relabel
    move shift reschedule postpone
    look investigate examine inspect analyse analyze
    check verify confirm
    book reserve
    booking reservation
    pay settle
    bill invoice
    buy order purchase
    deploy release_to ship roll_out
    publish post
    open raise_pr
    merge integrate
    start begin run execute
    stop halt fail abort
    restart rerun relaunch
    finish complete conclude
    translate translation
    cancel terminate
    block reserve_time
    set configure
    rotate renew_key
    invite invitation
    refund reimburse
    offer propose
    back return
    keep retain retention
    free available
    picture photo image
    push upload_branch
    pull_request pr
    company firm
    customer client
    people person member
    cost price pay_for
    slow sluggish
    quick fast
    early soon
    meeting appointment
    board directors
    disk drive volume
    use used full usage
    test pytest suite
    ticket case
    leader lead head
    live reside
    handle take_care deal
    incident outage
    summary summarise summarize
    apology apologise apologize
    subscriber subscribe
    worker consumer
    harvest crop
    kilo kilogram
    bed patch
    subscription membership
    calendar diary
    approve accept allow
    snapshot backup
    deposit downpayment
    permission scope
    translation translate
    grow rise increase raise
"""
# Words that say what kind of number it is, and little besides where a number stands.
_MEASURES: Final = "size count value date price cost length version age row rate limit".split()
# Words that say little by themselves: what a sentence needs anyway.
_LIGHT: Final = """
    number total percent amount time day year month week hour minute second make do get go take
    put use set give have look find run work come
    now still already just also currently today yesterday tomorrow last next new old current latest
    thing way lot bit left only all every each again back right okay please then there here
    night evening morning afternoon per people say ask need see know let
    help tell reach stand hold begin end main own whole part project our user person
    about around roughly approximately nearly almost some more than less fewer over under least most
    good great fine early late big small high low first second third once twice yet ever never
""".split()
_STOP: Final = frozenset(
    """
    a an the and or but if of to in on at by for from with without into onto as is am are was were
    be been being it its this that these those i you he she we they me him her us them my your his
    our their mine yours ours have has had having do does did will would can could shall should may
    might must not no nor so too very than then because while until since when where why how what
    which who whom whose there here up down out off over under again s t d ll m re ve don didn doesn
    isn aren wasn weren haven hasn hadn won wouldn couldn shouldn cannot myself yourself itself
    against toward towards across during before after between among within upon per via rather
    such other another both any either neither that's it's i'm i've you're
    """.split()
)
_IRREGULAR: Final = dict(
    pair.split(":")
    for pair in """
    wrote:write written:write sent:send paid:pay ran:run took:take taken:take told:tell made:make
    done:do did:do got:get found:find brought:bring bought:buy built:build kept:keep left:leave
    began:begin begun:begin chose:choose chosen:choose drew:draw drawn:draw gave:give given:give
    said:say saw:see seen:see spoke:speak spoken:speak spent:spend held:hold met:meet read:read
    lost:lose won:win went:go gone:go came:come knew:know known:know thought:think felt:feel
    put:put set:set cut:cut reset:reset shut:shut hit:hit let:let led:lead sold:sell taught:teach
    threw:throw thrown:throw woke:wake wore:wear broke:break broken:break fell:fall fallen:fall
    forgot:forget forgotten:forget grew:grow grown:grow hid:hide hidden:hide rose:rise risen:rise
    sang:sing sat:sit shown:show slept:sleep stood:stand swept:sweep understood:understand
    overwrote:overwrite rewrote:rewrite rewritten:rewrite withdrew:withdraw rebuilt:rebuild
    reran:rerun checkedin:check people:person children:child
    """.split()
)
PASTS: Final = frozenset(_IRREGULAR) - {"people", "children", "read"}
# Besides the words that deny, what was not done though it was wanted.
DENIALS: Final = denying_words() | frozenset(
    "against failed fails fail unable refused declined rejected forbade forgot forget "
    "neglected".split()
)
# What denies what stands beside it without a word for it.
_TURNS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), instead)
    for pattern, instead in (
        (r"\b(?:leave|leaves|left)\b(.{1,40}?)\balone\b", r"not touch \1"),
        (r"\b(?:stay|keep|move|get) away from\b", "not stay with"),
        (r"\b(?:refrain|abstain) from\b|\binstead of\b|\brather than\b", "not"),
        (r"\bstay(?:ing|s)? (?:with|on|in)\b", "stay with"),
        (r"\bno (?:more|longer|fewer) than\b", "at most"),
        (r"\bnot only\b", "also"),
        (r"\blook(?:ed|ing)? into\b|\bf(?:ind|ound) out\b", "investigate"),
        (r"\bclean(?:ed|ing)? up\b", "cleanup"),
        (r"\btakes? care of\b", "handle"),
        (r"\b(?:took|taken) care of\b", "handled"),
        (r"\bwent (?:out|through)\b", "was sent"),
        (r"\b(?:been|got) in touch with\b", "contacted"),
        (r"\b(?:am|'m|are|is) done with\b", "finished"),
        (r"\b(?:take|took|taken|leave|left|cut) out\b", "removed"),
        (r"\bback(ed|ing)? up\b", r"backup\1"),
        (r"\bsign(ed|ing)?\s+(\w+\s+)?up\b", r"register\1 \2"),
        (r"\bset(?:ting)? up\b", "set"),
        (r"\b(\w+)-(?=(?:up|mail\w*|day|line|in)\b)", r"\1"),
    )
)


# A word of every phrase above.
_MAY_TURN: Final = re.compile(
    r"alone|(?:away|refrain|abstain) from|instead of|rather than|\bstay|no \w+ than|not only"
    r"|look\w* into"
    r"|\bf(?:ind|ound) out|(?:take|took|taken|leave|left|cut) out|(?:clean|back|set)\w* up"
    r"|\bsign\w*\s+(?:\w+\s+)?up\b|care of|\bwent |in touch|done with|\w-(?:up|mail|day|line|in)",
    re.IGNORECASE,
)


def normalise_phrases(text: str) -> str:
    """A text with one apostrophe, and set phrases as the one word that they mean."""
    text = text.replace("\u2019", "'")
    if _MAY_TURN.search(text) is None:
        return text  # as most texts: looking once is cheaper than for every phrase
    for pattern, instead in _TURNS:
        text = pattern.sub(instead, text)
    return text


@lru_cache(maxsize=KNOWN_WORDS)
def stem(word: str) -> str:
    """What the forms of a word have in common."""
    word = word.lower().replace("'s", "").replace("'", "")
    return stem_word(_IRREGULAR.get(word, word))


@cache
def _meanings() -> dict[str, str]:
    found: dict[str, str] = {}
    for line in _ALIKE.strip().splitlines():
        words = [word for word in line.split() if "_" not in word]
        for word in words:
            found.setdefault(stem(word), stem(words[0]))
    return found


@cache
def _light() -> frozenset[str]:
    return frozenset(meaning(word) for word in _LIGHT) | GENERAL


@lru_cache(maxsize=KNOWN_WORDS)
def meaning(word: str) -> str:
    """The stem that stands for all words of one meaning."""
    found = stem(word)
    return _meanings().get(found, found)


@lru_cache(maxsize=KNOWN_WORDS)
def weight(term: str) -> float:
    """How much a word says of what a sentence is about."""
    return LIGHT if term in _light() else PLAIN


@lru_cache(maxsize=KNOWN_WORDS)
def weight_by_number(term: str) -> float:
    """The same where a number says the rest."""
    return LIGHT if term in _measures() else weight(term)


@cache
def _measures() -> frozenset[str]:
    return frozenset(map(meaning, _MEASURES))


@lru_cache(maxsize=KNOWN_WORDS)
def term(word: str) -> str:
    """What a word adds to what a text is about; empty for stop words and figures."""
    return "" if is_stop(word) or word[0].isdigit() else meaning(word)


def is_stop(word: str) -> bool:
    return word.lower().partition("'")[0] in _STOP or len(word) == 1


# Verbs that any deed can be told with.
GENERAL: Final = frozenset(
    map(meaning, "do make get go take put use set give have look let begin see keep".split())
)


def denies(words: list[str]) -> bool:
    """Whether a clause says that something is not so."""
    return sum(1 for word in words if word in DENIALS) % 2 == 1
