"""The pack and the cards: check, shuffle, cut, deal, burn and turn up (31 to 35, 41 to 46, 77, 100,
101, 107, 108)."""

from __future__ import annotations

import msgspec

from sabot import regulations as law
from sabot.equipment import UNKNOWN
from sabot.families.pokertable import early_cards, misdeal
from sabot.families.pokertable.irregularities import EARLY
from sabot.families.pokertable.round import BOARD, BURN, Round, Steps
from sabot.procedure import (
    NOBODY,
    Act,
    Call,
    Cut,
    Deal,
    Discard,
    Handle,
    Incident,
    Listen,
    Offer,
    Reveal,
    Shuffle,
    Turn,
)
from sabot.regulations import IR, cite_clause, figure

L = law.Section("pt-217-2007/poquer-nao-bancado")

PACKS = figure(2, L["76"])
"""The number of packs that alternate with an automatic shuffler (76)."""
BURNT, BELOW = (L["41"], L["43"], L["45"]), (L["107"], *(L["108"],) * 4)
"""The clause of the common cards of each street, after a burn card or from the bottom."""


def prepare(r: Round) -> Steps:
    """The pack is checked and shuffled unseen, then cut: by the dealer (32), or by the player at
    the right of the hand where the variant says so (100, 101). With an automatic shuffler two packs
    alternate (76)."""
    machine = r.table.rules.shuffler
    if not r.hands or r.renewed:
        yield Handle(L["4-2"], (L["76"],) if machine else (),
                     what="show-packs" if machine else "show-cards")
        r.renewed = False
    if machine:
        r.pack = r.pack % PACKS + 1
        yield Handle(L["76"], (IR[352],), what="take-pack", facts={"pack": r.pack})
    yield from _shuffle(r)


def _shuffle(r: Round) -> Steps:
    v = r.variant
    machine = (L["76"],) if r.table.rules.shuffler else ()
    yield Shuffle(L["31"], (v.cites["pack"][0], *machine), packs=1, warning=0, without=v.without)
    if v.cutter:
        yield from _player_cuts(r)
    else:
        yield Cut(L["32"], at=26)


def _player_cuts(r: Round) -> Steps:
    size = 52 - len(r.variant.without)
    place = r.dealt[-1]
    answer = yield Listen(L["100"], (L["101"],), offers=(
        Offer("cut", str(place), L["100"], r.player(place), low=1, high=size - 1, unit=1,
              note="cards", also=(L["101"],), limit_law=L["100"], unit_law=L["100"]),),
        window="cut", clock="cut", default="cut", default_law=L["100"])
    at = answer.amount if isinstance(answer, Act) else size // 2
    if not isinstance(answer, Act):
        yield Call(L["101"], call="house-cuts")
    yield Cut(L["100"], at=at)


def deal_hole_cards(r: Round) -> Steps:
    """Each player in the hand gets their cards face down, one at a time, clockwise from the
    hand."""
    cite_clause(L["9.a"])
    cite, also = r.variant.cites["pockets"]
    # At a real table the dealer does not see them and players look at their own; where bets on
    # unseen cards may be announced first, nobody looks (106).
    hidden = r.table.attended or r.terms.blind
    r.cards = {place: [] for place in r.dealt}
    kinds = misdeal.deal_faults(r)
    deals = [(place, Deal(cite, also, to=str(place), faults=kinds,
                          seen_by=NOBODY if hidden else r.player(place))) for place in r.dealt]
    for _ in range(r.variant.hole):
        for place, deal in deals:
            # Faults are possible only at a real table.
            card = (yield from _deal_hole_card(r, place, deal)) if kinds else (yield deal)
            if card:
                r.cards[place].append(card)
    yield from misdeal.complete_deal(r, cite)


def _deal_hole_card(r: Round, place: int, deal: Deal) -> Steps:
    """One of the first cards; "" where its hand is completed at the end (70.c)."""
    first = not any(r.cards.values())
    while True:
        step = msgspec.structs.replace(deal, faults=(*deal.faults, *r.if_attended(("seen",)))) \
            if first and not r.trouble.turned else deal
        card = yield step
        if not isinstance(card, Incident):
            return card
        if card.kind == "seen":
            yield from _reshuffle(r, deal.to, card.card)
            continue
        replacement = yield from misdeal.replace_card(r, place, card)
        if replacement is not None:
            return replacement


def _reshuffle(r: Round, seat: str, card: str) -> Steps:
    """A card was seen during or after the cut: the pack is shuffled again (33)."""
    yield Call(L["33"], call="seen")
    if card:
        yield Discard(L["33"], hands=(seat,))
    yield from _shuffle(r)


def turn_up(r: Round, place: int, cite: str, *also: str) -> Steps:
    """The cards of a place are turned up."""
    for index, card in enumerate(r.cards[place]):
        if card == UNKNOWN:
            r.cards[place][index] = yield Turn(cite, also, hand=str(place), index=index)
        else:
            yield Reveal(cite, also, hand=str(place), index=index, card=card)


def deal_street(r: Round, n: int) -> Steps:
    """Deals the common cards of one street: after a burn card (41, 43, 45), or from the bottom
    (107, 108)."""
    v = r.variant
    cite = (BELOW if v.bottom else BURNT)[n]
    returned = yield from early_cards.return_early(r, n)
    if (turned := r.trouble.burn):
        r.trouble.burn = ""
        yield Call(turned, (cite,), call="turned-burnt")
    elif v.burns and not returned:
        yield from early_cards.burn(r, cite)
    for _ in range(v.board[n]):
        yield from early_cards.deal_common(r, cite, *(() if v.burns or n else (L["100-2"],)))


def deal_further_board(r: Round, own: int) -> Steps:
    """Deals another board whose last ``own`` cards are its own. No clause has a second board."""
    drawn = []
    for _ in range(own):
        drawn.append((yield Deal(L["45"], to=further_board(len(r.boards)))))
    r.boards.append([*r.board[:len(r.board) - own], *drawn])


def further_board(n: int) -> str:
    """The name of a further board, counted from 0."""
    return f"{BOARD}-{n + 2}"


def collect(r: Round) -> Steps:
    """The dealer takes all cards back; those that nobody has seen stay unseen (54, 68)."""
    hands = tuple(str(place) for place in r.live) if r.cards else ()
    hands += (BOARD,) if r.board else ()
    hands += tuple(map(further_board, range(len(r.boards))))
    hands += (BURN,) if r.trouble.burnt else ()
    hands += (EARLY,) if r.trouble.early else ()
    if hands:
        yield Discard(L["68"], (L["54"],), hands=hands)
