"""Runs the revisions of the second format on the connection that the ledger gives."""

from alembic import context

from sabot.ledger.schema import SECOND

context.configure(connection=context.config.attributes["connection"],
                  target_metadata=SECOND.metadata, transactional_ddl=True)
context.run_migrations()
