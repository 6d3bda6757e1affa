"""The agent's own evaluations of its sessions, compared with scores computed from the log."""

from __future__ import annotations

from typing import Final

from wakeline.assessment.evals import differences, mean_scores, score_dimensions
from wakeline.base.errors import NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.flows.session.current_session import find_session
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import ORIGINS, TRUST, Episode, Origin
from wakeline.model.session import Session
from wakeline.model.writings import (
    DIMENSIONS,
    DimensionMean,
    EvalComparison,
    EvalMeans,
    Letter,
    SessionEval,
)
from wakeline.ports.store import Unit, View

MOST_TURNS: Final = 2000
MOST_LISTED: Final = 1000
MOST_LETTERS: Final = 100
LEAST_FOR_A_MEAN: Final = 10  # sessions, below which a mean says little
EVEN: Final = 4.5  # a mean of all dimensions so high that sessions hardly differ


def add_eval(
    place: Place,
    *,
    focus: int,
    depth: int,
    restraint: int,
    learning: int,
    honesty: int,
    note: str | None = None,
    session_id: str | None = None,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> EvalComparison:
    """Evaluate a session, each dimension from 1 to 5; a second evaluation replaces the first.

    The session that is named, else the one that is open here, else the last.
    """
    place.ask("add_eval")
    origin = parse.choice(origin, ORIGINS, field="origin")
    given = {
        "focus": focus,
        "depth": depth,
        "restraint": restraint,
        "learning": learning,
        "honesty": honesty,
    }
    scores = {
        name: parse.whole_number(value, field=name, least=1, most=5)
        for name, value in given.items()
    }
    most = place.settings.number("text.most_bytes")
    said = None if not note else redact(clean_text(note, field="note", most_bytes=most))
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        session = _session(place, unit, session_id)
        before = unit.one(SessionEval, "evals.of_session", session_id=session.id)
        now = unit.by.at
        row = SessionEval(
            id=unit.new_id() if before is None else before.id,
            session_id=session.id,
            note=said,
            computed=scores_from_log(unit, session),
            origin=origin,
            trust=TRUST[origin],
            created_at=now if before is None else before.created_at,
            updated_at=now,
            is_deleted=False,
            thread_id=session.thread_id,
            **scores,
        )
        kept = unit.save("session_eval.made", row, before)
    return EvalComparison(kept, differences(kept))


def scores_from_log(view: View, session: Session) -> dict[str, object]:
    """The scores of a session that are computed from the log as it is now."""
    turns = view.all(Episode, "log.of_session", session_id=session.id, limit=MOST_TURNS)
    span = list(view.tuples("cost.span", session_id=session.id))
    events: dict[str, int] = {}
    if span:
        (first, actor), last = span[0], span[-1][0]
        through = view.head().seq if session.state == "open" else int(last)
        bounds = {"after": int(first), "through": through, "actor": actor}
        counts = view.tuples("evals.caused", session_id=session.id, **bounds)
        events = {str(kind): int(count) for kind, count in counts}
    written = view.all(Letter, "letters.of_session", session_id=session.id, limit=MOST_LETTERS)
    stated = [fact["standing"] for letter in written for fact in letter.facts]
    return score_dimensions(turns, events, contradicted=stated.count("contradicted"))


def list_evals(
    place: Place,
    *,
    limit: int = MOST_LISTED,
    before: str | None = None,
    thread: str | None = None,
) -> list[EvalComparison]:
    """Evaluations, newest first: all, or those of a thread. `before` is the last id listed."""
    place.ask("recall")
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    behind = parse.label(before, field="before") or HIGHEST_ID
    with place.store.reading() as view:
        of = {"after": behind, "thread_id": parse.label(thread, field="thread"), "limit": most}
        rows = view.all(SessionEval, "pages.evals", **of)
    return [EvalComparison(row, differences(row)) for row in rows]


def mean_evals(place: Place, *, limit: int = MOST_LISTED) -> EvalMeans:
    """The means of the newest evaluations, the agent's own and those from the log."""
    rows = [found.judged for found in list_evals(place, limit=limit)]
    if not rows:
        raise NotFound("no session was judged yet.", todo="`wakeline evals add` judges one.")
    found = tuple(DimensionMean(name, *mean_scores(rows, name)) for name in DIMENSIONS)
    own = round(sum(mean.own for mean in found) / len(found), 2)
    return EvalMeans(len(rows), own, found, tuple(_remarks(len(rows), own, found)))


def _remarks(sessions: int, own: float, found: tuple[DimensionMean, ...]) -> list[str]:
    """Remarks on how far these figures can be trusted."""
    said = []
    if sessions < LEAST_FOR_A_MEAN:
        said.append("so few sessions say little")
    if own >= EVEN:
        said.append(f"a mean of {own} leaves little to tell one session from another")
    praised = [m.dimension for m in found if m.computed is not None and m.own - m.computed >= 1]
    if praised:
        said.append(f"the log says less of {', '.join(praised)}")
    return said


def _session(place: Place, unit: Unit, session_id: str | None) -> Session:
    wanted = session_id or place.current.session_id
    if wanted is None and not unit.all(Session, "sessions.open"):
        last = unit.all(Session, "sessions.latest", limit=1)
        if not last:
            raise NotFound("there was no session yet.", todo="Wake the agent first.")
        return last[0]
    return find_session(place, unit, wanted)
