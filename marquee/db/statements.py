"""Statements that are built once and run many times, each time with other values."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Dialect, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ClauseElement

Values = Mapping[str, Any]
"""By the names of the statement's bound parameters; what a statement does not name is passed over."""

SQLITE = "sqlite"
MOST = 64
"""Statements by one owner: whoever sends chooses which columns, and so how many there could be."""


class Prepared:
    """A statement whose values are bound by name, compiled when it is first run.

    SQLite's rows come straight from the driver: all that SQLAlchemy would do to them there is to convert booleans.
    """

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._direct: _Direct | None = None

    def run(self, connection: Connection, values: Values) -> Sequence[Sequence[Any]]:
        """The rows, if it is a statement that has any. Raises what `Connection.execute` does."""
        if connection.dialect.name != SQLITE:
            result = connection.execute(self._statement, dict(values))
            return result.all() if result.returns_rows else ()
        if self._direct is None:
            self._direct = _Direct(self._statement, connection.dialect)
        return self._direct.run(connection, values)


class Statements:
    """Prepared statements by key; when there are too many, they are all made again."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Prepared] = {}

    def __call__(self, key: Hashable, make: Callable[[], Executable]) -> Prepared:
        """The statement of this key, made when it is first asked for."""
        if key not in self._made:
            if len(self._made) >= MOST:
                self._made.clear()
            self._made[key] = Prepared(make())
        return self._made[key]


class _Direct:
    """A statement in SQLite's words."""

    def __init__(self, statement: Any, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self._sql = str(compiled)
        self._names: Sequence[str] = compiled.positiontup or ()
        self._defaults: Values = compiled.params
        columns = getattr(statement, "selected_columns", ())
        convert = ((place, _from_sqlite(column, dialect)) for place, column in enumerate(columns))
        self._converted = [(place, function) for place, function in convert if function is not None]

    def run(self, connection: Connection, values: Values) -> Sequence[Sequence[Any]]:
        bound = [_to_sqlite(values[n] if n in values else self._defaults[n]) for n in self._names]
        try:
            rows = connection.connection.driver_connection.execute(self._sql, bound).fetchall()  # type: ignore[union-attr]
        except connection.dialect.loaded_dbapi.Error as error:
            raise _as_sqlalchemy_says(self._sql, error, connection.dialect) from error
        return rows if not self._converted else [self._with_booleans(row) for row in rows]

    def _with_booleans(self, row: Sequence[Any]) -> Sequence[Any]:
        changed = list(row)
        for place, function in self._converted:
            changed[place] = function(changed[place])
        return changed


def _from_sqlite(column: ClauseElement, dialect: Dialect) -> Any:
    return column.type.dialect_impl(dialect).result_processor(dialect, None)  # type: ignore[attr-defined]


def _to_sqlite(value: Any) -> Any:
    """A list goes in as JSON (`functions.among`)."""
    return msgspec.json.encode(value).decode() if type(value) is list else value


def _as_sqlalchemy_says(sql: str, error: Exception, dialect: Dialect) -> BaseException:
    base = dialect.loaded_dbapi.Error
    return DBAPIError.instance(sql, None, error, base, hide_parameters=True, dialect=dialect)
