"""What an agent will need, planted into sessions: each need is said, and kept or not.

How it is kept is what people do: as a fact, a memory, a task, a hint, in what the session
leaves, or not at all; and some of what was kept is not kept up.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final
from zoneinfo import ZoneInfo

from bench.quality import life_words as words
from bench.quality.life import FRESH, Step
from bench.quality.wake_measures import Mutable, Need

FIRST_DAY: Final = datetime(2026, 1, 12, tzinfo=UTC)
ZONES: Final = ("Europe/Lisbon", "America/Bogota", "Asia/Tokyo", "Europe/Helsinki")


def key_of(about: str) -> str:
    """The key under which a fact about something is kept."""
    return about.replace(" ", ".")


class Session:
    """A session while it is being written."""

    def __init__(self, at: datetime, thread: str) -> None:
        self.at = at
        self.thread = thread
        self.planted: list[Step] = []  # said and kept; minutes are given when it is mixed
        self.open: list[str] = []
        self.decided: list[str] = []
        self.warned: list[str] = []


class Planting:
    """Sessions with needs in them. All chance comes from one source, in one order."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = Random(f"wakeline life {seed}")
        self.names = self._shuffled(words.NAMES)
        self.person = self.names.pop()
        self.zone = self.chance.choice(ZONES)
        self.threads = self._shuffled(words.THREADS)[: self.chance.randint(2, 4)]
        self.carries = self.chance.choice((0.0, 0.5, 0.9))  # how much a handoff takes over
        self.needs: list[Need] = []
        self.mutables: list[Mutable] = []
        self.open_work: list[tuple[str, ...]] = []
        self.sessions = self._calendar()

    # -- chance

    def _shuffled(self, pool: Sequence[Any]) -> list[Any]:
        return self.chance.sample(pool, len(pool))

    def _often(self, share: float) -> bool:
        return self.chance.random() < share

    def _kept_as(self, **weights: int) -> str:
        return self.chance.choices(list(weights), list(weights.values()))[0]

    def _calendar(self) -> list[Session]:
        """Sessions over three to six weeks; more than one on some days."""
        count = self.chance.randint(10, 16)
        days = sorted(self.chance.choices(range(self.chance.randint(21, 42)), k=count))
        hours = sorted((day, 8 + 11 * self.chance.random()) for day in days)
        found: list[Session] = []
        zone = ZoneInfo(self.zone)
        for day, hour in hours:
            at = (FIRST_DAY.replace(tzinfo=zone) + timedelta(days=day, hours=hour)).astimezone(UTC)
            at = at.replace(second=0, microsecond=0)
            if found and at < found[-1].at + timedelta(hours=2):
                at = found[-1].at + timedelta(hours=2)
            found.append(Session(at, self.chance.choice(self.threads)))
        return found

    def _when(self, least: int = 0) -> int:
        """The number of a session: a third the last one, a quarter shortly before, else earlier."""
        last = len(self.sessions) - 1
        drawn = self.chance.random()
        if drawn < 0.35:
            return last
        if drawn < 0.6:
            return max(least, self.chance.randint(last - 3, last - 1))
        return self.chance.randint(min(least, last - 4), last - 4)

    # -- needs: each is said, and kept or not

    def _say(self, number: int, user: str, agent: str) -> None:
        self.sessions[number].planted.append(Step(0, "say", {"user": user, "agent": agent}))

    def _keep(self, number: int, do: str, **given: Any) -> None:
        self.sessions[number].planted.append(Step(0, do, given))

    def _memory(self, number: int, text: str, kind: str) -> None:
        given: dict[str, Any] = {"content": text, "type": kind, "importance": self._weight()}
        if self._often(0.15):
            given["pinned"] = True
        if self._often(0.3):
            given["project"] = self.sessions[number].thread
        self._keep(number, "memory", **given)

    def _set(self, number: int, about: str, value: str, importance: int) -> None:
        self._keep(number, "fact", key=key_of(about), value=value, importance=importance)

    def _weight(self) -> int:
        return self.chance.randint(5, 9)

    def _promise(self, entry: tuple[str, str]) -> None:
        act, what = entry
        who, number = self.names.pop(), self._when()
        act = act.format(who=who)
        asked = self.chance.choice(("Could you {act}?", "It would help me if you could {act}."))
        vowed = self.chance.choice(
            (
                "Yes. I will {act} before the month is over.",
                "You have my word: I will {act}.",
                "I promise to {act}, next week at the latest.",
            )
        )
        self._say(number, asked.format(act=act), vowed.format(act=act))
        self.needs.append(Need("promise", (what,), (who,)))
        how = self._kept_as(task=40, hint=20, handoff=25, nothing=15)
        self._to_do(number, how, act, f"Promised to {act}.", (what, who))

    def _intent(self, entry: tuple[str, str]) -> None:
        act, what = entry
        number = self._when()
        said = self.chance.choice(
            ("Next I want to {act}.", "After this we should {act}.", "I mean to {act} soon.")
        )
        self._say(number, said.format(act=act), f"Good. To {act} is what comes next, then.")
        self.needs.append(Need("intent", (what,), (act.split()[0],)))
        how = self._kept_as(task=35, hint=30, handoff=20, nothing=15)
        self._to_do(number, how, act, f"Next: {act}.", (what, act.split()[0]))

    def _to_do(self, number: int, how: str, act: str, note: str, known: tuple[str, ...]) -> None:
        title = act[0].upper() + act[1:]
        at = self.sessions[number].at
        if how == "task":
            due = self.sessions[-1].at + timedelta(days=self.chance.randint(-2, 12))
            given = {"title": title, "priority": self.chance.randint(3, 8)}
            self._keep(number, "task", **given, **({"due": due} if self._often(0.5) else {}))
            self.open_work.append(known)
            self.mutables.append(Mutable("task", known, (), True, at, fresh_for=FRESH))
        elif how == "hint":
            self._keep(number, "hint", content=note, priority=self.chance.randint(3, 8))
        if how == "handoff" or (how != "nothing" and self._often(0.4)):
            self.sessions[number].open.append(note)

    def _decision(self, entry: tuple[str, str]) -> None:
        thing, purpose = entry
        number = self._when()
        said = self.chance.choice(
            (
                "I have thought about it: let us not use {0} for the {1}.",
                "We will not go with {0} for the {1}, whatever it costs.",
                "No {0} for the {1}, please. I am sure about that.",
            )
        ).format(thing, purpose)
        note = f"Decided against {thing} for the {purpose}."
        self._say(number, said, f"Understood: we decided against {thing} for the {purpose}.")
        self.needs.append(Need("decision", (purpose,), (thing,), any_of=words.NEGATIONS))
        how = self._kept_as(memory=45, handoff=35, nothing=20)
        if how == "memory":
            self._memory(number, note, "semantic")
        if how == "handoff" or (how == "memory" and self._often(0.4)):
            self.sessions[number].decided.append(note)

    def _guard(self, entry: tuple[str, tuple[str, ...], str]) -> None:
        act, known, reason = entry
        number = self._when()
        note = f"Never {act}: last time {reason}."
        self._say(number, f"Please never {act} again. Last time {reason}.", f"I will not {act}.")
        self.needs.append(Need("guard", known[:1], known[1:], any_of=words.NEGATIONS))
        how = self._kept_as(memory=55, handoff=25, nothing=20)
        if how == "memory":
            self._memory(number, note, "instruction")
        elif how == "handoff":
            self.sessions[number].warned.append(note)

    def _fact(self, entry: tuple[str, tuple[str, ...]]) -> None:
        about, pool = entry
        old, new = self.chance.sample(pool, 2)
        number = self._when(least=2)
        before = self.chance.randint(0, max(0, number - 2))
        self._say(before, f"For your notes: the {about} is {old}.", f"Noted, the {about} is {old}.")
        gone = f", no longer {old}" if self._often(0.4) else ""
        told = f"The {about} has changed. From today the {about} is {new}{gone}."
        self._say(number, told, f"Thank you. The {about} is {new} from now on.")
        self.needs.append(Need("fact", (about,), (new,), old=((old,),)))
        self._two_values("fact", (about,), old, new, before, number)
        how = self._kept_as(both=65, first=8, nothing=27)
        weight = self._weight()
        if how != "nothing":
            self._set(before, about, old, weight)
            if self._often(0.3):
                self._memory(before, f"The {about} is {old}.", "semantic")
        if how == "both":
            self._set(number, about, new, weight)

    def _two_values(
        self, kind: str, about: tuple[str, ...], old: str, new: str, before: int, after: int
    ) -> None:
        instead = ((new,),)
        was, now = self.sessions[before].at, self.sessions[after].at
        self.mutables.append(Mutable(kind, about, (old,), False, was, instead))
        self.mutables.append(Mutable(kind, about, (new,), True, now))

    def _relation(self, role: str) -> None:
        """Who somebody is; or who has a part now, which somebody else had before."""
        who, number = self.names.pop(), self._when(least=2)
        if self._often(0.5):
            kin, hobby = self.chance.choice(words.KIN)
            note = f"{who} is {self.person}'s {kin}, the one with the {hobby}."
            said = f"By the way, {who} is my {kin}, the one with the {hobby}."
            self._say(number, said, f"Good to know that {who} is your {kin} with the {hobby}.")
            self.needs.append(Need("relation", (who,), (kin,)))
            if self._kept_as(memory=65, nothing=35) == "memory":
                self._memory(number, note, "relationship")
            return
        old = self.names.pop()
        before = self.chance.randint(0, max(0, number - 2))
        self._say(before, f"{old} looks after the {role}.", f"So {old} has the {role}, thank you.")
        said = f"{who} has taken over the {role}; ask {who} from now on."
        self._say(number, said, f"I will go to {who} about the {role}.")
        self.needs.append(Need("relation", (role,), (who,), old=((old,),)))
        self._two_values("relation", (role,), old, who, before, number)
        how = self._kept_as(memory=45, fact=30, nothing=25)
        if how == "fact":
            for at, name in ((before, old), (number, who)):
                self._set(at, role, name, self._weight())
        elif how == "memory":
            self._memory(before, f"{old} looks after the {role}.", "relationship")
            if self._often(0.5):
                self._keep(number, "put_away", content=f"{old} looks after the {role}.")
            self._memory(number, f"{who} looks after the {role} now.", "relationship")
