"""What a server counts, for Prometheus. It counts routes and statuses, never tenants."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
TYPE = "text/plain; version=0.0.4; charset=utf-8"
UNKNOWN_ROUTE = "unknown"


class Metrics:
    """The counters of one worker. With a folder all workers of a server are counted together."""

    def __init__(self, folder: str | None = None) -> None:
        self._folder = folder
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "wakeline_requests",
            "Requests, by route, method and status.",
            ["route", "method", "status"],
            registry=self._registry,
        )
        self.seconds = Histogram(
            "wakeline_request_seconds",
            "How long requests took, by route.",
            ["route"],
            buckets=BUCKETS,
            registry=self._registry,
        )
        self.refusals = Counter(
            "wakeline_refusals", "Requests that were turned away.", registry=self._registry
        )
        self.agents = Gauge(
            "wakeline_open_agents",
            "Agents that are open.",
            registry=self._registry,
            multiprocess_mode="livesum",
        )

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        if self._folder is None:
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together, path=self._folder)  # type: ignore[no-untyped-call]
        return generate_latest(together)
