"""The steps by which a database gets the ledger's schema."""
