"""Reads the past from the journal, and prepares it before a house opens."""
