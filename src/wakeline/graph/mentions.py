"""The names in a text, by rules alone.

A name is a run of capitalised words, with the small words that join them ("Code of
the West") and the article that belongs to it ("The Blue Heron"); an acronym; or
something written as code (a dotted key, a file name), kept as it is. It does not know
what a name stands for, nor any list of names. Scripts without capitals have none here;
weekdays and months are times, not names; a heading in capitals is not one long name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from wakeline.language.calendar import month_names, weekday_names

MOST_NAMES: Final = 32
MOST_READ: Final = 20_000  # characters
MOST_WORDS: Final = 6  # in one name
MOST_KNOWN: Final = 10_000  # words, at once

# Initials with their dots, a word with the signs inside it, or a sign.
_PART: Final = re.compile(
    r"(?:[A-Z]\.){2,}|[A-HJ-Z]\.$|\w+(?:['.\-/@:]\w+)*|[.!?…:;,()\[\]{}\"“”«»„|•*]"
)
_STARTS: Final = frozenset('.!?…:;([{"“«„|•*')  # a capital behind one of these says little
_SIGNS: Final = _STARTS | frozenset(",)]}”»")
_CODE: Final = re.compile(r"[^\W\d]\w+(?:[./@:-]\w+)*$")
_DOTTED: Final = re.compile(r"\.\w")
_POSSESSIVE: Final = "'s"
_CONTRACTIONS: Final = ("n't", "'ll", "'re", "'ve", "'d", "'m")
_ENDINGS: Final = ("ing", "ly")  # of first words that are seldom names: "Running", "Recently"
_TITLES: Final = frozenset(["Mr", "Mrs", "Ms", "Dr", "Prof", "St", "Sr", "Sra", "Mme"])
_ARTICLES: Final = frozenset(["The", "Der", "Die", "Das", "El", "La", "Le", "Los", "Las", "Les"])
_JOINS: Final = frozenset(
    "of de la le du des del di da do dos das van von der den zu al el bin ibn".split()
)
_GOES_ON: Final = _JOINS | {"the"}  # small words after which a run may go on
# The most frequent pieces without a small letter: no name begins with one of them.
_IDLE_PIECES: Final = frozenset(["•", "I", "I.", "I,", "I?", "I!"])

# Never names, wherever they stand.
_NEVER: Final = frozenset((*weekday_names(), *month_names())) | frozenset(
    """
    i ok okay yes yeah yep nope no oh ah wow hey hi hello bye thanks please sorry
    lol omg mr mrs ms miss dr prof sr sra mme herr frau
    """.split()
)

# Not part of a name that follows them at the start of a sentence: "When Mel", "Tell Ana".
_LEADS: Final = frozenset(
    """
    a an the this that these those it its he she we you they me my your his her our their us him
    them mine yours who whom whose what which when where why how and or but so yet nor if then than
    because although though while since until unless before after as at by for from in into of off
    on onto out over to under up upon with within without about above across against along among
    around behind below beneath beside between beyond down during except inside like near outside
    past through toward towards via per is am are was were be been being do does did done doing have
    has had having will would shall should can could may might must not dear goodbye thank sure well
    right congrats congratulations welcome maybe perhaps probably possibly actually also too just
    only even still already again soon later now today tomorrow yesterday tonight here there all
    both each every recently finally eventually meanwhile however therefore moreover otherwise
    instead besides anyway according given let lets say said says tell told ask asked asks know knew
    think see saw give gave call called send sent remember remind glad appreciate plus o os um uma
    eu ele ela nós eles elas não sim mas se que quando onde como porque hoje ontem amanhã isto isso
    este esta esse essa ao aos na nas nos em com por para já também der die das ein eine einen einem
    ich du er sie es wir ihr und oder aber wenn weil dass wo wie wann warum heute gestern morgen ja
    nein nicht auch noch im mit von zum zur ist sind war hat le la les un une je tu il elle nous
    vous ils elles et ou mais si quand où comment pourquoi aujourd'hui hier demain oui non ce cette
    ces dans avec pour sur c'est el los las unos unas yo él ella nosotros ellos ellas y pero cuando
    donde cómo qué hoy ayer mañana sí con sin en met meet
    """.split()
)

# Not names at the start of a sentence, unless the word also has its capital in the middle of
# one; they may begin a longer name, as in "New York".
_COMMON: Final = _LEADS | frozenset(
    """
    i no yes yeah yep nope ok okay oh ah wow hey hi hello bye thanks please sorry great good nice
    fine cool awesome really basically generally usually often sometimes always never ever
    everywhere nowhere somewhere everyone everybody someone somebody anyone anybody nobody nothing
    something anything everything any either neither few many more most much none other another some
    several such same one two three four five six seven eight nine ten first second third last next
    new old big small long short high low early late furthermore additionally consequently
    nevertheless nonetheless overall indeed certainly definitely exactly absolutely apparently
    unfortunately fortunately hopefully honestly luckily sadly interestingly importantly based make
    made makes take took get got go goes going gone come came thought seen look looks looking find
    found use used using uses try tried trying want wanted need needed keep kept put set run running
    ran start started stop stopped open opened close closed read write wrote add added adding remove
    removed fix fixed fixes change changed changes update updated updates check checked create
    created delete deleted move moved note warning error info debug todo failed success result
    results question answer answers example examples step steps part section chapter figure table
    page line file files name names user users agent assistant system human bot people time times
    day days week weeks month months year years morning evening afternoon night work working works
    love loved hope hoping wish feel feels felt seems seemed sounds sounded speaking talking
    thinking hearing seeing watching sir madam senhor senhora talk way life guess gonna wanna gotta
    gotcha woah yup cheers aww yay stay agreed believe things lots lately especially totally
    together enjoy excited super best better little pretty lucky bet catch amazing crazy cheer kind
    kinda anytime whenever wherever whatever whoever summary conclusion introduction overview
    explanation description consider calculate define identify ensure include highlight provide
    mention prepare choose explain reflect review verify implement determine conduct avoid continue
    focus address seek break build follow help turn show solve discuss describe compare list plan
    test learn practice improve increase reduce save select click press enter install import export
    return returns true false null problem solution solutions option options feedback experience
    skills tips code event events date email phone company city state formula structure key value
    type types main final current general total common specific important additional different
    similar clear clearly regularly points benefits features challenges details issue issues bug
    feature questions task tasks project projects goal goals nature pets art books music yoga
    reminds cherish moments hard tough happy impressive care cute almost proud animals whoa oops
    haha ha yum truly home story takes words join trust movies game chat respect community
    professional number management regular schedule action share connect setup apply engage organize
    once prioritize incorporate adjust allocate utilize research manager sit stand wait listen leave
    left hear heard
    """.split()
)


# Capitalised words in a row with the words that join them, and whether they begin a sentence.
Run = tuple[list[str], bool]


def _bare(word: str) -> str:
    """A word without the possessive: "Mel's" is Mel."""
    return word[:-2] if word.endswith(_POSSESSIVE) else word


def _is_code(word: str) -> bool:
    """Whether a word is code: `staging.host`, `src/app/main.py`, `snake_case`; not "and/or"."""
    has_sign = "." in word or "_" in word or "@" in word or word.count("/") > 1
    return has_sign and _CODE.match(word) is not None


def _is_capital(word: str) -> bool:
    """Whether a word has a capital, first or inside as in iPhone, and is not code."""
    return word != word.lower() and (word.isalpha() or not _is_code(word))


def _tokens(piece: str) -> list[str]:
    """The words and signs of one piece between two spaces."""
    return [piece] if piece.isalpha() else _PART.findall(piece)


def _hints_at_code(text: str) -> bool:
    """Whether a text has one of the signs that all code has."""
    return "_" in text or "@" in text or "/" in text or _DOTTED.search(text) is not None


def _notable(pieces: list[str], *, has_code: bool) -> list[int]:
    """The places of pieces that may hold a name: those with a capital, or that may be code."""
    # Most are in small letters; of the others, plain numbers and signs hold none either.
    if not has_code:
        return [
            at
            for at, piece in enumerate(pieces)
            if not piece.islower() and piece not in _IDLE_PIECES and piece != piece.lower()
        ]
    return [
        at
        for at, piece in enumerate(pieces)
        if not (piece.islower() and piece.isalpha())
        and piece not in _IDLE_PIECES
        and (piece != piece.lower() or _hints_at_code(piece))
    ]


# -- runs


def _before(pieces: list[str], at: int) -> list[str]:
    """The last tokens before a piece: one word, else at least two if there are as many."""
    if at == 0:
        return []
    piece = pieces[at - 1]
    if piece.isalpha():
        return [piece]
    if piece[:-1].isalpha() and piece[-1] in _SIGNS:
        return [piece[:-1], piece[-1]]
    tokens: list[str] = []
    while at > 0 and len(tokens) < 2:
        at -= 1
        tokens = _tokens(pieces[at]) + tokens
    return tokens


def _ends_runs(piece: str) -> bool:
    """Whether a piece ends every run: a word in small letters, perhaps with one sign."""
    if not piece.islower():
        return False
    if piece.isalpha():
        return piece not in _GOES_ON
    return piece[-1] in _SIGNS and piece[:-1].isalpha()


def _is_first(tokens: list[str], at: int) -> bool:
    """Whether a word is the first of a sentence; after "Dr." it is not."""
    if at == 0:
        return True
    before = tokens[at - 1]
    if before == "." and at > 1:
        return tokens[at - 2] not in _TITLES
    return before in _STARTS or before.endswith(".")


def _begins(pieces: list[str], at: int) -> bool:
    """Whether a piece begins with the first word of a sentence."""
    if at == 0:
        return True
    piece = pieces[at - 1]
    if piece.isalpha():
        return False
    sign, word = piece[-1], piece[:-1]
    if sign in _SIGNS and word.isalpha():  # as most sentences end
        return sign in _STARTS and (sign != "." or word not in _TITLES)
    before = _before(pieces, at)
    return _is_first(before, len(before))


def _end_of_run(tokens: list[str], start: int) -> int:
    end = at = start + 1
    while at < len(tokens):
        word, before = tokens[at], tokens[at - 1]
        if _is_capital(word):
            if before.endswith(_POSSESSIVE) or (before[-1] == "." and word.lower() in _LEADS):
                break  # "Ana's Porto" are two names; "Plan B. Then" ends a sentence
            end = at = at + 1
        elif at - end < 2 and (word in _JOINS or (word == "the" and before == "of")):
            at += 1
        else:
            break
    return end


def _stretch(pieces: list[str], start: int, notable: list[int]) -> tuple[list[Run | str], int]:
    """The runs from one piece on, as far as the first could reach, and the place after them."""
    tokens = _before(pieces, start)
    openings: list[int] = []
    at = start
    while at < len(pieces) and (at == start or not _ends_runs(pieces[at])):
        first = len(tokens)
        tokens += _tokens(pieces[at])
        if at in notable:
            openings += range(first, len(tokens))
        at += 1
    return list(_runs_of(tokens, openings)), at


def _runs_of(tokens: list[str], openings: list[int]) -> Iterator[Run | str]:
    """The runs and the code words of some tokens, in order."""
    behind = 0
    for at in openings:
        token = tokens[at]
        if at < behind or token in _SIGNS:
            continue
        if not token.isalpha() and _is_code(token):
            yield _bare(token)
        elif token != token.lower():
            behind = _end_of_run(tokens, at)
            yield [_bare(word) for word in tokens[at:behind]], _is_first(tokens, at)


def _row(pieces: list[str], at: int) -> tuple[list[str], int]:
    """A run of plain words and the place after it; no words if it may be more than that."""
    words: list[str] = []
    for end in range(at, len(pieces)):
        word = pieces[end]
        if word.isalpha():
            if word.islower():
                return ([], end) if word in _JOINS else (words, end)
            if not _is_capital(word):
                return [], end
            words.append(word)
            continue
        if word == word.lower() and (word[0].isdigit() or _ends_runs(word)):
            return words, end
        # A sign ends every run; one letter and a dot are initials.
        sign, word = word[-1], word[:-1]
        is_plain = sign in _SIGNS and len(word) > 1 and word.isalpha() and _is_capital(word)
        return ([*words, word], end + 1) if is_plain else ([], end)
    return words, len(pieces)


def _runs(pieces: list[str], notable: list[int]) -> list[Run | str]:
    """All runs and code words of a text, in order."""
    found: list[Run | str] = []
    behind = 0
    for at in notable:
        if at < behind:
            continue
        piece, behind = pieces[at], at + 1
        follows = pieces[behind] if behind < len(pieces) else ""
        if follows.islower() and follows.isalpha() and follows not in _JOINS and piece.isalpha():
            words = [piece]  # as most are; a notable piece has a capital, or may be code
        else:
            words, behind = _row(pieces, at)
        if words:
            found.append((words, _begins(pieces, at)))
            continue
        if not piece.isalpha() and _is_code(piece):
            found.append(piece)  # in one piece, as most code is
            behind = at + 1
        else:
            runs, behind = _stretch(pieces, at, notable)
            found += runs
    return found


# -- names


def _is_idle(word: str) -> bool:
    """Whether a word at the edge of a run is not part of the name."""
    plain = word.lower()
    if plain in _NEVER or word in _ARTICLES or plain.endswith(_CONTRACTIONS):
        return True
    return word.isupper() and plain in _COMMON  # stressed: "do NOT"


def _is_common(word: str, certain: set[str]) -> bool:
    """Whether a first word has its capital only because it is first."""
    if word.lower() in _COMMON or (len(word) > 5 and word.endswith(_ENDINGS)):
        return word not in certain
    return False


def _is_lead(word: str, certain: set[str]) -> bool:
    return word.lower() in _LEADS and word not in certain


def _is_name(words: list[str]) -> bool:
    return 0 < len(words) <= MOST_WORDS and (len(words) > 1 or len(words[0].rstrip(".")) > 1)


def _long_name(words: list[str], certain: set[str], *, first: bool) -> str:
    """The name in a run of several words, or an empty text."""
    if len(words) > 3 and all(word.isupper() for word in words):
        return ""  # shouted
    low, high = 0, len(words)
    while low < high and (_is_idle(words[low]) or (first and _is_lead(words[low], certain))):
        low += 1
    while high > low and _is_idle(words[high - 1]):
        high -= 1
    if first and all(_is_common(word, certain) for word in words[low:high]):
        return ""
    # "The Blue Heron opened" has its article, "The Berlin office" has not.
    if 0 < low < high and words[low - 1] in _ARTICLES and (not first or high - low > 1):
        low -= 1
    if not _is_name(words[low:high]):
        return ""
    last = words[high - 1]
    return " ".join([*words[low : high - 1], last.rstrip(".") if len(last) == 2 else last])


def _stands_in(pieces: list[str], plain: str, word: str) -> bool:
    """Whether a text contains a word exactly as it is. Only pieces that contain it are split."""
    if word not in plain:
        return False
    return any(word in _tokens(piece) for piece in pieces if word in piece)


class _Alone(dict[str, tuple[str, bool, bool]]):
    """A bounded cache for runs of one word: the same few words begin most sentences.

    For each word: its small letters, whether it has its capital only because it is first (unless
    it has it elsewhere too), and whether it can be a name.
    """

    def __missing__(self, word: str) -> tuple[str, bool, bool]:
        if len(self) >= MOST_KNOWN:
            self.clear()
        is_name = len(word.rstrip(".")) > 1 and not _is_idle(word)
        found = self[word] = word.lower(), _is_common(word, set()), is_name
        return found


_alone: Final = _Alone()


def _short_name(word: str, certain: set[str], pieces: list[str], plain: str) -> str:
    """The first word of a sentence if it is a name, else an empty text."""
    small, is_common, is_name = _alone[word]
    # No name: a word that often begins sentences, or that the text also has without its capital.
    if not is_name or (is_common and word not in certain) or _stands_in(pieces, plain, small):
        return ""
    return word


def _certain(runs: list[Run | str]) -> set[str]:
    """The words that have a capital in the middle of a sentence."""
    return {
        word
        for run in runs
        if isinstance(run, tuple) and not run[1]
        for word in run[0]
        if not word.isupper()
    }


def entities(text: str) -> tuple[str, ...]:
    """The names in `text`, in order of first appearance, each once, at most 32."""
    plain = text[:MOST_READ]
    if not plain.isascii():
        plain = unicodedata.normalize("NFC", plain).replace("’", "'")
    pieces = plain.replace("\n", " • ").split()
    notable = _notable(pieces, has_code=_hints_at_code(plain))
    if not notable:
        return ()
    runs = _runs(pieces, notable)
    certain = _certain(runs)
    found: dict[str, None] = {}
    for run in runs:
        if isinstance(run, str):
            name = run
        elif len(run[0]) > 1:
            name = _long_name(run[0], certain, first=run[1])
        elif run[1]:
            name = _short_name(run[0][0], certain, pieces, plain)
        else:
            name = run[0][0] if _alone[run[0][0]][2] else ""
        if name:
            found[name] = None
            if len(found) == MOST_NAMES:
                break
    return tuple(found)
