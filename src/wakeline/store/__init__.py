"""The storage engines: SQLite in a folder, or PostgreSQL. The only room that knows SQL."""
