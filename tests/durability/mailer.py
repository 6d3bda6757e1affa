"""Writes from one agent to another until it is killed, saying what was acknowledged."""

import sys

import wakeline

where, first = sys.argv[1], int(sys.argv[2])
with wakeline.open(where) as home:
    ash = home.agent("ash", create=False)
    for number in range(first, first + 100_000):
        ash.messages.mail("birch", f"message {number}.")
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
