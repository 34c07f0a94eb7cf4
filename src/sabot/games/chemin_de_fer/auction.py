"""Auction of a hand that nobody takes at its level; without a bid a player must take it (80-2,
82 to 88, 90)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sabot import regulations as law
from sabot.games.chemin_de_fer import people, standing
from sabot.games.chemin_de_fer.bank import begin_hand
from sabot.games.chemin_de_fer.offer import CLAIM
from sabot.games.chemin_de_fer.round import BANK, OF_ASSOCIATE, Round, Steps
from sabot.games.chemin_de_fer.rules import MAX_BANK, MIN_SEATED, bid_limits, minimum_bank
from sabot.money import euros
from sabot.procedure import RISES, Act, Call, Listen, Offer
from sabot.regulations import IR

L = law.Section("pt-217-2007/chemin-de-fer")

BARS = {"86": L["86"], "88": L["88"], "89-2": L["89-2"], "90": L["90"]}
"""The reasons for which a player may not bid, with their clauses."""


class Bid(NamedTuple):
    """A bid, in cents, alone or with a partner in equal parts."""

    amount: int
    player: str
    partner: str = ""


class Auction:
    """One auction. ``passer``: the player who passed the hand; the order runs from their right.

    A round of bids lasts until the clock ends it. Bidders put their bid on the table. The best bid
    of a round stands; players who decline to bid are out of the auction. By the other reading of
    IR 226 each bid counts as it is heard, and the next must be higher.
    """

    def __init__(self, r: Round, passer: str) -> None:
        self.r, self.passer = r, passer
        self.order = [*sorted(r.bid_order(passer), key=lambda player: player not in r.seats),
                      *([passer] if passer else [])]
        self.best: Bid | None = None
        self.base, self.step = bid_limits(r.table)
        self.from_croupier = not passer and r.readings.no_passer == "croupiers-right"
        self.as_heard = r.readings.bids == "as-heard"
        self.active = [player for player in self.order if player not in r.barred
                       or r.barred[player] not in BARS]

    def rank(self, bid: Bid) -> tuple[bool, bool, bool, int]:
        """The order of equal bids: alone before together, seated before standing, then the nearest
        to the passer's right (83, 84, 87-2). Players who must let the hand pass keep their rank, or
        come last (IR 364)."""
        last = self.r.readings.skipping_bids == "last" and bid.player in self.r.skips
        return (last, bool(bid.partner), bid.player not in self.r.seats,
                self.order.index(bid.player))

    def minimum_bid(self, player: str, *, together: bool = False) -> int:
        """The minimum bid of this player: an equal bid is enough when theirs ranks first."""
        if self.best is None:
            return self.base
        equal_bid = Bid(self.best.amount, player, "?" if together else "")
        more = 0 if not self.as_heard and self.rank(equal_bid) < self.rank(self.best) else self.step
        return self.best.amount + more

    def run(self) -> Steps:
        """Rounds of bids until nobody bids more; returns the best bid, None without any."""
        r = self.r
        yield Call(L["96.c-4"], (L["80-2"], L["82"]), call="auction",
                   facts={"least": euros(self.base), "step": euros(self.step)})
        n = 0
        while True:
            n += 1
            bids = yield from self._round(n)
            if not bids:
                yield from self._return_beaten()
                return self.best
            self.best = min(bids, key=lambda bid: (-bid.amount, self.rank(bid)))
            yield from self._return_beaten()
            yield Call(L["96.c-5"], (L["83"], L["84"]), call="bid", seat=r.place(self.best.player),
                       facts={"amount": euros(self.best.amount)})

    def _round(self, n: int) -> Steps:
        """The bids of one round and the best bid before it; empty when nobody bids."""
        answers: dict[str, Act] = {}
        best_bidders = {self.best.player, self.best.partner} if self.best else set()
        while undecided := [p for p in self.active if p not in answers and p not in best_bidders]:
            answer = yield Listen(
                L["82"], (L["83"], IR[226], *((IR[364],) if self.r.skips else ()),
                          *((IR[430],) if self.from_croupier else ()),
                          *standing.order_clauses(self.r)),
                offers=tuple(self._bid_offers(undecided, answers)), window=f"bid:{n}", clock="bid",
                default="no-bid", default_law=L["82"])
            if not isinstance(answer, Act):
                break
            answers[answer.player] = answer
            if answer.act == "no-bid":
                self.active.remove(answer.player)
            else:
                yield from self._stake_bid(answer)
                if self.as_heard and self._declared_bids(answers):
                    break
        new = self._declared_bids(answers)
        return [*new, *([self.best] if self.best else [])] if new else []

    def _stake_bid(self, act: Act) -> Steps:
        """Put the bid on the table; of a bid together, the half of this player."""
        part = act.amount // 2 if act.act == "bid-together" else act.amount
        cite = L["87"] if act.act == "bid-together" else L["82"]
        yield from self.r.change(CLAIM + self.r.place(act.player), act.player, part, cite,
                                 return_law=cite)

    def _declared_bids(self, answers: dict[str, Act]) -> list[Bid]:
        """The declared bids; a bid together counts when both partners declared it."""
        bids = []
        for player, act in answers.items():
            if act.act == "bid":
                bids.append(Bid(act.amount, player))
            elif act.act == "bid-together":
                other = next(p for p in self.order if self.r.place(p) == act.seat)
                partner_act = answers.get(other)
                if (
                    partner_act is not None
                    and self._partners_with(partner_act, player)
                    and partner_act.amount == act.amount
                    and self._bank_priority(player) < self._bank_priority(other)
                ):
                    bids.append(Bid(act.amount, player, other))
        return bids

    def _bank_priority(self, player: str) -> tuple[bool, int]:
        """The priority of a partner: the first of two partners has the bank; players who must let
        the hand pass come last (87, 92-2)."""
        return player in self.r.skips, self.order.index(player)

    def _partners_with(self, act: Act | None, player: str) -> bool:
        """Whether this act is a bid together with this player."""
        return act is not None and (act.act, act.seat) == ("bid-together", self.r.place(player))

    def _return_beaten(self) -> Steps:
        """Return their money to players who do not have the best bid."""
        r, best = self.r, self.best
        for player in self.order:
            bet = CLAIM + r.place(player)
            if r.staked(bet) and (best is None or player not in (best.player, best.partner)):
                yield r.release("return", bet, r.staked(bet), L["82"])

    def _bid_offers(self, undecided: list[str], answers: dict[str, Act]) -> Iterator[Offer]:
        r = self.r
        for player in self.order:
            clause = BARS.get(r.barred.get(player, ""))
            if clause:
                yield Offer("bid", people.TABLE, clause, player, low=0, high=0, unit=self.step,
                            barred=(player,), barred_law=clause)
        for player in undecided:
            if (low := self.minimum_bid(player)) <= MAX_BANK:
                yield Offer(
                    "bid", people.TABLE, L["82"], player, low=low, high=self._most(low),
                    unit=self.step, limit_law=L["82"], unit_law=L["82"], also=self._step_law())
            yield Offer("no-bid", people.TABLE, L["82"], player)
            others = tuple(r.place(other) for other in self.order if other != player and (
                other in undecided or self._partners_with(answers.get(other), player)))
            minimum = self.minimum_bid(player, together=True)
            if others and minimum <= MAX_BANK:
                yield Offer("bid-together", "", L["87"], player, low=minimum,
                            high=self._most(minimum), unit=self.step, seats=others,
                            also=(L["87-2"], *self._step_law()), limit_law=L["82"],
                            unit_law=L["82"])

    def _most(self, low: int) -> int:
        """The highest bid: 82 has none; by the other reading of IR 434 the lowest one."""
        return low if self.r.readings.bid_step == "one" else MAX_BANK

    def _step_law(self) -> tuple[str, ...]:
        return (IR[434],) if self.r.readings.bid_step == "one" else ()


def auction_hand(r: Round, passer: str) -> Steps:
    """Auction the hand, again when the winner refuses it (88); returns whether somebody has it."""
    while True:
        auction = Auction(r, passer)
        best: Bid | None = yield from auction.run()
        if best is None:
            return False
        yield Call(L["96.c-6"], call="awarded", seat=r.place(best.player),
                   facts={"amount": euros(best.amount)})
        takes = r.readings.silent_winner == "takes"
        answer = yield Listen(L["88"], offers=(
            Offer("take-hand", r.place(best.player), L["88"], best.player),
            Offer("decline-hand", r.place(best.player), L["88"], best.player)),
            window="awarded", clock="decision",
            default="take-hand" if takes else "decline-hand",
            default_law=L["88"] if takes else IR[425])
        if answer.act == "take-hand" if isinstance(answer, Act) else takes:
            yield from _award(r, best)
            return True
        also_barred = best.partner if r.readings.refused_partner == "barred" else ""
        yield Call(L["96.c-9"], (L["88"], IR[426]) if also_barred else (L["88"],),
                   call="bank-refused", seat=r.place(best.player))
        auction.best = None
        yield from auction._return_beaten()
        for player in {best.player, passer, also_barred} - {""}:
            if r.barred.get(player) != "89-2":  # which bars them from banco too
                r.barred[player] = "88"


def _award(r: Round, best: Bid) -> Steps:
    """Give the hand to the best bidder."""
    also = (L["87"],) if best.partner else ()
    yield r.travel(CLAIM + r.place(best.player), BANK, L["82"], *also)
    if best.partner:
        yield r.travel(CLAIM + r.place(best.partner), BANK + OF_ASSOCIATE, L["87"])
    yield from begin_hand(r, best.player, (L["82"], also))
    r.auctioned = True


def impose_hand(r: Round, passer: str) -> Steps:
    """Nobody bids: the next in order takes the hand at the minimum capital or loses the seat. By
    the other reading of IR 424 those after them may refuse."""
    minimum, must = minimum_bank(r.table), True
    for player in [p for p in r.offer_order(passer, standing=False) if p in r.seats]:
        place = r.place(player)
        refusal = Offer("decline-hand", place, L["85"], player, note="loses-seat") if must else \
            Offer("decline-hand", place, IR[424], player)
        answer = yield Listen(L["85"], (L["94"],) if must else (IR[424],), offers=(
            Offer("bank", place, L["85"], player, low=minimum, high=minimum, unit=minimum,
                  also=(L["35"],), limit_law=L["85"], unit_law=L["85"]), refusal),
            window=f"must:{place}", clock="decision", default="decline-hand",
            default_law=L["94"] if must else IR[424])
        if isinstance(answer, Act) and answer.act == "bank":
            yield r.stake(BANK, player, minimum, L["85"], L["39"])
            yield from begin_hand(r, player, (L["85"], ()))
            r.regular = int(place)
            return
        if not must:
            yield Call(L["96.c-9"], (IR[424],), call="bank-refused", seat=place)
            continue
        must = r.readings.after_refusal == "must"
        yield from lose_seat(r, player, "85" if isinstance(answer, Act) else "94")
        if sum(map(bool, r.seats)) < MIN_SEATED:
            return


def lose_seat(r: Round, player: str, clause: str, *also: str) -> Steps:
    """A player who refuses the hand in turn (``clause`` "85") or is absent ("94") loses the seat,
    and gets no other seat in this shoe (IR 229)."""
    place, cite = r.place(player), L[clause]
    yield Call(L["96.c-9"], (cite, *also), call="bank-refused", seat=place)
    people.give_up_place(r, player)
    r.lost[player] = clause
    yield Call(cite, also, call="seat-lost", seat=place, facts={RISES: int(place)})
