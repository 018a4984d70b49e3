"""Names of profiles at Instagram and Twitter, in each form in which people copy them. Pure.

The forms of the front end read them alike (frontend/src/texts/handles.ts); both have the cases of tests/handles.json.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from sqlalchemy import Table

from marquee.domain.constraint_errors import unfit
from marquee.domain.tables import music_artists


class Service(NamedTuple):
    """Where a profile is: its name, its hosts, of which the first is that of links, and paths that are no profiles."""

    name: str
    hosts: tuple[str, ...]
    pages: frozenset[str]


def _paths(names: str) -> frozenset[str]:
    return frozenset(names.split())


SERVICES = {
    "social_instagram": Service(
        "Instagram",
        ("instagram.com", "instagr.am"),
        _paths(
            "_n _u about accounts api challenge create developer direct directory download emails explore graphql "
            "legal lite nametag oauth p reel reels s share static stories topics tv web your_activity"
        ),
    ),
    "social_twitter": Service(
        "Twitter",
        ("twitter.com", "x.com"),
        _paths(
            "about account bookmarks compose download explore hashtag help home i intent jobs lists login logout "
            "messages notifications oauth privacy search settings share signup status statuses tos who_to_follow"
        ),
    ),
}
"""By the columns of their names."""

_HOSTS = [host for service in SERVICES.values() for host in service.hosts]
_ADDRESS = re.compile(
    rf"(?:(?:https?:)?//)?(?:(?:www|m|mobile)\.)?({'|'.join(map(re.escape, _HOSTS))})(?:/(?:#!/)?([^/?#]*).*)?",
    re.IGNORECASE,
)
# What a copied address stands between: brackets, quotes, and the sign behind it in a sentence.
_AROUND = "\u00a0\u202f <>()[]\"'“”‘’«»,;:"
_PLAIN = re.compile(r"@?(?=\.*\w)[\w.]+")
_END = re.compile(r"/?(?:[?#].*)?$", re.DOTALL)


class NoHandle(ValueError):
    """A text that names no profile; the message is the end of a sentence."""


def read(column: str, typed: str) -> str:
    """The name of a profile of this column's service: `https://www.instagram.com/vesnakole/?hl=en` is `vesnakole`.

    A name may keep its @. Raises NoHandle.
    """
    service, text = SERVICES[column], typed.strip().strip(_AROUND).replace("\uff20", "@")
    if found := _ADDRESS.fullmatch(text):
        if found[1].lower() not in service.hosts:
            raise NoHandle(f"is an address of another service than {service.name}")
        text = found[2] or ""
    elif "/" in (text := _END.sub("", text)):
        raise NoHandle(f"is no address at {service.name}")
    name = text.lstrip("@")
    if "@" in name:
        raise NoHandle(f"is not a name at {service.name}: one with a second @ is of an email or of Mastodon")
    if name.lower() in service.pages:
        raise NoHandle(f"leads to a page of {service.name}, not to a profile")
    if not _PLAIN.fullmatch(name):
        raise NoHandle("is not a name there")
    return typed if typed == f"@{name}" else name


def address(column: str, stored: str | None) -> str | None:
    """Where the profile of a stored name is; None for a name that leads nowhere."""
    try:
        name = read(column, stored or "").lstrip("@")
    except NoHandle:
        return None
    return f"https://{SERVICES[column].hosts[0]}/{quote(name, safe='')}"


def with_handles(table: Table, row: Mapping[str, Any], number: int | None) -> Mapping[str, Any]:
    """The row with the names of its profiles as they are stored. Raises CHECK_VIOLATION."""
    names: dict[str, str] = {}
    for name in SERVICES if table is music_artists else ():
        if not isinstance(row.get(name), str) or not row[name]:
            continue
        try:
            names[name] = read(name, row[name])
        except NoHandle as reason:
            raise unfit(table, name, row, number, why=f"It {reason}.") from reason
    return {**row, **names} if names else row
