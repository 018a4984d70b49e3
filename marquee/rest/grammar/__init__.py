"""The grammar of the data protocol: what a query string and a few headers may say. No I/O."""
