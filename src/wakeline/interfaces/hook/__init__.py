"""`wakeline hook HOST`: one JSON event on stdin, one JSON answer on stdout, and always exit 0.

A process of the home that is warm answers where there is one; then next to nothing is loaded
here. Else `responding` does the same in this process.
"""

import sys

from wakeline.interfaces.warm.handing import handed_over

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MOST_INPUT = 32_000_000
OPTIONS = ("--agent", "--home", "--tenant")
Options = dict[str, "Any"]  # each a text, or None


def run(words: "Sequence[str]") -> int:
    """Answer one event. Whatever happens, the host gets a valid answer and exit code 0."""
    answer, out = "{}", sys.stdout
    sys.stdout = sys.stderr  # what plugins and libraries print is no answer
    try:
        options = chosen(words)
        raw = sys.stdin.buffer.read(MOST_INPUT + 1)
        told, taken_as = handed_over(raw, **options) if len(raw) <= MOST_INPUT else (None, None)
        answer = _answered_here(raw, taken_as, options) if told is None else told
    except Exception as error:
        say(f"{type(error).__name__}: {error}")
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

    from wakeline.interfaces.hook.responding import respond

    return json.dumps(respond(raw, **options, id=taken_as), ensure_ascii=True)


def chosen(words: "Sequence[str]") -> Options:
    """What was asked for. A word that is not known is passed over: an older hook may meet it."""
    found: Options = {"host": None}
    rest = iter(words)
    for word in rest:
        name, is_joined, value = word.partition("=")
        if name in OPTIONS:
            found[name.removeprefix("--")] = value if is_joined else next(rest, None)
        elif not word.startswith("-") and found["host"] is None:
            found["host"] = word
    return found


def say(text: str) -> None:
    """For whoever looks at what the host keeps of its hooks."""
    from contextlib import suppress

    with suppress(OSError, ValueError):
        sys.stderr.write(f"wakeline hook: {text}\n")
