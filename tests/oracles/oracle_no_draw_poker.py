"""No-draw poker of Portaria 217/2007, judged from the published text.

Players bet against the bank (16), get five cards, and go on with twice the bet or pass (17). The
bank plays with an ace and a king or better (18); rule 6 gives the combinations and their prizes,
rule 7 says how equal combinations are compared.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from judging import Json, Judge, Round
from judging_hands import WHOLE_PACK, Value, value

SECTION = "pt-217-2007/poquer-sem-descarte"
RULES = (
    "1", "3-3", "4.a", "4.b", "4.b-2", "5", "5-3", "6", "6.a", "6.b", "6.c", "6.d", "6.e", "6.f",
    "6.g", "6.h", "6.i", "6.j", "6.j.desempate", "6.resultado", "7", "7.a", "7.b", "7.c", "7.d",
    "7.e", "7.f", "7.g", "9", "10", "11", "12", "12.a",
    "13", "14", "15", "16", "16-2", "16-3", "16-4", "16-5", "16-6", "16-7", "16-8", "16-9",
    "16.a", "16.b", "17", "17-2", "17-3", "17-5", "17-7", "17-8", "18", "18-2", "18-3", "18-4",
    "18-5", "18-6", "18-7", "19",
)
NOT_JUDGED: dict[str, str] = {}

PRIZES = {"royal": ("6.a", 100), "straight-flush": ("6.b", 50), "four": ("6.c", 20),
          "full": ("6.d", 7), "flush": ("6.e", 5), "straight": ("6.f", 4), "three": ("6.g", 3),
          "two-pair": ("6.h", 2), "pair": ("6.i", 1), "high": ("6.j", 1)}
"""The rule of a combination, and how many times the second bet its prize is."""
TIES = {"royal": "7.c", "straight-flush": "7.c", "four": "7.a", "full": "7.b", "flush": "7.d",
        "straight": "7.c", "three": "7.e", "two-pair": "7.f", "pair": "7.g", "high": "6.j"}
"""The rule by which equal combinations are compared."""
GROUPS = {"four": (4, 1), "full": (3, 2), "three": (3, 1, 1), "two-pair": (2, 2, 1),
          "pair": (2, 1, 1, 1), "flush": (1,) * 5, "high": (1,) * 5}
"""How many cards of one value a combination has, of those that are no sequence."""
HIGH = ("flush", "full", "four", "straight-flush", "royal")
"""Combinations for which jackpots have prizes."""
SUITS = "SHDC"
ACE, KING = 12, 11
DEALT, TIMES_AUTHORISED = 5, 25


def suited(cards: list[str]) -> bool:
    """Whether three cards or more are of one suit (6.j, ir/137)."""
    return max(Counter(card[1] for card in cards).values()) >= 3


def deciding(worth: Value, rules: Json) -> tuple[int, ...]:
    """What rules 6.j and 7 compare of equal combinations."""
    match worth.name:
        case "four" | "full" | "three":
            return worth.decide[:1]  # 7.a, 7.b, 7.e
        case "flush":
            return worth.decide if rules["flush_all"] else worth.decide[:1]  # 7.d, ir/149
        case "pair":
            return worth.decide if rules["pair_all"] else worth.decide[:2]  # 7.g, ir/163
        case _:
            return worth.decide


def beats(mine: list[str], bank: list[str], rules: Json) -> int:
    """1 if a hand is higher than the bank's, -1 if it is lower, 0 in a tie."""
    one, other = value(mine), value(bank)
    first = (one.place, deciding(one, rules))
    second = (other.place, deciding(other, rules))
    if first == second and one.name == "high" and rules["suited_high"]:
        return suited(mine) - suited(bank)
    return (first > second) - (first < second)


def plays(bank: list[str]) -> bool:
    """Whether the bank has an ace and a king, or a combination (18-2)."""
    return value(bank).name != "high" or {"A", "K"} <= {card[0] for card in bank}


