"""The fast player of a machine at a table: one bet, game after game, in a compiled loop."""

from __future__ import annotations

from dataclasses import dataclass

from sabot.families.machine.draw import Draw
from sabot.families.machine.drawkernel import CardPlayer
from sabot.families.machine.kernel import Player
from sabot.games.machines.chances.plays import Play, words
from sabot.games.machines.rules import Bet, model_of
from sabot.odds.tally import Tally
from sabot.procedure.table import Table


@dataclass(frozen=True)
class Machine:
    """One bet of a machine as a kernel. What goes to a jackpot is a part of the bet, and a jackpot
    that is won is not counted: it is no prize of the plan, and hangs on what others have played."""

    player: Player | CardPlayer
    play: Play

    @property
    def bet(self) -> Bet:
        """What is bet."""
        return self.play.bet

    @property
    def strategy(self) -> str:
        """How is played, in words."""
        return words(self.player.model, self.play)

    @property
    def identity(self) -> str:
        return self.player.identity

    @property
    def unit(self) -> int:
        """The cents of a game."""
        return self.player.unit

    @property
    def size(self) -> int:
        """Games of a block."""
        return self.player.size

    def block(self, seed: int, number: int, size: int) -> Tally:
        """``size`` games by stream ``number`` of the seed."""
        return self.player.block(seed, number, size)

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """What each game of a block returned net, in cents."""
        return self.player.each(seed, number, size)


def kernel(table: Table, play: Play, seats: int = 1, bets: tuple[str, ...] = ()) -> Machine:
    """The kernel of a machine; ValueError for what it does not allow."""
    if seats != 1:
        raise ValueError(f"a machine has one player, not {seats}")
    if bets:
        raise ValueError("a machine takes one bet, and none beside it")
    model, bet = model_of(table.rules), play.bet
    player: Player | CardPlayer
    if isinstance(model, Draw):
        player = CardPlayer(model, bet.stake, bet.coin, play.cards, play.holds)
    else:
        player = Player(model, 0 if model.ways else bet.lines, bet.unit, play.stops)
    return Machine(player, play)
