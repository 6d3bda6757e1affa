"""Messages from one agent of a home to another, each delivered once.

Three places are written, never two in one transaction: a turn in the sender's own log, with a job
that delivers it; in a folder home, the home's list of mail on its way; then a message in the
receiver's log. A job that was killed runs again from its beginning: the home keeps a message by
its id, and an agent that ever had a message with that id does not get it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from wakeline.base.clock import read_moment, stored_moment
from wakeline.base.errors import Invalid, NotFound, WakelineError
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.home.transfer import other_stores
from wakeline.flows.log.drafts import drafts_of_events
from wakeline.flows.log.record import renew_or_revive
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import TRUST, By, Episode, Origin
from wakeline.model.message import MESSAGE_KINDS, Mail, Message
from wakeline.ports.minds import TokenCounter
from wakeline.ports.store import HomeBackend, Store, Unit
from wakeline.store.folder import agent_key, unknown_agent

JOB = "mail"
SOURCE_PREFIX = "mail:"
MOST_TEXT_BYTES = 65_536
ORIGIN: Origin = "import"  # another agent is neither the person nor the agent itself


def send_mail(
    place: Place,
    to: str,
    text: str,
    *,
    kind: str = "message",
    priority: int = 5,
    wants_reply: bool = False,
    expires_at: datetime | str | None = None,
) -> Mail:
    """Send a message to another agent of the home. Once this returns, it cannot be lost.

    Usually it has arrived by then; otherwise a job delivers it.
    """
    place.ask("send_mail")
    now = place.clock.now()
    until = None if expires_at is None else parse.moment(expires_at, field="expires_at", now=now)
    if until is not None and until <= now:
        raise Invalid("expires_at is in the past.", todo="Give a moment in the future.")
    name, agent_id = _addressed(place, to)
    mail = Mail(
        id=place.ids.new(now),
        to_id=agent_id,
        to_name=name,
        sender=place.identity.name,
        text=redact(clean_text(text, field="text", most_bytes=MOST_TEXT_BYTES)),
        kind=parse.choice(kind, MESSAGE_KINDS, field="kind"),
        priority=parse.whole_number(priority, field="priority", least=1, most=10),
        wants_reply=bool(wants_reply),
        expires_at=until,
        sent_at=now,
    )
    session_id = place.current.session_id
    (draft,) = drafts_of_events(place, [_said(place, mail)], now)
    with place.store.writing(place.by(at=now)) as unit:
        renew_or_revive(place, unit, session_id)
        unit.append([draft.episode], [draft.terms])
        unit.run("jobs.add_derived", at=now)
        unit.add_job(JOB, mail.id)
    with suppress(WakelineError):  # the job is there
        deliver_mail(place, mail.id)
    return mail


def deliver_mail(place: Place, mail_id: str) -> None:
    """The job: deliver one message to its receiver, or to the home if the receiver is away."""
    with place.store.reading() as view:
        turn = view.one(Episode, "log.by_source", source_id=f"{SOURCE_PREFIX}{mail_id}")
    if turn is not None and turn.forgotten_at is None:
        mail = _mail(turn)
        is_kept = place.home.post(mail)
        store = _store_of(place.home, mail)
        if store is not None:
            try:
                _hand_over(place.home, store, [mail], place.clock.now(), place.tokens)
            finally:
                store.close()
        elif not is_kept:
            raise NotFound(
                f"{mail.to_name} is no longer in this home.",
                todo="Bring it back: it is tried again; or drop the job with `wakeline jobs drop`.",
            )
    with place.store.writing(place.by(actor="worker")) as unit:
        unit.run("jobs.done", name=JOB, key=mail_id)


def deliver_waiting_mail(
    home: HomeBackend, store: Store, now: datetime, tokens: TokenCounter
) -> int:
    """Give an agent the mail that the home kept while it was away. Returns how many messages."""
    waiting = home.mail_for(store.scope.agent_id)
    if waiting:
        _hand_over(home, store, waiting, now, tokens)
    return len(waiting)


def _addressed(place: Place, to: str) -> tuple[str, str]:
    """The name and the id of another agent here."""
    name = agent_key(to)
    if name == place.identity.name:
        raise Invalid(
            "an agent sends itself no mail.", todo="Leave a message for later: `message send`."
        )
    store = place.home.store(name)
    if store is None:
        raise unknown_agent(name, place.home.location)
    try:
        return name, store.scope.agent_id
    finally:
        store.close()


def _said(place: Place, mail: Mail) -> dict[str, object]:
    """The turn in the sender's log that holds the message; the job reads it from there."""
    about = {
        "from": mail.sender,
        "to": mail.to_name,
        "to_id": mail.to_id,
        "kind": mail.kind,
        "priority": mail.priority,
        "wants_reply": mail.wants_reply,
        "expires_at": mail.expires_at and stored_moment(mail.expires_at),
    }
    return {
        "text": f"{_preface(mail.to_name)}{mail.text}",
        "speaker": place.identity.display_name,
        "role": "agent",
        "kind": "observation",
        "origin": "agent_inferred",
        "source_id": f"{SOURCE_PREFIX}{mail.id}",
        "session": place.current.session_id,
        "exchange": place.current.exchange_id,
        "metadata": {"mail": about},
    }


def _mail(turn: Episode) -> Mail:
    about = turn.metadata["mail"]
    until = about["expires_at"]
    return Mail(
        id=str(turn.source_id).removeprefix(SOURCE_PREFIX),
        to_id=about["to_id"],
        to_name=about["to"],
        sender=about["from"],
        text=turn.text.removeprefix(_preface(about["to"])),
        kind=about["kind"],
        priority=about["priority"],
        wants_reply=about["wants_reply"],
        expires_at=None if until is None else read_moment(until),
        sent_at=turn.at,
    )


def _preface(name: str) -> str:
    return f"To {name}: "


def _store_of(home: HomeBackend, mail: Mail) -> Store | None:
    """The store of a message's receiver, whatever its name is now; None if it is not here."""
    store = home.store(mail.to_name)
    if store is not None and store.scope.agent_id == mail.to_id:
        return store
    if store is not None:
        store.close()
    for name, other in other_stores(home, mail.to_name):
        if other.scope.agent_id == mail.to_id:
            return home.store(name)
    return None


def _hand_over(
    home: HomeBackend, store: Store, mails: Sequence[Mail], now: datetime, tokens: TokenCounter
) -> None:
    """Put messages into one agent's log, unless it had them, and off the home's list."""
    for mail in mails:
        with store.writing(By(now, mail.sender, ORIGIN)) as unit:
            if unit.value("agenda.is_known", id=mail.id) is None:
                _put(unit, mail, tokens)
    home.drop_mail([mail.id for mail in mails])


def _put(unit: Unit, mail: Mail, tokens: TokenCounter) -> None:
    save_searchable(
        unit,
        "message.sent",
        Message(
            id=mail.id,
            sender=mail.sender,
            text=mail.text,
            kind=mail.kind,
            priority=mail.priority,
            wants_reply=mail.wants_reply,
            reply=None,
            origin=ORIGIN,
            trust=TRUST[ORIGIN],
            tokens=tokens.count(mail.text),
            created_at=mail.sent_at,
            read_at=None,
            replied_at=None,
            is_deleted=False,
            session_id=None,
            expires_at=mail.expires_at,
        ),
    )
