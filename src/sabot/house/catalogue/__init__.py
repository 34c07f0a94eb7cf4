"""What everybody may see of the house: its games and tables, found by a few letters."""
