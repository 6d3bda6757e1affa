"""Put an agent back together: wake, hydrate, resume, and what a turn is given."""
