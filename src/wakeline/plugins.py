"""Code of others that listens and adds, each by the name of its plugin, fenced off when it fails.

A plugin is an entry point of the group `wakeline.plugins`: a function that is given the home when
it is opened and registers what it has. Only those that the setting `plugins` names are loaded. One
that fails never takes a wake or a turn with it: it is put aside, and says why.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from typing import Any, Generic, TypeVar

GROUP = "wakeline.plugins"
T = TypeVar("T")
log = logging.getLogger("wakeline.plugins")


class Listeners(Generic[T]):
    """Who wants to be told of something: one function for each plugin, the last that it gave."""

    def __init__(self) -> None:
        self._by_plugin: dict[str, Callable[[T], Any]] = {}
        self.failures: dict[str, str] = {}

    def register(self, plugin_id: str, listener: Callable[[T], Any]) -> Callable[[], None]:
        """Let a plugin listen, in place of what it had registered. Returns how to stop that."""
        self._by_plugin[plugin_id] = listener
        self.failures.pop(plugin_id, None)

        def stop() -> None:
            if self._by_plugin.get(plugin_id) is listener:
                del self._by_plugin[plugin_id]

        return stop

    def unregister(self, plugin_id: str) -> bool:
        """Let a plugin listen no more. Whether it did."""
        return self._by_plugin.pop(plugin_id, None) is not None

    def __len__(self) -> int:
        return len(self._by_plugin)

    def tell(self, told: T) -> None:
        """Tell everybody, in the order in which they came."""
        for plugin_id, listener in list(self._by_plugin.items()):
            try:
                listener(told)
            except Exception as error:
                log.warning("plugin %s is put aside: it failed with %r", plugin_id, error)
                self.failures[plugin_id] = f"{type(error).__name__}: {error}"[:200]
                self.unregister(plugin_id)


def load_plugins(names: Iterable[str], home: Any) -> dict[str, str]:
    """Load what was asked for and let it register; why those that failed have."""
    found = {point.name: point for point in entry_points(group=GROUP)}
    failures: dict[str, str] = {}
    for name in names:
        if name not in found:
            failures[name] = "it is not installed"
            continue
        try:
            found[name].load()(home)
        except Exception as error:
            log.warning("plugin %s is left out: it failed with %r", name, error)
            failures[name] = f"{type(error).__name__}: {error}"[:200]
    return failures
