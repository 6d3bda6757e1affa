"""A process of the home that runs anyway answers what a hook would have to load too much for.

`answering` runs in `mcp`, `serve` and `worker`; `handing` is all that a hook loads of it.
"""
