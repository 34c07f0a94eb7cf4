"""Verbs that prove: the law, table files, and records told and checked again."""
