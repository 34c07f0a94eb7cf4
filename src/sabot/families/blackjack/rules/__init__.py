"""What a blackjack is made of: its code, its clauses, its bets, and what is unlawful."""
