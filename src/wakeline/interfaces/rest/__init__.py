"""REST: a home served over HTTP, by tokens, for many tenants.

`keys` and `tokens` say who may come in, `door` asks everybody, `routes` holds one module a
subject, `wire` writes answers, `problems` translates errors, `supervisor` keeps workers alive.
Everything heavy is loaded when a server starts.
"""
