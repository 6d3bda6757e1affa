"""Mail between agents of a home: each message once, wherever its way was broken off."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import apsw
import pytest

import wakeline
from tests.builders import Homes, select
from tests.contract.life import holding
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.social.mail import _mail, deliver_mail
from wakeline.model.log import Episode
from wakeline.model.message import Mail


def two(homes: Homes) -> tuple[wakeline.Agent, wakeline.Agent]:
    home = homes()
    ash, birch = home.agent("ash", person="Mel"), home.agent("birch", person="Mel")
    assert ash.identity.id != birch.identity.id
    return ash, birch


def arrived(agent: wakeline.Agent) -> list[str]:
    return [message.text for message in agent.messages.all()]


def waiting_jobs(agent: wakeline.Agent) -> list[str]:
    return [job.name for job in agent.jobs.all() if job.name == "mail"]


def in_home(homes: Homes) -> list[tuple[Any, ...]]:
    """What the home keeps on its way."""
    if homes.engine != "sqlite":
        return []
    db = apsw.Connection(str(Path(homes.location, "home.db")))
    try:
        return list(db.execute("SELECT to_name, text FROM mail"))
    finally:
        db.close()


@pytest.mark.feature("X44")
def test_what_one_agent_says_to_another_is_in_both_logs_and_in_the_other_s_wake(
    open_home: Homes,
) -> None:
    ash, birch = two(open_home)
    ash.wake()
    sent = ash.messages.mail("Birch", "The press is free.", kind="request", wants_reply=True)
    (message,) = birch.messages.all()
    assert (message.id, message.sender, message.text) == (sent.id, "ash", "The press is free.")
    assert (message.origin, message.kind, message.wants_reply) == ("import", "request", True)
    assert "The press is free." in birch.wake().text
    assert birch.recall("is the press free?")[0].text == "The press is free."
    own = ash.recall("what did I say about the press?")[0]
    assert (own.text, own.origin) == ("To birch: The press is free.", "agent_inferred")
    assert ash.working.turns()[-1].source_id == f"mail:{sent.id}"
    assert (waiting_jobs(ash), in_home(open_home)) == ([], [])
    for each in (ash, birch):
        each.settle()
        assert each.verify().ok


def broken_off(homes: Homes, ash: wakeline.Agent, text: str) -> Mail:
    """A message of which only the sender's log knows: its process was killed behind that."""
    place = ash.place
    sent: Mail
    port = place.home

    class Away:
        """The same home, in which nobody but the sender can be reached."""

        def __getattr__(self, name: str) -> Any:
            return getattr(port, name)

        def post(self, _mail: Mail) -> bool:
            raise NotFound("killed here")

    ash._place = place._replace(home=Away())
    try:
        sent = ash.messages.mail("birch", text)
    finally:
        ash._place = place
    assert waiting_jobs(ash) == ["mail"]
    return sent


@pytest.mark.feature("X44")
def test_a_message_arrives_once_wherever_its_way_was_broken_off(open_home: Homes) -> None:
    ash, birch = two(open_home)
    sent = broken_off(open_home, ash, "The pears are in.")
    assert arrived(birch) == []
    with ash.place.store.reading() as view:
        turn = view.one(Episode, "log.by_source", source_id=f"mail:{sent.id}")
    assert turn is not None
    assert _mail(turn) == sent
    ash.place.home.post(sent)  # killed when the home had it
    again = open_home.agent("ash")
    again.settle()
    assert (arrived(birch), waiting_jobs(again), in_home(open_home)) == (
        ["The pears are in."],
        [],
        [],
    )
    for _ in range(2):  # killed when it had arrived, before that was noted anywhere
        again.place.home.post(sent)
        with again.place.store.writing(again.place.by()) as unit:
            unit.add_job("mail", sent.id)
        again.settle()
        birch.settle()
    assert (arrived(birch), waiting_jobs(again), in_home(open_home)) == (
        ["The pears are in."],
        [],
        [],
    )


