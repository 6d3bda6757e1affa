"""The doors between rooms and the outside: protocols only, no behaviour."""
