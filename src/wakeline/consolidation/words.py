"""Closed lists of words on which rules rest: trades, languages, sports, verbs.

A list says for certain what a grammar would guess. It does not know the rules.
"""

from __future__ import annotations

from typing import Final

from wakeline.language.numbers import number_words, small_numbers
from wakeline.language.word_lists import any_of as patterns_of


def any_of(listed: str) -> str:
    """The words of a list as alternatives, the longest first; "_" joins two words."""
    return "|".join(sorted(listed.split(), key=len, reverse=True)).replace("_", r"\s+")


_TENS: Final = patterns_of(word for word, value in number_words().items() if 20 <= value < 100)
_ONES: Final = patterns_of(small_numbers(most=9))
_UP_TO_19: Final = patterns_of(
    word for word, value in small_numbers(most=19).items() if value > 1 and word != "dozen"
)
NUMBER: Final = rf"(?:\d{{1,3}}|(?:{_TENS})(?:-(?:{_ONES}))?|{_UP_TO_19})"
LANGUAGES: Final = "(?:{})".format(
    any_of("""
    English Spanish French German Italian Portuguese Dutch Swedish Norwegian Danish Finnish Polish
    Russian Ukrainian Czech Greek Turkish Arabic Hebrew Persian Hindi Bengali Urdu Punjabi Tamil
    Mandarin Cantonese Chinese Japanese Korean Vietnamese Thai Indonesian Malay Swahili Hungarian
    Romanian Bulgarian Serbian Croatian Catalan Irish Welsh Latin Tagalog
    """)
)
GAMES: Final = any_of("""
    piano guitar violin drums bass flute clarinet saxophone trumpet cello harp ukulele keyboard
    viola banjo harmonica accordion oboe trombone basketball football soccer tennis volleyball
    hockey baseball golf rugby cricket badminton chess handball softball table_tennis ping_pong
    video_games
""")
JOBS: Final = any_of("""
    accountant actor actress architect artist author baker banker barber barista bartender biologist
    builder carpenter chef chemist cook consultant contractor counselor counsellor dancer dentist
    designer developer director doctor driver economist editor electrician engineer entrepreneur
    farmer filmmaker firefighter gardener hairdresser illustrator investor journalist judge lawyer
    lecturer librarian manager mechanic model musician nurse nutritionist painter paramedic pastor
    pharmacist photographer physicist physiotherapist pianist pilot plumber poet policeman
    politician
    potter professor programmer psychologist psychiatrist realtor researcher salesman scientist
    screenwriter secretary singer soldier streamer student surgeon surveyor tailor teacher
    technician
    therapist translator tutor vet veterinarian veteran waiter waitress writer
""")
COUNTED: Final = any_of("""
    kids children sons daughters brothers sisters siblings dogs cats pets turtles horses
    grandchildren grandkids cars bikes
""")
BELONGINGS: Final = any_of("""
    car phone laptop computer bike email email_address phone_number timezone time_zone nationality
    shoe_size blood_type username handle
""")
SHOPS: Final = any_of("""
    business shop store studio bakery company restaurant cafe café farm startup blog podcast hotel
    gallery gym school
""")
ONE_WORD: Final = {"kids": "children", "grandkids": "grandchildren", "color": "colour"}
# What somebody did. States of mind ("felt", "wanted"), what had to be done, what did not come
# off, and talk about talking are left out.
PAST: Final = (
    r"(?!(?:wanted|needed|hoped|planned|tried|decided|used|intended|seemed|looked|wished|expected"
    r"|missed|liked|loved|enjoyed|hated|preferred|wondered|realized|noticed|believed|remembered"
    r"|talked|chatted|texted|promised|agreed|moved\s+on|lived|excited|tired|need|feed|speed|managed"
    r"|attempted|failed|struggled|wandered|figured|guessed|assumed|forced|supposed|caught\s+up"
    r"|had\s+(?:to|no|been|a\s+(?:feeling|similar))|got\s+(?:it|to\s+go|some|your)|kept|heard"
    r"|learned"
    r"|ended|happened|appreciated|mentioned|asked|called|replied|thanked|checked|went\s+(?:well"
    r"|great|out)|came\s+(?:up|out)"
    r"|laughed|cried|took\s+(?:a\s+(?:while|look|pic|photo|picture)|time|me)|made\s+(?:sure|me"
    r"|it))\b)(?:[a-z]{2,}ed|"
    + any_of("""
    went had did got took made saw met ran won lost bought brought found gave wrote read taught
    drove flew swam rode sang drank ate began became built broke caught drew fell fought held hit
    left led paid put sold sent set spent threw wore came quit shot grew hurt was_in was_at
    """)
    + r")(?![\w'])"
)
DOING: Final = any_of("""
    doing reading offering teaching mentoring taking teaming_up trying_out practicing practising
    playing watching volunteering looking_for applying_for expanding renting saving coaching using
""")
DONE: Final = any_of("""
    written seen taken given driven flown ridden sung eaten begun become built broken drawn fallen
    grown worn sent won lost bought found read taught run sold left
""")
# What is promised to somebody, rather than hoped for oneself.
VOWS: Final = any_of("""
    send share bring call text email show help teach check look_into remind write fix book buy
    finish prepare pick introduce review update forward lend give message upload order schedule
    deliver return pay invite cook bake visit make
""")
# What a plan may begin with and yet be none.
NO_PLANS: Final = any_of("""
    keep be try do have need say tell miss love like enjoy see get_there stay make_it make_sure give
    go_for continue rock crush kill bet guess ask check_it stick remember never always take_it
    work_hard push look feel hold win succeed bed work school church town college uni university
    class court jail hell
""")
# What one has without having anything: a question, a feeling, a good time.
NOT_HAD: Final = any_of("""
    question questions feeling idea ideas plan plans problem issue story stories chance point lot
    few
    bit hard tough great good nice passion dream goal blast picture pic photo look hunch suggestion
    concern doubt request long big busy crazy deadline time day week month year moment way reason
    couple hope sense say view thing love bunch ton different similar special clear better choice
    interview meeting appointment exam test game tournament support soft
""")
LIKED_AS_SUCH: Final = any_of("""
    beach outdoors ocean sea mountains water city countryside sun rain snow winter summer spring
    autumn fall woods forest desert gym theatre theater cinema opera stars moon sky arts
""")
