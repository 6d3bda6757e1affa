"""Commands about what an agent holds to: decisions, principles, what was told to whom, checks."""
