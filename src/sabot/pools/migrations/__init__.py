"""The steps by which a database gets the schema of the pool ledger."""
