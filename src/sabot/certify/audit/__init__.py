"""The books of a house derived anew: chain, coups, lists, shoes, wallets, money."""
