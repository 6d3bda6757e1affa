"""Turn what was said into knowledge: facts, memories and summaries, with their sources."""
