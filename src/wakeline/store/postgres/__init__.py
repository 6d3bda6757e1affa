"""A home in a PostgreSQL database: all agents of a tenant, separated by row level security.

    connections   connections, transactions, and the translation of driver errors
    units         the reading view and the writing unit
    home          agents by name, and one agent's store

The server's own driver is loaded with this package, so import it when such a home
is opened and not before. Roles and schema are made by `store/postgres_admin.py`.
"""

from wakeline.store.postgres.home import PostgresHome, PostgresStore
from wakeline.store.postgres.units import PostgresUnit, PostgresView

__all__ = ["PostgresHome", "PostgresStore", "PostgresUnit", "PostgresView"]
