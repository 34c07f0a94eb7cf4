"""The dossier of a table: everything that an inspector asks about it, as typed values."""
