"""The personality that grows with an agent: evidence, observations, text, snapshots, resets."""
