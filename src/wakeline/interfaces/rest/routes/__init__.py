"""The routes, one module a subject. `operator` is a router of its own with a door of its own."""
