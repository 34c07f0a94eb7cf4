"""Verification of a journal: chain, coups, waiting lists, shoes, wallets, money."""
