"""The first part of a round of Black Jack in Macau: cards made ready, bets, who decides for a
place. For the oracle of Despacho 57/2009; like that, it has nothing of the program."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from judging import Json, Judge, Round
from judging_blackjack_hands import ANY, Astray, Course, natural, soft, total
from judging_blackjack_macau import BETS, KINDS, OTHER_SIDE, group, on_any_hand, reading

SECTION = "mo-57-2009/black-jack"


@dataclass
class Bettor:
    """Somebody's bet on a place. ``mark`` tells bettors of a place apart in the names of bets."""

    player: str
    mark: str
    bet: int
    since: int


@dataclass
class Hand:
    """A hand of a place; ``stakes`` are what lies on it, by player."""

    name: str
    cards: list[str] = field(default_factory=list)
    stakes: dict[str, int] = field(default_factory=dict)
    covered: set[int] = field(default_factory=set)
    split: bool = False
    aces: bool = False
    doubled: bool = False
    state: str = ""
    last: int = 0

    def blackjack(self) -> bool:
        """An ace and a card of value ten, not after a split (10.1, 10.6-2)."""
        return natural(self.cards) and not self.split


@dataclass
class Place:
    """A place with bets."""

    seat: str
    bettors: list[Bettor]
    holder: str
    hands: list[Hand] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    third: str = ""
    pairs: list[list[str]] = field(default_factory=list)
    declined: bool = False
    asked: bool = False
    protected: str = ""
    """The rule by which a double loses the initial bet only."""

    def of(self, player: str) -> Bettor:
        return next(bettor for bettor in self.bettors if bettor.player == player)


