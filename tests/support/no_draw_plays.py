"""Plays of no-draw poker in tests: hands and acts are written as words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sabot.families.shoe.shoe import InUse
from sabot.games import game
from sabot.games.no_draw_poker.round import Carry
from sabot.procedure import Attended, Claim, Dealer, Incident, Refusal, Scripted
from sabot.procedure.table import Table
from support.dice_coups import do, lawful

GAME = game("no-draw-poker")
NAMES = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo", "Ivo")
WORD = "\n".join(
    f'[[authorisations]]\noption = "{option}"\nby = "the authority"\nreference = "1"\n'
    "requested = 2026-01-05\neffective = 2026-02-05" for option in ("8", "9", "14", "15"))
"""What the authority has to be asked for."""

LOW = "2C 4D 6H 8S TC"
"""A bank that does not qualify."""
ACE_KING = "AC KD 7H 5S 3C"
"""The least bank that does, but for lower cards beside."""
JACKPOT = "[rules.jackpot]\nchip = 1"


def at(rules: str = "", **keys: Any) -> Table:
    """A lawful table with what the authority allows."""
    return lawful(GAME.id, f"{rules}\n{WORD}", **{"maximum": 125, **keys})


def carry_with(players: Sequence[str], places: int = 7, **fields: Any) -> Carry:
    """These players hold the first boxes; the cards have been shown."""
    return Carry((*players, *[""] * (places - len(players))),
                 **{"shoe": InUse(shown=True), **fields})


def pack_of(hands: Sequence[str], bank: str, machine: bool = False) -> list[str]:
    """The cards in the order in which they leave the pack, the burnt one first."""
    rows = [hand.split() for hand in (*hands, bank)]
    if machine:
        return ["2D", *(card for row in rows for card in row)]
    return ["2D", *(row[n] for n in range(5) for row in rows)]


def begin(table: Table, hands: Sequence[str], bank: str, *, carry: Carry | None = None,
          chips: Sequence[str] = (), antes: Sequence[int] = ()) -> Dealer:
    """Everybody has bet, the cards are dealt, and the first player is asked.

    ``antes`` are the initial bets in cents, the minimum of 5.00 where none is given; ``chips`` who
    plays for the jackpot.
    """
    names = NAMES[:len(hands)]
    carry = carry or carry_with(names, table.places)
    dealer = Dealer(GAME.coup(table, carry),
                    Scripted(pack_of(hands, bank, table.rules.shuffler)))
    for n, name in enumerate(names):
        do(dealer, f"{name}: bet {n + 1} {antes[n] if antes else 500}")
        if name in chips:
            do(dealer, f"{name}: bet {n + 1}/jackpot {table.rules.jackpot.chip}")
    return do(dealer, f"{names[0]}: deal table" if table.individual else "time")


def play_out(hands: Sequence[str], bank: str, words: str = "", *, table: Table | None = None,
             **options: Any) -> Dealer:
    """A whole play: ``words`` says for each player in turn "call" or "pass", all call if empty."""
    dealer = begin(table or at(), hands, bank, **options)
    acts = words.split() or ["call"] * len(hands)
    for n, word in enumerate(acts):
        do(dealer, f"{NAMES[n]}: {word} {n + 1}")
    assert dealer.over or isinstance(dealer.awaited, Claim), "but for a pool that others keep"
    return dealer


def real(hands: int = 1, *, rules: str = "", carry: Carry | None = None) -> Dealer:
    """A real table at the point where its first card is due; the croupier enters what lies there.
    """
    table = at(f"{rules}", attended=True)
    dealer = Dealer(GAME.coup(table, carry or carry_with(NAMES[:hands])), Attended())
    while dealer.awaited is not None:
        enter(dealer, "2D" if getattr(dealer.awaited, "to", "") else "done")
    for n in range(hands):
        do(dealer, f"{NAMES[n]}: bet {n + 1} 500")
        if table.rules.jackpot is not None:
            do(dealer, f"{NAMES[n]}: bet {n + 1}/jackpot {table.rules.jackpot.chip}")
    do(dealer, "time")
    while dealer.awaited is not None and not getattr(dealer.awaited, "to", ""):
        enter(dealer, "done")
    return dealer


def enter(dealer: Dealer, *facts: str | Incident) -> Dealer:
    """What the croupier enters: cards, "??", "done", or a fault."""
    for fact in facts:
        reply = dealer.enter(fact)
        assert not isinstance(reply, Refusal), reply
    return dealer


def report(dealer: Dealer, kind: str, seat: str = "") -> Dealer:
    """What a supervisor reports while people are asked."""
    reply = dealer.report(Incident(kind, seat=seat))
    assert not isinstance(reply, Refusal), reply
    return dealer
