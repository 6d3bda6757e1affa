"""The table of jobs: the flow that each one runs, and when it may run.

A job is a row with a name and a key, written in the transaction that asks for it. Its flow is
loaded when the job runs. The table does not know which process runs it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from wakeline.flows.common.place import Place


class JobKind(NamedTuple):
    """One kind of job. `run` gets the place and the key, which names the subject of the job."""

    run: Callable[[Place, str], object]
    off_hours: bool = False  # only while the agent sleeps
    unhurried: bool = False  # not while a person waits for a session to end


def _entities(place: Place, _key: str) -> object:
    from wakeline.flows.graph.derive import derive_entities

    return derive_entities(place)


def _readings(place: Place, _key: str) -> object:
    from wakeline.flows.recall.build_index import derive_readings

    return derive_readings(place)


def _archive(place: Place, _key: str) -> object:
    from wakeline.flows.log.archive import archive

    return archive(place)


def _scrub(place: Place, _key: str) -> object:
    from wakeline.flows.forget.forget import scrub

    return scrub(place)


def _deepen(place: Place, _key: str) -> object:
    from wakeline.flows.reading.deepen import deepen_some

    return deepen_some(place)


def _states(place: Place, _key: str) -> object:
    from wakeline.flows.liminal.drift import measure_states

    measure_states(place)
    return None


def _entropy(place: Place, _key: str) -> object:
    from wakeline.flows.assessment.entropy import measure_entropy

    return measure_entropy(place)


def _consolidate(place: Place, _key: str) -> object:
    from wakeline.flows.memory.consolidation_job import run_consolidation

    run_consolidation(place)
    return None


def _retention(place: Place, _key: str) -> object:
    from wakeline.flows.log.retention import compress_old_turns

    return compress_old_turns(place)


def _study(place: Place, _key: str) -> object:
    from wakeline.flows.reading.study import study_some

    study_some(place)
    return None


def _reread(place: Place, key: str) -> object:
    from wakeline.flows.reading.study import reread

    reread(place, key)
    return None


def _letter(place: Place, key: str) -> object:
    from wakeline.flows.writings.letters import draft_letter

    return draft_letter(place, key)


def _thread_prose(place: Place, key: str) -> object:
    from wakeline.flows.session.thread_prose import write_thread_prose

    return write_thread_prose(place, key)


def _principles(place: Place, _key: str) -> object:
    from wakeline.flows.beliefs.principle_trials import verify_principles

    return verify_principles(place)


def _mail(place: Place, key: str) -> object:
    from wakeline.flows.social.mail import deliver_mail

    deliver_mail(place, key)
    return None


JOBS: dict[str, JobKind] = {
    "entities": JobKind(_entities),
    "readings": JobKind(_readings),
    "archive": JobKind(_archive),
    "scrub": JobKind(_scrub),
    "deepen": JobKind(_deepen, off_hours=True),
    "states": JobKind(_states),
    "entropy": JobKind(_entropy),
    "consolidate": JobKind(_consolidate, unhurried=True),
    "retention": JobKind(_retention, unhurried=True),
    "study": JobKind(_study, off_hours=True),
    "reread": JobKind(_reread, off_hours=True),
    "letter": JobKind(_letter),
    "thread_prose": JobKind(_thread_prose, off_hours=True),
    "principles": JobKind(_principles),
    "mail": JobKind(_mail),
}
OFF_HOURS = frozenset(name for name, kind in JOBS.items() if kind.off_hours)
UNHURRIED = frozenset(name for name, kind in JOBS.items() if kind.unhurried)
