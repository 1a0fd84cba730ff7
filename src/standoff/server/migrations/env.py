"""How alembic runs a migration: on the connection that `store` gives it."""

from alembic import context

from standoff.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
