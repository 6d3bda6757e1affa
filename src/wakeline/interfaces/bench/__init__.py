"""Measurements that a user can repeat: through the public API, on data given by path."""
