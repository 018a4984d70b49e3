"""Texts on one line, as titles, calendars, feeds and the site's own name show them."""

import pytest

from marquee.visible import fault_of_line, mended_line, one_line

FLAG = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
LINES = {
    "spaces and breaks": ("Marow\r\n\tStreet\u2028 \u00a0Hall ", "Marow Street Hall"),
    "control characters": ("a\x00b\x1b[1m\x7f\x85", "ab[1m"),
    "turns of direction": ("\u202eabc\u202c \u2066d\u2069\u200f", "abc d"),
    "what is no character": ("a\ufffe\ue000\ud800b", "ab"),
    "nothing between spaces": ("a \u2060 b", "a b"),
    "letters that are not joined": ("می\u200cخواهم", "می\u200cخواهم"),
    "letters that are joined": ("ක්\u200dර", "ක්\u200dර"),
    "joined pictures": ("👩\u200d🎤 ❤\ufe0f\u200d🔥", "👩\u200d🎤 ❤\ufe0f\u200d🔥"),
    "pictures that are newer than Python": ("\U0001fae9", "\U0001fae9"),
    "a flag": (FLAG, FLAG),
    "joiners of nothing": ("\u200d \u200c", ""),
    "selectors of nothing": ("\ufe0f", ""),
}
MENDED = {
    "break": ("Hall \r\n Bar", "Hall Bar"),
    "tab": ("Hall\tBar", "Hall Bar"),
    "control character": ("ctrl\x01one", "ctrlone"),
    "override": ("a\u202eb\u202c", "ab"),
    "isolate without an end": ("\u2067שלום", "שלום"),
}


@pytest.mark.parametrize("name", LINES)
def test_text_on_one_line_reads_as_it_was_typed(name):
    typed, line = LINES[name]
    assert one_line(typed) == line


@pytest.mark.parametrize("name", MENDED)
def test_mended_line_can_be_saved(name):
    typed, line = MENDED[name]
    assert fault_of_line(typed)
    assert mended_line(typed) == line
    assert fault_of_line(line) is None


@pytest.mark.parametrize("line", ["a  b", " a", "\u2067שלום\u2069", "Donau\u00addampf", "x\u200b", FLAG])
def test_line_without_a_fault_stays_as_it_is(line):
    assert fault_of_line(line) is None
    assert mended_line(line) == line
