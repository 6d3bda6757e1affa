"""The graph of what an agent talks about: names, their kinds, aliases, and relations."""
