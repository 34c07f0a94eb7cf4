"""Common cards that the dealer shows too early, or without burning a card first, or one more than
is due (70.d to 70.h, 110)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.pokertable import misdeal
from sabot.families.pokertable.irregularities import EARLY
from sabot.families.pokertable.round import BOARD, BURN, Round, Steps
from sabot.procedure import ALL, NOBODY, Call, Deal, Discard, Handle, Incident, Reveal, Shuffle
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")

STREETS = ("early-flop", "early-turn", "early-river")
"""The fault of showing common cards too early, by betting round."""
CLAUSES = (L["70.d"], L["70.e"], L["70.f"])
SHOWN = ("one", "two", "three")
"""How many cards of the flop were shown."""


def reportable(r: Round) -> tuple[str, ...]:
    """The faults with common cards that may be reported during a betting round."""
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


def apply_fault(r: Round, incident: Incident) -> Steps:
    """Applies a report of such a fault."""
    if incident.kind == "one-more":
        yield from one_more(r)
    else:
        yield from _expose(r, STREETS.index(incident.kind))


def _expose(r: Round, n: int) -> Steps:
    """Common cards were shown before all had bet. They are set aside until the round is over;
    players who have not bet may only match the bets of others (70.d to 70.f, 70.h)."""
    t, cite = r.trouble, CLAUSES[n]
    count = 1
    if n == 0:
        answer = yield Handle(cite, what="how-many-shown", answers=SHOWN)
        count += SHOWN.index(answer or SHOWN[0])
    burned = r.readings.early_burn == "burned"
    if t.burn and burned:
        t.burn = ""  # the card that was turned up in the deal is the burn card
    elif burned and n not in t.back and (yield from burn(r, cite, IR[276])):
        count -= 1  # the first card shown is the burn card (70.g)
    if not count:
        t.burn = L["70.g"]
        return
    t.exposed.add(n)
    yield Call(cite, (L["70.h"], IR[271], IR[276]), call=STREETS[n])
    for _ in range(count):
        t.early.append((yield Deal(cite, (IR[276],), to=EARLY, seen_by=ALL)))
    # After an early turn the next card becomes the turn, and the early card may be the river.
    t.back[2 if n else 0] = cite if n != 2 else t.back.get(2, cite)
    for place in r.live:
        if not _has_bet(r, place):
            t.bound.setdefault(place, L["70.h"])


def _has_bet(r: Round, place: int) -> bool:
    """Whether a place counts as having bet in this round: by its own bet; by other readings also by
    a forced one, or by having passed (70.h, IR 271)."""
    t, reading = r.trouble, r.readings.has_bet
    return (place in t.bet or (reading == "also-forced" and r.wagered.get(place, 0) > 0)
            or (reading == "also-check" and place in t.spoken))


def return_early(r: Round, n: int) -> Steps:
    """Before a street: cards that were shown too early go back into the pack, which is shuffled,
    and no card is burned. Returns whether this was so (70.d to 70.f)."""
    t = r.trouble
    cite = t.back.pop(n, "")
    if not cite:
        return False
    also = (L["70.e"],) if cite == L["70.f"] else ()
    yield Discard(cite, also, hands=(EARLY,))
    dealt = [card for hand in r.cards.values() for card in hand]
    yield Shuffle(cite, also, packs=1, warning=0,
                  without=(*r.variant.without, *dealt, *r.board, *t.burnt))
    t.early.clear()
    return True


# -- the burn card ---------------------------------------------------------------------------------


def burn(r: Round, cite: str, *also: str) -> Steps:
    """Burns a card unseen. If a card was turned up instead, it is the burn card (70.g); returns
    whether this was so."""
    card = yield Deal(cite, to=BURN, seen_by=NOBODY,
                      faults=(*r.if_attended(("no-burn",)), *misdeal.pack_faults(r)))
    exposed = isinstance(card, Incident)
    if exposed:
        if card.kind != "no-burn":
            r.trouble.burnt += [card.card] if card.card else []
            raise misdeal.annulment(r, card.kind)
        yield Call(L["70.g"], (cite, *also), call="no-burn")
        card = yield from _open_burn_card(r, card.card)
    r.trouble.burnt.append(card)
    return exposed


def _open_burn_card(r: Round, card: str) -> Steps:
    """The card that was turned up and is the burn card."""
    if not card:
        return (yield Deal(L["70.g"], to=BURN, seen_by=ALL))
    yield Reveal(L["70.g"], hand=BURN, index=len(r.trouble.burnt), card=card)
    return card


# -- one more --------------------------------------------------------------------------------------


def deal_common(r: Round, cite: str, *also: str) -> Steps:
    """Deals one common card; where cards come from the bottom, another may come with it (110)."""
    kinds = misdeal.pack_faults(r)
    if not r.variant.burns and len(r.board) + 1 < sum(r.variant.board):
        kinds += r.if_attended(("one-more",))
    card = yield Deal(cite, also, to=BOARD, bottom=r.variant.bottom, faults=kinds)
    if not isinstance(card, Incident):
        r.board.append(card)
        return
    if card.kind != "one-more":
        r.board += [card.card] if card.card else []
        raise misdeal.annulment(r, card.kind)
    first = card.card or (yield Deal(cite, to=BOARD, bottom=r.variant.bottom))
    r.board.append(first)
    yield from one_more(r)
    if r.readings.extra_cards == "all":  # the round of the card that was due is lost too
        r.trouble.lost_now = True


def one_more(r: Round) -> Steps:
    """The dealer uncovers one common card too many: it stays, and its betting round is lost
    (110)."""
    yield Call(L["110"], (IR[275],), call="one-more")
    r.board.append((yield Deal(L["110"], to=BOARD, bottom=r.variant.bottom)))
    r.trouble.ahead += 1


def skip_own_round(r: Round) -> Steps:
    """Whether the betting round of the card just dealt is lost, because another came with it, by
    the reading that counts all cards uncovered at once (110, IR 275)."""
    if not r.trouble.lost_now:
        return False
    r.trouble.lost_now = False
    yield Call(L["110"], (IR[275],), call="round-lost")
    return True


def skip_round(r: Round) -> Steps:
    """Whether the next betting round is lost, because its card is already on the table (110)."""
    if not r.trouble.ahead:
        return False
    r.trouble.ahead -= 1
    yield Call(L["110"], (IR[275],), call="round-lost")
    return True
