"""Build an agent's context: wake, hydrate, resume, and the context of one turn."""
