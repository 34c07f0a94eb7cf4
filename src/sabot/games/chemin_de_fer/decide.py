"""What the ponto and the banker do with their cards (64 to 71, 98 to 102)."""

from __future__ import annotations

from sabot import law
from sabot.games.chemin_de_fer import conduct, drawing, faults, wagers
from sabot.games.chemin_de_fer.play import ASIDE, BANCA, CARD, NO, PONTO, SHOW
from sabot.games.chemin_de_fer.playing import burn, looked, shift, turn
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.law import IR
from sabot.procedure import Act, Call, Handle, Incident, Listen, Offer

L = law.Section("pt-217-2007/chemin-de-fer")

DRAW, STAND, ADVICE = "draw", "stand", "ask-advice"
SAID = {SHOW: "65.a", NO: "65.b", CARD: "65.c"}
DEEMED = "deemed"
"""The ponto says nothing: the law gives him a score."""


def play(r: Round) -> Steps:
    """The ponto's word, the banker's cards, and the third cards."""
    p = r.play
    if not r.call:
        return
    yield from _ponto(r)
    yield from _turned(r)
    if p.natural(BANCA) and not (p.cards.get(ASIDE) and p.said == NO):
        yield Call(L["96.b-2"], (L["67.a"], IR[246], *_given(r)), call="bank-shows",
                   facts={"points": p.points(BANCA)})
    elif not p.shown:
        yield from _thirds(r)
    elif "banker-more" in p.faults:
        yield from _banker(r)
    else:
        yield Call(drawing.clause(p.points(BANCA)), (L["96.b-2"],), call="bank-no")
    while p.cards.get(ASIDE):
        yield from burn(r, ASIDE, L["97"], IR[248] if "stuck" in p.faults else IR[247])


def _given(r: Round) -> tuple[str, ...]:
    """What shapes the banker's part where the law gives a score."""
    return (IR[251],) if r.play.deemed else ()


# -- the ponto -------------------------------------------------------------------------------------


def _ponto(r: Round) -> Steps:
    """The ponto says what he does, with 8 or 9 by showing his cards (64, 65)."""
    p = r.play
    if "ponto-more" in p.faults:
        yield from turn(r, PONTO, L["104.g"])
        p.deemed[PONTO] = max(p.deemed.get(PONTO, 0), faults.best(p.cards[PONTO], 2, 3))
        p.said = DEEMED
    elif p.deemed.get(PONTO):
        yield from turn(r, PONTO, L["104.i"])
        p.said = DEEMED
    else:
        while not p.said:
            p.said = yield from _asked(r)
            if p.said == SHOW:
                yield from _shows(r)
    if p.said != DEEMED:
        yield Call(L["66"], (L[SAID[p.said]], L["65"], L["96"], L["96.b-2"]),
                   call=f"ponto-{p.said}", facts={"points": p.points(PONTO)} if p.shown else {})


def _shows(r: Round) -> Steps:
    """The ponto's cards are shown; if they are no 8 and no 9 he has to say something else (72)."""
    p = r.play
    yield from turn(r, PONTO, L["65.a"], L["64.a"])
    p.shown = p.natural(PONTO)
    if not p.shown:
        p.said = ""
        yield Call(L["72"], call="no-natural")


def allowed(r: Round) -> tuple[str, ...]:
    """What the ponto may say. Who went banco may depart from the table, but 8 and 9 are shown
    (64, 70); of cards that only he has seen nobody can tell what they allow."""
    p = r.play
    if not p.known(PONTO):
        return SHOW, NO, CARD
    if p.natural(PONTO):
        return (SHOW,)
    if r.call == "banco":
        return NO, CARD
    return {drawing.MUST: (CARD,), drawing.NOT: (NO,)}.get(drawing.ponto(p.points(PONTO)),
                                                           (NO, CARD))


def by_table(r: Round) -> str:
    """What the table says for the ponto; with 5, which is his own choice, a card (IR 245)."""
    p = r.play
    if not p.known(PONTO):
        return NO
    if p.natural(PONTO):
        return SHOW
    return NO if drawing.ponto(p.points(PONTO)) == drawing.NOT else CARD


def _asked(r: Round) -> Steps:
    """The ponto is asked, and invited once to answer; who then says nothing still may lose the
    cards to who bet most after him (105.e), and where there is nobody the table answers."""
    p, invited = r.play, False
    while True:
        heard = yield _listen(r, invited)
        if isinstance(heard, Incident):
            yield from conduct.reported(r, heard)
        elif isinstance(heard, Act):
            if heard.act != ADVICE:
                return heard.act
            p.helped = True
        elif not invited:
            invited = True
            yield Call(L["105.e"], call="invited", seat=r.place(r.ponto))
        else:
            p.spared.append(r.ponto)
            if not (following := wagers.holder(r)):
                return by_table(r)
            r.ponto, invited, p.helped = following, False, False
            yield Call(L["105.e"], call="cards-pass", seat=r.place(following))
            yield from looked(r, L["64"])


