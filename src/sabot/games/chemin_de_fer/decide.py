"""How the ponto and the banker play their cards (64 to 71, 98 to 102)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.games.chemin_de_fer import conduct, drawing, faults, wagers
from sabot.games.chemin_de_fer.play import ASIDE, BANCA, CARD, NO, PONTO, SHOW
from sabot.games.chemin_de_fer.playing import burn_card, move_card, show_to_ponto, turn_up
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.procedure import Act, Call, Handle, Incident, Listen, Offer
from sabot.regulations import IR

L = law.Section("pt-217-2007/chemin-de-fer")

DRAW, STAND, ADVICE = "draw", "stand", "ask-advice"
ANNOUNCED_LAW = {SHOW: "65.a", NO: "65.b", CARD: "65.c"}
DEEMED = "deemed"
"""The ponto announces nothing: the law fixes the score."""


def play_hands(r: Round) -> Steps:
    """The ponto announces, the banker turns up the cards, then third cards are dealt."""
    p = r.play
    if not r.call:
        return
    yield from _decide_ponto(r)
    yield from _turn_up_bank(r)
    if r.naturals_free:  # IR 246
        yield from _deal_thirds(r)
    elif p.natural(BANCA) and not (p.cards.get(ASIDE) and p.announced == NO):
        yield Call(L["96.b-2"], (L["67.a"], IR[246], *_deemed_law(r)), call="bank-shows",
                   facts={"points": p.points(BANCA)})
    elif not p.ponto_shown:
        yield from _deal_thirds(r)
    elif "banker-more" in p.faults:
        yield from _decide_banker(r)
    else:
        yield Call(drawing.banker_clause(p.points(BANCA)), (L["96.b-2"],), call="bank-no")
    while p.cards.get(ASIDE):
        yield from burn_card(r, ASIDE, L["97"], IR[248] if "stuck" in p.faults else IR[247])


def _deemed_law(r: Round) -> tuple[str, ...]:
    """The clause for the banker when the law fixes a score."""
    if faults.given_bounds(r):
        return IR[251], IR[423]
    return (IR[251],) if r.play.deemed else ()


# -- the ponto -------------------------------------------------------------------------------------


def _decide_ponto(r: Round) -> Steps:
    """The ponto announces; with 8 or 9 by showing the cards (64, 65)."""
    p = r.play
    if "ponto-more" in p.faults:
        yield from turn_up(r, PONTO, L["104.g"])
        p.deemed[PONTO] = max(p.deemed.get(PONTO, 0), faults.best_score(p.cards[PONTO], 2, 3))
        p.announced = DEEMED
    elif p.deemed.get(PONTO):
        yield from turn_up(r, PONTO, L["104.i"])
        p.announced = DEEMED
    else:
        while not p.announced:
            p.announced = yield from _ask_ponto(r)
            if p.announced == SHOW:
                yield from _show_ponto(r)
    if p.announced != DEEMED:
        yield Call(L["66"], (L[ANNOUNCED_LAW[p.announced]], L["65"], L["96"], L["96.b-2"]),
                   call=f"ponto-{p.announced}",
                   facts={"points": p.points(PONTO)} if p.ponto_shown else {})


def _show_ponto(r: Round) -> Steps:
    """Show the ponto's cards; without an 8 or a 9 the ponto must announce again (72)."""
    p = r.play
    yield from turn_up(r, PONTO, L["65.a"], L["64.a"])
    p.ponto_shown = p.natural(PONTO)
    if not p.ponto_shown:
        p.announced = ""
        yield Call(L["72"], call="no-natural")


def allowed_acts(r: Round) -> tuple[str, ...]:
    """The acts that are open to the ponto. After banco they may depart from the table, except that
    8 and 9 are shown (64, 70). When only the player has seen the cards, every act is open."""
    p = r.play
    if not p.known(PONTO):
        return SHOW, NO, CARD
    if p.natural(PONTO):
        return (SHOW, NO, CARD) if r.naturals_free else (SHOW,)
    if r.call == "banco":
        return NO, CARD
    return {drawing.MUST: (CARD,), drawing.NOT: (NO,)}.get(drawing.ponto_letter(p.points(PONTO)),
                                                           (NO, CARD))


