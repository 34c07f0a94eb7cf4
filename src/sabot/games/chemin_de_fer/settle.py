"""The result of a coup, and its payments (2, 72 to 76, 95)."""

from __future__ import annotations

from collections.abc import Sequence

from sabot import regulations as law
from sabot.games.chemin_de_fer import faults, wagers
from sabot.games.chemin_de_fer.bank import return_bank, shares
from sabot.games.chemin_de_fer.play import BANCA, CARD, NO, PONTO, Annulled
from sabot.games.chemin_de_fer.playing import collect_cards, turn_up
from sabot.games.chemin_de_fer.round import BANK, OF_ASSOCIATE, Round, Steps
from sabot.procedure import Call, Discard, Event, Handle, Incident, Result
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/chemin-de-fer")

DEPOSITS = {"banker-deposits": BANCA, "ponto-deposits": PONTO}
SCORES = (*DEPOSITS, "dealer-deposits", "employee-erred")
"""Faults that may be reported until the scores are announced."""
RESULTS = {"bank": ("lost", "won"), "ponto": ("won", "lost"), "tie": ("tie", "tie")}


def settle(r: Round) -> Steps:
    """Announce scores and winner, pay or take the bets, and collect the cards."""
    if not r.call:
        return
    if r.shoe.short and r.readings.six_cards == "at-warning":
        raise Annulled(L["106.d"], IR[429], IR[249])
    yield from _show_scores(r)
    p = r.play
    ponto, banca = p.points(PONTO), p.points(BANCA)
    r.outcome = _outcome(r, ponto, banca)
    yield from _announce(r, ponto, banca)
    for hand, result, score, other in zip((PONTO, BANCA), RESULTS[r.outcome], (ponto, banca),
                                          (banca, ponto), strict=True):
        yield Result(L["2"], (L["1"],), hand=hand, result=result,
                     facts={"total": score, "bank": other})
    yield Handle(L["73"], what="gather-cards")
    before, won = wagers.whole_bank(r), sum(r.punter_bets().values())
    if r.outcome != "tie":
        for bet in list(r.bets_by_place()):
            yield from (_pay if r.outcome == "ponto" else _take)(r, bet)
    else:
        yield Call(L["76"], (L["2"],), call="bets-stay")
    yield from collect_cards(r, L["73"], L["74"])
    letter = {"bank": "B", "ponto": "P", "tie": "T"}[r.outcome]
    winning, losing = (banca, ponto) if r.outcome == "bank" else (ponto, banca)
    r.results.insert(0, f"{letter}{winning}-{losing}")
    del r.results[100:]
    bank = r.outcome == "bank"
    r.won, r.covered = won if bank else 0, bank and won == before
    banco = bank and r.call == "banco"
    r.repeated = banco and r.ponto == r.suivi
    r.suivi = r.ponto if banco else ""
    declared = [*p.passed_over, r.ponto][0]  # the player who declared banco with the table (57)
    r.tabled = declared if r.call == "table" else ""


def annul(r: Round, reason: Annulled) -> Steps:
    """A fault annuls the coup: the cards are burnt and the bets stay as after a tie (IR 249). By
    the other reading all goes back, and the same player is asked for a bank (IR 224)."""
    yield Call(reason.law[0], reason.law[1:], call="annulled")
    yield from collect_cards(r, reason.law[0])
    if r.readings.annulled == "stakes-go-back":
        for bet in r.punter_bets():
            yield r.release("return", bet, r.staked(bet), IR[249])
        yield from return_bank(r, (IR[249], ()))
        r.associate = ""