def no_pack(hand: list[str], bank: list[str]) -> bool:
    """Whether hands cannot come from one pack, so that the text compares them no further: five
    alike, or as many alike twice. Arranged packs may hold a card several times."""
    one, other = value(hand), value(bank)
    return len({card[0] for card in hand}) == 1 or (hand is not bank and (
        one.name == other.name and one.name in ("four", "full", "three")
        and one.decide[0] == other.decide[0]))


def meet(random: Random) -> list[list[str]]:
    """Hands of one pack for the bank and for players: the same combination with cards that differ
    by little or not at all (6.j, 7), or high ones of several players, which may win on the jackpot
    together (12). In random cards both are too rare."""
    while True:
        name = random.choice(list(PRIZES))
        first = values_of(name, random)
        wanted = [(name, first), *((name, near(first, random))
                                   for _ in range(random.randint(1, 2)))]
        if random.random() < 0.4:
            others = random.choices(HIGH, k=6)
            wanted = [wanted[0], *((other, values_of(other, random)) for other in others)]
        hands: list[list[str]] = []
        for one, values in wanted:
            taken = {card for hand in hands for card in hand}
            if cards := arranged(one, values, taken, random):
                hands.append(cards)
        if len(hands) > 1:
            return hands


def values_of(name: str, random: Random) -> list[int]:
    """The values that a combination is made of; of a sequence that of its highest card. High
    cards have an ace and a king, as the bank stays out without them (18-2)."""
    if name == "royal":
        return [ACE]
    if name in ("straight", "straight-flush"):
        return [random.randint(3, ACE)]
    if name == "high":
        return [ACE, KING, *random.sample(range(KING), 3)]
    return random.sample(range(ACE + 1), len(GROUPS[name]))


def near(values: list[int], random: Random) -> list[int]:
    """The same values, or others of which one is a little higher or lower."""
    if random.random() < 0.4:
        return values
    at, by = random.randrange(len(values)), random.choice((-1, 1))
    return [value + by * (place == at) for place, value in enumerate(values)]


