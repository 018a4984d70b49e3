"""Reads of the data protocol, and the writes of people who may not write: the same grammar chooses their rows."""

import random
import re
from typing import NamedTuple
from urllib.parse import quote

from torture.generator.filters import COLUMNS, Condition, Tree, condition
from torture.generator.request import Headers, Request, few

PATH = "/rest/v1/"
TABLES = tuple(COLUMNS)
RELATED = {"music_artists": "music_events", "music_events": "music_artists"}
CASTS = ("", "", "", "::text")
DATE_CASTS = (*CASTS, "::date")
HEADERS = (
    ("Prefer", ("count=exact", "count=planned", "count=estimated", "handling=strict")),
    ("Accept", ("text/csv", "application/vnd.pgrst.array+json;nulls=stripped", "*/*")),
    ("Accept-Encoding", ("br", "gzip", "br, gzip")),
    ("Range", ("0-9", "0-999", "500-")),
)
REFUSED_AFTER_THE_WORK = (401, 403, 406, 409)
PATCHES = {"music_artists": {"bio": "stolen"}, "music_events": {"venue": "stolen"}}
MAX_LIMIT = 1000
_ALIAS = re.compile(r"^a\d+:")


class Read(NamedTuple):
    """A read, or with another method a write, as the parts of its URL."""

    method: str
    table: str
    items: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()
    order: tuple[str, ...] = ()
    limit: int | None = None
    offset: int | None = None
    headers: Headers = ()
    who: str = "visitor"

    def request(self) -> Request:
        parts = [one.parameter() for one in self.conditions]
        if self.items:
            parts.append(f"select={quote(','.join(self.items), safe='*(),:.!')}")
        if self.order:
            parts.append(f"order={','.join(self.order)}")
        parts += [f"{name}={value}" for name, value in self._numbers() if value is not None]
        is_write = self.method in ("PATCH", "DELETE")
        return Request(
            self._shape(),
            self.method,
            f"{PATH}{self.table}?{'&'.join(parts)}",
            self.headers,
            PATCHES[self.table] if self.method == "PATCH" else None,
            self.who,
            REFUSED_AFTER_THE_WORK if is_write else (),
        )

    def mutated(self, rng: random.Random) -> "Read":
        """Mostly more of the same, which is what makes a request expensive."""
        return rng.choice(_MUTATIONS)(self, rng)

    def _numbers(self) -> tuple[tuple[str, int | None], ...]:
        return ("limit", self.limit), ("offset", self.offset)

    def _shape(self) -> str:
        embeds = sum("(" in item for item in self.items)
        words = {value for _, value in self.headers}.union(*map(_kinds, self.conditions))
        words |= {name for name, has in (("order", self.order), ("embed", embeds), ("wide", self.items[15:])) if has}
        return " ".join((self.method, self.table, *sorted(words)))


def read(rng: random.Random) -> Read:
    table = rng.choice(TABLES)
    return Read(
        rng.choices(("GET", "HEAD"), (12, 1))[0],
        table,
        tuple(_item(rng, table, 1) for _ in range(few(rng, 20))) if rng.random() < 0.8 else (),
        tuple(condition(rng, table) for _ in range(few(rng, 6))) if rng.random() < 0.8 else (),
        tuple(_term(rng, table) for _ in range(few(rng, 6))) if rng.random() < 0.5 else (),
        rng.choice((1, 10, 10, 20, 20, 50, None, MAX_LIMIT)),
        rng.choice((None, None, None, 10, 4000)),
        _headers(rng),
    )


def write(rng: random.Random) -> Read:
    """By an account that may write nothing."""
    table, prefer = rng.choice(TABLES), rng.choice(((), (("Prefer", "return=representation"),)))
    conditions = tuple(condition(rng, table) for _ in range(few(rng, 6)))
    return Read(rng.choice(("PATCH", "DELETE")), table, (), conditions, headers=prefer, who="stranger")


