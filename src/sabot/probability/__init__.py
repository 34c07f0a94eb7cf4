"""Exact probability for all games: distributions of net results and what follows from them."""
