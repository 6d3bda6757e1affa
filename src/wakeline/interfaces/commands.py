"""Runs a command, and turns how it went into an exit code.

The commands of `interfaces.fast` run before Typer or Rich is loaded. It is the outermost
handler of commands: whatever happens, people read a line and programs a code.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from wakeline.base.environment import DEBUG_VARIABLE, is_debugging
from wakeline.base.errors import Invalid, WakelineError
from wakeline.interfaces import exit_codes
from wakeline.interfaces.fast_commands import parse_command
from wakeline.interfaces.json_values import encode_json
from wakeline.interfaces.reserved_output import answer_stream, reserve_stdout


def run_command_line(words: list[str]) -> int:
    """Run a command. Its exit code."""
    act = parse_command(words)
    if act is None:  # it may run for long
        gc.enable()
    _write_utf8()
    return _code(words, act)


def _code(words: list[str], act: Callable[[], Any] | None) -> int:
    """The exit code after whatever happens."""
    as_json = "--json" in words
    is_for_programs = as_json and "--help" not in words and "-h" not in words
    try:
        with reserve_stdout() if is_for_programs else nullcontext():
            code = _run(words, act)
        sys.stdout.flush()
    except WakelineError as error:
        code = _failed(error, as_json=as_json)
    except KeyboardInterrupt:
        code = exit_codes.INTERRUPTED
    except BrokenPipeError:
        code = _reader_gone()
    except UnicodeEncodeError:  # what was given as a word and is none became half characters
        todo = "Give it in the encoding of the terminal."
        code = _failed(Invalid("a word is not text.", todo=todo), as_json=as_json)
    except OSError as error:
        told = exit_codes.of_the_system(error)
        code = _failed(told, as_json=as_json) if told else _unexpected(error, as_json=as_json)
    except Exception as error:
        code = _unexpected(error, as_json=as_json)
    return code


def _run(words: list[str], act: Callable[[], Any] | None) -> int:
    if act is not None:
        told = encode_json(act())
        answer_stream().write(told + "\n")
        return exit_codes.OK
    from wakeline.interfaces.cli import run

    return run(words)


def _failed(error: WakelineError, *, as_json: bool) -> int:
    """Say what happened: on stderr for people, as a document on stdout for programs."""
    if not (as_json and _is_written(exit_codes.for_programs(error))):
        sys.stderr.write(exit_codes.for_people(error) + "\n")
    return exit_codes.exit_code(error)


def _is_written(document: str) -> bool:
    """Write to standard output, where there may be no room or nobody who reads."""
    try:
        sys.stdout.write(document + "\n")
        sys.stdout.flush()
    except OSError:
        _reader_gone()
        return False
    return True


def _unexpected(error: Exception, *, as_json: bool) -> int:
    if is_debugging():
        import traceback

        traceback.print_exc()
    told = WakelineError(
        f"unexpected {type(error).__name__}: {error}",
        todo=f"Run it again with {DEBUG_VARIABLE}=1 for a traceback, and please report it.",
    )
    return _failed(told, as_json=as_json)


def _reader_gone() -> int:
    """Nothing more can be written to standard output: its reader went away, or its disk is full."""
    # The interpreter flushes once more at its end, and that must not fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return exit_codes.ERROR


def _write_utf8() -> None:
    """Text goes out as UTF-8 wherever it goes; what cannot be written is marked."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
