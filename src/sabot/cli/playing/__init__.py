"""Verbs that play: one person or several at the terminal, and the record of what was played."""
