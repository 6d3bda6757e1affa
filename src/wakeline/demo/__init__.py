"""A sample agent that has lived for three weeks, and the play that brings it to life."""
