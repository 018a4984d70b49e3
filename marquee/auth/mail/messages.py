"""The texts of mails: short, plain text, in the site's name. Pure."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import NamedTuple
from urllib.parse import urlencode

from marquee import clock
from marquee.auth.link_lifetimes import LIFETIMES
from marquee.domain import invitations
from marquee.domain.roles import SERVICE_ROLE
from marquee.domain.texts.emails import mailbox_of
from marquee.errors import SettingsError
from marquee.settings.base_url import is_wildcard

CONFIRM_PATH = "/auth/confirm"


class Sender(NamedTuple):
    """The sender of mail: the site's name, its email, its URL and its time zone.

    The outbox holds one with MARQUEE_SITE_NAME, and gives each mail the name that the site has when it is sent.
    """

    name: str
    email: str
    base_url: str
    timezone: tzinfo = UTC


class _Text(NamedTuple):
    """A template over `{site}`, `{address}` (the new email), `{link}` and `{time}`."""

    subject: str
    body: str


def _once(purpose: str) -> str:
    minutes = LIFETIMES[purpose] // timedelta(minutes=1)
    time = f"{minutes} minutes" if minutes <= 60 else f"{minutes // 60} hours"
    return f"Open this link and press the button there. The link works once, for {time}:\n\n{{link}}\n\n"


_NOT_YOU = "If it wasn't you, ignore this email: nothing changes unless the link is used.\n"
_OR_NOT = "If you don't want to accept, ignore this email.\n"

TEXTS = {
    "recovery": _Text(
        "Reset your password",
        f"Someone (hopefully you) asked to reset the password for {{site}}.\n\n{_once('recovery')}{_NOT_YOU}",
    ),
    "magiclink": _Text(
        "Your sign-in link",
        f"Someone (hopefully you) asked to sign in to {{site}}.\n\n{_once('magiclink')}{_NOT_YOU}",
    ),
    "signup": _Text(
        "Confirm your email",
        f"Someone (hopefully you) signed up for {{site}} with this email.\n\n{_once('signup')}{_NOT_YOU}",
    ),
    "invite": _Text(
        "You're invited to {site}",
        f"You have been invited to help run {{site}}.\n\n{_once('invite')}{_OR_NOT}",
    ),
    "email_change": _Text(
        "Confirm your new email",
        "Someone (hopefully you) asked to change the email of an account at {site} to {address}. "
        f"It changes once both the old and the new email have confirmed it.\n\n{_once('email_change')}{_NOT_YOU}",
    ),
    "invitation": _Text(
        "You're invited to {site}",
        "{invited_by} has invited you to {site}, {purpose}.\n\n"
        "Open this link to accept. It works once, until {until}:\n\n{link}\n\n" + _OR_NOT,
    ),
    "account_exists": _Text(
        "You already have an account",
        "Someone (hopefully you) signed up for {site} with this email, which already has an account. "
        "Sign in, or reset the password if you have forgotten it:\n\n{link}\n\n"
        "If it wasn't you, you can ignore this email.\n",
    ),
}

_NO_CAUSE = "If that was you, there is nothing to do.\n\n"
_CAUSE = (
    "If it wasn't you, someone else got into your account. Choose a new password at once, and end any session that "
    "you don't recognise:\n\n{link}\n\nIf you can no longer sign in, whoever runs {site} can help.\n"
)

_ASK = "Whoever runs {site} can tell you more:\n\n{link}\n"

NOTICES = {
    "factor_added": _Text(
        "A second factor was added to your account",
        "On {time}, a second factor was added to your account at {site}. From now on, signing in asks for its code.\n\n"
        + _NO_CAUSE
        + _CAUSE,
    ),
    "factor_removed": _Text(
        "A second factor was removed from your account",
        f"On {{time}}, a second factor was removed from your account at {{site}}.\n\n{_NO_CAUSE}{_CAUSE}",
    ),
    "recovery_code_used": _Text(
        "A recovery code was used",
        "On {time}, someone signed in to your account at {site} with one of its recovery codes. That code will not "
        f"work again. If your phone is gone, remove it from your account and add the new one.\n\n{_CAUSE}",
    ),
    "password_changed": _Text(
        "Your password was changed",
        "On {time}, the password of your account at {site} was changed, and other devices were signed out.\n\n"
        + _NO_CAUSE
        + _CAUSE,
    ),
    "email_changed": _Text(
        "The email of your account was changed",
        f"On {{time}}, the email of your account at {{site}} was changed to {{address}}.\n\n{_NO_CAUSE}{_CAUSE}",
    ),
    "rights_changed": _Text(
        "What you may do at {site} has changed",
        f"On {{time}}, an admin of {{site}} changed what your account may do. Now:\n\n{{rights}}\n\n{_ASK}",
    ),
    "banned": _Text(
        "Your account is blocked",
        "On {time}, an admin of {site} blocked your account. You cannot sign in until {until}. Nothing you have "
        f"added or changed is lost.\n\n{_ASK}",
    ),
    "ban_lifted": _Text(
        "Your account is no longer blocked",
        f"On {{time}}, an admin of {{site}} lifted the block of your account. You can sign in again.\n\n{_ASK}",
    ),
    "signed_out": _Text(
        "You were signed out everywhere",
        "On {time}, an admin of {site} signed your account out on every device. Nothing that you have done is lost: "
        f"sign in again to continue.\n\n{_ASK}",
    ),
    "account_removed": _Text(
        "Your account was removed",
        "On {time}, an admin removed your account at {site}. You can no longer sign in. Artists' pages are not "
        f"affected.\n\n{_ASK}",
    ),
}
"""Mails about a change to an account. Nothing stops them once they are queued."""

TRIAL = {
    "trial": _Text(
        "{site} can send mail",
        "{site} was set up to send mail through this server, and this is the first one.\n\n"
        "There is nothing to do. Forgotten passwords and invitations will arrive the same way.\n",
    ),
}
"""What `marquee setup` sends."""

PURPOSES = {
    SERVICE_ROLE: "to help run it as an admin",
    "contact": "to look after the dates of all artists as a music contact",
    "owner": "to look after the page of {artist}",
}
"""What each role of an invitation is for."""

NO_RIGHTS = "You can sign in and change your own password, but nothing else."


class Letter(NamedTuple):
    """A mail to write. Without `token` its link leads to the site. `new_address` is the email to change to, and
    `redirect_to` where the link leads back to, if not to the site.

    `at` is when the change happened that a notice is about, `until` when a ban ends or an
    invitation expires, `rights` what the account may do; `invited_by` and `purpose` are those of an invitation.
    """

    kind: str
    to: str
    token: str | None = None
    new_address: str | None = None
    at: str | None = None
    until: str | None = None
    rights: tuple[str, ...] = ()
    invited_by: str | None = None
    purpose: str | None = None
    redirect_to: str | None = None


def compose(letter: Letter, sender: Sender) -> EmailMessage:
    """The mail, ready to send. Raises ValueError for a header that contains a line break."""
    text, values = (TEXTS | NOTICES | TRIAL)[letter.kind], {"site": sender.name, "address": letter.new_address}
    values["until"] = _time(letter.until, sender.timezone) if letter.until else "an admin lifts the block"
    values |= {"invited_by": letter.invited_by, "purpose": letter.purpose}
    if letter.kind in NOTICES:
        values |= {"link": _site(sender), "time": _time(letter.at or clock.timestamp(), sender.timezone)}
        values["rights"] = "\n".join(f"- {right}" for right in letter.rights) or NO_RIGHTS
    else:
        values["link"] = link(letter, sender.base_url)
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(sender.name, addr_spec=sender.email)
    message["To"] = mailbox_of(letter.to)
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
    if letter.kind == invitations.MAIL:
        return f"{base_url}{invitations.path_of(letter.token)}"
    query = {"token_hash": letter.token, "type": letter.kind}
    if letter.redirect_to:
        query["redirect_to"] = letter.redirect_to
    return f"{base_url}{CONFIRM_PATH}?{urlencode(query)}"


def _site(sender: Sender) -> str:
    """Where to go: the site's URL, or its name if it does not know its URL."""
    return sender.name if is_wildcard(sender.base_url) else sender.base_url


def _time(timestamp: str, zone: tzinfo) -> str:
    """`21 November 2026 at 11:00 CET`."""
    at = datetime.fromisoformat(timestamp)
    with suppress(OverflowError):  # at the end of the last year, where the zone is ahead
        at = at.astimezone(zone)
    return f"{at.day} {at:%B %Y at %H:%M %Z}"
