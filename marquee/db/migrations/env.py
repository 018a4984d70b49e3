"""Alembic's entry: runs the revisions on the connection that `migrations.migrate` hands over."""

from alembic import context

from marquee.domain.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=False,
)
context.run_migrations()
