"""Sessions: leases, guards, checkpoints, handoffs, threads, restarts. Values in, values out."""
