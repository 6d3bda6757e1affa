"""Let a language model write the handoff of a thread as prose.

A wake waits for no model: a handoff is first written by rules, and this job replaces its text by
the model's while the agent sleeps. A handoff that is written again meanwhile is by rules again,
and the job is added again.
"""

from __future__ import annotations

from typing import Final

from wakeline.base.errors import Garbled
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.reading.spending import ModelMeter
from wakeline.flows.recall.searchable import save_searchable
from wakeline.flows.session.end import THREAD_TURNS
from wakeline.liminal.reversal import reverses
from wakeline.log.redact import redact
from wakeline.model.log import Episode
from wakeline.model.session import ThreadHandoff
from wakeline.reading.session_log import least_trust, read_log
from wakeline.recall.analyse import terms
from wakeline.sessions.thread_prose import (
    MOST_ANSWER,
    SCHEMA,
    SentenceJudge,
    believed_prose,
    thread_prompt,
    turns_for_model,
)
from wakeline.sessions.threads import thread_parts

JOB: Final = "thread_prose"


def write_thread_prose(place: Place, thread_id: str) -> ThreadHandoff | None:
    """The job `thread_prose`. None if there was nothing to write or nothing was accepted."""
    with place.store.reading() as view:
        handoff = view.one(ThreadHandoff, "sessions.thread_handoff", thread_id=thread_id)
        turns = turns_for_model(
            view.all(Episode, "log.of_thread", thread_id=thread_id, limit=THREAD_TURNS)
        )
    told = None
    model = place.model() if place.settings.flag("thread.model") else None
    if handoff is not None and handoff.model is None and turns and model is not None:
        meter = ModelMeter(place, model)
        told = _told(place, meter, turns)
    with place.store.writing(place.by(actor="worker")) as unit:
        if told is not None and handoff is not None and model is not None:
            standing = unit.one(ThreadHandoff, "sessions.thread_handoff", thread_id=thread_id)
            latest = unit.all(Episode, "log.of_thread", thread_id=thread_id, limit=THREAD_TURNS)
            if standing != handoff or not {t.id for t in turns} <= {t.id for t in latest}:
                return None  # it was written again, or a turn was forgotten: the job stays
            made = _worded(place, handoff, turns, told, model.name)
            handoff = save_searchable(unit, "thread_handoff.worded", made, handoff)
        unit.run("jobs.done", name=JOB, key=thread_id)
    return None if told is None else handoff


def _told(place: Place, meter: ModelMeter, turns: list[Episode]) -> str | None:
    """The accepted part of the model's prose; None if the model may not be asked today."""
    noted = thread_parts(read_log(turns), time_zone(place.identity.person_time_zone))
    prompt = thread_prompt(place.identity.display_name, turns, noted)
    if meter.cap_for(prompt, MOST_ANSWER) is not None:
        return None
    try:
        answer = meter.ask(prompt, SCHEMA, most_tokens=MOST_ANSWER)
    except Garbled:  # a small model that has nothing to say
        return None
    return believed_prose(answer, turns, noted, SentenceJudge(terms, reverses)).prose


def _worded(
    place: Place, handoff: ThreadHandoff, turns: list[Episode], prose: str, model: str
) -> ThreadHandoff:
    """The handoff with the model's prose; all turns that the model was shown are its sources."""
    source_ids = tuple(sorted({*handoff.source_ids, *(turn.id for turn in turns)}))
    header = handoff.content.partition("\n\n")[0]
    content = f"{header}\n\n{redact(prose)}"
    return handoff._replace(
        content=content,
        source_ids=source_ids,
        trust=min(handoff.trust, least_trust(turns, source_ids)),
        tokens=place.tokens.count(content),
        model=model,
    )
