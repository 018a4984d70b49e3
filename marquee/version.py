"""The version of this program, X.Y.Z, as its package says (pyproject.toml)."""

from importlib.metadata import version

VERSION = version("marquee")
