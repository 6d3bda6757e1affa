"""Words for the same thing, and things that are kinds of another: two tables of English.

A decision against a thing is one against its kinds: no alcohol is no wine. It is not the other
way round, and two kinds of one thing are not each other: wine is no beer. Vectors, which know
only that words are met together, see Monday and Friday as near; these tables do not.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from wakeline.beliefs.stems import stem

# Each line one thing under all its names. Words joined by a hyphen stand side by side in a text.
_SAME: Final = """
    database db datastore sql sqlite postgres postgresql mysql schema table
    queue job task worker backlog background-job broker
    repository repo git codebase github source-tree history
    api endpoint interface web-service rest-api
    service backend server daemon
    monolith single-application
    frontend client user-interface ui gui
    code source program implementation codebase
    config configuration setting option parameter
    bug defect fault error issue
    outage downtime incident failure disruption
    test testing spec unit-test suite
    mock stub fake double
    release version build deployment rollout
    rewrite version port reimplementation
    production prod live
    infrastructure platform system stack service framework tooling tool
    library dependency package module framework
    cookie tracker beacon fingerprint
    tracking analytics telemetry follow profiling pixel
    website site page homepage webpage web visitor
    online internet web website blog instagram facebook twitter post upload social-media cloud
    public customer-facing external outside outsider third-party open
    private direct confidential personal dm
    search searchable index indexing lookup findable
    password secret credential token api-key key passphrase private-key
    card credit-card payment-card
    store save keep persist database
    log logfile journal
    backup snapshot copy
    encryption cipher
    feature functionality capability
    flag toggle switch
    server machine host computer
    automatic auto automated automatically by-itself themselves itself machine
    manual manually by-hand hand console directly
    machine model ai llm robot computer software deepl google-translate bot language-model neural
    ai chatgpt gpt llm language-model model copilot claude gemini
    customer client buyer user subscriber account consumer
    user customer visitor member account people
    data information record detail usage statistics
    record row entry data document table
    employee staff worker colleague teammate
    team group crew colleague squad
    event party celebration outing offsite gathering dinner tasting
    meeting call stand-up sync conference appointment session huddle
    boss manager supervisor chief
    designer ux-designer graphic-designer illustrator
    developer engineer programmer coder
    reseller distributor dealer retailer wholesaler distribution-partner partner
    supplier vendor provider
    contract agreement deal subscription
    renew renewal auto-renew extend rollover prolong
    discount rebate reduction lower-price price-cut percent-off cheaper markdown bargain
    price cost fee rate tariff
    invoice bill billing invoicing receipt
    money cash euro dollar pound loan fund sum
    loan credit mortgage lend
    loss lost deficit drawdown losing
    profit gain earning
    investor venture-capital vc fund seed-round angel shareholder equity invest
    capital funding investment fund
    advertising ad advertisement marketing broker promotion
    journalist reporter press newspaper correspondent media columnist
    answer reply response quote interview
    letter mail message note email
    message email mail text chat
    phone telephone hotline call ring helpline
    support help helpdesk service assistance customer-care
    lawyer attorney solicitor counsel
    child kid son daughter baby toddler boy girl grandchild pupil
    father dad daddy papa
    mother mum mom mama
    parent father mother mum dad
    sister sibling
    brother sibling
    partner spouse husband wife
    doctor physician gp
    photo picture photograph image snapshot portrait selfie
    video film clip footage screen remote
    essay piece article text story column
    poem verse poetry lyric stanza
    book novel volume
    paper manuscript article preprint draft study
    preprint arxiv biorxiv
    publish blog magazine journal newspaper print-run
    dialogue speech conversation said whispered
    chapter section
    class course lesson lecture seminar
    exam test quiz examination
    question item problem
    student pupil learner
    teacher instructor tutor
    grade mark score
    study trial experiment
    outlier extreme-value extreme anomaly unusually-high unusual
    participant subject respondent
    car vehicle automobile
    flight plane fly airplane aeroplane airline
    train rail railway
    travel trip journey
    garden yard lawn vegetable-bed bed flower-bed
    tree trunk
    pesticide insecticide herbicide chemical poison pest-killer weedkiller fungicide glyphosate
    nursery baby-room child-room
    room chamber
    robot vacuum-cleaner
    arm gripper manipulator
    alcohol booze liquor drink
    gluten wheat bread pasta flour barley rye seitan couscous noodle pancake cake pizza
    dairy milk cheese butter yoghurt cream
    meat beef pork ham steak bacon chicken sausage
    sugar sweets candy
    painkiller ibuprofen aspirin paracetamol
    run jog race marathon sprint running
    knee leg
    sleep bed nap
    morning am early
    afternoon pm
    evening pm tonight
    night overnight midnight
    hour clock
    remote video online virtual
    pair pairing
    programming coding
    cancel cancellation unsubscribe
    dark-pattern guilt-trip trick
    hire recruit job-ad
"""
# Before the colon a thing, behind it kinds of it.
_KINDS: Final = """
    animal: mouse mice rat dog cat rabbit monkey pig horse bird fish sheep cow rodent primate
    pet: dog cat hamster rabbit budgie
    alcohol: beer wine whisky whiskey vodka gin rum champagne cider cocktail prosecco
    drug: ibuprofen aspirin cocaine cannabis
    orm: sqlalchemy django hibernate model object
    browser: chrome firefox safari edge internet-explorer
    language: english spanish german french portuguese python rust java go
    infrastructure: server cluster database queue scheduler scheduling pipeline kubernetes
    vehicle: car bus truck van bicycle
    car: golf volvo tesla van suv
    social-media: instagram facebook twitter tiktok linkedin mastodon
    food: bread rice pasta cheese meat
    secret: key password token
    fruit: apple pear plum cherry banana
    weekend: saturday sunday
    document: contract paper letter
    business-hours: noon midday
"""


@cache
def _names() -> tuple[dict[str, frozenset[int]], dict[str, frozenset[str]]]:
    """By stem: the lines of the same, and what a thing is a kind of."""
    same: dict[str, set[int]] = {}
    for number, line in enumerate(_SAME.strip().splitlines()):
        for name in line.split():
            same.setdefault(stemmed(name), set()).add(number)
    wider: dict[str, set[str]] = {}
    for line in _KINDS.strip().splitlines():
        thing, kinds = line.split(":")
        for name in kinds.split():
            wider.setdefault(stemmed(name), set()).add(stemmed(thing.strip()))
    return (
        {name: frozenset(lines) for name, lines in same.items()},
        {name: frozenset(things) for name, things in wider.items()},
    )


def stemmed(name: str) -> str:
    return "-".join(map(stem, name.split("-")))


@cache
def joined_names() -> frozenset[str]:
    """The names of several words."""
    same, wider = _names()
    return frozenset(name for name in (*same, *wider) if "-" in name)


def is_said_by(thing: str, word: str) -> bool:
    """Whether a word names a thing or a kind of it, both as stems."""
    same, wider = _names()
    if not same.get(thing, frozenset()).isdisjoint(same.get(word, frozenset())):
        return True
    return thing in wider.get(word, frozenset())
