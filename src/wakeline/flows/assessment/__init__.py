"""Evaluations of sessions, the fingerprint of how an agent speaks, and its entropy."""
