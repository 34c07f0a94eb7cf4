"""Runs the revisions on the connection that the store gives."""

from alembic import context

from sabot.pools.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata,
                  transactional_ddl=True)
context.run_migrations()
