"""SQLite: connections, the writer thread, and the database made of them."""
