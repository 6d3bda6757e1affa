"""Where rows are kept: SQLite in a folder, or PostgreSQL. The only room that knows SQL."""
