"""Emails: the form in which they are stored and compared, and which texts are one."""

import re
from string import ascii_lowercase, ascii_uppercase

MAX_EMAIL_LENGTH = 255
# One @ between two parts without spaces, quotes or brackets. Only a mail can tell whether the email exists.
_EMAIL = re.compile(r"""[^\s@"<>(),;:\\\[\]]+@[^\s@"'<>(),;:\\\[\]]+""")
_ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


def normal_email(email: str) -> str:
    """The form in which an email is stored and compared: A to Z in lower case, everything else unchanged.

    Unicode's lower-casing maps some foreign letters to Latin ones (the Kelvin sign to k), so that one person's email
    would match another's.
    """
    return email.translate(_ASCII_LOWER)


def is_email(text: str) -> bool:
    """Whether a text in its normal form can be an email."""
    return len(text) <= MAX_EMAIL_LENGTH and text.isprintable() and _EMAIL.fullmatch(text) is not None
