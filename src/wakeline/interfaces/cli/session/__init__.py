"""Commands about sessions: wakes, turns, threads, checkpoints, guards, restarts, messages."""
