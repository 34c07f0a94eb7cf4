"""Tables and bets of ponto e banca and ponto e banca/Macau of Portaria 217/2007.

The two sections number their rules alike: 1 to 10 the table and the cards, 11 and 12 the bets, 13
to 16 how a coup is dealt, 17 to 20 what is paid. They differ in the limits, and in what a person
who stands may bet. An oracle follows `Floor.listens` through the bets, with its own limits, and
then lets `judge_coup` of `judging_ponto_coups` judge the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import lcm

from judging import Json, Judge, Round

SIDES = ("ponto", "banca")
PAIRS = {"pair/ponto": "ponto", "pair/banca": "banca"}
BETS = {"ponto": "11", "banca": "11", "tie": "11", "pair/ponto": "11-2", "pair/banca": "11-2"}
"""The chances and the rules that let people bet on them."""
CENTS = {"none": 1, "5%": 20, "50%": 2}
"""The step of bets on banca that pays in whole cents after the deduction (ir/204)."""

Bets = dict[str, dict[str, int]]
"""What each player has on each chance."""


READINGS = ("natural", "stake_of_prize", "handler")
"""The readings that the oracles of both sections honour."""


def reading(table: Json, name: str, usual: str) -> str:
    """The value of a reading; a table file leaves out the usual one."""
    return str(table["rules"].get("readings", {}).get(name, usual))


def packs(table: Json) -> int:
    """How many packs are in play (1-2); with a shuffling shoe always six (5.b, ir/205)."""
    rules = table["rules"]
    return 8 if rules["table"] == "double" and rules["shuffler"] != "continuous" else 6


def seats(table: Json) -> int:
    """How many seats the table has: those of one side, or of both sides of a double table (2)."""
    return int(table["rules"]["seats"]) * (2 if table["rules"]["table"] == "double" else 1)


def gaps(table: Json) -> dict[int, int]:
    """The places between seats in which people stand, each with the seat before it (12, ir/195)."""
    side = table["rules"]["seats"]
    before = [seat for seat in range(1, seats(table) + 1) if seat % side]
    return dict(enumerate(before, seats(table) + 1))


def chances(table: Json) -> list[str]:
    """The chances that the house offers (11, 11-2)."""
    return [chance for chance in BETS if table["rules"]["pairs"] or chance not in PAIRS]


def step_of(table: Json, chance: str) -> int:
    """The step of bets on a chance (ir/204)."""
    unit = int(table["unit"])
    return lcm(unit, CENTS[table["rules"]["deduction"]]) if chance == "banca" else unit


class Floor:
    """Who is at which place, who leaves the cards to others, and what people have bet.

    It follows the answers, and says what should lie; what lies is counted from the moves of money.
    """

    def __init__(self, round: Round, verdict: Judge, section: str) -> None:
        self.round, self.verdict, self.section = round, verdict, section
        self.table = round.table
        self.people = {place: name for place, name in enumerate(round.before["seats"], 1) if name}
        self.bets: Bets = {}
        self.lying: dict[tuple[str, str], int] = defaultdict(int)
        self.declined = {note.partition("/")[2] for note in round.before.get("notes", {})
                         if note.startswith("declines/")}
        self.void = next((at for at, event in enumerate(round.events) if "void" in event), None)
        self.closed = next((at for at, step in round.steps("call")
                            if step["call"] == "no-more-bets"), None)
        self.menu: list[Json] = []
        self.last: Bets = dict(round.before.get("last", {}))

    def place(self, player: str) -> int:
        """The place of a player; 0 for somebody who has none."""
        return next((place for place, name in self.people.items() if name == player), 0)

    def people_at(self, when: int) -> dict[int, str]:
        """Who was at which place at an event."""
        people = {place: name for place, name in enumerate(self.round.before["seats"], 1) if name}
        for at, answer in self.round.answers("act"):
            if at < when and answer["act"] == "sit":
                people[int(answer["seat"])] = answer["player"]
            elif at < when and answer["act"] == "leave":
                people.pop(int(answer["seat"]), None)
        return people

    def on(self, player: str, chance: str) -> int:
        """What a player has on a chance."""
        return self.bets.get(player, {}).get(chance, 0)

    def total(self, chance: str) -> int:
        """What all players together have on a chance."""
        return sum(mine.get(chance, 0) for mine in self.bets.values())

    def listens(self) -> Iterator[tuple[int, Json]]:
        """Follow people until the bets are closed, with a halt wherever they are asked for bets."""
        ends = [at for at in (self.closed, self.void) if at is not None]
        end = min(ends, default=len(self.round.events))
        for at, event in enumerate(self.round.events[:end]):
            step, answer = event.get("step") or {}, event.get("answer") or {}
            match step.get("step"):
                case "move":
                    self.move(at, step)
                case "menu":
                    self.menu = step["offers"]
                case "listen" if step["window"] == "bets":
                    self.compare(at)
                    self.judge_places(at, step)
                    self.judge_again(at, step)
                    yield at, step
                case "listen" if step["window"] == "seats":
                    self.judge_places(at, step)
            if answer.get("answer") == "act":
                self.act(answer)
        if end < len(self.round.events):
            self.compare(end)

    def move(self, at: int, step: Json) -> None:
        """Before the bets are closed people lay chips and take them back (11, 12-4)."""
        self.verdict.hold("12-4", step["kind"] in ("stake", "return"), True, at)
        chance = step["bet"].partition("/")[2]
        if step["kind"] == "stake":
            self.verdict.hold(BETS[chance], step["law"], f"{self.section}/{BETS[chance]}", at)
        signed = step["amount"] if step["kind"] == "stake" else -step["amount"]
        self.lying[step["bet"], step["player"]] += signed

    def act(self, answer: Json) -> None:
        """What an answer changes."""
        player, chance = answer["player"], answer.get("seat", "")
        mine = self.bets.get(player, {})
        match answer["act"]:
            case "sit":
                self.people[int(chance)] = player
            case "leave":
                self.people.pop(int(chance), None)
                self.last.pop(player, None)
                mine = {}
            case "bet":
                mine = mine | {chance: answer["amount"]}
            case "clear":
                mine = {other: chips for other, chips in mine.items() if other != chance}
            case "clear-all":
                mine = {}
            case "double":
                mine = {other: 2 * chips for other, chips in mine.items()}
            case "repeat":
                mine = dict(self.last.get(player, {}))
            case "leave-cards":
                self.declined.add(player)  # ir/201: until it is taken back
            case "take-cards":
                self.declined.discard(player)
        self.bets[player] = mine

    def compare(self, at: int) -> None:
        """What lies is what people have bet."""
        wanted = {(f"{self.place(player)}/{chance}", player): chips
                  for player, mine in self.bets.items() for chance, chips in mine.items() if chips}
        found = {bet: chips for bet, chips in self.lying.items() if chips}
        for bet in sorted({*wanted, *found}):
            rule = BETS[bet[0].partition("/")[2]]
            self.verdict.hold(rule, (bet, found.get(bet, 0)), (bet, wanted.get(bet, 0)), at)

    def judge_places(self, at: int, step: Json) -> None:
        """Every place that nobody has may be taken, the seats (2) and the gaps that are open (12);
        each player has one (ir/195)."""
        alone = self.table["individual"] and self.people
        free = [place for place in range(1, 0 if alone else self.table["places"] + 1)
                if place not in self.people]
        found = [int(place) for offer in step["offers"] if offer["act"] == "sit"
                 for place in offer["seats"]]
        seated = seats(self.table)
        self.verdict.hold("2", [place for place in found if place <= seated],
                          [place for place in free if place <= seated], at)
        self.verdict.hold("12", [place for place in found if place > seated],
                          [place for place in free if place > seated], at)
        if step["window"] == "bets" and not self.table["rules"]["dealer_alone"]:
            asked = {(int(offer["seat"]), offer["act"] == "take-cards") for offer in step["offers"]
                     if offer["act"] in ("leave-cards", "take-cards")}
            self.verdict.hold("15-3", asked, {(place, name in self.declined) for place, name
                                              in self.people.items() if place <= seated}, at)
        barred = {name for offer in step["offers"] if offer["act"] == "sit"
                  for name in offer.get("barred", [])}
        if free:
            self.verdict.hold("2", barred, set(self.people.values()), at)

    def lawful(self, player: str, mine: dict[str, int]) -> bool:
        """Whether a player may have these bets; each section has its limits."""
        raise NotImplementedError

    def judge_again(self, at: int, step: Json) -> None:
        """One act lays the last bets again (18-2, ir/203) and another doubles those that lie, each
        where all these bets are lawful together (ir/121, ir/209)."""
        for player in self.people.values():
            mine = {chance: chips for chance, chips in self.bets.get(player, {}).items() if chips}
            acts = {offer["act"]: offer["cost"] for offer in step["offers"]
                    if offer["act"] in ("repeat", "double") and offer["player"] == player}
            last = {} if mine else self.last.get(player, {})
            again = sum(last.values()) if self.lawful(player, last) else 0
            twice = {chance: 2 * chips for chance, chips in mine.items()}
            more = sum(mine.values()) if self.lawful(player, twice) else 0
            self.verdict.hold("18-2", acts.get("repeat", 0), again, at)
            self.verdict.hold("11", acts.get("double", 0), more, at)

    def offered(self, step: Json, player: str) -> dict[str, list[tuple[int, int, int]]]:
        """The sums that a player may bet on each chance: ranges, each with its step."""
        found: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
        listed = set()
        for offer in step["offers"]:
            if offer["act"] == "bet" and offer["player"] == player:
                for chance in offer.get("seats") or [offer["seat"]]:
                    listed.add(chance)
                    if player not in offer.get("barred", []) and offer.get("note") != "full":
                        found[chance].append((offer["low"], offer["high"], offer.get("unit", 1)))
        if any(player in names for _, names in step.get("menus", [])):
            for offer in self.menu:
                for chance in offer["seats"] if offer["act"] == "bet" else ():
                    if chance not in listed:
                        found[chance].append((offer["low"], offer["high"], offer.get("unit", 1)))
        return found
