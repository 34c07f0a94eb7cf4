"""A table to test the coup of Regulamento 805/2015 with: cards by script, acts by word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from sabot.games import game
from sabot.games.blackjack_online.rules import Rules
from sabot.procedure import (
    FLOWS,
    Act,
    Call,
    Deal,
    Dealer,
    Discard,
    Move,
    Offer,
    Refusal,
    Result,
    Scripted,
    TimeOut,
    flows,
)
from sabot.procedure.table import Table

GAME = game("blackjack-online")
TEN = 1000  # cents: the bet of these examples


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/4`` stays as it is."""
    return pytest.mark.law(*map(clause, rules))


def withheld(*rules: str) -> Any:
    """The mark of rules that a test must not cite: it shows that they do not apply."""
    return pytest.mark.withheld(*map(clause, rules))


def clause(rule: str) -> str:
    """The full id of a rule of this game; an interpretation such as ``ir/4`` has its own."""
    return rule if rule.startswith("ir/") else f"{GAME.section}/{rule}"


def table(*, places: int = 7, minimum: int = 500, maximum: int = 50_000, unit: int = 100,
          individual: bool = False, places_per_player: int = 1, **rules: Any) -> Table:
    """A table with these limits and house rules; it need not be lawful."""
    return Table(game=GAME.id, name="test", rules=Rules(**rules), places=places, minimum=minimum,
                 maximum=maximum, unit=unit, individual=individual,
                 places_per_player=places_per_player)


def cases(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Any], Any]:
    """The cases of one rule as one test, both sides of its boundary: shaped like parametrize."""
    keys = (names,) if isinstance(names, str) else names

    def wrap(test: Any) -> Any:
        def run() -> None:
            for value in values:
                case = (value,) if isinstance(names, str) else value
                try:
                    test(**dict(zip(keys, case, strict=True)))
                except Exception as error:
                    error.add_note(f"in the case {dict(zip(keys, case, strict=True))}")
                    raise
        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        run.pytestmark = getattr(test, "pytestmark", [])  # type: ignore[attr-defined]
        return run

    return wrap


class Played:
    """A coup in play: its offers, its steps, and who won what."""

    def __init__(self, at: Table, cards: str, carry: Any = None) -> None:
        self.dealer = Dealer(GAME.coup(at, carry or GAME.opening(at)), Scripted(cards))
        self.refused: Refusal | None = None

    def do(self, *acts: str) -> Played:
        """Acts such as ``hit 1`` (of the player whose hand it is) or ``Rui: sit 3``, in order."""
        for act in acts:
            who, _, what = act.rpartition(": ")
            words = what.split()
            if words == ["time"]:
                reply: Any = self.dealer.answer(TimeOut(self.dealer.standing.window))
            else:
                amount = int(words[2]) if len(words) > 2 else 0
                player = who or self.owner(words[1])
                reply = self.dealer.answer(Act(player, words[0], words[1], amount))
            self.refused = reply if isinstance(reply, Refusal) else None
        return self

    def owner(self, seat: str) -> str:
        """Whose place or hand this is: the names of these tests follow the places."""
        return {"1": "Ana", "2": "Rui", "3": "Eva", "4": "Gil", "5": "Bea", "6": "Leo",
                "7": "Ivo", "t": "Ana"}[seat[0]]

    def offers(self, seat: str = "") -> dict[str, Offer]:
        """What is offered now at a seat (or anywhere), by act."""
        standing = self.dealer.standing
        return {o.act: o for o in (standing.offers if standing else ())
                if seat in ("", o.seat)}

    def steps(self, step: type, /, **facts: Any) -> list[Any]:
        """The steps of a kind so far with these values."""
        steps = [e.step for e in self.dealer.record if isinstance(e.step, step)]
        return [s for s in steps if all(getattr(s, k) == v for k, v in facts.items())]

    def result(self, hand: str) -> Any:
        return self.steps(Result, hand=hand)[-1]

    def moves(self, kind: str, bet: str = "") -> list[int]:
        """The sums moved in this way on this bet."""
        return [m.amount for m in self.steps(Move, kind=kind) if bet in ("", m.bet)]

    def cards(self, hand: str) -> list[str]:
        """The cards dealt to a hand under this name."""
        return [e.card for e in self.dealer.record
                if isinstance(e.step, Deal) and e.step.to == hand]

    def calls(self) -> list[str]:
        return [c.call for c in self.steps(Call)]

    def collected(self) -> list[tuple[str, ...]]:
        return [d.hands for d in self.steps(Discard)]

    def net(self, account: str = "Ana") -> int:
        """What a player, or ``bank``, has won so far; the stakes in play count as spent."""
        total = 0
        for _, move in flows(self.dealer.record):
            frm, to = (move.player if side == "player" else side for side in FLOWS[move.kind])
            total += move.amount * ((to == account) - (frm == account))
        return total

    @property
    def over(self) -> bool:
        return self.dealer.over


def solo(cards: str, *acts: str, bet: int = TEN, **options: Any) -> Played:
    """Ana alone at an individual table with one place: cards go to Ana, the bank, Ana, the bank."""
    at = table(individual=True, places=1, **options)
    return Played(at, cards).do("sit 1", f"bet 1 {bet}", "deal table").do(*acts)


def shared(players: int, cards: str, *acts: str, bet: int = TEN, **options: Any) -> Played:
    """So many players at the first places of a shared table, each with the same bet."""
    started = Played(table(**options), cards)
    for n in range(1, players + 1):
        started.do(f"sit {n}", f"bet {n} {bet}")
    return started.do("time").do(*acts)
