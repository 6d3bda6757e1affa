"""Let a language model read turns that rules have read, for what rules do not see in them.

Groups have marks of their own, as those of rules have, and what is found is matched, decided and
saved on the same way, on a weaker word. An answer that cannot be used leaves its group of turns
waiting, whole: it is asked about again as a job of its own, with back-off, and does not hold up
the others. Where no answer comes, or nothing more may be spent today, everything waits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from wakeline.base.errors import Garbled, WakelineError
from wakeline.consolidation.reading import (
    MOST_ANSWER,
    SCHEMA,
    Shown,
    believed,
    is_order,
    portions,
    prompt_for,
    shown,
)
from wakeline.consolidation.select import Group, select
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.memory.consolidation_run import Read, Run
from wakeline.flows.reading.spending import Meter, is_spent, spent_today, tomorrow
from wakeline.model.consolidation import Consolidation, Studied
from wakeline.model.job import ACTOR, LONGEST_BACK_OFF, IndexMark, Job, failed
from wakeline.model.log import Episode
from wakeline.ports.minds import LanguageModel
from wakeline.ports.store import View

JOB = "study"
AGAIN = "reread"  # one group whose answer could not be used; its key says which
INDEX = "study"  # the mark up to which every turn was read, or waits as such a job
RULES = "consolidation"  # the mark up to which rules have read
STRETCH = 2000  # entries of the log that are looked at at once
TRIES = 2  # for one group at a time
MOST_IN_A_ROW = 3  # answers that cannot be used, before it is the model and not the turns
MOST_A_JOB = 20  # groups
REST = timedelta(seconds=30)  # between two jobs, where more is left

Progress = Callable[[int], None]


class Stopped(NamedTuple):
    """Why not everything was read."""

    why: str
    todo: str
    error: WakelineError | None = None  # None: nothing more may be spent today


def study(place: Place, run: Run, *, progress: Progress | None = None) -> Studied | None:
    """Read what is left, and what could not be used before. None where no model is wanted."""
    if not is_wanted(place):
        return None
    try:
        model = place.model()
    except WakelineError as error:  # a library or a name is missing
        named = f"{place.settings.text('model')}:{place.settings.text('model.name')}"
        return _nothing(place, named, Stopped(error.message, error.todo, error))
    if model is None:
        return None
    studying = _Studying(place, run, model, progress)
    if not run.dry_run:
        studying.again()
        studying.on()
    return studying.told()


def study_some(place: Place) -> None:
    """As much as one settle does: the job of that name."""
    place.ask("consolidate")
    model = place.model() if is_wanted(place) else None
    if model is None:
        _done(place, JOB, "")
        return
    studying = _Studying(place, Run(place, dry_run=False), model)
    is_done = studying.on(most=MOST_A_JOB)
    if studying.stopped is not None and studying.stopped.error is not None:
        raise studying.stopped.error
    now = place.clock.now()
    with place.store.writing(place.by(actor=ACTOR, at=now)) as unit:
        if is_done or studying.stopped is not None:
            unit.run("jobs.done", name=JOB, key="")
        else:
            unit.put(Job(JOB, "", "waiting", 0, None, now, now + REST))
        if studying.groups:
            unit.add_job("archive")


def reread(place: Place, key: str) -> None:
    """Ask once more about a group whose answer could not be used: the job of that name."""
    place.ask("consolidate")
    model = place.model() if is_wanted(place) else None
    if model is None:
        _done(place, AGAIN, key)
        return
    outcome = _Studying(place, Run(place, dry_run=False), model).one(_group_of(place, key))
    if outcome is None:
        _done(place, AGAIN, key)
    elif outcome.error is not None:
        raise outcome.error
    else:  # nothing more may be spent today, which is no failure
        now = place.clock.now()
        with place.store.writing(place.by(actor=ACTOR, at=now)) as unit:
            job = unit.one(Job, "jobs.one", name=AGAIN, key=key)
            if job is not None:
                unit.put(job._replace(run_after=now + LONGEST_BACK_OFF))


def _done(place: Place, name: str, key: str) -> None:
    with place.store.writing(place.by(actor=ACTOR)) as unit:
        unit.run("jobs.done", name=name, key=key)


def is_wanted(place: Place) -> bool:
    """Whether a language model is to read what was said."""
    settings = place.settings
    return settings.text("model") != "none" and settings.flag("consolidate.model")


def is_unstudied(place: Place, view: View) -> bool:
    """Whether turns are left for the model and something is left to spend today."""
    return is_wanted(place) and not is_spent(place, view) and _behind(view) > 0


def unstudied_until(place: Place, view: View) -> datetime | None:
    """When the model can go on, where today's means are spent and turns are left."""
    if is_wanted(place) and _behind(view) > 0 and is_spent(place, view):
        return tomorrow(place)
    return None


