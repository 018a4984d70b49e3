"""What the mails say: plain text, short, in the site's name. Pure."""

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import NamedTuple
from urllib.parse import urlencode

from marquee import clock

CONFIRM_PATH = "/auth/confirm"


class Sender(NamedTuple):
    """In whose name mail is written: the site's name, its sender's address, its public address."""

    name: str
    address: str
    base_url: str


class _Text(NamedTuple):
    """`{site}`, `{address}` and `{link}` stand for what they say."""

    subject: str
    body: str


_ONCE = "The link leads to a page with a button. It works once, for {time}:\n\n{{link}}\n\n"
_ONCE_SOON, _ONCE_TODAY = _ONCE.format(time="10 minutes"), _ONCE.format(time="24 hours")
_NOT_YOU = "If it was not you, you need not do anything: without this link nothing happens.\n"

TEXTS = {
    "recovery": _Text(
        "Choose a new password",
        f"Somebody, you we hope, asked to choose a new password at {{site}}.\n\n{_ONCE_SOON}{_NOT_YOU}",
    ),
    "magiclink": _Text(
        "Your link to sign in", f"Somebody, you we hope, asked to sign in at {{site}}.\n\n{_ONCE_SOON}{_NOT_YOU}"
    ),
    "signup": _Text(
        "Confirm your address",
        f"Somebody, you we hope, signed up at {{site}} with this address.\n\n{_ONCE_TODAY}{_NOT_YOU}",
    ),
    "invite": _Text(
        "You are invited to {site}",
        f"You are invited to work on {{site}}.\n\n{_ONCE_TODAY}If you do not want to, you need not do anything.\n",
    ),
    "email_change": _Text(
        "Confirm the change of your address",
        "Somebody, you we hope, asked to change the address of an account at {site} to {address}. "
        f"It changes when both addresses, the old and the new one, have confirmed it.\n\n{_ONCE_TODAY}{_NOT_YOU}",
    ),
    "account_exists": _Text(
        "You already have an account",
        "Somebody, you we hope, signed up at {site} with this address, which has an account already. "
        "Sign in with it, or choose a new password if you have forgotten it:\n\n{link}\n\n"
        "If it was not you, you need not do anything.\n",
    ),
}


class Letter(NamedTuple):
    """A mail that is to be written. No `token`: its link leads to the site. `new_address`: of a change of address."""

    kind: str
    to: str
    token: str | None = None
    new_address: str | None = None


def compose(letter: Letter, sender: Sender) -> EmailMessage:
    """The mail, ready to send. Raises ValueError for a header that would become two."""
    text = TEXTS[letter.kind]
    values = {"site": sender.name, "address": letter.new_address, "link": link(letter, sender.base_url)}
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(sender.name, addr_spec=sender.address)
    message["To"] = letter.to
    message["Subject"] = text.subject.format(**values)
    message["Date"] = format_datetime(clock.now())
    message["Message-ID"] = make_msgid(domain=sender.address.rpartition("@")[2])
    # RFC 3834: nobody's out-of-office assistant has to answer.
    message["Auto-Submitted"] = "auto-generated"
    body = text.body.format(**values)
    message.set_content(body, cte="7bit" if body.isascii() else "quoted-printable")
    return message


def link(letter: Letter, base_url: str) -> str:
    """Where a mail leads: to a page of the site that asks before the token is used, as mail scanners open links."""
    if letter.token is None:
        return base_url
    return f"{base_url}{CONFIRM_PATH}?{urlencode({'token_hash': letter.token, 'type': letter.kind})}"