@pytest.mark.feature("X44")
def test_what_was_forgotten_or_taken_away_does_not_arrive_again(open_home: Homes) -> None:
    ash, birch = two(open_home)
    first = ash.messages.mail("birch", "The code is heron-nine.")
    second = ash.messages.mail("birch", "The gate squeaks.")
    birch.forget(first.id)
    birch.messages.delete(second.id)
    for sent in (first, second):
        deliver_mail(ash.place, sent.id)
    assert arrived(birch) == []
    third = broken_off(open_home, ash, "Forget this.")
    ash.forget(_turn_id(ash, third))
    ash.settle()
    assert (arrived(birch), waiting_jobs(ash)) == ([], [])


def _turn_id(agent: wakeline.Agent, sent: Mail) -> str:
    rows = select(agent, "SELECT id FROM episodes WHERE source_id = :s", s=f"mail:{sent.id}")
    return str(rows[0][0])


@pytest.mark.feature("X44")
def test_mail_for_an_agent_that_was_carried_away_waits_in_the_home(tmp_path: Path) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash, birch = two(homes)
    birch.close()
    folder = Path(homes.location, "agents", "birch")
    sent = broken_off(homes, ash, "Come back soon.")
    shutil.move(folder, tmp_path / "away")
    ash.settle()
    assert (waiting_jobs(ash), in_home(homes)) == ([], [("birch", "Come back soon.")])
    homes().adopt(tmp_path / "away", name=None)
    back = homes.agent("birch")
    assert [message.id for message in back.messages.all()] == [sent.id]
    assert in_home(homes) == []
    homes.close()
    files = holding(homes.location, "Come back soon.")
    assert {file.split("/")[1] for file in files} == {"ash", "birch"}
    assert not any("home.db" in file for file in files)


@pytest.mark.feature("X44")
def test_mail_finds_an_agent_by_whatever_name_it_has_now(open_home: Homes) -> None:
    ash, birch = two(open_home)
    broken_off(open_home, ash, "Who are you now?")
    birch.close()
    home = open_home()
    home.rename("birch", "rowan")
    home.agent("birch", person="Mel").status()  # somebody else of that name
    ash.settle()
    assert arrived(home.agent("rowan")) == ["Who are you now?"]
    assert arrived(home.agent("birch")) == []


def test_in_a_database_mail_for_nobody_waits_as_a_job(pg_url: str, tmp_path: Path) -> None:
    homes = Homes("postgres", pg_url)
    ash, _ = two(homes)
    broken_off(homes, ash, "Anybody?")
    home = homes()
    home.remove("birch", to=str(tmp_path / "copy"))
    assert [name for name, _ in ash.settle().failed] == ["mail"]
    assert waiting_jobs(ash) == ["mail"]
    home.restore(tmp_path / "copy")
    homes.later(hours=6)
    ash.settle()
    assert arrived(homes.agent("birch")) == ["Anybody?"]
    homes.close()


def test_mail_to_nobody_or_oneself_is_refused(open_home: Homes) -> None:
    ash, _ = two(open_home)
    with pytest.raises(NotFound, match="elder"):
        ash.messages.mail("elder", "Hello?")
    with pytest.raises(Invalid, match="itself"):
        ash.messages.mail("Ash", "Hello?")
    with pytest.raises(Invalid):
        ash.messages.mail("birch", "  ")
    with pytest.raises(Invalid, match="in the past"):
        ash.messages.mail("birch", "late", expires_at=open_home.clock.now())
    assert ash.status().turns == 0


def test_secrets_do_not_travel(open_home: Homes) -> None:
    ash, birch = two(open_home)
    ash.messages.mail("birch", "Use ghp_" + "a1B2" * 9 + " for it.")
    (text,) = arrived(birch)
    assert "ghp_" not in text
    assert "[secret:" in text


@pytest.mark.feature("X44")
def test_an_agent_that_came_back_by_hand_has_its_mail_when_it_settles(tmp_path: Path) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash, birch = two(homes)
    birch.close()
    broken_off(homes, ash, "Here already?")
    folder = Path(homes.location, "agents", "birch")
    shutil.move(folder, tmp_path / "away")
    ash.settle()
    shutil.move(tmp_path / "away", folder)
    back = homes.agent("birch")
    back.settle()
    assert (arrived(back), in_home(homes)) == (["Here already?"], [])
    homes.close()
