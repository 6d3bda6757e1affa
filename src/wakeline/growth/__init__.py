"""How a person and an agent grow: where they stand."""
