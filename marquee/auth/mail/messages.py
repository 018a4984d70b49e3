"""The texts of mails: short, plain text, in the site's name. Pure."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import NamedTuple
from urllib.parse import urlencode

from marquee import clock
from marquee.errors import SettingsError
from marquee.settings import is_wildcard

CONFIRM_PATH = "/auth/confirm"


class Sender(NamedTuple):
    """The sender of mail: the site's name, its email, and the site's URL."""

    name: str
    email: str
    base_url: str


class _Text(NamedTuple):
    """A template over `{site}`, `{address}` (the new email) and `{link}`."""

    subject: str
    body: str


_ONCE = "Open this link and press the button there. The link works once, for {time}:\n\n{{link}}\n\n"
_ONCE_SOON, _ONCE_TODAY = _ONCE.format(time="10 minutes"), _ONCE.format(time="24 hours")
_NOT_YOU = "If it wasn't you, ignore this email: nothing changes unless the link is used.\n"

TEXTS = {
    "recovery": _Text(
        "Reset your password",
        f"Someone (hopefully you) asked to reset the password for {{site}}.\n\n{_ONCE_SOON}{_NOT_YOU}",
    ),
    "magiclink": _Text(
        "Your sign-in link", f"Someone (hopefully you) asked to sign in to {{site}}.\n\n{_ONCE_SOON}{_NOT_YOU}"
    ),
    "signup": _Text(
        "Confirm your email",
        f"Someone (hopefully you) signed up for {{site}} with this email.\n\n{_ONCE_TODAY}{_NOT_YOU}",
    ),
    "invite": _Text(
        "You're invited to {site}",
        f"You have been invited to help run {{site}}.\n\n{_ONCE_TODAY}If you don't want to, ignore this email.\n",
    ),
    "email_change": _Text(
        "Confirm your new email",
        "Someone (hopefully you) asked to change the email of an account at {site} to {address}. "
        f"It changes once both the old and the new email have confirmed it.\n\n{_ONCE_TODAY}{_NOT_YOU}",
    ),
    "account_exists": _Text(
        "You already have an account",
        "Someone (hopefully you) signed up for {site} with this email, which already has an account. "
        "Sign in, or reset the password if you have forgotten it:\n\n{link}\n\n"
        "If it wasn't you, you can ignore this email.\n",
    ),
}


class Letter(NamedTuple):
    """A mail to write. Without `token` its link leads to the site. `new_address` is the email to change to."""

    kind: str
    to: str
    token: str | None = None
    new_address: str | None = None


def compose(letter: Letter, sender: Sender) -> EmailMessage:
    """The mail, ready to send. Raises ValueError for a header that contains a line break."""
    text = TEXTS[letter.kind]
    values = {"site": sender.name, "address": letter.new_address, "link": link(letter, sender.base_url)}
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(sender.name, addr_spec=sender.email)
    message["To"] = letter.to
    message["Subject"] = text.subject.format(**values)
    message["Date"] = format_datetime(clock.now())
    message["Message-ID"] = make_msgid(domain=sender.email.rpartition("@")[2])
    # RFC 3834: asks out-of-office assistants not to answer.
    message["Auto-Submitted"] = "auto-generated"
    body = text.body.format(**values)
    message.set_content(body, cte="7bit" if body.isascii() else "quoted-printable")
    return message


def link(letter: Letter, base_url: str) -> str:
    """The link of a mail: to a page that asks before it uses the token, because mail scanners open links.

    Raises SettingsError for a site that does not know where links lead: its mail waits in the queue.
    """
    if is_wildcard(base_url):
        raise SettingsError("MARQUEE_BASE_URL is not set, so that the link of a mail would lead nowhere")
    if letter.token is None:
        return base_url
    return f"{base_url}{CONFIRM_PATH}?{urlencode({'token_hash': letter.token, 'type': letter.kind})}"