class Opening:
    """A round until its bets are closed, and what may come aside at any time."""

    def __init__(self, round: Round, verdict: Judge) -> None:
        self.round, self.verdict = round, verdict
        self.table, self.rules = round.table, round.table["rules"]
        self.course = Course(round, verdict, SECTION, self.void, self.takes_between_steps)
        self.seats: list[str] = list(round.before["seats"])
        self.places: dict[str, Place] = {}
        self.hands: dict[str, Hand] = {}
        self.bank: list[str] = []
        self.extra: dict[tuple[str, str], list[tuple[str, int, int]]] = defaultdict(list)
        self.said: dict[str, list[str]] = defaultdict(list)
        self.since: dict[tuple[str, str], int] = {}
        self.running = {str(seat): wins
                        for seat, wins in (round.before.get("streaks") or {}).items()}
        self.held = {(bet, player): amount
                     for bet, player, amount in round.before.get("held") or ()}
        self.buttons: dict[str, tuple[str, Json]] = {}
        self.sides: dict[tuple[str, str], int] = {}
        self.drawn = 0
        self.closed = False
        self.settled: set[tuple[str, str]] = set()
        self.course.on_fault = self.fault

    def takes_between_steps(self, event: Json, at: int) -> bool:
        """Takes what may come between other steps: cards turned up, totals, additional bets, what
        is laid away."""
        step = event.get("step") or {}
        hold = self.verdict.hold
        match step.get("step"):
            case None:
                return "incident" in event and event["incident"]["kind"] == "reshuffle"
            case "reveal" if step["hand"] == "burn":
                return True
            case "reveal" if step["hand"] != "bank":
                hand = self.hands[step["hand"]]
                hold("5.1", step["card"], hand.cards[step["index"]], at)
                hand.covered.discard(step["index"])
                return True
            case "call" if step["call"] in ("total", "total-soft"):
                hand, facts = self.hands[step["seat"]], step["facts"]
                rule = step["law"].rpartition("/")[2]
                values = {"8" if card[0] == "A" else "8-2" if card[0] in "JQK" else "8-3"
                          for card in hand.cards}
                hold(f"{rule} {' '.join(sorted(values))}", facts["total"], total(hand.cards), at)
                points = total(hand.cards)
                both = soft(hand.cards) and points < 21
                hold(rule, (facts["soft"], step["call"], facts.get("low", 0)), (
                    soft(hand.cards), "total-soft" if both else "total",
                    points - 10 if both else 0), at)  # ir/84
                hold(f"{rule} 5.2.3.(5)", hand.covered, set(), at)  # ir/84
                self.said[rule].append(hand.name)
                return True
            case "call" if step["call"].startswith("button-"):
                self.buttons[step["seat"]] = step["call"], step.get("facts") or {}
                return True
            case "call":
                return step["call"] in ("decides", "holds-cards", "kept-first", "last-coup",
                                        "house-cuts", "insurance", "even-money", "surrender")
            case "move" if step["kind"] in ("hold", "resume"):
                return True
            case "move" if "/" in step["bet"] and (self.closed or step["kind"] == "resume"):
                self.extra[step["bet"], step["player"]].append((step["kind"], step["amount"], at))
                return True
            case "result":
                return "/" in step["hand"]
            case "handle" if step["what"].startswith("load-"):
                device = self.rules["device"]
                hold("2.1.2" if device == "shuffler" else "2.1.1-3", step["what"],
                     f"load-{device}", at)
                return True
            case "discard" | "handle":
                return step.get("what") not in ("peek", "bank-stands")
        return False

    def void(self) -> None:
        """Nothing can be compared in a round that breaks off, but no stake may be lost (ir/24)."""
        course = self.course
        while step := course.step():
            course.follow(step)
            course.at += 1
        course.hold("13.5.(2).v", course.at_stake(), {})

    def fault(self) -> None:
        """Where an error cannot be put right, all cards of the round are cancelled and its bets go
        back, also those already collected; a streak stays (5.1.2-2, ir/58, ir/110)."""
        course = self.course
        events = self.round.events[course.at:]
        calls = [(event.get("step") or {}).get("call") for event in events]
        if "cancelled" not in calls:
            return
        paid = {bet for bet, _ in self.settled}
        due = {key: put for key, put in course.at_stake().items() if key not in self.sides
               or group(key[0].partition("/")[2]) != "streak"}
        for key, put in course.collected.items():
            if key[0] not in paid:
                due[key] = due.get(key, 0) + put
        returned: dict[tuple[str, str], int] = defaultdict(int)
        for event in events:
            step = event.get("step") or {}
            if step.get("step") == "move" and step["kind"] in ("refund", "restore", "return"):
                returned[step["bet"], step["player"]] += step["amount"]
        course.hold("5.1.2-2", dict(returned), {key: put for key, put in due.items() if put})

    def nothing_undone(self, black_jack: bool) -> None:
        """Without a fault nothing is cancelled (5.1.2-2) and the bank draws no card too much
        (6.1-2, 6.1-3); bets come back from the bank only after its Black Jack (16.6, 17.3)."""
        kinds = {event["incident"]["kind"] for event in self.round.events if "incident" in event}
        calls = {step["call"] for _, step in self.round.steps("call")}
        self.course.hold("5.1.2-2", "cancelled" in calls, False)
        rules = {step["law"].rpartition("/")[2] for _, step in self.round.steps("deal", "call")}
        self.course.hold("6.1-2 6.1-3", bool({"6.1-2", "card-kept"} & (rules | calls)),
                         bool(kinds & {"bank-drew", "bank-drew-unseen"}))
        restored = any(step["kind"] == "restore" for _, step in self.round.steps("move"))
        self.course.hold("16.6 17.3", restored and not black_jack, False)

    # Cards and bets

    def prepare(self) -> None:
        """New cards where they are due (2), and the cards that are burned (4)."""
        course, rules, before = self.course, self.rules, self.round.before
        shuffled, cut, burned, faults = False, False, 0, False
        while (event := course.event()) and course.step().get("call") != "place-your-bets":
            step, answer = course.step(), event.get("answer") or {}
            faults = faults or "incident" in event
            if step.get("step") == "shuffle":
                shuffled = True
                course.hold("1.2", step["packs"], rules["packs"])
                if rules["device"] == "shoe" and rules["packs"] > 1:
                    least = 1 if reading(rules, "white_card") == "among" else 30  # ir/393
                    course.hold("2.1.1-2", (step["warning"], step["warning"] >= least),
                                (rules["warning_card"], True))
            elif step.get("step") == "cut":
                cut = True
            elif step.get("window", "").startswith("cut:"):
                seat = step["window"].partition(":")[2]
                course.hold("2.1.1", [offer["player"] for offer in step["offers"]],
                            [self.seats[int(seat) - 1]] * 2)
            elif step.get("step") == "deal":
                burned += 1
                face_up = reading(rules, "burned_card") == "face-up"  # ir/28
                course.hold("4.1", (step["to"], step.get("seen_by", "*")),
                            ("burn", "*" if face_up else ""))
            elif answer.get("act") == "sit":
                self.seats[int(answer["seat"]) - 1] = answer["player"]
            elif answer.get("act") == "leave":
                self.seats[int(answer["seat"]) - 1] = ""
            course.at += 1
        if faults and not event:
            raise Astray
        course.hold("2.1.1", cut, shuffled and rules["device"] != "shuffler")
        new = "drawn" not in before
        start = rules["burn_each"].startswith("start")
        if rules["device"] == "box":
            course.hold("2.2.3 2.1.1", shuffled, True)
        elif rules["device"] == "shoe" and not self.table["attended"]:
            out = not new and rules["packs"] > 1 and \
                before["drawn"] > 52 * rules["packs"] - before["warning"]
            course.hold("2.2.1 2.2.2 2.1.1", shuffled,
                        new or rules["packs"] == 1 or rules["shuffle_each_hand"] or out)
        if faults or self.table["attended"]:
            return  # a card may be left over from a fault (6.1-3)
        fresh = new if rules["device"] == "shuffler" else shuffled
        if fresh:
            rule = "4.1.1" if rules["burn_per_pack"] else "4.1.2"
            course.hold(f"4.1 {rule}", burned, rules["packs"] if rules["burn_per_pack"] else 1)
        else:
            course.hold("4.2", burned, int(start))

    def betting(self) -> None:
        """Until the call bets are made, changed and taken back."""
        course, rules = self.course, self.rules
        for key, amount in self.held.items():
            course.hold("13.5.(2).v", course.lying[key], amount)
        while True:
            while course.step().get("step") not in ("listen", None):
                if course.step().get("call") == "no-more-bets":
                    return
                course.follow(course.step())
                course.at += 1  # new cards, where the bank shuffles meanwhile (2.2.2)
            if (step := course.step()).get("window") == "bets":
                self.bets_offered(step)
            course.at += 1
            if not (answer := course.event().get("answer")):
                continue  # the bank shuffles (2.2.2)
            course.at += 1
            act, seat, player = (answer.get(name, "") for name in ("act", "seat", "player"))
            where, _, kind = seat.partition("/")
            if act == "sit":
                course.hold("3.3", self.seats[int(seat) - 1], "")
                self.seats[int(seat) - 1] = player
            elif act == "leave":
                self.seats[int(seat) - 1] = ""
            had = self.main(where, player)
            while course.step().get("step") == "move":
                course.follow(course.step())
                course.at += 1
            if act in ("sit", "bet") and not kind:
                course.hold("3.2 3.3", len(self.played(player)) <= self.table["places_per_player"],
                            True)
            if act == "bet" and not kind:
                course.hold("3.3", self.main(where, player), answer["amount"])
                if not had:
                    self.since[where, player] = course.at
                if rules["decides"] == "nearest":
                    count = sum(1 for _, bet in self.mains(where) if bet)
                    course.hold("20.1.2 20.1", count <= rules["bettors_per_place"], True)
            elif act == "bet" and kind in KINDS:
                mine = self.side(where, player)
                course.hold(f"13 {BETS[kind]}", (rules[KINDS[kind]], mine.get(kind)),
                            (True, answer["amount"]))
                if rules["one_side_bet"]:
                    course.hold("13", len({group(each) for each in mine}), 1)
                if group(kind) == "streak":
                    course.hold("13.5.(2).v", where in self.running, False)
                if reading(rules, "over_under_bets") == "one":  # ir/395
                    course.hold("13.3", {"over", "under"} <= set(mine), False)
            elif act == "leave":
                course.hold("3.3", self.main(where, player), 0)

    def main(self, place: str, player: str) -> int:
        return sum(put for (bet, who), put in self.course.lying.items()
                   if who == player and bet.partition("+")[0] == place and "/" not in bet)

    def mains(self, place: str) -> list[tuple[tuple[str, str], int]]:
        """The main bets on a place: name, player and amount."""
        return [(key, put) for key, put in self.course.at_stake().items()
                if key[0].partition("+")[0] == place and "/" not in key[0]]

    def side(self, place: str, player: str) -> dict[str, int]:
        """The additional bets of a player on a place, by kind."""
        return {bet.partition("/")[2]: put for (bet, who), put in self.course.at_stake().items()
                if who == player and "/" in bet
                and bet.partition("/")[0].partition("+")[0] == place}

    def played(self, player: str) -> set[str]:
        """The places that a player holds or bets on (3.2)."""
        held = {str(seat) for seat, who in enumerate(self.seats, 1) if who == player}
        return held | {bet.partition("+")[0] for (bet, who) in self.course.at_stake()
                       if who == player and "/" not in bet}

    def bets_offered(self, step: Json) -> None:
        """The limits of the main bets and of the additional ones, and which of these are offered
        (13, 21.1, 5.2.3.(8), ir/85)."""
        course, table, rules = self.course, self.table, self.rules
        offered: dict[tuple[str, str], set[str]] = defaultdict(set)
        one = reading(rules, "over_under_bets") == "one"
        for offer in step["offers"]:
            if offer["act"] != "bet" or offer.get("note") == "full":
                continue
            found = offer.get("low"), offer.get("high"), offer.get("unit")
            for seat in offer.get("seats") or [offer["seat"]]:
                kind = seat.partition("/")[2]
                if not kind:
                    if not rules["table_maximum"]:
                        course.hold("3.3 5.2.3.(8)", found, (table["minimum"], table["maximum"],
                                                             table["unit"]))
                    continue
                player = offer["player"]
                if group(kind) != "streak":
                    offered[player, kind].add(seat.partition("/")[0])
                if rules["one_side_bet"] or one:
                    mine = set(self.side(seat.partition("/")[0], player))
                    others = {group(each) for each in mine} - {group(kind)}
                    course.hold("13", player in offer.get("barred", ()),
                                bool(others and rules["one_side_bet"])
                                or (one and OTHER_SIDE.get(kind) in mine)  # ir/395
                                or self.barred(seat, kind))
                most = rules["side_maximum"] * table["minimum"]
                course.hold(f"13 {BETS[kind]}", (rules[KINDS[kind]], *found),
                            (True, table["minimum"], most, table["unit"]))

        with_bets = {bet.partition("+")[0] for bet, _ in course.at_stake() if "/" not in bet}
        for (player, kind), seats in offered.items():
            own = {seat for seat in with_bets if self.main(seat, player)}
            course.hold(BETS[kind], seats, with_bets if on_any_hand(kind, rules) else own)

    def barred(self, seat: str, kind: str) -> bool:
        """Nobody may lay a streak where one runs (13.5.(2).v, ir/73)."""
        return group(kind) == "streak" and seat.partition("/")[0] in self.running

    def close(self) -> None:
        """An additional bet stands beside an initial bet of its owner on the place, one on any pair
        beside one anywhere (13, 13.1); a running streak stays (13.5.(2).v)."""
        course = self.course
        lying = course.at_stake()
        seats = sorted({bet.partition("+")[0] for bet, _ in lying if "/" not in bet}, key=int)
        stays = {}
        for (bet, player), put in lying.items():
            where, _, kind = bet.partition("/")
            seat = where.partition("+")[0]
            if kind and ((bet, player) in self.held or self.main(seat, player)
                         or (on_any_hand(kind, self.rules) and seat in seats
                             and any(self.main(any_seat, player) for any_seat in seats))):
                stays[bet, player] = put
        self.closed = True
        course.event()
        self.extra.clear()
        self.sides = stays
        course.hold("13 13.1 13.5.(2).v", {key: put for key, put in course.at_stake().items()
                                           if "/" in key[0]}, stays)
        for seat in seats:
            bettors = [Bettor(player, bet.removeprefix(seat), put, self.since[seat, player])
                       for (bet, player), put in self.mains(seat)]
            for bettor in bettors:
                course.hold("3.3", (self.table["minimum"] <= bettor.bet <= self.table["maximum"],
                                    bettor.bet % self.table["unit"]), (True, 0))
            bettors.sort(key=lambda bettor: bettor.since)
            self.places[seat] = Place(seat, bettors, self.seats[int(seat) - 1])
        if most := self.rules["table_maximum"]:
            bets = sum(bettor.bet for place in self.places.values() for bettor in place.bettors)
            course.hold("5.2.3.(8)", bets <= float(most) * 100, True)
        for at, step in self.round.steps("call"):
            if step["call"] == "decides":
                place = self.places[step["seat"]]
                self.verdict.hold("20 20.1", step["facts"]["bet"],
                                  place.seat + place.of(self.decider(place)).mark, at)

    def decider(self, place: Place) -> str:
        """Who decides for a place (20.1, ir/82). ``bettors`` are in the order of their bets."""
        highest = max(bettor.bet for bettor in place.bettors)
        top = [bettor.player for bettor in place.bettors if bettor.bet == highest]
        holder = [bettor.player for bettor in place.bettors if bettor.player == place.holder]
        match self.rules["decides"]:
            case "seated":
                return (holder or top)[0]
            case "nearest":
                return (holder or [place.bettors[0].player])[0]
            case _:
                return place.holder if place.holder in top else top[0]

    def deciding(self, place: Place, player: str) -> None:
        """Somebody decides for a place (20.1)."""
        rule = {"seated": "20.1.1", "nearest": "20.1.2-2", "highest": "20.1.3"}
        held = f"20 20.1 {rule[self.rules['decides']]}"
        if self.rules["decides"] == "highest":
            held += " 20.1.3-3"
        self.course.hold(held, player, self.decider(place))

    def drew_too_much(self, unseen: bool) -> None:
        """A card that the bank should not have drawn is laid away, or kept for the next round if
        nobody saw it, the house says so and no new cards come (6.1-2, 6.1-3, ir/61)."""
        course, rules = self.course, self.rules
        new = (rules["shuffle_each_hand"] or rules["device"] == "box"
               or (rules["device"] == "shoe" and rules["packs"] == 1))
        last = any(step["call"] == "last-coup" for _, step in self.round.steps("call"))
        stays = course.step().get("call") == "card-kept"
        if not last and not self.round.before.get("last"):
            course.hold("6.1-3", stays, unseen and rules["unseen_kept"] and not new)
        if stays:
            course.take("6.1-3", "call", ANY, call="card-kept")
        else:
            course.take("6.1-2", "deal", ANY, to="spoilt")

    # Bets beside the hands

    def insurances(self) -> None:
        """Insurance wins twice its amount against a Black Jack (12.2), else it is lost (12.3);
        where even money was taken it goes back (ir/96)."""
        for (bet, player), moves in list(self.extra.items()):
            seat, _, kind = bet.partition("/")
            if kind != "insurance":
                continue
            del self.extra[bet, player]
            place = self.places[seat.partition("+")[0]]
            (_, amount, _), *rest = moves
            rules = "12.2 12" if natural(self.bank) else "12.3 12"
            if place.hands[0].state == "even-money":
                expected = [("return", amount)]
            elif natural(self.bank):
                expected = [("pay", 2 * amount), ("return", amount)]
            else:
                expected = [("collect", amount)]
            self.course.hold(rules, [part[:2] for part in rest], expected)

    def back(self) -> str:
        """What becomes of the stake of an additional bet that wins (14, ir/398)."""
        return "collect" if reading(self.rules, "side_stakes") == "collected" else "return"
