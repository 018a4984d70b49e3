"""The audit trail: who did what, when, from where and in which request, as one log line an event.

An account stands in it by its id, never by its address; nothing secret does.
"""

import logging
import os
from collections.abc import Sequence
from typing import Literal

Event = Literal[
    "sign_in",
    "sign_in_failed",
    "sign_out",
    "sessions_ended",
    "session_expired",
    "token_reused",
    "denied",
    "throttled",
    "factor_enrolled",
    "factor_verified",
    "factor_failed",
    "factor_removed",
    "factors_reset",
    "recovery_code_used",
    "link_requested",
    "password_changed",
    "address_requested",
    "address_changed",
    "ban_changed",
    "role_changed",
    "user_added",
    "user_removed",
    "contact_added",
    "contact_removed",
    "owner_added",
    "owner_changed",
    "owner_removed",
    "invitation_added",
    "invitation_withdrawn",
    "invitation_accepted",
    "deleted",
    "undone",
    "imported",
    "picture_stored",
    "picture_moved",
    "picture_removed",
    "secrets_renewed",
]

log = logging.getLogger("marquee.audit")


def record(
    event: Event, who: str | None, client: str, request_id: str | None, **what: str | int | Sequence[str]
) -> None:
    """Write a line. `who` is the id of the account that acted, or as which it was tried; None if there is none.

    `client` is an IP address, and other log lines have the request id too. `what` says on what; `account` is the one
    that it was done to.
    """
    log.info(event, extra={"who": who, "client": client, "request_id": request_id, **what})


def record_command(event: Event, **what: str | int) -> None:
    """Write a line about what the machine's user did on the command line."""
    record(event, f"uid {os.getuid()}", "command line", None, **what)
