"""What generated lives are made of: people, things to promise, decide, know and avoid, and talk.

Material only; which of it a life gets is decided by its seed. Every entry is used at most once
in a life, so that its words find it again.
"""

from __future__ import annotations

from typing import Final

NAMES: Final = (
    "Vera", "Tomas", "Nadia", "Ines", "Joaquim", "Leila", "Pavel", "Greta", "Hamid", "Oona",
    "Rui", "Sofia", "Dmitri", "Yara", "Bruno", "Kerstin", "Malik", "Petra", "Anselm", "Chiara",
    "Fatou", "Gustav", "Hana", "Ivo", "Jelena", "Kofi", "Lourdes", "Mateus",
)  # fmt: skip
THREADS: Final = ("workshop", "harbour", "archive", "kitchen", "festival", "greenhouse", "radio")

# What the agent promises somebody: the act, and the words by which it is known.
PROMISES: Final = (
    ("send {who} the audit notes", "audit notes"),
    ("draft the lease reply for {who}", "lease reply"),
    ("check the kiln invoices with {who}", "kiln invoices"),
    ("book the rehearsal room for {who}", "rehearsal room"),
    ("translate the warranty letter for {who}", "warranty letter"),
    ("collect the soil samples list from {who}", "soil samples"),
    ("answer the museum enquiry that {who} forwarded", "museum enquiry"),
    ("prepare the grant budget with {who}", "grant budget"),
    ("return the scanner manual to {who}", "scanner manual"),
    ("compare the freight quotes for {who}", "freight quotes"),
    ("proofread the harvest leaflet for {who}", "harvest leaflet"),
    ("remind {who} about the boiler inspection", "boiler inspection"),
)
# What was decided against: the thing, and what it was for.
DECISIONS: Final = (
    ("Redis", "session cache"),
    ("the night ferry", "summer freight"),
    ("glossy paper", "programme booklet"),
    ("a shared password", "ticket printer"),
    ("weekly billing", "wholesale customers"),
    ("plastic trays", "seedling stall"),
    ("the old mixer", "sourdough batches"),
    ("video calls", "Monday review"),
    ("a second server", "photo archive"),
    ("outside caterers", "opening night"),
    ("early access", "members area"),
    ("discount codes", "autumn sale"),
)
# What is so until it changes: what it is about, and values it may have.
FACTS: Final = (
    ("gate code", ("4471", "9026", "3185", "7702")),
    ("ferry booking", ("QX-418", "LM-207", "TR-935", "BD-662")),
    ("meeting room", ("Alder", "Birch", "Juniper", "Rowan")),
    ("staging host", ("heron", "stork", "plover", "curlew")),
    ("delivery day", ("Tuesday", "Thursday", "Saturday", "Wednesday")),
    ("flour supplier", ("Molina", "Castro", "Weidner", "Arkell")),
    ("monthly rent", ("1180 euros", "1240 euros", "1315 euros", "1090 euros")),
    ("bank reference", ("K-5520", "K-8813", "K-3047", "K-9168")),
    ("opening hour", ("half past seven", "eight sharp", "nine sharp", "ten sharp")),
    ("release branch", ("maple-2", "cedar-4", "willow-7", "hazel-3")),
    ("insurance number", ("PZ-60418", "PZ-77205", "PZ-31964", "PZ-88430")),
    ("choir size", ("34 singers", "41 singers", "29 singers", "37 singers")),
)
# Who has which part; some of these pass from one to another.
ROLES: Final = (
    "roof contract", "night shift", "seed catalogue", "print shop", "customs paperwork",
    "sound desk", "school visits", "bread oven", "mailing list", "stage lighting",
)  # fmt: skip
# Who somebody is to the person.
KIN: Final = (
    ("cousin", "beekeeping"),
    ("sister", "cello"),
    ("godson", "fencing"),
    ("former landlord", "chess"),
    ("neighbour", "sailing"),
    ("oldest friend", "pottery"),
    ("uncle", "orchids"),
    ("first teacher", "astronomy"),
)
# What went wrong once and must not be done again.
GUARDS: Final = (
    ("restart the kiln controller remotely", ("kiln controller", "remotely"), "a batch cracked"),
    ("mail the entire choir", ("mail", "entire choir"), "forty people answered at once"),
    ("sign for pallets without counting", ("pallets", "counting"), "six were missing"),
    ("share the donor sheet by link", ("donor sheet", "link"), "it was forwarded"),
    ("call the landlord on Sundays", ("landlord", "Sundays"), "he was furious"),
    ("delete the raw recordings", ("delete", "raw recordings"), "one take could not be repeated"),
    ("order labels from the cheap printer", ("labels", "cheap printer"), "the ink ran"),
    ("merge the pricing table by hand", ("pricing table", "by hand"), "two columns swapped"),
    ("promise dates to the council", ("dates", "council"), "they published them"),
    ("leave the vents open overnight", ("vents", "overnight"), "the seedlings froze"),
)
# What is meant to be done next.
INTENTS: Final = (
    ("sketch the autumn window display", "window display"),
    ("test the backup generator under load", "backup generator"),
    ("interview the two apprentices", "apprentices"),
    ("rewrite the volunteer handbook", "volunteer handbook"),
    ("measure the loading ramp", "loading ramp"),
    ("archive the winter photographs", "winter photographs"),
    ("try the rye recipe with less water", "rye recipe"),
    ("map the irrigation lines", "irrigation lines"),
    ("compare two accounting programs", "accounting programs"),
    ("record the jingle again", "jingle"),
)
NEGATIONS: Final = (
    "not", "never", "no", "don t", "won t", "without", "against", "avoid",
)  # fmt: skip

