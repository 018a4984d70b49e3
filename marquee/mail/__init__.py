"""Mail: asked for in the database, written and sent in the background."""
