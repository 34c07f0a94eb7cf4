"""One hand of 3-card baccarat: bets, three cards each face down, the banker's cards last."""

from __future__ import annotations

from sabot import regulations as law
from sabot.equipment import UNKNOWN
from sabot.families.baccarat.ranks import LOWEST, figures, of_rank, rank
from sabot.families.baccarat.values import points, value
from sabot.families.layout.bets import take_bets
from sabot.families.layout.cloth import Cite, Fell
from sabot.families.layout.round import Carry, Round, Steps, spot_of, void
from sabot.families.layout.settle import end, settle
from sabot.games.three_card_baccarat.clauses import COMBINATIONS
from sabot.games.three_card_baccarat.rules import (
    BOOK,
    BURN,
    CARDS,
    LOCKED,
    barred_spots,
    bases_of_ties,
    in_play,
    locked,
)
from sabot.games.three_card_baccarat.shoe import prepare, shoe_of
from sabot.games.three_card_baccarat.spots import place_of
from sabot.procedure import (
    ALL,
    NOBODY,
    Call,
    Detail,
    Discard,
    Handle,
    Incident,
    Listen,
    Offer,
    Result,
    Reveal,
    Turn,
    Void,
)
from sabot.procedure.table import Table
from sabot.procedure.visible_events import NO_LABEL, HandLabel
from sabot.regulations import IR

L = law.Section("mo-22-96-M/3-card-baccarat")

BANK = "bank"
EXPOSED, MISPLACED, BEYOND = "exposed", "misplaced", "beyond-repair"
"""Faults with a card at a real table: it turns over; it goes to a wrong place; nobody knows any
more whose cards these are."""

OFF_TABLE, OF_ANOTHER = "cards-off-table", "cards-of-another"
HANDLING_FAULTS = (OFF_TABLE, OF_ANOTHER)
"""Forbidden handling: a player holds cards off the table, or cards of another place."""


class Cancelled(Exception):
    """A wrong deal that cannot be corrected."""


class Cards:
    """The cards on the table by place, which of them lie face up, and the places of which they
    count nothing."""

    def __init__(self) -> None:
        self.hands: dict[str, list[str]] = {}
        self.open: set[tuple[str, int]] = set()
        self.dead: set[str] = set()

    def take(self, to: str, card: str, seen: bool) -> int:
        """Add a card to a place; returns its index there, from 0."""
        own = self.hands.setdefault(to, [])
        own.append(card)
        if seen:
            self.open.add((to, len(own) - 1))
        return len(own) - 1


def coup(table: Table, carry: Carry) -> Steps:
    """One hand, from preparing the cards to the last payment; returns the next carry."""
    r = Round(BOOK, table, carry)
    r.shoe = shoe_of(r)
    cards = Cards()
    fell: Fell | None = None
    try:
        yield from r.again(carry.held)
        yield from prepare(r)
        yield Call(*r.c.call, call="place-your-bets")
        yield from take_bets(r, "bets", "betting", r.c.betting)
        if not _late(r):
            yield Call(*r.c.no_more, call="no-more-bets")
        yield from _return_lone_ties(r)
        if r.stakes:
            fell = yield from _play_hand(r, cards)
            yield from settle(r, fell)
            yield from _announce_staying(r)
            r.notes = {}
    except Cancelled:
        yield from _cancelled(r)
    except Void as reason:
        yield from void(r, reason.cause, reason.closes)
        fell = None
    if cards.hands:
        yield Discard(L["2.2"], hands=tuple(cards.hands))
    return (yield from end(r, fell, note(fell[0]) if fell else ""))


def _return_lone_ties(r: Round) -> Steps:
    """Return tie bets on places whose last main bet was taken back."""
    for bet, (player, staked) in list(r.stakes.items()):
        spot, places = spot_of(bet)[1], bases_of_ties(r, player)
        if spot.startswith("tie/") and place_of(spot) not in places:
            yield r.release("return", bet, staked, L["8.3-2"], IR[213])
            for bets in (r.bets, r.first):
                del bets[player][spot]
            if not r.first[player]:
                del r.first[player]


