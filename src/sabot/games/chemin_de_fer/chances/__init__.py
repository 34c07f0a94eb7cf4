"""Chemin de fer as the game of two persons that it is: solved, priced and played fast."""
