"""The dossier of a table as a document: its chapters in the reader's language, as HTML or PDF."""
