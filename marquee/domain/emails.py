"""Emails: the form in which they are stored and compared, the form in which mail goes out, and which texts are one."""

import re
import unicodedata
from string import ascii_lowercase, ascii_uppercase

MAX_EMAIL_LENGTH = 255
# One @ between two parts without spaces, quotes or brackets. Only a mail can tell whether the email exists.
_EMAIL = re.compile(r"""[^\s@"<>(),;:\\\[\]]+@[^\s@"'<>(),;:\\\[\]]+""")
_ASCII_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_PUNYCODE = "xn--"


def normal_email(email: str) -> str:
    """The form in which an email is stored and compared: A to Z in lower case, and the domain as people read it.

    Before the @, Unicode's lower-casing maps some foreign letters to Latin ones (the Kelvin sign to k), so that one
    person's email would match another's. A domain is one however it is spelt: `xn--mller-kva.example`, which browsers
    send, is `müller.example` (UTS 46). One that is none stays as it is.
    """
    local, at, domain = email.translate(_ASCII_LOWER).rpartition("@")
    return f"{local}{at}{_decoded(domain) or domain}"


def is_email(text: str) -> bool:
    """Whether a text in its normal form can be an email."""
    fits = len(text) <= MAX_EMAIL_LENGTH and text.isprintable() and _EMAIL.fullmatch(text) is not None
    return fits and encoded(text.rpartition("@")[2]) is not None


def mailbox_of(email: str) -> str:
    """The email as mail is addressed: its domain in ASCII, which every mail server knows."""
    local, at, domain = email.rpartition("@")
    return f"{local}{at}{encoded(domain) or domain}"


def likeness(email: str) -> str:
    """The same for emails in their normal form that people cannot tell apart: they differ in Unicode's case or form."""
    local, at, domain = email.rpartition("@")
    return f"{unicodedata.normalize('NFKC', unicodedata.normalize('NFKC', local).casefold())}{at}{domain}"


def encoded(domain: str) -> str | None:
    """A domain in ASCII (UTS 46, IDNA 2008), as the domain name system has it; None for what is no domain."""
    labels = _labels(domain)
    return None if labels is None else ".".join(a_label for a_label, _ in labels)


def _decoded(domain: str) -> str | None:
    labels = _labels(domain)
    return None if labels is None else ".".join(u_label for _, u_label in labels)


def _labels(domain: str) -> list[tuple[str, str]] | None:
    """The labels of a domain, each in ASCII and in Unicode; None for what is no domain."""
    if len(domain) > MAX_EMAIL_LENGTH:
        return None
    if domain.isascii() and _PUNYCODE not in domain:
        return [(label, label) for label in domain.split(".")] if all(domain.split(".")) else None
    import idna  # noqa: PLC0415 - its tables are seldom needed, and take a while

    try:
        mapped = idna.uts46_remap(domain, std3_rules=False, transitional=False).split(".")
        return [_label(label) for label in mapped]
    except UnicodeError:
        return None


def _label(label: str) -> tuple[str, str]:
    """A label in ASCII and in Unicode. Raises UnicodeError."""
    import idna  # noqa: PLC0415

    if label.isascii() and not label.startswith(_PUNYCODE) and label:
        return label, label
    a_label = idna.alabel(label)
    return a_label.decode(), idna.ulabel(a_label)
