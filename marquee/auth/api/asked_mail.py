"""Mail that somebody asks for, perhaps to another person's mailbox."""

from sqlalchemy import Connection

from marquee.auth import accounts, throttle
from marquee.auth.api.context import Asker
from marquee.auth.mail import queue
from marquee.auth.mail.queue import Flow
from marquee.auth.throttle import Attempt


def ask(connection: Connection, kind: str, email: str, flow: Flow, asker: Asker, *, user_id: str | None = None) -> None:
    """`queue.ask` within the limits on mail to one mailbox. Raises as that does.

    The work done does not depend on whether an account has the email.
    """
    queue.ask(connection, kind, email, flow, user_id=user_id)
    owner = accounts.find_by_email(connection, email)
    attempt = Attempt(throttle.account_key(email, asker.keys), owner.id if owner else None, asker.client)
    bounds = throttle.mail_bounds(connection, queue.counted_together(kind)[0], attempt)
    if wait_s := throttle.wait_s(connection, bounds):
        raise queue.too_soon(wait_s)
    throttle.count(connection, bounds)


def ask_both(connection: Connection, user_id: str, emails: tuple[str, str], flow: Flow, asker: Asker) -> None:
    """Queue the mails to an account's old and new email that confirm a change. Raises as `ask` does."""
    for email in emails:
        ask(connection, "email_change", email, flow, asker, user_id=user_id)
