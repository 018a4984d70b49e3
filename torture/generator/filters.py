"""Filters of every operator, over every kind of column: conditions of a read, and what makes them expensive."""

import random
from typing import NamedTuple
from urllib.parse import quote

from torture.generator.request import few

COLUMNS = {
    "music_artists": {
        "text": ("id", "name", "genre", "image", "followers", "latest_song", "bio", "website", "social_twitter"),
        "date": ("created_at", "updated_at"),
        "word": ("is_featured",),
    },
    "music_events": {
        "text": ("venue", "location", "artist_id"),
        "date": ("date", "created_at"),
        "word": ("id",),
    },
}
VALUES = ("a", "e", "room", "played every room there is", "zq", "Techno", "Hall", "Łódź", " ", "aa", "éclat", "0", "")
DAYS = ("2026-11-22", "2090-01-01", "1999-12-31", "2026-11-22T10:00:00Z")
SEARCHED = ("room", "a:*", "s:*", "sil:*", "har:*", "'velver copchard'", "h:*")
WORDS = ("null", "not_null")
COMPARISONS = ("eq", "neq", "gt", "gte", "lt", "lte", "isdistinct")
ATOMS = (
    ".",
    "a",
    "e",
    "r",
    "[a-z]",
    "[^q]",
    r"\w",
    r"\s",
    "room",
    "(a|e|o)",
    "(.?)",
    "(a*)",
    "(ab|ba|a.b)",
    "(a|aa)",
    "é",
)
REPEATS = ("", "", "*", "+", "?", "{2}", "{9}", "{0,30}", "{20,40}", "{100}", "{250}")
LIST = {"(any)", "(all)"}


class Filter(NamedTuple):
    """`column=operator.value`; a list's values are joined by commas."""

    column: str
    operator: str
    values: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The operator, negated or not."""
        return self.operator.removeprefix("not.")

    def parameter(self) -> str:
        value = self.values[0] if self._is_plain else self._listed()
        return f"{quote(self.column)}={self.operator}.{quote(value, safe='*()|.,{}[]?^$!:')}"

    def node(self) -> str:
        """As it stands in a tree."""
        value = self.values[0] if self.kind == "is" else _quoted(self.values[0]) if self._is_plain else self._listed()
        return f"{self.column}.{self.operator}.{value}"

    def mutated(self, rng: random.Random) -> "Filter":
        """One with more values, or a longer one: a text twice, a pattern in a group that repeats."""
        value = rng.choice(self.values)
        if not self._is_plain and rng.random() < 0.5:
            return self._replace(values=self.values * 2)
        if self.kind in ("is", "fts(simple)"):
            return self
        if self.kind.startswith(("match", "imatch")):
            longer = rng.choice((f"({value}){{2}}", value * 2, f"({value})*", value + pattern(rng), f"^{value}$"))
        else:
            longer = value * 2 if rng.random() < 0.5 else f"{value}*{rng.choice(VALUES)}*"
        return self._replace(values=tuple(longer if one is value else one for one in self.values))

    @property
    def _is_plain(self) -> bool:
        return (not self.kind.startswith("in") and not self.kind.endswith(tuple(LIST))) or self.kind == "isdistinct"

    def _listed(self) -> str:
        values = ",".join(_quoted(value) for value in self.values)
        return f"({values})" if self.kind == "in" else f"{{{values}}}"


class Tree(NamedTuple):
    """`or=(…)` or `and=(…)`."""

    operator: str
    children: "tuple[Filter | Tree, ...]"

    @property
    def kind(self) -> str:
        return self.operator

    def parameter(self) -> str:
        inside = ",".join(child.node() for child in self.children)
        return f"{self.operator}=({quote(inside, safe='*()|.,{}[]?^$!:')})"

    def node(self) -> str:
        return f"{self.operator}({','.join(child.node() for child in self.children)})"

    def mutated(self, rng: random.Random) -> "Tree":
        """One with more children, or one of them changed, or around itself."""
        turn = rng.random()
        if turn < 0.4:
            return self._replace(children=self.children * 2)
        if turn < 0.5:
            return Tree(rng.choice(("and", "or", "not.and", "not.or")), (self,))
        place = rng.randrange(len(self.children))
        changed = self.children[place].mutated(rng)
        return self._replace(children=(*self.children[:place], changed, *self.children[place + 1 :]))


Condition = Filter | Tree


def condition(rng: random.Random, table: str) -> Condition:
    if rng.random() < 0.2:
        children = tuple(condition(rng, table) for _ in range(few(rng, 10)))
        return Tree(rng.choice(("and", "or", "not.and", "not.or")), children)
    kind = rng.choices(("text", "date", "word", "search"), (8, 2, 1, 1))[0]
    negation = "not." if rng.random() < 0.2 else ""
    if kind == "search":
        words = " & ".join(rng.choice(SEARCHED) for _ in range(few(rng, 20)))
        return Filter("search", f"{negation}fts(simple)", (words,))
    column = rng.choice(COLUMNS[table][kind])
    if kind == "text":
        return _text_filter(rng, column, negation)
    if kind == "date":
        return Filter(column, negation + rng.choice(COMPARISONS), (rng.choice(DAYS),))
    return Filter(column, f"{negation}is", (rng.choice(WORDS),))


def _text_filter(rng: random.Random, column: str, negation: str) -> Filter:
    operator = rng.choice((*COMPARISONS, "in", "is", "like", "like", "ilike", "ilike", "match", "match", "imatch"))
    if operator == "is":
        return Filter(column, f"{negation}is", (rng.choice(WORDS),))
    quantifier = rng.choice(("", "", "(any)", "(all)")) if operator not in ("in", "isdistinct") else ""
    how_many = few(rng, 40) if operator == "in" or quantifier else 1
    return Filter(column, f"{negation}{operator}{quantifier}", tuple(_value(rng, operator) for _ in range(how_many)))


def _value(rng: random.Random, operator: str) -> str:
    if operator in ("match", "imatch"):
        return pattern(rng)
    if operator in ("like", "ilike"):
        return "*".join(rng.choice(VALUES) for _ in range(few(rng, 30))) + rng.choice(("*", "", "_*"))
    return rng.choice(VALUES)


def pattern(rng: random.Random) -> str:
    return "".join(rng.choice(ATOMS) + rng.choice(REPEATS) for _ in range(few(rng, 20)))


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
