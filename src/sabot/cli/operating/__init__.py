"""Verbs for those who run a house: open it, its people, its books."""
