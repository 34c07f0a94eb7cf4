"""A hand that nobody takes at its level is auctioned; without a bid somebody must take it (80-2, 82
to 88, 90)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sabot import law
from sabot.games.chemin_de_fer import people, standing
from sabot.games.chemin_de_fer.bank import laid
from sabot.games.chemin_de_fer.offer import CLAIM
from sabot.games.chemin_de_fer.round import BANK, OF_ASSOCIATE, Round, Steps
from sabot.games.chemin_de_fer.rules import LEAST, MOST, bidding, least_bank
from sabot.law import IR
from sabot.money import euros
from sabot.procedure import RISES, Act, Call, Listen, Offer

L = law.Section("pt-217-2007/chemin-de-fer")

BARS = {"86": L["86"], "88": L["88"], "89-2": L["89-2"], "90": L["90"]}
"""Why a player may not bid, with the clause."""


class Bid(NamedTuple):
    """What somebody offers, in cents, alone or with a partner in equal parts."""

    amount: int
    player: str
    partner: str = ""


class Auction:
    """The bids of one auction. ``passer`` is who passed the hand, from whose right the order runs.

    A round lasts while the clock runs: who bids in it lays his bid down. The best of a round
    stands; who will not bid is out.
    """

    def __init__(self, r: Round, passer: str) -> None:
        self.r, self.passer = r, passer
        self.order = [*sorted(r.by_place(passer), key=lambda player: player not in r.seats),
                      *([passer] if passer else [])]
        self.best: Bid | None = None
        self.base, self.step = bidding(r.table)
        self.active = [player for player in self.order if player not in r.barred
                       or r.barred[player] not in BARS]

    def rank(self, bid: Bid) -> tuple[bool, bool, int]:
        """The order of equal bids: alone before together, seated before standing, the nearest at
        the right of who passed (83, 84, 87-2); a hand that is to be let pass changes nothing in it
        (IR 364)."""
        return (bool(bid.partner), bid.player not in self.r.seats, self.order.index(bid.player))

    def least(self, player: str, *, together: bool = False) -> int:
        """What this player must bid at least: an equal bid counts where his goes before."""
        if self.best is None:
            return self.base
        mine = Bid(self.best.amount, player, "?" if together else "")
        more = 0 if self.rank(mine) < self.rank(self.best) else self.step
        return self.best.amount + more

    def held(self) -> Steps:
        """Rounds of bids until nobody offers more; the best bid, None without any."""
        r = self.r
        yield Call(L["96.c-4"], (L["80-2"], L["82"]), call="auction",
                   facts={"least": euros(self.base), "step": euros(self.step)})
        n = 0
        while True:
            n += 1
            bids = yield from self._round(n)
            if not bids:
                yield from self._beaten()
                return self.best
            self.best = min(bids, key=lambda bid: (-bid.amount, self.rank(bid)))
            yield from self._beaten()
            yield Call(L["96.c-5"], (L["83"], L["84"]), call="bid", seat=r.place(self.best.player),
                       facts={"amount": euros(self.best.amount)})

    def _round(self, n: int) -> Steps:
        """The bids of one round, and that which stood before."""
        said: dict[str, Act] = {}
        holds = {self.best.player, self.best.partner} if self.best else set()
        while left := [p for p in self.active if p not in said and p not in holds]:
            answer = yield Listen(
                L["82"], (L["83"], IR[226], *((IR[364],) if self.r.skips else ()),
                          *standing.order(self.r)),
                offers=tuple(self._offers(left, said)), window=f"bid:{n}", clock="bid",
                default="no-bid", default_law=L["82"])
            if not isinstance(answer, Act):
                break
            said[answer.player] = answer
            if answer.act == "no-bid":
                self.active.remove(answer.player)
            else:
                yield from self._lays(answer)
        new = self._made(said)
        return [*new, *([self.best] if self.best else [])] if new else []

    def _lays(self, act: Act) -> Steps:
        """What is bid is laid down: by who bids with another, his half."""
        part = act.amount // 2 if act.act == "bid-together" else act.amount
        cite = L["87"] if act.act == "bid-together" else L["82"]
        yield from self.r.change(CLAIM + self.r.place(act.player), act.player, part, cite,
                                 return_law=cite)

    def _made(self, said: dict[str, Act]) -> list[Bid]:
        """The bids that were declared; one together counts where both declared it."""
        found = []
        for player, act in said.items():
            if act.act == "bid":
                found.append(Bid(act.amount, player))
            elif act.act == "bid-together":
                other = next(p for p in self.order if self.r.place(p) == act.seat)
                same = said.get(other)
                if (same is not None and self._asks(same, player) and same.amount == act.amount
                        and self._banks(player) < self._banks(other)):
                    found.append(Bid(act.amount, player, other))
        return found

    def _banks(self, player: str) -> tuple[bool, int]:
        """Who of two who bid together has the bank: the first in the order of priority, in which
        who has a hand to let pass comes last (87, 92-2)."""
        return player in self.r.skips, self.order.index(player)

    def _asks(self, act: Act | None, player: str) -> bool:
        """Whether somebody's word was that he bids together with this player."""
        return act is not None and (act.act, act.seat) == ("bid-together", self.r.place(player))

    def _beaten(self) -> Steps:
        """Who does not hold the best bid takes his money back."""
        r, best = self.r, self.best
        for player in self.order:
            bet = CLAIM + r.place(player)
            if r.staked(bet) and (best is None or player not in (best.player, best.partner)):
                yield r.release("return", bet, r.staked(bet), L["82"])

    def _offers(self, left: list[str], said: dict[str, Act]) -> Iterator[Offer]:
        r = self.r
        for player in self.order:
            why = BARS.get(r.barred.get(player, ""))
            if why:
                yield Offer("bid", people.TABLE, why, player, low=0, high=0, unit=self.step,
                            barred=(player,), barred_law=why)
        for player in left:
            if self.least(player) <= MOST:
                yield Offer("bid", people.TABLE, L["82"], player, low=self.least(player), high=MOST,
                            unit=self.step, limit_law=L["82"], unit_law=L["82"])
            yield Offer("no-bid", people.TABLE, L["82"], player)
            others = tuple(r.place(other) for other in self.order if other != player and (
                other in left or self._asks(said.get(other), player)))
            least = self.least(player, together=True)
            if others and least <= MOST:
                yield Offer("bid-together", "", L["87"], player, low=least, high=MOST,
                            unit=self.step, seats=others, also=(L["87-2"],), limit_law=L["82"],
                            unit_law=L["82"])


