"""The rules of blackjack: the law of a table, its clauses, its bets, and checks of both."""
