"""The roles of accounts and keys, by the names that Supabase gives them."""

from typing import Final, Literal

Role = Literal["anon", "authenticated", "service_role"]

ANON: Final = "anon"
AUTHENTICATED: Final = "authenticated"
SERVICE_ROLE: Final = "service_role"
"""Of an account: an admin."""

ROLES = (AUTHENTICATED, SERVICE_ROLE)
"""Those that an account can have."""