def _show_scores(r: Round) -> Steps:
    """Show the cards; a coup that was played against the table is rebuilt (71, 72)."""
    p = r.play
    while True:
        answer = yield Handle(L["72"], what="scores", faults=faults.reportable(r, SCORES))
        if not isinstance(answer, Incident):
            break
        p.faults.add(answer.kind)
        if answer.kind == "dealer-deposits":
            raise Annulled(L["75-2"], IR[249])
        if answer.kind in DEPOSITS:
            if p.loser and r.readings.both_deposit == "annulled":
                raise Annulled(L["75"], IR[431], IR[249])
            p.loser = p.loser or DEPOSITS[answer.kind]
            yield Call(L["75"], (L["74"],), call=answer.kind)
    yield from turn_up(r, PONTO, L["72"])
    if p.deemed.get(PONTO) == -1:
        p.deemed[PONTO] = faults.best_score(p.cards[PONTO], 3)
    if p.natural(PONTO) and p.announced in (NO, CARD) and not r.naturals_free:
        yield Call(L["105.a"], call="late")
    if "employee-erred" in p.faults and not p.deemed:
        yield from faults.rebuild(r, L["100"])
    elif faults.is_false_draw(r):
        yield from faults.rebuild(r, L["71"])


def _outcome(r: Round, ponto: int, banca: int) -> str:
    """The winner: the higher score, unless a fault decides."""
    p = r.play
    if p.loser:
        return "bank" if p.loser == PONTO else "ponto"
    if (ponto == 9 and p.natural(PONTO) and len(p.cards[PONTO]) == 2 and not p.ponto_shown
            and banca == 8 and p.natural(BANCA) and len(p.cards[BANCA]) == 2):
        return "bank"  # the ponto forgot to show a 9 (105.b)
    if ponto == banca and _may_not_tie(r, banca):
        return "ponto"
    return "tie" if ponto == banca else "ponto" if ponto > banca else "bank"


def _may_not_tie(r: Round, banca: int) -> bool:
    """Whether the banker's fault makes an equal score lose: the ponto counts the best of three
    cards, and the banker has 7 or 8 with two (104.g); or, by the other reading of IR 423, the ponto
    is given one of these."""
    p = r.play
    if "ponto-more" not in p.faults or r.table.rules.seven_eight_tie:
        return False
    if r.readings.given_score == "ponto":
        return banca in faults.NO_TIE
    return len(p.cards[BANCA]) == 2 and banca in faults.NO_TIE


def _announce(r: Round, ponto: int, banca: int) -> Steps:
    """Both sides announce their scores, and the dealer calls the result (72, 96.b)."""
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
        baccarats = "".join(
            f"-{hand}-baccarat"
            for hand, score in (("ponto", ponto), ("banca", banca))
            if not score and r.outcome != "tie"
        )
        call = f"{r.outcome}{baccarats}" if ponto or banca else "tie-baccarat"
        yield Call(clause, (L["2"], L["73"], L["96.b"]), call=f"result-{call}",
                   facts={"ponto": ponto, "banca": banca})


# -- money -----------------------------------------------------------------------------------------


def _share_law(r: Round) -> tuple[str, ...]:
    """The clause under which an associate gains and loses with the banker."""
    return (L["31-2"],) if r.associate else ()


def _pay(r: Round, bet: str) -> Steps:
    """Pay a won bet even money from the bank; an associate pays half (31-2)."""
    player, amount = r.stakes[bet]
    for name, cents in shares(r, amount):
        yield r.award(name, player, cents, L["95"], L["2"], *_share_law(r))
    yield r.release("return", bet, amount, L["95"])


def _take(r: Round, bet: str) -> Steps:
    """Move a lost bet to the bank; an associate gets half (31-2)."""
    amount, shared = r.staked(bet), BANK + OF_ASSOCIATE
    half = max(0, (r.capital + amount) // 2 - r.staked(shared)) if r.associate else 0
    for name, cents in ((BANK, amount - half), (shared, half)):
        if cents:
            yield r.take(bet, name, L["95"], L["2"], *_share_law(r), amount=cents)


def complaint_open(events: Sequence[Event]) -> bool:
    """Whether a complaint about a coup is still admissible, from the record of this coup and the
    later ones: until the bets are paid or taken and the cards are in the deposit (104.l)."""
    cite_clause(L["104.l"])
    return not any(isinstance(e.step, Discard) and e.step.law == L["73"] for e in events)
