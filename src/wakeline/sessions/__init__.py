"""Sessions, their leases and handoffs, and what a log says of itself. Values in, values out."""
