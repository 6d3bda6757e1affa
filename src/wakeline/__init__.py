"""Wakeline: a continuity engine for persistent AI agents.

with wakeline.open("~/.wakeline") as home:
    ash = home.agent("ash")
    print(ash.wake().text)
"""

from wakeline.base import VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wakeline.engine import Agent, Home, open  # noqa: A004 - the public contract's name

__version__ = VERSION
__all__ = ["Agent", "Home", "__version__", "open"]


def __getattr__(name: str) -> object:
    """Load the engine when it is first asked for: a hook that hands its event on never does."""
    if name not in __all__:
        raise AttributeError(f"module 'wakeline' has no attribute {name!r}")
    from wakeline import engine

    found = globals()[name] = getattr(engine, name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
