"""Words that reverse a statement: negators, opposites, forms of one word.

Tables, and the few functions that read them. For English there are opposites and scopes; for
other languages only negators. It does not know what is compared.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from wakeline.language.negation import NOT_ENGLISH, negators, words_for_only

# Each line one scale: words of one end, a bar, words of the other. A word with "!" denies what
# follows it even where the other end is not named: to refuse to share is not to share.
_SCALES: Final = """
    like love enjoy adore appreciate fond | dislike! hate! detest! despise! loathe!
    trust | distrust! mistrust!
    agree consent | disagree! dissent!
    accept approve endorse adopt | reject! refuse! decline! veto!
    allow permit authorise authorize | forbid! prohibit! ban! disallow!
    legal lawful | illegal! unlawful!
    enable activate switched-on | disable! deactivate! switched-off!
    open | close shut
    alive | dead! defunct!
    pass succeed success green | fail! failure red
    work function | broken! break
    support favour favor champion | oppose! against
    always | never
    often frequent regularly | rare
    remember recall | forget!
    include contain | exclude! omit! lack!
    keep retain | discard! abandon! scrap!
    win gain | lose!
    start begin launch resume continue | stop! quit! cease! halt! discontinue! suspend! cancel!
    public | private secret
    safe secure | dangerous unsafe insecure vulnerable
    fast quick rapid swift responsive | slow sluggish
    easy simple | hard difficult complicated
    happy glad content satisfied cheerful pleased | sad unhappy miserable dissatisfied discontented
    calm relaxed serene | tense anxious nervous agitated stressed
    patient | impatient
    confident certain sure | uncertain unsure doubtful
    optimistic hopeful | pessimistic hopeless
    honest truthful sincere | dishonest deceitful insincere
    brave bold | afraid timid fearful fear scare frighten
    strong | weak feeble
    high | low
    big large huge | small little tiny
    long lengthy | short brief
    increase rise grow | decrease fall shrink dwindle
    up | down
    full | empty
    hot warm | cold
    early | late
    near nearby | far distant
    true correct right valid accurate | false wrong incorrect invalid inaccurate
    good great excellent | bad poor terrible awful
    better | worse
    best | worst
    present available | absent! missing! unavailable! gone
    online connected | offline disconnected
    visible shown | hidden invisible
    complete finished done resolved solved | incomplete unfinished unresolved unsolved
    clean tidy | dirty messy
    healthy | sick ill
    awake | asleep
    active | inactive dormant idle
    friend ally friendly | enemy rival foe hostile unfriendly
    kind | cruel unkind
    polite | rude
    possible | impossible!
    able capable | unable! incapable!
    willing | unwilling! reluctant
    required mandatory compulsory obligatory | optional voluntary
    cheap affordable | expensive costly
    manual | automatic automated
    employed | unemployed
    hire appoint | dismiss sack
    join | leave
    buy | sell
    praise | criticise criticize blame
    encourage | discourage!
    obey follow | disobey! violate!
    attend | skip!
    seek | avoid! shun!
    help | hinder harm
    believe | disbelieve! doubt!
    admit | deny!
    share | withhold!
    reveal disclose | hide conceal
    same identical | different
    together | apart separately
    interested curious | uninterested bored indifferent
    merge | revert
    free unblocked | blocked! stuck!
    proud | ashamed
    formal | informal casual
    serious | joking
    wide broad | narrow
    deep | shallow
    heavy | light
    loud noisy | quiet silent
    locked | unlocked
    local | remote
    temporary | permanent
    careful cautious | careless reckless
    obedient | rebellious
    married | divorced unmarried
    loyal faithful | disloyal unfaithful
    generous | stingy selfish
    humble modest | arrogant boastful
    lazy | diligent industrious
    mature | immature
    tolerant | intolerant
    respect esteem | disdain!
    wet | dry
    solvent | bankrupt!
