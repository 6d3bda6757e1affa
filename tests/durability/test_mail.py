"""SIGKILL while one agent writes to another: what was acknowledged arrives, and nothing twice."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import wakeline

KILLS = 12
MAILER = Path(__file__).with_name("mailer.py")


@pytest.mark.feature("X44")
def test_each_acknowledged_message_arrives_once_whenever_the_sender_is_killed(
    location: str,
) -> None:
    with wakeline.open(location) as home:
        home.agent("ash").status()
        home.agent("birch").status()
    chance = random.Random(44)
    acknowledged: set[int] = set()
    for kill in range(KILLS):
        first = kill * 1_000_000  # no text is said twice
        with subprocess.Popen(
            [sys.executable, str(MAILER), location, str(first)],
            stdout=subprocess.PIPE,
            text=True,
        ) as mailer:
            assert mailer.stdout is not None
            said = [mailer.stdout.readline() for _ in range(chance.randint(1, 5))]
            time.sleep(chance.uniform(0, 0.03))  # into the middle of a later one
            mailer.kill()
            said += mailer.stdout.readlines()
        acknowledged.update(int(line) for line in said if line.endswith("\n"))  # one may be torn
    with wakeline.open(location) as home:
        ash, birch = home.agent("ash"), home.agent("birch")
        assert ash.settle().failed == ()
        texts = Counter(message.text for message in birch.messages.all())
        said_by_ash = ash.status().turns
        assert [job for job in ash.jobs.all() if job.name == "mail"] == []
        birch.settle()
        assert birch.verify().ok
    assert len(acknowledged) >= KILLS
    assert [n for n in sorted(acknowledged) if texts[f"message {n}."] != 1] == []
    assert [text for text, count in texts.items() if count > 1] == []
    assert len(texts) == said_by_ash  # whatever is in the sender's log has arrived
