"""Closed lists of words on which rules rest: trades, languages, sports, verbs.

A list says for certain what a grammar would guess. It does not know the rules.
"""

from __future__ import annotations

from typing import Final


def _any_of(listed: str) -> str:
    return "|".join(sorted(listed.replace("\n", " ").split(), key=len, reverse=True)).replace("_", r"\s+")


NUMBER: Final = (
    "(?:" + _any_of("""
    two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    """) + ")"
)
LANGUAGES: Final = (
    "(?:" + _any_of("""
    English Spanish French German Italian Portuguese Dutch Swedish Norwegian Danish Finnish Polish
    Russian Ukrainian Czech Greek Turkish Arabic Hebrew Persian Hindi Bengali Urdu Punjabi Tamil
    Mandarin Cantonese Chinese Japanese Korean Vietnamese Thai Indonesian Malay Swahili Hungarian
    Romanian Bulgarian Serbian Croatian Catalan Irish Welsh Latin Tagalog
    """) + ")"
)
INSTRUMENTS: Final = _any_of("""
    piano guitar violin drums bass flute clarinet saxophone trumpet cello harp ukulele keyboard
    viola banjo harmonica accordion oboe trombone
""")
SPORTS: Final = _any_of("""
    basketball football soccer tennis volleyball hockey baseball golf rugby cricket badminton
    chess handball softball table_tennis ping_pong video_games
""")
JOBS: Final = _any_of("""
    accountant actor actress architect artist author baker banker barber barista bartender biologist
    builder carpenter chef chemist cook consultant contractor counselor counsellor dancer dentist
    designer developer director doctor driver economist editor electrician engineer entrepreneur
    farmer filmmaker firefighter gardener hairdresser illustrator investor journalist judge
    lawyer lecturer librarian manager mechanic model musician nurse nutritionist officer painter
    paramedic pastor pharmacist photographer physicist physiotherapist pianist pilot plumber poet
    policeman politician potter producer professor programmer psychologist psychiatrist realtor
    researcher salesman scientist screenwriter secretary singer soldier streamer student surgeon
    surveyor tailor teacher technician therapist translator tutor vet veterinarian veteran waiter
    waitress writer
""")
# What somebody did; states of mind ("felt", "wanted") and what did not come off are left out.
PAST: Final = (
    r"(?!(?:wanted|needed|hoped|planned|tried|decided|used|intended|seemed|looked|wished|expected"
    r"|missed|liked|loved|enjoyed|hated|preferred|wondered|realized|noticed|believed|remembered"
    r"|talked|chatted|texted|promised|agreed|moved\s+on|excited|tired|need|feed|speed)\b)"
    r"[a-z]{2,}ed|" + _any_of("""
    went had did got took made saw met ran won lost bought brought found gave wrote read taught
    spoke drove flew swam rode sang drank ate began became built broke caught chose drew fell
    fought held hit kept left led made paid put sat sold sent set spent stood threw woke wore
    came quit hung sent shot dug grew hurt hosted was_in was_at went_back finally_got
    """)
)
# What is promised to somebody, rather than hoped for oneself.
VOWS: Final = _any_of("""
    send share bring call text email let_you_know show help teach check look_into remind write fix
    book buy finish prepare pick get_back introduce review update keep_you_posted keep_you_updated
    forward lend give make_sure message upload order schedule deliver return pay invite cook bake
    meet join visit come_by stop_by
""")
