"""The coup of Regulamento 805/2015, told in the order of its rules."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from typing import Any

import msgspec

from sabot.equipment import PACK
from sabot.families.blackjack import ACE, FACES, TENS, has_ace, is_blackjack, special, total
from sabot.games.blackjack_online.bets import insurance, main_bet
from sabot.games.blackjack_online.decisions import Hand, decisions
from sabot.games.blackjack_online.rules import (
    BANK_STANDS,
    BLACKJACK_PAYS,
    EVEN_MONEY,
    INSURANCE_PAYS,
    MUST_HIT,
    SHOWN_RESULTS,
    SPECIAL_PAYS,
    SURRENDER_PART,
    WIN_PAYS,
    Rules,
)
from sabot.law import IR, Section, given
from sabot.money import Odds
from sabot.procedure import (
    NOBODY,
    AnyStep,
    Call,
    Deal,
    Discard,
    Listen,
    Move,
    Offer,
    Open,
    Part,
    Result,
    Reveal,
    Shuffle,
    Stakes,
    TimeOut,
    Void,
)
from sabot.procedure.table import Table

L = Section("pt-805-2015/blackjack-online")

Telling = Generator[AnyStep, Any, Any]

BANK = "bank"
NO_RESULT = "-"  # of a coup that ended before the bank played (IR 20)
VALUE_LAW = {card: L["8.a"] if card[0] == ACE else L["8.b"] if card[0] in FACES else L["8.c"]
             for card in PACK}


class Carry(msgspec.Struct, frozen=True):
    """What outlives a coup: who holds each place, the shoe in use, the bank's last results."""

    seats: tuple[str, ...]
    seal: str = ""
    drawn: int = 0
    results: tuple[str, ...] = ()


def opening(table: Table) -> Carry:
    """The carry of a table's first coup: free places, no shoe yet."""
    return Carry(("",) * table.places)


class Round(Stakes):
    """The state of one coup, beside its generator: hands, stakes in play, cards drawn.

    ``hands`` are all that were dealt or split off; ``in_play`` those not yet decided, in the order
    in which they are settled.
    """

    def __init__(self, table: Table, carry: Carry) -> None:
        super().__init__()
        self.table = table
        self.rules: Rules = table.rules
        self.seats = list(carry.seats)
        self.seal = carry.seal
        self.drawn = carry.drawn
        self.hands: list[Hand] = []
        self.bank: list[str] = []
        self.in_play: list[Hand] = []
        self.insured: dict[str, int] = {}
        self.splits: dict[str, int] = {}

    @property
    def dealt(self) -> int:
        """How many cards this coup has drawn."""
        return len(self.bank) + sum([len(hand.cards) for hand in self.hands])

    def pay(self, bet: str, odds: Odds, law: str, *also: str) -> Telling:
        """A prize from the bank; the winning stake remains the player's (26)."""
        return self.win(bet, odds, law, *also, kept=L["26"])

    def out(self, hand: Hand, law: str) -> Discard:
        """The hand is decided: its cards are collected."""
        self.in_play.remove(hand)
        return Discard(law, hands=(hand.name,))


def coup(table: Table, carry: Carry) -> Telling:
    """One coup (jogada, 2.f), from the call for bets to the last payment; the next carry."""
    r = Round(table, carry)
    try:
        yield from new_shoe(r)
        yield from take_bets(r)
        yield Call(L["12-2"], (L["14"],), call="no-more-bets")
        yield from deal_two(r)
        yield from pay_at_once(r)
        yield from ask_insurance(r)
        yield from decide(r)
        result = yield from bank_plays(r)
        yield from settle(r)
    except Void as void:
        yield from refund(r, void.cause)
        result = NO_RESULT
    yield from clear(r)
    return Carry(tuple(r.seats), r.seal, r.drawn + r.dealt,
                 (result, *carry.results)[:SHOWN_RESULTS])


