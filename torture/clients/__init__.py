"""Clients at their worst: those that never finish, those that send too much, and those that do all that they may."""
