"""The order of the rooms, as data.

A room may import itself and rooms of a lower layer, nothing else; rooms of one
layer do not import each other. `tests/test_architecture.py` holds every module
to it. A new room is added here first. This file knows names only: it imports
nothing and nothing at run time needs it.
"""

LAYERS: tuple[tuple[str, ...], ...] = (
    ("base",),
    ("model",),
    ("ports", "language"),
    ("store", "minds", "plugins"),
    ("reading",),
    (
        "log",
        "graph",
        "recall",
        "sessions",
        "writings",
        "beliefs",
        "personality",
        "assessment",
        "context",
    ),
    ("liminal", "consolidation"),
    ("hydration",),
    ("flows",),
    ("jobs",),
    ("engine",),
    ("interfaces",),
)

# Modules beside the rooms, each with the room whose rules it keeps.
ANNEXES: dict[str, str] = {
    "__init__": "engine",  # the public face: wakeline.open
    "aio": "engine",  # the same face over threads
    "__main__": "interfaces",  # python -m wakeline
    "demo": "interfaces",  # the example life, driven through the engine
    "rooms": "base",
}
