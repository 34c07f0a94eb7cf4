"""Common cards that the dealer shows too early, or without the burnt card that goes before, or one
more than is due (70.d to 70.h, 110)."""

from __future__ import annotations

from sabot import law
from sabot.families.pokertable import misdeal
from sabot.families.pokertable.irregularities import EARLY
from sabot.families.pokertable.round import BOARD, BURN, Round, Steps
from sabot.law import IR
from sabot.procedure import ALL, NOBODY, Call, Deal, Discard, Handle, Incident, Reveal, Shuffle

L = law.Section("pt-217-2007/poquer-nao-bancado")

STREETS = ("early-flop", "early-turn", "early-river")
"""What may be shown too early in each of the first rounds of betting."""
CLAUSES = (L["70.d"], L["70.e"], L["70.f"])
SHOWN = ("one", "two", "three")
"""How many cards of the flop were shown."""


def reported(r: Round) -> tuple[str, ...]:
    """The faults with common cards that may be reported while a round of betting goes on."""
    if not r.variant.burns:
        return ("one-more",) if _more(r) else ()
    n = r.street - 1
    if n >= len(STREETS) or n in r.trouble.exposed:
        return ()
    return (STREETS[n],)


def _more(r: Round) -> bool:
    """Whether a common card is left that may come before its round."""
    return len(r.board) < sum(r.variant.board)


# -- one too early ---------------------------------------------------------------------------------


def heard(r: Round, incident: Incident) -> Steps:
    """A report of such a fault."""
    if incident.kind == "one-more":
        yield from one_more(r)
    else:
        yield from _exposed(r, STREETS.index(incident.kind))


def _exposed(r: Round, n: int) -> Steps:
    """Common cards were shown before all had bet. They lie aside until the round is over; who has
    not bet may only match the bets of others (70.d to 70.f, 70.h)."""
    t, cite = r.trouble, CLAUSES[n]
    many = 1
    if n == 0:
        said = yield Handle(cite, what="how-many-shown", answers=SHOWN)
        many += SHOWN.index(said or SHOWN[0])
    if t.burn:
        t.burn = ""  # the card that was turned already is the burnt one
    elif n not in t.back and (yield from burnt(r, cite, IR[276])):
        many -= 1  # what was shown first is the burnt card (70.g)
    if not many:
        t.burn = L["70.g"]
        return
    t.exposed.add(n)
    yield Call(cite, (L["70.h"], IR[271], IR[276]), call=STREETS[n])
    for _ in range(many):
        t.early.append((yield Deal(cite, (IR[276],), to=EARLY, seen_by=ALL)))
    # After an early turn the river's place is taken by the turn: the early card may be the river.
    t.back[2 if n else 0] = cite if n != 2 else t.back.get(2, cite)
    for place in r.live:
        if place not in t.bet:
            t.bound.setdefault(place, L["70.h"])


def back(r: Round, n: int) -> Steps:
    """Before a street: cards that were shown too early go back into the pack, which is shuffled,
    and none is burnt; whether it was so (70.d to 70.f)."""
    t = r.trouble
    cite = t.back.pop(n, "")
    if not cite:
        return False
    also = (L["70.e"],) if cite == L["70.f"] else ()
    yield Discard(cite, also, hands=(EARLY,))
    lying = [card for hand in r.cards.values() for card in hand]
    yield Shuffle(cite, also, packs=1, warning=0,
                  without=(*r.variant.without, *lying, *r.board, *t.burnt))
    t.early.clear()
    return True


# -- the burnt card --------------------------------------------------------------------------------


def burnt(r: Round, cite: str, *also: str) -> Steps:
    """A card is burnt unseen. One that was turned instead is the burnt one (70.g); whether it
    was so."""
    card = yield Deal(cite, to=BURN, seen_by=NOBODY,
                      faults=r.real(("no-burn", *misdeal.PACK)))
    turned = isinstance(card, Incident)
    if turned:
        if card.kind != "no-burn":
            r.trouble.burnt += [card.card] if card.card else []
            raise misdeal.annuls(r, card.kind)
        yield Call(L["70.g"], (cite, *also), call="no-burn")
        card = yield from _turned(r, card.card)
    r.trouble.burnt.append(card)
    return turned


def _turned(r: Round, card: str) -> Steps:
    """The card that lies open now, and is the burnt one."""
    if not card:
        return (yield Deal(L["70.g"], to=BURN, seen_by=ALL))
    yield Reveal(L["70.g"], hand=BURN, index=len(r.trouble.burnt), card=card)
    return card


# -- one more --------------------------------------------------------------------------------------


def common(r: Round, cite: str, *also: str) -> Steps:
    """One common card; where they come from below, another may come with it (110)."""
    kinds = misdeal.found(r)
    if not r.variant.burns and len(r.board) + 1 < sum(r.variant.board):
        kinds += r.real(("one-more",))
    card = yield Deal(cite, also, to=BOARD, bottom=r.variant.bottom, faults=kinds)
    if not isinstance(card, Incident):
        r.board.append(card)
        return
    if card.kind != "one-more":
        r.board += [card.card] if card.card else []
        raise misdeal.annuls(r, card.kind)
    found = card.card or (yield Deal(cite, to=BOARD, bottom=r.variant.bottom))
    r.board.append(found)
    yield from one_more(r)


def one_more(r: Round) -> Steps:
    """The dealer uncovers one common card more than is due: it stays, and the round of betting that
    it would have had is lost (110)."""
    yield Call(L["110"], (IR[275],), call="one-more")
    r.board.append((yield Deal(L["110"], to=BOARD, bottom=r.variant.bottom)))
    r.trouble.ahead += 1


def lost(r: Round) -> Steps:
    """Whether the next round of betting is lost, its card lying there already (110)."""
    if not r.trouble.ahead:
        return False
    r.trouble.ahead -= 1
    yield Call(L["110"], (IR[275],), call="round-lost")
    return True
