"""Variables of the environment that somebody meant as settings, and that nothing reads."""

from collections.abc import Iterable
from difflib import get_close_matches

from marquee.settings.table import SETTINGS

PREFIX = "MARQUEE_"
BETWEEN_PROCESSES = ("MARQUEE_LISTENING",)
"""What a process of ours gives to another."""
NEAR, NEAR_AS_A_WHOLE = 0.6, 0.9
"""How alike two names are, from 0 to 1: what follows the prefix, or, where that is misspelt too, all of it."""

_KNOWN = [name for setting in SETTINGS for name in (setting.name, f"{setting.name}_FILE")]
_ENDS = {name.removeprefix(PREFIX): name for name in _KNOWN}


def unknown_names(names: Iterable[str]) -> dict[str, str | None]:
    """Those of `names` that are not a setting's, with the name of the one that is probably meant."""
    found = {name: _nearest(name) for name in sorted(names) if name not in _KNOWN}
    return {name: near for name, near in found.items() if near or _looks_like_ours(name)}


def _nearest(name: str) -> str | None:
    whole = name.upper()
    if not whole.startswith(PREFIX):
        return next(iter(get_close_matches(whole, _KNOWN, 1, NEAR_AS_A_WHOLE)), None)
    end = whole.removeprefix(PREFIX)
    longer = [setting.name for setting in SETTINGS if _is_short_for(end, setting.name.removeprefix(PREFIX))]
    if len(longer) == 1:
        return longer[0]
    return next((_ENDS[near] for near in get_close_matches(end, _ENDS, 1, NEAR)), None)


def _is_short_for(short: str, name: str) -> bool:
    """Whether a name has all letters of a shorter one, in their order."""
    letters = iter(name)
    return all(letter in letters for letter in short)


def _looks_like_ours(name: str) -> bool:
    return name.upper().startswith(PREFIX) and name not in BETWEEN_PROCESSES