# -- the shoe and the bets ------------------------------------------------------------------------


def new_shoe(r: Round) -> Telling:
    """4.b: four, six or eight packs, shuffled when the warning card has come (IR 17)."""
    size = 52 * r.rules.packs
    if r.seal and size - r.drawn > r.rules.warning_card:
        return
    if r.seal:
        if not r.drawn:
            return
        yield Open(IR[17], seal=r.seal)
    r.seal = yield Shuffle(L["4.b"], (IR[17],), packs=r.rules.packs, warning=r.rules.warning_card)
    r.drawn = 0


def take_bets(r: Round) -> Telling:
    """9 to 13: places are taken and bets made until the period ends, or the lone player deals."""
    yield Call(L["12-2"], call="place-your-bets")
    while True:
        heard = yield betting(r.table, tuple(r.seats), tuple(r.stakes))
        if isinstance(heard, TimeOut) or heard.act == "deal":
            return
        place = heard.seat
        if heard.act == "sit":
            r.seats[int(place) - 1] = heard.player
        elif heard.act == "bet":
            yield from r.change(place, heard.player, heard.amount, L["2.a"], L["1"], back=L["12"])
        else:
            yield from r.change(place, heard.player, 0, L["12"], back=L["12"])
            if heard.act == "leave":
                r.seats[int(place) - 1] = ""


@lru_cache(maxsize=1024)
def betting(table: Table, seats: tuple[str, ...], bets: tuple[str, ...]) -> Listen:
    """Free places to take (4.a, 5, 7); a bet for each place held (9); the deal (13).

    At a shared table the betting period runs from the first bet (12).
    """
    held = [player for player in seats if player]
    full = tuple(sorted({p for p in held if held.count(p) >= table.places_per_player}))
    only = held[0] if held and table.individual else ""
    offers = []
    for number, player in enumerate(seats, start=1):
        place = str(number)
        if player:
            offers.append(main_bet(table, place, player))
            if place in bets:
                offers.append(Offer("clear", place, L["12"], player))
            offers.append(Offer("leave", place, L["34"], player))
        elif not (only and only in full):
            offers.append(Offer("sit", place, L["5"] if only else L["4.a"], only, barred=full,
                                also=(L["7"],) if table.places_per_player > 1 else (),
                                barred_law=L["7"] if full else ""))
    if table.individual and bets:
        offers.append(Offer("deal", "table", L["13"], held[0]))
    timed = bool(bets) and not table.individual
    return Listen(L["13"] if table.individual else L["12"], (L["5"],), offers=tuple(offers),
                  window="bets", clock="betting" if timed else "",
                  default="no-more-bets" if timed else "", default_law=L["12"] if timed else "")


# -- the deal -------------------------------------------------------------------------------------


def deal_two(r: Round) -> Telling:
    """14: one card each and one to the bank, face up; then a second, the bank's face down."""
    for number, player in enumerate(r.seats, start=1):
        place = str(number)
        if place in r.stakes:
            r.hands.append(Hand(place, place, player, r.staked(place)))
    r.in_play = list(r.hands)
    for hand in r.hands:
        hand.cards.append((yield Deal(L["14.a"], to=hand.name)))
    r.bank.append((yield Deal(L["14.a"], (L["2.d"],), to=BANK)))
    for hand in r.hands:
        hand.cards.append((yield Deal(L["14.b"], to=hand.name)))
    r.bank.append((yield Deal(L["14.b"], to=BANK, seen_by=NOBODY)))


def pay_at_once(r: Round) -> Telling:
    """20.a: a blackjack is paid at once unless the bank shows an ace, a figure or a ten."""
    up = r.bank[0][0]
    if up == ACE or up in TENS:
        return
    for hand in r.hands:
        if is_blackjack(hand.cards):
            yield Result(L["20.a"], (L["20"], L["25.a"], IR[18]), hand=hand.name,
                         result="blackjack", facts={"at-once": True})
            yield from r.pay(hand.name, BLACKJACK_PAYS, L["25.a"], L["20.a"])
            yield r.out(hand, L["20.a"])


