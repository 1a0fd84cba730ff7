"""The steps from one schema of a server's database to the next, for alembic."""
