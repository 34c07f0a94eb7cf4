"""A passed hand is offered at its level: to seated players, standing players, then the passer (77
to 80)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.games.chemin_de_fer import standing
from sabot.games.chemin_de_fer.bank import begin_hand
from sabot.games.chemin_de_fer.round import BANK, Round, Steps
from sabot.procedure import Act, Listen, Offer
from sabot.regulations import IR

L = law.Section("pt-217-2007/chemin-de-fer")

CLAIM = f"{BANK}/claim/"
"""The name of the money put down to take a hand, before the place of the player."""


def offer_at_level(r: Round, passer: str, level: int, *, passer_too: bool) -> Steps:
    """Offer the hand with the capital that it had; the first by priority of the players who declare
    in time takes it. Returns whether somebody took it.

    ``passer_too``: the passer may still go on with it at the same amount, if nobody else takes it.
    """
    order = [*r.offer_order(passer), *([passer] if passer_too else [])]
    answers: dict[str, bool] = {}
    while True:
        first = next((n for n, player in enumerate(order) if answers.get(player)), len(order))
        undecided = [player for player in order[:first] if player not in answers]
        if not undecided:
            break
        answer = yield _prompt(r, undecided, passer, level)
        if not isinstance(answer, Act):
            break
        answers[answer.player] = answer.act == "take-level"
        if answers[answer.player]:
            yield r.stake(CLAIM + r.place(answer.player), answer.player, level, L["80"])
    return (yield from _give(r, order, answers, passer))


def _prompt(r: Round, undecided: list[str], passer: str, level: int) -> Listen:
    """The question who takes the hand at its level."""
    first = L["79"] if passer not in r.seats else L["78"]
    offers = []
    for player in undecided:
        cite = L["80-2"] if player == passer else L["80"]
        place = r.place(player)
        offers += [Offer("take-level", place, cite, player, cost=level, also=(first,)),
                   Offer("no-level", place, cite, player)]
    also = (L["92-2"],) if r.skips else ()
    return Listen(
        first, (L["80"], IR[225], *standing.order_clauses(r), *also), offers=tuple(offers),
        window="level", clock="call", default="no-level", default_law=first)


def _give(r: Round, order: list[str], answers: dict[str, bool], passer: str) -> Steps:
    """Give the hand to the first who declared; the others get their money back."""
    taker = next((player for player in order if answers.get(player)), "")
    for player in order:
        bet = CLAIM + r.place(player)
        if player != taker and r.staked(bet):
            yield r.release("return", bet, r.staked(bet), L["78"])
    if taker:
        back, coups, wins, due = taker == passer, r.coups, r.wins, r.due
        yield r.travel(CLAIM + r.place(taker), BANK, L["80-2"] if back else L["80"])
        yield from begin_hand(r, taker, (L["80-2"] if back else L["80"], ()))
        if back:  # the same hand goes on
            r.coups, r.wins, r.due = coups, wins, due
    return bool(taker)
