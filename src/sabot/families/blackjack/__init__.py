"""What every blackjack of the register shares: the value of cards and of hands."""

from sabot.families.blackjack.hand import (
    ACE,
    FACES,
    TENS,
    Total,
    hard,
    has_ace,
    is_blackjack,
    label,
    same_rank,
    same_value,
    special,
    total,
    value,
)

__all__ = ["ACE", "FACES", "TENS", "Total", "hard", "has_ace", "is_blackjack", "label", "same_rank",
           "same_value", "special", "total", "value"]
