"""A hand of 3-card baccarat: cards, bets, three passes face down, and the banker's cards last."""

from __future__ import annotations

from sabot import law
from sabot.equipment import UNKNOWN
from sabot.families.baccarat.ranks import figures, of_rank, rank
from sabot.families.baccarat.values import points, value
from sabot.families.layout.bets import take_bets
from sabot.families.layout.cloth import Cite, Fell
from sabot.families.layout.round import Carry, Round, Steps, spot_of, void
from sabot.families.layout.settle import end, settle
from sabot.games.three_card_baccarat.clauses import COMBINATIONS
from sabot.games.three_card_baccarat.rules import BOOK, BURN, CARDS, in_play
from sabot.games.three_card_baccarat.shoe import prepare, shoe_of
from sabot.games.three_card_baccarat.spots import place_of
from sabot.law import IR
from sabot.procedure import (
    ALL,
    NOBODY,
    Call,
    Detail,
    Discard,
    Handle,
    Incident,
    Result,
    Reveal,
    Turn,
    Void,
)
from sabot.procedure.table import Table
from sabot.procedure.visible_events import NO_LABEL, HandLabel

L = law.Section("mo-22-96-M/3-card-baccarat")

BANK = "bank"
EXPOSED, MISPLACED, BEYOND = "exposed", "misplaced", "beyond-repair"
"""What may happen to a card at a real table: it turns over, it comes to another place, or nobody
can say any more whose cards these are."""


OFF_TABLE, OF_ANOTHER = "cards-off-table", "cards-of-another"
HOLDS = (OFF_TABLE, OF_ANOTHER)
"""What a player may not do with cards: hold them off the table, or hold those of another place."""


class Cancelled(Exception):
    """A wrong deal that cannot be put right."""


class Cards:
    """The cards on the table, by place, and which of them lie open."""

    def __init__(self) -> None:
        self.hands: dict[str, list[str]] = {}
        self.open: set[tuple[str, int]] = set()

    def take(self, to: str, card: str, seen: bool) -> int:
        """A card comes to a place; its number there, from 0."""
        mine = self.hands.setdefault(to, [])
        mine.append(card)
        if seen:
            self.open.add((to, len(mine) - 1))
        return len(mine) - 1


def coup(table: Table, carry: Carry) -> Steps:
    """One hand, from the cards that it is dealt from to the last payment; the next carry."""
    r = Round(BOOK, table, carry)
    r.shoe = shoe_of(r)
    cards = Cards()
    fell: Fell | None = None
    try:
        yield from r.again(carry.held)
        yield from prepare(r)
        yield Call(*r.c.call, call="place-your-bets")
        yield from take_bets(r, "bets", "betting", r.c.betting)
        yield Call(*r.c.no_more, call="no-more-bets")
        yield from _alone(r)
        if r.stakes:
            fell = yield from _hand(r, cards)
            yield from settle(r, fell)
            yield from _stays(r)
    except Cancelled:
        yield Call(L["2.4-2"], (IR[214],), call="cancelled")
        yield from _free(r)
    except Void as stopped:
        yield from void(r, stopped.cause, stopped.closes)
        fell = None
    if cards.hands:
        yield Discard(L["2.2"], hands=tuple(cards.hands))
    return (yield from end(r, fell, note(fell[0]) if fell else ""))


def _alone(r: Round) -> Steps:
    """Tie bets on a place whose last main bet was taken back go back too."""
    there = in_play(r)
    for bet, (player, staked) in list(r.stakes.items()):
        spot = spot_of(bet)[1]
        if spot.startswith("tie/") and place_of(spot) not in there:
            yield r.release("return", bet, staked, L["8.3-2"], IR[213])
            for bets in (r.bets, r.first):
                del bets[player][spot]
            if not r.first[player]:
                del r.first[player]


def _free(r: Round) -> Steps:
    """What was not locked before stands free again, and goes back."""
    for bet, (_, staked) in list(r.stakes.items()):
        if new := staked - min(staked, r.came.get(bet, 0)):
            yield r.release("refund", bet, new, L["2.4-2"], IR[214])


# -- the cards -------------------------------------------------------------------------------------


