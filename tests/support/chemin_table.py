"""A table of chemin de fer in mid-evening, played in tests by lines such as "Ana: bank 1 2000"."""

from __future__ import annotations

from typing import Any

from sabot.families.shoe.shoe import InUse
from sabot.games import game
from sabot.games.chemin_de_fer.round import Carry
from sabot.games.chemin_de_fer.rules import Rules
from sabot.procedure import (
    Act,
    Call,
    Dealer,
    Handle,
    Incident,
    Move,
    Refusal,
    Scripted,
    TimeOut,
    gain,
    offers_for,
)
from sabot.procedure.table import Table

GAME = game("chemin-de-fer")
FOUR = "Ana Rui Eva Gil"
IN_USE = InUse(seal="scripted", drawn=30, coups=3, shown=True)


def table(*, attended: bool = False, minimum: int = 500, unit: int = 100, places: int = 9,
          individual: bool = False, places_per_player: int = 1, **rules: Any) -> Table:
    """A table with these house rules; it need not be lawful."""
    return Table(game=GAME.id, name="test", rules=Rules(**rules), places=places, minimum=minimum,
                 unit=unit, attended=attended, individual=individual,
                 places_per_player=places_per_player)


def evening(seated: str = FOUR, standing: str = "", **fields: Any) -> Carry:
    """Who sits at seats 1, 2, ... and stands behind them ("-" for nobody), with a shoe in use."""
    seats, stand = ([name.strip("-") for name in names.split()] for names in (seated, standing))
    return Carry(tuple(seats + [""] * (9 - len(seats))), tuple(stand),
                 **{"shoe": IN_USE, "due": "next", "placed": True, **fields})


def banking(player: str, bank: int, seated: str = FOUR, standing: str = "", *, due: str = "won",
            garage: int = 0, associate: str = "", **fields: Any) -> Carry:
    """A player holds the hand with this sum in the bank, half of it an associate's."""
    share = bank // 2 if associate else bank
    held = [("bank", player, share)]
    held += [("bank/associate", associate, share)] if associate else []
    held += [("garage", player, garage)] if garage else []
    at = seated.split().index(player) + 1 if player in seated.split() else 1
    return evening(seated, standing, **{
        "banker": player, "due": due, "held": tuple(held), "associate": associate, "regular": at,
        "coups": 1, "wins": int(due == "won"), "before": player, **fields})


def begin(carry: Carry | None = None, at: Table | None = None, cards: str = "2S " * 40,
          chance: Any = None) -> Dealer:
    """A coup up to its first question."""
    at = at or table()
    return Dealer(GAME.coup(at, GAME.opening(at) if carry is None else carry),
                  chance or Scripted(cards))


def try_act(dealer: Dealer, act: str) -> Any:
    """One act; "time" is the clock, "report KIND SEAT" a fault."""
    if act == "time":
        assert dealer.standing is not None
        return dealer.answer(TimeOut(dealer.standing.window))
    if act.startswith("report "):
        kind, *seat = act.split()[1:]
        return dealer.report(Incident(kind, seat=seat[0] if seat else ""))
    player, _, what = act.partition(": ")
    name, seat, *amount = what.split()
    return dealer.answer(Act(player, name, seat, int(amount[0]) if amount else 0))


def do(dealer: Dealer, *acts: str) -> Dealer:
    """Acts none of which is refused."""
    for act in acts:
        reply = try_act(dealer, act)
        assert not isinstance(reply, Refusal), f"{act}: {reply.text}"
    return dealer


def play_out(dealer: Dealer, *acts: str) -> Dealer:
    """The acts, then time, until the coup is over."""
    do(dealer, *acts)
    while not dealer.over:
        do(dealer, "time")
    return dealer


def refusal_of(dealer: Dealer, act: str) -> tuple[str, str]:
    """The code and the clause with which an act is refused."""
    reply = try_act(dealer, act)
    assert isinstance(reply, Refusal), act
    return reply.code, reply.law.removeprefix(f"{GAME.section}/")


def window(dealer: Dealer) -> str:
    """What the table waits for."""
    return dealer.standing.window if dealer.standing else ""


def may(dealer: Dealer, player: str) -> set[str]:
    """The acts that are open to a player."""
    return {offer.act for offer in offers_for(dealer.standing, player) if offer.note != "full"}


def offer(dealer: Dealer, player: str, act: str) -> Any:
    """What of this act is offered to a player."""
    return next(o for o in offers_for(dealer.standing, player) if o.act == act)


def calls(dealer: Dealer) -> list[str]:
    """What was called, each with the seat that it concerns."""
    return [f"{step.call} {step.seat}".strip() for step in _steps(dealer, Call)]


def handles(dealer: Dealer) -> list[str]:
    """What was done in sight, each with the seat that it concerns."""
    return [f"{step.what} {step.seat}".strip() for step in _steps(dealer, Handle)]


def _steps(dealer: Dealer, kind: type) -> list[Any]:
    return [event.step for event in dealer.record if isinstance(event.step, kind)]


def moves(dealer: Dealer) -> list[str]:
    """The movements of money but what stays from coup to coup: "return bank Ana 2000"."""
    return [f"{m.kind} {m.bet} {m.player} {m.amount}" + (f" {m.into}" if m.into else "")
            for m in _steps(dealer, Move) if m.kind not in ("resume", "hold")]


def chips_left(dealer: Dealer) -> dict[str, tuple[str, int]]:
    """What lies on the table once the coup is over: whose and how much, by bet."""
    return {bet: (player, cents) for bet, player, cents in dealer.outcome.held}


def nets(dealer: Dealer) -> dict[str, int]:
    """What each player has got or given in a coup, in cents."""
    found: dict[str, int] = {}
    for move in _steps(dealer, Move):
        found[move.player] = found.get(move.player, 0) + gain(move)
    return found
