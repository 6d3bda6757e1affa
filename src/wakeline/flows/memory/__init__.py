"""What an agent knows: memories, facts, knowledge, procedures, and consolidation."""
