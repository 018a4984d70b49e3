"""Does to a site what machines and people do to one, and prints what it survived: `make torture`."""
