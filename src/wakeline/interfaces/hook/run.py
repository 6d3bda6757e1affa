"""Run one hook: read the event, answer it here or in a warm process of the home."""

import sys

from wakeline.interfaces.hook import MOST_INPUT, write_to_stderr
from wakeline.interfaces.warm.client import hand_to_warm_process

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

OPTIONS = ("--agent", "--home", "--tenant")
Options = dict[str, "Any"]  # each a text, or None


def run(words: "Sequence[str]") -> int:
    """Answer one event. Whatever happens, the host gets a valid answer and exit code 0."""
    answer, out = "{}", sys.stdout
    sys.stdout = sys.stderr  # prints of plugins and libraries are not part of the answer
    try:
        options = parse_options(words)
        raw = sys.stdin.buffer.read(MOST_INPUT + 1)
        told, taken_as = (
            hand_to_warm_process(raw, **options) if len(raw) <= MOST_INPUT else (None, None)
        )
        answer = _answered_here(raw, taken_as, options) if told is None else told
    except Exception as error:
        write_to_stderr(f"{type(error).__name__}: {error}")
    finally:
        sys.stdout = out
    try:
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
    except (OSError, ValueError):
        pass  # nobody listens
    return 0


def _answered_here(raw: bytes, taken_as: str | None, options: Options) -> str:
    import json

    from wakeline.interfaces.hook.respond import respond

    return json.dumps(respond(raw, **options, id=taken_as), ensure_ascii=True)


def parse_options(words: "Sequence[str]") -> Options:
    """The options of the command line. Unknown words are skipped: they may be of newer versions."""
    found: Options = {"host": None}
    rest = iter(words)
    for word in rest:
        name, is_joined, value = word.partition("=")
        if name in OPTIONS:
            found[name.removeprefix("--")] = value if is_joined else next(rest, None)
        elif not word.startswith("-") and found["host"] is None:
            found["host"] = word
    return found