def arranged(name: str, values: list[int], taken: set[str], random: Random) -> list[str]:
    """A hand of this combination with cards that are not taken; none if there is none."""
    if name in GROUPS:
        ranks = [value for value, times in zip(values, GROUPS[name], strict=True)
                 for _ in range(times)]
    else:
        ranks = [ACE if value < 0 else value for value in range(values[0] - 4, values[0] + 1)]
    if not all(0 <= rank <= ACE for rank in ranks):
        return []
    one = random.choice(SUITS)
    suits = one if name in ("royal", "straight-flush", "flush") else SUITS + one * 2
    for _ in range(50):
        cards = [WHOLE_PACK[rank] + random.choice(suits) for rank in ranks]
        if len({*cards} - taken) == DEALT and value(cards).name == name:
            random.shuffle(cards)
            return cards
    return []


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text. A round that cannot be followed differs too."""
    try:
        Play(round, verdict).run()
    except (KeyError, ValueError, IndexError) as error:
        verdict.hold("18-4", f"a round that cannot be followed: {error!r}", "a round")


class Play:
    """One round as it is followed from its first event to its last."""

    def __init__(self, round: Round, verdict: Judge) -> None:
        self.round, self.verdict, self.rules = round, verdict, round.table["rules"]
        self.owners: dict[int, str] = {
            seat: name for seat, name in enumerate(round.before["seats"], 1) if name}
        self.bets: dict[str, int] = {}
        self.closed = False
        self.cards: dict[str, list[str]] = {}
        self.order: list[str] = []
        self.open: list[int] = []
        self.burnt, self.cut = 0, False
        self.asked: list[int] = []
        self.passed: list[int] = []
        self.seen = False
        self.shown: list[int] = []
        self.moved: dict[str, list[tuple[str, int, str]]] = {}
        self.results: dict[str, str] = {}
        self.paid_jackpot: list[tuple[int, int]] = []
        self.void, self.exposed, self.faulty = False, False, False
        self.named: dict[str, str] = {}
        self.pool: int = round.before.get("pool", 0)
        self.seeded = False
        self.collected: list[str] = []
        self.gone: list[tuple[str, int]] = []
        self.spread = False
        self.turned: list[int] = []
        self.markers: list[int] = []
        self.real, self.out = False, set[str]()

    def hold(self, rules: str, found: object, expected: object, at: int) -> None:
        """Compare, unless an error was reported in the round whose consequences are others."""
        if not self.faulty:
            self.verdict.hold(rules, found, expected, at)

    def run(self) -> None:
        """Follow all events."""
        table = self.round.table
        self.verdict.hold("5", 1 <= table["places"] <= 7, True)
        least = self.rules["authorised"] or table["minimum"]
        self.verdict.hold("14", table["maximum"] <= TIMES_AUTHORISED * least, True)
        for at, event in enumerate(self.round.events):
            if (incident := event.get("incident")) is not None:
                self.faulty = self.faulty or incident["kind"] in ("exposed", "miscount", "showed")
            if (step := event.get("step")) is not None:
                self.step(at, step, event)
            if (answer := event.get("answer")) is not None:
                self.answer(answer)
        if self.void:
            self.judge_void()
        elif self.round.after is not None and self.closed and self.seen:
            self.settle(len(self.round.events))

    def step(self, at: int, step: Json, event: Json) -> None:
        """Follow one step."""
        match step["step"]:
            case "call":
                self.call(at, step)
            case "cut":
                self.cut = True
            case "shuffle":
                self.hold("1", (step["packs"], list(step.get("without", ()))), (1, []), at)
                # A seal is a hash of the order; other packs are arranged or entered.
                self.real, self.out = len(event.get("seal", "")) == 64, set()
            case "listen":
                if step.get("window") == "bets":
                    self.judge_betting(at, step)
                else:
                    self.judge_turn(at, step)
            case "move":
                self.move(at, step)
            case "deal":
                self.deal(at, step, event)
            case "discard":
                for hand in step["hands"]:
                    self.gone.append((hand, len(self.paid_jackpot)))
                if step["law"].endswith("/17-5"):
                    self.hold("17-5", list(step["hands"]), [str(self.passed[-1])], at)
            case "handle":
                if step["what"] == "show-cards":
                    self.spread = True
                elif step["what"] == "take-pack":
                    # 16-2: two packs are used by turns.
                    last = self.round.before.get("pack") or 2
                    self.hold("16-2", step["facts"]["pack"], 3 - last, at)
                elif step["what"] == "collect-chips":
                    self.collected.append(step["law"].rpartition("/")[2])
                    self.hold("16-7", self.closed and not self.order, True, at)
                    self.judge_display(at, step["facts"])
                elif step["what"] == "marker":
                    self.markers.append(int(step["seat"].partition("/")[0]))
            case "reveal":
                self.reveal(at, step)
            case "result":
                self.results[step["hand"]] = step["result"]
                if step["result"] in ("plays", "stays-out"):
                    self.judge_bank(at, step["result"])

    def answer(self, answer: Json) -> None:
        """Who sits down and gets up."""
        match answer.get("act"):
            case "sit":
                self.owners[int(answer["seat"])] = answer["player"]
            case "leave" if not self.closed:
                self.owners = {seat: name for seat, name in self.owners.items()
                               if name != answer["player"]}

    def call(self, at: int, step: Json) -> None:
        """What the croupier announces."""
        match step["call"]:
            case "no-more-bets":
                self.close(at)
            case "see-your-hand":
                self.seen = True
                self.judge_deal(at)
            case "annulled":
                self.void = True
            case name if name in PRIZES:
                self.named[step["seat"]] = name

    def judge_betting(self, at: int, step: Json) -> None:
        """One box for each player (5, 5-3), and bets within the limits (13, 16-4, 16-5)."""
        table, jackpot = self.round.table, self.rules["jackpot"]
        free = [seat for seat in range(1, table["places"] + 1) if seat not in self.owners]
        sits = {int(offer["seat"]): offer for offer in step["offers"] if offer["act"] == "sit"}
        if sits:
            self.hold("5", sorted(sits), free, at)
            for offer in sits.values():
                self.hold("5-3", set(offer.get("barred", ())) >= set(self.owners.values()), True,
                          at)
        main = {int(offer["seat"]): offer for offer in step["offers"]
                if offer["act"] == "bet" and offer["seat"].isdigit()}
        whose = {seat: offer.get("player") for seat, offer in main.items()}
        self.hold("5-3", whose, self.owners, at)
        for offer in main.values():
            found = (offer["low"], offer["high"], offer["unit"])
            self.hold("13 16-4", found, (table["minimum"], table["maximum"], table["unit"]), at)
        chips = {int(offer["seat"].partition("/")[0]): (offer["low"], offer["high"])
                 for offer in step["offers"]
                 if offer["act"] == "bet" and offer["seat"].endswith("/jackpot")}
        able = {seat: (jackpot["chip"],) * 2 for seat in self.owners
                if self.bets.get(str(seat)) and not self.bets.get(f"{seat}/jackpot")} \
            if jackpot else {}
        # 16-5: only who has bet in the main game may play for the jackpot.
        self.hold("16-5", {seat: chips[seat] for seat in chips if seat in able}, able, at)
        self.hold("16-5", set(chips) <= {seat for seat in self.owners if self.bets.get(str(seat))},
                  True, at)

    def close(self, at: int) -> None:
        """The bets are closed (16-6)."""
        self.closed = True
        table = self.round.table
        for bet, amount in self.bets.items():
            if bet.isdigit():
                self.hold("13 16-4", table["minimum"] <= amount <= table["maximum"]
                          and amount % table["unit"] == 0, True, at)
            else:
                self.hold("16-5", (amount, self.bets.get(bet.partition("/")[0], 0) > 0),
                          (self.rules["jackpot"]["chip"], True), at)
        # 16, ir/134: the cards are shown once, when the table opens.
        self.hold("16", self.spread, not self.round.before.get("shoe", {}).get("shown", False), at)
        self.hold("16-3", self.burnt, 1, at)
        if self.rules["shuffler"]:
            self.hold("16.a", self.cut, False, at)
        else:
            self.hold("16-3", self.cut, True, at)

    @property
    def boxes(self) -> list[int]:
        """The boxes with a bet, from the croupier's left."""
        return sorted(int(bet) for bet in self.bets if bet.isdigit())

    def deal(self, at: int, step: Json, event: Json) -> None:
        """A card comes from the pack."""
        if "card" not in event or event.get("incident"):
            return
        if self.real:
            card = event["card"]
            self.hold("1", card not in self.out and card[0] in WHOLE_PACK and card[1] in SUITS,
                      True, at)
            self.out.add(card)
        if step["to"] == "burn":
            self.burnt += 1
            return
        self.hold("16-6", self.closed, True, at)
        if step["to"] != "bank":
            self.hold("16.b" if self.rules["shuffler"] else "16-8", step.get("seen_by"), "", at)
        self.order.append(step["to"])
        if "seen_by" not in step:
            self.open.append(len(self.order))
        self.cards.setdefault(step["to"], []).append(event["card"])

    def judge_deal(self, at: int) -> None:
        """One card each in turn, the bank last (16-8), or five at a time with a shuffler (16.b);
        only the last card of the bank lies open (16-9)."""
        turn = [*map(str, self.boxes), "bank"]
        if self.rules["shuffler"]:
            self.hold("16.b", self.order, [hand for hand in turn for _ in range(DEALT)], at)
        else:
            self.hold("16-8", self.order, turn * DEALT, at)
        self.hold("16-9", self.open, [len(turn) * DEALT], at)
        if jackpot := self.rules["jackpot"]:
            # 4: chips are collected before the deal, by hand with a marker in the place of each.
            rule = "4.b" if jackpot["manual"] else "4.a"
            chips = [seat for seat in self.boxes if f"{seat}/jackpot" in self.bets]
            self.hold(f"{rule} 16-7", self.collected, [rule] if chips else [], at)
            self.hold("4.b-2", sorted(self.markers), chips if jackpot["manual"] else [], at)

    def judge_display(self, at: int, facts: Json) -> None:
        """What the jackpot grows by, or comes to, when the chips are collected (3-3, 4)."""
        jackpot = self.rules["jackpot"]
        chips = [bet for bet in self.bets if bet.endswith("/jackpot")]
        grows = len(chips) * (jackpot["chip"] * jackpot["rate"] // 100)
        expected = {"adds": grows} if "adds" in facts else {"pool": self.pool + grows}
        self.hold("3-3", facts, expected, at)

    def judge_turn(self, at: int, step: Json) -> None:
        """Each player in turn goes on with twice the bet or passes (17-2, 17-7, ir/183)."""
        offers = {offer["act"]: offer for offer in step["offers"]}
        if "call" not in offers:
            return
        seat = int(offers["call"]["seat"])
        if seat not in self.asked:
            waiting = [one for one in self.boxes if one not in self.asked]
            self.hold("17-2", seat, waiting[0] if waiting else 0, at)
            self.asked.append(seat)
        self.hold("17-2", (sorted(offers), step.get("default")), (["call", "pass"], "pass"), at)
        self.hold("17-3", seat in self.passed, False, at)
        self.hold("17-7", offers["call"].get("cost"), 2 * self.bets[str(seat)], at)
        self.hold("17", self.seen, True, at)

    def move(self, at: int, step: Json) -> None:
        """Chips move."""
        bet, kind, amount = step["bet"], step["kind"], step["amount"]
        if kind == "seed":
            # 10: the jackpot starts with ten thousand chips at least.
            chip, start = self.rules["jackpot"]["chip"], self.rules["jackpot"]["start"]
            self.hold("10", (amount, start >= 10_000 * chip), (start - self.pool, True), at)
            self.pool += amount
            self.seeded = bool(self.paid_jackpot)
        elif kind == "stake":
            rule = "17-7" if bet.endswith("/second") else "16-5" if "/" in bet else "13"
            self.hold(rule, step["law"].rpartition("/")[2], rule, at)
            self.hold("17-7" if rule == "17-7" else "16-4", self.closed, rule == "17-7", at)
            self.bets[bet] = self.bets.get(bet, 0) + amount
            if rule == "17-7":
                self.hold("17-7", amount, 2 * self.bets[bet.partition("/")[0]], at)
        elif not self.closed:
            self.bets[bet] = self.bets.get(bet, 0) - amount
            if not self.bets[bet]:
                del self.bets[bet]
        else:
            law = step["law"].rpartition("/")[2]
            self.moved.setdefault(bet, []).append((kind, amount, law))
            if law == "17-8":
                self.passed.append(int(bet))
                self.hold("17-8", (int(bet), amount), (self.asked[-1], self.bets[bet]), at)
            if kind == "contribute":
                self.pool += amount
            if kind == "jackpot":
                self.pool = max(0, self.pool - amount)
                self.paid_jackpot.append((int(bet.partition("/")[0]), amount))

    def reveal(self, at: int, step: Json) -> None:
        """Cards are looked at or turned up."""
        law = step["law"].rpartition("/")[2]
        if law == "17":
            # 17: players see their own cards, and only after the deal.
            owner = self.owners.get(int(step["hand"]))
            self.hold("17", (self.seen, step.get("seen_by")), (True, owner), at)
        elif law == "18":
            self.hold("18", self.asked, self.boxes, at)
            self.turned.append(step["index"])
        elif law == "18-4":
            self.hold("17-5", int(step["hand"]) in self.passed, False, at)

    def judge_bank(self, at: int, result: str) -> None:
        """Whether the bank plays (18-2)."""
        bank = self.cards["bank"]
        self.hold("18", self.turned, list(range(DEALT - 1)), at)
        if no_pack(bank, bank):
            return
        self.hold("18-2", result, "plays" if plays(bank) else "stays-out", at)
        name = value(bank).name
        self.hold(f"6 {PRIZES[name][0]}", self.named.get("bank"), name, at)

    # -- the end ---------------------------------------------------------------------------------

    def settle(self, at: int) -> None:
        """What is collected, paid and given back (17-8, 18-3 to 18-7)."""
        bank = self.cards["bank"]
        if any(len(hand) != DEALT for hand in self.cards.values()):
            return
        if any(no_pack(hand, bank) for hand in self.cards.values()):
            return
        prizes: list[tuple[str, int]] = []
        expected: dict[str, list[tuple[str, int, str]]] = {}
        going = [seat for seat in self.boxes if seat not in self.passed]
        for seat in going:
            first, second = self.bets[str(seat)], self.bets.get(f"{seat}/second", 0)
            mine = self.cards[str(seat)]
            if not plays(bank):
                prizes.append((str(seat), first))
                continue
            name, sign = value(mine).name, beats(mine, bank, self.rules)
            if sign > 0:
                prizes += [(f"{seat}/second", second * PRIZES[name][1]), (str(seat), first)]
        due = self.capped(prizes)
        if cap := self.rules["prize_cap"]:
            self.hold("15", sum(amount for moves in self.moved.values() for kind, amount, _ in moves
                                if kind == "pay") <= cap, True, at)
        for seat in self.passed:
            expected[str(seat)] = [("collect", self.bets[str(seat)], "17-8")]
            self.hold("17-8", self.results.get(str(seat)), "passed", at)
        for seat in going:
            self.judge_box(at, seat, bank, due, expected)
        found = {bet: moves for bet, moves in self.moved.items() if not bet.endswith("/jackpot")}
        for bet in {*found, *expected}:
            law = expected.get(bet, found.get(bet, [("", 0, "6")]))[0][2]
            self.hold(law if law != "6.resultado" else "6.resultado 18-7", found.get(bet),
                      expected.get(bet), at)
        if self.rules["jackpot"]:
            self.judge_jackpot(at, going)

    def judge_box(self, at: int, seat: int, bank: list[str], due: dict[str, int],
                  expected: dict[str, list[tuple[str, int, str]]]) -> None:
        """One player who has gone on."""
        main, more = str(seat), f"{seat}/second"
        first, second = self.bets[main], self.bets.get(more, 0)
        mine = self.cards[main]
        if not plays(bank):
            # 18-3, ir/164: both bets go back, and the initial bet is paid once.
            expected[more] = [("return", second, "18-3")]
            expected[main] = [("pay", due[main], "18-3")] if due[main] else []
            expected[main].append(("return", first, "18-3"))
            self.hold("18-3", self.results.get(main), "bank-out", at)
            return
        sign, worth, other = beats(mine, bank, self.rules), value(mine), value(bank)
        self.hold(f"6 {PRIZES[worth.name][0]}", self.named.get(main), worth.name, at)
        word = {1: "won", 0: "tie", -1: "lost"}[sign]
        rules = "18-4 6.resultado"
        if worth.place == other.place:
            rules += f" 7 18-7 {TIES[worth.name]}"
            if worth.name == "high" and worth.decide == other.decide:
                rules += " 6.j.desempate"
        self.hold(rules, self.results.get(main), word, at)
        for name, (rule, _) in PRIZES.items():
            self.hold(rule, self.named.get(main) == name, worth.name == name, at)
        if sign > 0:
            rule = PRIZES[worth.name][0]
            expected[more] = [("pay", due[more], rule)] if due[more] else []
            expected[main] = [("pay", due[main], "18-5")] if due[main] else []
            self.hold("18-5", [part for part in self.moved.get(main, []) if part[0] == "pay"],
                      expected[main][:], at)
            expected[more].append(("return", second, "6.resultado"))
            expected[main].append(("return", first, "6.resultado"))
        else:
            kind, law = ("collect", "18-6") if sign < 0 else ("return", "6.resultado")
            expected[more], expected[main] = [(kind, second, law)], [(kind, first, law)]
            self.hold("18-6", sum(amount for bet in (more, main) for what, amount, _
                                  in self.moved.get(bet, ()) if what == "collect"),
                      first + second if sign < 0 else 0, at)

    def capped(self, prizes: list[tuple[str, int]]) -> dict[str, int]:
        """The prizes within the most that the bank pays in a round (15, ir/185)."""
        cap, total = int(self.rules["prize_cap"]), sum(amount for _, amount in prizes)
        if not cap or total <= cap:
            return dict(prizes)
        if not self.rules["cap_in_order"]:
            return {bet: int(Fraction(amount * cap, total)) for bet, amount in prizes}
        due: dict[str, int] = {}
        for bet, amount in prizes:
            due[bet] = min(amount, cap - sum(due.values()))
        return due

    def judge_jackpot(self, at: int, going: list[int]) -> None:
        """The chips feed the pool, and the prizes are paid from it (9, 12)."""
        jackpot = self.rules["jackpot"]
        chips = [int(bet.partition("/")[0]) for bet in self.bets if bet.endswith("/jackpot")]
        for seat in chips:
            grown = jackpot["chip"] * jackpot["rate"] // 100
            found = [part for part in self.moved.get(f"{seat}/jackpot", ()) if part[0] != "jackpot"]
            self.hold("3-3", [(kind, amount) for kind, amount, _ in found],
                      [("contribute", grown), ("collect", jackpot["chip"] - grown)], at)
        ranks = {prize["name"]: place for place, prize in enumerate(jackpot["prizes"])}
        won = {seat: value(self.cards[str(seat)]).name for seat in chips if seat in going}
        winners = [seat for seat in won if won[seat] in ranks]
        self.hold("9", sorted(seat for seat, _ in self.paid_jackpot), sorted(winners), at)
        if winners:
            # 11: cards that win on the jackpot lie there until it is paid.
            self.hold("11", [hand for hand, paid in self.gone if hand.isdigit()
                             and int(hand) in winners and paid < len(winners)], [], at)
            places = [ranks[won[seat]] for seat, _ in self.paid_jackpot]
            self.hold("12.a", places, sorted(places), at)
        left = self.round.before.get("pool", jackpot["start"]) + sum(
            jackpot["chip"] * jackpot["rate"] // 100 for _ in chips)
        for place, prize in enumerate(jackpot["prizes"]):
            paid = [amount for seat, amount in self.paid_jackpot if won.get(seat) == prize["name"]]
            if not paid:
                continue
            # 12.a, ir/187: a part is one of what is left when its turn comes.
            whole = jackpot["chip"] * prize["times"] or left * prize["share"] // 100
            # 12.b, 12.c: a prize is divided between those who have it.
            self.hold("9 12", sum(paid), whole, at)
            self.hold("9 12", max(paid) - min(paid) <= 1, True, at)
            left = max(0, left - whole)
            if place == len(jackpot["prizes"]) - 1:
                left = 0
        again = not left or (jackpot["refill"] and left < jackpot["start"])
        self.hold("10", self.seeded, again, at)

    def judge_void(self) -> None:
        """An error in the deal voids the round: all bets go back (19, ir/186)."""
        back = {bet: sum(amount for kind, amount, _ in moves if kind in ("refund", "return"))
                for bet, moves in self.moved.items()}
        self.verdict.hold("19", back, {bet: put for bet, put in self.bets.items() if put})
        self.verdict.hold("19", [part for moves in self.moved.values() for part in moves
                                 if part[0] in ("pay", "collect", "jackpot")], [])