def _cancelled(r: Round) -> Steps:
    """The cards are cancelled: bets that no earlier hand locked go back. By other readings they lie
    for the next deal, or all go back (IR 214)."""
    reading = r.table.rules.readings.cancelled
    if reading == "lie":
        yield Call(L["2.4-2"], (IR[214],), call="cancelled-bets-lie")
        r.notes = {f"{LOCKED}{bet}": str(locked(r, bet)) for bet in r.stakes}
        return
    yield Call(L["2.4-2"], (IR[214],), call="cancelled")
    for bet, (_, staked) in list(r.stakes.items()):
        stays = 0 if reading == "all-back" else locked(r, bet)
        if added := staked - min(staked, stays):
            yield r.release("refund", bet, added, L["2.4-2"], IR[214])


# -- bets after the deal ---------------------------------------------------------------------------


def _late(r: Round) -> bool:
    """Whether bets may still be made after the deal (IR 210)."""
    return bool(r.table.rules.readings.bets_until == "first-card")


def _late_bets(r: Round, dealt: list[str]) -> Steps:
    """More bets, on places with cards and on the banker's; what lies there can only grow."""
    def barred(r: Round, player: str) -> dict[str, Cite]:
        return {**barred_spots(r, player), **{
            spot: (IR[210], ()) for spot in r.cloth.spots
            if place_of(spot) and str(place_of(spot)) not in dealt}}

    def floors(r: Round, player: str) -> dict[str, tuple[int, Cite]]:
        bets = closed.get(player, {})
        return {spot: (cents, (IR[210], ())) for spot, cents in bets.items()
                if spot not in r.book.locks(r, player)}

    closed = {player: dict(bets) for player, bets in r.bets.items()}
    r.book = r.book._replace(barred=barred, floors=floors, commands={})
    yield from take_bets(r, "bets", "betting", r.c.betting)
    r.book = BOOK
    yield Call(*r.c.no_more, call="no-more-bets")


# -- the cards -------------------------------------------------------------------------------------


def _play_hand(r: Round, cards: Cards) -> Steps:
    """Burn, deal and turn up cards; returns the rank of the bank's hand and of each place's."""
    shoe, first = r.shoe, not r.shoe.coups
    shoe.coups += 1
    for _ in range(r.table.rules.packs if first else BURN):
        yield from shoe.burn((L["2.2"], ()) if first else (L["2.3"], ()))
    places = _places(r)
    hands, dealing = (*places, BANK), r.table.rules.readings.dealing
    for to in [to for to in hands for _ in range(CARDS)] if dealing == "together" else \
            [to for _ in range(CARDS) for to in hands]:
        yield from _deal(r, cards, to)
    if r.table.attended:
        yield from _check_deal(r, cards)
    if _late(r):
        yield from _late_bets(r, places)
    ranks = {}
    for to in hands:
        if dealing == "players-turn" and to != BANK:
            yield from _ask(r, to)
        ranks[to] = yield from _turn_up(cards, to)
    for place in places:
        own, bank = ranks[place], ranks[BANK]
        if place in cards.dead:
            yield Result(L["4.3-2"], (IR[348],), hand=place, result="lost",
                         facts={"total": note(own), "bank": note(bank)})
            ranks[place] = LOWEST + 1
            continue
        result, cite = ("tie", (L["7.1"], (L["7"],))) if own == bank else \
            ("won" if own < bank else "lost", (L["6"], ()))
        yield Result(*cite, hand=place, result=result,
                     facts={"total": note(own), "bank": note(bank)})
    last = max(r.table.places, *map(int, places)) if places else r.table.places
    return ranks[BANK], *(ranks.get(str(n), 0) for n in range(1, last + 1))


def _places(r: Round) -> list[str]:
    """The places that receive cards, clockwise from the first."""
    places = in_play(r)
    if r.table.rules.cards_to == "players":
        places |= {n for n, player in enumerate(r.seats, start=1) if player}
    return [str(n) for n in sorted(places)]


def _ask(r: Round, place: str) -> Steps:
    """Let the player who sits at a place turn up its cards (IR 212)."""
    if int(place) <= len(r.seats) and (player := r.seats[int(place) - 1]):
        yield Listen(IR[212], offers=(Offer("show", place, IR[212], player),),
                     window=f"show:{place}", clock="decision", default="show",
                     default_law=IR[212])


