"""The banker deals four cards: to the ponto and to the bank, twice (62, 63)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.games.chemin_de_fer import banco, faults
from sabot.games.chemin_de_fer.play import BANCA, PONTO
from sabot.games.chemin_de_fer.playing import show_to_ponto
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.procedure import Call, Handle, Incident

L = law.Section("pt-217-2007/chemin-de-fer")

ORDER = (PONTO, BANCA, PONTO, BANCA)
LAW = L["62"], (L["38"], L["40-2"], L["97"])


def deal(r: Round) -> Steps:
    """Deal the first cards and hand the ponto's to the player against the bank."""
    if not r.call:
        return
    if r.banker in r.novices:
        r.play.by_table = True
        yield Call(L["102"], (L["102-2"],), call="by-the-table")
    for n, hand in enumerate(ORDER):
        if len(r.play.cards[hand]) <= n // 2:  # else it was drawn too early
            yield from faults.deal_card(r, hand, LAW)
    yield from banco.offer_suivi(r)
    while True:
        answer = yield Handle(L["63"], what="hand-over", seat=r.place(r.ponto),
                              faults=faults.reportable(r, faults.BEFORE_HAND_OVER))
        if not isinstance(answer, Incident):
            break
        yield from faults.process_dealt_fault(r, answer)
    yield from show_to_ponto(r, L["64"], L["63"])
