"""The stakes in play: state that a coup keeps and changes only together with a Move.

A method that moves one sum records it and returns the step, which the coup yields at once: ``yield
r.stake(...)``. A method that moves several is used with ``yield from``. After every step the stakes
here are those that the steps have published, and those that a void coup refunds.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

from sabot.money import Odds
from sabot.procedure.dealer import Event
from sabot.procedure.steps import FLOWS, Act, AnyStep, Listen, Move, Part, Reply, renamed_bet

Moves = Generator[Move, None, None]


class Stakes:
    """Every bet in play: its player and its cents, in the order of arrival."""

    __slots__ = ("stakes",)

    def __init__(self) -> None:
        self.stakes: dict[str, tuple[str, int]] = {}

    def staked(self, bet: str) -> int:
        """The cents on a bet; 0 when there is none."""
        stake = self.stakes.get(bet)
        return stake[1] if stake else 0

    def stake(self, bet: str, player: str, amount: int, law: str, *also: str) -> Move:
        """A player puts money on a bet, or adds to it."""
        self.stakes[bet] = (player, self.staked(bet) + amount)
        return Move(law, also, kind="stake", bet=bet, player=player, amount=amount)

    def release(self, kind: str, bet: str, amount: int, law: str, *also: str) -> Move:
        """Part or all of a stake leaves play: to the player, to the bank, or held."""
        player = self._lift(bet, amount)
        return Move(law, also, kind=kind, bet=bet, player=player, amount=amount)

    def change(
        self, bet: str, player: str, amount: int, law: str, *also: str, return_law: str
    ) -> Moves:
        """Set a bet to ``amount``: only the difference moves, under ``return_law`` when it shrinks.
        """
        before = self.staked(bet)
        if amount > before:
            yield self.stake(bet, player, amount - before, law, *also)
        elif amount < before:
            yield self.release("return", bet, before - amount, return_law)

    def prize(self, bet: str, odds: Odds, law: str, *also: str) -> Move:
        """The bank pays a prize; the winning stake stays on the layout."""
        player, staked = self.stakes[bet]
        return Move(law, also, kind="pay", bet=bet, player=player, amount=odds.pays(staked),
                    odds=str(odds))

    def win(self, bet: str, odds: Odds, law: str, *also: str, return_law: str) -> Moves:
        """The bank pays a prize and the winning stake goes back to the player, under
        ``return_law``."""
        yield self.prize(bet, odds, law, *also)
        yield self.release("return", bet, self.staked(bet), return_law)

    def lose(self, bet: str, law: str, *also: str) -> Move:
        """The bank collects a whole stake."""
        return self.release("collect", bet, self.stakes[bet][1], law, *also)

    def refund(self, law: str, *also: str) -> Moves:
        """Every stake in play goes back to its player."""
        for bet, (_, staked) in list(self.stakes.items()):
            yield self.release("refund", bet, staked, law, *also)

    def part(self, hand: str, into: tuple[str, str], law: str, *also: str) -> Part:
        """A hand is split: its bet and the bets of others on it lie on the first of the two hands
        now."""
        step = Part(law, also, hand=hand, into=into)
        for bet in [bet for bet in self.stakes if renamed_bet(bet, step) != bet]:
            self.stakes[renamed_bet(bet, step)] = self.stakes.pop(bet)
        return step

    # -- among players ----------------------------------------------------------------------------

    def award(self, bet: str, player: str, amount: int, law: str, *also: str) -> Move:
        """A stake of another player, or without a player, pays a player."""
        self._lift(bet, amount)
        return Move(law, also, kind="award", bet=bet, player=player, amount=amount)

    def take(self, bet: str, into: str, law: str, *also: str, amount: int | None = None) -> Move:
        """A stake, or ``amount`` of it, is lost and joins another: the bank that a player holds, or
        a pot."""
        staked = self.staked(bet) if amount is None else amount
        player = self._lift(bet, staked)
        owner, before = self.stakes.get(into, ("", 0))
        self.stakes[into] = (owner, before + staked)
        return Move(law, also, kind="take", bet=bet, player=player, amount=staked, into=into)

    # -- on a cloth -------------------------------------------------------------------------------

    def travel(self, bet: str, into: str, law: str, *also: str, amount: int | None = None) -> Move:
        """A whole bet, or ``amount`` of it, goes to another spot and stays the player's."""
        return self._travel(bet, into, self.staked(bet) if amount is None else amount, law, also)

    def _travel(self, bet: str, into: str, amount: int, law: str, also: tuple[str, ...]) -> Move:
        player, before = self._lift(bet, amount), self.stakes.get(into)
        self.stakes[into] = (player, before[1] + amount if before else amount)
        return Move(law, also, kind="travel", bet=bet, player=player, amount=amount, into=into)

    # -- between coups ----------------------------------------------------------------------------

    def hold(self, law: str, *also: str) -> Generator[Move, None, dict[str, tuple[str, int]]]:
        """The remaining stakes stay on the table after the coup. Returns them for the carry."""
        stakes = dict(self.stakes)
        for bet, (_, staked) in stakes.items():
            yield self.release("hold", bet, staked, law, *also)
        return stakes

    def resume(self, stakes: dict[str, tuple[str, int]], law: str, *also: str) -> Moves:
        """The stakes that the last coup held are in play again."""
        for bet, (player, amount) in stakes.items():
            self.stakes[bet] = (player, amount)
            yield Move(law, also, kind="resume", bet=bet, player=player, amount=amount)

    def _lift(self, bet: str, amount: int) -> str:
        """Take money off a bet. Returns its player."""
        player, staked = self.stakes[bet]
        if not 0 <= amount <= staked:
            raise ValueError(f"{amount} cents cannot leave {bet}, on which {staked} lie")
        if amount == staked:
            del self.stakes[bet]
        else:
            self.stakes[bet] = (player, staked - amount)
        return player


