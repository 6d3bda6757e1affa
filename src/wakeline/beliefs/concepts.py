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
    database db datastore sql
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
    infrastructure platform stack
    library dependency package module framework
    cookie tracker beacon fingerprint
    tracking analytics telemetry follow profiling pixel
    website site page homepage webpage visitor
    online internet web
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
    ai llm language-model
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
    money cash sum
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
    child kid
    father dad daddy papa
    mother mum mom mama
    parent father mother mum dad
    sister sibling
    brother sibling
    partner spouse husband wife
    doctor physician gp
    photo picture photograph image snapshot portrait selfie
    video film clip footage screen remote
    essay piece article text column
    poem verse poetry lyric stanza
    book novel volume
    paper manuscript article preprint draft study
    preprint arxiv biorxiv
    dialogue speech conversation said whispered
    chapter section
    class course lesson lecture seminar
    exam test quiz examination
    question item problem
    student pupil learner
    teacher instructor tutor
    grade mark score
    study trial experiment
    heating thermostat radiator
    music soundtrack song tune
    roadmap plan
    intern internship trainee
    homework exercise
    holiday vacation break
    record tape film
    office premises workspace room
    parcel package delivery shipment
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
    sugar sweets candy
    painkiller ibuprofen aspirin paracetamol
    run jog race marathon sprint running
    knee leg
    sleep bed nap
    morning early
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
    database: sqlite postgres postgresql mysql oracle mongodb table schema
    online: website blog instagram facebook twitter tiktok linkedin youtube post upload cloud
    website: blog shop
    infrastructure: platform system service framework tool
    machine: ai llm model robot computer software deepl bot chatgpt language-model google-translate
    ai: chatgpt gpt model copilot claude gemini
    money: euro dollar pound loan fund note
    child: son daughter baby toddler boy girl grandchild pupil
    gluten: wheat bread pasta flour barley rye seitan couscous noodle pancake cake pizza
    dairy: milk cheese butter yoghurt cream
    meat: beef pork ham steak bacon chicken sausage lamb turkey
    publish: blog magazine journal newspaper
    phone: iphone android
    mobile: iphone android
    app: iphone android
    music: piano guitar song
    plastic: pet
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
            same.setdefault(stem_name(name), set()).add(number)
    wider: dict[str, set[str]] = {}
    for line in _KINDS.strip().splitlines():
        thing, kinds = line.split(":")
        for name in kinds.split():
            wider.setdefault(stem_name(name), set()).add(stem_name(thing.strip()))
    return (
        {name: frozenset(lines) for name, lines in same.items()},
        {name: frozenset(things) for name, things in wider.items()},
    )


def stem_name(name: str) -> str:
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
