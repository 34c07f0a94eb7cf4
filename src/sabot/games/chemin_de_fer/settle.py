"""Who has won the coup, and what that moves (2, 72 to 76, 95)."""

from __future__ import annotations

from collections.abc import Sequence

from sabot import law
from sabot.games.chemin_de_fer import faults
from sabot.games.chemin_de_fer.bank import shares
from sabot.games.chemin_de_fer.play import BANCA, CARD, NO, PONTO, Annulled
from sabot.games.chemin_de_fer.playing import cleared, turn
from sabot.games.chemin_de_fer.round import BANK, OF_ASSOCIATE, Round, Steps
from sabot.law import IR, cite_clause, figure
from sabot.procedure import Call, Discard, Event, Handle, Incident, Result

L = law.Section("pt-217-2007/chemin-de-fer")

DEPOSITS = {"banker-deposits": BANCA, "ponto-deposits": PONTO}
SCORES = (*DEPOSITS, "dealer-deposits", "employee-erred")
"""What may be reported until the scores are announced."""
NO_TIE = figure((7, 8), L["104.g"])
"""The scores with which a banker may not tie what the law gives the ponto."""
TOLD = {"bank": ("lost", "won"), "ponto": ("won", "lost"), "tie": ("tie", "tie")}


def settle(r: Round) -> Steps:
    """Scores are announced, the winner named, bets paid or taken, and the cards put away."""
    if not r.call:
        return
    yield from _scores(r)
    p = r.play
    ponto, banca = p.points(PONTO), p.points(BANCA)
    r.outcome = _outcome(r, ponto, banca)
    yield from _announced(r, ponto, banca)
    for hand, result, score, other in zip((PONTO, BANCA), TOLD[r.outcome], (ponto, banca),
                                          (banca, ponto), strict=True):
        yield Result(L["2"], (L["1"],), hand=hand, result=result,
                     facts={"total": score, "bank": other})
    yield Handle(L["73"], what="gather-cards")
    before, won = r.capital, sum(r.punted().values())
    if r.outcome != "tie":
        for player in r.by_place(r.banker):
            if r.staked(r.place(player)):
                yield from (_paid if r.outcome == "ponto" else _taken)(r, r.place(player))
    else:
        yield Call(L["76"], (L["2"],), call="bets-stay")
    yield from cleared(r, L["73"], L["74"])
    first = {"bank": "B", "ponto": "P", "tie": "T"}[r.outcome]
    high, low = (banca, ponto) if r.outcome == "bank" else (ponto, banca)
    r.results.insert(0, f"{first}{high}-{low}")
    del r.results[100:]
    bank = r.outcome == "bank"
    r.won, r.covered = won if bank else 0, bank and won == before
    r.suivi = r.ponto if bank and r.call == "banco" else ""
    r.tabled = [*p.spared, r.ponto][0] if r.call == "table" else ""  # who declared it (57)


def annulled(r: Round, stopped: Annulled) -> Steps:
    """A fault annuls the coup: the cards are burnt and the bets stay as after a tie (IR 249)."""
    yield Call(stopped.law[0], stopped.law[1:], call="annulled")
    yield from cleared(r, stopped.law[0])


def _scores(r: Round) -> Steps:
    """The cards are shown; what was played against the table is put together again (71, 72)."""
    p = r.play
    while True:
        happened = yield Handle(L["72"], what="scores", faults=faults.at(r, SCORES))
        if not isinstance(happened, Incident):
            break
        p.faults.add(happened.kind)
        if happened.kind == "dealer-deposits":
            raise Annulled(L["75-2"], IR[249])
        if happened.kind in DEPOSITS:
            p.loser = p.loser or DEPOSITS[happened.kind]
            yield Call(L["75"], (L["74"],), call=happened.kind)
    yield from turn(r, PONTO, L["72"])
    if p.deemed.get(PONTO) == -1:
        p.deemed[PONTO] = faults.best(p.cards[PONTO], 3)
    if p.natural(PONTO) and p.said in (NO, CARD):
        yield Call(L["105.a"], call="late")
    if "employee-erred" in p.faults and not p.deemed:
        yield from faults.rebuilt(r, L["100"])
    elif faults.false_draw(r):
        yield from faults.rebuilt(r, L["71"])