def table_act(r: Round) -> str:
    """The act that the table prescribes to the ponto; with 5, a free choice, a card, or none by the
    other reading of IR 245."""
    p = r.play
    if not p.known(PONTO):
        return NO
    if p.natural(PONTO):
        return SHOW
    letter = drawing.ponto_letter(p.points(PONTO))
    if letter == drawing.MAY:
        return CARD if r.readings.silent_five == "draws" else NO
    return NO if letter == drawing.NOT else CARD


def _ask_ponto(r: Round) -> Steps:
    """Ask the ponto, and invite them once to answer. After more silence the cards pass to the
    player with the next highest bet (105.e); when there is none, the table decides."""
    p, invited = r.play, False
    while True:
        answer = yield _ponto_prompt(r, invited)
        if isinstance(answer, Incident):
            yield from conduct.process_report(r, answer)
        elif isinstance(answer, Act):
            if answer.act != ADVICE:
                return answer.act
            p.advised = True
        elif not invited:
            invited = True
            yield Call(L["105.e"], call="invited", seat=r.place(r.ponto))
        else:
            p.passed_over.append(r.ponto)
            if not (next_player := wagers.next_ponto(r)):
                return table_act(r)
            r.ponto, invited, p.advised = next_player, False, False
            yield Call(L["105.e"], call="cards-pass", seat=r.place(next_player))
            yield from show_to_ponto(r, L["64"])


def _ponto_prompt(r: Round, invited: bool) -> Listen:
    """The question to the ponto."""
    p, place = r.play, r.place(r.ponto)
    known = p.known(PONTO)
    free = r.call == "banco" and (not p.natural(PONTO) or r.naturals_free)
    cite = drawing.ponto_clause(p.points(PONTO)) if known else L["64"]
    letter = table_act(r)
    may_choose = (
        known and not p.natural(PONTO) and drawing.ponto_letter(p.points(PONTO)) == drawing.MAY
    )
    offers = [Offer(act, place, L["70"] if free and act != letter else cite, r.ponto,
                    note="" if not p.advised else "your-choice" if may_choose
                    else "table" if act == letter else "", also=(L[ANNOUNCED_LAW[act]],))
              for act in allowed_acts(r)]
    if known and not p.advised:
        offers.append(Offer(ADVICE, place, L["99"], r.ponto))
    offers.append(wagers.late_bet_offer(r))
    return Listen(
        L["64"],
        (L["65"], L["70"] if r.call == "banco" else L["64.d"], IR[246]),
        offers=tuple(offers),
        window=f"ponto:{len(p.passed_over)}{'+' * invited}",
        clock="decision",
        default=letter,
        default_law=IR[245],
        faults=conduct.conduct_kinds(r),
        details=conduct.details(r),
    )


# -- the banker ------------------------------------------------------------------------------------


def _turn_up_bank(r: Round) -> Steps:
    """The banker turns up the cards, whatever the ponto announced (67)."""
    p = r.play
    kinds = {NO: ("called-card", "changed"), CARD: ("changed", "late-show")}.get(p.announced, ())
    answer = yield Handle(L["67"], what="turn-bank", faults=faults.reportable(r, kinds))
    if isinstance(answer, Incident):
        p.faults.add(answer.kind)
    yield from turn_up(r, BANCA, L["67"])


def _deal_thirds(r: Round) -> Steps:
    """Deal the third cards: first the ponto's (68), then the banker's (69)."""
    p = r.play
    if "changed" in p.faults:
        yield from faults.decide_changed_word(r)
    if "late-show" in p.faults:
        yield from faults.decide_late_show(r)
    if "called-card" in p.faults and (yield from faults.correct_called_card(r)):
        return
    if p.announced == CARD:
        yield from faults.deal_ponto_third(r)
        if "four" in p.faults:
            p.deemed[PONTO] = -1  # the score is known when all cards are turned up
    yield from _decide_banker(r)