def _listen(r: Round, invited: bool) -> Listen:
    p, place = r.play, r.place(r.ponto)
    known = p.known(PONTO)
    free = r.call == "banco" and not p.natural(PONTO)
    cite = drawing.clause_ponto(p.points(PONTO)) if known else L["64"]
    says = by_table(r)
    choice = known and not p.natural(PONTO) and drawing.ponto(p.points(PONTO)) == drawing.MAY
    offers = [Offer(act, place, L["70"] if free and act != says else cite, r.ponto,
                    note="" if not p.helped else "your-choice" if choice
                    else "table" if act == says else "", also=(L[SAID[act]],))
              for act in allowed(r)]
    if known and not p.helped:
        offers.append(Offer(ADVICE, place, L["99"], r.ponto))
    offers.append(wagers.late(r))
    return Listen(L["64"], (L["65"], L["70"] if r.call == "banco" else L["64.d"], IR[246]),
                  offers=tuple(offers), window=f"ponto:{len(p.spared)}{'+' * invited}",
                  clock="decision", default=says, default_law=IR[245], faults=conduct.kinds(r),
                  details=conduct.details(r))


# -- the banker ------------------------------------------------------------------------------------


def _turned(r: Round) -> Steps:
    """The banker turns up his cards, whatever the ponto has said (67)."""
    p = r.play
    told = {NO: ("called-card", "changed"), CARD: ("changed", "late-show")}.get(p.said, ())
    happened = yield Handle(L["67"], what="turn-bank", faults=faults.at(r, told))
    if isinstance(happened, Incident):
        p.faults.add(happened.kind)
    yield from turn(r, BANCA, L["67"])


def _thirds(r: Round) -> Steps:
    """Third cards, first the ponto's (68), then the banker's (69)."""
    p = r.play
    if "changed" in p.faults:
        yield from faults.second_thoughts(r)
    if "late-show" in p.faults:
        yield from faults.late_show(r)
    if "called-card" in p.faults and (yield from faults.called_card(r)):
        return
    if p.said == CARD:
        yield from faults.third(r)
        if "four" in p.faults:
            p.deemed[PONTO] = -1  # what his cards make is seen when all are turned up
    yield from _banker(r)


def letter(r: Round) -> tuple[str, str]:
    """What the banker has to do, by a letter of the table, and the clause that says so."""
    p = r.play
    points = p.points(BANCA, 0 if "banker-more" in p.faults else 2)
    if "banker-more" in p.faults:
        return drawing.MAY if p.shown else drawing.MUST, L["104.d"]
    if p.said == DEEMED:
        return (drawing.NOT if points == 7 else drawing.MAY), L["104.g"]
    if "in-deposit" in p.faults:
        return (drawing.NOT if points == 7 else drawing.MAY), L["104.j"]
    card = p.cards[PONTO][2] if p.said == CARD else ""
    says, cite = drawing.banker(points, card), drawing.clause(points)
    if p.tabled or p.obeys:
        return (drawing.MUST, bound(r)) if says == drawing.MAY else (says, cite)
    if r.call == "banco" and points:
        return drawing.MAY, L["70"]
    return says, cite


def bound(r: Round) -> str:
    """Why the banker plays by the table, also where it leaves him free."""
    if r.play.obeys:
        return L["98-2"]
    return L["102-2"] if r.banker in r.novices else L["104.b"]


def _banker(r: Round) -> Steps:
    """The banker draws or stands: as the table says, or as he likes where it leaves him free."""
    p = r.play
    if p.cards.get(ASIDE) and p.said == NO:
        yield Call(L["104.f"], call="fifth-to-bank")
        yield from shift(r, ASIDE, BANCA, L["104.f"])
        return
    says, cite = letter(r)
    if says == drawing.MAY:
        says, cite = yield from _chooses(r, cite)
    if says == drawing.MUST:
        yield Call(L["96.b-2"], (cite, *_given(r)), call="bank-card")
        yield from faults.bank_third(r, cite)
        return
    yield Call(L["96.b-2"], (cite, *_given(r)), call="bank-no")
    if r.table.attended:
        happened = yield Handle(cite, what="bank-stands", faults=faults.at(r, ("drew-against",)))
        if isinstance(happened, Incident):
            yield from faults.against_word(r)


def _chooses(r: Round, cite: str) -> Steps:
    """The banker chooses; if he asks for advice he has to follow it (98-2)."""
    p, place = r.play, r.place(r.banker)
    offers = [Offer(act, place, cite, r.banker) for act in (DRAW, STAND)]
    if p.said != DEEMED and not p.faults:
        offers.append(Offer(ADVICE, place, L["98-2"], r.banker))
    offers.append(wagers.late(r))
    asks = Listen(L["67"], (cite, *_given(r)), offers=tuple(offers), window="banker",
                  clock="decision", default=DRAW if _table(r) != drawing.NOT else STAND,
                  default_law=IR[245], faults=conduct.kinds(r), details=conduct.details(r))
    while isinstance(heard := (yield asks), Incident):
        yield from conduct.reported(r, heard)
    if isinstance(heard, Act) and heard.act == ADVICE:
        p.obeys = True
        says, cite = letter(r)
        yield Call(L["98-2"], (IR[244],), call="advice-card" if says == drawing.MUST
                   else "advice-no")
        return says, L["98-2"]
    draws = heard.act == DRAW if isinstance(heard, Act) else _table(r) != drawing.NOT
    return drawing.MUST if draws else drawing.NOT, cite


def _table(r: Round) -> str:
    """What the table says for the banker; where the law gives the ponto a score it says nothing,
    and he draws."""
    p = r.play
    if p.deemed:
        return drawing.MAY
    return drawing.banker(p.points(BANCA, 2), p.cards[PONTO][2] if p.said == CARD else "")
