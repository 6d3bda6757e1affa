"""The life of a session after it was opened: its end, threads, checkpoints, guards, restarts."""
