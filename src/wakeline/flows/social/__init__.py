"""Messages to an agent and between agents."""
