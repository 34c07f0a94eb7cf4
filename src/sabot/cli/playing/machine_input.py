"""What a machine is given at the terminal, in short forms that the screen shows: a bet of lines,
coins and the value of a coin, and the cards that are kept."""

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
    """The bets of one machine, and the one that is played where none is named."""

    def __init__(self, felt: CabinetFelt) -> None:
        self.bets = felt.bets
        self.dials = [name for name in DIALS if len(self.values(name)) > 1]
        # The most lines, and of these the cheapest: as the machine in the browser begins.
        self.last = min(self.bets, key=lambda bet: (-bet.lines, bet.cost))

    def values(self, name: str) -> list[int]:
        """What a dial may show, from the least."""
        return sorted({getattr(bet, name) for bet in self.bets})

    def open(self, offers: Sequence[Offer]) -> list[MachineBet]:
        """The bets that are offered: those that the credit covers."""
        seats = {seat for offer in offers if offer.act == SPIN for seat in offer.spots}
        return [bet for bet in self.bets if bet.seat in seats]

    def usual(self, offers: Sequence[Offer]) -> MachineBet | None:
        """The bet that is played where none is named: the last one, or what the credit covers of
        the same coin and lines; None where it covers nothing."""
        known = self.open(offers)
        if self.last in known or not known:
            return self.last if known else None
        alike = [bet for bet in known if bet.cost <= self.last.cost]
        return max(alike or known, key=lambda bet: (bet.lines == self.last.lines,
                                                    bet.coin == self.last.coin, bet.cost))

    def shown(self, bet: MachineBet) -> str:
        """A bet as it is typed after the act: a figure for each dial that can be turned."""
        return " ".join(self.figure(name, getattr(bet, name)) for name in self.dials)

    @staticmethod
    def figure(name: str, value: int) -> str:
        """What a dial shows, as it is typed."""
        return f"{value // 100}.{value % 100:02}" if name == "coin" else str(value)

    def find(self, words: Sequence[str]) -> str | None:
        """The bet that is typed: its name, or a figure for each dial (for all three, or for those
        that can be turned); None where the machine has no such bet."""
        if len(words) == 1 and words[0].lower() in {bet.seat for bet in self.bets}:
            return words[0].lower()
        names = DIALS if len(words) == len(DIALS) else self.dials
        if len(words) != len(names):
            return None
        wanted: dict[str, int] = {}
        for name, word in zip(names, words, strict=True):
            try:
                wanted[name] = cents(word.removesuffix("€")) if name == "coin" else int(word)
            except ValueError:
                return None
        return next((bet.seat for bet in self.bets
                     if all(getattr(bet, name) == value for name, value in wanted.items())), None)

    def played(self, seat: str) -> None:
        """Keep a bet that was played: it is the one that is played again."""
        self.last = next(bet for bet in self.bets if bet.seat == seat)


def dials(felt: Felt) -> Dials | None:
    """The dials of a machine; None for any other table."""
    return Dials(felt) if isinstance(felt, CabinetFelt) else None


def of_table(game: Game, table: Table) -> Dials | None:
    """The dials of a table, where it is a machine."""
    return dials(game.felt(table))


def kept(words: Sequence[str], spots: Sequence[str]) -> str | None:
    """The cards that are kept, as the act names them, from what is typed: 1 3, 1-3, all, none."""
    typed = "-".join(words).lower()
    if typed in spots:
        return typed
    figures = sorted(set(typed.split("-")))
    return found if (found := "-".join(figures)) in spots else None


def runs(values: Sequence[int]) -> bool:
    """Whether whole numbers follow one another without a gap, so that two of them tell all."""
    return len(values) > 2 and all(b == a + 1 for a, b in pairwise(values))
