"""Generates parts of docs/ from the code: settings, permissions, operators, errors, the command line.

`python -m scripts.generate_docs` writes them, and `tests/project/test_docs.py` fails when one is out of date. A
generated part is between `<!-- generated: NAME -->` and `<!-- end -->`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from pathlib import Path

import click
from sqlalchemy import Table

from marquee import data_errors
from marquee.cli.main import main
from marquee.domain.policies.data import POLICIES
from marquee.domain.policies.pictures import PICTURE_POLICIES
from marquee.domain.tables import EXPOSED, exposed_columns
from marquee.rest import errors
from marquee.rest.grammar.operators import NOT_FOR_SCALARS, OPERATORS
from marquee.settings.table import SETTINGS
from scripts.generate_types import is_needed, writable

DOCS = Path(__file__).parent.parent / "docs"
PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def settings() -> str:
    rows = ((f"`{s.name}`", f"`{s.default}`" if s.default else "–", s.help) for s in SETTINGS)
    return _table(("variable", "default", "meaning"), rows)


def permissions() -> str:
    def columns(policy: object) -> str:
        listed = getattr(policy, "columns")  # noqa: B009 - a NamedTuple's field
        table = getattr(policy, "table")  # noqa: B009
        if listed == frozenset(exposed_columns(table)):
            return "every column"
        names = ", ".join(f"`{name}`" for name in exposed_columns(table) if name in listed) or "–"
        values = getattr(policy, "values")  # noqa: B009
        return f"{names}, to {values.name}" if values else names

    rows = ((p.who.name, p.action, f"`{p.table.name}`", p.rows.name, columns(p), p.why) for p in POLICIES)
    return _table(("who", "may", "of", "rows", "columns", "why"), rows)


def picture_permissions() -> str:
    rows = ((p.who.name, p.action, p.folders.name, p.why) for p in PICTURE_POLICIES)
    return _table(("who", "may", "in folders", "why"), rows)


def columns() -> str:
    def quoted(names: Iterable[str]) -> str:
        return ", ".join(f"`{name}`" for name in names) or "–"

    def needed(table: Table) -> str:
        return quoted(column.name for column in writable(table, "insert") if is_needed(column))

    rows = ((f"`{table.name}`", quoted(exposed_columns(table)), needed(table)) for table in EXPOSED.values())
    return _table(("table", "columns", "a new row needs"), rows)


def operators() -> str:
    rows: list[tuple[str, str]] = [(f"`{name}`", operator.takes) for name, operator in OPERATORS.items()]
    rows += [(f"`{name}`", _not_for_scalars(name)) for name in NOT_FOR_SCALARS]
    return _table(("operator", "takes"), rows)


def _not_for_scalars(name: str) -> str:
    return _SEARCHES.get(name, "nothing: no column has a type that it works on")


_SEARCHES = {
    "fts": "words, on `search` only",
    "plfts": "plain text, on `search` only",
    "phfts": "a single word, on `search` only",
    "wfts": "plain text, on `search` only",
}


def refusals() -> str:
    named = {**vars(data_errors), **vars(errors)}
    kinds = ((name, kind) for name, kind in named.items() if isinstance(kind, data_errors.Kind))
    found = sorted((kind.status, kind.code, name.lower().replace("_", " ")) for name, kind in kinds)
    return _table(("status", "code", "when"), ((str(status), f"`{code}`", what) for status, code, what in found))


def commands() -> str:
    return "\n".join(f"```\n{text}\n```\n" for text in _help(main, "marquee", None))


def _help(found: click.Command, name: str, parent: click.Context | None) -> Iterator[str]:
    """The help of the whole command and of each of its commands, without the options that all of them have."""
    context = click.Context(found, info_name=name, parent=parent, terminal_width=100, max_content_width=100)
    group = found if isinstance(found, click.Group) else None
    children = group.list_commands(context) if group else []
    if parent is None or not children or (group and group.invoke_without_command):
        shown = copy(found)
        shown.params = [parameter for parameter in found.params if parameter.name != "data_dir"]
        shown.add_help_option = False
        yield shown.get_help(context)
    for child in children:
        if group and (command := group.get_command(context, child)):
            yield from _help(command, child, context)


def _table(head: tuple[str, ...], rows: object) -> str:
    lines = [head, ("---",) * len(head), *rows]  # type: ignore[misc]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


PARTS: dict[str, Callable[[], str]] = {
    part.__name__: part for part in (settings, permissions, picture_permissions, columns, operators, refusals, commands)
}


def generated(text: str) -> str:
    """A document with its generated parts as they are now."""
    return PART.sub(lambda found: f"{found[1]}{PARTS[found[2]]()}{found[3]}", text)


if __name__ == "__main__":
    for document in DOCS.glob("*.md"):
        document.write_text(generated(document.read_text()))
