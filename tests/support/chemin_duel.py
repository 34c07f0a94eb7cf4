"""The coup of chemin de fer between ponto and banker as a sequential game, from the exact counts of
its deals: the totals are drawn, the ponto decides, a third card is drawn, the banker decides."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sabot.games.chemin_de_fer.chances.duel import Duel
from sabot.games.chemin_de_fer.drawing import NONE
from sabot.gym.state import CHANCE, TERMINAL

PONTO, BANKER = 0, 1


@dataclass(frozen=True)
class DuelState:
    """A place in the coup. ``history``: the number of the deal, the ponto's choice, the third card
    (NONE for none), the banker's choice. A choice is 1 to draw and 0 to stand."""

    duel: Duel
    history: tuple[int, ...] = ()

    players = 2

    def current_player(self) -> int:
        if self.history[:1] == (self._natural(),):
            return TERMINAL
        return (CHANCE, PONTO, CHANCE, BANKER, TERMINAL)[len(self.history)]

    def _natural(self) -> int:
        """The outcome that stands for all deals with a natural."""
        return len(self.duel.ponto_side.names) * len(self.duel.banker_side.names)

    def hands(self) -> tuple[int, int]:
        return divmod(self.history[0], len(self.duel.banker_side.names))

    def legal_actions(self) -> list[int]:
        ponto, banker = self.hands()
        low, high = self.duel.ponto[:, ponto] if len(self.history) == 1 else \
            self.duel.banker[:, banker, self.history[2]]
        return list(range(int(low), int(high) + 1))

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        every = self.duel.all
        if not self.history:
            counts = [int(n) for n in every.stand[:, :, NONE].ravel()] + [every.fixed]
            return [(n, Fraction(count, self.duel.orders))
                    for n, count in enumerate(counts) if count]
        if not self.history[1]:
            return [(NONE, Fraction(1))]
        cards = [int(n) for n in every.stand[self.hands()][:NONE]]
        return [(n, Fraction(count, sum(cards))) for n, count in enumerate(cards) if count]

    def child(self, action: int) -> DuelState:
        return DuelState(self.duel, (*self.history, action))

    def returns(self) -> tuple[float, float]:
        net, every = self.duel.net, self.duel.all
        if len(self.history) == 1:
            won = net.fixed / every.fixed
        else:
            ponto, banker = self.hands()
            won_by, counts = ((net.stand, every.stand), (net.draw, every.draw))[self.history[3]]
            cell = ponto, banker, self.history[2]
            won = float(won_by[cell] / counts[cell])
        return won, -won

    def information_text(self, player: int) -> str:
        hand = self.hands()[player]
        return f"{hand}" if player == PONTO else f"{hand} {self.history[1:3]}"
