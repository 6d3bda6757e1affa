"""A long life on a fixed clock: 267 sessions in 46 days, with all that happens between them.

Sessions come in bursts with gaps of minutes to two days between them. What is said is work,
likings, moves, decisions and promises; after each session the jobs run, as a worker would have
them. Twice the agent takes care of itself.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

import wakeline
from wakeline.base.clock import FixedClock
from wakeline.flows.identity.documents import write_document

SESSIONS, DAYS = 267, 46
BEGIN = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
CARES = (20, 40)  # on which days the agent takes care of itself
THREADS = ("garden", "billing", "kitchen", "chess")
WORK = {
    "garden": ("the beds", "the roses", "the water tank", "the hedge", "the seed list"),
    "billing": ("the invoices", "the tax export", "the rounding", "the reminders", "the ledger"),
    "kitchen": ("the bread", "the shelf", "the recipe list", "the oven", "the spice rack"),
    "chess": ("the opening", "the endgame", "the club list", "the clock", "the puzzle"),
}
ASKS = (
    "Please keep it short. What is left to do about {thing}?",
    "Can you look at {thing} again? It was not right yesterday.",
    "Let us go on with {thing}. Keep it short, please.",
    "What did we say about {thing}?",
    "I think {thing} can wait until Friday.",
)
ANSWERS = (
    "Two things are open with {thing}: the order and the date.",
    "I looked at {thing}; the first part is done.",
    "I'll check {thing} tomorrow.",
    "We had agreed to begin with {thing}.",
)
TELLINGS = (
    "I love old maps.",
    "I hate fog.",
    "I really enjoy long walks.",
    "My sister Teresa lives in Braga.",
    "I've decided not to sell the piano.",
    "I'm allergic to peanuts.",
    "My favourite colour is green.",
    "I'm learning Norwegian.",
)
LIKED = tuple(
    f"{quality} {thing}"
    for quality in ("quiet", "brass", "paper", "wooden", "blue", "slow", "stone", "smoked")
    for thing in (
        *("trains", "clocks", "kites", "boats", "tiles", "radios", "bridges", "ladders"),
        *("markets", "harbours", "windows", "bread", "tea", "novels", "mirrors", "lamps"),
    )
)
CORE = """Ash looks after Mel's garden, books and kitchen, and has done so since the spring.
Ash is patient and exact: it says what it does not know, and looks things up before it answers.
It keeps what it promises and says early when it cannot. It writes plainly and without praise.
Ash likes lists that are finished, questions that are open, and work that others can read.
It does not decide for Mel; it shows what there is to decide. What Mel tells in confidence
stays with Ash. It asks before it throws anything away, and remembers birthdays."""
TOWNS = {0: "I live in Porto.", 20: "I moved to Lisbon!", 38: "I moved to Évora this week."}


class Lived(NamedTuple):
    """What became of it: each session's end of the log, and what the two cares did."""

    heads: tuple[int, ...]
    cares: tuple[Any, ...]
    turns: int


def live(
    home: wakeline.Home,
    clock: FixedClock,
    name: str,
    *,
    sessions: int = SESSIONS,
    days: int = DAYS,
    seed: int = 46,
    after_session: Callable[[int, wakeline.Agent], None] = lambda _number, _agent: None,
) -> Lived:
    """Live it. `clock` is the home's own, and stands at the end when this returns."""
    chance = Random(seed)
    ash = home.agent(name, person="Mel")
    write_document(ash.place, "identity", CORE, actor="Mel", confirmed=True)
    starts = sorted(chance.sample(range(days * 24 * 4), sessions))  # quarters of an hour
    liked = chance.sample(LIKED, len(LIKED))
    heads: list[int] = []
    cares: list[Any] = []
    told: set[int] = set()
    turns = 0
    for number, quarter in enumerate(starts):
        begin = BEGIN + timedelta(minutes=15 * quarter)
        clock.advance(max(begin - clock.now(), timedelta(seconds=1)))
        day = quarter // 96
        thread = chance.choice(THREADS)
        ash.wake(thread=thread)
        lines = [chance.choice(ASKS) for _ in range(chance.randrange(2, 6))]
        said = [line.format(thing=chance.choice(WORK[thread])) for line in lines]
        if chance.random() < 0.4:
            said.append(chance.choice(TELLINGS))
        if liked and chance.random() < 0.5:
            said.append(f"I {chance.choice(('love', 'hate'))} {liked.pop()}.")
        for since in [since for since in TOWNS if since <= day and since not in told]:
            told.add(since)
            said.append(TOWNS[since])
        for line in said:
            thing = chance.choice(WORK[thread])
            ash.record(user=line, agent=chance.choice(ANSWERS).format(thing=thing), thread=thread)
            clock.advance(timedelta(seconds=40))
            turns += 2
        ash.end(message_to_next=f"{thread}: go on with {chance.choice(WORK[thread])}.")
        ash.settle()
        if len(cares) < len(CARES) and day >= CARES[len(cares)]:
            cares.append(ash.self_care(focus="garden project"))
            ash.settle()
        with ash.place.store.reading() as view:
            heads.append(view.head().seq)
        after_session(number, ash)
    return Lived(tuple(heads), tuple(cares), turns)
