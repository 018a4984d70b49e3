"""Everything that people write, at once, on sites of one process, of two workers and of two servers, and `kill -9`."""
