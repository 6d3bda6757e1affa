"""Other memories beside Wakeline: the same turns, the same questions, the same machine.

They are installed by `make bench-peers` into an environment of their own and by nothing
else. docs/peers.md says what is compared and what is not.
"""
