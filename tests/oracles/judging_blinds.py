"""Estardilho and restardilho of synthetic poker (rule 106 of the published text): bets that are
made before the cards are seen."""

from __future__ import annotations

from judging import Json, Judge, Round
from judging_bets import Betting

ACTS = {"fold", "check", "call", "bet", "raise", "all-in"}


class Following:
    """A round as it is followed, with what the parts of it share."""

    def __init__(self, round: Round, verdict: Judge) -> None:
        self.round, self.verdict = round, verdict
        self.table: Json = round.table
        self.minimum, self.unit = round.table["minimum"], round.table["unit"]
        self.faulty = False
        self.hand = 0
        self.betting: Betting | None = None
        self.due: tuple[int, int, str] | None = None
        self.folded: int | None = None
        self.announced: dict[int, int] = {}
        self.announcing = ""
        self.maker, self.sum = 0, 0
        self.blinds: dict[int, int] = {}
        self.to_double: list[int] = []
        self.doubling: int | None = None
        self.first_double, self.gave_up = 0, 0

    def hold(self, rules: str, found: object, expected: object, at: int) -> None:
        """Compare, unless an error was reported in the round, whose consequences are judged apart.
        """
        if not self.faulty:
            self.verdict.hold(rules, found, expected, at)

    def blind(self, at: int, step: Json) -> None:
        """A player puts down a sum without having seen their cards (106.a, 106.b)."""
        betting = self.betting
        assert betting is not None
        seat, again = int(step["seat"]), step["call"] == "restardilho"
        rule = "106.b" if again else "106.a"
        start = self.maker if again else self.hand
        ring = [one for one in betting.after(start) if one in self.announced]
        # ir/286: of several the first in the order of the places.
        self.hold(f"{rule} 106", seat, ring[0] if ring else 0, at)
        amount = 2 * self.sum if again else self.announced.get(seat, 0)
        self.due = (seat, amount, rule)
        betting.put(seat, amount, counts=False)
        self.blinds[seat] = amount
        self.maker, self.sum, self.announced = seat, amount, {}
        betting.leader = seat  # ir/289
        self.to_double = betting.after(seat)

    def blind_offers(self, at: int, step: Json, again: bool) -> None:
        """Who may announce, and how much: an estardilho lies between the minimum and half of the
        stack (106.a, ir/287), a restardilho is twice the sum (106.b)."""
        betting = self.betting
        assert betting is not None
        act, rule = ("restardilho", "106.b") if again else ("estardilho", "106.a")
        for offer in step["offers"]:
            if offer["act"] == act:
                stack = betting.stacks[int(offer["seat"])]
                if again:
                    self.hold(rule, offer["cost"], 2 * self.sum, at)
                    self.hold(rule, stack >= 2 * self.sum, True, at)
                    self.hold(rule, int(offer["seat"]) == self.maker, False, at)
                else:
                    half = stack // 2 // self.unit * self.unit
                    self.hold(rule, (offer["low"], offer["high"]), (self.minimum, half), at)
        asked = {int(offer["seat"]) for offer in step["offers"] if offer["act"] == act}
        if self.announcing != act:
            least = 2 * self.sum if again else 2 * self.minimum
            able = {seat for seat in betting.order if betting.stacks[seat] >= least
                    and not (again and seat == self.maker)}
            self.hold(f"{rule} 106", asked, able, at)
        self.announcing = act

    def owed_blind(self, seat: int) -> int:
        """What a player must add to the blind bets of the others."""
        betting = self.betting
        assert betting is not None
        highest = max(self.blinds.get(one, 0) for one in betting.order)
        if seat != self.maker:
            highest = max(highest, 2 * self.sum)
        return highest - self.blinds.get(seat, 0)

    def double(self, at: int, step: Json, seat: int) -> None:
        """The others bet double, and at last the player who announced (106.a, 106.c), who may also
        increase it up to the whole stack (106.a-3)."""
        betting = self.betting
        assert betting is not None
        waiting = [one for one in self.to_double if one in betting.alive
                   and betting.stacks[one] and self.owed_blind(one) > 0]
        own = seat == self.maker
        rule = "106.b" if own and len(self.blinds) > 1 else "106.a"
        self.hold("106.a", seat, waiting[0] if waiting else 0, at)
        owes, stack = self.owed_blind(seat), betting.stacks[seat]
        expected: dict[str, tuple[int, ...]] = {"fold": (), "call": (min(owes, stack),)}
        others = [one for one in betting.able() if one != seat]
        if own and stack > owes and others:
            expected["all-in"] = (stack,)
            if stack - owes >= self.minimum:
                expected["raise"] = (self.minimum, (stack - owes) // self.unit * self.unit)
        found = {offer["act"]: (offer["low"], offer["high"]) if "low" in offer
                 else (offer["cost"],) if "cost" in offer else ()
                 for offer in step["offers"]
                 if offer.get("seat") == str(seat) and offer["act"] in ACTS}
        self.hold(rule, found.get("call"), expected["call"], at)
        if stack < owes:
            self.hold("106.c", found.get("call"), expected["call"], at)
        if own:
            self.hold("106.a-3", found, expected, at)
        self.hold("39.a", "fold" in found, True, at)
        self.doubling = seat

    def double_answer(self, act: str, amount: int) -> None:
        """A player bets as much as the others, more, or gives up (106.a-2)."""
        betting, seat = self.betting, self.doubling
        assert betting is not None and seat is not None
        owes, stack = self.owed_blind(seat), betting.stacks[seat]
        cost = {"fold": 0, "call": min(owes, stack), "raise": owes + amount, "all-in": stack}[act]
        self.to_double = [one for one in self.to_double if one != seat]
        if act == "fold":
            betting.alive.remove(seat)
            self.folded = seat
            if seat == self.maker:
                self.gave_up = seat
                betting.leader = self.first_double
        elif act == "call":
            self.first_double = self.first_double or (seat if seat != self.maker else 0)
        else:
            self.to_double = betting.after(seat)[:-1]
        if cost:
            betting.put(seat, cost, counts=False)
            self.blinds[seat] = self.blinds.get(seat, 0) + cost
            rule = "106.a-3" if act in ("raise", "all-in") else "106.a"
            self.due = (seat, cost, rule)
        self.doubling = None