def ask_insurance(r: Round) -> Telling:
    """15.f and 20.b: under an ace, insurance is asked of all, even money of the blackjacks."""
    if r.bank[0][0] != ACE:
        return
    asked = {h.place: h for h in r.hands if is_blackjack(h.cards) or r.rules.insurance}
    if any(not is_blackjack(h.cards) for h in asked.values()):
        yield Call(L["24"], (L["15.f"],), call="insurance")
    elif asked:
        yield Call(L["24"], (L["20.b"],) if r.rules.insurance else (L["20.b"], L["16.d"]),
                   call="even-money")
    while asked:
        offers: list[Offer] = []
        default = "wait"
        for place, hand in asked.items():
            if is_blackjack(hand.cards):
                offers += (Offer("even-money", place, L["20.b"], hand.player),
                           Offer("wait", place, L["20.b"], hand.player))
            else:
                default = "no-insurance"
                offers += (insurance(place, hand.player, hand.initial),
                           Offer("no-insurance", place, L["15.f"], hand.player))
        heard = yield Listen(L["24"], (L["24-2"],), offers=tuple(offers), window="insurance",
                             clock="insurance", default=default, default_law=IR[1])
        if isinstance(heard, TimeOut):
            return
        hand = asked.pop(heard.seat)
        if heard.act == "insure":
            r.insured[hand.place] = heard.amount
            yield r.stake(f"{hand.place}/insurance", hand.player, heard.amount, L["15.f"])
        elif heard.act == "even-money":
            yield Result(L["20.b"], hand=hand.name, result="even-money")
            yield from r.pay(hand.name, EVEN_MONEY, L["20.b"])
            yield r.out(hand, L["2.f"])


# -- the decisions --------------------------------------------------------------------------------


def decide(r: Round) -> Telling:
    """15 and 21 to 23: place by place, hand by hand (IR 12). Blackjacks have nothing to decide."""
    queue = [h for h in r.in_play if not is_blackjack(h.cards)]
    while queue:
        place = queue[0].place
        while queue and queue[0].place == place:
            hand = queue.pop(0)
            more = yield from play(r, hand)
            if more:  # the new hands of a split wait behind the hands of the same place
                behind = sum(1 for h in queue if h.place == place)
                queue[behind:behind] = more


def play(r: Round, hand: Hand) -> Telling:
    """One hand until it stands, is full, bust, doubled or surrendered; the hands it split off."""
    more: list[Hand] = []
    asked = 0
    auto = False
    while True:
        if len(hand.cards) == 1:
            law = L["21-4"] if hand.aces else L["21-3"]
            hand.cards.append((yield Deal(law, to=hand.name)))
        points = hand.points
        if points > 21:
            yield Result(L["25.b"], values(hand.cards), hand=hand.name, result="bust",
                         facts={"total": points})
            yield r.lose(hand.name, L["25.b"])
            yield r.out(hand, L["25.b"])
            return more
        if points == 21 or hand.done:
            return more
        offers = decisions(hand, r.rules, r.bank[0], r.splits.get(hand.place, 0))
        if len(offers) == 1 and hand.aces:  # one card and no more (21-4)
            return more
        if auto:
            if points > MUST_HIT:
                return more
            hand.cards.append((yield Deal(L["15.a"], (IR[1],), to=hand.name)))
            continue
        asked += 1
        heard = yield Listen(L["15"], (L["24"], L["24-2"], IR[12]), offers=offers,
                             window=f"{hand.name}:{asked}", clock="decision",
                             default="hit" if points <= MUST_HIT else "stand", default_law=IR[1])
        if isinstance(heard, TimeOut):
            auto = True
        elif heard.act == "hit":
            hand.first = False
            law = L["15.a"] if points <= MUST_HIT else L["15.d"]
            hand.cards.append((yield Deal(law, to=hand.name)))
        elif heard.act == "stand":
            return more
        elif heard.act == "double":
            yield from double(r, hand, next(o for o in offers if o.act == "double"))
        elif heard.act == "split":
            more.append((yield from split(r, hand)))
        else:
            yield from surrender(r, hand)
            return more


