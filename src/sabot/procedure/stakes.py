"""The stakes in play: state that a coup keeps beside its generator, changed only by telling a Move.

What lies here is what a void coup refunds, so that a stake cannot be moved without being counted.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from sabot.money import Odds
from sabot.procedure.steps import Act, AnyStep, Listen, Move

Telling = Generator[AnyStep, Any, Any]


class Stakes:
    """Every bet in play: whose it is and how many cents lie on it, in the order they came."""

    def __init__(self) -> None:
        self.stakes: dict[str, tuple[str, int]] = {}

    def staked(self, bet: str) -> int:
        """The cents on a bet; 0 when there is none."""
        return self.stakes.get(bet, ("", 0))[1]

    def stake(self, bet: str, player: str, amount: int, law: str, *also: str) -> Telling:
        """A player puts money on a bet, or more money on it."""
        yield Move(law, also, kind="stake", bet=bet, player=player, amount=amount)
        self._lay(bet, player, amount)

    def release(self, kind: str, bet: str, amount: int, law: str, *also: str) -> Telling:
        """Part or all of a stake leaves play: back to the player, to the bank, or held."""
        if not amount:
            return
        player = self.stakes[bet][0]
        yield Move(law, also, kind=kind, bet=bet, player=player, amount=amount)
        self._lay(bet, player, -amount)

    def change(self, bet: str, player: str, amount: int, law: str, back: str) -> Telling:
        """A bet becomes ``amount``, under ``law`` when it grows and ``back`` when it shrinks."""
        before = self.staked(bet)
        if amount > before:
            yield from self.stake(bet, player, amount - before, law)
        elif amount < before:
            yield from self.release("return", bet, before - amount, back)

    def win(self, bet: str, odds: Odds, law: str, *also: str, kept: str) -> Telling:
        """The bank pays a prize; the winning stake remains the player's, under ``kept``."""
        player, staked = self.stakes[bet]
        yield Move(law, also, kind="pay", bet=bet, player=player, amount=odds.pays(staked),
                   odds=str(odds))
        yield from self.release("return", bet, staked, kept)

    def lose(self, bet: str, law: str, *also: str) -> Telling:
        """The bank takes a whole stake."""
        yield from self.release("collect", bet, self.staked(bet), law, *also)

    # -- among players ----------------------------------------------------------------------------

    def award(self, bet: str, player: str, amount: int, law: str, *also: str) -> Telling:
        """A stake that belongs to somebody else, or to nobody any more, pays a player."""
        yield Move(law, also, kind="award", bet=bet, player=player, amount=amount)
        self._lay(bet, self.stakes[bet][0], -amount)

    def take(self, bet: str, into: str, law: str, *also: str) -> Telling:
        """A whole stake is lost and joins another: the bank that a player holds, a pot."""
        player, staked = self.stakes[bet]
        yield Move(law, also, kind="take", bet=bet, player=player, amount=staked, into=into)
        self._lay(bet, player, -staked)
        self._lay(into, self.stakes.get(into, ("", 0))[0], staked)

    # -- between coups ----------------------------------------------------------------------------

    def hold(self, law: str, *also: str) -> Telling:
        """What is left stays on the table after the coup; returned as the carry to keep."""
        held = dict(self.stakes)
        for bet, (_, staked) in held.items():
            yield from self.release("hold", bet, staked, law, *also)
        return held

    def resume(self, held: dict[str, tuple[str, int]], law: str, *also: str) -> Telling:
        """The stakes that the last coup held are in play again."""
        for bet, (player, amount) in held.items():
            yield Move(law, also, kind="resume", bet=bet, player=player, amount=amount)
            self._lay(bet, player, amount)

    def refund(self, law: str, *also: str) -> Telling:
        """Every stake in play goes back to whom it belongs."""
        for bet, (_, staked) in list(self.stakes.items()):
            yield from self.release("refund", bet, staked, law, *also)

    def _lay(self, bet: str, player: str, amount: int) -> None:
        left = self.staked(bet) + amount
        if left < 0:
            raise ValueError(f"{-amount} cents cannot leave {bet}, on which {left - amount} lie")
        if left:
            self.stakes[bet] = (player, left)
        else:
            self.stakes.pop(bet, None)


def gather(listen: Callable[[dict[str, Act]], Listen | None]) -> Generator[AnyStep, Any,
                                                                          dict[str, Act]]:
    """Hear a declaration from each of several people, in whatever order they come.

    ``listen`` makes the next Listen from what was declared so far (by player), or None when nobody
    is left to ask; the clock ends it too. Who of them comes first is then for the law of the game
    to say, the same whatever the order of arrival was.
    """
    heard: dict[str, Act] = {}
    while (step := listen(heard)) is not None:
        answer = yield step
        if not isinstance(answer, Act):
            break
        heard[answer.player] = answer
    return heard
