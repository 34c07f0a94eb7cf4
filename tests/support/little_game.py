"""A little game for the house's tests: a shoe that players cut, bets of people who stand, a streak
that stays on the table, a pool, a croupier's handlings, and faults.

Everybody draws one card against the bank's one, which lies face down; the higher one wins.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from sabot import games
from sabot.equipment import PACK, UNKNOWN
from sabot.house.table.bets import spot_of
from sabot.money import EVENS, Odds
from sabot.procedure import (
    NOBODY,
    Act,
    AnyStep,
    Call,
    Cut,
    Deal,
    Discard,
    Event,
    Handle,
    Incident,
    Listen,
    Move,
    Offer,
    Open,
    Result,
    Reveal,
    Shuffle,
    Stakes,
    TimeOut,
    Turn,
    Void,
)
from sabot.procedure.capabilities import PoolTerms
from sabot.procedure.felt import OvalFelt
from sabot.procedure.felt.oval import CallsRead, OvalSheet
from sabot.procedure.game import ShoeAt
from sabot.procedure.table import Table

BASE = games.game("blackjack-online")
L = BASE.section
LAW, CUT, BET, FAULT, UNTIL = f"{L}/4.b", f"{L}/4.a", f"{L}/9", f"{L}/27", f"{L}/28"
AUTHORISED = f"{L}/16.a"
CHIP = 100
RANK = {card: "23456789TJQKA".index(card[0]) for card in PACK}

Steps = Generator[AnyStep, Any, Any]


class Carry(msgspec.Struct, frozen=True):
    """What outlives a coup: places, the shoe, the streak bets that stay, the pool."""

    seats: tuple[str, ...]
    seal: str = ""
    drawn: int = 0
    cut: int = 0
    held: tuple[tuple[str, str, int], ...] = ()
    pool: int = 0
    coups: int = 0


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After how many cards a new shoe is shuffled."""

    cards: int = 8


class Little(Stakes):
    """The state of a coup."""

    def __init__(self, table: Table, carry: Carry) -> None:
        super().__init__()
        self.table, self.seats, self.pool = table, list(carry.seats), carry.pool
        self.seal, self.drawn, self.cut = carry.seal, carry.drawn, carry.cut

    def deal(self, to: str, **how: Any) -> Steps:
        card = yield Deal(LAW, to=to, **how)
        self.drawn += 1
        return card


def coup(table: Table, carry: Carry) -> Steps:
    r = Little(table, carry)
    try:
        yield from r.resume({bet: (who, cents) for bet, who, cents in carry.held}, LAW)
        if carry.coups:
            yield Handle(LAW, what="return-cards", faults=("jam",))
        if not r.seal or r.drawn >= table.rules.cards:
            yield from shoe(r)
        yield Call(LAW, call="place-your-bets")
        yield from bets(r)
        yield from play(r)
    except Void as void:
        yield Call(FAULT, call="void", facts={"cause": void.cause})
        yield from r.refund(FAULT)
    held = yield from r.hold(LAW)
    return Carry(tuple(r.seats), r.seal, r.drawn, r.cut,
                 tuple((bet, who, cents) for bet, (who, cents) in held.items()), r.pool,
                 carry.coups + 1)


def shoe(r: Little) -> Steps:
    """A new shoe; who holds the lowest place may cut it; one card is burned."""
    if r.seal:
        yield Open(LAW, seal=r.seal)
    r.seal = yield Shuffle(LAW, packs=1, warning=0)
    r.drawn, at = 0, 26
    holder = next((p for p in r.seats if p), "")
    if holder:
        place = str(r.seats.index(holder) + 1)
        heard = yield Listen(CUT, window=f"cut:{place}", clock="cut", default="no-cut",
                             default_law=CUT, offers=(
            Offer("cut", place, CUT, holder, low=10, high=42, unit=1, note="cards"),
            Offer("no-cut", place, CUT, holder)))
        at = heard.amount if isinstance(heard, Act) and heard.act == "cut" else at
    r.cut = at
    yield Cut(CUT, at=at)
    yield from r.deal("burn", seen_by=NOBODY)
    yield Discard(LAW, hands=("burn",))


def listen(r: Little) -> Listen:
    offers: list[Offer] = []
    mine = {(spot_of(bet), who): cents for bet, (who, cents) in r.stakes.items()}
    for n, holder in enumerate(r.seats, start=1):
        place = str(n)
        offers.append(Offer("leave" if holder else "sit", place, BET, holder))
        offers.append(Offer("bet", place, BET, low=200, high=20_000, unit=100))
        for word in ("streak2", "chip"):
            offers += [Offer("bet", f"{place}/{word}", BET, who, low=CHIP, high=CHIP, unit=CHIP)
                       for spot, who in mine if spot == place]
        offers += [Offer("clear", spot, BET, who) for spot, who in mine
                   if spot.partition("/")[0] == place and not spot.endswith("streak2")]
    if r.table.individual and r.stakes:
        offers.append(Offer("deal", "table", BET, next(iter(r.stakes.values()))[0]))
    timed = bool(r.stakes) and not r.table.individual
    return Listen(BET, offers=tuple(offers), window="bets", clock="betting" if timed else "",
                  default="no-more-bets" if timed else "", default_law=BET if timed else "",
                  faults=("spill",))


