"""Forget one thing everywhere, with everything that was derived from it."""
