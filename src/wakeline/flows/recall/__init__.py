"""Find what was said or is known, and keep the index that finds it."""
