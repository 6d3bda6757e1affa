"""How sessions went, how the agent speaks, how unsettled it is."""