def bets(r: Little) -> Steps:
    while True:
        heard = yield listen(r)
        if isinstance(heard, TimeOut) or (isinstance(heard, Act) and heard.act == "deal"):
            return
        if isinstance(heard, Incident):  # every bet goes back
            yield Call(FAULT, call="spill")
            yield from r.refund(FAULT)
            continue
        place, slash, word = heard.seat.partition("/")
        if heard.act == "sit":
            r.seats[int(place) - 1] = heard.player
            continue
        yield from r.change(name(r, place, heard.player) + slash + word, heard.player,
                            heard.amount, BET, return_law=BET)
        if heard.act == "leave":
            r.seats[int(place) - 1] = ""


def name(r: Little, place: str, player: str) -> str:
    """The name of a player's main bet at a place."""
    if r.seats[int(place) - 1] == player:
        return place
    there = {bet.partition("/")[0]: who for bet, (who, _) in r.stakes.items()
             if bet.startswith(f"{place}+")}
    return next((bet for bet, who in there.items() if who == player), f"{place}+{len(there) + 1}")


def play(r: Little) -> Steps:
    places = sorted({spot_of(bet) for bet in r.stakes if "/" not in bet})
    if not places:
        return
    for bet in [bet for bet in r.stakes if spot_of(bet).partition("/")[0] not in places]:
        yield r.lose(bet, BET)
    for bet in [bet for bet in r.stakes if bet.endswith("/chip")]:
        r.pool += r.stakes[bet][1]
        yield r.release("contribute", bet, r.stakes[bet][1], BET)
        yield Move(BET, kind="seed", bet=bet, player="", amount=50)
        r.pool += 50
    cards = {}
    for place in places:
        cards[place] = yield from r.deal(place)
    bank = yield from r.deal("bank", seen_by=NOBODY)
    owner = next(who for bet, (who, _) in r.stakes.items() if spot_of(bet) == places[0])
    heard = yield Listen(LAW, window=f"{places[0]}:1", clock="decision", default="stand",
                         default_law=LAW, offers=(Offer("stand", places[0], LAW, owner),),
                         faults=("misdrawn",))
    if isinstance(heard, Incident):
        yield from r.deal("aside", seen_by=NOBODY)
        yield Discard(FAULT, hands=("aside",))
    if bank == UNKNOWN:
        bank = yield Turn(LAW, hand="bank", index=0)
    else:
        yield Reveal(LAW, hand="bank", index=0, card=bank)
    for place in places:
        yield from settle(r, place, RANK[cards[place]] > RANK[bank])
    yield Discard(LAW, hands=(*places, "bank"))


def settle(r: Little, place: str, won: bool) -> Steps:
    yield Result(LAW, hand=place, result="won" if won else "lost")
    for bet in [bet for bet in r.stakes if spot_of(bet).partition("/")[0] == place]:
        who, cents = r.stakes[bet]
        if not won:
            yield r.lose(bet, LAW)
        elif not bet.endswith("streak2"):
            yield from r.win(bet, EVENS, LAW, return_law=LAW)
            if r.pool > 500:
                yield Move(LAW, kind="jackpot", bet=bet, player=who, amount=500)
                r.pool -= 500
        elif cents == CHIP:  # the first win: it is marked by one cent more, put there by the bank
            yield from marked(r, bet)
        else:
            yield from r.win(bet, Odds(3), LAW, return_law=LAW)


def marked(r: Little, bet: str) -> Steps:
    """The bet has won once: its player raises it, so that it says so itself."""
    yield r.stake(bet, r.stakes[bet][0], 1, LAW)


def complaint_open(events: Sequence[Event]) -> bool:
    """Until the cards went back."""
    return not any(isinstance(e.step, Handle) and e.step.what == "return-cards" for e in events)


FELT = OvalFelt(cloth="", size=(1, 1), places=(), tall=OvalSheet(size=(1, 1), places=()),
                calls=CallsRead(holder=(), takes=()))
"""A cloth on which nothing is drawn."""

LITTLE = replace(
    BASE, id="little", rules=Rules, carry=Carry, coup=coup, violations=lambda table: [],
    opening=lambda table: Carry(("",) * table.places),
    reopen=lambda table, carry: Carry(("",) * table.places, held=carry.held, pool=carry.pool),
    hold_stakes=lambda carry, held, pool: msgspec.structs.replace(
        carry, held=tuple((bet, who, cents) for bet, (who, cents) in held.items()), pool=pool),
    public_state=lambda carry: {"results": [], "pool": carry.pool},
    pool=PoolTerms(),
    seats=lambda carry: carry.seats, complaint_open=complaint_open,
    shoe=lambda carry: ShoeAt(carry.seal, carry.drawn, carry.cut),
    bets=lambda table: (), felt=lambda table: FELT,
    conduct=replace(BASE.conduct, laws={
        **BASE.conduct.laws, "complaint-until": UNTIL, "authorisation": AUTHORISED}))

TEXT = """
game = "little"
name = "Little"
minimum = 2
maximum = 200
places = 3
[rules]
cards = 8
"""


def tables() -> dict[str, Table]:
    """The little game at a shared table, at one for one player, and at a real one."""
    files = {"little": TEXT, "lone": TEXT.replace("places = 3", 'kind = "individual"\nplaces = 3\n'
                                                  "places_per_player = 3"),
             "real": TEXT.replace("places = 3", "places = 3\nattended = true")}
    found = {}
    for key, text in files.items():
        table = games.read_table(text)
        assert isinstance(table, Table), table
        found[key] = table
    return found
