"""A process that counts trials and is killed leaves nothing that a second run counts twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import wakeline
from tests.builders import PERSON, QUICK
from wakeline.flows.session.end import end

ROOT = Path(__file__).parents[2]
SESSIONS = 60
COUNT = """
import sys, wakeline
with wakeline.open(sys.argv[1]) as home:
    home.agent("ash").principles.verify()
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


@pytest.mark.feature("E5")
def test_killed_while_it_counts_and_run_again_it_comes_to_the_same_counts(tmp_path: Path) -> None:
    location = str(tmp_path / "home")
    with wakeline.open(location, settings=QUICK) as home:
        ash = home.agent("ash", person=PERSON)
        made = ash.principles.add("writing an essay", "check the archive", check="archive")
        for _ in range(SESSIONS):
            ash.wake()
            ash.record(user="Please write an essay.")
            ash.record(user="The archive has none like it.")
            end(ash.place, session_id=ash.session_id, summary="done")  # without its settle
            ash.session_id = None
        process = subprocess.Popen([sys.executable, "-c", COUNT, location], cwd=ROOT)
        given_up = time.monotonic() + 60
        while not ash.principles.trials(made.id) and time.monotonic() < given_up:
            time.sleep(0.001)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        begun = ash.principles.get(made.id).successes
        assert 0 < begun == len(ash.principles.trials(made.id)) <= SESSIONS
        ash.principles.verify()
        ash.settle()
        assert ash.principles.verify() == []
        after = ash.principles.get(made.id)
        assert (after.successes, after.failures) == (SESSIONS, 0)
        assert len({trial.session_id for trial in ash.principles.trials(made.id)}) == SESSIONS
        assert ash.verify().ok