def double(r: Round, hand: Hand, offer: Offer) -> Telling:
    """15.b: the bet is doubled and one card, no more, is dealt. 8.a.ii may fix the ace at 1."""
    yield r.stake(hand.name, hand.player, hand.initial, offer.law)
    hand.stake += hand.initial
    hand.fixed = offer.note == "ace-fixed"
    if hand.fixed:
        yield Call(L["8.a.ii"], (IR[4],), call="ace-fixed", seat=hand.name)
    also = () if offer.law == L["15.b"] else (offer.law,)
    hand.cards.append((yield Deal(L["15.b"], also, to=hand.name)))
    hand.done = True
    hand.first = False


def split(r: Round, hand: Hand) -> Telling:
    """21 and 22: two cards of one value become two hands with equal bets; the new hand."""
    count = r.splits[hand.place] = r.splits.get(hand.place, 0) + 1
    first = hand.name if hand.split else f"{hand.place}.1"
    second = f"{hand.place}.{count + 1}"
    yield Part(L["22"] if hand.split else L["21"], (L["2.e"],), hand=hand.name,
               into=(first, second))
    r.stakes[first] = r.stakes.pop(hand.name)
    other = Hand(second, hand.place, hand.player, hand.initial)
    other.cards = [hand.cards.pop()]
    hand.name = first
    hand.first = other.first = False
    hand.split = other.split = True
    hand.aces = other.aces = other.cards[0][0] == ACE
    # Behind the hands of the same place, so that places are settled in their order.
    last = max(i for i, h in enumerate(r.in_play) if h.place == hand.place)
    r.in_play.insert(last + 1, other)
    r.hands.append(other)
    yield r.stake(second, hand.player, hand.initial, L["21-2"])
    return other


def surrender(r: Round, hand: Hand) -> Telling:
    """15.e: the player leaves the coup and loses half of the bet."""
    half = hand.stake // SURRENDER_PART
    yield Result(L["15.e"], (IR[9],), hand=hand.name, result="surrendered")
    yield r.release("collect", hand.name, half, L["15.e"])
    yield r.release("return", hand.name, hand.stake - half, L["15.e"])
    yield r.out(hand, L["2.f"])


# -- the bank and the settlement ------------------------------------------------------------------


def bank_plays(r: Round) -> Telling:
    """17 and 20.c: the second card is shown and the bank draws to 17; the bank's result."""
    alive = r.in_play
    if not alive:
        yield Call(L["20.c"], (L["20"], IR[7] if r.insured else IR[15]), call="coup-ends")
        if not r.insured:
            return NO_RESULT
    yield Reveal(L["17"], () if alive else (IR[7],), hand=BANK, index=1, card=r.bank[1])
    points, soft = total(r.bank)
    while alive and points < BANK_STANDS:
        r.bank.append((yield Deal(L["17.b"], to=BANK)))
        points, soft = total(r.bank)
    natural = is_blackjack(r.bank)
    kind = "blackjack" if natural else "bust" if points > 21 else "stands"
    law = L["17.a"] if alive else L["25.g"] if not natural else L["25.f"]
    also = (L["6"], L["25"]) if alive else (IR[7],)
    if has_ace(r.bank):
        also = (L["8.a.i"], *also)
    yield Result(law, also, hand=BANK, result=kind, facts={"total": points, "soft": soft})
    return "BJ" if natural else str(points)


