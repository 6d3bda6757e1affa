"""Let a language model read turns that rules have read, for what rules do not find in them.

Groups have marks of their own, as those of rules have. What is found is matched, decided and
saved in the same way, with less trust. If an answer cannot be used, its whole group of turns
waits: it is asked about again as a job of its own, with back-off, and does not hold up the
others. If no answer comes, or the budget of the day is spent, everything waits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from wakeline.base.errors import Garbled, WakelineError
from wakeline.consolidation.reading import (
    MOST_ANSWER,
    SCHEMA,
    ShownTurn,
    accept_statements,
    is_order,
    portions,
    prompt_for,
    turns_to_show,
)
from wakeline.consolidation.select import TurnGroup, select_turns
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.memory.consolidation_run import ConsolidationRun, GroupReading
from wakeline.flows.reading.spending import ModelMeter, is_day_spent, next_day_start, spent_today
from wakeline.model.consolidation import Consolidation, ModelRun
from wakeline.model.job import LONGEST_BACK_OFF, WORKER_ACTOR, IndexMark, Job, job_after_failure
from wakeline.model.log import Episode
from wakeline.ports.minds import LanguageModel
from wakeline.ports.store import View

JOB = "study"
REREAD_JOB = "reread"  # one group whose answer could not be used; its key says which
INDEX = "study"  # the mark up to which every turn was read by the model, or waits as such a job
RULES = "consolidation"  # the mark up to which rules have read
STRETCH = 2000  # entries of the log in one step
TRIES = 2  # for one group at a time
MOST_IN_A_ROW = 3  # unusable answers, after which the model is to blame and not the turns
MOST_A_JOB = 20  # groups
REST = timedelta(seconds=30)  # between two jobs, where more is left

Progress = Callable[[int], None]


class StudyStop(NamedTuple):
    """Why not everything was read."""

    why: str
    todo: str
    error: WakelineError | None = None  # None: the budget of the day is spent


def study(
    place: Place, run: ConsolidationRun, *, progress: Progress | None = None
) -> ModelRun | None:
    """Read the turns that are left, and failed groups again. None if no model is wanted."""
    if not is_study_wanted(place):
        return None
    try:
        model = place.model()
    except WakelineError as error:  # a library or a name is missing
        named = f"{place.settings.text('model')}:{place.settings.text('model.name')}"
        return _nothing(place, named, StudyStop(error.message, error.todo, error))
    if model is None:
        return None
    studying = _Studying(place, run, model, progress)
    if not run.dry_run:
        studying.reread_all()
        studying.read_on()
    return studying.result()


def study_some(place: Place) -> None:
    """The job `study`: read as many groups as one settle does."""
    place.ask("consolidate")
    model = place.model() if is_study_wanted(place) else None
    if model is None:
        _done(place, JOB, "")
        return
    studying = _Studying(place, ConsolidationRun(place, dry_run=False), model)
    is_done = studying.read_on(most=MOST_A_JOB)
    if studying.stopped is not None and studying.stopped.error is not None:
        raise studying.stopped.error
    now = place.clock.now()
    with place.store.writing(place.by(actor=WORKER_ACTOR, at=now)) as unit:
        if is_done or studying.stopped is not None:
            unit.run("jobs.done", name=JOB, key="")
        else:
            unit.put(Job(JOB, "", "waiting", 0, None, now, now + REST))
        if studying.groups:
            unit.add_job("archive")


def reread(place: Place, key: str) -> None:
    """The job `reread`: ask again about a group whose answer could not be used."""
    place.ask("consolidate")
    model = place.model() if is_study_wanted(place) else None
    if model is None:
        _done(place, REREAD_JOB, key)
        return
    outcome = _Studying(place, ConsolidationRun(place, dry_run=False), model).read_group(
        _group_of(place, key)
    )
    if outcome is None:
        _done(place, REREAD_JOB, key)
    elif outcome.error is not None:
        raise outcome.error
    else:  # the budget of the day is spent, which is no failure
        now = place.clock.now()
        with place.store.writing(place.by(actor=WORKER_ACTOR, at=now)) as unit:
            job = unit.one(Job, "jobs.one", name=REREAD_JOB, key=key)
            if job is not None:
                unit.put(job._replace(run_after=now + LONGEST_BACK_OFF))


def _done(place: Place, name: str, key: str) -> None:
    with place.store.writing(place.by(actor=WORKER_ACTOR)) as unit:
        unit.run("jobs.done", name=name, key=key)


def is_study_wanted(place: Place) -> bool:
    """Whether the settings let a language model read turns."""
    settings = place.settings
    return settings.text("model") != "none" and settings.flag("consolidate.model")


def has_unstudied_turns(place: Place, view: View) -> bool:
    """Whether turns are left for the model and the budget of the day is not spent."""
    return is_study_wanted(place) and not is_day_spent(place, view) and _behind(view) > 0


def study_resumes_at(place: Place, view: View) -> datetime | None:
    """When the model can continue, if turns are left and the budget of the day is spent."""
    if is_study_wanted(place) and _behind(view) > 0 and is_day_spent(place, view):
        return next_day_start(place)
    return None


def count_unstudied(view: View) -> int:
    """How many turns rules have read and the model has not, failed groups included."""
    left = 0
    for job in view.all(Job, "jobs.all"):
        if job.name == REREAD_JOB:
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
    """One run of a model over the turns that are left."""

    def __init__(
        self,
        place: Place,
        run: ConsolidationRun,
        model: LanguageModel,
        progress: Progress | None = None,
    ) -> None:
        self._place, self._run, self._progress = place, run, progress
        self._meter = ModelMeter(place, model)
        self._zone = time_zone(place.identity.person_time_zone)
        self.groups = self.turns = self.found = self.dropped = self.withheld = 0
        self.left: list[str] = []
        self.stopped: StudyStop | None = None

    def reread_all(self) -> None:
        """Ask again about failed groups, parked or not; those that fail again stay."""
        with self._place.store.reading() as view:
            waiting = [job for job in view.all(Job, "jobs.all") if job.name == REREAD_JOB]
        for job in waiting:
            outcome = self.read_group(_group_of(self._place, job.key))
            if outcome is None:
                with self._place.store.writing(self._run.by) as unit:
                    unit.run("jobs.done", name=REREAD_JOB, key=job.key)
            elif isinstance(outcome.error, Garbled):
                self.left.append(outcome.why)
            else:
                self.stopped = outcome
                return

    def read_on(self, *, most: int | None = None) -> bool:
        """Read on from the mark, at most so many groups. Returns whether nothing is left."""
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
                outcome = self.read_group(group)
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

    def read_group(self, group: TurnGroup) -> StudyStop | None:
        """Ask about one group and save what its turns support. Returns why not, if it failed."""
        identity = self._place.identity
        given = turns_to_show(
            group.turns, person=identity.person_name or "user", agent=identity.display_name
        )
        orders = sum(map(is_order, group.turns))
        if given:
            read = self._asked(group, given)
            if isinstance(read, StudyStop):
                return read
            self._run.save_group(read)
            self.found += len(read.said)
            self.dropped += read.dropped
        self.groups += 1
        self.turns += len(group.turns)
        self.withheld += orders
        if self._progress is not None:
            self._progress(len(group.turns))
        return None

    def _asked(self, group: TurnGroup, given: Sequence[ShownTurn]) -> GroupReading | StudyStop:
        """What a model reads in some turns. An unusable answer is asked for again."""
        meter = self._meter
        before = meter.prompt_tokens, meter.answer_tokens
        prompt = prompt_for(given)
        for attempt in range(1, TRIES + 1):
            capped = meter.cap_for(prompt, MOST_ANSWER)
            if capped is not None:
                return StudyStop(capped.why, capped.todo)
            try:
                answer = meter.ask(prompt, SCHEMA, most_tokens=MOST_ANSWER)
                found, dropped = accept_statements(given, answer, self._zone)
            except WakelineError as error:
                if attempt == TRIES or not isinstance(error, Garbled):
                    return StudyStop(error.message, error.todo, error)
                prompt = prompt_for(given, complaint=error.message)
                continue
            took = meter.prompt_tokens - before[0], meter.answer_tokens - before[1]
            return GroupReading(group, found, meter.name, dropped, *took)
        raise AssertionError("a try either returns or is the last")

    def _groups(self, after: int, through: int) -> list[TurnGroup]:
        """The unread turns of a stretch, in portions that a model is shown at once."""
        with self._place.store.reading() as view:
            bounds = {"after": after, "through": through}
            turns = view.all(Episode, "log.episodes_between", limit=STRETCH, **bounds)
            read = view.all(Consolidation, "consolidation.since", after=after, by_model=True)
            jobs = [job for job in view.all(Job, "jobs.all") if job.name == REREAD_JOB]
        selected = select_turns(
            (turn for turn in turns if turn.forgotten_at is None),
            [*read, *(TurnGroup(_session_of(job.key), *_bounds(job.key), ()) for job in jobs)],
            now=self._run.now,
            open_sessions=(),
            everything=True,
        )
        found = (
            TurnGroup(group.session_id, some[0].seq - 1, some[-1].seq, some)
            for group in selected.groups
            for some in portions(group.turns)
        )
        # In the order of the log, across sessions: so nothing before the next group is unread.
        return sorted(found, key=lambda group: group.after)

    def _leave(self, group: TurnGroup, stopped: StudyStop) -> None:
        """Add a job of its own for a failed group."""
        self.left.append(stopped.why)
        now = self._place.clock.now()
        job = Job(REREAD_JOB, _key_of(group), "waiting", 0, None, now, now)
        with self._place.store.writing(self._run.by) as unit:
            unit.put(job_after_failure(job, stopped.why, now))

    def _move_mark(self, through: int) -> None:
        with self._place.store.writing(self._run.by) as unit:
            if int(unit.value("jobs.mark", name=INDEX) or 0) < through:
                unit.put(IndexMark(INDEX, through))

    def result(self) -> ModelRun:
        """The result of the run: what was asked, found and spent."""
        meter, stopped = self._meter, self.stopped
        with self._place.store.reading() as view:
            today, waiting = spent_today(self._place, view), count_unstudied(view)
        if self._run.dry_run:
            waiting += self._run.counts["turns"]
        return ModelRun(
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


def _nothing(place: Place, model: str, stopped: StudyStop) -> ModelRun:
    with place.store.reading() as view:
        today, waiting = spent_today(place, view), count_unstudied(view)
    nothing = ModelRun(model, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, today, waiting)
    return nothing._replace(why=stopped.why, todo=stopped.todo)


# -- groups that wait as jobs


def _key_of(group: TurnGroup) -> str:
    return f"{group.after}-{group.through} {group.session_id or ''}"


def _bounds(key: str) -> tuple[int, int]:
    after, _, through = key.partition(" ")[0].partition("-")
    return int(after), int(through)


def _session_of(key: str) -> str | None:
    return key.partition(" ")[2] or None


def _group_of(place: Place, key: str) -> TurnGroup:
    (after, through), session_id = _bounds(key), _session_of(key)
    bounds = {"after": after, "through": through}
    with place.store.reading() as view:
        found = view.all(Episode, "log.episodes_between", limit=STRETCH, **bounds)
    turns = tuple(
        turn for turn in found if turn.session_id == session_id and turn.forgotten_at is None
    )
    return TurnGroup(session_id, after, through, turns)