def _hand(r: Round, cards: Cards) -> Steps:
    """Cards are removed, dealt and turned up; the rank of the banker's and of each place's."""
    shoe, first = r.shoe, not r.shoe.coups
    shoe.coups += 1
    for _ in range(r.table.rules.packs if first else BURN):
        yield from shoe.burn((L["2.2"], ()) if first else (L["2.3"], ()))
    places = _places(r)
    for _ in range(CARDS):
        for to in (*places, BANK):
            yield from _deal(r, cards, to)
    if r.table.attended:
        yield from _counted(r, cards)
    ranks = {}
    for to in (*places, BANK):
        ranks[to] = yield from _shown(cards, to)
    for place in places:
        mine, bank = ranks[place], ranks[BANK]
        how, cite = ("tie", (L["7.1"], (L["7"],))) if mine == bank else \
            ("won" if mine < bank else "lost", (L["6"], ()))
        yield Result(*cite, hand=place, result=how,
                     facts={"total": note(mine), "bank": note(bank)})
    last = max(r.table.places, *map(int, places)) if places else r.table.places
    return ranks[BANK], *(ranks.get(str(n), 0) for n in range(1, last + 1))


def _places(r: Round) -> list[str]:
    """The places that receive cards, from the first clockwise."""
    found = in_play(r)
    if r.table.rules.cards_to == "players":
        found |= {n for n, player in enumerate(r.seats, start=1) if player}
    return [str(n) for n in sorted(found)]


DEAL: Cite = (L["2.2-2"], (L["4.1"], IR[211], IR[212]))


def _deal(r: Round, cards: Cards, to: str) -> Steps:
    """The next card comes to a place, face down, whatever goes wrong on its way."""
    law, seen = DEAL, NOBODY
    while True:
        found = yield from r.shoe.draw(
            law, to, seen, (EXPOSED, MISPLACED, BEYOND) if r.table.attended else ())
        if not isinstance(found, Incident):
            cards.take(to, found, seen == ALL)
            return
        at = cards.take(to, found.card, seen == ALL) if found.card else 0
        if found.kind == BEYOND:
            raise Cancelled
        if found.kind == MISPLACED:
            yield Call(L["2.4"], call="corrected", seat=to)
        else:
            law, lies = (L["2.5"], ()), seen
            seen = ALL
            if found.card and lies != ALL:
                cards.open.add((to, at))
                yield Reveal(*law, hand=to, index=at, card=found.card)
            yield Call(*law, call="exposed-good", seat=to)
        if found.card:
            return


def _counted(r: Round, cards: Cards) -> Steps:
    """Before any card is turned up a wrong deal can still be found, and put right or not; who holds
    cards that may not be held is told so."""
    places = tuple(str(n) for n, player in enumerate(r.seats, start=1) if player)
    while True:
        found = yield Handle(L["2.4"], what="count-cards", facts={"cards": CARDS},
                             faults=(MISPLACED, BEYOND, *HOLDS),
                             details=tuple(Detail(kind, places) for kind in HOLDS if places))
        if not isinstance(found, Incident):
            return
        if found.kind in HOLDS:
            yield Call(L["4.3-2"], (IR[348],), call=found.kind, seat=found.seat)
            continue
        if found.kind == BEYOND:
            raise Cancelled
        yield Call(L["2.4"], call="corrected", seat=found.seat if found.seat in cards.hands else "")


def _shown(cards: Cards, to: str) -> Steps:
    """The cards of a place are turned up and their combination announced; its rank."""
    mine = cards.hands[to]
    for at, card in enumerate(mine):
        if (to, at) in cards.open:
            continue
        if card == UNKNOWN:
            mine[at] = yield Turn(IR[212], hand=to, index=at)
        else:
            yield Reveal(IR[212], hand=to, index=at, card=card)
    found = rank(mine)
    score, faces = of_rank(found)
    also = [L["annex"], L["5.1"], L["5.1-2"], L["5.2"] if faces == CARDS else L["5.2-2"]]
    if sum(map(value, mine)) >= 10:
        also.append(L["5.2-3"])
    yield Call(COMBINATIONS[found - 1], tuple(also), call=f"figures-{faces}", seat=to,
               facts={"points": score, "rank": found})
    return found


def _stays(r: Round) -> Steps:
    """What awaits the next hand is told."""
    for bet in r.stakes:
        law: Cite = (L["7.2"], ()) if place_of(spot_of(bet)[1]) else (L["8.1-2"], (L["8.1-3"],))
        yield Call(*law, call="stays", seat=bet)


# -- words -----------------------------------------------------------------------------------------


def note(number: int) -> str:
    """A combination in short: points and figures, "9/2"; "FFF" are three figures."""
    score, faces = of_rank(number)
    return "FFF" if faces == CARDS else f"{score}/{faces}"


def label(hand: str, cards: list[str | None], calls: tuple[str, ...]) -> HandLabel:
    """What the cards of a place come to: the points of those that can be seen, and the combination
    once all three can be."""
    seen = [card for card in cards if card is not None]
    if not seen:
        return NO_LABEL
    if len(seen) != CARDS:
        return HandLabel(total=points(seen))
    found = rank(seen)
    return HandLabel(total=note(found), rank=found, figures=figures(seen))
