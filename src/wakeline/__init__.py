"""Wakeline: a continuity engine for persistent AI agents.

with wakeline.open("~/.wakeline") as home:
    ash = home.agent("ash")
    print(ash.wake().text)
"""

from wakeline.engine import Agent, Home, open  # noqa: A004 - the public contract's name

__version__ = "0.1.0"
__all__ = ["Agent", "Home", "__version__", "open"]
