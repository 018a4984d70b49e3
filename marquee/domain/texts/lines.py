"""Names, places and other texts on one line: they have something to see, and nothing that changes what is around them.

Neither database knows which characters are seen, so every write is checked here.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import CheckConstraint, Table

from marquee.domain.constraint_errors import unfit
from marquee.visible import fault_of_line


@cache
def lines_of(table: Table) -> tuple[str, ...]:
    """The columns whose texts are on one line."""
    checks = (check for check in table.constraints if isinstance(check, CheckConstraint))
    return tuple(check.info["column"] for check in checks if check.info.get("is_line"))


def require_lines(table: Table, row: Mapping[str, Any], number: int | None) -> None:
    """Raises CHECK_VIOLATION for a text with a fault, or of which nothing would be seen."""
    for name in lines_of(table):
        text = row.get(name)
        if isinstance(text, str) and text.strip(" ") and (fault := fault_of_line(text)):
            raise unfit(table, name, row, number, why=f"The {name.replace('_', ' ')} {fault}.")
