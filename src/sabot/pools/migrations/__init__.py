"""The steps by which a database gets the schema of the pools' book."""
