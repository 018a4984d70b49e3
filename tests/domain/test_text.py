"""Texts on one line, as calendars, feeds and the site's own name show them."""

import pytest

from marquee.text import one_line

LINES = {
    "spaces and breaks": ("Marow\r\n\tStreet\u2028 \u00a0Hall ", "Marow Street Hall"),
    "control characters": ("a\x00b\x1b[1m\x7f\x85", "ab[1m"),
    "turns of direction": ("\u202eabc\u202c \u2066d\u2069\u200f", "abc d"),
    "what is no character": ("a\ufffe\ue000\ud800b", "ab"),
    "letters that are not joined": ("می\u200cخواهم", "می\u200cخواهم"),
    "letters that are joined": ("ක්\u200dර", "ක්\u200dර"),
    "joined pictures": ("👩\u200d🎤 ❤\ufe0f\u200d🔥", "👩\u200d🎤 ❤\ufe0f\u200d🔥"),
    "joiners of nothing": ("\u200d \u200c", ""),
}


@pytest.mark.parametrize("name", LINES)
def test_text_on_one_line_reads_as_it_was_typed(name):
    typed, line = LINES[name]
    assert one_line(typed) == line
