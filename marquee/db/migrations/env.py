"""Alembic's entry: runs the revisions on the connection that `migrations.migrate` hands over."""

from alembic import context
from sqlalchemy import MetaData

from marquee.db.constraint_names import NAMING_CONVENTION

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=MetaData(naming_convention=NAMING_CONVENTION),
    render_as_batch=True,
    transaction_per_migration=False,
)
context.run_migrations()
