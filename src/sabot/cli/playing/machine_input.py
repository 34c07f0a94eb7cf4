"""Input for a gaming machine in the terminal: a bet of lines, coins and coin value; cards to
hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sabot.money import cents
from sabot.procedure import Offer
from sabot.procedure.felt import CabinetFelt, Felt
from sabot.procedure.felt.cabinet import MachineBet
from sabot.procedure.game import Game
from sabot.procedure.table import Table

DIALS = ("lines", "stake", "coin")
SPIN, DRAW = "spin", "draw"


class Dials:
    """The bets of one machine, and the last bet, which is repeated if none is typed."""

    def __init__(self, felt: CabinetFelt) -> None:
        self.bets = felt.bets
        self.dials = [name for name in DIALS if len(self.values(name)) > 1]
        # Like the machine in the browser: the most lines, and of these the cheapest bet.
        self.last = min(self.bets, key=lambda bet: (-bet.lines, bet.cost))
        self.has_played = False

    def values(self, name: str) -> list[int]:
        """The values of a dial, in ascending order."""
        return sorted({getattr(bet, name) for bet in self.bets})

    def open(self, offers: Sequence[Offer]) -> list[MachineBet]:
        """The offered bets: those that the credit covers."""
        seats = {seat for offer in offers if offer.act == SPIN for seat in offer.spots}
        return [bet for bet in self.bets if bet.seat in seats]

    def usual(self, offers: Sequence[Offer]) -> MachineBet | None:
        """The bet to play if none is typed: the last one, or the closest that the credit covers;
        None if it covers none."""
        affordable = self.open(offers)
        if self.last in affordable or not affordable:
            return self.last if affordable else None
        not_dearer = [bet for bet in affordable if bet.cost <= self.last.cost]
        return max(not_dearer or affordable, key=lambda bet: (bet.lines == self.last.lines,
                                                              bet.coin == self.last.coin, bet.cost))

    def bet_text(self, bet: MachineBet) -> str:
        """A bet as typed after the act: a number for each dial that has several values."""
        return " ".join(self.figure(name, getattr(bet, name)) for name in self.dials)

    @staticmethod
    def figure(name: str, value: int) -> str:
        """A value of a dial as typed."""
        return f"{value // 100}.{value % 100:02}" if name == "coin" else str(value)

    def find(self, words: Sequence[str]) -> str | None:
        """The typed bet: its name, or a number for each dial (for all three, or for those with
        several values); None if the machine has no such bet."""
        if len(words) == 1 and words[0].lower() in {bet.seat for bet in self.bets}:
            return words[0].lower()
        names = DIALS if len(words) == len(DIALS) else self.dials
        if len(words) != len(names):
            return None
        typed: dict[str, int] = {}
        for name, word in zip(names, words, strict=True):
            try:
                typed[name] = cents(word.removesuffix("€")) if name == "coin" else int(word)
            except ValueError:
                return None
        return next((bet.seat for bet in self.bets
                     if all(getattr(bet, name) == value for name, value in typed.items())), None)

    def of_cost(self, cost: int, offers: Sequence[Offer]) -> str | None:
        """The offered bet of this cost that is closest to the last one; None if there is none."""
        last = self.last
        bets = [bet for bet in self.open(offers) if bet.cost == cost]
        bets.sort(key=lambda bet: (bet.lines != last.lines, bet.coin != last.coin, -bet.lines))
        return bets[0].seat if bets else None

    def played(self, seat: str) -> None:
        """Remember the bet that was played last."""
        self.last = next(bet for bet in self.bets if bet.seat == seat)
        self.has_played = True


def dials(felt: Felt) -> Dials | None:
    """The dials of a machine's felt; None for any other felt."""
    return Dials(felt) if isinstance(felt, CabinetFelt) else None


def of_table(game: Game, table: Table) -> Dials | None:
    """The dials of a table that is a machine; None for any other table."""
    return dials(game.felt(table))


def cards_to_hold(words: Sequence[str], spots: Sequence[str]) -> str | None:
    """The spot that holds the typed cards (1 3, 1-3, all, none); None if there is none."""
    text = "-".join(words).lower()
    if text in spots:
        return text
    figures = sorted(set(text.split("-")))
    return spot if (spot := "-".join(figures)) in spots else None


def is_consecutive(values: Sequence[int]) -> bool:
    """Whether these are three or more consecutive numbers, which can be shown as a range."""
    return len(values) > 2 and all(b == a + 1 for a, b in pairwise(values))
