"""The steps by which a database gets the tables of the second format of the journal."""
