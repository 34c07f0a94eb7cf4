"""Bacará chemin de fer of Portaria 217/2007, judged from the published text.

One player is the banker, the others bet against the bank until its capital is reached (45, 58); the
punter with the cards and the banker draw by rules 64 and 67, or as they like where one punter took
the whole bank (70). The hand goes round to the right (29, 32): a banker who loses gives it up, one
who wins may pass it, and it is then offered at its level (78, 80) and auctioned (82).
"""

from __future__ import annotations

from random import Random

from judging import Json, Judge, Round
from judging_chemin_coup import Coup, Facts, Left
from judging_chemin_faults import judge_faults
from judging_chemin_hand import Hand
from judging_chemin_people import SEATS, People, reading

SECTION = "pt-217-2007/chemin-de-fer"
RULES = (
    "2", "4", "7", "8", "9", "9.a", "9.b", "9.c", "10", "11", "13", "13-3", "13-4", "14-2",
    "16", "17", "20-2", "21", "24", "25", "27", "27-2", "28", "29", "30", "31", "31-2", "32",
    "33", "34", "34-2", "35", "36", "38", "39", "39-2", "40-3", "41", "43", "43-2", "45", "46",
    "47", "48", "49", "50", "51", "52", "53", "54", "55", "56", "56-2", "56-3", "57", "58",
    "60", "61", "62", "63", "64", "64.a", "64.b", "64.c", "64.d", "65", "65.a", "65.b", "65.c",
    "66", "67", "67.a", "67.b", "67.c", "67.d", "68", "69", "70", "71", "72", "73", "75",
    "75-2", "76", "76-2", "77", "78", "79", "80", "80-2", "81", "82", "83", "84", "85", "86",
    "87", "87-2", "88", "89", "89-2", "90", "91", "92", "92-2", "94", "95", "96.a-2", "96.a-6",
    "96.a-7", "96.a-8", "96.b-2", "96.b-3", "96.b-4", "96.b-5", "97", "98-2", "99", "100",
    "101", "102", "102-2", "103", "104", "104.a", "104.b", "104.c", "104.d", "104.e", "104.f",
    "104.g", "104.h", "104.i", "104.j", "104.l", "104.m", "104.n", "105", "105.a", "105.b",
    "105.c", "105.d", "105.e", "106", "106.a", "106.b", "106.c", "106.d",
)
READINGS = (
    "second_table", "suivi_new_bank", "whole_table", "reduced_bank", "no_passer", "bid_step",
    "silent_winner", "refused_partner", "cut_after_house", "both_deposit", "after_refusal",
)
NOT_JUDGED = {
    "42": "A record has sums of money, not whether chips or bank notes lie there (ir/254).",
}

PACKS, WARNING, LEAST_CUT, LEAST_PLAYERS, LEAST_CARDS = 6, 7, 6, 4, 6
WHOLE = ("banco", "banco-alone", "suivi")
"""Declarations that take the whole bank (45, 51, 56-2)."""
CLAIMS = ("banco", "banco-priority", "banco-alone", "alone-at-table", "banco-suivi", "banco-table",
          "table-at-table")
"""The calls of such declarations and of banco with the table."""


def begin(before: Json, random: Random) -> Json:
    """The state in which a table with real cards begins: at some, four players sit at a shoe of
    which few cards are left, so that the rules on its last coup are met (14, 106.d)."""
    if random.random() > 0.25:
        return before
    seats = ["Ana", "Bea", "Eva", "Leo", *[""] * (SEATS - LEAST_PLAYERS)]
    left = random.randint(0, 14)
    return before | {"seats": seats, "shoe": {"seal": "attended", "coups": 40, "shown": True,
                                              "drawn": PACKS * 52 - left}}


def euros(text: str) -> int:
    """The cents of a sum that a call names."""
    return round(float(text.split()[0]) * 100)


