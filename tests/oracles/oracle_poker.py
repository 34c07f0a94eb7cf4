"""Non-banked poker of Portaria 217/2007, judged from the published text: hold'em, omaha and
synthetic poker.

The players play against one another. This module follows a round: who has the hand (29, 30), the
first bets (81 to 83, 102), the cards (35, 41 to 45, 77, 107, 108), the betting rounds (36 to 49, in
``judging_bets``), the showdown (62 to 64, in ``judging_showdown`` and ``judging_hands``) and the
pot (65 to 67, in ``judging_pots``). Who sits where with what money is in ``judging_seats``, the
estardilho in ``judging_blinds``.
"""

from __future__ import annotations

from judging import Json, Judge, Round
from judging_bets import Betting
from judging_blinds import ACTS
from judging_hands import SHORT_PACK, WHOLE_PACK
from judging_limits import KIND, Limits
from judging_list import begin
from judging_pots import Pot, lying, share, unmatched
from judging_seats import Seats, cents
from judging_showdown import Showing

__all__ = ["NOT_JUDGED", "READINGS", "RULES", "SECTION", "begin", "judge"]

SECTION = "pt-217-2007/poquer-nao-bancado"
RULES = (
    "6", "7.a", "7.b", "7.b-3", "9.f", "10", "11", "12.a", "12.b", "14.e", "14.h", "17", "17.a",
    "17.b", "17.c", "17.d", "17.e", "17.f", "17.g", "17.h", "17.i", "17.j", "18", "18.a", "18.b",
    "18.c", "18.d", "18.e", "18.f", "18.g", "19", "20", "20-2", "21", "21.a", "21.b", "21.c",
    "22", "23", "23-2", "24", "24-2", "28", "29", "30", "31", "32", "34", "35", "36", "37", "38",
    "38-2", "39", "39.a", "39.b", "39.b-2", "39.c", "39.d", "39.d-2", "40", "41", "42", "43",
    "44", "45", "46", "47", "47-2", "48", "49", "49-2", "50", "51", "52", "53", "53-2", "58",
    "58-2", "62", "62-2", "63", "64", "65", "65-2", "66", "67", "67-2", "68", "69", "69.a",
    "69.b", "69.c", "69.d", "69.e", "69.f", "69.g", "71", "72", "72-2", "73", "74-2", "75", "76",
    "77", "78", "79", "80", "81", "82", "83", "84", "85", "86", "87", "88", "89", "90", "93",
    "94", "95", "95-2", "97", "98", "100", "100-2", "101", "102", "103", "103.a", "103.b",
    "103.c", "103.d", "103.e", "103.f", "103.g", "103.h", "103.i", "103.j", "103.l", "103.m",
    "104", "105", "105.a", "105.b", "106", "106.a", "106.a-2", "106.a-3", "106.b", "106.c", "107",
    "107-2", "108", "108-2", "109", "109.a", "109.b", "109.c",
)
NOT_JUDGED: dict[str, str] = {}
READINGS = ("limits_begin",)

CLOCKS = {"after-30", "after-60", "elapsed"}
"""What is reported of the time; it does not touch the round in progress."""
CONDUCT = {"breach", "grave-breach", "slow"}
GOES_ON = {"uncovered", "first-bet-unknown"}
"""Errors after which the round goes on as it was (71.e, 91-2, 111-2)."""
ERRORS = {"wrong-order": "69.a", "wrong-count": "69.b", "card-seen": "69.c",
          "pack-face-up": "69.d", "pack-incomplete": "69.e", "damaged": "69.f",
          "turned-more": "69.g"}
