"""Gaming machines of Portaria 217/2007, judged from the published text.

A machine is of an approved model (7, 8) whose plan returns eighty per cent (2), and has one player
(12). It has meters of bets, prizes and collection (9), plays no game while they fail (9-2), shows
what a bet costs and what wins (10) and pays its prizes itself or through the cashier, against a
voucher (13). A jackpot grows by an exact part of each bet (3), also that of a group of machines
(4), and is held for whoever wins it (5).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

from judging import Json, Judge, Round

SECTION = "pt-217-2007/maquinas-automaticas"
RULES = ("1", "1.a", "1.b", "2", "3", "4", "5", "7", "8", "9", "9-2", "10", "12", "13", "14")
NOT_JUDGED: dict[str, str] = {}

METERS = ("games", "bets", "prizes", "collected", "out", "tickets", "by_hand", "contributed",
          "seeded")
CARDS = {"royal": 250, "straight-flush": 50, "four": 25, "full": 8, "flush": 5, "straight": 4,
         "three": 3, "two-pair": 2, "high-pair": 1}
"""What the machine of cards that comes with the program displays, in coins for one coin (10). With
five coins a royal flush pays 800 for each."""
ROYAL_OF_FIVE = 800
TILES = {"star": 4000, "crown": 250, "ship": 100, "bird": 50, "flower": 30, "tile": 15}
ANY, MIXED = 5, ("crown", "ship", "bird", "flower")
"""What the machine of three reels displays for three in a row; a star stands for any other and
doubles the prize."""


WAYS = {"glass": (25, 80, 300), "barrel": (15, 40, 120), "basket": (10, 25, 70),
        "bunch": (6, 15, 40), "red": (5, 12, 30), "white": (4, 10, 25), "leaf": (3, 6, 15),
        "snail": (2, 5, 12)}
"""What the machine of five reels displays for three, four and five of a symbol in each way."""
TURNS = 3
"""How often the machine of five reels spins while nothing is caught."""
FALLS = (1, 2, 3, 5)
"""How many times the prizes of the windows count that symbols fall into."""
FREE_TIMES = 2
"""How many times the prizes of free games count on the machine of twenty lines."""
LEAST_RETURN = Fraction(4, 5)
STOPS = ("door-opened", "meters-failed")
"""What puts a machine out of order (9-2)."""


def combination(cards: list[str]) -> str:
    """The highest combination of five cards."""
    ranks = sorted("23456789TJQKA".index(card[0]) for card in cards)
    counts = sorted(Counter(ranks).values(), reverse=True)
    suited = len({card[1] for card in cards}) == 1
    straight = counts[0] == 1 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if straight and suited:
        return "royal" if ranks[0] == 8 else "straight-flush"
    if counts[:2] in ([4, 1], [3, 2]):
        return "four" if counts[0] == 4 else "full"
    if suited or straight:
        return "flush" if suited else "straight"
    if counts[0] == 3:
        return "three"
    if counts[:2] == [2, 2]:
        return "two-pair"
    pair = next((rank for rank, count in Counter(ranks).items() if count == 2), 0)
    return "high-pair" if pair >= 9 else ""


def tiles(row: list[str]) -> int:
    """The coins that three symbols in a row win for one coin."""
    others = [symbol for symbol in row if symbol != "star"]
    if not others:
        return TILES["star"]
    if len(set(others)) == 1 and others[0] in TILES:
        coins = TILES[others[0]]
    else:
        coins = ANY if set(others) <= set(MIXED) else 0
    return coins * 2 ** (3 - len(others))


def wins_in_ways(window: list[list[str]]) -> dict[str, tuple[int, int, int]]:
    """What wins in a window of five reels: symbol, and in how many adjacent reels from the left, in
    how many ways, and the coins of all of them. A sun stands for any symbol that wins."""
    found = {}
    for symbol, pays in WAYS.items():
        here = [sum(place in (symbol, "sun") for place in reel) for reel in window]
        count = here.index(0) if 0 in here else len(here)
        if count >= 3:
            number = prod(here[:count])
            found[symbol] = (count, number, pays[count - 3] * number)
    return found


def part(share: str) -> Fraction:
    """The part of each bet that a jackpot takes (3, 4)."""
    return Fraction(share.removesuffix("%").strip()) / (100 if share.endswith("%") else 1)


def returned(model: Json) -> Fraction:
    """What a machine of one line gives back of what is played on it: the mean of what each stop of
    its reels pays, all equally likely."""
    strips = [reel.split() for reel in model["reels"]]
    coins = sum(model["pays"].get(row[0], {}).get(str(len(row)), 0)
                for row in product(*strips) if len(set(row)) == 1)
    return Fraction(coins, prod(map(len, strips)))


class Machine:
    """The money in a machine and what its meters have to show, followed from a record."""

    def __init__(self, round: Round, verdict: Judge) -> None:
        self.round, self.verdict, self.rules = round, verdict, round.table["rules"]
        self.meters = Counter[str](round.before.get("meters", {}))
        self.money = Counter[str]()
        self.bet, self.unit, self.lines, self.coins = 0, 0, 0, 0
        self.prize, self.parts = 0, 0
        self.window: list[list[str]] = []
        self.cards: dict[str, str] = {}
        self.dealt: list[str] = []
        self.found_ways: dict[str, tuple[int, int, int]] = {}
        self.falls = 0
        self.stopped = bool(round.before.get("stopped"))
        self.voucher: tuple[str, int] | None = None
        self.pool = round.before.get("pool", 0)
        self.owed = Fraction(round.before.get("owed", "0"))
        self.due = 0
        self.redeemed = 0
        self.fell: list[int] = []
        self.turns = 0
        self.jackpot = False
        self.times = 1
        self.claimed = 0
        self.group: str = (self.rules["jackpot"] or {}).get("pool", "")

    def step(self, at: int, event: Json) -> None:
        step, answer = event.get("step") or {}, event.get("answer") or {}
        if answer.get("act") == "spin":
            self.begin(at, answer["seat"])
        incident = event.get("incident") or {}
        if incident.get("kind") == "ticket":
            self.redeemed = incident.get("amount", 0)
        elif incident.get("kind") in STOPS:
            self.stopped = True
        match step.get("step"):
            case "move":
                self.move(at, step)
            case "throw":
                self.fell = list(event.get("fell", ()))
            case "listen":
                self.listen(at, step)
            case "call":
                self.call(at, step)
            case "deal":
                self.cards[step["to"]] = event.get("card", "")
                self.dealt.append(event.get("card", ""))
            case "result":
                self.result(at, step)
            case "claim":
                # 4, 5: all that the pool of the group holds.
                self.verdict.hold("4 5", (step["pool"], step.get("part", "1")),
                                  (self.group, "1"), at)
                self.claimed = event.get("cents", 0)
                self.verdict.hold("5", self.claimed,
                                  self.round.before["pools"][step["pool"]] + self.given, at)

    def table(self) -> None:
        """What holds of a machine as a whole."""
        table, hold = self.round.table, self.verdict.hold
        hold("12", (table["places"], table["places_per_player"]), (1, 1))
        hold("9", table["individual"], False)  # one set of meters
        entries = [entry for entry in table["authorisations"]
                   if entry["option"] == table["identity"]]
        # The models that come with the program are approved for demonstration.
        hold("8", bool(entries) or (table["shipped"] and table["demo"]), True)
        for entry in entries:
            hold("7", entry["requested"] <= entry["effective"], True)
        if self.rules["reels"]:
            hold("2", returned(self.rules["reels"]) >= LEAST_RETURN, True)

    def begin(self, at: int, name: str) -> None:
        """A game: its price is lines times coins times the value of a coin (10)."""
        self.lines, self.coins, value = map(int, name.split("x"))
        self.bet, self.unit = self.lines * self.coins * value, self.coins * value
        self.prize, self.parts, self.cards, self.dealt = 0, 0, {}, []
        self.verdict.hold("9-2", self.stopped, False, at)
        low, high = self.round.table["minimum"], self.round.table["maximum"]
        self.verdict.hold("10", low <= self.bet <= high, True, at)
        self.verdict.hold("10", self.bet <= self.money["1/credit"], True, at)

    def listen(self, at: int, step: Json) -> None:
        """What is offered: games that the credit covers, none while the machine is out of order
        (9-2, 10), and the credit whenever its player wants it (1.a, 13)."""
        offers, hold = step["offers"], self.verdict.hold
        acts = {offer["act"] for offer in offers if not offer.get("barred")}
        name = step["window"].partition(":")[0]
        if name == "stopped":
            hold("9-2", acts & {"spin", "insert", "sit"}, set(), at)
        if name == "play":
            hold("9-2", self.stopped, False, at)
            hold("1.a 13", "cash-out" in acts, self.money["1/credit"] > 0, at)
        for offer in offers:
            if offer["act"] == "spin":
                for spin in offer.get("seats") or [offer["seat"]]:
                    price = prod(map(int, spin.split("x")))
                    hold("10", bool(offer.get("barred")), price > self.money["1/credit"], at)
            elif offer["act"] == "insert":
                low = min(self.rules["notes"])
                room = self.rules["most_credit"] - self.money["1/credit"]
                hold("1.a", (offer["low"], offer["high"], offer["unit"]),
                     (low, room // low * low, low), at)

    def call(self, at: int, step: Json) -> None:
        name, facts = step["call"], step.get("facts", {})
        if name in ("stopped", "fall") and "shown" in facts:
            if name == "fall":
                self.judge_ways(at)
            self.falls = self.falls + 1 if name == "fall" else 0
            self.window = facts["shown"]
        if name == "stopped" and (self.rules["reels"] or self.rules["model"] == "vindima"):
            self.verdict.hold("1", list(facts["stops"]), self.fell, at)  # all equally likely
        if name == "stopped" and facts.get("shown"):
            self.judge_tiles(at)
        elif name == "jackpot":
            self.jackpot = True
        elif name == "free-games":
            self.verdict.hold("1.b 10", facts["times"], FREE_TIMES, at)
            self.times = FREE_TIMES
        elif name == "free-over":
            self.times = 1
        elif name in ("hold-begins", "held"):
            # 1.b: the turns begin anew whenever something was caught
            turns = TURNS if name == "hold-begins" or facts.get("new") else self.turns - 1
            self.verdict.hold("1.b", facts["turns"], turns, at)
            self.turns = turns
        elif name == "ticket":
            number = f"{self.rules['number']}-{self.meters['tickets']:07d}"
            self.verdict.hold("1.a", facts["number"], number, at)
        elif name == "out-of-order":
            self.stopped = True
        elif name == "in-order":
            self.stopped = False
            for meter, (_, in_books) in facts.get("meters", {}).items():
                self.verdict.hold("14", in_books, self.meters[meter], at)  # ir/327
        elif name == "voucher":
            self.voucher = (facts["number"], facts["cents"])
            self.verdict.hold("13", facts["number"].partition("-")[0], self.rules["number"], at)
        elif name in ("ladder-over", "hold-over", "scatter"):
            self.parts += facts.get("cents", 0)

    def judge_tiles(self, at: int) -> None:
        """What three reels win on their line (2, 10)."""
        if own := self.rules["reels"]:
            row = [reel[0] for reel in self.window]
            coins = own["pays"].get(row[0], {}).get("3", 0) if len(set(row)) == 1 else 0
            self.expected_line = coins * self.unit
            if jackpot := self.rules["jackpot"]:
                self.wins_jackpot = row == [jackpot["symbol"]] * 3 and self.bet >= jackpot["least"]
        elif self.rules["model"] == "azulejo":
            row = [reel[len(reel) // 2] for reel in self.window]
            if jackpot := self.rules["jackpot"]:
                self.wins_jackpot = row == [jackpot["symbol"]] * 3 and self.bet >= jackpot["least"]
            self.expected_line = tiles(row) * self.unit

    def judge_ways(self, at: int) -> None:
        """What five reels win in their ways (2, 10)."""
        if self.rules["model"] == "vindima" and self.window:
            self.verdict.hold("2 10", self.found_ways, wins_in_ways(self.window), at)
        self.found_ways, self.window = {}, []

    given = 0
    """What this game has added to a jackpot."""
    wins_jackpot: bool | None = None
    expected_line: int | None = None

    def result(self, at: int, step: Json) -> None:
        """Prizes are those of the plan (2, 10): each combination pays its coins, and a game what
        its combinations and features pay together."""
        facts, hold = step.get("facts", {}), self.verdict.hold
        if step["hand"] != "1":
            if step["hand"].endswith("/hand"):  # the coins of all coins that were bet
                hold("2", facts["cents"], facts["coins"] * self.unit // self.coins, at)
            else:
                hold("2", facts["cents"], facts["coins"] * facts.get("times", 1) * self.unit, at)
                if "/way/" not in step["hand"]:
                    hold("1.b 10", facts.get("times", 1), self.times, at)
            self.parts += facts["cents"]
            if "/way/" in step["hand"]:
                self.found_ways[facts["symbol"]] = (facts["count"], facts["ways"], facts["coins"])
                hold("2 10", facts["times"], FALLS[min(self.falls, len(FALLS) - 1)], at)
            if "/line/" in step["hand"] and self.expected_line is not None:
                hold("2 10", facts["cents"], self.expected_line, at)
                self.expected_line = 0
            return
        hold("10 1", facts["bet"], self.bet, at)
        self.judge_ways(at)
        self.prize = facts["prize"]
        hold("2", self.prize, self.parts, at)
        hold("1.b", step["result"], "won" if self.prize else "lost", at)
        if self.expected_line is not None:
            hold("2 10", self.expected_line, 0, at)
        if self.cards and len(set(self.dealt)) == len(self.dealt):  # one pack: no card twice
            found = combination([self.cards[f"1.{number}"] for number in range(1, 6)])
            pays = ROYAL_OF_FIVE if found == "royal" and self.coins == 5 else CARDS.get(found, 0)
            hold("2 10", self.prize, pays * self.unit, at)
        self.meters["games"] += 1
        if self.rules["jackpot"]:
            whole = self.owed + self.bet * part(self.rules["jackpot"]["share"])
            self.due, self.owed = int(whole), whole - int(whole)

    def move(self, at: int, step: Json) -> None:
        """Every movement of money is counted by a meter (9, ir/325), and goes where it is due."""
        kind, bet, amount, hold = step["kind"], step["bet"], step["amount"], self.verdict.hold
        match kind:
            case "stake" | "redeem":
                hold("1.a", amount if kind == "redeem" else 0, self.redeemed, at)
                self.redeemed = 0
                self.money[bet] += amount
                self.meters["collected"] += amount
                hold("1.a", self.money[bet] <= max(self.rules["most_credit"], amount), True, at)
            case "resume":
                held = self.round.before.get("held", {}).get(bet)
                hold("14", held and list(held), [step["player"], amount], at)
                self.money[bet] += amount
            case "return" | "ticket" | "refund":
                hold("13 1.a", amount, self.money[bet], at)
                self.money[bet] -= amount
                self.meters["out"] += amount
                self.meters["tickets"] += kind == "ticket"
            case "travel":
                hold("10", amount, self.bet, at)
                self.money[bet] -= amount
                self.money[step["into"]] += amount
                self.meters["bets"] += amount if bet == "1/credit" else -amount
            case "collect":
                self.money[bet] -= amount
            case "contribute":
                hold("4 5" if self.group else "3", (amount, step.get("into", "")),
                     (self.due, self.group), at)
                self.due = 0
                self.money[bet] -= amount
                self.given += amount
                self.pool += 0 if self.group else amount
                self.meters["contributed"] += amount
            case "seed":
                # ir/316: a start, when the jackpot is empty.
                hold("3", (amount, self.pool), (self.rules["jackpot"]["start"], 0), at)
                self.pool += amount
                self.meters["seeded"] += amount
            case "prize":
                limit = self.rules["by_hand"]
                hold("13 2", amount, self.prize, at)
                hold("13", bet, "1/voucher" if limit and self.prize >= limit else "1/credit", at)
                self.money[bet] += amount
                self.meters["prizes"] += amount
            case "jackpot" | "jackpot-due":
                limit = self.rules["by_hand"]
                hold("4 5" if self.group else "5", (amount, step.get("into", "")),
                     (self.claimed if self.group else self.pool, self.group), at)
                hold("13", kind == "jackpot-due", bool(limit) and amount >= limit, at)
                if kind == "jackpot-due":
                    self.money[bet] += amount
                self.meters["jackpots"] += amount
                self.pool = 0
            case "hand-pay":
                hold("13", (step["into"], amount), self.voucher, at)
                hold("13", amount, self.money[bet], at)
                self.money[bet] -= amount
                if not step["into"].endswith("J"):
                    self.meters["by_hand"] += amount
            case "hold":
                hold("14", amount, self.money[bet], at)
        hold("9", self.money[bet] >= 0, True, at)


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    machine = Machine(round, verdict)
    machine.table()
    for at, event in enumerate(round.events):
        machine.step(at, event)
    if round.after is None:
        return
    if machine.wins_jackpot is not None:  # a star may stand for the symbol: that is left open
        verdict.hold("3", machine.jackpot or not machine.wins_jackpot, True)
    if jackpot := round.table["rules"]["jackpot"]:
        verdict.hold("3", machine.jackpot and machine.bet < jackpot["least"], False)
    meters = round.after.get("meters", {})
    for name in METERS:
        verdict.hold("9", (name, meters.get(name, 0)), (name, machine.meters[name]))
    verdict.hold("13", machine.money["1/voucher"], 0)  # a voucher is paid in the end
    if jackpot:
        verdict.hold("3", machine.due, 0)
        verdict.hold("3 5", round.after.get("pool", 0), machine.pool)
        verdict.hold("3", Fraction(round.after.get("owed", "0")), machine.owed)
    verdict.hold("9-2", bool(round.after.get("stopped")), machine.stopped)
    # 14: what is owed follows from the records (ir/325): credit in the machine.
    count = machine.meters
    credit = (count["collected"] - count["out"] - count["bets"] + count["prizes"]
              - count["by_hand"])
    verdict.hold("14", machine.money["1/credit"] + machine.money["1/voucher"], credit)
