"""The program `wakeline`. It loads nothing before it knows what for: a hook needs very little."""

import gc
import os
import sys

from wakeline.base.compiled import use_compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HOOK = "hook"


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run one command. Returns the exit code, except that a brief command of this process ends it.

    Without `argv` the process is ours: a brief command has closed all that it opened, so
    collecting garbage and the interpreter's own goodbye would cost it a tenth of its time
    for nothing.
    """
    _open_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    compiled = None
    if argv is None:
        gc.disable()  # before the rest is loaded, all of which stays
        compiled = use_compiled()
    if words[:1] == [HOOK] and not {"--help", "-h"}.intersection(words):
        from wakeline.interfaces.hook.run import run

        code, is_brief = run(words[1:]), True
    else:
        from wakeline.interfaces.commands import commanded

        code, is_brief = commanded(words)
    if compiled is not None:
        if is_brief:
            compiled.keep()
        compiled.close()
    if is_brief and argv is None:
        sys.stderr.flush()
        os._exit(code)
    return code


def _open_streams() -> None:
    """Let streams that whoever runs us has closed lead nowhere. No other file gets their number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - as long as the process


if __name__ == "__main__":
    sys.exit(main())
