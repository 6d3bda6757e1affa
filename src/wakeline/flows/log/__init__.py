"""What is said and shown, kept in the log: turns, files, the archive."""
