"""Commands about what an agent knows: memories, facts, knowledge, files, entities, summaries."""
