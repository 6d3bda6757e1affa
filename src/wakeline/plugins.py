"""Plugins: load them, tell their listeners, and shut out those that fail.

A plugin is an entry point of the group `wakeline.plugins`: a function that gets the home when it
is opened and registers its listeners. Only plugins that the setting `plugins` names are loaded. A
plugin that fails never breaks a wake or a turn: it is put aside, and the reason is kept.
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
    """The listeners for one kind of event: one function a plugin, the last that it registered."""

    def __init__(self) -> None:
        self._by_plugin: dict[str, Callable[[T], Any]] = {}
        self.failures: dict[str, str] = {}

    def register(self, plugin_id: str, listener: Callable[[T], Any]) -> Callable[[], None]:
        """Register a plugin's listener, replacing its last one. Returns a function to remove it."""
        self._by_plugin[plugin_id] = listener
        self.failures.pop(plugin_id, None)

        def stop() -> None:
            if self._by_plugin.get(plugin_id) is listener:
                del self._by_plugin[plugin_id]

        return stop

    def unregister(self, plugin_id: str) -> bool:
        """Remove a plugin's listener. Returns whether there was one."""
        return self._by_plugin.pop(plugin_id, None) is not None

    def __len__(self) -> int:
        return len(self._by_plugin)

    def tell(self, told: T) -> None:
        """Call every listener, in the order of registration."""
        for plugin_id, listener in list(self._by_plugin.items()):
            try:
                listener(told)
            except Exception as error:
                log.warning("plugin %s is put aside: it failed with %r", plugin_id, error)
                self.failures[plugin_id] = f"{type(error).__name__}: {error}"[:200]
                self.unregister(plugin_id)


def load_plugins(names: Iterable[str], home: Any) -> dict[str, str]:
    """Load the named plugins and let them register. Returns why each failed one failed, by name."""
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