# What nobody needs to know later, kept all the same.
TRIFLES: Final = (
    ("tea order", ("jasmine", "assam", "rooibos")),
    ("printer paper", ("80 grams", "90 grams", "100 grams")),
    ("parking spot", ("row C", "row F", "row H")),
    ("playlist of the week", ("fado", "baroque", "ska")),
    ("desk lamp bulb", ("E14", "E27", "GU10")),
    ("coffee machine setting", ("strong", "mild", "double")),
    ("window blinds", ("half down", "fully up", "tilted")),
    ("newsletter colour", ("teal", "ochre", "plum")),
    ("keyboard layout", ("Portuguese", "Swiss", "Nordic")),
    ("bus line", ("line 714", "line 28", "line 732")),
)
CHORES: Final = (
    "sweep the storeroom", "refill the stapler", "sort the cables", "wash the tea towels",
    "renumber the shelves", "water the lobby plants", "descale the kettle", "label the spare keys",
    "empty the inbox", "dust the projector", "count the chairs", "fold the tablecloths",
)  # fmt: skip
REMARKS: Final = (
    "The afternoon was quiet and the light was good.",
    "We talked about how slowly the paint dries in this weather.",
    "There was a long detour about fonts and who still likes them.",
    "Lunch ran late and nobody minded.",
    "The heating made its clicking noise again.",
    "A parcel came for the wrong floor.",
    "Somebody left a bicycle in the corridor.",
    "The old radio picked up a station from across the border.",
)
ASKED: Final = (
    "Morning. Can you look over what we have for {topic} and tell me if anything stands out?",
    "I read through {topic} again last night. Does the order of the parts make sense to you?",
    "What would you do first about {topic} if you had only an hour?",
    "Somebody asked me about {topic} and I did not have a good answer. What do we know?",
    "Could you put {topic} into three sentences for the board?",
    "How did we handle {topic} the last time, roughly?",
    "I am tired today, so keep it short: where are we with {topic}?",
    "Is there anything about {topic} that you would cut?",
    "Let us think aloud about {topic} for a moment.",
    "Remind me why {topic} takes so long every year.",
)
TOPICS: Final = (
    "the floor plan", "the spring schedule", "the parts list", "the visitor numbers",
    "the draft speech", "the packing order", "the photo captions", "the cost overview",
    "the seating", "the weather plan", "the tool inventory", "the guest list", "the route",
    "the maintenance log", "the colour samples", "the survey answers",
)  # fmt: skip
ANSWERED: Final = (
    "Most of {topic} holds together, and the beginning is the strongest part.",
    "I would start with what cannot be moved and arrange the rest around it.",
    "The middle repeats itself; two of the paragraphs say the same thing in other words.",
    "There is a pattern in it: whatever was rushed in one year came back in the next.",
    "Three things stand out, and only one of them costs money.",
    "If we keep the first half as it is, the second can be shortened by about a third.",
    "It depends on who reads it; for people who know the place, half of it is obvious.",
    "The numbers look plausible, though the last column was added up by hand.",
    "My suggestion is to leave it for a day and read it once more with fresh eyes.",
    "It took long because everybody waited for everybody else, not because it was hard.",
    "I would cut the introduction and begin with the example.",
    "For the board one sentence is enough: it is on track, and the reason is preparation.",
    "There were no surprises in it, which is a good sign for something this size.",
    "What I am least sure about is the order, so I wrote down both versions.",
    "The wording is friendly and a little vague, which may be what it needs to be.",
    "As far as I can tell nobody depends on the part that is missing.",
)
FOLLOWED: Final = (
    "Good, that helps.", "Fine by me.", "Let me sleep on it.", "Yes, do it that way.",
    "I see. Carry on.", "That is what I thought as well.", "Hm, maybe.", "All right.",
)  # fmt: skip
