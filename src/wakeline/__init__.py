"""Wakeline: a continuity engine for persistent AI agents.

with wakeline.open("~/.wakeline") as home:
    ash = home.agent("ash")
    print(ash.wake().text)
"""

from wakeline.base import VERSION
from wakeline.engine import Agent, Home, open  # noqa: A004 - the public contract's name

__version__ = VERSION
__all__ = ["Agent", "Home", "__version__", "open"]
