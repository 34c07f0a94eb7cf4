"""Faults with the cards at a real table, and what the law orders then (40-3, 70 to 75, 97 to 106).
"""

from __future__ import annotations

from itertools import combinations

from sabot import regulations as law
from sabot.families.baccarat.values import points
from sabot.games.chemin_de_fer import drawing
from sabot.games.chemin_de_fer.play import ASIDE, BANCA, BURNT, CARD, NO, PONTO, Annulled
from sabot.games.chemin_de_fer.playing import burn_card, discard, move_card
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.procedure import ALL, NOBODY, Call, Handle, Incident, Reveal
from sabot.regulations import IR, figure

L = law.Section("pt-217-2007/chemin-de-fer")

DEALT = {PONTO: ("face-up", "turned", "dropped", "thrown"), BANCA: ("face-up", "dropped")}
"""Faults at the first four cards."""
TOO_MANY = ("banker-more", "ponto-more", "fifth")
"""A card too many was dealt; at most one of these in a coup."""
BEFORE_HAND_OVER = (*TOO_MANY, "misdelivered", "late-bet")
"""Faults before the dealer hands over the ponto's cards."""
PONTO_THIRD = ("stuck", "four", "in-deposit", "dropped")
"""Faults at the ponto's third card."""
BANKER_THIRD = ("two", "dropped")
"""Faults at the banker's third card."""
NO_TIE = figure((7, 8), L["104.g"])
"""The scores with which a banker may not tie a score that the law gives to the ponto."""
RESTORABLE = ("certain", "uncertain")
"""Whether the coup can be restored with certainty."""


