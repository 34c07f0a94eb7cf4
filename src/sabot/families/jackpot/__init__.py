"""Progressive jackpots: chips collected for a prize, its pool, and how it is paid."""
