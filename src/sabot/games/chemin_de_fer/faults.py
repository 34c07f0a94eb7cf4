"""What the law orders when something goes wrong with the cards at a real table (40-3, 70 to 75,
97 to 106)."""

from __future__ import annotations

from itertools import combinations

from sabot import law
from sabot.families.baccarat.values import points
from sabot.games.chemin_de_fer import drawing
from sabot.games.chemin_de_fer.play import ASIDE, BANCA, BURNT, CARD, NO, PONTO, Annulled
from sabot.games.chemin_de_fer.playing import burn, put_away, shift
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.law import IR
from sabot.procedure import ALL, NOBODY, Call, Handle, Incident, Reveal

L = law.Section("pt-217-2007/chemin-de-fer")

DEALT = {PONTO: ("face-up", "turned", "dropped", "thrown"), BANCA: ("face-up", "dropped")}
"""At the first four cards."""
MORE = ("banker-more", "ponto-more", "fifth")
"""So many cards lie there that one is too many; once a coup."""
HANDED = (*MORE, "misdelivered", "late-bet")
"""When the dealer passes the ponto's cards."""
THIRD = ("stuck", "four", "in-deposit", "dropped")
"""At the ponto's third card."""
BANKS = ("two", "dropped")
"""At the banker's third card."""
SURE = ("certain", "uncertain")
"""Whether the coup can be put together again."""