"""The errors of the deal that make a round void."""
SYNTHETIC_ERRORS = ERRORS | {"wrong-order": "109.a", "wrong-count": "109.b", "face-up": "109.c",
                             "turned": "109"}


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text. A round that cannot be followed differs too."""
    try:
        Play(round, verdict).run()
    except (KeyError, ValueError, IndexError) as error:
        verdict.hold("36", f"a round that cannot be followed: {error!r}", "a round")


class Play(Showing):
    """One round as it is followed from its first event to its last."""

    def __init__(self, round: Round, verdict: Judge) -> None:
        super().__init__(round, verdict)
        self.seats = Seats(round, verdict)
        self.dealt: list[tuple[int, str]] = []
        self.streets = 0
        self.asked: int | None = None
        self.lies: list[tuple[str, int, list[int]]] = []
        self.passed: list[int] = []
        self.firsts: list[tuple[int, int, str, str]] = []
        self.burnt: list[tuple[int, str]] = []
        self.void: dict[int, int] | None = None
        self.at_fault = ""
        self.incident, self.annulled, self.put_right = "", "", False
        self.passed_by: list[tuple[str, str]] = []
        self.restored: dict[str, int] = {}
        self.checked: set[int] = set()
        self.cut_at, self.cuts = 0, 0
        self.real, self.out = False, set[str]()
        self.chosen = ""
        self.limits = Limits(round, verdict)
        self.missed_bets: dict[str, int] = {}

    def run(self) -> None:
        """Follow all events."""
        for at, event in enumerate(self.round.events):
            incident = event.get("incident")
            if incident is not None and incident["kind"].startswith(KIND):
                self.change_limits(at, incident)
            elif incident is not None and incident["kind"] in CONDUCT and "seat" in incident:
                self.seats.reported = incident["kind"], int(incident["seat"])
            elif incident is not None and incident["kind"] not in CLOCKS and self.betting:
                self.faulty = self.faulty or incident["kind"] not in GOES_ON
                self.incident = incident["kind"]
                self.at_fault = incident.get("seat", "")
            step, answer = event.get("step"), event.get("answer")
            if step is not None and step.get("what") == "put-right":
                self.put_right = event.get("word") == "yes"
            if step is not None:
                self.seats.step(at, step, event)
                self.step(at, step)
            if answer is not None:
                self.seats.answer(at, answer)
                self.answer(at, answer)
        self.judge_void(len(self.round.events))


    def change_limits(self, at: int, incident: Json) -> None:
        """The limits change for the bets that follow (22)."""
        self.table = self.limits.change(at, self.table, incident, self.seats.buy_in)
        self.minimum = self.table["minimum"]
        self.seats.table, self.seats.rules = self.table, self.table["rules"]
        if self.betting:
            self.betting.table = self.table

    # -- steps -----------------------------------------------------------------------------------

    def step(self, at: int, step: Json) -> None:
        """Follow one step."""
        self.limits.step(at, step)
        match step["step"]:
            case "call":
                self.call(at, step)
            case "handle":
                if step["what"].startswith("marker-"):
                    self.variant = step["what"].removeprefix("marker-")
                    self.hold("23-2", (int(step["seat"]), self.variant), (self.hand, self.chosen),
                              at)
                elif step["what"] == "take-pack":
                    # 76, ir/352: the other pack for each deal.
                    last = self.round.before.get("pack") or 2
                    self.hold("76", step["facts"]["pack"], 3 - last, at)
            case "shuffle":
                self.shuffle(at, step)
            case "cut":
                self.cuts += 1
                if self.synthetic:
                    self.hold("101", step.get("at"), self.cut_at or step.get("at"), at)
            case "move":
                self.move(at, step)
            case "deal":
                self.deal(at, step)
            case "listen":
                self.listen(at, step)
            case "discard":
                self.discard(at, step)
            case "reveal":
                self.reveal(at, step)
            case "result":
                self.results[int(step["hand"])] = step | {"at": at}

    def call(self, at: int, step: Json) -> None:
        """What the croupier announces."""
        match step["call"]:
            case "hand":
                self.begin(at, step)
            case "main-lies" | "side-lies":
                self.lies.append((step["call"], cents(step["facts"]["amount"]),
                                  [int(seat) for seat in step["facts"]["seats"].split(", ")]))
            case "main" | "proportion" | "remainder" | "side":
                self.calls.append((step["call"], int(step["seat"]),
                                   cents(step["facts"]["amount"])))
            case "wins-unseen":
                self.unseen(at, step)
            case "estardilho" | "restardilho":
                self.blind(at, step)
            case "annulled":
                self.annulled = step["law"].rpartition("/")[2]
                # 69, 109, ir/321: all bets go back to those who made them.
                self.received = {}
                self.void = {seat: amount for seat in range(1, self.table["places"] + 1) if (
                    amount := self.seats.sums[f"{seat}/pot"] + self.seats.sums[f"{seat}/dead"])}
            case "enters-next":
                self.passed.append(int(step["seat"]))

    def begin(self, at: int, step: Json) -> None:
        """A round begins: who has the hand (29, 30, 80)."""
        passed, seat = self.seats.next_hand()
        self.hand = int(step["seat"])
        rule = "30" if self.seats.last else "29"
        self.hold(rule, self.hand, seat, at)
        self.hold(rule, step["law"].rpartition("/")[2], rule, at)
        if passed or self.passed:
            self.hold("80", self.passed, passed, at)
        self.hold("24", len(self.seats.counted()) >= 4, True, at)
        dealt = [one for one in self.seats.able() if one not in passed]
        order = [one for one in dealt if one >= self.hand] + \
            [one for one in dealt if one < self.hand]
        self.betting = Betting(self.table, self.synthetic, order,
                               {one: self.seats.stack(one) for one in order})
        self.seats.playing = set(order)
        self.judge_table(at)
        if not self.synthetic and self.seats.last:
            small = self.seats.missed(self.seats.last, self.hand, order)
            big = self.seats.missed(order[0], order[1], order)
            self.passed_by = [(name, "small") for name in small] + [(name, "big") for name in big]
        self.expect_first_bets(order)

    def judge_table(self, at: int) -> None:
        """What holds for a table as a whole."""
        table, rules = self.table, self.table["rules"]
        self.hold("6", table["places"], 11 if self.synthetic else 10, at)
        if rules["minimum_share"] and not self.limits.reported:
            # 20, ir/351: of the maximum of the table and of the stack that is asked for.
            for most in (table["maximum"], self.seats.buy_in):
                self.hold("20", most <= 5 * self.minimum and 2 * most >= 5 * self.minimum, True, at)
        if rules["percentage"] == "hand":
            self.hold("7.a", rules["rate"] <= 5, True, at)

    def expect_first_bets(self, order: list[int]) -> None:
        """The bets before the cards: small and big bet (81 to 83), what is restored (90), a big bet
        of those who have not bet for five rounds (89), or the ante of all (102)."""
        assert self.betting is not None
        minimum, unit = self.minimum, self.unit
        if self.synthetic:
            self.firsts = [(seat, minimum, "102", "pot") for seat in order]
            return
        self.missed_bets = {"small": minimum // 2 // unit * unit, "big": minimum}
        small, big = order[0], order[1]
        # ir/331: half of an odd number of chips is cut to a whole chip.
        self.firsts = [(small, minimum // 2 // unit * unit, "82", "pot"),
                       (big, minimum, "83", "pot")]
        for seat in order:
            name = self.seats.owners[seat]
            has = self.seats.stack(seat) - {small: minimum // 2 // unit * unit,
                                            big: minimum}.get(seat, 0)
            if owed := min(has, self.seats.owed.get(name, 0)):
                self.firsts.append((seat, owed, "90", "dead"))
        for seat in order[2:]:
            if self.seats.unbet.get(self.seats.owners[seat], 0) >= 5:
                self.firsts.append((seat, minimum, "89", "pot"))

    def shuffle(self, at: int, step: Json) -> None:
        """The pack has 52 cards (72), at synthetic poker 28 (95)."""
        without = sorted(step.get("without", ()))
        low = sorted(value + suit for value in "234567" for suit in "SHDC")
        self.hold("95" if self.synthetic else "72", (step["packs"], without),
                  (1, low if self.synthetic else []), at)
        self.hold("31", self.dealt, [], at)
        # A seal is a hash of the order; other packs are arranged or entered.
        self.real = len(self.round.events[at].get("seal", "")) == 64

    def move(self, at: int, step: Json) -> None:
        """Chips move to the pot or out of it."""
        betting = self.betting
        into = step.get("into", "")
        if betting is None or step["bet"].endswith(("/pot", "/dead")):
            self.paid(step)
            return
        if not into.endswith(("/pot", "/dead")):
            return
        seat, amount = int(into.partition("/")[0]), step["amount"]
        law = step["law"].rpartition("/")[2]
        if not self.dealt:
            found = next((one for one in self.firsts if one[0] == seat
                          and into == f"{seat}/{one[3]}"), None)
            rule = found[2] if found else "81"
            self.hold(f"{rule} 81" if rule in ("82", "83") else rule, amount,
                      found[1] if found else 0, at)
            if found:
                self.firsts.remove(found)
            if into.endswith("/dead"):
                self.restored[step["player"]] = amount
                betting.stacks[seat] -= amount
                betting.loose += amount
            else:
                betting.put(seat, amount, counts=not self.synthetic)
            return
        if self.due is not None:
            due_seat, due_amount, rule = self.due
            self.hold(f"{rule} 38", (seat, amount), (due_seat, due_amount), at)
            self.hold("53", law in ("39.c", "39.d", "42", "49", "106.a", "106.b"), True, at)
        else:
            self.hold("9.e", "a bet", "no bet out of turn", at)
        self.due = None

    def deal(self, at: int, step: Json) -> None:
        """Cards come from the pack."""
        event, betting = self.round.events[at], self.betting
        if (card := event.get("card")) is None or betting is None or event.get("incident"):
            return
        if self.real:
            # 72, 95: a card comes once, and is one of the pack.
            order = SHORT_PACK if self.synthetic else WHOLE_PACK
            self.hold("95" if self.synthetic else "72",
                      card not in self.out and card[0] in order and card[1] in "SHDC", True, at)
            self.out.add(card)
        if step["to"].isdigit():
            name, seen = self.seats.owners.get(int(step["to"])), step.get("seen_by")
            self.hold("34", seen in ("", name), True, at)
            self.dealt.append((int(step["to"]), card))
            self.cards.setdefault(int(step["to"]), []).append(card)
            if len(self.dealt) == 1:
                self.hold("102" if self.synthetic else "81 89", self.firsts, [], at)
                self.hold("100" if self.synthetic else "32", self.cuts, 1, at)
        elif step["to"] == "burn":
            self.burnt.append((len(self.board), card))
        elif step["to"] == "board":
            self.common(at, step, card)

    def common(self, at: int, step: Json, card: str) -> None:
        """A common card: the flop of three cards, the turn and the river, each after a burnt card
        (41, 43, 45); at synthetic poker five single cards from the bottom (107, 108)."""
        assert self.betting is not None
        count = len(self.board)
        self.board.append(card)
        if not count:
            self.judge_deal(at)
        if self.synthetic:
            rule = "108" if count else "107"
            self.hold(rule, step.get("bottom"), True, at)
            self.hold("100-2", self.burnt, [], at)
            if count or self.streets:
                self.close(at)
        elif count in (0, 3, 4):
            rule = {0: "41", 3: "43", 4: "45"}[count]
            self.hold(rule, [place for place, _ in self.burnt].count(count), 1, at)
            self.close(at)
        self.hold("97" if self.synthetic else "93" if self.variant == "holdem" else "73",
                  count < 5, True, at)
        if self.synthetic or count >= 2:
            self.street(at)

    def close(self, at: int) -> None:
        """A betting round must be over before the next common card comes (43, 45, 48, 108)."""
        betting = self.betting
        assert betting is not None
        self.hold("48", betting.turn(), None, at)
        self.hold("48", {betting.bets[seat] for seat in betting.able()} <= {
            max(betting.bets[seat] for seat in betting.alive)}, True, at)
        self.judge_lies(at)

    def street(self, at: int) -> None:
        """The next betting round begins."""
        assert self.betting is not None
        self.streets += 1
        self.checked = set()
        self.betting.begin()

    def judge_lies(self, at: int) -> None:
        """The pots that lie there once players are all-in with different bets (38-2)."""
        betting = self.betting
        assert betting is not None
        if self.lies:
            expected = lying(betting.bets, betting.loose, set(betting.alive))
            self.hold("38-2", self.lies, expected, at)
        self.lies = []

    def judge_deal(self, at: int) -> None:
        """Each player in turn gets one card, then the next, beginning with the player who has the
        hand and has made the first bet (34, 35, 77)."""
        assert self.betting is not None
        times = 4 if self.variant == "omaha" else 2
        rule = "77" if self.variant == "omaha" else "35"
        self.hold(rule, [seat for seat, _ in self.dealt], self.betting.order * times, at)

    # -- turns -----------------------------------------------------------------------------------

    def listen(self, at: int, step: Json) -> None:
        """A player is asked."""
        window = step.get("window", "")
        betting = self.betting
        if betting is None:
            return
        if window.startswith("turn:"):
            if not betting.number:
                self.judge_deal(at)
                betting.begin(forced=True)
                self.hold("84 36", betting.began, int(window.split(":")[2]), at)
            self.turn(at, step, int(window.split(":")[2]))
        elif window.startswith(("in-double:", "doubles:")):
            self.double(at, step, int(window.split(":")[1]))
        elif window == "cut":
            # 101: the player at the right of the one who has the hand.
            self.hold("100 101", [(int(offer["seat"]), offer["low"], offer["high"])
                                  for offer in step["offers"] if offer["act"] == "cut"],
                      [(betting.order[-1], 1, 27)], at)
        elif window == "choice":
            both = {self.round.game, self.table["rules"]["second"]}
            found = {offer["act"].removeprefix("deal-"): int(offer["seat"])
                     for offer in step["offers"] if offer["act"].startswith("deal-")}
            self.hold("23", set(found) == both == {"holdem", "omaha"}, True, at)
            self.hold("23-2", set(found.values()), {self.hand}, at)
            # ir/291: the face that lies up.
            self.chosen = self.round.before.get("variant", self.round.game)
            self.hold("23-2", step["default"], f"deal-{self.chosen}", at)
        elif window in ("estardilho", "restardilho"):
            self.blind_offers(at, step, window == "restardilho")

    def turn(self, at: int, step: Json, seat: int) -> None:
        """Whose turn it is, and what they may do."""
        betting = self.betting
        assert betting is not None
        rule = {1: "107-2"}.get(betting.number, "108-2") if self.synthetic else \
            {1: "84", 2: "42 85", 3: "44 85", 4: "46 85"}.get(betting.number, "85")
        opening = not betting.acted and not betting.highest and seat == betting.began
        self.hold(f"{rule} 37" if opening else "36 37", seat, betting.turn(), at)
        self.asked = seat
        found: dict[str, tuple[int, ...]] = {}
        for offer in step["offers"]:
            act = offer["act"]
            if act not in ACTS or offer.get("seat") != str(seat):
                continue
            if offer["player"] in offer.get("barred", ()):
                continue
            if act in ("bet", "raise"):
                found[act] = (offer["low"], offer["high"], offer["unit"])
            else:
                found[act] = (offer["cost"],) if "cost" in offer else ()
        expected = betting.offers(seat)
        self.judge_offers(at, found, expected)
        if seat in self.checked and betting.owes(seat):
            self.hold("39.b-2", found.get("call"), expected.get("call"), at)
        default = "fold" if betting.owes(seat) else "check"
        self.hold("39.b", step.get("default"), default, at)

    def judge_offers(self, at: int, found: dict[str, tuple[int, ...]],
                     expected: dict[str, tuple[int, ...]]) -> None:
        """The options of rule 39 with their limits."""
        assert self.betting is not None
        self.hold("39", sorted(found), sorted(expected), at)
        mode = self.table["rules"]["limit"]
        limit = {"half-pot": "21 21.a", "pot": "21 21.b", "cave": "21 21.c"}.get(mode, "")
        general = f"39.d-2 20-2 19 {limit}"
        for act, rules in (("fold", "39.a"), ("check", "39.b"), ("call", "39.c")):
            self.hold(rules, found.get(act), expected.get(act), at)
        for act in ("bet", "raise"):
            if act in found or act in expected:
                rules = general if self.synthetic or act == "bet" else f"{general} 86"
                self.hold(f"{rules} 39.d 40" if act == "raise" else f"{rules} 19",
                          found.get(act), expected.get(act), at)
        self.hold("49", found.get("all-in"), expected.get("all-in"), at)
        if not self.synthetic and self.betting.raises >= 3:
            two = len(self.betting.alive) == 2
            self.hold("88 47-2" if two else "87 47", "raise" in found or "all-in" in found,
                      "raise" in expected or "all-in" in expected, at)

    def answer(self, at: int, answer: Json) -> None:
        """A player acts, or the clock decides."""
        betting = self.betting
        if betting is None:
            return
        window = answer.get("window", "")
        if answer["answer"] == "timeout":
            if window.startswith("turn:") and self.asked is not None:
                self.act(at, self.asked, "fold" if betting.owes(self.asked) else "check", 0)
            elif window.startswith(("in-double:", "doubles:")) and self.doubling is not None:
                self.double_answer("fold", 0)
            return
        act = answer.get("act", "")
        if self.asked is not None and act in ACTS and answer.get("seat") == str(self.asked):
            self.act(at, self.asked, act, answer.get("amount", 0))
        elif act.startswith("deal-"):
            self.chosen = act.removeprefix("deal-")
        elif act == "cut":
            self.cut_at = answer["amount"]
        elif act in ("estardilho", "restardilho"):
            self.announced[int(answer["seat"])] = answer.get("amount", 0)
        elif act in ACTS and self.doubling is not None \
                and answer.get("seat") == str(self.doubling):
            self.double_answer(act, answer.get("amount", 0))

    def act(self, at: int, seat: int, act: str, amount: int) -> None:
        """What a decision does."""
        betting = self.betting
        assert betting is not None
        allin = act == "call" and betting.stacks[seat] < betting.owes(seat)
        cost = betting.act(seat, act, amount)
        rule = {"call": "49" if allin else "39.c", "bet": "39 53-2", "raise": "39.d 53-2",
                "all-in": "49"}.get(act, "39")
        if act == "check":
            self.checked.add(seat)
        self.due = (seat, cost, rule) if cost else None
        self.folded = seat if act == "fold" else None
        self.asked = None

    def discard(self, at: int, step: Json) -> None:
        """Cards are collected: those of a player who folds at once (39.a), all after the payments
        (68)."""
        law = step["law"].rpartition("/")[2]
        if law == "39.a":
            self.hold("39.a", list(step["hands"]), [str(self.folded)], at)
            self.folded = None
        elif law != "68" and self.betting is not None:
            # 71.b, 71.h, 71.i: the player is out. The rest of the round is not followed.
            if law in ("71.b", "71.h", "71.i"):
                self.verdict.hold("71", list(step["hands"]), [self.at_fault], at)
            self.faulty = True
        elif law == "68" and self.betting is not None:
            hands = [*map(str, self.betting.alive), *(["board"] if self.board else []),
                    *(["burn"] if self.burnt else [])]
            self.hold("68", sorted(step["hands"]), sorted(hands), at)
            self.settle(at)

    # -- the end ---------------------------------------------------------------------------------

    def reveal(self, at: int, step: Json) -> None:
        """Cards are turned up (62)."""
        if step["law"].rpartition("/")[2] == "62":
            seat = int(step["hand"])
            if seat not in self.shown:
                if not self.shown:
                    self.close(at)
                self.shown.append(seat)

    def judge_void(self, at: int) -> None:
        """Which errors make the round void, and by which rule (69, 109)."""
        if self.incident == "uncovered":
            self.hold("71", self.annulled, "", at)  # 71.e
        rule = (SYNTHETIC_ERRORS if self.synthetic else ERRORS).get(self.incident)
        if rule and self.round.after is not None and not (
                rule == "69.b" and self.put_right):  # ir/277
            whole = rule.partition(".")[0]
            self.verdict.hold(rule if rule == whole else f"{rule} {whole}",
                              self.annulled.startswith(rule), True, at)

    def settle(self, at: int) -> None:
        """The pot is shared (49 to 51, 65 to 67, 104), less the percentage of the house (7.a)."""
        betting = self.betting
        assert betting is not None
        if self.void is not None:
            self.verdict.hold("109" if self.synthetic else "69", (self.received, self.charged),
                              (self.void, 0), at)
        if self.faulty or self.void is not None:
            return
        owner, spare = unmatched(betting.bets)
        self.hold("48", self.returned, [(owner, spare)] if spare else [], at)
        bets = betting.bets | {owner: betting.bets[owner] - spare} if spare else betting.bets
        total = sum(bets.values()) + betting.loose
        charge = self.percentage(total)
        if self.gave_up:
            # 106.a-2: who loses interest loses the sum that they put down.
            lost = self.seats.owners.get(self.gave_up) and self.received.get(self.gave_up, 0)
            self.hold("106.a-2", lost or 0, 0, at)
        self.hold("7.a", self.charged, charge, at)
        if len(betting.alive) == 1:
            seat = betting.alive[0]
            self.hold("51 65", self.calls, [("main", seat, total)] if total else [], at)
            self.hold("51 9.f", self.received, {seat: total - charge}, at)
            self.after(at)
            return
        if len(self.board) != 5 or any(self.no_pack(seat) for seat in betting.alive):
            self.hold("62", len(self.board), 5, at)
            return
        hands = self.showdown(at)
        names = [hand.name for hand in hands.values()]
        if self.synthetic and any(names.count(name) > 1 for name in ("four", "flush")):
            return
        rules = self.table["rules"]
        pot = Pot(bets, betting.loose, hands, betting.order, self.minimum, rules["shares"],
                  rules["tied"], self.synthetic)
        parts = share(pot)
        self.judge_parts(at, pot, parts, total, charge)
        self.after(at)

    def after(self, at: int) -> None:
        """What the table carries to the next round."""
        after, betting = self.round.after, self.betting
        assert betting is not None
        self.seats.playing = set()
        if after is None or "hand" not in after:
            return
        self.hold("30", after["hand"], self.hand, at)
        if not self.synthetic:
            self.judge_owed(at, after["folk"].get("owed", {}))

    def judge_owed(self, at: int, found: dict[str, int]) -> None:
        """Which bets are owed by players who were absent: each of the two once at most (90,
        ir/310)."""
        sums = self.missed_bets
        both = sum(sums.values())
        for name in set(self.seats.owed) | {one for one, _ in self.passed_by} | set(found):
            owed = self.seats.owed.get(name, 0) - self.restored.get(name, 0)
            if owed not in (0, *sums.values(), both):
                continue
            for bet in {bet for one, bet in self.passed_by if one == name}:
                owed = owed if owed in (sums[bet], both) else owed + sums[bet]
            self.hold("90", found.get(name, 0), owed, at)
