"""Non-banked poker: players against one another at a table, and the division of the pot."""
