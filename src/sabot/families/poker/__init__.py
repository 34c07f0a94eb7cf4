"""Poker hands: the value of five cards, and the equity of hands against one another."""
