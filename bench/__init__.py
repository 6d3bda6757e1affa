"""Benchmarks: what Wakeline costs, always beside what the bare machine costs in the same run."""