def reportable(r: Round, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The faults of these kinds that may still be reported: only at a real table."""
    if not r.table.attended:
        return ()
    return tuple(kind for kind in kinds if kind not in r.play.faults and not (
        kind in TOO_MANY and r.play.faults.intersection(TOO_MANY)))


def best_score(cards: list[str], *counts: int) -> int:
    """The highest score of any choice of so many of the cards; ``counts``: how many."""
    return max(points(chosen) for n in counts for chosen in combinations(cards, n))


def given_bounds(r: Round) -> bool:
    """Whether a 7 or 8 that the ponto is given keeps the banker from drawing (104.g, IR 423)."""
    p = r.play
    return (r.readings.given_score == "ponto" and "ponto-more" in p.faults
            and p.deemed.get(PONTO) in NO_TIE)


# -- the first four cards --------------------------------------------------------------------------


def deal_card(r: Round, hand: str, cite: tuple[str, tuple[str, ...]]) -> Steps:
    """Deal one of the first four cards, face down unless there is a fault."""
    p, seen = r.play, NOBODY
    while True:
        card = yield from r.shoe.draw(cite, hand, seen, reportable(r, DEALT[hand]))
        if not isinstance(card, Incident):
            p.add_card(hand, card, up=seen == ALL)
            return
        if card.card:
            p.add_card(hand, card.card, up=seen == ALL)
        if card.kind == "face-up":
            yield from _burn_face_up(r, hand, card)
            continue
        if card.kind == "turned":  # to the ponto
            p.by_table, clause = True, L["104.b"]
            seen = ALL
        elif card.kind == "dropped":
            clause = L["104.m"]
        else:
            p.deemed[PONTO], p.ponto_shown, clause = 9, True, L["104.i"]
        yield Call(clause, call=card.kind, seat=hand)
        if card.card:
            yield from _reveal_last(r, hand, clause)
            return


def _reveal_last(r: Round, hand: str, cite: str) -> Steps:
    """Reveal the last card of a hand to everybody."""
    p = r.play
    index = len(p.cards[hand]) - 1
    if not p.up[hand][index]:
        p.up[hand][index] = True
        yield Reveal(cite, hand=hand, index=index, card=p.cards[hand][index])


def _burn_face_up(r: Round, hand: str, incident: Incident) -> Steps:
    """Burn a card that was dealt face up; no bet may be taken back for it (106.a)."""
    yield Call(L["106.a"], call="face-up", seat=hand)
    if not incident.card:
        yield from _draw_to(r, BURNT, L["106.a"], ALL)
        yield from discard(r, (BURNT,), L["106.a"])
    else:
        yield from burn_card(r, hand, L["106.a"])


def _draw_to(r: Round, hand: str, cite: str, seen: str) -> Steps:
    """Draw the next card of the shoe to a hand; ``seen``: who sees it."""
    card = yield from r.shoe.draw((cite, (L["97"],)), hand, seen)
    r.play.add_card(hand, card, up=seen == ALL)


def process_dealt_fault(r: Round, incident: Incident) -> Steps:
    """Act on a fault after the first four cards, before the ponto has theirs."""
    p, kind = r.play, incident.kind
    if kind == "late-bet":
        yield Call(L["40-3"], call=kind, seat=incident.seat)
        return
    if kind == "misdelivered":
        yield from restore_or_annul(r, L["106.c"])
        return
    p.faults.add(kind)
    if kind == "banker-more":
        yield Call(L["104.d"], call=kind)
        yield from _draw_to(r, BANCA, L["104.d"], NOBODY)
        p.deemed[BANCA] = 0
    elif kind == "ponto-more":
        yield Call(L["104.g"], call=kind)
        yield from _draw_to(r, PONTO, L["104.g"], NOBODY)
    else:
        yield Call(L["104.f"], call=kind)
        yield from _draw_to(r, ASIDE, L["104.f"], NOBODY)


def restore_or_annul(r: Round, cite: str) -> Steps:
    """Go on if the coup can be restored with certainty, else annul it."""
    answer = yield Handle(cite, what="put-together", answers=RESTORABLE)
    if answer == RESTORABLE[1]:
        raise Annulled(cite, IR[249])


# -- third cards -----------------------------------------------------------------------------------


def deal_ponto_third(r: Round) -> Steps:
    """Deal the ponto's third card, face up (68)."""
    p = r.play
    if p.cards.get(ASIDE):  # the fifth card was drawn too early (104.f)
        yield from move_card(r, ASIDE, PONTO, L["104.f"], L["68"])
        return
    while True:
        card = yield from r.shoe.draw((L["68"], (L["97"],)), PONTO, ALL, reportable(r, PONTO_THIRD))
        if not isinstance(card, Incident):
            p.add_card(PONTO, card, up=True)
            return
        if card.card:
            p.add_card(PONTO, card.card, up=True)
        if card.kind == "dropped":
            yield Call(L["104.m"], call=card.kind, seat=PONTO)
            if card.card:
                return
            continue
        p.faults.add(card.kind)
        if card.kind == "in-deposit":
            yield from _replace_deposited(r, card)
            return
        if not card.card:
            yield from _draw_to(r, PONTO, L["104.c"] if card.kind == "stuck" else L["104.h"], ALL)
        if card.kind == "stuck":
            yield Call(L["104.c"], call="stuck")
            yield from _draw_to(r, ASIDE, L["104.c"], ALL)
            yield from restore_or_annul(r, L["104.c"])
            if r.readings.stuck_cards == "burnt":
                yield from _replace_stuck(r)
        else:
            yield Call(L["104.h"], call="four")
            yield from _draw_to(r, PONTO, L["104.h"], ALL)
        return


def _replace_stuck(r: Round) -> Steps:
    """Burn both cards and draw another one, by the other reading of IR 248."""
    for hand in (ASIDE, PONTO):
        yield from burn_card(r, hand, L["104.c"], IR[248])
    yield from _draw_to(r, PONTO, L["104.c"], ALL)


def _replace_deposited(r: Round, incident: Incident) -> Steps:
    """The card that the ponto asked for is in the deposit: the ponto's score is 9 (104.j)."""
    yield Call(L["104.j"], (IR[255],), call=incident.kind)
    if incident.card:
        yield from burn_card(r, PONTO, L["104.j"])
    else:
        yield from _draw_to(r, BURNT, L["104.j"], NOBODY)
        yield from discard(r, (BURNT,), L["104.j"])
    r.play.deemed[PONTO] = 9
    if r.readings.third_in_deposit == "coup-lost":  # IR 255
        r.play.loser = BANCA


def deal_banker_third(r: Round, cite: str) -> Steps:
    """Deal the banker's third card, face up (69)."""
    p = r.play
    if p.cards.get(ASIDE):  # the second of two that stuck together
        yield from move_card(r, ASIDE, BANCA, L["104.c"], IR[248])
        return
    while True:
        card = yield from r.shoe.draw(
            (L["69"], (cite, L["97"])), BANCA, ALL, reportable(r, BANKER_THIRD)
        )
        if not isinstance(card, Incident):
            p.add_card(BANCA, card, up=True)
            break
        if card.card:
            p.add_card(BANCA, card.card, up=True)
        if card.kind == "two":
            yield from _burn_surplus(r, card)
            break
        yield Call(L["104.m"], call=card.kind, seat=BANCA)
        if card.card:
            break
    if BANCA in p.deemed:  # too many cards: they count nothing (104.d)
        p.deemed[BANCA] = points(p.cards[BANCA][-1:])


def _burn_surplus(r: Round, incident: Incident) -> Steps:
    """The banker drew two cards instead of one: one of the banker's cards is burnt, so that the
    others have the lowest score (104.e)."""
    p = r.play
    p.faults.add("two")
    yield Call(L["104.e"], call="two")
    for _ in range(1 if incident.card else 2):
        yield from _draw_to(r, BANCA, L["104.e"], ALL)
    cards = p.cards[BANCA]
    surplus = min(range(len(cards)), key=lambda n: points(cards[:n] + cards[n + 1:]))
    yield from burn_card(r, BANCA, L["104.e"], index=surplus)


def burn_unwanted(r: Round) -> Steps:
    """The banker drew when the call was to stand: burn the card (104.n)."""
    yield Call(L["104.n"], call="drew-against")
    yield from _draw_to(r, BURNT, L["104.n"], ALL)
    yield from discard(r, (BURNT,), L["104.n"])


def correct_called_card(r: Round) -> Steps:
    """The dealer called a card that the ponto did not ask for (106.b). With 0 to 5 the first card
    that was drawn is the banker's; the others are burnt. Returns whether the banker has a third
    card by this."""
    p = r.play
    drawn_cards = yield Handle(L["106.b"], what="cards-drawn", answers=("none", "one", "two"))
    for _ in range(("none", "one", "two").index(drawn_cards)):
        yield from _draw_to(r, ASIDE, L["106.b"], ALL)
    third_dealt = bool(p.cards.get(ASIDE)) and p.points(BANCA) <= 5
    if third_dealt:
        yield from move_card(r, ASIDE, BANCA, L["106.b"], index=0)
    while p.cards.get(ASIDE):
        yield from burn_card(r, ASIDE, L["106.b"])
    return third_dealt


# -- what the ponto announced ----------------------------------------------------------------------


def decide_changed_word(r: Round) -> Steps:
    """The ponto announced one thing and then the other. With 5 the first counts (105.d); else the
    banker chooses, unless the banker has baccarat (105.c)."""
    p = r.play
    if p.known(PONTO):
        five = p.points(PONTO, 2) == 5
    else:
        five = (yield Handle(L["105.d"], what="has-five", answers=("no", "yes"))) == "yes"
    bound = p.points(BANCA) == 0 and r.readings.baccarat_bank == "first-word"  # IR 250
    if five or bound:
        yield Call(L["105.d"] if five else L["105.c"], call="first-word")
        return
    answers = ("refuse", "give") if p.announced == CARD else ("give", "refuse")
    chosen = yield Handle(L["105.c"], (IR[250],), what="banker-chooses", answers=answers)
    p.announced = CARD if chosen == "give" else NO


def decide_late_show(r: Round) -> Steps:
    """The ponto asked for a card with 8 or 9: the banker gives it or refuses (105.a)."""
    chosen = yield Handle(L["105.a"], (IR[250],), what="banker-chooses",
                          answers=("give", "refuse"))
    if chosen == "refuse":
        r.play.announced = NO


# -- rebuilding a coup -----------------------------------------------------------------------------


def is_false_draw(r: Round) -> bool:
    """Whether a ponto who must follow the table announced what it forbids (71)."""
    p = r.play
    if r.call == "banco" or p.deemed or p.natural(PONTO) or p.faults:
        return False
    letter = drawing.ponto_letter(p.points(PONTO, 2))
    return (p.announced, letter) in ((NO, drawing.MUST), (CARD, drawing.NOT))


def rebuild(r: Round, cite: str) -> Steps:
    """Deal the third cards again by the table, in the order in which they came; burn the rest (71,
    100)."""
    p = r.play
    yield Call(cite, call="rebuilt")
    for hand in (PONTO, BANCA):
        while len(p.cards[hand]) > 2:
            yield from move_card(r, hand, ASIDE, cite, index=2)
    is_natural = p.natural(PONTO) or p.natural(BANCA)
    if not is_natural:
        letter = drawing.ponto_letter(p.points(PONTO))
        if letter != drawing.MAY:
            p.announced = CARD if letter == drawing.MUST else NO
        if p.announced == CARD:
            yield from _give_next(r, PONTO, cite)
        card = p.cards[PONTO][2] if p.announced == CARD else ""
        if drawing.banker_letter(p.points(BANCA), card) != drawing.NOT:
            yield from _give_next(r, BANCA, cite)
    while p.cards.get(ASIDE):
        yield from burn_card(r, ASIDE, cite)


def _give_next(r: Round, hand: str, cite: str) -> Steps:
    """Give a hand the first card that was set aside, or else the next card of the shoe."""
    if r.play.cards.get(ASIDE):
        yield from move_card(r, ASIDE, hand, cite, index=0)
    else:
        yield from _draw_to(r, hand, cite, ALL)
