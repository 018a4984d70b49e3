"""Names of domains: in ASCII, as the domain name system has them, and as people read them (UTS 46, IDNA 2008)."""

import re

MAX_LENGTH = 255
_PUNYCODE = "xn--"
_ASCII_LABEL = re.compile(r"(?!-)[^.]{1,63}(?<!-)")
"""Of 1 to 63 characters, without a hyphen at an end (RFC 1123, 2.1; RFC 1035, 2.3.4)."""


def in_ascii(domain: str) -> str | None:
    """`xn--mller-kva.example`; None for what is no domain."""
    labels = _labels(domain)
    return None if labels is None else ".".join(a_label for a_label, _ in labels)


def in_unicode(domain: str) -> str | None:
    """`müller.example`; None for what is no domain."""
    labels = _labels(domain)
    return None if labels is None else ".".join(u_label for _, u_label in labels)


def _labels(domain: str) -> list[tuple[str, str]] | None:
    """The labels of a domain, each in ASCII and in Unicode; None for what is no domain."""
    if len(domain) > MAX_LENGTH:
        return None
    if domain.isascii() and _PUNYCODE not in domain:
        labels = domain.split(".")
        return [(label, label) for label in labels] if all(map(_ASCII_LABEL.fullmatch, labels)) else None
    import idna  # noqa: PLC0415 - its tables are seldom needed, and take a while

    try:
        mapped = idna.uts46_remap(domain, std3_rules=False, transitional=False).split(".")
        return [_label(label) for label in mapped]
    except UnicodeError:
        return None


def _label(label: str) -> tuple[str, str]:
    """A label in ASCII and in Unicode. Raises UnicodeError."""
    import idna  # noqa: PLC0415

    if not label.startswith(_PUNYCODE) and label.isascii() and _ASCII_LABEL.fullmatch(label):
        return label, label
    a_label = idna.alabel(label)
    return a_label.decode(), idna.ulabel(a_label)
