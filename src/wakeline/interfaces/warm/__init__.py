"""A process of the home that runs anyway answers what a hook would have to load too much for.

`server` runs in `mcp`, `serve` and `worker`; `client` is all that a hook loads of it.
"""
