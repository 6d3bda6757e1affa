"""The composition root and public face: `open`, a home, and its agents."""

from wakeline.engine.agent import Agent
from wakeline.engine.home import Home, is_database_url, open  # noqa: A004 - the public contract's name

__all__ = ["Agent", "Home", "is_database_url", "open"]
