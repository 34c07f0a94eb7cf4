"""Coups of the dice games of a layout, played in tests: by hand, and with random bets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from sabot.equipment import Seeded
from sabot.families.layout.cloth import Cloth, Moves, Stays, net_of
from sabot.games import game, read_table
from sabot.procedure import (
    Act,
    Call,
    Dealer,
    Listen,
    Move,
    Offer,
    Refusal,
    Scripted,
    TimeOut,
    encode,
    flows,
    gain,
    offers_for,
    replay,
)
from sabot.procedure.table import Table, Violation

PLAYERS = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo", "Ivo", "Zoe")


class ThrownDice:
    """Chance that throws these dice, two by two."""

    def __init__(self, *thrown: tuple[int, int]) -> None:
        self._left: Iterator[int] = iter([n - 1 for pair in thrown for n in pair])
        self._rest = Seeded(1)

    def below(self, n: int) -> int:
        return next(self._left) if n == 6 else self._rest.below(n)

    def each_below(self, limits: Iterable[int]) -> list[int]:
        return [self.below(n) for n in limits]

    def nonce(self) -> bytes:
        return self._rest.nonce()


def read(game_id: str, rules: str = "", **keys: Any) -> Table | list[Violation]:
    """A table from the words of its file."""
    values = {"minimum": 5, "maximum": 500} | keys
    lines = [f"{key} = {value!r}" if isinstance(value, int) and not isinstance(value, bool)
             else f"{key} = {str(value).lower()}" if isinstance(value, bool)
             else f'{key} = "{value}"' for key, value in values.items()]
    return read_table("\n".join([f'game = "{game_id}"', 'name = "mesa"', *lines, "[rules]",
                                 rules]))


def lawful(game_id: str, rules: str = "", **keys: Any) -> Table:
    """A table that is lawful."""
    new_table = read(game_id, rules, **keys)
    assert isinstance(new_table, Table), new_table
    return new_table


def breaks(game_id: str, rules: str = "", **keys: Any) -> dict[str, str]:
    """What is unlawful in a table, each with the clause that it breaks."""
    found = read(game_id, rules, **keys)
    assert isinstance(found, list), "this table should be unlawful"
    return {one.what: one.clause.removeprefix(f"{game(game_id).section}/") for one in found}


def begin(table: Table, chance: Any = None, carry: Any = None) -> Dealer:
    """A coup up to its first question."""
    this_game = game(table.game)
    return Dealer(this_game.coup(table, this_game.opening(table) if carry is None else carry),
                  Scripted(throws=[(1, 2, 3)]) if chance is None else chance)


def answer_accepted(dealer: Dealer, answer: Act | TimeOut) -> None:
    """Give an answer that is accepted."""
    heard = dealer.answer(answer)
    assert not isinstance(heard, Refusal), heard


def do(dealer: Dealer, *acts: str) -> Dealer:
    """Acts such as "Ana: bet small 1000", in cents; "time" is the clock."""
    for act in acts:
        if act == "time":
            assert dealer.standing is not None
            answer_accepted(dealer, TimeOut(dealer.standing.window))
            continue
        player, _, what = act.partition(": ")
        name, seat, *amount = what.split()
        answer_accepted(dealer, Act(player, name, seat, int(amount[0]) if amount else 0))
    return dealer


def refusal_of(dealer: Dealer, act: str) -> tuple[str, str]:
    """The code and the clause with which an act is refused; it changes nothing."""
    player, _, what = act.partition(": ")
    name, seat, *amount = what.split()
    before = encode(dealer.record)
    heard = dealer.answer(Act(player, name, seat, int(amount[0]) if amount else 0))
    assert isinstance(heard, Refusal) and encode(dealer.record) == before
    return heard.code, heard.law.rpartition("/")[2] if "ir/" not in heard.law else heard.law


def steps(dealer: Dealer, kind: type) -> list[Any]:
    """The steps of one kind in a record."""
    return [event.step for event in dealer.record if isinstance(event.step, kind)]


def nets(dealer: Dealer) -> dict[str, int]:
    """What each player has won or lost in a coup, in cents."""
    found: dict[str, int] = {}
    for _, move in flows(dealer.record):
        found[move.player] = found.get(move.player, 0) + gain(move)
    return found


def by_bet(dealer: Dealer) -> dict[str, int]:
    """What each bet has won or lost in a coup, in cents."""
    found: dict[str, int] = {}
    for _, move in flows(dealer.record):
        found[move.bet] = found.get(move.bet, 0) + gain(move)
    return found


def bets_of(listen: Listen, player: str) -> list[tuple[Offer, str]]:
    """Every bet that a player may make now, with its spot: the first offer for it stands."""
    found: dict[str, Offer] = {}
    for offer in offers_for(listen, player):
        for spot in offer.spots if offer.act == "bet" else ():
            found.setdefault(spot, offer)
    return [(offer, spot) for spot, offer in found.items() if offer.note != "full"]


def random_bets(table: Table, seed: int, throws: list[tuple[int, ...]]) -> Dealer:
    """Up to eight bettors, each with up to eight bets of sums drawn from the seed."""
    draw = Random(seed)
    dealer = begin(table, Scripted(throws=throws))
    players = PLAYERS[:draw.randint(1, min(8, table.places))]
    for place, player in enumerate(players, start=1):
        do(dealer, f"{player}: sit {place}")
    for player in players:
        for _ in range(draw.randint(1, 8)):
            assert dealer.standing is not None
            if not (lawful := bets_of(dealer.standing, player)):
                break  # the bank may not owe more than it does already
            offer, spot = draw.choice(lawful)
            first, last = -(-offer.low // offer.unit), offer.high // offer.unit
            amount = offer.unit * draw.choice((first, last, draw.randint(first, last)))
            do(dealer, f"{player}: bet {spot} {amount}")
    return do(dealer, "time")


def check(dealer: Dealer, table: Table) -> None:
    """Check that the coup is over, no cent is left in play, and its record can be replayed."""
    assert dealer.over
    lying: dict[str, int] = {}
    for _, move in flows(dealer.record):
        if move.kind != "pay":
            lying[move.bet] = lying.get(move.bet, 0) + (
                move.amount if move.kind == "stake" else -move.amount)
    assert not any(lying.values())
    this_game = game(table.game)
    again = replay(this_game.coup(table, this_game.opening(table)), dealer.record)
    assert encode(again.record) == encode(dealer.record) and again.outcome == dealer.outcome


def expected(cloth: Cloth, spot: str, fell: tuple[int, ...], stake: int) -> int:
    """What a bet is worth after a throw that decides, by the cloth alone."""
    fate = cloth.fates(spot)[cloth.number[fell]]
    assert not isinstance(fate, Stays | Moves)
    return net_of(fate, stake)


def stakes(dealer: Dealer) -> dict[str, int]:
    """What lay on each bet when the bets were closed."""
    found: dict[str, int] = {}
    for event in dealer.record:
        step = event.step
        if isinstance(step, Call) and step.call == "no-more-bets":
            break
        if isinstance(step, Move):
            sign = 1 if step.kind == "stake" else -1
            found[step.bet] = found.get(step.bet, 0) + sign * step.amount
    return {bet: cents for bet, cents in found.items() if cents}
