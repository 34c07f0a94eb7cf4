"""Verbs that simulate."""
