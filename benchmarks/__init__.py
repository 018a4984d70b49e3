"""Measures what a request costs and what a visitor downloads: `make bench`."""
