"""A home and the agents in it: made, moved, checked, brought back."""
