"""The transition between sessions: how long the gap was, and who else is awake."""