def at(r: Round, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What may be reported here: at a real table, and of too many cards only once."""
    if not r.table.attended:
        return ()
    return tuple(kind for kind in kinds if kind not in r.play.faults and not (
        kind in MORE and r.play.faults.intersection(MORE)))


def best(cards: list[str], *counts: int) -> int:
    """The highest score that so many of the cards can make."""
    return max(points(some) for n in counts for some in combinations(cards, n))


# -- the first four cards --------------------------------------------------------------------------


def dealt(r: Round, hand: str, cite: tuple[str, tuple[str, ...]]) -> Steps:
    """One of the first four cards, face down unless something went wrong with it."""
    p, seen = r.play, NOBODY
    while True:
        card = yield from r.shoe.draw(cite, hand, seen, at(r, DEALT[hand]))
        if not isinstance(card, Incident):
            p.lay(hand, card, up=seen == ALL)
            return
        if card.card:
            p.lay(hand, card.card, up=seen == ALL)
        if card.kind == "face-up":
            yield from _face_up(r, hand, card)
            continue
        if card.kind == "turned":  # to the ponto
            p.tabled, clause = True, L["104.b"]
            seen = ALL
        elif card.kind == "dropped":
            clause = L["104.m"]
        else:
            p.deemed[PONTO], p.shown, clause = 9, True, L["104.i"]
        yield Call(clause, call=card.kind, seat=hand)
        if card.card:
            yield from _seen(r, hand, clause)
            return


def _seen(r: Round, hand: str, cite: str) -> Steps:
    """The last card of a hand has been seen by everybody."""
    p = r.play
    index = len(p.cards[hand]) - 1
    if not p.up[hand][index]:
        p.up[hand][index] = True
        yield Reveal(cite, hand=hand, index=index, card=p.cards[hand][index])


def _face_up(r: Round, hand: str, incident: Incident) -> Steps:
    """A card that came out uncovered is burnt; nobody may take his bet back for it (106.a)."""
    yield Call(L["106.a"], call="face-up", seat=hand)
    if not incident.card:
        yield from _drawn(r, BURNT, L["106.a"], ALL)
        yield from put_away(r, (BURNT,), L["106.a"])
    else:
        yield from burn(r, hand, L["106.a"])


def _drawn(r: Round, hand: str, cite: str, seen: str) -> Steps:
    """A card that was drawn by mistake lies in a hand."""
    card = yield from r.shoe.draw((cite, (L["97"],)), hand, seen)
    r.play.lay(hand, card, up=seen == ALL)


def handed(r: Round, incident: Incident) -> Steps:
    """What goes wrong once four cards lie there, until the ponto has his."""
    p, kind = r.play, incident.kind
    if kind == "late-bet":
        yield Call(L["40-3"], call=kind, seat=incident.seat)
        return
    if kind == "misdelivered":
        yield from certain(r, L["106.c"])
        return
    p.faults.add(kind)
    if kind == "banker-more":
        yield Call(L["104.d"], call=kind)
        yield from _drawn(r, BANCA, L["104.d"], NOBODY)
        p.deemed[BANCA] = 0
    elif kind == "ponto-more":
        yield Call(L["104.g"], call=kind)
        yield from _drawn(r, PONTO, L["104.g"], NOBODY)
    else:
        yield Call(L["104.f"], call=kind)
        yield from _drawn(r, ASIDE, L["104.f"], NOBODY)


def certain(r: Round, cite: str) -> Steps:
    """The coup goes on if it can be put together again with certainty; else it is annulled."""
    said = yield Handle(cite, what="put-together", answers=SURE)
    if said == SURE[1]:
        raise Annulled(cite, IR[249])


# -- third cards -----------------------------------------------------------------------------------


def third(r: Round) -> Steps:
    """The ponto's third card, for all to see (68)."""
    p = r.play
    if p.cards.get(ASIDE):  # the fifth card was drawn before he asked (104.f)
        yield from shift(r, ASIDE, PONTO, L["104.f"], L["68"])
        return
    while True:
        card = yield from r.shoe.draw((L["68"], (L["97"],)), PONTO, ALL, at(r, THIRD))
        if not isinstance(card, Incident):
            p.lay(PONTO, card, up=True)
            return
        if card.card:
            p.lay(PONTO, card.card, up=True)
        if card.kind == "dropped":
            yield Call(L["104.m"], call=card.kind, seat=PONTO)
            if card.card:
                return
            continue
        p.faults.add(card.kind)
        if card.kind == "in-deposit":
            yield from _in_deposit(r, card)
            return
        if not card.card:
            yield from _drawn(r, PONTO, L["104.c"] if card.kind == "stuck" else L["104.h"], ALL)
        if card.kind == "stuck":
            yield Call(L["104.c"], call="stuck")
            yield from _drawn(r, ASIDE, L["104.c"], ALL)
            yield from certain(r, L["104.c"])
        else:
            yield Call(L["104.h"], call="four")
            yield from _drawn(r, PONTO, L["104.h"], ALL)
        return


def _in_deposit(r: Round, incident: Incident) -> Steps:
    """The card that the ponto asked for is in the deposit: his score is 9 (104.j)."""
    yield Call(L["104.j"], (IR[255],), call=incident.kind)
    if incident.card:
        yield from burn(r, PONTO, L["104.j"])
    else:
        yield from _drawn(r, BURNT, L["104.j"], NOBODY)
        yield from put_away(r, (BURNT,), L["104.j"])
    r.play.deemed[PONTO] = 9


def bank_third(r: Round, cite: str) -> Steps:
    """The banker's third card, turned up at once (69)."""
    p = r.play
    if p.cards.get(ASIDE):  # the second of two that stuck together
        yield from shift(r, ASIDE, BANCA, L["104.c"], IR[248])
        return
    while True:
        card = yield from r.shoe.draw((L["69"], (cite, L["97"])), BANCA, ALL, at(r, BANKS))
        if not isinstance(card, Incident):
            p.lay(BANCA, card, up=True)
            break
        if card.card:
            p.lay(BANCA, card.card, up=True)
        if card.kind == "two":
            yield from _two(r, card)
            break
        yield Call(L["104.m"], call=card.kind, seat=BANCA)
        if card.card:
            break
    if BANCA in p.deemed:  # he had too many cards, and they count nothing (104.d)
        p.deemed[BANCA] = points(p.cards[BANCA][-1:])


def _two(r: Round, incident: Incident) -> Steps:
    """The banker took two cards for one: of all his cards one is burnt, so that those that stay
    have the lowest score (104.e)."""
    p = r.play
    p.faults.add("two")
    yield Call(L["104.e"], call="two")
    for _ in range(1 if incident.card else 2):
        yield from _drawn(r, BANCA, L["104.e"], ALL)
    cards = p.cards[BANCA]
    out = min(range(len(cards)), key=lambda n: points(cards[:n] + cards[n + 1:]))
    yield from burn(r, BANCA, L["104.e"], index=out)


def against_word(r: Round) -> Steps:
    """The banker drew although he was told to stand: the card is burnt (104.n)."""
    yield Call(L["104.n"], call="drew-against")
    yield from _drawn(r, BURNT, L["104.n"], ALL)
    yield from put_away(r, (BURNT,), L["104.n"])


def called_card(r: Round) -> Steps:
    """The dealer called a card that the ponto had not asked for. What was drawn is put right by the
    table: with 0 to 5 the first card is the banker's; all others are burnt (106.b). Whether the
    banker has his third card so."""
    p = r.play
    drawn = yield Handle(L["106.b"], what="cards-drawn", answers=("none", "one", "two"))
    for _ in range(("none", "one", "two").index(drawn)):
        yield from _drawn(r, ASIDE, L["106.b"], ALL)
    takes = bool(p.cards.get(ASIDE)) and p.points(BANCA) <= 5
    if takes:
        yield from shift(r, ASIDE, BANCA, L["106.b"], index=0)
    while p.cards.get(ASIDE):
        yield from burn(r, ASIDE, L["106.b"])
    return takes


# -- what the ponto said ---------------------------------------------------------------------------


def second_thoughts(r: Round) -> Steps:
    """The ponto has said one thing and then the other. With 5 the first counts (105.d); else the
    banker chooses, if he has no baccarat himself (105.c)."""
    p = r.play
    if p.known(PONTO):
        five = p.points(PONTO, 2) == 5
    else:
        five = (yield Handle(L["105.d"], what="has-five", answers=("no", "yes"))) == "yes"
    if five or p.points(BANCA) == 0:
        yield Call(L["105.d"] if five else L["105.c"], call="first-word")
        return
    words = ("refuse", "give") if p.said == CARD else ("give", "refuse")
    chosen = yield Handle(L["105.c"], (IR[250],), what="banker-chooses", answers=words)
    p.said = CARD if chosen == "give" else NO


def late_show(r: Round) -> Steps:
    """The ponto asked for a card although he has 8 or 9: the banker gives it to him or not (105.a).
    """
    chosen = yield Handle(L["105.a"], (IR[250],), what="banker-chooses",
                          answers=("give", "refuse"))
    if chosen == "refuse":
        r.play.said = NO


# -- put together again ----------------------------------------------------------------------------


def false_draw(r: Round) -> bool:
    """Whether the ponto, who was bound by the table, said what it does not allow (71)."""
    p = r.play
    if r.call == "banco" or p.deemed or p.natural(PONTO) or p.faults:
        return False
    asks = drawing.ponto(p.points(PONTO, 2))
    return (p.said, asks) in ((NO, drawing.MUST), (CARD, drawing.NOT))


def rebuilt(r: Round, cite: str) -> Steps:
    """The third cards are given again in the order in which they came, as the table has it; what is
    left over is burnt (71, 100)."""
    p = r.play
    yield Call(cite, call="rebuilt")
    for hand in (PONTO, BANCA):
        while len(p.cards[hand]) > 2:
            yield from shift(r, hand, ASIDE, cite, index=2)
    ends = p.natural(PONTO) or p.natural(BANCA)
    if not ends:
        asks = drawing.ponto(p.points(PONTO))
        if asks != drawing.MAY:
            p.said = CARD if asks == drawing.MUST else NO
        if p.said == CARD:
            yield from _given(r, PONTO, cite)
        card = p.cards[PONTO][2] if p.said == CARD else ""
        if drawing.banker(p.points(BANCA), card) != drawing.NOT:
            yield from _given(r, BANCA, cite)
    while p.cards.get(ASIDE):
        yield from burn(r, ASIDE, cite)


def _given(r: Round, hand: str, cite: str) -> Steps:
    """The first card that lies aside goes to a hand, or else the next of the shoe."""
    if r.play.cards.get(ASIDE):
        yield from shift(r, ASIDE, hand, cite, index=0)
    else:
        yield from _drawn(r, hand, cite, ALL)
