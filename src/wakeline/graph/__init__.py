"""Who and what an agent talks about: names that are one, kinds of things, and how they relate."""
