"""The program `wakeline`. It loads nothing before it knows what for: a hook needs very little."""

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HOOK = "hook"


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run one command. Returns the exit code."""
    _open_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    if argv is None:  # the process is ours: what is loaded now stays, and need not be searched
        gc.disable()
    if words[:1] == [HOOK] and not {"--help", "-h"}.intersection(words):
        from wakeline.interfaces.hook.run import run

        return run(words[1:])
    from wakeline.interfaces.commands import run_command_line

    return run_command_line(words)


def _open_streams() -> None:
    """Let streams that whoever runs us has closed lead nowhere. No other file gets their number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - as long as the process


if __name__ == "__main__":
    sys.exit(main())
