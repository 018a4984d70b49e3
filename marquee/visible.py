"""What of a text is seen: signs with ink and without, on one line, none of which turns the others around. Pure."""

import re
import unicodedata

# What takes no room and has no ink. Source: Unicode, Default_Ignorable_Code_Point; and the blank of Braille.
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Control characters, halves of surrogates, what only a font of somebody's own has, and what is no character; notes
# between lines, what stands for an object, and the blanks of shorthand, music, Khitan and Egyptian.
_NOT_SHOWN = (
    "\x00-\x1f\x7f-\x9f\ud800-\uf8ff\ufdd0-\ufdef\ufff9-\ufffc\ufffe\uffff\U0001bca0-\U0001bca3\U0001d159\U00016fe4"
    "\U00013441\U00013442\U000f0000-\U0010ffff"
)
_NO_INK = re.compile(f"[\\s{_NOT_SHOWN}]|{UNSEEN.pattern}")
# What signs are joined and shaped with, and the letters in a flag: they stay among signs that are seen.
_SHAPING = "\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef"
_STRIPPED = re.compile(f"[{_NOT_SHOWN}]|(?![{_SHAPING}]){UNSEEN.pattern}")
_ENDS = re.compile(f"^[ {_SHAPING}]+|[ \u200c\u200d]+$")

_BREAK = re.compile(r"[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_AROUND_CONTROLS = re.compile(r"[ ]*[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]\s*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# Embeddings and overrides, for which isolates are to be used instead. Source: Unicode, UAX 9, 2.6.
_TURNS = re.compile("[\u202a-\u202e]")
_ISOLATES = re.compile("[\u2066-\u2069]")
_ISOLATES_END = "\u2069"


def has_ink(text: str) -> bool:
    """Whether there is anything to see; a mark alone stands on nothing."""
    if text.isascii() and text.isprintable():
        return bool(text.strip())
    return any(unicodedata.category(sign)[0] != "M" for sign in _NO_INK.sub("", text))


def one_line(text: str) -> str:
    """The text on one line, as titles and feeds show names and places: each run of spaces and breaks is a space.

    Removed is what nobody sees: control characters, those that turn the direction of what follows, soft hyphens, and
    what is no character. The two joiners stay within a text: Persian words and families of emoji are spelt with them.
    """
    line = " ".join(text.split())
    if line.isascii() and line.isprintable():
        return line
    return _ENDS.sub("", " ".join(_STRIPPED.sub("", line).split()))


def fault_of_line(text: str) -> str | None:
    """Why a text cannot be saved where one line is asked for, as the end of a sentence; None if it can."""
    if not has_ink(text):
        return "has nothing that can be seen"
    if text.isascii() and text.isprintable():
        return None
    if _BREAK.search(text):
        return "has a line break, and must be on one line"
    if found := _CONTROL.search(text) or _TURNS.search(text):
        what = "a control character" if _CONTROL.match(found[0]) else "a character that turns the direction of text"
        return f"has {what}, which cannot be seen (U+{ord(found[0]):04X}): type it again without that"
    if not _are_closed(text):
        return "turns the direction of text with an isolate that is not closed: type it again without that"
    return None


def mended_line(text: str) -> str:
    """The text as it can be saved where one line is asked for: a break is a space. One without a fault is unchanged."""
    if fault_of_line(text) is None:
        return text
    line = _TURNS.sub("", _CONTROL.sub("", _AROUND_CONTROLS.sub(" ", text))).strip()
    return line if _are_closed(line) else _ISOLATES.sub("", line)


def _are_closed(text: str) -> bool:
    """Whether each isolate ends within the text, so that it turns nothing around it."""
    depth = 0
    for isolate in _ISOLATES.findall(text):
        depth += -1 if isolate == _ISOLATES_END else 1
        if depth < 0:
            return False
    return depth == 0
