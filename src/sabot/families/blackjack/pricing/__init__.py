"""Exact odds: what each bet is worth and how the main one is best played."""