def up(amount: int, step: int) -> int:
    return -(-amount // step) * step


class Shoe:
    """Shuffle, cut, warning card and burned cards (4, 7 to 9, 12 to 14, 27, 28)."""

    def __init__(self, round: Round, verdict: Judge, people: People) -> None:
        self.verdict, self.people = verdict, people
        self.shoe = round.before.get("shoe") or {}
        self.burn_first: bool = round.table["rules"]["burn_first"]
        begins = round.before["due"] == "first"
        self.cutter = 0 if begins else self.shoe.get("cutter", 0)
        self.begins_anew = reading(round.table, "cut_after_house", "croupiers-left")
        self.left = PACKS * 52 - self.shoe.get("drawn", 0)
        self.refused: list[str] = []
        self.burned: list[str] | None = None
        self.fresh, self.dealt, self.cut_at = False, False, 0

    def step(self, at: int, event: Json) -> None:
        step, answer, hold = event.get("step") or {}, event.get("answer") or {}, self.verdict.hold
        match step.get("step"):
            case "shuffle":
                if self.shoe.get("seal") and not self.fresh and not self.shoe.get("last"):
                    hold("106.d", self.left < LEAST_CARDS, True, at)
                self.fresh, self.refused = True, []
                hold("4", step["packs"], PACKS, at)
                hold("13-3", step["warning"], WARNING, at)
            case "listen" if step["window"].startswith("cut:"):
                asked = step["window"].partition(":")[2]
                hold("27-2" if self.cutter else "27", asked, self.whose_cut(), at)
                cut = next(offer for offer in step["offers"] if offer["act"] == "cut")
                hold("13", (cut["low"], cut["high"], cut["player"]),
                     (LEAST_CUT, PACKS * 52 - LEAST_CUT, self.people.at.get(asked)), at)
                self.refused.append(asked)
            case "call" if step["call"] == "house-cuts":
                hold("28", self.whose_cut(), "", at)
                if self.begins_anew:
                    self.cutter = 0  # ir/427
            case "call" if step["call"] == "last-coup-invalid":
                hold("106.d", self.left < LEAST_CARDS, True, at)  # ir/429
            case "cut":
                hold("13", LEAST_CUT <= step["at"] <= PACKS * 52 - LEAST_CUT, True, at)
                if self.cut_at:
                    hold("13", step["at"], self.cut_at, at)
                self.cut_at = 0
            case "handle" if step["what"] == "warning-card":
                hold("13-3", step["facts"], {"behind": WARNING}, at)
            case "handle" if step["what"] == "spread-cards":
                self.cutter = 0  # ir/221: play has stopped, and begins as at the start
                self.shoe = {"seal": "", "drawn": 1}
            case "handle" if step["what"] == "load-shoe":
                self.burned = []
            case "handle" if step["what"] in ("show-new-packs", "spread-used-packs"):
                hold("4", step["facts"], {"packs": PACKS}, at)
                hold("7" if step["what"] == "show-new-packs" else "8",
                     step["what"] == "show-new-packs", not self.shoe, at)
            case "deal" if step["to"] == "burn" and self.burned is not None:
                card = event.get("card") or (event.get("incident") or {}).get("card")
                if card:
                    self.burned.append(card)
            case "call" if step["call"] == "first-coup-of-shoe":
                self.judge_burned(at)
            case "deal" if step["to"] == "ponto" and not self.fresh:
                hold("14-2", bool(self.shoe.get("last")), False, at)
                if not self.dealt:
                    hold("106.d", self.left >= LEAST_CARDS, True, at)
                self.dealt = True
        if answer.get("act") == "cut" and self.refused:
            hold("27", answer["seat"], self.refused[-1], at)
            self.cut_at = answer["amount"]
            self.cutter = int(answer["seat"])

    def whose_cut(self) -> str:
        """At the start the player at the croupier's left, seat 9, then those before (27); later
        the one at the left of who cut last (27-2)."""
        start = self.cutter or SEATS + 1
        for step in range(1, SEATS + 1):
            seat = str((start - step - 1) % SEATS + 1)
            if seat in self.people.at and seat not in self.refused:
                return seat
        return ""

    def judge_burned(self, at: int) -> None:
        """The first card says how many are burned, itself among them or not (13-4, ir/222)."""
        if self.burned:
            rank = self.burned[0][0]
            value = int(rank) if rank.isdigit() else {"A": 1, "T": 10}.get(rank, 0)
            expected = max(1, value) if self.burn_first else value + 1
            self.verdict.hold("13-4 9", len(self.burned), expected, at)
        self.burned = None


class Table:
    """What a record has shown so far: people, money, and whose the hand is."""

    def __init__(self, round: Round, verdict: Judge) -> None:
        self.round, self.verdict = round, verdict
        self.before, self.rules = round.before, round.table["rules"]
        self.minimum: int = round.table["minimum"]
        self.people = People(round.before)
        self.shoe = Shoe(round, verdict, self.people)
        self.lying: dict[str, tuple[str, int]] = {}
        self.hand = Hand(round, verdict, self.people, self.lying)
        self.listen: Json = {}
        self.banker = ""
        self.claim: tuple[str, str] | None = None
        self.booked: list[tuple[str, int]] = [(player, seat) for player, seat
                                              in round.before.get("booked", ())]
        self.suivi, self.tabled = round.before.get("suivi", ""), round.before.get("tabled", "")
        self.window, self.said_no = "", set[str]()
        self.wanted: tuple[str, int] | None = None
        self.coup_from, self.handed = -1, -1
        self.facts: Facts | None = None
        self.called_novice = False
        self.at_stake: dict[str, tuple[str, int]] = {}
        self.paying: list[str] = []

    # -- money -------------------------------------------------------------------------------------

    def put(self, bet: str, player: str, amount: int) -> None:
        had = self.lying.get(bet, ("", 0))[1] + amount
        if had:
            self.lying[bet] = (player or self.lying.get(bet, ("", 0))[0], had)
        else:
            self.lying.pop(bet, None)

    def move(self, step: Json, at: int) -> None:
        """Follow the money; nobody has less than nothing."""
        bet, player, amount = step["bet"], step.get("player", ""), step["amount"]
        match step["kind"]:
            case "stake" | "resume":
                self.put(bet, player, amount)
            case "return" | "refund" | "commission" | "award":
                self.put(bet, "", -amount)
            case "take" | "travel":
                self.put(bet, "", -amount)
                into = step["into"]
                owner = player if step["kind"] == "travel" else self.lying.get(into, ("", 0))[0]
                self.put(into, owner, amount)
            case "hold":
                self.verdict.hold("39-2", self.lying.get(bet), (player, amount), at)
        self.verdict.hold("45", self.lying.get(bet, ("", 0))[1] >= 0, True, at)

    def bank(self) -> int:
        """The capital of the bank: the banker's and an associate's (31)."""
        return sum(self.lying.get(bet, ("", 0))[1] for bet in ("bank", "bank/associate"))

    def bets(self) -> dict[str, tuple[str, int]]:
        """The punters' bets by place."""
        return {bet: put for bet, put in self.lying.items()
                if bet.isdigit() or (bet[0] == "s" and bet[1:].isdigit())}

    def punters(self) -> list[str]:
        """The places of those who may bet, in their order (48, 49, 92-2)."""
        partner = self.lying.get("bank/associate", ("", 0))[0]
        return [place for place in self.people.order(self.banker, skips_last=True)
                if not partner or self.people.at[place] != partner]

    # -- one event ---------------------------------------------------------------------------------

    def step(self, at: int, event: Json) -> None:
        """Hold one event against what came before it."""
        step = event.get("step") or {}
        self.shoe.step(at, event)
        self.hand.step(at, event)
        match step.get("step"):
            case "listen":
                self.listen = step
                self.judge_listen(at, step)
            case "handle" if step["what"] == "place-bank":
                self.banker = str(step["seat"])
                if self.people.at.get(self.banker) != self.before.get("before", "") \
                        and not self.before.get("repeated") \
                        and reading(self.round.table, "suivi_new_bank", "after-suivi"):
                    self.suivi = ""  # ir/421
            case "handle" if step["what"] == "spread-cards":
                self.suivi = self.tabled = ""  # ir/221
            case "handle" if step["what"] == "hand-over":
                self.handed = at
                self.at_stake = dict(self.lying)
                self.paying = self.people.by_place(self.banker, list(self.bets()))
            case "deal" if step["to"] == "ponto" and self.coup_from < 0:
                self.coup_from = at
            case "call":
                self.call(at, step)
            case "move":
                self.judge_move(at, step)
        self.answer(at, event.get("answer") or {})

    def call(self, at: int, step: Json) -> None:
        """What the croupier calls before the cards."""
        name, seat, hold = step["call"], str(step.get("seat", "")), self.verdict.hold
        facts = step.get("facts", {})
        if name == "bank-of":
            self.banker = seat
            hold("16", len(self.people.seated()) >= LEAST_PLAYERS, True, at)  # ir/221
            hold("39 96.a-2", euros(facts["amount"]), self.bank(), at)
            hold("35", self.bank() >= self.hand.floor, True, at)
        elif name in CLAIMS:
            kind = "table" if name in ("banco-table", "table-at-table") else "whole"
            if name == "banco-priority" and self.claim:
                kind = self.claim[1]  # the same declaration (96.a-7)
            self.judge_claim(at, name, seat, kind)
            self.claim = (seat, kind)
            if name == "banco-suivi" and self.facts:
                self.facts = self.facts._replace(place=seat, player=self.people.at.get(seat, ""),
                                                 after=[], banco=True)
        elif name == "no-more-bets":
            self.close(at, euros(facts["sum"]))
        elif name == "by-the-table":
            self.called_novice = True
        elif name == "bets-stay":
            hold("76", bool(self.bets()), True, at)
        elif name == "too-few":
            hold("16", len(self.people.seated()) < LEAST_PLAYERS, True, at)

    def answer(self, at: int, answer: Json) -> None:
        act, seat = answer.get("act", ""), answer.get("seat", "")
        if act == "no-banco":
            self.said_no.add(self.people.place(answer["player"]))
        elif act in ("bet", "half") and seat in self.people.at:
            self.wanted = (seat, answer["amount"] // (2 if act == "half" else 1))

    def judge_move(self, at: int, step: Json) -> None:
        """A bet is what was asked for; chips on the line play for half their value (38, 43)."""
        wanted = self.wanted
        if step["kind"] == "travel" and step["into"] == "bank/associate":
            self.verdict.hold("31", step["amount"], self.lying["bank"][1], at)
        if wanted and step["kind"] == "stake" and step["bet"] == wanted[0]:
            had = self.lying.get(step["bet"], ("", 0))[1]
            self.verdict.hold("38 41 43 43-2 58", had + step["amount"], wanted[1], at)
            self.wanted = None

    # -- banco and bets ----------------------------------------------------------------------------

    def rank(self, place: str, kind: str) -> tuple[int, int]:
        """Who goes before whom with a declaration (48 to 57, 92-2, ir/240)."""
        player, order = self.people.at.get(place, ""), self.punters()
        index = order.index(place) if place in order else 99
        if kind == "table":
            return 1, 99 if player == self.tabled else index  # ir/420: without priority
        if player == self.suivi:
            return 0, -2
        return 0, -1 if player == self.tabled else index

    def table_limits(self) -> tuple[int, int]:
        """Banco with the table is at least half of the bank, in multiples of the minimum (55, 36,
        ir/252)."""
        bank = self.bank()
        return up(-(-bank // 2), self.minimum), bank // self.minimum * self.minimum

    def judge_claim(self, at: int, name: str, place: str, kind: str) -> None:
        """A declaration goes before the one that it displaces."""
        hold, claim = self.verdict.hold, self.claim
        rules = "48" if not place.startswith("s") else "49"
        if claim:
            hold(f"{rules} 50", self.rank(place, kind) < self.rank(*claim), True, at)
        seated = not place.startswith("s")
        if kind == "table" and name != "banco-priority":
            displaced = bool(claim and claim[0].startswith("s") and seated)
            hold("56" if displaced else "55", name == "table-at-table", displaced, at)
        elif name == "banco-alone" and not seated:
            hold("56-2", claim is not None, True, at)
        elif name == "alone-at-table":
            hold("56-3", seated and claim is not None and claim[1] == "whole", True, at)
        elif name == "banco":
            hold("96.a-6", claim, None, at)
        elif name == "banco-priority":
            hold("96.a-7", claim is not None, True, at)

    def judge_listen(self, at: int, step: Json) -> None:
        """Who is asked, and for what."""
        name = step["window"].partition(":")[0]
        if step["window"] != self.window:
            self.window, self.said_no = step["window"], set()
        if menus := step.get("menus"):
            seated = next((names for menu, names in menus if menu == "seated"), [])
            self.verdict.hold("17", sorted(seated), sorted(self.people.seated().values()), at)
        for offer in step["offers"]:
            if offer.get("player") and offer["seat"] not in ("", "table") \
                    and offer["act"] != "accept" and name != "called":
                self.verdict.hold("17", self.people.at.get(offer["seat"]), offer["player"], at)
        self.judge_standing(at, step)
        match name:
            case "banco":
                self.judge_banco(at, step)
            case "bets" | "complete":
                self.judge_bets(at, step)
            case "associate":
                self.judge_associates(at, step)
            case "kept":
                self.judge_kept(at, step)
            case "suivi":
                self.judge_suivi(at, step)
            case "called":
                self.judge_called(at, step)

    def judge_standing(self, at: int, step: Json) -> None:
        """People stand behind those who sit, as many as the house allows, and not beside the
        croupier (24, 25, ir/344)."""
        people, hold = self.people, self.verdict.hold
        standing = sum(place.startswith("s") for place in people.at)
        for offer in step["offers"]:
            if offer["act"] == "stand-up" and not offer.get("barred"):
                hold("25", offer["seat"] == str(SEATS), False, at)
                hold("24", standing < self.rules["standing"], True, at)
            if offer["act"] != "join" or offer.get("note"):
                continue
            seats = [seat for seat in offer.get("seats") or [offer["seat"]] if seat.isdigit()]
            hold("25", str(SEATS) in seats, False, at)
            hold("24", standing < self.rules["standing"], True, at)
            for seat in seats:
                hold("24", people.crowd(int(seat)) < self.rules["standing_each"], True, at)
                if not offer.get("player"):
                    hold("24", seat in people.at, True, at)

    def judge_banco(self, at: int, step: Json) -> None:
        """Banco is offered to those who go before the one who declared it (45, 48 to 57)."""
        hold, people, bank = self.verdict.hold, self.people, self.bank()
        low, high = self.table_limits()
        if not self.claim and not self.said_no:
            named = [offer["seat"] for offer in step["offers"]
                     if offer["act"] == "no-banco"]
            people.settle(lambda: people.order(self.banker, skips_last=True), named)
        best = self.rank(*self.claim) if self.claim else (9, 0)
        barred = set(self.hand.passed_tie)  # 89-2
        expected: list[tuple[str, str]] = []
        for place in self.punters():
            player = people.at[place]
            if place in self.said_no or player in barred or (self.claim or ("", ""))[0] == place:
                continue
            if self.rank(place, "whole") < best:
                expected.append((place, "whole"))
            again = player != self.tabled or reading(self.round.table, "second_table",
                                                     "no-priority")
            if low <= high and again and self.rank(place, "table") < best:
                expected.append((place, "table"))
        found = []
        for offer in step["offers"]:
            if offer.get("barred"):
                rule = offer["barred_law"].rpartition("/")[2]
                named = set(offer["barred"])
                if rule == "89-2":
                    hold("89-2", named <= barred, True, at)
                continue
            hold("89-2", offer.get("player") in barred, False, at)
            if offer.get("player") in barred:
                continue
            if offer["act"] in WHOLE:
                found.append((offer["seat"], "whole"))
                hold("45", offer.get("cost"), bank, at)
                hold("51 54", offer["act"] == "suivi",
                     offer["player"] == self.suivi, at)
            elif offer["act"] == "banco-table":
                found.append((offer["seat"], "table"))
                hold("55", (offer["low"], offer["high"], offer["unit"]),
                     (low, high, self.minimum), at)
            hold("48", people.at.get(offer["seat"]), offer.get("player"), at)
        hold("48 49 50 57 92-2", found, expected, at)

    def judge_bets(self, at: int, step: Json) -> None:
        """Each punter may bet multiples of the minimum until the bank is covered (36, 45, 58)."""
        bets, hold = self.bets(), self.verdict.hold
        total = sum(amount for _, amount in bets.values())
        table_claim = self.claim[0] if self.claim else ""
        for offer in step["offers"]:
            if offer["act"] not in ("bet", "half") or offer.get("barred"):
                continue
            own = bets.get(offer["seat"], ("", 0))[1]
            most = (self.bank() - total + own) // self.minimum * self.minimum
            times = 2 if offer["act"] == "half" else 1
            hold("36 45 58" if times == 1 else "36 43", (offer["low"], offer["high"],
                 offer["unit"]), (self.minimum * times, most * times, self.minimum * times), at)
            hold("58", offer["seat"] in self.punters() and offer["seat"] != table_claim, True, at)

    def judge_associates(self, at: int, step: Json) -> None:
        """Anybody may join the banker with as much as the bank has (31)."""
        bank = self.lying.get("bank", ("", 0))[1]
        for offer in step["offers"]:
            if offer["act"] == "associate":
                self.verdict.hold("31", offer.get("cost"), bank, at)
                self.verdict.hold("31", offer["seat"] != self.banker, True, at)
            elif offer["act"] in ("accept", "alone"):
                self.verdict.hold("31", offer["player"], self.people.at.get(self.banker), at)

    def judge_kept(self, at: int, step: Json) -> None:
        """After a tie punters may keep, take back or change their bets (76, ir/241, ir/249)."""
        bets = self.bets()
        acts: dict[str, set[str]] = {}
        for offer in step["offers"]:
            acts.setdefault(offer["seat"], set()).add(offer["act"])
            if offer["act"] == "bet":
                own = bets.get(offer["seat"], ("", 0))[1]  # to raise it, bets are open afterwards
                less = (own - 1) // self.minimum * self.minimum
                self.verdict.hold("76", (offer["low"], offer["high"]), (self.minimum, less), at)
        for place, found in acts.items():
            if place in bets:
                self.verdict.hold("76", found >= {"clear", "done"}, True, at)

    def judge_called(self, at: int, step: Json) -> None:
        """Who is called for a free seat is the first in the book who wants it, or any (20-2)."""
        seat = int(step["window"].partition(":")[2])
        called = next(offer["player"] for offer in step["offers"] if offer["act"] == "sit")
        seated = self.people.seated().values()
        bound = {part[1] for part in self.before.get("held", ())}  # ir/220: they stay there
        waiting = [player for player, wish in self.booked
                   if player not in {*seated, *bound} and wish in (0, seat)]
        self.verdict.hold("20-2", called, waiting[0] if waiting else "", at)
        self.booked = [(player, wish) for player, wish in self.booked if player != called]

    def judge_suivi(self, at: int, step: Json) -> None:
        """After the cards banco suivi is still open to who lost it (51)."""
        for offer in step["offers"]:
            if offer["act"] == "suivi":
                self.verdict.hold("51", (offer["player"], offer.get("cost")),
                                  (self.suivi, self.bank()), at)

    def close(self, at: int, named: int) -> None:
        """Who has the cards when bets are closed (45, 55, 60, 61, 101)."""
        bets, people, hold = self.bets(), self.people, self.verdict.hold
        total = sum(amount for _, amount in bets.values())
        hold("45 96.a-8", (named, total <= self.bank()), (total, True), at)
        if not bets:
            return
        order = people.order(self.banker)

        def key(place: str) -> tuple[bool, bool, int, int]:
            stands = place.startswith("s")  # ir/242: who sits goes before who stands
            return (stands, not stands and bets[place][0] in people.novices,
                    -bets[place][1], order.index(place) if place in order else 99)
        ranked = sorted(bets, key=key)
        first = self.claim[0] if self.claim and self.claim[0] in bets else ranked[0]
        with_table = self.claim is not None and self.claim[1] == "table" \
            and not reading(self.round.table, "whole_table", "banco")  # ir/422
        # ir/241: nor is it banco if who may not go banco (89-2) covers the bank by a bet.
        banco = len(bets) == 1 and total == self.bank() and not with_table \
            and bets[first][0] not in self.hand.passed_tie  # ir/241
        after = [] if banco else [place for place in ranked if place != first]
        for place, (_, amount) in bets.items():
            if not (self.claim and place == first and self.claim[1] == "whole"):
                hold("36", amount % self.minimum == 0 or amount == self.bank(), True, at)
        self.facts = Facts(first, bets[first][0], [(place, bets[place][0]) for place in after],
                           banco, people.at.get(self.banker, "") in people.novices,
                           self.rules["seven_eight_tie"])


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    table = Table(round, verdict)
    for at, event in enumerate(round.events):
        table.step(at, event)
        if (step := event.get("step") or {}).get("step") == "move":
            table.move(step, at)
        table.people.follow(event, table.listen)
    judge_void(round, table)
    judge_faults(round, verdict)
    judge_coup(round, table)


def judge_void(round: Round, table: Table) -> None:
    """When a round is void, what was laid in it goes back, an associate's part too (31-2, ir/24);
    what lay there before stays (ir/249)."""
    if any(step["call"] == "void" for _, step in round.steps("call")):
        held = [list(part) for part in round.before.get("held", ())]
        for at, step in round.steps("move"):
            if step["kind"] == "hold":
                table.verdict.hold("31-2", [step["bet"], step["player"], step["amount"]] in held,
                                   True, at)


def judge_coup(round: Round, table: Table) -> None:
    """The cards of the coup, then what is paid."""
    if table.coup_from < 0 or table.facts is None:
        return
    verdict = table.verdict
    coup = Coup(round, verdict, table.coup_from)
    try:
        coup.deal()
    except Left:
        return
    while coup.label().startswith(("listen:suivi", "answer:", "incident:", "handle:cards-")):
        coup.next += 1
    if table.handed >= 0:
        verdict.hold("102", table.called_novice, table.facts.novice, table.coup_from)
    coup.run(table.facts)
    if coup.winner:
        judge_money(round, table, coup)


def judge_money(round: Round, table: Table, coup: Coup) -> None:
    """What is taken, paid, kept and given back (2, 31-2, 45 to 47, 95)."""
    verdict, at = table.verdict, coup.ended
    moves = [(step["kind"], step["bet"], step["player"], step["amount"], step.get("into", ""))
             for index, step in round.steps("move") if index > table.handed]
    bets = {place: table.at_stake[place] for place in table.paying}
    total = sum(amount for _, amount in bets.values())
    partner = "bank/associate" in table.at_stake
    parts = ("bank", "bank/associate") if partner else ("bank",)
    expected: list[tuple[str, str, str, int, str]] = []
    for place, (player, amount) in bets.items():
        halves = (amount - amount // 2, amount // 2) if partner else (amount,)
        shares = list(zip(parts, halves, strict=True))
        if coup.winner == "banca":
            expected += [("take", place, player, share, part) for part, share in shares]
        elif coup.winner == "ponto":
            expected += [("award", part, player, share, "") for part, share in shares]
            expected.append(("return", place, player, amount, ""))
    if coup.winner == "banca":
        cut = total * table.rules["cagnotte"] // 100
        cuts = (cut - cut // 2, cut // 2) if partner else (cut,)
        commission = [("commission", part, table.at_stake[part][0], own, "")
                      for part, own in zip(parts, cuts, strict=True) if own]
        verdict.hold("47", [move for move in moves if move[0] == "commission"], commission, at)
    rules = "2 45 95 31-2" if partner else "2 45 95"
    found = [move for move in moves if move[0] in ("take", "award")
             or (move[0] == "return" and coup.winner == "ponto" and move[1] in bets)]
    verdict.hold(rules, found, expected, at)
    if round.after and table.facts:
        went_on = table.facts.banco and table.facts.player == table.suivi
        verdict.hold("54", bool(round.after.get("repeated")),
                     went_on and coup.winner == "banca", at)
    table.hand.judge_after(coup.winner, table.banker, total, sum(
        table.at_stake[part][1] for part in parts))
