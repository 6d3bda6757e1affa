"""A sample agent with three weeks of sessions, and the script that plays them."""
