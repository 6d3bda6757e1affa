"""A session after its start: its end, threads, checkpoints, guards, restarts."""
