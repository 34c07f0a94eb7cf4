"""A coup of ponto e banca, step by step in the order of the regulation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sabot.equipment import UNKNOWN
from sabot.families.baccarat import cards
from sabot.families.baccarat.clauses import BANCA, CONTINUOUS, PONTO, SIDES, Law, Pile, seating
from sabot.families.baccarat.drawing import banca_draws, ends, ponto_draws
from sabot.families.baccarat.readings import naturals_end
from sabot.families.baccarat.values import NATURALS, is_pair, points
from sabot.families.layout.bets import take_bets
from sabot.families.layout.cloth import Cite, Fell
from sabot.families.layout.round import Carry, Round, RuleBook, Steps, void
from sabot.families.layout.settle import end, settle
from sabot.families.shoe.shoe import BURN, InUse, Shoe
from sabot.procedure import (
    ALL,
    NOBODY,
    Act,
    AnyStep,
    Call,
    Discard,
    Handle,
    Incident,
    Listen,
    Offer,
    Result,
    Reveal,
    Shift,
    Turn,
    Void,
)
from sabot.procedure.table import Table
from sabot.procedure.visible_events import NO_LABEL, HandLabel
from sabot.regulations import IR

FACE_UP, WRONG_SIDE, MIXED_UP, TOO_MANY = "face-up", "wrong-side", "mixed-up", "too-many"
DEALING = (FACE_UP, WRONG_SIDE, MIXED_UP)
"""What may happen to a card: it lies face up in the shoe, it goes to the wrong side, or it is
mixed up with others."""

DECLINES = "declines/"


class Null(Exception):
    """A dealing error that cannot be corrected."""


class Play:
    """The cards of one coup: ``hands`` by side, who handles them, and which are turned up."""

    def __init__(self, r: Round, law: Law) -> None:
        self.r, self.law = r, law
        self.hands: dict[str, list[str]] = {side: [] for side in SIDES}
        self.open: set[tuple[str, int]] = set()
        self.used: list[str] = []
        self.handler = dict.fromkeys(SIDES, "")

    # -- cards ------------------------------------------------------------------------------------

    def card(self, law: Cite, side: str, seen: str) -> Steps:
        """Deal the next card to a side, with whatever errors the croupier reports."""
        r, hand = self.r, self.hands[side]
        while True:
            drawn = yield from r.shoe.draw(law, side, seen, DEALING)
            if not isinstance(drawn, Incident):
                break
            if drawn.kind == WRONG_SIDE and r.table.rules.readings.slip == "burned":
                yield from self.burn_wrong(side, drawn.card)
                continue
            if drawn.card:
                hand.append(drawn.card)
                self.used.append(drawn.card)
            if drawn.kind == MIXED_UP:
                raise Null
            if drawn.kind == FACE_UP and drawn.card:
                if seen != ALL:
                    yield Reveal(*self.law.face_up, hand=side, index=len(hand) - 1,
                                 card=drawn.card)
                    self.open.add((side, len(hand) - 1))
                yield Call(*self.law.face_up, call="face-up-valid", seat=side)
                return
            if drawn.kind == WRONG_SIDE:
                yield Handle(*self.law.slip, what="put-right", seat=side)
            if drawn.card:
                return
        hand.append(drawn)
        self.used.append(drawn)

    def burn_wrong(self, side: str, card: str) -> Steps:
        """Burn a card that was laid at the wrong side; it may still have to be named."""
        yield Handle(*self.law.slip, what="burn-wrong", seat=side)
        if card:
            yield Shift(*self.law.slip, frm=side, index=len(self.hands[side]), to=BURN, card=card)
        else:
            card = yield from self.r.shoe.draw(self.law.slip, BURN, NOBODY)
        self.used.append(card)
        yield Discard(*self.law.slip, hands=(BURN,))

    def turn_up(self, side: str, index: int) -> Steps:
        """Turn up a card of a side, unless it is face up already."""
        card = self.hands[side][index]
        if (side, index) in self.open:
            return
        self.open.add((side, index))
        if card == UNKNOWN:
            card = yield Turn(*self.law.uncover, hand=side, index=index)
            self.hands[side][index] = card
        else:
            yield Reveal(self.law.uncover[0], (*self.law.uncover[1], self.counts(card)),
                         hand=side, index=index, card=card)

    def counts(self, card: str) -> str:
        """The clause that gives the points of a card."""
        ace, nothing, printed = self.law.values
        return ace if card[0] == "A" else nothing if card[0] in "TJQK" else printed

    def points(self, side: str) -> int:
        """The points of a side."""
        return points(self.hands[side])

    # -- who handles the cards --------------------------------------------------------------------

    def choose(self) -> Steps:
        """Choose who handles the cards of each side: of the seated players who do not decline,
        the one with the highest bet there; at equal bets the one with the lowest place."""
        r, law = self.r, self.law
        if r.table.rules.dealer_alone:
            yield Call(*law.dealer, call="dealer-handles")
            return
        usual = r.table.rules.readings.handler == "next-equal"
        for side in SIDES:
            ranked = self._ranked(side)
            takers = self._takers(side, ranked)
            if not takers:
                continue
            taker = takers[0]
            if not r.table.attended:
                self.handler[side] = taker
            stake = r.bets[taker][side]
            equal = sum(r.bets[player][side] == stake for player in takers) > 1
            cites = (*law.handles[1], *((law.equal[0],) if equal else ()),
                     *((law.declines[0],) if taker != ranked[0] else ()),
                     *(() if usual else (IR[435],)))
            yield Call(law.handles[0], cites, call=f"cards-to-{side}", seat=r.place(taker))

    def _takers(self, side: str, ranked: list[str]) -> list[str]:
        """The players who want the cards of a side, the first of whom has them (IR 435)."""
        r, reading = self.r, self.r.table.rules.readings.handler
        stakes = {player: bets[side] for player, bets in r.bets.items() if bets.get(side)}
        if reading == "highest-stake" and ranked and max(stakes.values()) > stakes[ranked[0]]:
            return []
        if reading == "next-lower":
            ranked = [player for n, player in enumerate(ranked)
                      if not n or stakes[player] < stakes[ranked[n - 1]]]
        return [player for player in ranked if f"{DECLINES}{player}" not in r.notes]

    def _ranked(self, side: str) -> list[str]:
        r, seated = self.r, seating(self.r.table).seated
        bettors = [(-bets[side], int(r.place(player)), player) for player, bets in r.bets.items()
                   if bets.get(side) and int(r.place(player)) <= seated]
        return [player for _, _, player in sorted(bettors)]

    def ask(self, side: str, third: bool) -> Steps:
        """Let the player who handles the cards of a side look at them and turn them up."""
        player, law = self.handler[side], self.law.third_alone if third else self.law.looks
        if not player:
            return
        heard = yield Listen(*law, offers=(Offer("show", side, law[0], player),),
                             window=f"show:{side}:{3 if third else 2}", clock="decision",
                             default="show", default_law=law[0], faults=(MIXED_UP,))
        if isinstance(heard, Incident):
            raise Null


def label(hand: str, cards: list[str | None], calls: tuple[str, ...]) -> HandLabel:
    """The label of a side: the points of its cards that are face up."""
    seen = [card for card in cards if card is not None]
    return HandLabel(total=points(seen)) if seen and hand in SIDES else NO_LABEL


def acts(law: Law, r: Round, player: str) -> Iterator[Offer]:
    """Offer seated players to leave the cards to others, or to take them again."""
    place = r.place(player)
    if r.table.rules.dealer_alone or int(place) > seating(r.table).seated:
        return
    act = "take-cards" if f"{DECLINES}{player}" in r.notes else "leave-cards"
    yield Offer(act, place, law.declines[0], player, also=law.declines[1])


def change_handling(r: Round, act: Act) -> Steps:
    """A player leaves the cards to others from now on, or takes them again."""
    if act.act == "leave-cards":
        r.notes[f"{DECLINES}{act.player}"] = act.seat
    else:
        r.notes.pop(f"{DECLINES}{act.player}", None)
    yield from ()


# -- the coup --------------------------------------------------------------------------------------


Closing = Callable[[Round], Iterable[AnyStep]]
"""The steps after bets are closed."""


def no_steps(r: Round) -> Iterable[AnyStep]:
    """No step after bets are closed."""
    return ()


def coup(book: RuleBook, law: Law, pile: Pile, table: Table, carry: Carry, *,
         closes: Closing = no_steps) -> Steps:
    """One coup, from the preparation of the cards to the last payment; returns the next carry.
    ``closes``: the steps after bets are closed, for bets that must give way then."""
    r = Round(book, table, carry)
    behind = 0 if table.rules.shuffler == CONTINUOUS else table.rules.warning
    r.shoe = Shoe(carry.shoe or InUse(), law.shoe, table, pile.packs(table), behind)
    play = Play(r, law)
    fell: Fell | None = None
    result = ""
    try:
        yield from r.again(carry.held)
        yield from cards.ready(r, law, pile)
        yield Call(*law.invite, call="place-your-bets")
        yield from take_bets(r, "bets", "betting", r.c.betting)
        yield Call(*law.closed, call="no-more-bets")
        yield from closes(r)
        try:
            fell, result = yield from _dealt(play)
            yield from settle(r, fell)
        except Null:
            yield from _null(play)
        yield from cards.collect_cards(r, law, play.hands)
        yield from cards.return_cards(r, law, play.used)
    except Void as stopped:
        yield from void(r, stopped.cause, stopped.closes)
        yield from cards.collect_cards(r, law, play.hands)
        cards.set_aside(r, play.used)
        fell = None
    r.notes = {note: at for note, at in r.notes.items()
               if note.removeprefix(DECLINES) in r.seats}
    return (yield from end(r, fell, result))


def _null(play: Play) -> Steps:
    """A coup is null after a dealing error: every bet is refunded; by one reading of the law pairs
    that were shown before are paid."""
    r, law = play.r, play.law
    yield Call(*law.null, call="null-coup")
    if r.table.rules.readings.slip == "pairs-paid":
        pairs = {f"pair/{side}" for side in SIDES if {(side, 0), (side, 1)} <= play.open
                 and is_pair(play.hands[side])}
        for bet in [bet for bet in r.stakes if r.decides(bet) in pairs]:
            yield r.prize(bet, r.cloth.kinds["pair"].prizes[0], law.pair[0],
                          *law.null_back[1], law.null_back[0])
    for bet, (_, staked) in list(r.stakes.items()):
        yield r.release("refund", bet, staked, law.null_back[0], *law.null_back[1])


def _dealt(play: Play) -> Steps:
    """Deal and announce the cards of a coup; returns the outcome and its mark for the roads."""
    r, law = play.r, play.law
    play.used += yield from cards.burn_cards(r, law)
    r.shoe.coups += 1
    yield from play.choose()
    for side in (*SIDES, *SIDES):
        yield from play.card(law.deal, side, play.handler[side] or NOBODY)
    for side in SIDES:
        yield from play.ask(side, third=False)
        for index in (0, 1):
            yield from play.turn_up(side, index)
        yield from _scored(play, side)
    ponto, banca = play.points(PONTO), play.points(BANCA)
    pairs = {side: is_pair(play.hands[side]) for side in SIDES}
    yield from _thirds(play, ponto, banca)
    answer = yield Handle(*law.wins, what="compare", faults=(TOO_MANY, MIXED_UP))
    if isinstance(answer, Incident):
        if answer.kind == MIXED_UP:
            raise Null
        yield Handle(*law.slip, what="take-away", seat=answer.seat if answer.seat in SIDES else "")
        if answer.card:
            r.shoe.drawn += 1
            play.used.append(answer.card)
    return (yield from _decided(play, pairs))


def _scored(play: Play, side: str) -> Steps:
    """Announce the points of a side; a natural (8 or 9 with two cards) is announced at once."""
    law, total = play.law, play.points(side)
    if total in NATURALS and len(play.hands[side]) == 2:
        yield Call(*(law.natural if side == PONTO else law.natural_banca),
                   call=f"natural-{side}", seat=side, facts={"points": total})
    else:
        yield Call(*law.scores, call=f"points-{side}", seat=side, facts={"points": total})


def _thirds(play: Play, ponto: int, banca: int) -> Steps:
    """Deal a third card to ponto, then to banca, by the tables of drawing."""
    law, at_once = play.law, naturals_end(play.r.table)
    if ends(ponto, banca) and (at_once or {ponto, banca} <= set(NATURALS)):
        return
    third = ""
    if ponto_draws(ponto, banca, at_once):
        also = (IR[199],) if banca in NATURALS else ()
        yield from _third(play, PONTO, (law.draws[0], (*law.draws[1], *also)))
        third = play.hands[PONTO][2]
    else:
        yield Call(*law.stands, call="stands-ponto", seat=PONTO)
    by = law.against if third else law.alone
    if banca_draws(ponto, banca, third, at_once):
        yield from _third(play, BANCA, by)
    else:
        yield Call(*by, call="stands-banca", seat=BANCA)


def _third(play: Play, side: str, by: Cite) -> Steps:
    """Deal a third card; the player who handles the cards looks at it separately."""
    law, handler = play.law, play.handler[side]
    seen = handler or (NOBODY if not play.r.table.rules.dealer_alone else ALL)
    yield from play.card((by[0], (*by[1], *law.third[1], law.third[0])), side, seen)
    if seen != ALL:
        yield from play.ask(side, third=True)
        yield from play.turn_up(side, 2)
    yield from _scored(play, side)


def _decided(play: Play, pairs: dict[str, bool]) -> Steps:
    """Announce the winner and the pairs. Returns the outcome and its mark among the results: the
    winner, the higher and the lower points, the pairs."""
    law, ponto, banca = play.law, play.points(PONTO), play.points(BANCA)
    cite = law.tie if ponto == banca else law.wins
    for side, mine, other in ((PONTO, ponto, banca), (BANCA, banca, ponto)):
        result = "tie" if mine == other else "won" if mine > other else "lost"
        yield Result(*cite, hand=side, result=result, facts={"points": mine})
    for side in SIDES:
        if pairs[side]:
            yield Call(*law.pair, call=f"pair-{side}", seat=side)
    winner = "T" if ponto == banca else "P" if ponto > banca else "B"
    high, low = max(ponto, banca), min(ponto, banca)
    mark = f"{winner}{high}-{low}{'p' * pairs[PONTO]}{'b' * pairs[BANCA]}"
    return (ponto, banca, int(pairs[PONTO]), int(pairs[BANCA])), mark


def commands(law: Law, pile: Pile) -> dict[str, Callable[[Round], Steps]]:
    """What a supervisor may report while bets are open: a damaged card."""
    return {cards.DAMAGED: lambda r: cards.renew_shoe(r, law, pile)}