DEAL: Cite = (L["2.2-2"], (L["4.1"], IR[211], IR[212]))


def _deal(r: Round, cards: Cards, to: str) -> Steps:
    """Deal the next card to a place, face down, and correct faults on the way."""
    clause, seen = DEAL, NOBODY
    while True:
        drawn = yield from r.shoe.draw(
            clause, to, seen, (EXPOSED, MISPLACED, BEYOND) if r.table.attended else ())
        if not isinstance(drawn, Incident):
            cards.take(to, drawn, seen == ALL)
            return
        index = cards.take(to, drawn.card, seen == ALL) if drawn.card else 0
        if drawn.kind == BEYOND:
            raise Cancelled
        if drawn.kind == MISPLACED:
            yield Call(L["2.4"], call="corrected", seat=to)
        else:
            clause, seen_before = (L["2.5"], ()), seen
            seen = ALL
            if drawn.card and seen_before != ALL:
                cards.open.add((to, index))
                yield Reveal(*clause, hand=to, index=index, card=drawn.card)
            yield Call(*clause, call="exposed-good", seat=to)
        if drawn.card:
            return


def _check_deal(r: Round, cards: Cards) -> Steps:
    """Before any card is turned up, act on reports of a wrong deal, and warn players who handle
    cards against the rules."""
    places = tuple(str(n) for n, player in enumerate(r.seats, start=1) if player)
    while True:
        report = yield Handle(
            L["2.4"], what="count-cards", facts={"cards": CARDS},
            faults=(MISPLACED, BEYOND, *HANDLING_FAULTS),
            details=tuple(Detail(kind, places) for kind in HANDLING_FAULTS if places))
        if not isinstance(report, Incident):
            return
        if report.kind in HANDLING_FAULTS:
            yield Call(L["4.3-2"], (IR[348],), call=report.kind, seat=report.seat)
            if r.table.rules.readings.handling == "hand-cancelled":
                raise Cancelled
            if r.table.rules.readings.handling == "place-lost":
                cards.dead.add(report.seat)
            continue
        if report.kind == BEYOND:
            raise Cancelled
        yield Call(L["2.4"], call="corrected",
                   seat=report.seat if report.seat in cards.hands else "")


def _turn_up(cards: Cards, to: str) -> Steps:
    """Turn up the cards of a place and announce the combination; returns its rank."""
    own = cards.hands[to]
    for index, card in enumerate(own):
        if (to, index) in cards.open:
            continue
        if card == UNKNOWN:
            own[index] = yield Turn(IR[212], hand=to, index=index)
        else:
            yield Reveal(IR[212], hand=to, index=index, card=card)
    number = rank(own)
    score, faces = of_rank(number)
    also = [L["annex"], L["5.1"], L["5.1-2"], L["5.2"] if faces == CARDS else L["5.2-2"]]
    if sum(map(value, own)) >= 10:
        also.append(L["5.2-3"])
    yield Call(COMBINATIONS[number - 1], tuple(also), call=f"figures-{faces}", seat=to,
               facts={"points": score, "rank": number})
    return number


def _announce_staying(r: Round) -> Steps:
    """Announce the bets that stay for the next hand."""
    for bet in r.stakes:
        clause: Cite = (L["7.2"], ()) if place_of(spot_of(bet)[1]) else (L["8.1-2"], (L["8.1-3"],))
        yield Call(*clause, call="stays", seat=bet)


# -- words -----------------------------------------------------------------------------------------


def note(number: int) -> str:
    """The short form of a combination: points and figures, "9/2"; "FFF" for three figures."""
    score, faces = of_rank(number)
    return "FFF" if faces == CARDS else f"{score}/{faces}"


def label(hand: str, cards: list[str | None], calls: tuple[str, ...]) -> HandLabel:
    """The points of the visible cards of a place, and the combination when all three are
    visible."""
    seen = [card for card in cards if card is not None]
    if not seen:
        return NO_LABEL
    if len(seen) != CARDS:
        return HandLabel(total=points(seen))
    number = rank(seen)
    return HandLabel(total=note(number), rank=number, figures=figures(seen))
