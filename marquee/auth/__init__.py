"""The session protocol (GoTrue)."""
