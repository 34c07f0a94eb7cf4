"""The fast simulator of a table's machine: one bet, game after game, in a compiled loop."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.families.machine.draw import Draw
from sabot.families.machine.drawkernel import CardPlayer
from sabot.families.machine.kernel import ReelPlayer
from sabot.games.machines.chances.plays import Play, format_play
from sabot.games.machines.rules import Bet, model_of
from sabot.probability.tally import Tally
from sabot.procedure.table import Table
from sabot.words import phrase


@dataclass(frozen=True)
class Machine:
    """One bet of a machine as a kernel. The contribution to a jackpot is part of the bet. A jackpot
    that is won is not counted: it is not a prize of the plan, and depends on other games."""

    player: ReelPlayer | CardPlayer
    play: Play

    @property
    def bet(self) -> Bet:
        """The bet of each game."""
        return self.play.bet

    @property
    def strategy(self) -> str:
        """The play in words."""
        return format_play(self.player.model, self.play)

    @property
    def identity(self) -> str:
        """A digest of everything that determines the results of a block."""
        return self.player.identity

    @property
    def unit(self) -> int:
        """The cost of a game in cents."""
        return self.player.unit

    @property
    def plain_seconds(self) -> float:
        """The seconds that plain code takes for a game, about."""
        return self.player.plain_seconds

    @property
    def size(self) -> int:
        """The number of games of a block."""
        return self.player.size

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Simulate ``size`` games from stream ``number`` of the seed."""
        return self.player.block(seed, number, size)

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """The net result of each game of a block, in cents."""
        return self.player.each(seed, number, size)


def kernel(table: Table, play: Play, seats: int = 1, bets: tuple[str, ...] = ()) -> Machine:
    """The kernel of a machine. ValueError for several players or additional bets."""
    if seats != 1:
        raise ValueError(phrase("a machine has one player, not {seats}", seats=seats))
    if bets:
        raise ValueError("a machine takes one bet and no other bets")
    model, bet = model_of(table.rules), play.bet
    player: ReelPlayer | CardPlayer
    if isinstance(model, Draw):
        player = CardPlayer(model, bet.stake, bet.coin, play.cards, play.holds)
    else:
        lines = 0 if model.ways else bet.lines
        player = ReelPlayer(
            model.for_coins(bet.lines * bet.stake), lines, bet.coin, play.stops, bet.stake,
        ) if model.by_coins else ReelPlayer(model, lines, bet.unit, play.stops)
    return Machine(player, play)
