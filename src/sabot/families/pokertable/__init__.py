"""The table of non-banked poker: players against one another, and what the pot comes to."""