def auctioned(r: Round, passer: str) -> Steps:
    """The hand is auctioned, again where who got it refuses (88); whether somebody has it."""
    while True:
        auction = Auction(r, passer)
        best: Bid | None = yield from auction.held()
        if best is None:
            return False
        yield Call(L["96.c-6"], call="awarded", seat=r.place(best.player),
                   facts={"amount": euros(best.amount)})
        answer = yield Listen(L["88"], offers=(
            Offer("take-hand", r.place(best.player), L["88"], best.player),
            Offer("decline-hand", r.place(best.player), L["88"], best.player)),
            window="awarded", clock="decision", default="take-hand", default_law=L["88"])
        if not isinstance(answer, Act) or answer.act == "take-hand":
            yield from _awarded(r, best)
            return True
        yield Call(L["96.c-9"], (L["88"],), call="bank-refused", seat=r.place(best.player))
        auction.best = None
        yield from auction._beaten()
        for player in {best.player, passer} - {""}:
            r.barred[player] = "88"


def _awarded(r: Round, best: Bid) -> Steps:
    also = (L["87"],) if best.partner else ()
    yield r.travel(CLAIM + r.place(best.player), BANK, L["82"], *also)
    if best.partner:
        yield r.travel(CLAIM + r.place(best.partner), BANK + OF_ASSOCIATE, L["87"])
    yield from laid(r, best.player, (L["82"], also))
    r.auctioned = True


def must_take(r: Round, passer: str) -> Steps:
    """Nobody bids: the next in order takes the hand at the least capital or gives up his seat."""
    least = least_bank(r.table)
    for player in [p for p in r.ranked(passer, standing=False) if p in r.seats]:
        place = r.place(player)
        answer = yield Listen(L["85"], (L["94"],), offers=(
            Offer("bank", place, L["85"], player, low=least, high=least, unit=least,
                  also=(L["35"],), limit_law=L["85"], unit_law=L["85"]),
            Offer("decline-hand", place, L["85"], player, note="loses-seat")),
            window=f"must:{place}", clock="decision", default="decline-hand", default_law=L["94"])
        if isinstance(answer, Act) and answer.act == "bank":
            yield r.stake(BANK, player, least, L["85"], L["39"])
            yield from laid(r, player, (L["85"], ()))
            r.regular = int(place)
            return
        yield from gives_up(r, player, "85" if isinstance(answer, Act) else "94")
        if sum(map(bool, r.seats)) < LEAST:
            return


def gives_up(r: Round, player: str, clause: str, *also: str) -> Steps:
    """Who refuses the hand that must be taken ("85"), or is not there to take it ("94"), loses the
    seat, and has no other until the shoe has ended (IR 229)."""
    place, cite = r.place(player), L[clause]
    yield Call(L["96.c-9"], (cite, *also), call="bank-refused", seat=place)
    people.rises(r, player)
    r.lost[player] = clause
    yield Call(cite, also, call="seat-lost", seat=place, facts={RISES: int(place)})
