"""Background work: the jobs of an agent, and the worker that runs them."""
