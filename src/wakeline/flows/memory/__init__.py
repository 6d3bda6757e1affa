"""What an agent knows: memories, facts, knowledge, procedures, and how they come about."""
