"""The schema's revisions, and the one way to bring a database to the newest."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def migrate(connection: Connection) -> None:
    """Bring the schema to the newest revision within the caller's transaction: all of it or nothing."""
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
