"""Read a text or a session's log by rules: promises, titles, topics, time words."""
