"""The value of `fts`: the part of PostgreSQL's `to_tsquery` that a search field needs. Source: PostgreSQL 8.11.2.

`'beyonce':* & knowles`: words, quoted or bare, each with `:*` where only its beginning is known, joined by `&`.
"""

import re

from marquee.domain.search import Term, search_terms
from marquee.errors import InvalidTsquery

MAX_WORDS = 20

_OPERAND = re.compile(r"\s*(?:'((?:[^'\\]|''|\\.)*)'|([^\s'\\&|!<>():*]+))(:\*)?\s*", re.DOTALL)
_ESCAPED = re.compile(r"''|\\(.)", re.DOTALL)


def parse_tsquery(text: str) -> list[Term]:
    """The words, all of which have to be there. Raises InvalidTsquery for what is not of the form above."""
    terms: list[Term] = []
    at, more = 0, bool(text.strip())
    while more:
        operand = _OPERAND.match(text, at)
        if operand is None:
            raise InvalidTsquery(f'syntax error in tsquery: "{text}"')
        quoted, bare, prefix = operand.groups()
        plain = bare if quoted is None else _ESCAPED.sub(lambda escaped: escaped[1] or "'", quoted)
        terms += search_terms(plain, is_prefix=prefix is not None)
        at, more = operand.end(), operand.end() < len(text)
        if more and text[at] != "&":
            raise InvalidTsquery(f'syntax error in tsquery: "{text}"')
        at += 1
    if len(terms) > MAX_WORDS:
        raise InvalidTsquery(f"A search can have at most {MAX_WORDS} words")
    return terms