def _item(rng: random.Random, table: str, depth: int) -> str:
    """A column, an alias of one, a cast, or an embedded resource."""
    alias = f"a{rng.randrange(1000)}:" if rng.random() < 0.5 else ""
    if rng.random() < 0.2 and depth < 4:
        return alias + _embed(rng, RELATED[table], depth)
    if rng.random() < 0.1:
        return "*"
    kind = rng.choice(("text", "text", "date"))
    return alias + rng.choice(COLUMNS[table][kind]) + rng.choice(DATE_CASTS if kind == "date" else CASTS)


def _embed(rng: random.Random, table: str, depth: int) -> str:
    if table == "music_events" and rng.random() < 0.2:
        return f"{table}(count)"
    inside = ",".join(_item(rng, table, depth + 1) for _ in range(few(rng, 10)))
    return f"{table}{rng.choice(('', '', '!inner', '!left'))}({inside})"


def _term(rng: random.Random, table: str) -> str:
    column = rng.choice(COLUMNS[table]["text"] + COLUMNS[table]["date"])
    return column + rng.choice(("", ".asc", ".desc", ".desc.nullslast"))


def _headers(rng: random.Random) -> Headers:
    return tuple((name, rng.choice(values)) for name, values in HEADERS if rng.random() < 0.15)


def _kinds(one: Condition) -> set[str]:
    """What it compares by, in few words."""
    if isinstance(one, Tree):
        return set().union(*map(_kinds, one.children))
    return {next((word for word in ("like", "match", "fts", "in") if word in one.kind), "compare")}


def _more_filters(one: Read, rng: random.Random) -> Read:
    return one._replace(conditions=(one.conditions or (condition(rng, one.table),)) * 2)


def _another_filter(one: Read, rng: random.Random) -> Read:
    return one._replace(conditions=(*one.conditions, condition(rng, one.table)))


def _without_a_filter(one: Read, rng: random.Random) -> Read:
    if len(one.conditions) < 2:
        return _another_filter(one, rng)
    place = rng.randrange(len(one.conditions))
    return one._replace(conditions=one.conditions[:place] + one.conditions[place + 1 :])


def _longer_filter(one: Read, rng: random.Random) -> Read:
    if not one.conditions:
        return _another_filter(one, rng)
    place = rng.randrange(len(one.conditions))
    changed = one.conditions[place].mutated(rng)
    return one._replace(conditions=(*one.conditions[:place], changed, *one.conditions[place + 1 :]))


def _any_of_the_filters(one: Read, rng: random.Random) -> Read:
    """All filters may fail but one, so each row is tried against all."""
    if not one.conditions:
        return _another_filter(one, rng)
    return one._replace(conditions=(Tree(rng.choice(("or", "not.and")), one.conditions),))


def _more_items(one: Read, rng: random.Random) -> Read:
    """Each item twice, the second time under another name."""
    again = tuple(f"a{rng.randrange(10000)}:{_ALIAS.sub('', item)}" for item in one.items if item != "*")
    return one._replace(items=one.items + (again or ("bio",))) if one.method in ("GET", "HEAD") else one


def _another_item(one: Read, rng: random.Random) -> Read:
    return one._replace(items=(*one.items, _item(rng, one.table, 1)))


def _all_rows(one: Read, rng: random.Random) -> Read:
    return one._replace(limit=rng.choice((None, MAX_LIMIT)), offset=rng.choice((None, None, 3800)))


def _other_order(one: Read, rng: random.Random) -> Read:
    return one._replace(order=(*one.order, _term(rng, one.table)))


def _other_headers(one: Read, rng: random.Random) -> Read:
    return one._replace(headers=_headers(rng) if one.who == "visitor" else one.headers)


_MUTATIONS = (
    _more_filters,
    _more_filters,
    _another_filter,
    _without_a_filter,
    _longer_filter,
    _longer_filter,
    _longer_filter,
    _any_of_the_filters,
    _more_items,
    _more_items,
    _another_item,
    _all_rows,
    _all_rows,
    _other_order,
    _other_headers,
)
