"""REST: a home served over HTTP, by tokens, for many tenants.

`keys` and `tokens` say who may come in, `door` asks everybody, `routes` holds one module a
subject, `wire` writes answers, `problems` translates errors, `worker` is what each process does.
Everything heavy is loaded when a server starts.
"""
