"""What the croupier's voice says: a key for each call, and its words in English.

They are those of the pages for what is announced in a round: the calls of betting, the numbers of
roulette with their colours, the points of baccarat and of craps, the totals of cussec.
"""

from __future__ import annotations

ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen"]
RED = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))
PONTO, BANCA = "[Ponto](/pˈɑntO/)", "[Banca](/bˈɑŋkə/)"


def number(n: int) -> str:
    """A number up to 39 in words."""
    tens = {2: "twenty", 3: "thirty"}
    if n < 20:
        return ONES[n]
    return tens[n // 10] + (f"-{ONES[n % 10]}" if n % 10 else "")


def calls() -> dict[str, str]:
    """What the voice can say: a key, and its words. A call has two words or more where it can: one
    syllable alone is easily missed at a table."""
    phrases = {
        "place-your-bets": "Place your bets.", "no-more-bets": "No more bets.",
        "opening": "Opening now.", "void": "The round is void. Bets are returned.",
        "no-spin": "No spin.", "insurance": "Insurance?", "even-money": "Even money?",
        "surrender": "Any surrender?", "blackjack": "Blackjack.", "bust": "The hand is bust.",
        "push": "It is a push.", "tie": "It is a tie.", "bank-wins": "The bank wins.",
        "player-wins": "The player wins.", "last-round": "This is the last round.",
        "point-made": "Point made.", "seven-out": "Seven out.", "no-point": "No point.",
        "new-shooter": "New shooter.", "same-shooter": "Same shooter.", "0": "Zero.",
    }
    for side, name in (("ponto", PONTO), ("banca", BANCA)):
        phrases |= {f"{side}-{act}": f"{name} {act}." for act in ("wins", "stands", "pair")}
        phrases |= {f"{side}-{n}": f"{name}, {number(n)}." for n in range(10)}
    phrases |= {f"{n}-{'red' if n in RED else 'black'}":
                f"{number(n)}, {'red' if n in RED else 'black'}.".capitalize()
                for n in range(1, 37)}
    phrases |= {f"total-{n}": f"Total, {number(n)}." for n in range(2, 27)}
    phrases |= {f"soft-{n}": f"{number(n - 10)} or {number(n)}.".capitalize()
                for n in range(12, 22)}
    phrases |= {f"point-{n}": f"The point is {number(n)}." for n in (4, 5, 6, 8, 9, 10)}
    phrases |= {f"{n}-{'small' if n < 11 else 'big'}":
                f"{number(n)}, {'small' if n < 11 else 'big'}.".capitalize()
                for n in range(4, 18)}
    phrases |= {f"{n}-triple": f"{number(n)}, triple.".capitalize() for n in range(3, 19, 3)}
    return phrases
