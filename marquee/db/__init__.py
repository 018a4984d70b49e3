"""The database behind one interface: SQLite in a file, or PostgreSQL, and what both have in common.

Others take `database.open_database` and its `read` and `write`; nothing here knows what is stored.
"""