def settle(r: Round) -> Telling:
    """25: insurances, special prizes, then each hand against the bank, place by place."""
    natural = is_blackjack(r.bank)
    for place in list(r.insured):
        bet = f"{place}/insurance"
        if natural:
            yield Result(L["25.f"], hand=bet, result="won")
            yield from r.pay(bet, INSURANCE_PAYS, L["25.f"])
        else:
            yield Result(L["25.g"], hand=bet, result="lost")
            yield r.lose(bet, L["25.g"])
    bank = total(r.bank).points if r.bank else 0
    for hand in r.in_play:
        yield from special_prize(r, hand)
        yield from compare(r, hand, bank, natural)


def special_prize(r: Round, hand: Hand) -> Telling:
    """25.i: 6-7-8 of one suit, or three sevens, earns three times the bet in any case."""
    kind = special(hand.cards)
    if not kind or not r.rules.special_prizes:
        return
    if hand.split and not r.rules.special_prize_on_split:
        return
    yield Result(L["25.i"], (IR[16], IR[2]) if hand.split else (IR[16],),
                 hand=f"{hand.name}/special", result="special", facts={"cards": kind})
    yield Move(L["25.i"], (IR[3],), kind="pay", bet=f"{hand.name}/special", player=hand.player,
               amount=SPECIAL_PAYS.pays(hand.initial), odds=str(SPECIAL_PAYS))


def compare(r: Round, hand: Hand, bank: int, natural: bool) -> Telling:
    """25.a to 25.h: the hand against the bank; 18 puts a blackjack above any other 21."""
    points = hand.points
    mine = not hand.split and is_blackjack(hand.cards)
    told = {"total": points, "bank": bank}
    also = values(hand.cards)
    if mine or natural:
        if mine and natural:
            law, result = L["25.h"], "tie"
            also = (L["25.a"], *also)
        elif mine:
            law, result = L["25.a"], "blackjack"
            also = (IR[18], *also)
        else:
            law, result = L["25.e"], "lost"
        also = (L["18"], *also) if points == bank == 21 and mine != natural else also
    elif bank > 21:
        law, result = L["25.d"], "won"
    elif points > bank:
        law, result = L["25.c"], "won"
    elif points < bank:
        law, result = L["25.e"], "lost"
    else:
        law, result = L["25.h"], "tie"
    if hand.split and is_blackjack(hand.cards):
        also = (L["19"], *also)
    if not r.rules.special_prizes and special(hand.cards):
        also = (L["16.e"], *also)
    yield Result(law, also, hand=hand.name, result=result, facts=told)
    if result == "lost":
        yield r.lose(hand.name, law)
    elif result == "tie":
        yield r.release("return", hand.name, hand.stake, law)
    else:
        yield from r.pay(hand.name, BLACKJACK_PAYS if mine else WIN_PAYS, law)


def values(cards: list[str]) -> tuple[str, ...]:
    """The clauses that gave these cards their values (8.a to 8.c)."""
    return tuple(sorted({VALUE_LAW[card] for card in cards}))


# -- the end --------------------------------------------------------------------------------------


def refund(r: Round, cause: str) -> Telling:
    """27 and 28: the coup cannot be determined; every stake still in play goes back (IR 14)."""
    yield Call(L["27"], (IR[14],), call="void", facts={"cause": cause})
    yield from r.refund(L["28"], IR[14])


def clear(r: Round) -> Telling:
    """What still lies on the table goes to the discard tray (2.f)."""
    left = tuple([hand.name for hand in r.in_play if hand.cards])
    if r.bank:
        left += (BANK,)
    if left:
        yield Discard(L["2.f"], hands=left)


def shown(carry: Carry) -> dict[str, Any]:
    """What of the carry lies open on the table: the indicator of the bank's last results (4.c)."""
    given(L["4.c"], IR[20])
    return {"results": list(carry.results), "law": L["4.c"], "seal": carry.seal,
            "drawn": carry.drawn}
