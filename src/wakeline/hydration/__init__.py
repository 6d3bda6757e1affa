"""Sources of an agent's context, the presets that choose among them, and gathering."""
