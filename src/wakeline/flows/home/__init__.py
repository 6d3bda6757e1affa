"""A home and the agents in it: create, move, check, back up, restore."""
