"""Commands about a home: its agents, settings, servers, hosts, tokens and upkeep."""
