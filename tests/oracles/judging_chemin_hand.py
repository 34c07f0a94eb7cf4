"""Whose the hand is at chemin de fer, followed from a record: who is asked for a bank, what a
banker may do who has won, and to whom a passed hand goes (rules 29 to 35, 46, 76 to 94)."""

from __future__ import annotations

from judging import Json, Judge, Round
from judging_chemin_people import People, base_of, next_seats, reading, row_of

MOST = 10_000_000_000
"""The program counts up to a hundred million euros in a bank (ir/230); the text has no limit."""


class Bid:
    """What somebody offers at an auction, alone or with a partner (87)."""

    def __init__(self, place: str, amount: int, partner: str = "") -> None:
        self.place, self.amount, self.partner = place, amount, partner


class Hand:
    """The hand, from the beginning of a round to the bank of its coup."""

    def __init__(self, round: Round, verdict: Judge, people: People,
                 lying: dict[str, tuple[str, int]]) -> None:
        self.round, self.verdict, self.people, self.lying = round, verdict, people, lying
        self.before, rules = round.before, round.table["rules"]
        self.rate: int = rules["cagnotte"]
        self.minimum: int = round.table["minimum"]
        self.unit: int = round.table["unit"]
        self.least: int = rules["bank"] or self.minimum
        self.floor = self.minimum if reading(round.table, "reduced_bank", "minimum-bet") \
            else self.least  # ir/428
        self.must_later = False
        self.step_of_bids: int = rules["raise_by"] or self.minimum
        self.first_bid = -(-(rules["bid"] or self.least) // self.step_of_bids) * self.step_of_bids
        self.costs_seat: bool = rules["refusal_costs_seat"]
        self.due: str = self.before["due"]
        self.banker: str = self.before.get("banker", "")
        self.regular: int = self.before.get("regular", 0)
        self.base = 0 if self.due == "first" else self.regular
        self.asked, self.kept_for, self.free = 0, 0, False
        self.been: set[int] = set()
        self.new_shoe = self.reduced = self.halved = self.paid_outside = False
        self.passer, self.passer_at, self.passed_tie = "", "", set[str]()
        self.level, self.takers, self.not_taking = 0, set[str](), set[str]()
        self.window = self.laid_by = ""
        self.barred: dict[str, set[str]] = {}
        self.bids: dict[str, Bid] = {}
        self.standing: Bid | None = None
        self.laid = self.void_bank = self.void_asked = self.gone = False
        self.bases: list[str] = []

    def bank(self) -> int:
        return sum(self.lying.get(bet, ("", 0))[1] for bet in ("bank", "bank/associate"))

    def step(self, at: int, event: Json) -> None:
        """Hold one event against what came before it."""
        step, hold = event.get("step") or {}, self.verdict.hold
        match step.get("step"):
            case "listen":
                self.listen(at, step)
            case "shuffle":
                self.new_shoe = self.due in ("won", "tie", "void") \
                    and bool((self.before.get("shoe") or {}).get("coups"))
            case "call":
                self.call(at, step)
            case "handle" if step["what"] == "spread-cards":
                self.due, self.base, self.banker = "first", 0, ""
                self.asked, self.been = 0, set()
            case "handle" if step["what"] == "place-bank":
                self.placed(at, str(step["seat"]))
            case "move" if step["kind"] == "resume":
                held = [list(part) for part in self.before.get("held", ())]
                hold("46" if step["bet"].startswith("bank") else "76",
                     [step["bet"], step["player"], step["amount"]] in held, True, at)
            case "move" if step["kind"] == "travel" and step.get("into", "").startswith("garage"):
                self.judge_reduction(at, step)
        self.answer(at, event.get("answer") or {})

    # -- asked in turn -----------------------------------------------------------------------------

    def following(self) -> int:
        """The next seat with a player to whom the hand has not been (21, 29, 32)."""
        seated = self.people.seated()
        return next((seat for seat in next_seats(self.asked or self.base)
                     if seat in seated and seat not in self.been), 0)

    def listen(self, at: int, step: Json) -> None:
        name, _, number = step["window"].partition(":")
        hold = self.verdict.hold
        if name == "hand" and number:
            self.judge_asked(at, step, int(number)) if number.isdigit() else None
        elif name == "hand":
            self.judge_going_on(at, step)
        elif name == "level":
            self.judge_level(at, step)
        elif name == "bid":
            self.judge_bids(at, step)
        elif name == "awarded":
            winner = self.standing
            found = next(offer for offer in step["offers"] if offer["act"] == "take-hand")
            hold("83 84 88", found["seat"], winner.place if winner else "", at)
            silent = "decline-hand" if reading(self.round.table, "silent_winner", "refuses") \
                else "take-hand"
            hold("88", step.get("default"), silent, at)  # ir/425
        elif name == "must":
            self.judge_must(at, step, number)
        self.window = step["window"]

    def judge_asked(self, at: int, step: Json, seat: int) -> None:
        """The hand goes round to the right; who has to let it pass is not asked (29, 32, 92)."""
        hold = self.verdict.hold
        if self.kept_for:
            hold("81", seat, self.kept_for, at)
        elif seat != self.asked:
            same = self.due == "void" and self.people.at.get(str(seat)) == self.banker
            if same and not self.void_asked:  # ir/224: after a void coup the same player
                self.void_bank = self.void_asked = True
            elif not self.free:
                hold("21 29 32" if self.due == "first" else "21 32 91", seat,
                     self.following(), at)
            self.free = False
            if not self.void_bank:
                hold("92", self.people.at.get(str(seat)) in self.people.skips, False, at)
            self.asked = seat
            self.been.add(seat)
        player = self.people.at.get(str(seat), "")
        for offer in step["offers"]:
            if offer["act"] == "bank" and offer.get("player"):
                hold("35", (offer.get("low"), offer.get("high"), offer.get("unit")),
                     (self.least, MOST, self.unit), at)  # ir/230
                hold("29 30", (offer["seat"], offer.get("player")), (str(seat), player), at)
            elif offer["act"] == "bank" and offer.get("barred"):
                hold("81", offer["barred_law"].rpartition("/")[2], "81", at)
            elif offer["act"] == "decline-hand" and not self.kept_for:
                costs = self.costs_seat and not self.void_bank
                hold("85 94", offer.get("note") == "loses-seat", costs, at)  # ir/229

    def call(self, at: int, step: Json) -> None:
        name, seat, hold = step["call"], step.get("seat", ""), self.verdict.hold
        match name:
            case "hand-skips":
                if not self.free:  # else nobody has taken the hand that nobody bid for
                    hold("92", int(seat), self.following(), at)
                player = self.people.at.get(str(seat), "")
                hold("92", player in self.people.may_skip and player not in self.people.not_nearer,
                     True, at)
                self.asked = int(seat)
                self.been.add(int(seat))
            case "hand-kept":
                self.kept_for = int(seat)
            case "hand-returned":
                hold("81", int(seat), self.asked, at)
                self.kept_for = 0
            case "bank-refused":
                # FINDING: no record says whose the hand is after a banker gives it up whose bank
                # went back with a void coup, and after a refusal under 85.
                self.free = self.void_bank or self.window.startswith("must")
                if self.void_bank:
                    self.been.clear()
                    self.asked, self.void_bank = 0, False
                self.kept_for = 0
            case "seat-lost":
                hold("85 94", self.costs_seat or self.window.startswith("must"), True, at)
            case "hand-stays":
                hold("32", self.due in ("won", "tie", "void"), True, at)
            case "hand-passed" | "hand-abandoned":
                self.passes(str(seat))
            case "table-closes":
                self.regular = 0  # the next hand is the first of another opening
            case "auction":
                self.judge_auction(at)
            case "bid":
                self.judge_round_of_bids(at, str(seat))
            case "awarded":
                self.judge_round_of_bids(at, str(seat))

    def placed(self, at: int, place: str) -> None:
        """A bank is laid by who was entitled to the hand (30, 80, 84)."""
        window, hold = self.window.partition(":")[0], self.verdict.hold
        self.laid = self.people.at.get(place) != self.passer
        if window == "level":
            hold("78 79 80", place, self.winner_of_level(), at)
            if self.people.at.get(place) == self.passer:
                hold("80-2", self.takers, {self.passer}, at)
            hold("80", self.bank(), self.level, at)
        elif window == "awarded" and self.standing:
            hold("82 80-2", (place, self.bank()), (self.standing.place, self.standing.amount), at)
        elif window == "must":
            hold("85", self.bank(), self.least, at)
        elif window == "hand":
            hold("30", self.people.at.get(place), self.laid_by, at)
            if not self.window.startswith("hand:s"):
                hold("30", place, str(self.kept_for or self.asked), at)

    # -- a banker who goes on ----------------------------------------------------------------------

    def judge_going_on(self, at: int, step: Json) -> None:
        """A banker who has not lost may go on or pass the hand, and reduce the bank (33, 34, 46,
        76-2, 77)."""
        hold, acts = self.verdict.hold, {offer["act"]: offer for offer in step["offers"]}
        rule = {"won": "77", "tie": "76-2 89"}.get(self.due, "76-2")
        hold(rule, {"continue", "pass-hand"} <= set(acts), True, at)
        hold(rule, acts["continue"]["player"], self.banker, at)
        won, bank, partner = self.before.get("won", 0), self.bank(), "bank/associate" in self.lying
        cut = self.before.get("cut", 0)
        if self.due == "won":
            pays = bool(cut) and not partner and not self.paid_outside
            hold("47", acts.get("pay-outside", {}).get("cost", 0), cut if pays else 0, at)
        twice = self.due == "won" and not self.before.get("covered") and not self.reduced \
            and bank > 2 * won >= self.floor
        hold("46", "reduce" in acts, twice, at)
        wins = self.before.get("wins", 0)
        third = self.due == "won" and wins >= 3 and wins % 2 == 1
        halves = (third or self.new_shoe) and not self.halved and bank - bank // 2 >= self.floor
        hold("33" if self.new_shoe else "34", "halve" in acts, halves, at)

    def judge_reduction(self, at: int, step: Json) -> None:
        """Half of the bank, or what exceeds twice the bets won, goes to the garage (33, 34, 46)."""
        own, whole = self.lying[step["bet"]][1], self.bank()
        if step["law"].endswith("/46"):
            parts = 2 if "bank/associate" in self.lying else 1
            if not self.reduced:
                self.excess = (whole - 2 * self.before.get("won", 0)) // parts
            self.verdict.hold("46", step["amount"], self.excess, at)
            self.reduced = True
        else:
            self.verdict.hold("33" if self.new_shoe else "34", step["amount"], own // 2, at)
            self.halved = True

    def passes(self, place: str) -> None:
        """The hand is passed, or given up (77, ir/227)."""
        self.passer, self.passer_at = self.banker, place
        self.level = self.bank()
        partner = self.lying.get("bank/associate", ("", 0))[0]
        took = self.before.get("auctioned") and self.before.get("coups", 0) == 1
        if self.due == "tie":
            self.barred, self.passed_tie = {self.passer: {"89-2"}}, {self.passer}
        elif self.due == "won":
            rules = {"86", "90"} if took else {"86"}
            self.barred = {who: rules for who in (self.passer, partner) if who}
        else:  # ir/227, ir/249: given up after a void coup, or before the first one
            self.barred = {who: {"86", "88", "90"} for who in (self.passer, partner) if who}

    # -- at its level ------------------------------------------------------------------------------

    def offered_to(self) -> list[str]:
        """To whom a passed hand goes: from the right of who passed it on, or if they stood of the
        last regular banker (78, 79); the one who passed it comes last (80-2, ir/225)."""
        base = str(self.regular or 9) if self.passer_at.startswith("s") else self.passer_at
        places = self.people.order(base, skips_last=True)
        if self.passer_at.startswith("s") and base in self.people.at:
            sitting = [place for place in places if place.isdigit()]
            places = [*sitting, base, *(place for place in places if not place.isdigit())]
            places.sort(key=lambda place: self.people.at[place] in self.people.skips)
        mine = "" if self.gone else self.people.place(self.passer)
        places = [place for place in places if self.people.at[place] != self.passer]
        return [*(place for place in places if place != mine), *([mine] if mine else [])]

    def judge_level(self, at: int, step: Json) -> None:
        takes = [offer for offer in step["offers"] if offer["act"] == "take-level"]
        found = [offer["seat"] for offer in takes]
        if step["window"] != self.window:
            self.takers, self.not_taking = set(), set()
            self.people.settle(self.offered_to, found)
        for offer in takes:
            self.verdict.hold("80", offer.get("cost"), self.level, at)
        best = len(self.offered_to())
        for index, place in enumerate(self.offered_to()):
            if self.people.at[place] in self.takers:
                best = index
                break
        expected = [place for place in self.offered_to()[:best]
                    if self.people.at[place] not in self.not_taking]
        rules = "79 78 92-2" if self.passer_at.startswith("s") else "78 92-2"
        self.verdict.hold(rules, found, expected, at)

    def winner_of_level(self) -> str:
        return next((place for place in self.offered_to()
                     if self.people.at[place] in self.takers), "")

    def answer(self, at: int, answer: Json) -> None:
        act, player = answer.get("act", ""), answer.get("player", "")
        place = self.people.place(player)
        match act:
            case "take-level":
                self.takers.add(player)
            case "no-level":
                self.not_taking.add(player)
            case "pay-outside":
                self.paid_outside = True
            case "stand-up" | "leave" if self.window == "hand" and player == self.banker:
                self.gone = True
            case "bank":
                self.laid_by = player
            case "bid":
                self.bids[place] = Bid(place, answer["amount"])
            case "bid-together":
                self.bids[place] = Bid(place, answer["amount"], answer["seat"])

    # -- the auction -------------------------------------------------------------------------------

    def judge_auction(self, at: int) -> None:
        """There is an auction if nobody wants the hand at its level (80-2)."""
        if self.window.startswith("level"):
            self.verdict.hold("80-2", self.takers, set(), at)
        elif self.window.startswith("awarded") and self.standing:
            names = [self.people.at.get(self.standing.place, ""), self.passer]
            if reading(self.round.table, "refused_partner", "barred"):  # ir/426
                names.append(self.people.at.get(self.standing.partner, ""))
            for who in names:
                self.barred.setdefault(who, set()).add("88")
        self.bids, self.standing = {}, None
        self.bases = [self.nobody()] if self.been or not self.passer_at else [self.passer_at]

    def nobody(self) -> str:
        """From whose right places count where nobody passed the hand (ir/430)."""
        first = reading(self.round.table, "no_passer", "croupiers-right")
        return "9" if first else str(self.regular or 9)

    def order_from(self, base: str) -> list[str]:
        """Who sits, then who stands, each from the right of a place on (83, 84)."""
        return [*self.people.sitting_from(base_of(base)),
                *self.people.standing_from(base_of(base), row_of(base))]

    def key(self, bid: Bid, base: str) -> tuple[int, bool, int]:
        """Which bid goes before another: the higher; one alone before two (87-2); then places."""
        order = self.order_from(base)
        return -bid.amount, bool(bid.partner), \
            order.index(bid.place) if bid.place in order else 99

    def best(self, bids: list[Bid], base: str) -> Bid:
        return min(bids, key=lambda bid: self.key(bid, base))

    def judge_bids(self, at: int, step: Json) -> None:
        hold = self.verdict.hold
        for offer in step["offers"]:
            player = offer.get("player", "")
            if offer.get("barred"):
                rule = offer["barred_law"].rpartition("/")[2]
                for who in offer["barred"]:
                    hold(rule, rule in self.barred.get(who, set()), True, at)
                continue
            if offer["act"] != "bid":
                continue
            hold("82", offer["unit"], self.step_of_bids, at)
            one = reading(self.round.table, "bid_step", "one")  # ir/434
            hold("82", offer["high"], offer["low"] if one else MOST, at)
            hold("82 80-2", player in self.barred, False, at)
            if self.standing is None:
                hold("82", offer["low"], self.first_bid, at)
            else:
                mine = Bid(self.people.place(player), self.standing.amount)
                lows = {self.standing.amount + (0 if self.key(mine, base)
                                                < self.key(self.standing, base)
                                                else self.step_of_bids) for base in self.bases}
                rules = "82 83 84 87-2" if self.standing.partner else "82 83 84"
                hold(rules, offer["low"] in lows, True, at)

    def judge_round_of_bids(self, at: int, seat: str) -> None:
        """At the end of a round the highest bid stands (82 to 84, 87, ir/226)."""
        bids: list[Bid] = []
        for bid in self.bids.values():
            if not bid.partner:
                bids.append(bid)
            elif (other := self.bids.get(bid.partner)) and other.partner == bid.place \
                    and other.amount == bid.amount:
                bids.append(bid)  # 87: both of them, the one who comes first has the bank
        if self.standing:
            bids.append(self.standing)
        self.bids = {}
        if not bids:
            return
        skipping = any(bid.partner and {self.people.at.get(bid.place),
                                        self.people.at.get(bid.partner)} & self.people.may_skip
                       for bid in bids)
        if skipping:  # ir/364: of two, who has a hand to let pass comes last
            most = max(bid.amount for bid in bids)
            alone = any(bid.amount == most and not bid.partner for bid in bids)
            winners = [bid for bid in bids if bid.amount == most and bool(bid.partner) != alone]
        else:
            winners = [self.best(bids, base) for base in self.bases]
        rules = "87 83 84" if winners[0].partner else "82 83 84"
        self.verdict.hold(rules, seat in [bid.place for bid in winners], True, at)
        self.standing = next((bid for bid in winners if bid.place == seat), winners[0])

    def judge_must(self, at: int, step: Json, seat: str) -> None:
        """If nobody bids, the player after who passed has to take the hand with the least bank, or
        lose the seat (85)."""
        offers = {offer["act"]: offer for offer in step["offers"]}
        bank = offers["bank"]
        self.verdict.hold("85", (bank["low"], bank["high"], bank["seat"]),
                          (self.least, self.least, seat), at)
        if self.window.startswith("must") and step["window"] != self.window:
            self.must_later = True
        free = self.must_later and reading(self.round.table, "after_refusal", "may")  # ir/424
        self.verdict.hold("85 94", offers["decline-hand"].get("note"),
                          None if free else "loses-seat", at)
        if step["window"] != self.window and not self.window.startswith("must"):
            base = self.passer_at
            if self.been or not base:
                return
            if base.startswith("s"):
                base = str(self.regular or 9)
            sitting = [place for place in self.people.sitting_from(int(base))
                       if self.people.at[place] not in self.people.may_skip]
            if sitting and self.people.at.get(seat) not in self.people.may_skip:
                self.verdict.hold("85", seat, sitting[0], at)

    # -- afterwards --------------------------------------------------------------------------------

    def judge_after(self, winner: str, banker: str, bets: int, bank: int) -> None:
        """What the next round begins with: the hand, the coups won, the bets won (32, 34, 46, 76,
        91)."""
        after, hold = self.round.after, self.verdict.hold
        if after is None or after["due"] == "first":
            return  # play has stopped (ir/221)
        due = {"banca": "won", "tie": "tie", "void": "void"}.get(
            winner, "regular" if banker.startswith("s") else "next")
        rules = {"won": "32 77", "tie": "76 89", "void": "75-2"}.get(due, "32 91")
        hold(rules, after["due"], due, -1)
        player = self.people.at.get(banker, "")
        if due in ("won", "tie", "void"):
            hold(rules, after.get("banker"), player, -1)
        elif due == "next":
            hold("32", after.get("regular"), int(banker), -1)
        if due == "won":
            goes_on = not self.laid
            hold("34" if goes_on else "34-2", after.get("wins"),
                 (self.before.get("wins", 0) if goes_on else 0) + 1, -1)
            hold("46", (after.get("won"), bool(after.get("covered"))), (bets, bets == bank), -1)

