"""What an agent has, each kind behind a name of its own, as in `ash.facts.set`."""
