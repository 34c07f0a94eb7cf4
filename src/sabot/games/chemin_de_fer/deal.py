"""Four cards, drawn by the banker: for the ponto and for himself, twice (62, 63)."""

from __future__ import annotations

from sabot import law
from sabot.games.chemin_de_fer import banco, faults
from sabot.games.chemin_de_fer.play import BANCA, PONTO
from sabot.games.chemin_de_fer.playing import looked
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.procedure import Call, Handle, Incident

L = law.Section("pt-217-2007/chemin-de-fer")

ORDER = (PONTO, BANCA, PONTO, BANCA)
LAW = L["62"], (L["38"], L["40-2"], L["97"])


def deal(r: Round) -> Steps:
    """The first cards, and their way to the one who plays against the bank."""
    if not r.call:
        return
    if r.banker in r.novices:
        r.play.tabled = True
        yield Call(L["102"], (L["102-2"],), call="by-the-table")
    for n, hand in enumerate(ORDER):
        if len(r.play.cards[hand]) <= n // 2:  # else it was drawn before its time
            yield from faults.dealt(r, hand, LAW)
    yield from banco.suivi(r)
    while True:
        happened = yield Handle(L["63"], what="hand-over", seat=r.place(r.ponto),
                                faults=faults.at(r, faults.HANDED))
        if not isinstance(happened, Incident):
            break
        yield from faults.handed(r, happened)
    yield from looked(r, L["64"], L["63"])
