"""How Alembic reaches the database: over the connection that it is handed."""

from alembic import context

from api.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=False,  # the caller has begun a transaction already
)
context.run_migrations()
