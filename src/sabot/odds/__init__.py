"""Exact probability that games share: distributions of net results and what follows from them."""
