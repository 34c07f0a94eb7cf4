"""A round of blackjack in the order of the law, step by step."""
