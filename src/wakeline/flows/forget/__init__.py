"""Forget one thing everywhere, and what was made from it."""