class Owners:
    """The player and cents of each bet on the table, folded from the events of a coup."""

    def __init__(self) -> None:
        self.lying: dict[str, tuple[str, int]] = {}

    def fold(self, events: Iterable[Event]) -> Owners:
        """Apply these events."""
        for event in events:
            step = event.step
            if isinstance(step, Part):
                self.lying = {renamed_bet(bet, step): of for bet, of in self.lying.items()}
            elif isinstance(step, Move):
                for bet, amount in _changes(step):
                    owner, before = self.lying.pop(bet, (step.player, 0))
                    if before + amount:
                        self.lying[bet] = (owner, before + amount)
        return self

    def of(self, player: str) -> dict[str, int]:
        """A player's bets in play, each with its cents."""
        return {bet: amount for bet, (owner, amount) in self.lying.items() if owner == player}


def by_player(bets: Mapping[str, tuple[str, int]]) -> dict[str, int]:
    """The total of each player among these bets, in cents."""
    totals: dict[str, int] = {}
    for owner, amount in bets.values():
        totals[owner] = totals.get(owner, 0) + amount
    return totals


def in_play(record: Iterable[Event]) -> dict[str, int]:
    """The cents that each player has in play after these events; players without any are left out.
    """
    return by_player(Owners().fold(record).lying)


def _changes(move: Move) -> Iterator[tuple[str, int]]:
    """What a movement adds to the bets on the table, or takes from them."""
    source, target = FLOWS[move.kind]
    if source == "stake":
        yield move.bet, -move.amount
    if target == "stake":
        yield (source == "stake" and move.into) or move.bet, move.amount


def gather(listen: Callable[[dict[str, Act]], Listen | None]
           ) -> Generator[AnyStep, Reply, dict[str, Act]]:
    """Collect a declaration from each of several people, in any order.

    ``listen`` makes the next Listen from the declarations so far (by player), or returns None when
    nobody is left to ask; the clock ends it too. The law of the game then decides whose declaration
    comes first, independently of the order of arrival.
    """
    heard: dict[str, Act] = {}
    while (step := listen(heard)) is not None:
        answer = yield step
        if not isinstance(answer, Act):
            break
        heard[answer.player] = answer
    return heard
