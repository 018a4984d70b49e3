"""Bytes that are JSON, nearly JSON, or nothing of the kind."""

import json

from hypothesis import strategies as st

SNIPPETS = [
    *[b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\\ud800", b"\\u0000", b"\\x", b"\\"],
    *[b"NaN", b"-Infinity", b"1e999", b"-0", b"9" * 400, b"0x1", b"null", b"tru"],
    *[b'"', b"'", b"{", b"}", b"[", b"]", b",", b":", b"//", b"\x1f", b"\xe2\x80\xa8", b"[" * 600, b'{"a":' * 600],
]


@st.composite
def _torn(draw, values):
    """A document with a few of its bytes replaced, removed or doubled."""
    content = bytearray(json.dumps(draw(values), ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass"))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(content)))
        content[start : start + draw(st.integers(0, 4))] = draw(st.sampled_from(SNIPPETS) | st.binary(max_size=3))
    return bytes(content)


def torn_json(values):
    return st.one_of(_torn(values), _torn(st.lists(values, max_size=3)), st.binary(max_size=40))
