"""A host as the system sees it: a process that starts hooks and commands, and can be killed.

Takes one line of JSON at a time: the words of the program, what it reads, and after how many
seconds to kill it, if at all. Answers with its exit code and what it wrote.
"""

from __future__ import annotations

import json
import subprocess
import sys


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        process = subprocess.Popen(
            [sys.executable, "-m", "wakeline", *asked["words"]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            out, _ = process.communicate(asked["stdin"].encode(), timeout=asked["kill_after"])
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
        answer = {"code": process.returncode, "out": out.decode()}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
