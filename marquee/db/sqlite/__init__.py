"""SQLite: connections, the reader, the writer, and the database made of them."""
