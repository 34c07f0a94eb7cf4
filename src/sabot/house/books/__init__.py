"""Stores what happens and what is owed: the committing thread, the purse, an operator's wallet,
tickets."""
