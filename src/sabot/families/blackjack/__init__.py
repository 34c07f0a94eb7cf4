"""Blackjack: the rules, the round, exact odds and the compiled kernel that all its games share."""

from sabot.families.blackjack.round.coup import coup, describe_carry
from sabot.families.blackjack.round.round import Carry, hold_stakes, opening, reopen
from sabot.families.blackjack.rules.cites import NONE, cite
from sabot.families.blackjack.rules.clauses import Clauses
from sabot.families.blackjack.rules.hand import (
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
    total,
    value,
)
from sabot.families.blackjack.rules.prizes import SpecialPrize, special
from sabot.families.blackjack.rules.table_law import (
    Close,
    Decider,
    FaceDown,
    Insurance,
    Jackpot,
    Prize,
    RuleBook,
    Source,
    TableLaw,
)

__all__ = [
    "ACE",
    "FACES",
    "NONE",
    "TENS",
    "Carry",
    "Clauses",
    "Close",
    "Decider",
    "FaceDown",
    "Insurance",
    "Jackpot",
    "Prize",
    "RuleBook",
    "Source",
    "SpecialPrize",
    "TableLaw",
    "Total",
    "cite",
    "coup",
    "describe_carry",
    "hard",
    "has_ace",
    "hold_stakes",
    "is_blackjack",
    "label",
    "opening",
    "reopen",
    "same_rank",
    "same_value",
    "special",
    "total",
    "value",
]
