"""The gap behind a wake: what happened in it, what drifted, where the agent stands."""