def banker_letter(r: Round) -> tuple[str, str]:
    """What the banker must do, as a letter of the table, and its clause."""
    p = r.play
    points = p.points(BANCA, 0 if "banker-more" in p.faults else 2)
    if "banker-more" in p.faults:
        return drawing.MAY if p.ponto_shown else drawing.MUST, L["104.d"]
    if p.announced == DEEMED:
        bound = points == 7 or faults.given_bounds(r)
        return (drawing.NOT if bound else drawing.MAY), L["104.g"]
    if "in-deposit" in p.faults:
        return (drawing.NOT if points == 7 else drawing.MAY), L["104.j"]
    if p.ponto_shown or p.natural(BANCA):
        if r.naturals_free and points and not p.follows_advice:
            return drawing.MAY, L["70"]
        return drawing.NOT, drawing.banker_clause(points)
    card = p.cards[PONTO][2] if p.announced == CARD else ""
    letter, cite = drawing.banker_letter(points, card), drawing.banker_clause(points)
    if p.by_table or p.follows_advice:
        return (drawing.MUST, binding_clause(r)) if letter == drawing.MAY else (letter, cite)
    if r.call == "banco" and points:
        return drawing.MAY, L["70"]
    return letter, cite


def binding_clause(r: Round) -> str:
    """The clause that binds the banker to the table also where it leaves a choice."""
    if r.play.follows_advice:
        return L["98-2"]
    return L["102-2"] if r.banker in r.novices else L["104.b"]


def _decide_banker(r: Round) -> Steps:
    """The banker draws or stands: as the table says, or by choice where it leaves one."""
    p = r.play
    if p.cards.get(ASIDE) and p.announced == NO:
        yield Call(L["104.f"], call="fifth-to-bank")
        yield from move_card(r, ASIDE, BANCA, L["104.f"])
        return
    if p.loser:  # IR 255
        return
    letter, cite = banker_letter(r)
    if letter == drawing.MAY:
        letter, cite = yield from _ask_banker(r, cite)
    if letter == drawing.MUST:
        yield Call(L["96.b-2"], (cite, *_deemed_law(r)), call="bank-card")
        yield from faults.deal_banker_third(r, cite)
        return
    yield Call(L["96.b-2"], (cite, *_deemed_law(r)), call="bank-no")
    if r.table.attended:
        answer = yield Handle(
            cite, what="bank-stands", faults=faults.reportable(r, ("drew-against",))
        )
        if isinstance(answer, Incident):
            yield from faults.burn_unwanted(r)


def _ask_banker(r: Round, cite: str, *, advised: bool = False) -> Steps:
    """Ask the banker to choose; a banker who asks for advice must follow it (98-2). ``advised``:
    the advice was that they are free."""
    p, place = r.play, r.place(r.banker)
    offers = [Offer(act, place, cite, r.banker) for act in (DRAW, STAND)]
    if p.announced != DEEMED and not p.faults and not advised:
        offers.append(Offer(ADVICE, place, L["98-2"], r.banker))
    offers.append(wagers.late_bet_offer(r))
    prompt = Listen(L["67"], (cite, *_deemed_law(r)), offers=tuple(offers),
                  window="banker+" if advised else "banker", clock="decision",
                  default=DRAW if _table_letter(r) != drawing.NOT else STAND,
                  default_law=IR[245], faults=conduct.conduct_kinds(r), details=conduct.details(r))
    while isinstance(answer := (yield prompt), Incident):
        yield from conduct.process_report(r, answer)
    if isinstance(answer, Act) and answer.act == ADVICE:
        if r.readings.free_cells == "free" and _table_letter(r) == drawing.MAY:  # IR 244
            yield Call(L["98-2"], (IR[244],), call="advice-free")
            return (yield from _ask_banker(r, cite, advised=True))
        p.follows_advice = True
        letter, cite = banker_letter(r)
        yield Call(L["98-2"], (IR[244],), call="advice-card" if letter == drawing.MUST
                   else "advice-no")
        return letter, L["98-2"]
    draws = answer.act == DRAW if isinstance(answer, Act) else _table_letter(r) != drawing.NOT
    return drawing.MUST if draws else drawing.NOT, cite


def _table_letter(r: Round) -> str:
    """The letter of the table for the banker; a free choice when the law fixes the ponto's
    score."""
    p = r.play
    if p.deemed:
        return drawing.MAY
    if p.ponto_shown or p.natural(BANCA):
        return drawing.NOT
    return drawing.banker_letter(
        p.points(BANCA, 2), p.cards[PONTO][2] if p.announced == CARD else ""
    )
