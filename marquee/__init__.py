"""Marquee: a website for music artists, with a data and session service of its own."""