"""

NEGATORS: Final = negators("en")
# After these a negator adds instead of denying: "not only", "no doubt".
ADDING: Final = {
    "not": frozenset({"only", "just", "merely", "simply"}),
    "no": frozenset({"doubt", "matter", "wonder", "sooner"}),
    "nothing": frozenset({"but"}),
}
# Forms of "be" and "get". "Is used to" is a habit that holds; "is forbidden" denies its subject.
BEING: Final = frozenset(
    "am is are was were be been being get gets got gotten getting become becomes became "
    "i'm you're he's she's it's we're they're".split()
)
# Before "to": what has not happened so far.
YET_TO_COME: Final = frozenset("yet remain remains remained remaining still left".split())
HAVING: Final = frozenset({"has", "have", "had", "needs", "need"})  # "still has to be signed"
PREFIXES: Final = ("un", "dis", "in", "im", "ir", "il", "non", "mis")

# One denial a clause, however often it is marked: most of these languages say it twice.
_ELSEWHERE: Final = negators(*NOT_ENGLISH)
_ONLY: Final = words_for_only()
# What tells another language; "no", "sin" and "non" could be English.
_ANOTHER: Final = (_ELSEWHERE - set("no sin pas sans non mai sem nie bez ei nul".split())) | set(
    "der das dem den ein eine und ist sind für mit bei el los las del una y en con por para "
    "le la les des une elle il je nous vous est dans pour avec ela ele uma com che di".split()
)
# Words that only English has. If a clause has one, negators of other languages in it are names.
_ENGLISH: Final = frozenset(
    "the is are was were of and to with has have had been my our their its it this that for by "
    "i you we they he she at from would will can may".split()
)
# Denial at the end of a Japanese verb or adjective, and in Chinese before one. Words that only look
# like it are removed first: "must", "perhaps", "few", "only".
_LOOKS_DENIED: Final = re.compile(
    r"なければなら(?:ない|ません|なかった)|なくては(?:いけ|なら)(?:ない|ません)|ないといけ(?:ない|ません)"
    r"|かもしれ(?:ない|ません)|少な[いくか]|危な[いくか]|しか(?:ない|ありません)|ではないか|じゃないか"
    r"|不但|不仅|不僅|不断|不斷|不同|不错|不錯|不过|不過|没关系|沒關係|差不多|未来|未來|非常"
)
_DENIED: Final = re.compile(
    r"ませんで|ません|なかった|ないで|なくな|なくて|ない|ずに|できず|不能|不再|不是|不会|不會|没有|沒有|從不"
    r"|从不|并非|並非|[不没沒未别無无]"
)


_ENDINGS: Final = (
    ("ingly", ""), ("edly", ""), ("iness", "y"), ("ness", ""), ("ities", "y"), ("ies", "y"),
    ("ied", "y"), ("ying", "y"), ("ings", ""), ("ing", ""), ("ers", ""), ("ed", ""), ("sses", "ss"),
    ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ss", "ss"), ("us", "us"), ("s", ""),
    ("ily", "y"), ("ly", ""),
)  # fmt: skip

IRREGULAR: Final = dict(
    pair.split(":")
    for pair in """
    went:go gone:gone ran:run spoke:speak spoken:speak broke:break broken:broken wrote:write
    written:write kept:keep left:leave lost:lose taught:teach thought:think knew:know known:know
    told:tell gave:give given:give came:come held:hold sent:send began:begin begun:begin
    built:build felt:feel found:find made:make met:meet paid:pay said:say sold:sell slept:sleep
    spent:spend stood:stand took:take taken:take understood:understand won:win bought:buy
    brought:bring forgot:forget forgotten:forget chose:choose chosen:choose grew:grow grown:grow
    drew:draw drawn:draw rose:rise risen:rise fell:fall fallen:fall saw:see seen:see sang:sing
    sung:sing lent:lend forbade:forbid forbidden:forbid hid:hide hidden:hidden ate:eat eaten:eat
    drove:drive driven:drive wore:wear worn:wear caught:catch fought:fight sought:seek led:lead
    lain:lie rode:ride ridden:ride shook:shake shaken:shake swam:swim threw:throw thrown:throw
    woke:wake woken:wake withheld:withhold missing:missing bored:bored
    dying:die lying:lie children:child people:people men:man women:woman
    """.split()
)


class Pole(NamedTuple):
    """One end of a scale."""

    scale: str
    sign: int
    denies: bool


def stem(word: str) -> str:
    """The stem of an English word. Words of other languages may lose an ending too."""
    word = word.removesuffix("'s").removesuffix("'")
    word = IRREGULAR.get(word, word)
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: len(word) - len(ending)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] in "bdgmnprt":
        word = word[:-1]
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word[-1] == "y" else word


# Words on no scale that "not" weakens or turns into consent: "does not mind".
NEGATIVE_ALONE: Final = frozenset(map(stem, ("mind", "object", "hesitate", "worry", "complain")))


@cache
def poles() -> dict[str, Pole]:
    """The pole of every word of the scales, by its stem. A word on two scales keeps the first."""
    found: dict[str, Pole] = {}
    for line in _SCALES.strip().splitlines():
        one, other = line.split("|")
        scale = one.split()[0]
        for words, sign in ((one, 1), (other, -1)):
            for word in words.split():
                pole = Pole(scale, sign, word.endswith("!"))
                found.setdefault(stem(word.rstrip("!")), pole)
    return found


def is_english(words: frozenset[str]) -> bool:
    """Whether a clause is read as English; so is an ASCII clause without any typical word."""
    if not words.isdisjoint(_ENGLISH):
        return True
    return words.isdisjoint(_ANOTHER) and all(word.isascii() for word in words)


def is_foreign_denial(words: tuple[str, ...], clause: str) -> bool:
    """Whether a clause in another language than English is a denial."""
    for place, word in enumerate(words):
        if word in _ELSEWHERE and (place + 1 == len(words) or words[place + 1] not in _ONLY):
            return True
    if "plus" in words and ("ne" in words or any(word.startswith("n'") for word in words)):
        return True
    return len(_DENIED.findall(_LOOKS_DENIED.sub("", clause))) % 2 == 1
