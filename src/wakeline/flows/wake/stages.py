"""A wake that is read stage by stage.

One session and one snapshot: everything is read and fitted into the budget when the agent
wakes, so no stage contradicts another. Afterwards only exchanges are counted, and the handoff
of the session before is marked as consumed when its stage is given. A caller that no longer has
the wake object, such as another request or process, takes later stages from the kept wake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.liminal.crossing import count_exchanges
from wakeline.flows.wake.wake import RULE_PREFIX, mark_handoffs_consumed, wake_with_text
from wakeline.hydration.stages import LEVELS, blocks_of, stages
from wakeline.liminal.orientation import READING, exchanges_until, intensity, orientation
from wakeline.model.context import Missing, Omitted, Stage, Woken
from wakeline.model.liminal import WakeDisorientation
from wakeline.model.session import Session, Wake
from wakeline.ports.store import View

if TYPE_CHECKING:
    from wakeline.model.requests import WakeRequest

HANDOFF = "SessionHandoff"
ALWAYS_THERE = ("identity", "documents", "missing")


class StagesGiven(NamedTuple):
    """The stages that a staged wake gave, and those that wait. A waiting stage has no text."""

    session_id: str
    level: float
    disorientation: float
    stages: tuple[Stage, ...]
    waiting: tuple[Stage, ...]
    exchanges_needed: int
    tokens: int
    budget: int
    omitted: tuple[Omitted, ...]
    missing: tuple[Missing, ...]
    warnings: tuple[str, ...]
    preset: str
    preset_rule: str | None


def wake_staged(place: Place, **wanted: Unpack[WakeRequest]) -> StagedWake:
    """Wake the agent; its text waits in stages."""
    woken, made = wake_with_text(place, is_read_later=True, **wanted)
    return StagedWake(place, woken, stages(made.blocks, place.tokens.count))


def take_stages(place: Place, *, force: bool = False, **wanted: Unpack[WakeRequest]) -> StagesGiven:
    """Wake the agent and take every stage whose level is reached; all stages with `force`."""
    return take_available_stages(wake_staged(place, **wanted), force=force)


def take_available_stages(staged: StagedWake, *, force: bool) -> StagesGiven:
    """Take every stage whose level is reached; all stages with `force`."""
    while staged.next(force=force) is not None:
        pass
    woken = staged.woken
    return StagesGiven(
        session_id=staged.session_id,
        level=staged.level,
        disorientation=staged.disorientation,
        stages=staged.given,
        waiting=staged.waiting,
        exchanges_needed=staged.exchanges_needed,
        tokens=woken.tokens,
        budget=woken.budget,
        omitted=woken.omitted,
        missing=woken.missing,
        warnings=woken.warnings,
        preset=woken.preset,
        preset_rule=woken.preset_rule,
    )


def more_stages(
    place: Place, session_id: str | None, *, after: str | None = None, force: bool = False
) -> StagesGiven:
    """The stages of a session's wake after the stage `after`, if their level is reached.

    The same call gives the same stages again: the caller says which it has.
    """
    place.ask("wake")
    wanted = parse.label(session_id, field="session")
    if wanted is None:
        raise Invalid("no session is named, and none is open here.", todo="Wake the agent first.")
    last = None if after is None else parse.choice(after, tuple(LEVELS), field="after")
    with place.store.reading() as view:
        wake, disorientation = _kept(view, wanted)
        counted = count_exchanges(view, wanted)
    every = stages(blocks_of(wake.text, wake.lines), place.tokens.count)
    behind = 0.0 if last is None else LEVELS[last]
    found = [stage for stage in every if last is None or stage.level_needed > behind]
    given: list[Stage] = []

    def exchanges() -> int:
        return counted + (READING if given or last is not None else 0)

    def level() -> float:
        return orientation(disorientation, exchanges())

    while found and (force or level() >= found[0].level_needed):
        given.append(found.pop(0))
    if any(HANDOFF in stage.sources for stage in given):
        left = dict.fromkeys(line[1] for line in wake.lines if line[0] == HANDOFF)
        with place.writing(place.by(session_id=wanted)) as unit:
            mark_handoffs_consumed(unit, left, wanted)
    needed = exchanges_until(found[0].level_needed, disorientation) if found else 0
    return StagesGiven(
        session_id=wanted,
        level=level(),
        disorientation=disorientation,
        stages=tuple(given),
        waiting=tuple(stage._replace(text="") for stage in found),
        exchanges_needed=max(0, needed - exchanges()),
        tokens=sum(stage.tokens for stage in given),
        budget=wake.budget,
        omitted=tuple(Omitted(*item) for item in wake.omitted),
        missing=tuple(Missing(*item) for item in wake.missing),
        warnings=wake.warnings,
        preset=wake.preset,
        preset_rule=_rule_of(wake),
    )


def _kept(view: View, session_id: str) -> tuple[Wake, float]:
    """The kept wake of an open session, and how disorienting it was."""
    session = view.one(Session, "sessions.by_id", id=session_id)
    wake = view.one(Wake, "sessions.wake", id=session_id)
    crossed = view.one(WakeDisorientation, "liminal.wake", id=session_id)
    if session is None or wake is None or crossed is None:
        raise NotFound(f"no wake of session {session_id} is kept.", todo="Wake the agent again.")
    if session.state == "ended":
        raise Conflict(f"session {session_id} has ended.", todo="Wake the agent again.")
    return wake, crossed.disorientation_intensity


def _rule_of(wake: Wake) -> str | None:
    """The rule of `auto` that chose the sources, or None."""
    name = wake.rule.removeprefix(RULE_PREFIX)
    return None if name == wake.rule else name.partition(",")[0]


class StagedWake:
    """The stages of one wake. Each is given once, in order."""

    def __init__(self, place: Place, woken: Woken, found: Sequence[Stage]) -> None:
        self._place = place
        self._woken = woken
        self._waiting = list(found)
        self._given: list[Stage] = []
        crossing = woken.liminal
        self.disorientation = intensity(crossing.away, crossing.wake_type)  # in 0..1

    @property
    def session_id(self) -> str:
        return str(self._woken.session_id)  # never None: a staged wake always opens a session

    @property
    def given(self) -> tuple[Stage, ...]:
        """The stages that were given so far."""
        return tuple(self._given)

    @property
    def waiting(self) -> tuple[Stage, ...]:
        """The stages that were not given yet, without their texts."""
        return tuple(stage._replace(text="") for stage in self._waiting)

    @property
    def woken(self) -> Woken:
        """The wake with only the given stages: text, tokens, context and shares."""
        sources = {source for stage in self._given for source in stage.sources}
        context = self._woken.context
        held = {source for stage in self._waiting for source in stage.sources}
        return self._woken._replace(
            text="\n\n".join(stage.text for stage in self._given),
            tokens=sum(stage.tokens for stage in self._given),
            context={k: v for k, v in context.items() if k in ALWAYS_THERE or k not in held},
            shares=tuple(share for share in self._woken.shares if share.source in sources),
        )

    @property
    def level(self) -> float:
        """How well the agent is oriented, from 0 to 1, by the exchanges of its session."""
        return orientation(self.disorientation, self._exchanges())

    @property
    def exchanges_needed(self) -> int:
        """How many more exchanges the next stage needs; 0 if it is ready or none waits."""
        if not self._waiting:
            return 0
        # Taking the first stage counts as reading the context.
        needed = exchanges_until(self._waiting[0].level_needed, self.disorientation)
        return max(0, needed - self._exchanges())

    def next(self, *, force: bool = False) -> Stage | None:
        """The next stage, if its level is reached or with `force`; else None."""
        if not self._waiting:
            return None
        stage = self._waiting[0]
        if not force and self.level < stage.level_needed:
            return None
        if HANDOFF in stage.sources:
            self._consume()
        self._given.append(self._waiting.pop(0))
        return stage

    def __iter__(self) -> Iterator[Stage]:
        """The stages whose level is reached. Iterate again after an exchange."""
        while (stage := self.next()) is not None:
            yield stage

    def _exchanges(self) -> int:
        with self._place.store.reading() as view:
            counted = count_exchanges(view, self.session_id)
        return counted + (READING if self._given else 0)

    def _consume(self) -> None:
        session_id = self.session_id
        with self._place.writing(self._place.by(session_id=session_id)) as unit:
            left: Any = self._woken.context[HANDOFF]
            mark_handoffs_consumed(unit, [handoff.id for handoff in left], session_id)