def _outcome(r: Round, ponto: int, banca: int) -> str:
    """Who wins: the higher score, unless a fault says otherwise."""
    p = r.play
    if p.loser:
        return "bank" if p.loser == PONTO else "ponto"
    if (ponto == 9 and p.natural(PONTO) and len(p.cards[PONTO]) == 2 and not p.shown
            and banca == 8 and p.natural(BANCA) and len(p.cards[BANCA]) == 2):
        return "bank"  # he forgot to show his 9 (105.b)
    if ponto == banca and _may_not_tie(r, banca):
        return "ponto"
    return "tie" if ponto == banca else "ponto" if ponto > banca else "bank"


def _may_not_tie(r: Round, banca: int) -> bool:
    """Whether the banker's fault takes an equal score from them: the ponto has the best of three
    cards, and the banker had 7 or 8 with two (104.g)."""
    p = r.play
    return ("ponto-more" in p.faults and len(p.cards[BANCA]) == 2 and banca in NO_TIE
            and not r.table.rules.seven_eight_tie)


def _announced(r: Round, ponto: int, banca: int) -> Steps:
    """The scores as both announce them, and the result as the dealer calls it (72, 96.b)."""
    p = r.play
    yield Call(L["72"], (L["10"], L["11"], L["96"]), call="scores",
               facts={"ponto": ponto, "banca": banca})
    if p.loser:
        yield Call(L["75"], call=f"{p.loser}-loses")
    elif r.outcome == "bank" and ponto > banca:
        yield Call(L["105.b"], call="not-shown")
    elif r.outcome == "ponto" and ponto == banca:
        yield Call(L["104.g"], (L["96.b-4"], L["73"], IR[251]), call="no-tie",
                   facts={"ponto": ponto, "banca": banca})
    else:
        clause = {"tie": L["96.b-3"], "ponto": L["96.b-4"], "bank": L["96.b-5"]}[r.outcome]
        low = "".join(f"-{hand}-baccarat" for hand, score in (("ponto", ponto), ("banca", banca))
                      if not score and r.outcome != "tie")
        call = f"{r.outcome}{low}" if ponto or banca else "tie-baccarat"
        yield Call(clause, (L["2"], L["73"], L["96.b"]), call=f"result-{call}",
                   facts={"ponto": ponto, "banca": banca})


# -- money -----------------------------------------------------------------------------------------


def _shared(r: Round) -> tuple[str, ...]:
    """The clause under which an associate gains and loses as the banker does."""
    return (L["31-2"],) if r.associate else ()


def _paid(r: Round, bet: str) -> Steps:
    """The bank pays a bet that has won as much as lies there; who shares it, half (31-2)."""
    player, amount = r.stakes[bet]
    for name, cents in shares(r, amount):
        yield r.award(name, player, cents, L["95"], L["2"], *_shared(r))
    yield r.release("return", bet, amount, L["95"])


def _taken(r: Round, bet: str) -> Steps:
    """A bet that has lost joins the bank; who shares it has half (31-2)."""
    amount, shared = r.staked(bet), BANK + OF_ASSOCIATE
    half = max(0, (r.capital + amount) // 2 - r.staked(shared)) if r.associate else 0
    for name, cents in ((BANK, amount - half), (shared, half)):
        if cents:
            yield r.take(bet, name, L["95"], L["2"], *_shared(r), amount=cents)


def claims_open(events: Sequence[Event]) -> bool:
    """Whether a complaint about a coup is still heard, by its record and the later ones: until the
    bets are paid or taken and the cards lie in the deposit (104.l)."""
    cite_clause(L["104.l"])
    return not any(isinstance(e.step, Discard) and e.step.law == L["73"] for e in events)
