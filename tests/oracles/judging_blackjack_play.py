"""The play of the two Portuguese blackjacks of real tables: rules 17 to 36."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from judging import Json, Round
from judging_blackjack import (
    BANK_STANDS,
    BLACKJACK,
    Book,
    Hand,
    Opening,
    Stop,
    bank_total,
    is_blackjack,
    is_special,
    reading,
)
from judging_blackjack_jackpot import Jackpot
from judging_blackjack_record import Move, Record


class Play(Record):
    """Plays a round after the text."""

    def __init__(self, book: Book, round: Round, opening: Opening) -> None:
        super().__init__(book, round, opening.start)
        self.rules, self.opening = round.table["rules"], opening
        self.hands = [Hand(place, dict(opening.stakes[place]), opening.deciders[place][0])
                      for place in sorted(opening.stakes, key=int)]
        self.insured: dict[str, dict[str, int]] = defaultdict(dict)
        self.jackpot = Jackpot(book, round, opening)

    def judge(self) -> None:
        """Judge the round as far as it is what it has to be."""
        try:
            self.deal()
            self.at_once()
            lone = False
            if self.bank[0][0] == "A":
                self.insurance()
            else:
                lone = self.surrender()
            index = 0
            while index < len(self.hands):
                self.decide(self.hands[index], lone)
                index += 1
            self.bank_plays()
        except Stop:
            return

    def deal(self) -> None:
        """One card to each place in their order and one to the bank, then a second one; that of
        the bank lies face down (17)."""
        for hand in self.hands:
            self.card("17", hand.name, hand.cards)
        bank: list[str] = []
        self.card("17 | 17-2", "bank", bank)
        for hand in self.hands:
            self.card("17 | 17-3", hand.name, hand.cards)
        self.card("17 | 17-3 17-4", "bank", bank, hidden=True)
        self.bank = bank
        for hand in self.hands:
            self.jackpot.dealt(hand.place, hand.cards[0])
        for hand in self.hands:
            self.jackpot.dealt(hand.place, hand.cards[1])

    def at_once(self) -> None:
        """A blackjack is paid at once if the bank cannot have one (21-3)."""
        if self.bank[0][0] in "ATJQK":
            return
        for hand in self.hands:
            if hand.blackjack:
                self.take("21-3", "result", hand=hand.name, result="blackjack")
                self.pay("21 21-3", "21", hand, 3, 2)
                self.leave_table("21-3", hand)

    def pay(self, rules: str, law: str, hand: Hand, numerator: int, denominator: int) -> None:
        """A prize, and the stake back (25)."""
        prizes = [("pay", who, put * numerator // denominator, self.rule(law))
                  for who, put in hand.stakes.items()]
        backs = [("return", who, put, self.rule("25")) for who, put in hand.stakes.items()]
        self.moves(f"{rules} 25", hand, prizes + backs)

    def leave_table(self, rules: str, hand: Hand) -> None:
        """A hand is over: its cards go to the discard tray, unless a jackpot is due (49)."""
        hand.over = True
        if self.jackpot.shows(hand.place):
            self.book.hold("49", self.is_next("discard", hands=[hand.name]), False, self.at)
            return
        self.take(rules, "discard", hands=[hand.name])

    # Insurance, even money and surrender

    def window(self, rules: str, window: str, open_offers: dict[tuple[str, str], set[str]],
               react: Callable[[Json, Hand], None], check: Callable[[Json], None]) -> None:
        """All places are asked together, until everybody has answered or the time is over."""
        while any(open_offers.values()):
            found: dict[tuple[str, str], set[str]] = defaultdict(set)
            listen = self.take(rules, "listen", window=window)["step"]
            for offer in listen["offers"]:
                found[offer["seat"], offer["player"]].add(offer["act"])
                check(offer)
            due = {key: acts for key, acts in open_offers.items() if acts}
            if not self.book.hold(rules, dict(found), due, self.at - 1):
                raise Stop
            answer = self.event().get("answer")
            if answer is None:
                raise Stop
            self.at += 1
            if answer["answer"] == "timeout":
                return
            hand = next(hand for hand in self.hands if hand.name == answer["seat"])
            open_offers[answer["seat"], answer["player"]] = set()
            react(answer, hand)
            if hand.over:
                for key in open_offers:
                    if key[0] == hand.name:
                        open_offers[key] = set()

    def insurance(self) -> None:
        """With an ace every bettor may insure (33), and a blackjack may be paid evens (34)."""
        self.take("33", "call", call="insurance")
        offers: dict[tuple[str, str], set[str]] = {}
        for hand in self.hands:
            for player in hand.stakes:  # ir/31: each for their own bet
                offers[hand.name, player] = {"insure", "no-insurance"}
            if hand.blackjack:
                offers[hand.name, hand.decider] = {"insure", "even-money", "wait"}

        def check(offer: Json) -> None:
            if offer["act"] == "insure":
                hand = next(hand for hand in self.hands if hand.name == offer["seat"])
                own = offer["player"] == hand.decider
                self.book.hold("33 | 33 33-2" if own else "15-3 33 | 15-4 33 33-2",
                               offer["high"], hand.stakes[offer["player"]] // 2, self.at - 1)

        def react(answer: Json, hand: Hand) -> None:
            player = answer["player"]
            if answer["act"] == "insure":
                self.book.hold("33 | 33 33-2",
                               0 < answer["amount"] <= hand.stakes[player] // 2, True, self.at)
                self.moves("33", hand, [("stake", player, answer["amount"], self.rule("33"))],
                           "insurance")
                self.insured[hand.name][player] = answer["amount"]
            elif answer["act"] == "even-money":
                self.take("34", "result", hand=hand.name, result="even-money")
                self.pay("34", "34", hand, 1, 1)  # ir/44: all bets of the place
                if insurance := self.insured.pop(hand.name, None):
                    # ir/96
                    step = self.step()
                    law = str(step.get("law", "")).rpartition("/")[2]
                    self.moves("34", hand, [("return", who, put, law)
                                            for who, put in insurance.items()], "insurance")
                self.leave_table("34", hand)

        self.window("33", "insurance", offers, react, check)

    def surrender(self) -> bool:
        """Without an ace places without a blackjack may be given up for half (36), all asked
        together (ir/43). True: a lone one is asked with its first decision."""
        asked = [hand for hand in self.hands if not hand.over and not hand.blackjack]
        if len(asked) < 2:
            return bool(asked)
        self.take("36-2", "call", call="surrender")
        offers = {(hand.name, hand.decider): {"surrender", "play-on"} for hand in asked}

        def react(answer: Json, hand: Hand) -> None:
            if answer["act"] == "surrender":
                self.give_up(hand)

        self.window("36 36-2 36-3", "surrender", offers, react, lambda offer: None)
        return False

    def give_up(self, hand: Hand) -> None:
        """Half of every bet on the place is lost (36, ir/44)."""
        self.take("36", "result", hand=hand.name, result="surrendered")
        moves = [(kind, who, put // 2, self.rule("36"))
                 for who, put in hand.stakes.items() for kind in ("collect", "return")]
        self.moves("36 15-2 | 36 15-3" if len(hand.stakes) > 1 else "36", hand, moves)
        self.leave_table("36", hand)

    # The decisions of the players

    def decide(self, hand: Hand, lone: bool) -> None:
        """A hand is played to its end (18, 26 to 32)."""
        surrender = lone and not hand.split
        while not hand.over and not hand.blackjack:
            if len(hand.cards) == 1:
                # 26-2: each hand of a split receives a card; 26-3: split aces one only.
                rule = "26-3 | 26-4" if hand.of_aces else "26-2 | 26-3"
                self.card(rule, hand.name, hand.cards)
                self.jackpot.dealt(hand.place, hand.cards[-1])
                continue
            if hand.total > BLACKJACK:
                self.bust(hand)
            elif hand.total == BLACKJACK:
                self.special(hand)
                self.book.hold("18-2 | 18-3", self.asked() == hand.name, False, self.at)
                return
            elif hand.of_aces and not (hand.cards[1][0] == "A" and self.rules["resplit_aces"]):
                # 26-3; ir/38: without the option also a second ace ends the hand.
                self.book.hold("26-3 | 26-4", self.asked() == hand.name, False, self.at)
                return
            elif self.ask(hand, surrender):
                return
            surrender = surrender and len(hand.cards) == 2 and not hand.split

    def asked(self) -> str:
        """The hand whose player is asked next, "" if none is."""
        step = self.step()
        return step["window"].partition(":")[0] if step.get("step") == "listen" else ""

    def ask(self, hand: Hand, surrender: bool) -> bool:
        """The player is asked; True if that ends the hand."""
        step = self.step()
        # 18-3: in the order of the places
        if not self.book.hold("18-3 | 18-4", self.asked(), hand.name, self.at):
            raise Stop
        self.judge_offers(hand, surrender, step)
        self.at += 1
        event = self.event()
        self.at += 1
        if incident := event.get("incident"):
            self.misdrawn(incident["kind"])
            return False
        answer = event["answer"]
        self.book.hold(self.opening.deciders[hand.place][1], answer.get("player", hand.decider),
                       hand.decider, self.at - 1)
        if answer["answer"] == "timeout":
            # ir/88: as few cards as the rules allow, or none
            if hand.of_aces or reading(self.rules, "silent") == "stands":
                return True
            while hand.must_draw(reading(self.rules, "low_hands")):
                self.hit(hand)
            return hand.total < BLACKJACK
        match answer["act"]:
            case "stand":
                return True
            case "hit":
                self.hit(hand)
            case "double":
                self.double(hand)
                if hand.total <= BLACKJACK:
                    return True
            case "split":
                self.split(hand)
            case "surrender":
                self.give_up(hand)
        return False

    def judge_offers(self, hand: Hand, surrender: bool, step: Json) -> None:
        """What a player may do with two cards and with more."""
        found = {offer["act"] for offer in step["offers"]}
        # ir/38: split aces again only with the option.
        aces = hand.split and hand.cards[0][0] == "A"
        expected = hand.offers(not aces or self.rules["resplit_aces"], surrender, self.rules)
        rules = {
            "hit": "26-3 | 26-4" if hand.of_aces else "18-2 | 18",
            "stand": "18 | 18 18-2",
            "double": "31" if hand.split else "29",
            "split": "27" if hand.split else "26",
            "surrender": "36 36-2",
        }
        for act, rule in rules.items():
            self.book.hold(rule, act in found, act in expected, self.at)
        for offer in step["offers"]:
            if offer["act"] in ("double", "split"):
                self.book.hold("26 | 26-2" if offer["act"] == "split" else rules["double"],
                               offer["cost"], hand.stakes[hand.decider], self.at)
        self.book.hold(self.opening.deciders[hand.place][1],
                       {offer["player"] for offer in step["offers"]}, {hand.decider}, self.at)

    def hit(self, hand: Hand) -> None:
        """One more card (18)."""
        self.card("18 18-2", hand.name, hand.cards)
        self.jackpot.drawn(hand.place, hand.cards[-1])

    def bust(self, hand: Hand) -> None:
        """Above 21 a hand loses at once (22)."""
        self.take("22", "result", hand=hand.name, result="bust", facts={"total": hand.total})
        self.moves("22", hand, [("collect", who, put, self.rule("22"))
                                for who, put in hand.stakes.items()])
        self.leave_table("22", hand)

    def special(self, hand: Hand) -> None:
        """6-7-8 of one suit or three 7s: three times the bet at once, for each bet (35, ir/42)."""
        due = is_special(hand.cards) and (not hand.split or self.rules["special_prize_on_split"])
        if len(hand.cards) == 3:
            is_paid = self.step().get("result") == "special"
            if not self.book.hold("35 | 35 35-2", is_paid, due, self.at):
                raise Stop
        if not due:
            return
        expected = sorted((who, 3 * put) for who, put in hand.stakes.items())
        found = []
        first = self.at
        for _ in expected:
            self.take("35", "result", result="special")
            rules = "35 | 35-2"
            step = self.take(rules, "move", kind="pay", law=self.book.law(rules))["step"]
            self.book.hold("35", step["bet"].endswith("/special"), True, self.at)
            found.append((step["player"], step["amount"]))
        self.book.hold("35", sorted(found), expected, first)

    # Splits and doubles

    def follow(self, rules: str, hand: Hand, costs: dict[str, int]) -> set[str]:
        """Who else has a bet on a hand is asked whether to follow with as much money (28, 30)."""
        waiting, follow = set(costs), set[str]()
        asks = self.is_next("listen") and self.step()["window"].startswith("follow:")
        self.book.hold(rules, asks, bool(waiting), self.at)
        while waiting:
            listen = self.take(rules, "listen")["step"]
            asked: dict[str, int] = {}
            for offer in listen["offers"]:
                if offer["act"] == "follow":
                    asked[offer["player"]] = offer["cost"]
            if not self.book.hold(rules, (bool(asked), asked),
                                  (True, {who: costs.get(who) for who in asked if who in waiting}),
                                  self.at - 1):
                raise Stop
            answer = self.event().get("answer") or {}
            self.at += 1
            if answer.get("answer") == "timeout":
                waiting -= set(asked)
                continue
            waiting.discard(answer["player"])
            if answer["act"] == "follow":
                follow.add(answer["player"])
                step = self.take(rules, "move", kind="stake", player=answer["player"],
                                 amount=costs[answer["player"]], law=self.book.law(rules))
                self.book.hold(rules, step["step"]["player"], answer["player"], self.at - 1)
        return follow

    def split(self, hand: Hand) -> None:
        """Two independent bets of the same amount (26); others may follow (28)."""
        rule = "27" if hand.split else "26"
        into = self.take(rule, "part", hand=hand.name)["step"]["into"]
        stake = hand.stakes[hand.decider]
        first, second = hand, Hand(into[1], {hand.decider: stake}, hand.decider, [hand.cards[1]])
        first.name, first.cards = into[0], [hand.cards[0]]
        aces = first.cards[0][0] == "A"
        for each in (first, second):
            each.split, each.of_aces = True, aces
        self.moves("26 | 26-2", second, [("stake", hand.decider, stake, self.rule("26 | 26-2"))])
        # ir/39: at every split, with a bet equal to the first one, or only at the first split
        others = {who: put for who, put in hand.stakes.items() if who != hand.decider}
        only_first = reading(self.rules, "follow") == "first-split" and rule == "27"
        followed = self.follow("28 15-4 | 28 15-5", hand, {} if only_first else others)
        for who in others:
            if who in followed:
                second.stakes[who] = others[who]
        self.hands.insert(self.after(hand), second)

    def after(self, hand: Hand) -> int:
        """Where a new hand is played: after the other hands of its place."""
        return max(index for index, other in enumerate(self.hands)
                   if other.place == hand.place) + 1

    def double(self, hand: Hand) -> None:
        """Twice the bet, and one single card (29, 31); others may follow (30)."""
        rule = "31" if hand.split else "29"
        stake = hand.stakes[hand.decider]
        # 32, ir/41: the ace of ace-eight and ace-nine counts 1 from now on.
        hand.fixed = any(card[0] == "A" for card in hand.cards)
        self.moves(rule, hand, [("stake", hand.decider, stake, self.rule(rule))])
        hand.stakes[hand.decider] += stake
        others = {who: put for who, put in hand.stakes.items() if who != hand.decider}
        for who in self.follow("30 15-4 | 30 15-5", hand, others):
            hand.stakes[who] += others[who]
        if hand.fixed:
            self.take("32", "call", call="ace-fixed", seat=hand.name)
        self.card("29-2", hand.name, hand.cards)
        self.jackpot.drawn(hand.place, hand.cards[-1])
        if hand.total <= BLACKJACK:
            self.book.hold("29-2", self.asked() == hand.name, False, self.at)

    # The bank, and the end

    def bank_plays(self) -> None:
        live = [hand for hand in self.hands if not hand.over]
        # ir/35: a waiting blackjack is in play; an insurance needs the second card only.
        insured = any(self.insured.values())
        calls = self.is_next("call", call="coup-ends")
        self.book.hold("22-2", calls, not live, self.at)
        if not live:
            self.take("22-2", "call", call="coup-ends")
            if not insured:
                self.drop_aside()
                self.end([])
                return
        self.turn_up()
        while live and bank_total(self.bank) < BANK_STANDS:
            self.card("19-3", "bank", self.bank)
        self.drop_aside()
        found = bank_total(self.bank)
        if (self.is_next("handle", what="bank-stands")
                and self.take("19", "handle", what="bank-stands").get("incident")):
            self.take("19-2", "deal", to="spoilt")
            self.take("19-2", "discard", hands=["spoilt"])
        name = ("blackjack" if is_blackjack(self.bank) else
                "bust" if found > BLACKJACK else "stands")
        rule = "19" if len(self.bank) == 2 else "19-3"
        result = self.take(rule, "result", hand="bank", result=name)["step"]
        if found >= BANK_STANDS:
            aces = any(card[0] == "A" for card in self.bank)
            self.book.hold("6.a.banca 6.a | 6-3 6-2" if aces else rule,
                           result["facts"]["total"], found, self.at - 1)
        self.settle(live)

    def turn_up(self) -> None:
        """The bank's second card becomes visible."""
        if self.is_next("turn", hand="bank"):
            self.bank[1] = self.take("19", "turn", hand="bank", index=1)["card"]
        else:
            self.take("19", "reveal", hand="bank", index=1, card=self.bank[1])

    def drop_aside(self) -> None:
        """Cards set aside that nobody is due go unseen to the discard tray (ir/34)."""
        if self.aside:
            self.take("18-5 | 18-7", "discard", hands=["aside"])
            self.aside = []

    def settle(self, live: list[Hand]) -> None:
        """Every bet that is still in play is decided (20 to 25, 33)."""
        results: dict[str, Json] = {}
        found: dict[tuple[str, str], list[Move]] = defaultdict(list)
        while not self.jackpot.begins(self.step()):
            if self.is_next("result"):
                results[self.step()["hand"]] = self.step()
            elif self.is_next("move"):
                name, spot, move = self.move()
                found[name, spot].append(move)
            else:
                break
            self.at += 1
        bank = is_blackjack(self.bank)
        for place, stakes in self.insured.items():
            expected: list[Move] = []
            for who, put in stakes.items():
                if bank:
                    expected += [("pay", who, 2 * put, self.rule("33-2 | 33-3")),
                                 ("return", who, put, self.rule("25"))]
                else:
                    expected.append(("collect", who, put, self.rule("33-2 | 33-3")))
            self.book.hold("33-2 25 | 33-3 25" if bank else "33-2 | 33-3",
                           sorted(found.pop((place, "insurance"), [])), sorted(expected), self.at)
        for hand in live:
            self.settle_hand(hand, found.pop((hand.name, ""), []), results.get(hand.name, {}))
        self.book.hold("23", dict(found), {}, self.at)
        self.end(live)

    def settle_hand(self, hand: Hand, found: list[Move], result: Json) -> None:
        """One hand against the bank."""
        mine, bank = hand.total, bank_total(self.bank)
        natural, banks = hand.blackjack, is_blackjack(self.bank)
        rules, law, kind, odds = "23 | 23-2", "23 | 23-2", "lost", (0, 1)
        if natural and banks:
            rules, law, kind = "21-2", "21-2", "tie"
        elif natural:
            rules, law, kind, odds = "21 1.a", "21", "blackjack", (3, 2)
        elif banks:
            rules = "20 23 | 20 23-2" if mine == BLACKJACK else rules
        elif bank > BLACKJACK and reading(self.rules, "bank_over") == "distance":
            # ir/36: which total is nearer to 21, on whichever side of it
            if BLACKJACK - mine < bank - BLACKJACK:
                rules, law, kind, odds = "23 1.b", "23", "won", (1, 1)
        elif bank > BLACKJACK or mine > bank:  # ir/36: a bank over 21 loses
            rules, law, kind, odds = "23 1.b", "23", "won", (1, 1)
        elif mine == bank:
            rules, law, kind = "24 24-2", "24", "tie"
        if natural and bank == BLACKJACK and not banks:
            rules = "21 20 1.a"
        if hand.split and is_blackjack(hand.cards):
            rules += " 20-2" if "|" not in rules else ""
        expected: list[Move] = []
        for who, put in hand.stakes.items():
            if kind == "lost":
                expected.append(("collect", who, put, self.rule(law)))
            elif kind == "tie":
                expected.append(("return", who, put, self.rule(law)))
            else:
                expected += [("pay", who, put * odds[0] // odds[1], self.rule(law)),
                             ("return", who, put, self.rule("25"))]
        self.book.hold(rules, sorted(found), sorted(expected), self.at)
        if kind in ("won", "blackjack"):
            self.book.hold("25", sorted(move for move in found if move[0] == "return"),
                           sorted(("return", who, put, self.rule("25"))
                                  for who, put in hand.stakes.items()), self.at)
        if hand.split:
            # 28-2: who did not follow is on the first hand alone.
            self.book.hold("28-2", {who for _, who, _, _ in found}, set(hand.stakes), self.at)
        ranks = {card[0] for card in hand.cards}
        values = ["6.a | 6-2"] * ("A" in ranks) + ["6.b | 6"] * bool(ranks & set("KQJ"))
        for rule in [*values, *["6.c | 6"] * bool(ranks - set("AKQJ")), "6"]:
            self.book.hold(rule, result.get("facts", {}).get("total"), mine, self.at)
        self.book.hold(rules, result.get("result"), kind, self.at)

    def end(self, live: list[Hand]) -> None:
        """The jackpot is settled, then all cards that are left are collected."""
        self.at = self.jackpot.settle(self.at)
        shown = {hand.name for hand in self.hands if hand.over and self.jackpot.shows(hand.place)}
        due = {"bank", *shown, *(hand.name for hand in live)}
        found: set[str] = set()
        while self.at < len(self.events):
            found |= set(self.take("22-2", "discard")["step"]["hands"])
        self.book.hold("49" if shown else "22-2", found, due, self.at - 1)
