"""What everybody may see of the house: its games and tables, and a search for them."""
