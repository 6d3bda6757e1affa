"""The ground floor: errors, time and ids, settings. Knows nothing of agents."""

VERSION = "0.1.0"
