"""Promises and questions that turns leave open. Reads no rows."""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.language.sentences import Quote, clip
from wakeline.model.log import Episode
from wakeline.reading.commitments import Commitment
from wakeline.reading.session_log import read_log

LONGEST = 160
MOST = 4


def find_open_promises(turns: Sequence[Episode]) -> list[tuple[str, str]]:
    """Promises and questions that no turn settles, each as a text and the id of its turn."""
    found = read_log(turns)
    last = None if found.last_request is None else found.last_request.quote.episode_id
    asked = [each for each in found.questions if each.episode_id != last]
    said: list[Quote | Commitment] = [*found.commitments[-MOST:], *asked[-MOST:]]
    return [(f"{each.speaker}: {clip(each.text, LONGEST)}", each.episode_id) for each in said]
