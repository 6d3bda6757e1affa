"""The lowest room: errors, time and ids, settings. It does not know agents."""

VERSION = "0.1.0"
