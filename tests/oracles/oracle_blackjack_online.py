"""Blackjack/21 online of Regulamento 805/2015, judged from the published text.

Everybody gets two cards face up, the bank one face up and one face down (14). A player without a
blackjack draws, doubles, stands, surrenders, insures (15) or splits (21); the bank draws to 17
(17). A blackjack wins one and a half times the bet, any other win once; 6-7-8 of one suit and three
sevens earn three times the bet besides (25).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from judging import Json, Judge, Round
from judging_blackjack_hands import Astray, Course, natural, soft, special, total, worth

SECTION = "pt-805-2015/blackjack-online"
RULES = (
    "2.b", "2.c", "2.d", "2.e", "2.f", "4.a", "4.b", "4.c", "6", "7", "8", "8.a", "8.a.i",
    "8.a.ii", "8.b", "8.c", "9", "10", "11", "12", "12-2", "13", "14", "14.a", "14.b",
    "15", "15.a", "15.b", "15.c", "15.d", "15.e", "15.f", "16.a", "16.b", "16.c", "16.d", "16.e",
    "17", "17.a", "17.b", "18", "19", "20", "20.a", "20.b", "20.c", "21", "21-2", "21-3", "21-4",
    "22", "23", "24", "24-2", "25", "25.a", "25.b", "25.c", "25.d", "25.e", "25.f", "25.g", "25.h",
    "25.i", "26", "27", "28", "30",
)
NOT_JUDGED: dict[str, str] = {}
READINGS = ("silent", "low_hands", "special_multiplies", "doubles_fix", "surrender_at",
            "maximum_counts")

MOST = 100
"""How many times the minimum the maximum may be (11)."""
RESULTS = 12
"""How many results of the bank are shown (4.c, ir/20)."""


@dataclass
class Hand:
    """A hand of a player. ``bet`` is its initial bet, ``stake`` what lies on it."""

    name: str
    player: str
    bet: int
    cards: list[str] = field(default_factory=list)
    stake: int = 0
    split: bool = False
    aces: bool = False
    fixed: int = 0
    out: bool = False

    def total(self) -> int:
        return total(self.cards, self.fixed)

    def blackjack(self) -> bool:
        """A blackjack is of the first two cards and not of a split (19, ir/18)."""
        return natural(self.cards) and not self.split


def reading(rules: Json, name: str) -> str:
    """The reading that a table has chosen, "" for the usual one."""
    return str(rules.get("readings", {}).get(name, ""))


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    table = round.table
    verdict.hold("4.a", 1 <= table["places"] <= 7, True)
    verdict.hold("4.b", table["rules"]["packs"] in (4, 6, 8), True)
    verdict.hold("10 11 2.b 2.c", 0 < table["minimum"] <= table["maximum"]
                 <= MOST * table["minimum"], True)
    try:
        Play(round, verdict).whole()
    except Astray:
        return
    except (LookupError, StopIteration, TypeError, ValueError) as error:
        verdict.hold("2.f", repr(error), "a round that can be followed")


class Play:
    """One round, told again from the answers and the cards."""

    def __init__(self, round: Round, verdict: Judge) -> None:
        self.round, self.verdict = round, verdict
        self.table, self.rules = round.table, round.table["rules"]
        self.course = Course(round, verdict, SECTION, self.void)
        self.seats: list[str] = list(round.before["seats"])
        self.hands: dict[str, list[Hand]] = {}
        self.bank: list[str] = []
        self.insured: dict[str, int] = {}
        self.shown = "-"

    def whole(self) -> None:
        """The whole round (2.f)."""
        course = self.course
        self.shuffle()
        course.take("12-2", "call", call="place-your-bets")
        bets = self.betting()
        course.take("12-2", "call", call="no-more-bets")
        self.deal(bets)
        self.blackjacks()
        if self.bank[0][0] == "A":
            self.ask_insurance()
        for place in sorted(self.hands, key=int):  # ir/12
            self.place(place)
        self.finish()

    def void(self) -> None:
        """A void round: every stake that is not decided goes back, and nothing else moves (27, 28,
        ir/14)."""
        course = self.course
        course.take("27", "call", call="void")
        undecided, returned = course.at_stake(), defaultdict(int)
        while step := course.step():
            course.hold("28", (step["step"], step.get("kind"), step["law"]),
                        ("move", "refund", course.law("28")))
            returned[step.get("bet"), step.get("player")] += step.get("amount", 0)
            course.at += 1
        course.hold("28", dict(returned), undecided)
        self.results("-")

    def results(self, shown: str) -> None:
        """The indicator of the bank's last results, the newest first (4.c, ir/20)."""
        if self.round.after is not None:
            earlier = list(self.round.before.get("results", ()))
            self.course.hold("4.c", list(self.round.after["results"]),
                             [shown, *earlier][:RESULTS])

    def shuffle(self) -> None:
        """New cards, and again after the round in which the warning card came (4.b, ir/17)."""
        course, before = self.course, self.round.before
        cards = 52 * self.rules["packs"]
        drawn = before.get("drawn")
        due = drawn is None or drawn > cards - before["warning"]
        if drawn is not None and course.step().get("step") == "open":
            course.take("4.b", "open", law="ir/17")
        course.hold("4.b", course.step().get("step") == "shuffle", due)
        if due:
            course.take("4.b", "shuffle", packs=self.rules["packs"],
                        warning=self.rules["warning_card"])

    # Bets

    def betting(self) -> dict[str, int]:
        """Until the call bets are made, changed and taken back. Gives the bet of each place."""
        course = self.course
        lying: dict[str, int] = defaultdict(int)
        while True:
            self.places_offered(lying)
            answer = course.event().get("answer") or {}
            course.at += 1
            wanted = dict(lying)
            seat, player = answer.get("seat", ""), answer.get("player", "")
            if answer.get("answer") == "timeout":
                course.hold("12", self.table["individual"], False)
                break
            match answer.get("act"):
                case "sit":
                    course.hold("7", (self.seats[int(seat) - 1], self.seats.count(player)
                                      < self.table["places_per_player"]), ("", True))
                    self.seats[int(seat) - 1] = player
                case "bet":
                    amount = answer["amount"]
                    course.hold("9", amount % self.table["unit"], 0)
                    course.hold("9 10 2.c", amount >= self.table["minimum"], True)
                    others = self.elsewhere(lying, seat)
                    course.hold("9 10 2.b", amount + others <= self.table["maximum"], True)
                    wanted[seat] = amount
                case "clear":
                    wanted[seat] = 0
                case "leave":
                    wanted[seat], self.seats[int(seat) - 1] = 0, ""
                case "deal":
                    course.hold("13", self.table["individual"], True)
                    break
                case _:
                    raise Astray
            while (step := course.step()).get("step") == "move":
                rule = "12" if step["kind"] == "return" else "2.a"
                course.hold("2.f", (step["kind"] in ("stake", "return"), step["law"]),
                            (True, course.law(rule)))
                course.hold("6", step["player"], player)
                course.follow(step)
                lying[step["bet"]] += step["amount"] * (1 if step["kind"] == "stake" else -1)
                course.at += 1
            course.hold("9", {at: put for at, put in lying.items() if put},
                        {at: put for at, put in wanted.items() if put})
        return {at: put for at, put in lying.items() if put}

    def elsewhere(self, lying: dict[str, int], seat: str) -> int:
        """What a player's bets on other places take of the maximum: nothing, or where it is one for
        all places of a player (2.b, ir/392) all of it."""
        if reading(self.rules, "maximum_counts") != "all-places":
            return 0
        return sum(put for at, put in lying.items()
                   if at != seat and self.seats[int(at) - 1] == self.seats[int(seat) - 1])

    def places_offered(self, lying: dict[str, int]) -> None:
        """Free places, and one's own for a bet with the limits of the table (7, 9, 10)."""
        course, table, step = self.course, self.table, self.course.step()
        alone, any_bet = table["individual"], any(lying.values())
        if not self.verdict.hold("12 13" if alone else "12", step.get("window"), "bets",
                                 course.at):
            raise Astray
        course.hold("13" if alone else "12", step.get("clock"),
                    None if alone or not any_bet else "betting")
        full = sorted(player for player in set(self.seats) - {""}
                      if self.seats.count(player) >= table["places_per_player"])
        seated = next(filter(None, self.seats), "")
        expected: dict[tuple[str, str, str], tuple[int, int, int]] = {}
        for seat, player in enumerate(self.seats, 1):
            if player:
                most = table["maximum"] - self.elsewhere(lying, str(seat))
                if most >= table["minimum"]:
                    expected["bet", str(seat), player] = table["minimum"], most, table["unit"]
                expected["leave", str(seat), player] = (0, 0, 1)
                if lying[str(seat)]:
                    expected["clear", str(seat), player] = (0, 0, 1)
            elif not (alone and full):
                expected["sit", str(seat), seated if alone else ""] = (0, 0, 1)
        if alone and any_bet:
            expected["deal", "table", seated] = (0, 0, 1)
        found = {}
        for offer in step["offers"]:
            if offer.get("note") == "full":
                continue  # no bet fits any more
            key = offer["act"], offer["seat"], offer.get("player", "")
            found[key] = (offer.get("low", 0), offer.get("high", 0), offer.get("unit", 1))
            if offer["act"] == "sit" and not alone:
                course.hold("7", sorted(offer.get("barred", ())), full)
            elif offer["act"] == "bet":
                course.hold("9 10 2.b 2.c", (found[key], offer["law"]),
                            (expected.get(key), course.law("9")))
                course.hold("2.b", offer["limit_law"].rpartition("/")[2],
                            "2.b" if reading(self.rules, "maximum_counts") else "9")
        course.hold("7 13 24-2" if alone else "7 24-2", found, expected)
        course.at += 1

    # Cards

    def deal(self, bets: dict[str, int]) -> None:
        """One card each, then a second each, the bank's face down (14, 6)."""
        course = self.course
        places = sorted(bets, key=int)
        for place in places:
            self.hands[place] = [Hand(place, self.seats[int(place) - 1], bets[place],
                                      stake=bets[place])]
        for rule in ("14.a", "14.b"):
            for place in places:
                card = course.deal(f"{rule} 14 6", place, seen_by=None)
                self.hands[place][0].cards.append(card)
            seen_by = None if rule == "14.a" else ""
            self.bank.append(course.deal(f"{rule} 14 2.d", "bank", seen_by=seen_by))

    def blackjacks(self) -> None:
        """A blackjack is paid at once where the bank cannot have one (20.a)."""
        course = self.course
        waits = self.bank[0][0] == "A" or worth(self.bank[0]) == 10
        for place in sorted(self.hands, key=int):
            hand, = self.hands[place]
            if hand.blackjack() and not waits:
                course.take("20.a 20", "result", hand=place, result="blackjack")
                course.move("25.a 20.a 25", "pay", place, hand.player, hand.bet * 3 // 2)
                course.move("26", "return", place, hand.player, hand.bet)
                course.take("20.a", "discard", hands=(place,))
                hand.out = True

    def ask_insurance(self) -> None:
        """Against an ace: insurance of at most half the bet (15.f) and even money for a blackjack
        (20.b), asked of all at once (ir/10, ir/12)."""
        course = self.course
        asked = [hand for hands in self.hands.values() for hand in hands
                 if hand.blackjack() or self.rules["insurance"]]
        if not asked:
            course.hold("16.d", course.step().get("window") == "insurance", False)
            return
        insured = [hand for hand in asked if not hand.blackjack()]
        course.take("24", "call", call="insurance" if insured else "even-money")
        waiting = {hand.name: hand for hand in asked}
        while waiting:
            expected: dict[tuple[str, str], str] = {}
            for offer in course.step().get("offers", ()):
                if offer["act"] == "insure" and (whose := waiting.get(offer["seat"])):
                    course.hold("15.f", (offer.get("low"), offer.get("high")), (1, whose.bet // 2))
            for hand in waiting.values():
                yes, no, rule = (("even-money", "wait", "20.b") if hand.blackjack()
                                 else ("insure", "no-insurance", "15.f"))
                expected[yes, hand.name] = expected[no, hand.name] = rule
            answer = course.offers("24 24-2 15.f 16.d 20.b", expected, window="insurance",
                                   clock="insurance", default=min(
                                       "no-insurance" if rule == "15.f" else "wait"
                                       for rule in expected.values()))
            if answer["answer"] == "timeout":  # ir/1
                course.hold("30 15.f", course.step().get("kind"), None)
                return
            hand = waiting.pop(answer["seat"])
            course.hold("24-2", answer["player"], hand.player)
            if answer["act"] == "insure":
                course.hold("15.f", 0 < answer["amount"] <= hand.bet // 2, True)
                course.move("15.f", "stake", f"{hand.name}/insurance", hand.player,
                            answer["amount"])
                self.insured[hand.name] = answer["amount"]
            elif answer["act"] == "even-money":
                course.take("20.b", "result", hand=hand.name, result="even-money")
                course.move("20.b 20", "pay", hand.name, hand.player, hand.bet)
                course.move("26", "return", hand.name, hand.player, hand.bet)
                course.take("20.b", "discard", law="2.f", hands=(hand.name,))
                hand.out = True

    # Decisions

    def place(self, place: str) -> None:
        """The decisions of one place, hand by hand (15, 21, ir/12)."""
        hands = self.hands[place]
        if hands[0].out or hands[0].blackjack():
            return
        at = 0
        while at < len(hands):
            self.play(hands[at], hands)
            at += 1

    def must_draw(self, hand: Hand) -> bool:
        """Whether a hand may not stand (15.a): at 11 or less. ir/391: of each hand, or only of the
        two cards first dealt."""
        first = len(hand.cards) == 2 and not hand.split
        every = reading(self.rules, "low_hands") != "first-cards-draw"
        return hand.total() <= 11 and (first or every)

    def choices(self, hand: Hand, hands: list[Hand]) -> dict[str, str]:
        """What a player may do with a hand, each with its rule."""
        rules, points, found = self.rules, hand.total(), {}
        if points >= 21:
            return {}  # 15.d
        two, first = len(hand.cards) == 2, not hand.split and len(hand.cards) == 2
        if hand.aces:
            found["stand"] = "21-4"
        elif self.must_draw(hand):
            found["hit"] = "15.a"
        else:
            found |= {"hit": "15.d", "stand": "15.c"}
        if two and not hand.aces:
            low = sum(map(worth, hand.cards))
            every = reading(rules, "doubles_fix") == "every"  # ir/4: the ace counts 1 then
            usual = "23" if hand.split else "15.b"
            widened = rules["double_any"] and (not hand.split or rules["double_any_after_split"])
            if points in (9, 10, 11):
                found["double"] = usual
            elif widened and not (low in (9, 10, 11) and every):
                found["double"] = "16.a"  # ir/11
            elif low in (9, 10, 11):
                found["double"] = usual  # 8.a.ii: with the ace counted 1
        same = two and worth(hand.cards[0]) == worth(hand.cards[1])
        if rules["split_pairs_only"]:
            same = two and hand.cards[0][0] == hand.cards[1][0]  # 16.b, ir/5
        more = not rules["max_splits"] or len(hands) <= rules["max_splits"]
        if same and more and (not hand.aces or rules["resplit_aces"]):  # ir/6
            found["split"] = "22" if hand.split else "21"
        if reading(rules, "surrender_at") == "any-decision":
            first = True
        if first and self.bank[0][0] != "A":
            found["surrender"] = "15.e"  # ir/9
        return {} if set(found) == {"stand"} else found

    def play(self, hand: Hand, hands: list[Hand]) -> None:
        """All decisions of one hand."""
        course, rules = self.course, self.rules
        if len(hand.cards) == 1:
            rule = "21-4" if hand.aces else "21-3"
            hand.cards.append(course.deal(rule, hand.name, seen_by=None))
        while choices := self.choices(hand, hands):
            low = self.must_draw(hand) and not hand.aces
            for offer in course.step().get("offers", ()):
                if offer["act"] in ("double", "split"):
                    course.hold("15.b 23" if offer["act"] == "double" else "21-2",
                                offer.get("cost"), hand.bet)
                course.hold("24-2", offer.get("player"), hand.player)
            fixes = choices.get("double", "16.a") != "16.a" and soft(hand.cards)
            if reading(rules, "doubles_fix") == "every":
                fixes = "double" in choices and any(card[0] == "A" for card in hand.cards)
            noted = [offer["act"] for offer in course.step().get("offers", ())
                     if offer.get("note") == "ace-fixed"]
            course.hold("8.a.ii", noted, ["double"] if fixes else [])  # ir/4
            # 16: what the house may allow or not shows in what is offered.
            held = "15 24 24-2 16.a 15.b" + (" 16.b 16.c" if len(hand.cards) == 2 else "")
            held += " 21-3 23" if hand.split else " 15.e"
            answer = course.offers(held, {(act, hand.name): rule for act, rule in choices.items()},
                                   clock="decision", default="hit" if low else "stand")
            if hand.total() == 21 or hand.aces:
                course.hold("15.d 21-4", "hit" in choices, False)
            if answer["answer"] == "timeout":
                self.silent(hand)
                return
            act = answer["act"]
            course.hold("24-2", (act in choices, answer["player"]), (True, hand.player))
            match act:
                case "hit":
                    rule = "15.a" if low else "15.d"
                    hand.cards.append(course.deal(rule, hand.name, seen_by=None))
                case "double":
                    course.move(choices["double"], "stake", hand.name, hand.player, hand.bet)
                    hand.stake += hand.bet
                    if fixes:
                        course.take("8.a.ii", "call", call="ace-fixed", seat=hand.name)
                        hand.fixed = 1
                    hand.cards.append(course.deal("15.b", hand.name, seen_by=None))
                case "split":
                    self.split(hand, hands, choices["split"])
                case "surrender":
                    course.take("15.e", "result", hand=hand.name, result="surrendered")
                    for kind in ("collect", "return"):
                        course.move("15.e", kind, hand.name, hand.player, hand.bet // 2)
                    course.take("15.e", "discard", law="2.f", hands=(hand.name,))
                    hand.out = True
            if hand.total() > 21:
                self.bust(hand)
            if act in ("stand", "double", "surrender") or hand.out:
                break
        if rules["double_any"] and len(hand.cards) == 2:
            course.hold("16.a", course.step().get("window", "").startswith(f"{hand.name}:"), False)

    def silent(self, hand: Hand) -> None:
        """For who does not answer cards are taken while the total is 11 or less, and no more; the
        bet stays valid (30, ir/1)."""
        course = self.course
        stands = reading(self.rules, "silent") == "stands"
        while not stands and self.must_draw(hand) and not hand.aces:
            hand.cards.append(course.deal("15.a 30", hand.name, seen_by=None))
        course.hold("30", course.lying[hand.name, hand.player], hand.stake)

    def split(self, hand: Hand, hands: list[Hand], rule: str) -> None:
        """Two hands of a pair, each with the initial bet (21, 21-2)."""
        course, place = self.course, hands[0].name.partition(".")[0]
        if hand.split:
            into = (hand.name, f"{place}.{len(hands) + 1}")
        else:
            into = (f"{place}.1", f"{place}.2")
        course.take(f"{rule} 2.e", "part", hand=hand.name, into=into)
        if not hand.split:
            course.lying[into[0], hand.player] = course.lying.pop((hand.name, hand.player))
        first, second = hand.cards
        hand.name, hand.cards, hand.split = into[0], [first], True
        hand.aces = first[0] == "A"
        other = Hand(into[1], hand.player, hand.bet, [second], hand.bet, True, hand.aces)
        course.move("21-2", "stake", other.name, other.player, other.bet)
        hands.append(other)
        rule = "21-4" if hand.aces else "21-3"
        hand.cards.append(course.deal(rule, hand.name, seen_by=None))

    def bust(self, hand: Hand) -> None:
        """Over 21: bet and cards are collected at once (25.b)."""
        course = self.course
        course.take("25.b 8", "result", hand=hand.name, result="bust",
                    facts={"total": hand.total()})
        course.move("25.b 25", "collect", hand.name, hand.player, hand.stake)
        course.take("25.b", "discard", hands=(hand.name,))
        hand.out = True

    # The bank and the end

    def finish(self) -> None:
        """The bank plays if somebody is still in play (17, 20.c); then bets are decided (25)."""
        course, bank = self.course, self.bank
        alive = [hand for place in sorted(self.hands, key=int) for hand in self.hands[place]
                 if not hand.out]
        course.hold("20.c 20", course.step().get("call") == "coup-ends", not alive)  # ir/15
        if not alive:
            course.take("20.c", "call", call="coup-ends")
        if alive or self.insured:  # ir/7
            course.take("17", "reveal", hand="bank", index=1, card=bank[1])
            while alive and total(bank) < 17:
                bank.append(course.deal("17.b 17", "bank", seen_by=None))
            self.shown = "BJ" if natural(bank) else str(total(bank))
            rule = "17.a" if alive else "25.f" if natural(bank) else "25.g"
            course.hold("8.a.i" if any(card[0] == "A" for card in bank) else "8.c",
                        (course.step().get("facts") or {}).get("total"), total(bank))
            course.take(f"{rule} 17", "result", hand="bank", result=(
                "blackjack" if natural(bank) else "bust" if total(bank) > 21 else "stands"))
        self.settle(alive)
        self.results(self.shown)
        refunds = [at for at, step in self.round.steps("move") if step["kind"] == "refund"]
        course.hold("27 28", refunds, [])  # a round that can be decided is not void

    def settle(self, alive: list[Hand]) -> None:
        """Every bet that is left: how it was decided and what it brings. The text names no order,
        only that the special prize is apart from the comparison (25.i, ir/16)."""
        course = self.course
        steps: dict[str, list[Json]] = defaultdict(list)
        order: list[str] = []
        discarded: list[str] = []
        while step := course.step():
            if step["step"] == "discard":
                course.hold("2.f", step["law"], course.law("2.f"))
                discarded += step["hands"]
            else:
                name = step.get("hand") or step.get("bet") or ""
                steps[name].append(step)
                order.append(name)
            course.follow(step)
            course.at += 1
        course.hold("2.f", course.event(), {})
        course.hold("2.f", sorted(discarded), sorted(["bank", *(hand.name for hand in alive)]))
        for place, amount in self.insured.items():
            self.insurance(place, amount, steps.pop(f"{place}/insurance", []))
        for hand in alive:
            prize = steps.pop(f"{hand.name}/special", [])
            self.prize(hand, prize)
            if prize:
                course.hold("25.i", order.index(f"{hand.name}/special") < order.index(hand.name),
                            True)
            self.decided(hand, steps.pop(hand.name, []))
        course.hold("25", dict(steps), {})
        course.hold("2.f 25", course.at_stake(), {})

    def insurance(self, place: str, amount: int, found: list[Json]) -> None:
        """Insurance wins twice its amount against a blackjack (25.f), else it is lost (25.g)."""
        whose = self.hands[place][0].player
        law = self.course.law
        if natural(self.bank):
            expected = [("won", law("25.f"), "", 0), ("pay", law("25.f"), whose, 2 * amount),
                        ("return", law("26"), whose, amount)]
            self.course.hold("25.f 26", shorten(found), expected)
        else:
            expected = [("lost", law("25.g"), "", 0), ("collect", law("25.g"), whose, amount)]
            self.course.hold("25.g", shorten(found), expected)

    def prize(self, hand: Hand, found: list[Json]) -> None:
        """6-7-8 of one suit and three sevens: three times the initial bet (25.i, ir/2, ir/3)."""
        due = (self.rules["special_prizes"] and special(hand.cards)
               and (not hand.split or self.rules["special_prize_on_split"]))
        law = self.course.law("25.i")
        # ir/3: of the initial bet, or of all that lies on the hand
        bet = hand.stake if reading(self.rules, "special_multiplies") == "all-bets" else hand.bet
        expected = [("special", law, "", 0), ("pay", law, hand.player, 3 * bet)]
        self.course.hold("25.i 16.e 25", shorten(found), expected if due else [])

    def decided(self, hand: Hand, found: list[Json]) -> None:
        """A hand against the bank's (25)."""
        mine, bank, stake = hand.total(), total(self.bank), hand.stake
        wins, rules = self.compare(hand)
        rule, law = rules.split()[0], self.course.law
        result = ("lost", "tie", "blackjack" if hand.blackjack() else "won")[wins + 1]
        expected = [(result, law(rule), "", 0)]
        if wins > 0:
            prize = stake * 3 // 2 if hand.blackjack() else stake
            expected += [("pay", law(rule), hand.player, prize),
                         ("return", law("26"), hand.player, stake)]
            self.course.hold("26", shorten(found)[-1:], expected[-1:])
        else:
            kind = "collect" if wins else "return"
            expected.append((kind, law(rule), hand.player, stake))
        self.course.hold(f"{rules} 25", shorten(found), expected)
        facts = found[0].get("facts") if found else None
        if facts:
            values = {"8.a" if card[0] == "A" else "8.b" if card[0] in "JQK" else "8.c"
                      for card in hand.cards}
            values |= {"8.a.ii"} if hand.fixed else set()
            self.course.hold(" ".join(sorted({"8", *values})), facts, {"total": mine, "bank": bank})

    def compare(self, hand: Hand) -> tuple[int, str]:
        """Whether a hand wins (1), ties (0) or loses (-1), with the rules; the first decides."""
        mine, bank = hand.total(), total(self.bank)
        apart = " 19" if natural(hand.cards) and hand.split else ""
        if hand.blackjack() and natural(self.bank):
            return 0, "25.h 25.a"
        if hand.blackjack():
            return 1, "25.a 18" if bank == 21 else "25.a"
        if natural(self.bank):
            return -1, ("25.e 18" if mine == 21 else "25.e") + apart
        if bank > 21:
            return 1, "25.d" + apart
        if mine == bank:
            return 0, "25.h" + apart
        return (1, "25.c" + apart) if mine > bank else (-1, "25.e" + apart)


def shorten(steps: list[Json]) -> list[tuple[str, str, str, int]]:
    """Results and moves in short: what, by which rule, whose, how much."""
    return [(step.get("result") or step.get("kind", ""), step["law"], step.get("player", ""),
             step.get("amount", 0)) for step in steps]
