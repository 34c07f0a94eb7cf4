"""The bets of the two Portuguese blackjacks of real tables: rules 13 to 16, 37 to 48."""

from __future__ import annotations

from collections import defaultdict

from judging import Json, Round
from judging_blackjack import Book, Opening, place_of

ANYBODY = "?"
"""Somebody who has neither a place nor a bet."""
OWN, HELD, VACANT = "13", "15 | 15 15-2", "16"
"""The rules of a bet on one's own place, on that of another, and on one that nobody holds."""
Range = tuple[int, int, int]
"""The least and the greatest bet and the step."""


def cents(text: str) -> int:
    """A sum that is written as text in a table file."""
    whole, _, part = text.partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0"))


def allows(offer: Json, player: str) -> bool:
    """Whether an offer is open to a player."""
    if player in offer.get("barred", ()):
        return False
    if offer.get("player"):
        return bool(offer["player"] == player)
    return player in offer["players"] if offer.get("players") else True


class Betting:
    """Follows a round from its beginning until every bet is closed."""

    def __init__(self, book: Book, round: Round) -> None:
        self.book, self.round = book, round
        self.table, self.rules = round.table, round.table["rules"]
        self.seats: dict[int, str] = dict(enumerate(round.before["seats"], start=1))
        self.jackpot: Json = self.rules.get("jackpot") or {}
        self.chip = cents(self.jackpot["chip"]) if self.jackpot else 0
        self.lying: dict[str, dict[str, int]] = defaultdict(dict)
        """The bets of each place by player, in the order in which they were made."""
        self.names: dict[tuple[str, str], str] = {}
        self.opening = Opening(pool=round.before.get("pool") or 0)
        self.chips = self.opening.chips
        self.dealt = 0
        """The last place that has its first card."""
        self.asked = 0
        """The place after whose first card bets were last asked for."""
        self.closed = False
        self.called: dict[str, tuple[str, str]] = {}
        """Who decides for a place, as it was announced: the rule and the bet."""
        self.markers: list[str] = []

    @property
    def holders(self) -> set[str]:
        return {player for player in self.seats.values() if player}

    def judge(self) -> Opening | None:
        """Judge every bet; None if the round was not dealt."""
        self.judge_table()
        wanted: tuple[str, str, int] | None = None
        for at, event in enumerate(self.round.events):
            step = event.get("step") or {}
            if step.get("step") == "move":
                if step["kind"] == "refund":
                    return None
                self.move(step, at)
                continue
            if wanted is not None:
                seat, player, amount = wanted
                self.book.hold("13", self.amount(seat, player), amount, at)
            wanted = self.answered(event.get("answer") or {})
            self.judge_step(step, at)
            if step.get("step") == "deal" and step["to"] == "bank":
                self.judge_deciders(at)
                return self.opening
        return None

    def judge_step(self, step: Json, at: int) -> None:
        """What is asked, called and done around the bets."""
        match step.get("step"), step.get("call") or step.get("what"):
            case "listen", _ if step["window"].partition(":")[0] in ("bets", "late"):
                self.book.hold("13", self.closed, False, at)
                self.judge_offers(step, at)
            case "call", "no-more-bets":
                self.closed = True
                if self.jackpot:
                    self.book.hold("48-2", step["law"], self.book.law("48-2"), at)
                for seat in self.seats:
                    self.close(str(seat), at)
            case "call", "decides":
                rule = step["law"].rpartition("/")[2]
                self.called[step["seat"]] = rule, step["facts"]["bet"]
            case "handle", "collect-chips":
                self.judge_collected(step, at)
            case "handle", "marker":
                self.markers.append(place_of(step["seat"]))
            case "deal", _ if step["to"] != "burn":
                self.begin(step["to"], at)

    def begin(self, to: str, at: int) -> None:
        """A first card is dealt: the bets of its place are closed (13)."""
        if to == str(self.dealt):  # again, after a fault
            return
        if not self.dealt and self.jackpot:
            # Rule 48: the call and the chips come before the first card.
            self.book.hold("48 48-2", self.closed, True, at)
            self.book.hold("45-2", [player for player, place in self.chips.items()
                                    if player not in self.opening.stakes.get(place, {})], [], at)
            if self.jackpot["manual"]:
                self.book.hold("41.b-2", sorted(self.markers), sorted(self.chips.values()), at)
        if self.book.act_of_2001:
            # ir/26: bets are open until the place's own first card, but for a jackpot.
            self.book.hold("13", self.closed, bool(self.jackpot), at)
            if not self.jackpot and self.dealt < len(self.seats):
                self.book.hold("13", self.asked, self.dealt, at)
        else:
            self.book.hold("13", self.closed, True, at)
        self.opening.start = self.opening.start or at
        last = len(self.seats) if to == "bank" else int(to)
        if not self.closed:
            for seat in range(self.dealt + 1, last + 1):
                self.close(str(seat), at)
        self.dealt = last

    def judge_table(self) -> None:
        """The limits of the table (14, 37) and its places (2)."""
        low, high = self.table["minimum"], self.table["maximum"]
        self.book.hold("14", high % low, 0)
        self.book.hold("37", high == 30 * low if self.book.act_of_2001 else high <= 30 * low, True)
        self.book.hold("2", len(self.seats) in (6, 7), True)

    def amount(self, seat: str, player: str) -> int:
        """What a player has on a place or on its spot of the jackpot."""
        if seat.endswith("/jackpot"):
            return self.chip if self.chips.get(player) == place_of(seat) else 0
        return self.lying[seat].get(player, 0)

    def answered(self, answer: Json) -> tuple[str, str, int] | None:
        """What a player has to have on a place after an answer."""
        player, seat = answer.get("player", ""), answer.get("seat", "")
        match answer.get("act"):
            case "sit":
                self.seats[int(seat)] = player
            case "leave":
                self.seats[int(seat)] = ""
                return seat, player, 0
            case "clear":
                return seat, player, 0
            case "bet":
                return seat, player, answer["amount"]
        return None

    def move(self, step: Json, at: int) -> None:
        """A bet is made or taken back, or a chip for the jackpot is."""
        place, player, amount = place_of(step["bet"]), step["player"], step["amount"]
        if step["kind"] == "seed":
            # 44, ir/94: a jackpot begins with its starting value.
            self.book.hold("44", (amount, self.opening.pool),
                           (cents(self.jackpot["start"]), 0), at)
            self.book.hold("44", amount >= 10_000 * self.chip, True, at)
            self.opening.pool = amount
        elif step["bet"].endswith("/jackpot"):
            self.move_chip(step, place, at)
        else:
            self.book.hold("13", (step["kind"] in ("stake", "return"), self.closed),
                           (True, False), at)
            put = self.lying[place].get(player, 0)
            # A bet that is changed keeps its turn among equal ones (ir/32).
            self.lying[place][player] = put + (amount if step["kind"] == "stake" else -amount)
            if not self.lying[place][player]:
                del self.lying[place][player]
            self.names[place, player] = step["bet"]
            self.book.hold("13", int(place) > self.dealt, True, at)
            if step["kind"] == "stake":
                self.book.hold("14", step["law"], self.book.law("14"), at)

    def move_chip(self, step: Json, place: str, at: int) -> None:
        """A chip is laid (45, 47) or goes back: to its owner, or for want of a bet (45-2)."""
        player = step["player"]
        if step["kind"] == "stake":
            self.book.hold("45 47", (player in self.chips, step["amount"], step["law"]),
                           (False, self.chip, self.book.law("45")), at)
            self.book.hold("48", self.closed, False, at)
            self.chips[player] = place
            return
        if self.closed:
            self.book.hold("45-2", (player in self.lying[place], step["law"]),
                           (False, self.book.law("45-2")), at)
        self.chips.pop(player, None)

    def judge_offers(self, step: Json, at: int) -> None:
        """Who may bet how much on which place (13 to 16), and on the jackpot (45 to 47)."""
        late = step["window"].partition(":")[2]
        if late:
            self.book.hold("13", int(late), self.dealt, at)
            self.asked = int(late)
        people = self.holders.union(*self.lying.values())
        if not self.table["individual"]:
            people.add(ANYBODY)
        bets: dict[str, list[Json]] = defaultdict(list)
        for offer in step["offers"]:
            if offer["act"] == "bet":
                bets[offer["seat"]].append(offer)
        for seat, holder in self.seats.items():
            for player in people:
                found = [offer for offer in bets[str(seat)] if allows(offer, player)]
                ranges = [(offer["low"], offer["high"], offer["unit"]) for offer in found]
                expected = self.range_of(str(seat), player)
                rule = OWN if player == holder else HELD if holder else VACANT
                self.book.hold(rule, ranges, [expected] if expected else [], at)
                if found:
                    self.book.hold("14", ranges[0][2], self.table["minimum"], at)
                    self.book.hold(rule, found[0]["law"], self.book.law(rule), at)
        if self.jackpot and not late:
            self.judge_chip_offers(bets[""], people, at)

    def range_of(self, seat: str, player: str) -> Range | None:
        """How much a player may bet on a place; None: nothing.

        The maximum bounds all bets of a place together (15, 16, ir/51).
        """
        low, high = self.table["minimum"], self.table["maximum"]
        room = high - sum(put for who, put in self.lying[seat].items() if who != player)
        # ir/30: without the option only who holds a place may bet on others. ir/25: so it is at a
        # table that is kept for one player, who holds a place.
        # FINDING: who gave up their last place keeps the bets on others, and may change them; no
        # interpretation says whether a raise is still open to them.
        standing = self.rules["standing_bets"] and not self.table["individual"]
        allowed = standing or player in self.holders or player in self.lying[seat]
        return (low, room, low) if allowed and room >= low and int(seat) > self.dealt else None

    def judge_chip_offers(self, offers: list[Json], people: set[str], at: int) -> None:
        """One chip for a player, at a place that the player holds and has a bet on (45, 47)."""
        for player in people:
            # ir/48
            mine = {f"{seat}/jackpot" for seat, holder in self.seats.items()
                    if holder == player and self.lying[str(seat)].get(player)}
            found = set[str]()
            for offer in offers:
                if allows(offer, player):
                    found |= set(offer["seats"])
                    self.book.hold("47", (offer["low"], offer["high"]), (self.chip, self.chip), at)
            self.book.hold("39-2 45 45-2 47", found,
                           set() if player in self.chips else mine, at)

    def judge_collected(self, step: Json, at: int) -> None:
        """The chips go into the jackpot with their share (40, 41)."""
        manual = self.jackpot["manual"]
        added = self.chip * self.jackpot["rate"] // 100 * len(self.chips)
        self.opening.pool += added
        rule = "41.b" if manual else "41.a | 41.a-2"
        self.book.hold("48-3 41.b" if manual else "48-3 41.a | 48-3 41.a 41.a-2",
                       (step["law"], step["facts"]["pool"], self.closed, self.dealt),
                       (self.book.law(rule), self.opening.pool, True, 0), at)

    def close(self, place: str, at: int) -> None:
        """The bets of a place are closed: judge their sums, and find who decides."""
        low, high = self.table["minimum"], self.table["maximum"]
        bets, holder = dict(self.lying[place]), self.seats[int(place)]
        if not bets:
            return
        for player, put in bets.items():
            rule = OWN if player == holder else HELD if holder else VACANT
            self.book.hold("14", (put % low, low <= put <= high), (0, True), at)
            self.book.hold(rule, sum(bets.values()) <= high, True, at)
        self.opening.stakes[place] = bets
        self.opening.deciders[place] = self.decider(bets, holder)

    def decider(self, bets: dict[str, int], holder: str) -> tuple[str, str]:
        """Who decides for a place, and by which rule (15, 16)."""
        # ir/95: a holder without a bet decides nothing.
        if holder in bets:
            return holder, "15-2 | 15-3"
        most = [player for player, put in bets.items() if put == max(bets.values())]
        if len(most) == 1:
            return most[0], "16-2"
        # ir/32: of equal bets that of the lowest place, else the earliest.
        lowest = [min((seat for seat, who in self.seats.items() if who == player), default=99)
                  for player in most]
        return most[lowest.index(min(lowest))], "16-3"

    def judge_deciders(self, at: int) -> None:
        """Where several have bet, it is announced who decides."""
        for place, (player, rule) in self.opening.deciders.items():
            if len(self.opening.stakes[place]) > 1:
                self.book.hold(rule, self.called.get(place),
                               (self.book.names(rule)[0], self.names[place, player]), at)
