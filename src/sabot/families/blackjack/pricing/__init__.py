"""Exact odds: the value of each bet, and the best play of the main bet."""
