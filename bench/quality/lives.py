"""Lives made from a seed: sessions over weeks, needs stated in them, and the gap behind them.

Every need is stated in the dialogue, so that whoever reads the turns can find it. Some of them
are also kept the way people keep things: as facts, memories, tasks, hints, or in what a
session leaves. Some are never kept, and some that were kept are not kept up. This module
writes the script and the truth about it; `living` plays it. The same seed gives the same life.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from bench.quality import life_words as words
from bench.quality.life import CLOSED, CLOSING, FRESH, Life, Lived, Step, Wakeful
from bench.quality.planting import FIRST_DAY, Planting, Session, key_of
from bench.quality.wake_measures import Mutable, Passage

# How the next session begins, and how long after the last: least and most hours, and weight.
GAPS: Final = ((0.1, 0.4, 10), (1, 20, 30), (24, 70, 25), (72, 240, 35))
WAKE_TYPES: Final = (("gradual", 70), ("called", 15), ("scheduled", 10), ("sudden", 5))
NEEDS: Final = (("promise", 2), ("decision", 2), ("fact", 3), ("relation", 2), ("guard", 2))
INTENTS: Final = 2


def a_life(seed: int) -> Life:
    """The life of a seed."""
    return _Writer(seed).life()


class _Writer(Planting):
    """Writes one life."""

    def life(self) -> Life:
        plant = {
            "promise": (self._promise, words.PROMISES),
            "decision": (self._decision, words.DECISIONS),
            "fact": (self._fact, words.FACTS),
            "relation": (self._relation, words.ROLES),
            "guard": (self._guard, words.GUARDS),
        }
        for kind, count in NEEDS:
            write, pool = plant[kind]
            for entry in self._shuffled(pool)[:count]:
                write(entry)  # type: ignore[operator]
        acts = self._shuffled(words.INTENTS)
        for entry in acts[:INTENTS]:
            self._intent(entry)
        left = self._work_in_hand(acts[INTENTS])
        chore, trifle = self._trifles()
        lived = self._written()
        wake, last = self._woken(lived)
        away, happened = self._away(last, wake.at, chore, trifle)
        passage = Passage(wake.at, last, left, tuple(self.open_work), happened, ZoneInfo(self.zone))
        return Life(
            self.seed,
            self.person,
            self.zone,
            tuple(self.threads),
            lived,
            away,
            wake,
            tuple(self.needs),
            tuple(self.mutables),
            passage,
        )

    # -- what else there is

    def _work_in_hand(self, entry: tuple[str, str]) -> tuple[str, ...]:
        """What the last session was in the middle of."""
        act, what = entry
        last = len(self.sessions) - 1
        begun = f"I have begun to {act}; about half of it is there."
        self._say(last, f"Let us go on with what is in hand: {act}.", begun)
        known = (what, act.split()[0])
        self.mutables.append(
            Mutable("work", known, (), True, self.sessions[last].at, fresh_for=FRESH)
        )
        self.working_on = act[0].upper() + act[1:]
        return known

    def _trifles(self) -> tuple[str, tuple[str, str]]:
        """Facts, chores and notes that nobody needs; a chore and a fact for the gap to change."""
        about, new = "", ""
        for about, pool in self._shuffled(words.TRIFLES)[:6]:
            number = self.chance.randrange(len(self.sessions) - 1)
            old, new = self.chance.sample(pool, 2)
            self._say(number, f"The {about} is {old}, by the way.", f"The {about} is {old}. Noted.")
            self._set(number, about, old, self.chance.randint(2, 7))
            self.mutables.append(Mutable("fact", (about,), (old,), True, self.sessions[number].at))
        chores = self._shuffled(words.CHORES)
        for chore in chores[:6]:
            self._chore(chore, is_done=chore in chores[1:4])
        for _ in range(len(self.sessions)):
            number = self.chance.randrange(len(self.sessions))
            remark = self.chance.choice(words.REMARKS)
            given = {"content": remark, "importance": self.chance.randint(2, 7)}
            self._keep(number, "memory", type="episodic", **given)
        return chores[0], (about, new)

    def _chore(self, chore: str, *, is_done: bool) -> None:
        number = self.chance.randrange(len(self.sessions) - 2)
        title = chore[0].upper() + chore[1:]
        self._say(number, f"Put this on the list: {chore}.", f"It is on the list: {chore}.")
        self._keep(number, "task", title=title, priority=self.chance.randint(3, 6))
        at = self.sessions[number].at
        known = (chore,)
        if is_done:
            later = self.chance.randint(number + 1, len(self.sessions) - 1)
            self._say(later, "Anything finished?", f"Yes: {chore}. That is done.")
            self._keep(later, "task_done", title=title)
        else:
            self.open_work.append(known)
        self.mutables.append(Mutable("task", known, (), not is_done, at, CLOSED, fresh_for=FRESH))

    def _written(self) -> tuple[Lived, ...]:
        """The sessions, planted steps mixed with talk, and what each of them leaves."""
        found: list[Lived] = []
        carried = Session(FIRST_DAY, "")
        last = self.sessions[-1]
        for session in self.sessions:
            steps = self._mixed(session)
            left = self._left(session, carried, steps)
            is_cut_off = session is last and self._often(0.15)
            found.append(Lived(session.at, session.thread, steps, None if is_cut_off else left))
            carried = session
        return tuple(found)

    def _mixed(self, session: Session) -> tuple[Step, ...]:
        talk = [Step(0, "say", self._talk()) for _ in range(self.chance.randint(6, 14))]
        # What was planted keeps its order: a thing is put on the list before it is done.
        places = sorted(
            self.chance.sample(range(len(talk) + len(session.planted)), len(session.planted))
        )
        planted, chatter = iter(session.planted), iter(talk)
        mixed = [
            next(planted if place in places else chatter)
            for place in range(len(talk) + len(session.planted))
        ]
        minute = 0.0
        for number, step in enumerate(mixed):
            minute += self.chance.choice((1, 2, 3, 4)) if step.do == "say" else 0.25
            mixed[number] = step._replace(minute=minute)
        return tuple(mixed)

    def _talk(self) -> dict[str, str]:
        topic = self.chance.choice(words.TOPICS)
        asked = self.chance.choice(words.ASKED).format(topic=topic)
        if self._often(0.3):
            asked = f"{self.chance.choice(words.FOLLOWED)} {asked}"
        said = self.chance.sample(words.ANSWERED, self.chance.randint(2, 6))
        return {"user": asked, "agent": " ".join(said).format(topic=topic)}

    def _left(self, session: Session, carried: Session, steps: Sequence[Step]) -> dict[str, Any]:
        """What the agent writes down: everything, a summary alone, or nothing."""
        for mine, before in (
            (session.open, carried.open),
            (session.decided, carried.decided),
            (session.warned, carried.warned),
        ):
            mine += [item for item in before if item not in mine and self._often(self.carries)]
        exchanges = sum(step.do == "say" for step in steps)
        summary = (
            f"{exchanges} exchanges about {session.thread}; {self.chance.choice(words.REMARKS)}"
        )
        how = self._kept_as(fields=70, summary=15, nothing=15)
        if how == "nothing":
            return {}
        if how == "summary":
            return {"summary": summary}
        left: dict[str, Any] = {"summary": summary}
        if session is self.sessions[-1]:
            left["working_on"] = self.working_on
        else:
            left["working_on"] = f"Going through {self.chance.choice(words.TOPICS)}."
        parts = {
            "open_threads": session.open,
            "key_decisions": session.decided,
            "warnings": session.warned,
        }
        left.update({name: list(items) for name, items in parts.items() if items})
        if self._often(0.5):
            left["message_to_next"] = self.chance.choice(words.REMARKS)
        return left

    def _woken(self, lived: Sequence[Lived]) -> tuple[Wakeful, datetime]:
        """How the agent wakes, and the last moment that it took part in."""
        last = lived[-1]
        minutes = last.steps[-1].minute + CLOSING
        if last.left is None:  # nobody closed it
            minutes = max(step.minute for step in last.steps if step.do == "say")
        ended = last.at + timedelta(minutes=minutes)
        low, high, _ = self.chance.choices(GAPS, [weight for *_, weight in GAPS])[0]
        away = timedelta(minutes=round(60 * self.chance.uniform(low, high)))
        kind, _ = self.chance.choices(WAKE_TYPES, [weight for _, weight in WAKE_TYPES])[0]
        thread = last.thread if self._often(0.5) else None
        project = last.thread if self._often(0.3) else None
        return Wakeful(ended + away, kind, thread, project), ended

    def _away(
        self, ended: datetime, woken: datetime, chore: str, trifle: tuple[str, str]
    ) -> tuple[tuple[tuple[datetime, Step], ...], tuple[tuple[str, ...], ...]]:
        """What others do while the agent is away, and the words by which it is known."""
        steps: list[Step] = []
        happened: list[tuple[str, ...]] = []
        if self._often(0.6):
            title = chore[0].upper() + chore[1:]
            steps.append(Step(0, "task_done", {"title": title, "actor": self.person}))
            happened.append((chore, "done"))
            self._over((chore,), CLOSED)
            self.open_work.remove((chore,))
        if self._often(0.6):
            about, new = trifle
            steps.append(
                Step(0, "fact", {"key": key_of(about), "value": new, "actor": self.person})
            )
            happened.append((about, new))
            self._over((about,), ((new,),))
            self.mutables.append(Mutable("fact", (about,), (new,), True, woken))
        if self._often(0.35):
            sender, topic = self.names.pop(), self.chance.choice(words.TOPICS)
            text = f"I looked at {topic} and have two small questions."
            steps.append(Step(0, "message", {"text": text, "sender": sender}))
            happened.append((sender, "two small questions"))
        shares = [(n + 1) / (len(steps) + 1) for n in range(len(steps))]
        moments = [ended + (woken - ended) * share for share in shares]
        return tuple(zip(moments, steps, strict=True)), tuple(happened)

    def _over(self, about: tuple[str, ...], instead: tuple[tuple[str, ...], ...]) -> None:
        self.mutables = [
            each._replace(holds=False, instead=instead) if each.about == about else each
            for each in self.mutables
        ]
