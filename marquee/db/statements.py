"""Statements that are built once and run many times, each time with other values, which are bound by name."""

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Column, ColumnElement, Connection, Dialect, Executable, bindparam
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ClauseElement

Values = Mapping[str, Any]
"""Values by the names of the bound parameters; names that a statement does not have are ignored."""

SQLITE = "sqlite"
_NAMED_PARAMETERS = SQLiteDialect(paramstyle="named")
CHUNK_ROWS = 100
_STREAMED = {"stream_results": True, "max_row_buffer": CHUNK_ROWS}
MAX_STATEMENTS = 64
"""Statements in one cache: clients choose which columns they write, and so how many statements there could be."""


class PreparedStatement:
    """A statement that is compiled when it first runs.

    On SQLite it goes to the driver itself, in a third of SQLAlchemy's time (12 of 35 µs for one row): all that
    SQLAlchemy would do to the rows there is to convert booleans.
    """

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._compiled: _SqliteStatement | None = None
        # What SQLAlchemy compiles for PostgreSQL is forgotten with the statement, not kept by the hundred.
        self._options: dict[str, Any] = {"compiled_cache": {}}

    def run(self, connection: Connection, values: Values) -> Sequence[Sequence[Any]]:
        """The rows, if it is a statement that has any. Raises what `Connection.execute` does."""
        if connection.dialect.name != SQLITE:
            result = connection.execute(self._statement, dict(values), execution_options=self._options)
            return result.all() if result.returns_rows else ()
        if self._compiled is None:
            self._compiled = _SqliteStatement(self._statement, connection.dialect)
        return self._compiled.run(connection, values)

    def chunks(
        self, connection: Connection, values: Values, *, streamed: bool = True
    ) -> Generator[Sequence[Sequence[Any]]]:
        """The rows, some at a time: whoever stops in between has never held all of them.

        PostgreSQL sends all at once unless they are `streamed`, which takes it more messages.
        """
        if connection.dialect.name != SQLITE:
            options = self._options | (_STREAMED if streamed else {})
            with connection.execute(self._statement, dict(values), execution_options=options) as result:
                yield from result.partitions(CHUNK_ROWS)
            return
        if self._compiled is None:
            self._compiled = _SqliteStatement(self._statement, connection.dialect)
        yield from self._compiled.chunks(connection, values)


class StatementCache:
    """A cache of prepared statements; when it is full, it starts again from empty."""

    def __init__(self) -> None:
        self._prepared: dict[Hashable, PreparedStatement] = {}

    def __call__(self, key: Hashable, build: Callable[[], Executable]) -> PreparedStatement:
        """The statement of this key, built when it is first needed."""
        prepared = self._prepared.get(key)
        if prepared is None:
            if len(self._prepared) >= MAX_STATEMENTS:
                self._prepared.clear()
            prepared = self._prepared[key] = PreparedStatement(build())
        return prepared


class _SqliteStatement:
    """A statement compiled to SQLite's SQL, with named parameters."""

    def __init__(self, statement: Any, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=_NAMED_PARAMETERS)
        self._sql = str(compiled)
        self._defaults: Values = compiled.params
        columns = getattr(statement, "selected_columns", ())
        processors = ((place, _result_processor(column, dialect)) for place, column in enumerate(columns))
        self._processors = [(place, processor) for place, processor in processors if processor is not None]

    def run(self, connection: Connection, values: Values) -> Sequence[Sequence[Any]]:
        return [row for chunk in self.chunks(connection, values) for row in chunk]

    def chunks(self, connection: Connection, values: Values) -> Iterator[Sequence[Sequence[Any]]]:
        bound = {name: _to_sqlite(values.get(name, default)) for name, default in self._defaults.items()}
        try:
            cursor = connection.connection.driver_connection.execute(self._sql, bound)  # type: ignore[union-attr]
            rows = None
            while rows is None or len(rows) == CHUNK_ROWS:
                rows = cursor.fetchmany(CHUNK_ROWS)
                yield [self._converted(row) for row in rows] if self._processors else rows
        except connection.dialect.loaded_dbapi.Error as error:
            raise _as_sqlalchemy_raises(self._sql, error, connection.dialect) from error

    def _converted(self, row: Sequence[Any]) -> Sequence[Any]:
        values = list(row)
        for place, processor in self._processors:
            values[place] = processor(values[place])
        return values


def _result_processor(column: ClauseElement, dialect: Dialect) -> Any:
    return column.type.dialect_impl(dialect).result_processor(dialect, None)  # type: ignore[attr-defined]


def _to_sqlite(value: Any) -> Any:
    """Bind a list as JSON, which `functions.among` reads."""
    return msgspec.json.encode(value).decode() if type(value) is list else value


def _as_sqlalchemy_raises(sql: str, error: Exception, dialect: Dialect) -> BaseException:
    base = dialect.loaded_dbapi.Error
    return DBAPIError.instance(sql, None, error, base, hide_parameters=True, dialect=dialect)


# The new values of columns: every statement of one write binds them under the same names.


def new_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of columns, by the names under which `new_value` binds them."""
    return {f"new_{name}": value for name, value in values.items()}


def new_value(column: Column[Any]) -> BindParameter[Any]:
    """The bound parameter for the column's new value."""
    return bindparam(f"new_{column.name}", type_=column.type)


def differs(column: Column[Any]) -> ColumnElement[bool]:
    """Whether a row's value in this column is another than the new one."""
    return column.is_distinct_from(new_value(column))
