"""The database behind one interface: SQLite in a file, or PostgreSQL, and what both have in common.

Others take `open_database`, the `read` and `write` of what it opens, and `statements`, `functions` and `column_types`
to say what; but for the migrations, nothing here knows what is stored.
"""
