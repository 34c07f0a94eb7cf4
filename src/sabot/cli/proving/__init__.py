"""Verbs that prove: the law, table files, and records replayed and checked again."""
