"""How an agent is doing: evaluations of sessions, its voice, entropy, standing."""
