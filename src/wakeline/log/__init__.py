"""Checks and measures of what enters the log, and its archive. Values in, values out."""
