"""Players and staff of the house: names, roles, and limits on token attempts."""
