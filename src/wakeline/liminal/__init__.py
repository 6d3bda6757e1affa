"""The transition between sessions: wake, gap, drift, thresholds and orientation."""
