"""Mixed tables: who has the hand names the variant with the Dealer Choice marker (23)."""

from __future__ import annotations

from sabot import law
from sabot.families.pokertable import people
from sabot.families.pokertable.round import Round, Telling
from sabot.families.pokertable.terms import lawful
from sabot.families.pokertable.variant import VARIANTS
from sabot.law import IR
from sabot.procedure import Act, Handle, InTurn, Listen, Offer

L = law.Section("pt-217-2007/poquer-nao-bancado")

ACT = "deal-"
"""What the act of naming a variant begins with."""


def chosen(r: Round) -> Telling:
    """The variant of this hand; who says nothing leaves the marker as it lies."""
    second = r.table.rules.second
    if not second:
        return
    names = (r.variant.name, second)
    lies = r.carry.variant or names[0]
    seat, player = str(r.hand), r.player(r.hand)
    turn = InTurn(seat, tuple(f"{ACT}{name}" for name in names), L["23-2"])
    while True:
        answer = yield Listen(L["23-2"], (L["23"],), offers=(
            *(Offer(f"{ACT}{name}", seat, L["23-2"], player) for name in names),
            *people.offers(r)), window="choice", clock="decision", default=f"{ACT}{lies}",
            default_law=IR[291], turn=turn)
        if not isinstance(answer, Act):
            break
        if answer.player == player and answer.act.startswith(ACT):
            lies = answer.act.removeprefix(ACT)
            break
        yield from people.heard(r, answer)
    r.variant = VARIANTS[lies]
    r.terms = lawful(r.table, r.variant)
    yield Handle(L["23-2"], what=f"marker-{lies}", seat=seat)
