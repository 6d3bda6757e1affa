"""The gap before a wake: what happened in it, what drifted, and the liminal state."""
