"""Which form of a response a client accepts, and whether the client has it already. No I/O.

Source: RFC 9110 sections 12.5.3 and 13.1.2.
"""


def takes_brotli(accept_encoding: str) -> bool:
    """Whether brotli is among what is accepted, with a weight above zero."""
    for offer in accept_encoding.lower().split(","):
        coding, *parameters = offer.replace(" ", "").split(";")
        if coding == "br":
            return not any(parameter.startswith("q=") and _is_zero(parameter[2:]) for parameter in parameters)
    return False


def _is_zero(weight: str) -> bool:
    return not weight.strip("0.")


def matches_etag(etag: bytes, if_none_match: bytes) -> bool:
    """Whether the client has the answer of this tag, which is in quotes: weak or strong, one of several, or any."""
    return etag in if_none_match or if_none_match.strip() == b"*"
