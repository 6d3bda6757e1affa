"""What a text or a session's log says, read by rules: promises, titles, topics, time words."""
