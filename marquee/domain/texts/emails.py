"""Emails: the form in which they are stored and compared, the form in which mail goes out, and which texts are one."""

import re
import unicodedata
from string import ascii_lowercase, ascii_uppercase

from marquee.domain_names import in_ascii, in_unicode

MAX_EMAIL_LENGTH = 255
# One @ between two parts without spaces, quotes or brackets. Only a mail can tell whether the email exists.
_EMAIL = re.compile(r"""[^\s@"<>(),;:\\\[\]]+@[^\s@"'<>(),;:\\\[\]]+""")
_ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


def normal_email(email: str) -> str:
    """The form in which an email is stored and compared: A to Z in lower case, and the domain as people read it.

    Before the @, Unicode's lower-casing maps some foreign letters to Latin ones (the Kelvin sign to k), so that one
    person's email would match another's. A domain is one however it is spelt: `xn--mller-kva.example`, which browsers
    send, is `müller.example` (UTS 46). One that is none stays as it is.
    """
    local, at, domain = email.translate(_ASCII_LOWER).rpartition("@")
    return f"{local}{at}{in_unicode(domain) or domain}"


def is_email(text: str) -> bool:
    """Whether a text in its normal form can be an email."""
    fits = len(text) <= MAX_EMAIL_LENGTH and text.isprintable() and _EMAIL.fullmatch(text) is not None
    return fits and in_ascii(text.rpartition("@")[2]) is not None


def mailbox_of(email: str) -> str:
    """The email as mail is addressed: its domain in ASCII, which every mail server knows."""
    local, at, domain = email.rpartition("@")
    return f"{local}{at}{in_ascii(domain) or domain}"


def likeness(email: str) -> str:
    """One text for all emails in their normal form that people cannot tell apart: by Unicode's case and form."""
    local, at, domain = email.rpartition("@")
    return f"{unicodedata.normalize('NFKC', unicodedata.normalize('NFKC', local).casefold())}{at}{domain}"
