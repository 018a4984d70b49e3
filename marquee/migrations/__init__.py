"""The schema's revisions, and the one way to bring a database to the newest."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from marquee.errors import OperatorError


def migrate(connection: Connection) -> None:
    """Bring the schema to the newest revision within the caller's transaction: all of it or nothing.

    Raises OperatorError for a schema that only a newer version of Marquee knows.
    """
    if unknown := set(MigrationContext.configure(connection).get_current_heads()) - known():
        raise OperatorError(f"The database needs a newer version of Marquee: its schema is {', '.join(unknown)}.")
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def known() -> frozenset[str]:
    """The revisions that this version can bring to the newest."""
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config
