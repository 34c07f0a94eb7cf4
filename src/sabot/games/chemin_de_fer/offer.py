"""A hand that was passed is offered at its level: to those who sit, then to those who stand, and at
last to who passed it (77 to 80)."""

from __future__ import annotations

from sabot import law
from sabot.games.chemin_de_fer import standing
from sabot.games.chemin_de_fer.bank import laid
from sabot.games.chemin_de_fer.round import BANK, Round, Steps
from sabot.law import IR
from sabot.procedure import Act, Listen, Offer

L = law.Section("pt-217-2007/chemin-de-fer")

CLAIM = f"{BANK}/claim/"
"""What is laid down to take a hand, before the place of who does."""


def at_level(r: Round, passer: str, level: int, *, keeps: bool) -> Steps:
    """Whether somebody takes the hand with the capital that it would have had: the first in the
    order of priority of those who declare it while the clock runs.

    ``keeps``: who passed it may still go on with it, at the same amount, if nobody else will.
    """
    order = [*r.ranked(passer), *([passer] if keeps else [])]
    said: dict[str, bool] = {}
    while True:
        first = next((n for n, player in enumerate(order) if said.get(player)), len(order))
        left = [player for player in order[:first] if player not in said]
        if not left:
            break
        answer = yield _asked(r, left, passer, level)
        if not isinstance(answer, Act):
            break
        said[answer.player] = answer.act == "take-level"
        if said[answer.player]:
            yield r.stake(CLAIM + r.place(answer.player), answer.player, level, L["80"])
    return (yield from _given(r, order, said, passer))


def _asked(r: Round, left: list[str], passer: str, level: int) -> Listen:
    first = L["79"] if passer not in r.seats else L["78"]
    found = []
    for player in left:
        cite = L["80-2"] if player == passer else L["80"]
        place = r.place(player)
        found += [Offer("take-level", place, cite, player, cost=level, also=(first,)),
                  Offer("no-level", place, cite, player)]
    also = (L["92-2"],) if r.skips else ()
    return Listen(first, (L["80"], IR[225], *standing.order(r), *also), offers=tuple(found),
                  window="level", clock="call", default="no-level", default_law=first)


def _given(r: Round, order: list[str], said: dict[str, bool], passer: str) -> Steps:
    """The first of those who declared has the hand; the others take back what they laid down."""
    taker = next((player for player in order if said.get(player)), "")
    for player in order:
        bet = CLAIM + r.place(player)
        if player != taker and r.staked(bet):
            yield r.release("return", bet, r.staked(bet), L["78"])
    if taker:
        own, coups, wins, due = taker == passer, r.coups, r.wins, r.due
        yield r.travel(CLAIM + r.place(taker), BANK, L["80-2"] if own else L["80"])
        yield from laid(r, taker, (L["80-2"] if own else L["80"], ()))
        if own:  # the same hand goes on
            r.coups, r.wins, r.due = coups, wins, due
    return bool(taker)
