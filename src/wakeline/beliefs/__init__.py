"""What an agent holds to: what it decided against, and whether something would go against it."""
