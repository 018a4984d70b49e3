"""The audit trail: who did what, when, from where and in which request, as one log line an event.

An account stands in it by its id, never by its address; nothing secret does.
"""

import logging
from collections.abc import Sequence
from typing import Literal, NamedTuple

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


class Origin(NamedTuple):
    """Where a request came from: the client's IP address, and the request id that its other log lines have too."""

    client: str
    request_id: str | None


COMMAND_LINE = Origin("command line", None)


def record(event: Event, origin: Origin, who: str | None, **what: str | int | Sequence[str]) -> None:
    """Write a line. `who` is the id of the account that acted, or as which it was tried; None if there is none.

    On the command line it is the machine's user. `what` says on what; `account` is the one that it was done to.
    """
    log.info(event, extra={"who": who, **origin._asdict(), **what})
