"""The living layer of who an agent is: evidence, observations, the text, snapshots, resets."""
