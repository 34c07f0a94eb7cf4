"""The pack and the cards: checked, shuffled, cut, dealt, burnt and turned (31 to 35, 41 to 46, 77,
100, 101, 107, 108)."""

from __future__ import annotations

import msgspec

from sabot import law
from sabot.equipment import UNKNOWN
from sabot.families.pokertable import early_cards, misdeal
from sabot.families.pokertable.irregularities import EARLY
from sabot.families.pokertable.round import BOARD, BURN, Round, Steps
from sabot.law import IR, cite_clause, figure
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

L = law.Section("pt-217-2007/poquer-nao-bancado")

PACKS = figure(2, L["76"])
"""So many packs an automatic shuffler is used with, by turns (76)."""
BURNT, BELOW = (L["41"], L["43"], L["45"]), (L["107"], *(L["108"],) * 4)
"""Under which clause the common cards of each street come, after a burnt card or from below."""


def prepare(r: Round) -> Steps:
    """The pack is checked and shuffled unseen, then cut: by the dealer (32), or by the player at
    the right of the hand where the variant says so (100, 101). With an automatic shuffler two packs
    are played with by turns (76)."""
    two = r.table.rules.shuffler
    if not r.hands or r.renewed:
        yield Handle(L["4-2"], (L["76"],) if two else (),
                     what="show-packs" if two else "show-cards")
        r.renewed = False
    if two:
        r.pack = r.pack % PACKS + 1
        yield Handle(L["76"], (IR[352],), what="take-pack", facts={"pack": r.pack})
    yield from _shuffled(r)


def _shuffled(r: Round) -> Steps:
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
    heard = yield Listen(L["100"], (L["101"],), offers=(
        Offer("cut", str(place), L["100"], r.player(place), low=1, high=size - 1, unit=1,
              note="cards", also=(L["101"],), limit_law=L["100"], unit_law=L["100"]),),
        window="cut", clock="cut", default="cut", default_law=L["100"])
    at = heard.amount if isinstance(heard, Act) else size // 2
    if not isinstance(heard, Act):
        yield Call(L["101"], call="house-cuts")
    yield Cut(L["100"], at=at)


def pockets(r: Round) -> Steps:
    """Each player in play gets his cards face down, one at a time, clockwise from the hand."""
    cite_clause(L["9.a"])
    cite, also = r.variant.cites["pockets"]
    # At a real table the dealer sees none of them, and each player looks at his own; where bets may
    # be announced before that, nobody does (106).
    hidden = r.table.attended or r.terms.blind
    r.cards = {place: [] for place in r.dealt}
    kinds = misdeal.dealing(r)
    deals = [(place, Deal(cite, also, to=str(place), faults=kinds,
                          seen_by=NOBODY if hidden else r.player(place))) for place in r.dealt]
    for _ in range(r.variant.hole):
        for place, deal in deals:
            # Only at a real table anything else can come.
            card = (yield from _pocket(r, place, deal)) if kinds else (yield deal)
            if card:
                r.cards[place].append(card)
    yield from misdeal.completed(r, cite)


def _pocket(r: Round, place: int, deal: Deal) -> Steps:
    """One of the first cards, "" where its hand is completed at the end (70.c)."""
    first = not any(r.cards.values())
    while True:
        step = msgspec.structs.replace(deal, faults=(*deal.faults, *r.real(("seen",)))) \
            if first and not r.trouble.turned else deal
        card = yield step
        if not isinstance(card, Incident):
            return card
        if card.kind == "seen":
            yield from _seen(r, deal.to, card.card)
            continue
        found = yield from misdeal.instead(r, place, card)
        if found is not None:
            return found


def _seen(r: Round, seat: str, card: str) -> Steps:
    """A card was seen while the pack was cut, or after: the pack is shuffled again (33)."""
    yield Call(L["33"], call="seen")
    if card:
        yield Discard(L["33"], hands=(seat,))
    yield from _shuffled(r)


def opened(r: Round, place: int, cite: str, *also: str) -> Steps:
    """The cards of a place are turned up."""
    for index, card in enumerate(r.cards[place]):
        if card == UNKNOWN:
            r.cards[place][index] = yield Turn(cite, also, hand=str(place), index=index)
        else:
            yield Reveal(cite, also, hand=str(place), index=index, card=card)


def street(r: Round, n: int) -> Steps:
    """The common cards of one street: after a burnt card (41, 43, 45), or from below (107, 108)."""
    v = r.variant
    cite = (BELOW if v.bottom else BURNT)[n]
    back = yield from early_cards.back(r, n)
    if (turned := r.trouble.burn):
        r.trouble.burn = ""
        yield Call(turned, (cite,), call="turned-burnt")
    elif v.burns and not back:
        yield from early_cards.burnt(r, cite)
    for _ in range(v.board[n]):
        yield from early_cards.common(r, cite, *(() if v.burns or n else (L["100-2"],)))


def removed(r: Round) -> Steps:
    """The dealer takes all cards back, those that nobody has seen unseen (54, 68)."""
    hands = tuple(str(place) for place in r.live) if r.cards else ()
    hands += (BOARD,) if r.board else ()
    hands += (BURN,) if r.trouble.burnt else ()
    hands += (EARLY,) if r.trouble.early else ()
    if hands:
        yield Discard(L["68"], (L["54"],), hands=hands)
