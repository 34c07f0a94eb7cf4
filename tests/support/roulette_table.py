"""Tables to test the two roulettes with: throws by script, acts by word, laws of both at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from sabot.games import game
from sabot.games.american_roulette.rules import Rules as AmericanRules
from sabot.games.french_roulette.rules import Rules as FrenchRules
from sabot.procedure import (
    FLOWS,
    Act,
    Call,
    Dealer,
    Handle,
    Incident,
    Listen,
    Menu,
    Move,
    Offer,
    Refusal,
    Scripted,
    TimeOut,
    flows,
)
from sabot.procedure.table import Table

AMERICAN, FRENCH = game("american-roulette"), game("french-roulette")
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
RULES = {AMERICAN.id: AmericanRules, FRENCH.id: FrenchRules}


def clauses(of: Any, rules: str) -> list[str]:
    """The full ids of rules of a game, "27 28"; an interpretation such as ir/120 has its own."""
    return [rule if rule.startswith("ir/") else f"{of.section}/{rule}" for rule in rules.split()]


def american(rules: str) -> Any:
    """The law mark of rules of American roulette."""
    return pytest.mark.law(*clauses(AMERICAN, rules))


def french(rules: str) -> Any:
    """The law mark of rules of French roulette."""
    return pytest.mark.law(*clauses(FRENCH, rules))


def both(of_american: str, of_french: str) -> Callable[[Any], Any]:
    """A test of both games, each with its own clauses; the test takes the ``game``."""
    return pytest.mark.parametrize("game", [
        pytest.param(one, id=one.id, marks=pytest.mark.law(*clauses(one, rules)))
        for one, rules in ((AMERICAN, of_american), (FRENCH, of_french)) if rules])


def table(of: Any = AMERICAN, *, places: int = 4, minimum: int = 100, maximum: int = 3_000,
          unit: int = 100, individual: bool = False, attended: bool = False,
          places_per_player: int = 1, **rules: Any) -> Table:
    """A table with these limits and house rules; it need not be lawful."""
    return Table(game=of.id, name="test", rules=RULES[of.id](**rules), places=places,
                 minimum=minimum, maximum=maximum, unit=unit, individual=individual,
                 attended=attended, places_per_player=places_per_player)


def breaks(of: Any = AMERICAN, **options: Any) -> dict[str, str]:
    """The clauses that a table with these options breaks, each with the field at fault."""
    return {v.clause.removeprefix(f"{of.section}/"): v.what
            for v in of.violations(table(of, **options))}


class Played:
    """A coup in play: its offers, its steps, and who won what."""

    def __init__(self, at: Table, throws: Iterable[Any] = (), carry: Any = None,
                 faults: Iterable[Incident] = (), words: Iterable[str] = ()) -> None:
        self.game, self.at = game(at.game), at
        self.chance = Scripted(faults, [t if isinstance(t, Incident) else (t,) for t in throws],
                               words)
        self.dealer = Dealer(self.game.coup(at, carry or self.game.opening(at)), self.chance)
        self.refused: Refusal | None = None

    def do(self, *acts: str) -> Played:
        """Acts such as ``Ana: bet straight/17 500`` (in cents), ``time``, ``report hour``."""
        for act in acts:
            who, _, what = act.rpartition(": ")
            words = what.split()
            if words[0] == "time":
                reply: Any = self.dealer.answer(TimeOut(self.dealer.standing.window))
            elif words[0] == "report":
                reply = self.dealer.report(Incident(words[1]))
            else:
                amount = int(words[2]) if len(words) > 2 else 0
                reply = self.dealer.answer(Act(who or "Ana", words[0], words[1], amount))
            self.refused = reply if isinstance(reply, Refusal) else None
        return self

    def bet(self, **bets: int) -> Played:
        """Ana's bets by spot; ``straight_17`` is the straight-up on 17."""
        return self.do(*(f"Ana: bet {spot.replace('_', '/', 1).replace('_', '-')} {cents}"
                         for spot, cents in bets.items()))

    def no(self, act: str) -> Refusal:
        """The refusal of an act; what lies on the table stays as it is."""
        before = list(self.dealer.record)
        self.do(act)
        assert self.refused is not None, f"{act} was accepted"
        assert self.dealer.record == before
        return self.refused

    def spin(self) -> Played:
        """No more bets, neither before the ball runs nor while it does."""
        while not self.dealer.over and self.dealer.awaited is None:
            self.do("time")
            assert self.refused is None, self.refused
        return self

    def next(self) -> Played:
        """The coup that follows; its throws are those that are left."""
        assert self.dealer.over
        following = Played(self.at, carry=self.dealer.outcome)
        following.chance = self.chance
        following.dealer = Dealer(self.game.coup(self.at, self.dealer.outcome), self.chance)
        return following

    # -- steps ------------------------------------------------------------------------------------

    def steps(self, step: type, /, **facts: Any) -> list[Any]:
        """The steps of a kind so far with these values."""
        steps = [e.step for e in self.dealer.record if isinstance(e.step, step)]
        return [s for s in steps if all(getattr(s, k) == v for k, v in facts.items())]

    def calls(self) -> list[str]:
        return [call.call for call in self.steps(Call)]

    def handled(self) -> list[str]:
        return [step.what for step in self.steps(Handle)]

    def order(self, *kinds: type) -> list[str]:
        """The names of calls, handlings and movements, one after the other."""
        return [getattr(e.step, "call", "") or getattr(e.step, "what", "") or e.step.kind
                for e in self.dealer.record if isinstance(e.step, kinds or (Call, Handle, Move))]

    def moves(self, kind: str) -> list[tuple[str, int]]:
        """The movements of a kind: the bet without its place, and its cents."""
        return [(m.bet.partition("/")[2], m.amount) for m in self.steps(Move, kind=kind)]

    def offers(self, act: str, player: str = "Ana") -> list[Offer]:
        """What a player is offered of an act now, menus with the rest."""
        standing = self.dealer.standing
        return [o for o in (standing.offers if standing else ())
                if o.act == act and player in (o.players or (o.player or player,))]

    def limits(self, spot: str, player: str = "Ana") -> tuple[int, int, int]:
        """The least, the most and the step of a bet on a spot."""
        found = next(o for o in sorted(self.offers("bet", player), key=lambda o: not o.player)
                     if spot in o.spots)
        return found.low, found.high, found.unit

    def net(self, account: str = "Ana") -> int:
        """What a player, or ``bank``, has won so far; the stakes in play count as spent."""
        total = 0
        for _, move in flows(self.dealer.record):
            frm, to = (move.player if side == "player" else side for side in FLOWS[move.kind])
            total += move.amount * ((to == account) - (frm == account))
        return total

    def law(self, step: type = Move, /, **facts: Any) -> str:
        """The rule of the last such step."""
        return self.steps(step, **facts)[-1].law.rpartition("/")[2]

    @property
    def asks(self) -> Listen:
        assert self.dealer.standing is not None
        return self.dealer.standing

    def menus(self) -> list[str]:
        return [menu.name for menu in self.steps(Menu)]


def sat(of: Any = AMERICAN, *throws: Any, faults: Iterable[Incident] = (),
        words: Iterable[str] = (), **options: Any) -> Played:
    """Ana sits at the first place of a shared table."""
    return Played(table(of, **options), throws, faults=faults, words=words).do("Ana: sit 1")


def spun(of: Any, number: int, /, **bets: int) -> Played:
    """Ana alone with these bets when a number falls."""
    return sat(of, number).bet(**bets).spin()
