"""What the books say of the past, and what is done with them before a house opens."""
