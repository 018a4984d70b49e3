"""The database behind one interface: SQLite in a file, or PostgreSQL, and what both have in common.

Others take `open_database` and the `read` and `write` of what it opens; nothing here knows what is stored.
"""
