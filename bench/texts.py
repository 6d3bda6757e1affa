"""Texts like those that people and agents exchange, made from a word list by a seed.

Words are drawn with Zipf's frequencies: a few stand everywhere, most are rare. Names,
numbers, file names and questions come as often as in working conversations, so that the
rules that look for them have something to find. The same seed gives the same texts.
"""

from __future__ import annotations

import random
from itertools import accumulate

# In the order of how often they are said.
COMMON = """
the and to of a I in it is that you for on was with this be we have not as at are but so if they
my can what from or do will me there about your when one all just would an by had then now up were
out which get how been more its some them our no time has could like into also than other only see
want need know think make should use way here because still first after before new good where did
does same back even most much any two last who him her very too made over again
""".split()
FREQUENT = """
work file test day thing people question answer change week point number name line list case
problem reason idea look find keep give take tell ask try write read run call start end move add
set open close send wait turn leave stay show hold bring build plan check fix help talk agree
decide remember forget notice expect hope happen matter mean seem feel guess sure right wrong
early late long short small large old next sooner enough almost often never always maybe perhaps
together between without against until during while though however instead anyway garden kitchen
house room table window door road street city river winter summer morning evening night dinner
letter book page story music photo camera train ticket doctor school sister brother mother father
friend neighbour colleague customer meeting project budget invoice deadline review release draft
version branch server database backup archive index schema query cache queue worker memory disk
network error warning failure retry timeout request response header payload token session thread
message summary note comment decision option setting default value column row key field record
module function class method argument result output input screen button colour shape size price
order delivery contract payment account report table figure chart sample measure weight water soil
seed tomato pepper basil compost fence gate tool ladder paint wood stone glass paper string engine
battery cable sensor signal light shadow weather wind rain snow frost
""".split()
STEMS = """
adjust allow amend anchor answer apply arrange assemble assign attach attempt avoid award balance
bargain batch bead bend bind blend block board borrow bottle bound brace branch brand break brew
brick bridge broad bruise brush bucket buffer bundle burn button cabin calm canal candle canvas
carpet carve cast catch cellar chain chalk channel chapter charge charm chase cheer chest claim
clamp clean clear climb clock cloth cloud coach coast collar collect combine comfort command
compact compare compose concern conduct confirm connect consider consult contact contain contrast
convert copper corner cotton counter couple court cover craft crash credit crop cross crowd crust
current curtain curve custom damp dance danger deal debate deck declare deep defend delay deliver
demand depend derive desert design desk detail detect develop differ digest direct discuss
dispatch display distant divide dock double doubt dream dress drift drill drive drop dust eager
earn echo edge edit effect elect emerge employ empty enable engage enjoy enter equip escape exact
examine exchange exhaust expand explain explore export express extend extract fabric factor fail
faint fair fasten favour feather fetch fever fiction filter final finish firm fit flame flash flat
flavour float flood floor flour flow focus fold follow force forecast forest fork form formal
forward foster frame free fresh front fruit fuel gain gallery gather gentle glance glide grain
grand grant grasp gravel greet grind ground guard guide habit halt hammer handle harbour harvest
hasten heat height herb hinge honest horizon host humble hunt imagine import impress improve
inform inspect install insure invest invite island issue jacket join journal judge jump junction
kettle kind knit knock label lantern launch lawn layer lean learn lend level lift limit linen link
liquid listen load local lock log loop loose lower lumber machine manage manual margin mark market
master match melt mend merge metal mild mill mirror mix model modest monitor mount narrow nest
noble normal object observe obtain offer operate orchard organ origin outline oven owner pack
panel parcel park partner patch pattern pause pebble perform permit pilot pitch plain plant plate
platform pocket polish pond port pour power praise prepare present press pretend prevent print
process produce profile promise proof propose protect prove provide publish pull pump punch
purchase push puzzle quarry quick quiet quilt raise range rapid reach react rebuild recall recover
reduce refer reflect reform refuse register regular reject relate relax rely remain remark remove
render renew rent repair repeat replace rescue reserve resist resolve restore retire retreat
return reveal revise reward ribbon ring ripe rise roast robust rock roll roof rotate rough round
route rule rural sail sand save scale scan scatter scene sculpt search season secure select sense
separate serve settle shade share sharp shed sheet shelf shelter shift shine ship shop shore
shoulder shrink sieve silent silver sketch skill slice slide slope smooth soft solid solve sort
sound source spare spark speak spell spend spin split spot spread spring square stack stage stain
stamp stand staple station steady steam steep stem stick stock store storm strain stream stretch
strict strike strip strong struggle study submit suggest suit supply support surface survey
suspect swap sweep swim switch tailor tally tangle tank target taste teach tender tent test thick
thin thread throw tide tight timber toast tone torch touch tough tour tower trace track trade
trail train transfer travel treat trench trial trim trust tunnel twist unify update urgent valley
valve vanish vary vault verify vessel view village visit voice volume vote voyage wagon walk
wander warm wash watch wave wealth weave wedge weigh wheel whistle wide willow wise witness wonder
wrap yard yield zone
""".split()
ENDINGS = ("", "s", "ed", "ing", "er", "ers", "able", "ment", "ness", "ly", "less", "ful")
PREFIXES = ("", "re", "un", "over", "out", "mis")
NAMES = (
    *"Ash Mel Jonas Priya Tomás Ingrid Kofi Leila Marta Nils Rosa Samir Wren Yuki".split(),
    *"Lisbon Oslo Porto Vienna Heron Larkspur Northgate".split(),
    *("Anna Weber", "Samuel Okafor", "Old Mill Lane", "Harbour Street"),
)
FILES = """src/parser.py docs/plan.md notes.txt config.yaml app.main queue/worker.py
garden.csv backup.tar api/routes.py README.md""".split()

