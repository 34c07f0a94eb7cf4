"""The stakes in play: state that a coup keeps beside its generator, changed only with a Move.

A method that moves one sum counts it and gives the step that tells it, for the coup to yield at
once: ``yield r.stake(...)``. One that moves several is told with ``yield from``. At every step what
lies here is what was told to be in play, and what a void coup refunds.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

from sabot.money import Odds
from sabot.procedure.dealer import Event
from sabot.procedure.steps import FLOWS, Act, AnyStep, Listen, Move, Part, Reply, renamed_bet

Moves = Generator[Move, None, None]


class Stakes:
    """Every bet in play: whose it is and how many cents lie on it, in the order they came."""

    __slots__ = ("stakes",)

    def __init__(self) -> None:
        self.stakes: dict[str, tuple[str, int]] = {}

    def staked(self, bet: str) -> int:
        """The cents on a bet; 0 when there is none."""
        found = self.stakes.get(bet)
        return found[1] if found else 0

    def stake(self, bet: str, player: str, amount: int, law: str, *also: str) -> Move:
        """A player puts money on a bet, or more money on it."""
        self.stakes[bet] = (player, self.staked(bet) + amount)
        return Move(law, also, kind="stake", bet=bet, player=player, amount=amount)

    def release(self, kind: str, bet: str, amount: int, law: str, *also: str) -> Move:
        """Part or all of a stake leaves play: back to the player, to the bank, or held."""
        player = self._lift(bet, amount)
        return Move(law, also, kind=kind, bet=bet, player=player, amount=amount)

    def change(self, bet: str, player: str, amount: int, law: str, *also: str, back: str) -> Moves:
        """A bet becomes ``amount``; only the difference moves, under ``back`` when it shrinks."""
        before = self.staked(bet)
        if amount > before:
            yield self.stake(bet, player, amount - before, law, *also)
        elif amount < before:
            yield self.release("return", bet, before - amount, back)

    def prize(self, bet: str, odds: Odds, law: str, *also: str) -> Move:
        """The bank pays a prize; the stake that wins it stays where it lies."""
        player, staked = self.stakes[bet]
        return Move(law, also, kind="pay", bet=bet, player=player, amount=odds.pays(staked),
                    odds=str(odds))

    def win(self, bet: str, odds: Odds, law: str, *also: str, kept: str) -> Moves:
        """The bank pays a prize; the winning stake remains the player's, under ``kept``."""
        yield self.prize(bet, odds, law, *also)
        yield self.release("return", bet, self.staked(bet), kept)

    def lose(self, bet: str, law: str, *also: str) -> Move:
        """The bank takes a whole stake."""
        return self.release("collect", bet, self.stakes[bet][1], law, *also)

    def refund(self, law: str, *also: str) -> Moves:
        """Every stake in play goes back to whom it belongs."""
        for bet, (_, staked) in list(self.stakes.items()):
            yield self.release("refund", bet, staked, law, *also)

    def part(self, hand: str, into: tuple[str, str], law: str, *also: str) -> Part:
        """A hand is split: its bet and those of others on it lie on the first of the two now."""
        step = Part(law, also, hand=hand, into=into)
        for bet in [bet for bet in self.stakes if renamed_bet(bet, step) != bet]:
            self.stakes[renamed_bet(bet, step)] = self.stakes.pop(bet)
        return step

    # -- among players ----------------------------------------------------------------------------

    def award(self, bet: str, player: str, amount: int, law: str, *also: str) -> Move:
        """A stake that belongs to somebody else, or to nobody any more, pays a player."""
        self._lift(bet, amount)
        return Move(law, also, kind="award", bet=bet, player=player, amount=amount)

    def take(self, bet: str, into: str, law: str, *also: str, amount: int | None = None) -> Move:
        """A stake, or so much of it, is lost and joins another: the bank that a player holds, a
        pot."""
        staked = self.staked(bet) if amount is None else amount
        player = self._lift(bet, staked)
        owner, before = self.stakes.get(into, ("", 0))
        self.stakes[into] = (owner, before + staked)
        return Move(law, also, kind="take", bet=bet, player=player, amount=staked, into=into)

    # -- on a cloth -------------------------------------------------------------------------------

    def travel(self, bet: str, into: str, law: str, *also: str, amount: int | None = None) -> Move:
        """A whole bet, or so much of it, goes to another spot and stays its player's."""
        return self._travel(bet, into, self.staked(bet) if amount is None else amount, law, also)

    def _travel(self, bet: str, into: str, amount: int, law: str, also: tuple[str, ...]) -> Move:
        player, before = self._lift(bet, amount), self.stakes.get(into)
        self.stakes[into] = (player, before[1] + amount if before else amount)
        return Move(law, also, kind="travel", bet=bet, player=player, amount=amount, into=into)

    # -- between coups ----------------------------------------------------------------------------

    def hold(self, law: str, *also: str) -> Generator[Move, None, dict[str, tuple[str, int]]]:
        """What is left stays on the table after the coup; returned for the carry to keep."""
        held = dict(self.stakes)
        for bet, (_, staked) in held.items():
            yield self.release("hold", bet, staked, law, *also)
        return held

    def resume(self, held: dict[str, tuple[str, int]], law: str, *also: str) -> Moves:
        """The stakes that the last coup held are in play again."""
        for bet, (player, amount) in held.items():
            self.stakes[bet] = (player, amount)
            yield Move(law, also, kind="resume", bet=bet, player=player, amount=amount)

    def _lift(self, bet: str, amount: int) -> str:
        """Take money off a bet; whose it was."""
        player, staked = self.stakes[bet]
        if not 0 <= amount <= staked:
            raise ValueError(f"{amount} cents cannot leave {bet}, on which {staked} lie")
        if amount == staked:
            del self.stakes[bet]
        else:
            self.stakes[bet] = (player, staked - amount)
        return player


class Owners:
    """Whose each bet on the table is, as the events of a coup tell it."""

    def __init__(self) -> None:
        self.lying: dict[str, tuple[str, int]] = {}

    def fold(self, events: Iterable[Event]) -> Owners:
        """Take what these events tell."""
        for event in events:
            step = event.step
            if isinstance(step, Part):
                self.lying = {renamed_bet(bet, step): of for bet, of in self.lying.items()}
            elif isinstance(step, Move):
                for bet, amount in _laid(step):
                    owner, before = self.lying.pop(bet, (step.player, 0))
                    if before + amount:
                        self.lying[bet] = (owner, before + amount)
        return self

    def of(self, player: str) -> dict[str, int]:
        """A player's bets in play, each with its cents."""
        return {bet: amount for bet, (owner, amount) in self.lying.items() if owner == player}


def by_player(bets: Mapping[str, tuple[str, int]]) -> dict[str, int]:
    """What each player has among these bets, in cents."""
    found: dict[str, int] = {}
    for owner, amount in bets.values():
        found[owner] = found.get(owner, 0) + amount
    return found


def in_play(record: Iterable[Event]) -> dict[str, int]:
    """What each player has in play after these events, in cents: those with anything only."""
    return by_player(Owners().fold(record).lying)


def _laid(move: Move) -> Iterator[tuple[str, int]]:
    """What a movement adds to the bets on the table, or takes from them."""
    source, target = FLOWS[move.kind]
    if source == "stake":
        yield move.bet, -move.amount
    if target == "stake":
        yield (source == "stake" and move.into) or move.bet, move.amount


def gather(listen: Callable[[dict[str, Act]], Listen | None]
           ) -> Generator[AnyStep, Reply, dict[str, Act]]:
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
