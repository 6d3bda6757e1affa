"""Digests, whoever makes them."""

from __future__ import annotations

import subprocess
import sys

ALIKE = """
import sys
from wakeline.base.digest import MANY, sha256_hex
assert "hashlib" not in sys.modules
made = [sha256_hex(str(number).encode()) for number in range(2 * MANY)]
assert "hashlib" in sys.modules
from hashlib import sha256
assert made == [sha256(str(number).encode()).hexdigest() for number in range(2 * MANY)]
print("alike")
"""


def test_a_process_that_makes_many_digests_loads_what_makes_them_faster() -> None:
    command = [sys.executable, "-c", ALIKE]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.stdout == "alike\n", found.stderr
