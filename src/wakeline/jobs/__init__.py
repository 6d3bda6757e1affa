"""What runs by itself: when an agent is looked at, and who looks."""
