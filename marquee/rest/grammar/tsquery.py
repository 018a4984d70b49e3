"""The value of a text search: the parts of PostgreSQL's queries that the stored words can answer.

`fts` is `to_tsquery`, `'beyonce':* & knowles`: words, quoted or bare, each with `:*` where only its beginning is known,
joined by `&`. `plfts`, `phfts` and `wfts` take plain text, all of whose words must be there. The order of words is not
stored, so a phrase is a single word. Source: PostgreSQL 8.11.2 and 12.3.2.
"""

import re

from marquee.data_errors import INVALID_TSQUERY, DataError
from marquee.domain.search import MAX_WORDS, Search, search_for
from marquee.domain.texts.search_words import searched_words
from marquee.rest.errors import not_implemented_here
from marquee.rest.grammar.values import refuse_nul

SEARCHES = frozenset({"fts", "plfts", "phfts", "wfts"})
_WEB_SYNTAX = re.compile(r'"|(?:^|\s)(?:-|or(?:\s|$))', re.IGNORECASE)
_OPERAND = re.compile(r"\s*(?:'((?:[^'\\]|''|\\.)*)'|([^\s'\\&|!<>():*]+))(:\*)?\s*", re.DOTALL)
_ESCAPED = re.compile(r"''|\\(.)", re.DOTALL)


def parse_tsquery(text: str) -> Search | None:
    """The words to search for; None without one. Raises INVALID_TSQUERY for what is not of the form above."""
    operands: list[tuple[str, bool]] = []
    at, more = 0, bool(text.strip())
    while more:
        operand = _OPERAND.match(text, at)
        if operand is None:
            raise DataError(INVALID_TSQUERY, f'syntax error in tsquery: "{text}"')
        quoted, bare, prefix = operand.groups()
        plain = bare if quoted is None else _ESCAPED.sub(lambda escaped: escaped[1] or "'", quoted)
        operands.append((plain, prefix is not None))
        at, more = operand.end(), operand.end() < len(text)
        if more and text[at] != "&":
            raise DataError(INVALID_TSQUERY, f'syntax error in tsquery: "{text}"')
        at += 1
    return _counted(operands)


def parse_search(operator: str, text: str) -> Search | None:
    """What an operator of `SEARCHES` looks for; None without a word.

    Raises INVALID_TSQUERY, NOT_IMPLEMENTED_HERE, UNTRANSLATABLE_TEXT.
    """
    refuse_nul(text)
    if operator == "fts":
        return parse_tsquery(text)
    if operator == "phfts" and len(searched_words(text)) > 1:
        raise not_implemented_here("A search finds words in any order, not phrases.")
    if operator == "wfts" and _WEB_SYNTAX.search(text):
        raise not_implemented_here("A search takes words, without quotes, or and -.")
    return _counted([(word, False) for word in text.split()])


def _counted(texts: list[tuple[str, bool]]) -> Search | None:
    if len(texts) > MAX_WORDS:
        raise DataError(INVALID_TSQUERY, f"A search can have at most {MAX_WORDS} words")
    return search_for(texts)
