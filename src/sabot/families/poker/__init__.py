"""Hands of poker: what five cards are worth, and what hands are worth against one another."""
