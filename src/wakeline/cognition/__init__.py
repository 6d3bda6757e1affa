"""What state an agent was in while something happened, read from what was said."""