VOCABULARY = [
    *dict.fromkeys(
        [
            *COMMON,
            *FREQUENT,
            *(
                prefix + stem + ending
                for prefix in PREFIXES
                for ending in ENDINGS
                for stem in STEMS
            ),
        ]
    )
]
# Zipf as Mandelbrot mended it: the first few words are less extreme than 1/rank says.
_UP_TO = list(accumulate(1 / (rank + 2.7) for rank in range(1, len(VOCABULARY) + 1)))
_COMMON = frozenset(COMMON)
_SPOKEN = frozenset("so but and now then still maybe anyway because while though".split())
FEWEST_WORDS, MOST_WORDS = 8, 60
NAME_SHARE, NUMBER_SHARE, FILE_SHARE = 0.03, 0.012, 0.006


class Writer:
    """Writes texts, one after the other, from one seed."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def text(self) -> str:
        """One turn: a few sentences of 8 to 60 words together, short ones more often."""
        spread = self._chance.betavariate(1.3, 2.6)
        left = FEWEST_WORDS + round((MOST_WORDS - FEWEST_WORDS) * spread)
        sentences = []
        while left > 0:
            length = min(left, self._chance.randint(5, 16))
            sentences.append(self._sentence(length))
            left -= length
        return " ".join(sentences)

    def question(self) -> str:
        """What somebody looks for: two to four words that mean something, and some that do not."""
        telling = [self._word() for _ in range(self._chance.randint(2, 4))]
        idle = self._chance.choices(COMMON, k=self._chance.randint(1, 3))
        return " ".join([*idle, *telling])

    def exchange(self) -> tuple[str, str]:
        """What was asked and what was answered."""
        return self.text(), self.text()

    def number(self, below: int) -> int:
        return self._chance.randrange(below)

    def _word(self) -> str:
        """A word that is not among the commonest, as often as texts have it."""
        while True:
            (word,) = self._chance.choices(VOCABULARY, cum_weights=_UP_TO)
            if word not in _COMMON:
                return word

    def _sentence(self, length: int) -> str:
        words = self._chance.choices(VOCABULARY, cum_weights=_UP_TO, k=length)
        for i in range(1, length):
            chance = self._chance.random()
            if chance < NAME_SHARE:
                words[i] = self._chance.choice(NAMES)
            elif chance < NAME_SHARE + NUMBER_SHARE:
                words[i] = str(self._chance.randrange(1, 500))
            elif chance < NAME_SHARE + NUMBER_SHARE + FILE_SHARE:
                words[i] = self._chance.choice(FILES)
            elif words[i] in _SPOKEN:
                words[i - 1] += ","
        words[0] = words[0][:1].upper() + words[0][1:]
        return " ".join(words) + self._chance.choice("...........??!")
