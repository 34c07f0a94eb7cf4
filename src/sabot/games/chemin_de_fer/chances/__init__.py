"""Chemin de fer as a game of two players: solved, priced, and simulated fast."""
