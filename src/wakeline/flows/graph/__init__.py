"""Who and what an agent talks about, and how they relate."""