def unstudied(view: View) -> int:
    """How many turns rules have read and the model has not, or could not."""
    left = 0
    for job in view.all(Job, "jobs.all"):
        if job.name == AGAIN:
            after, through = _bounds(job.key)
            left += _turns(view, after, through, _session_of(job.key))
    return _behind(view) + left


def _turns(view: View, after: int, through: int, session_id: str | None) -> int:
    bounds = {"after": after, "through": through, "session_id": session_id}
    return int(view.value("consolidation.turns_of_session", **bounds))


def _behind(view: View) -> int:
    mark = int(view.value("jobs.mark", name=INDEX) or 0)
    through = int(view.value("jobs.mark", name=RULES) or 0)
    return int(view.value("consolidation.turns_between", after=mark, through=through))


class _Studying:
    """One run of a model over what is left."""

    def __init__(
        self, place: Place, run: Run, model: LanguageModel, progress: Progress | None = None
    ) -> None:
        self._place, self._run, self._progress = place, run, progress
        self._meter = Meter(place, model)
        self._zone = time_zone(place.identity.person_time_zone)
        self.groups = self.turns = self.found = self.dropped = self.withheld = 0
        self.left: list[str] = []
        self.stopped: Stopped | None = None

    def again(self) -> None:
        """Ask about what could not be used before, parked or not; what still cannot stays."""
        with self._place.store.reading() as view:
            waiting = [job for job in view.all(Job, "jobs.all") if job.name == AGAIN]
        for job in waiting:
            outcome = self.one(_group_of(self._place, job.key))
            if outcome is None:
                with self._place.store.writing(self._run.by) as unit:
                    unit.run("jobs.done", name=AGAIN, key=job.key)
            elif isinstance(outcome.error, Garbled):
                self.left.append(outcome.why)
            else:
                self.stopped = outcome
                return

    def on(self, *, most: int | None = None) -> bool:
        """Go on from the mark, so many groups or all. Whether nothing is left behind it."""
        in_a_row = 0
        while self.stopped is None:
            with self._place.store.reading() as view:
                mark = int(view.value("jobs.mark", name=INDEX) or 0)
                end = int(view.value("jobs.mark", name=RULES) or 0)
            if mark >= end:
                return True
            through = min(mark + STRETCH, end)
            for group in self._groups(mark, through):
                if most is not None and self.groups + len(self.left) >= most:
                    self._move_mark(group.after)
                    return False
                outcome = self.one(group)
                in_a_row = in_a_row + 1 if outcome is not None else 0
                if outcome is None:
                    continue
                if isinstance(outcome.error, Garbled) and in_a_row < MOST_IN_A_ROW:
                    self._leave(group, outcome)
                else:
                    self.stopped = outcome
                    self._move_mark(group.after)
                    return False
            self._move_mark(through)
        return False

    def one(self, group: Group) -> Stopped | None:
        """Ask about one group and keep what its turns bear out; why not, if it could not be."""
        identity = self._place.identity
        given = shown(
            group.turns, person=identity.person_name or "user", agent=identity.display_name
        )
        orders = sum(map(is_order, group.turns))
        if given:
            read = self._asked(group, given)
            if isinstance(read, Stopped):
                return read
            self._run.take(read)
            self.found += len(read.said)
            self.dropped += read.dropped
        self.groups += 1
        self.turns += len(group.turns)
        self.withheld += orders
        if self._progress is not None:
            self._progress(len(group.turns))
        return None

    def _asked(self, group: Group, given: Sequence[Shown]) -> Read | Stopped:
        """What a model reads in some turns. An answer that cannot be used is asked for again."""
        meter = self._meter
        before = meter.prompt_tokens, meter.answer_tokens
        prompt = prompt_for(given)
        for attempt in range(1, TRIES + 1):
            capped = meter.capped(prompt, MOST_ANSWER)
            if capped is not None:
                return Stopped(capped.why, capped.todo)
            try:
                answer = meter.ask(prompt, SCHEMA, most_tokens=MOST_ANSWER)
                found, dropped = believed(given, answer, self._zone)
            except WakelineError as error:
                if attempt == TRIES or not isinstance(error, Garbled):
                    return Stopped(error.message, error.todo, error)
                prompt = prompt_for(given, complaint=error.message)
                continue
            took = meter.prompt_tokens - before[0], meter.answer_tokens - before[1]
            return Read(group, found, meter.name, dropped, *took)
        raise AssertionError("a try either returns or is the last")

    def _groups(self, after: int, through: int) -> list[Group]:
        """What is behind the mark and was not read, in portions that a model is shown at once."""
        with self._place.store.reading() as view:
            bounds = {"after": after, "through": through}
            turns = view.all(Episode, "log.episodes_between", limit=STRETCH, **bounds)
            read = view.all(Consolidation, "consolidation.since", after=after, by_model=True)
            jobs = [job for job in view.all(Job, "jobs.all") if job.name == AGAIN]
        selected = select(
            (turn for turn in turns if turn.forgotten_at is None),
            [*read, *(Group(_session_of(job.key), *_bounds(job.key), ()) for job in jobs)],
            now=self._run.now,
            open_sessions=(),
            everything=True,
        )
        found = (
            Group(group.session_id, some[0].seq - 1, some[-1].seq, some)
            for group in selected.groups
            for some in portions(group.turns)
        )
        # In the order of the log, whichever session: nothing before the next one is unread.
        return sorted(found, key=lambda group: group.after)

    def _leave(self, group: Group, stopped: Stopped) -> None:
        """Let a group wait as a job of its own."""
        self.left.append(stopped.why)
        now = self._place.clock.now()
        job = Job(AGAIN, _key_of(group), "waiting", 0, None, now, now)
        with self._place.store.writing(self._run.by) as unit:
            unit.put(failed(job, stopped.why, now))

    def _move_mark(self, through: int) -> None:
        with self._place.store.writing(self._run.by) as unit:
            if int(unit.value("jobs.mark", name=INDEX) or 0) < through:
                unit.put(IndexMark(INDEX, through))

    def told(self) -> Studied:
        """What was asked, what came of it, and what it cost."""
        meter, stopped = self._meter, self.stopped
        with self._place.store.reading() as view:
            today, waiting = spent_today(self._place, view), unstudied(view)
        if self._run.dry_run:
            waiting += self._run.counts["turns"]
        return Studied(
            model=meter.name,
            groups=self.groups,
            turns=self.turns,
            found=self.found,
            dropped=self.dropped,
            withheld=self.withheld,
            requests=meter.requests,
            prompt_tokens=meter.prompt_tokens,
            answer_tokens=meter.answer_tokens,
            cost=meter.cost,
            today=today,
            waiting=waiting,
            left=tuple(self.left),
            why=stopped.why if stopped else None,
            todo=stopped.todo if stopped else "",
        )


def _nothing(place: Place, model: str, stopped: Stopped) -> Studied:
    with place.store.reading() as view:
        today, waiting = spent_today(place, view), unstudied(view)
    nothing = Studied(model, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, today, waiting)
    return nothing._replace(why=stopped.why, todo=stopped.todo)


# -- groups that wait as jobs


def _key_of(group: Group) -> str:
    return f"{group.after}-{group.through} {group.session_id or ''}"


def _bounds(key: str) -> tuple[int, int]:
    after, _, through = key.partition(" ")[0].partition("-")
    return int(after), int(through)


def _session_of(key: str) -> str | None:
    return key.partition(" ")[2] or None


def _group_of(place: Place, key: str) -> Group:
    (after, through), session_id = _bounds(key), _session_of(key)
    bounds = {"after": after, "through": through}
    with place.store.reading() as view:
        found = view.all(Episode, "log.episodes_between", limit=STRETCH, **bounds)
    turns = tuple(
        turn for turn in found if turn.session_id == session_id and turn.forgotten_at is None
    )
    return Group(session_id, after, through, turns)
