"""`wakeline hook HOST`: one JSON event on stdin, one JSON answer on stdout, and always exit 0.

If a warm process of the home runs, it answers, and next to nothing is loaded here. Otherwise
`respond` does the same in this process.
"""

import sys

MOST_INPUT = 32_000_000


def write_to_stderr(text: str) -> None:
    """Write a line to stderr, for people who read the host's log of its hooks."""
    from contextlib import suppress

    with suppress(OSError, ValueError):
        sys.stderr.write(f"wakeline hook: {text}\n")
