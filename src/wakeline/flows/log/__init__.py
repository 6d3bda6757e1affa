"""Keep turns and shown files in the log, and the log in the archive."""
