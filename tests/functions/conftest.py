"""One site for the cases of a module, its rows put back where they may have changed."""

from tests.rest.conftest import restored, shared

__all__ = ["restored", "shared"]
