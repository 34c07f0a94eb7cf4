"""Ponto e banca of Portaria 217/2007, judged from the published text.

Two sides get two or three cards by a fixed table (13), and the one with more points wins (17).
`judging_ponto_bets` and `judging_ponto_coups` judge what this section has in common with ponto e
banca/Macau; here are the limits (21) and the bets of people who stand (12).
"""

from __future__ import annotations

from judging import Json, Judge, Round
from judging_ponto_bets import READINGS as SHARED
from judging_ponto_bets import Floor, chances, gaps, reading, seats, step_of
from judging_ponto_coups import COMMON, judge_coup

SECTION = "pt-217-2007/bacara-ponto-e-banca"
RULES = (*COMMON, "12-2", "12-3", "21", "21-2", "21-3")
NOT_JUDGED: dict[str, str] = {}
READINGS = (*SHARED, "maximum_of")

LIMITS = {"ponto": ("21", 70), "banca": ("21", 70), "tie": ("21-2", 15),
          "pair/ponto": ("21-3", 8), "pair/banca": ("21-3", 8)}
"""The rule of the limits of a chance, and how many times the minimum the maximum is (ir/204)."""
AGAINST = {"ponto": "banca", "banca": "ponto"}


def limits(table: Json, chance: str) -> tuple[int, int]:
    """The least and the greatest bet on a chance."""
    own = table["rules"].get(chance.partition("/")[0]) or {}
    low = int(own.get("minimum") or table["minimum"])
    return low, LIMITS[chance][1] * low


class Plain(Floor):
    """The bets of this section: people who stand add to the bet of the seat before them (12-2)."""

    def stake_of_seat(self, place: int, chance: str) -> int:
        """What the holder of the seat before a gap has on a chance."""
        return self.on(self.people.get(gaps(self.table)[place], ""), chance)

    def most(self, player: str, chance: str) -> int:
        """The greatest bet of a player on a chance: its maximum, or what all others have left of it
        (ir/432)."""
        high = limits(self.table, chance)[1]
        if reading(self.table, "maximum_of", "player") == "player":
            return high
        return high - self.total(chance) + self.on(player, chance)

    def lawful(self, player: str, mine: dict[str, int]) -> bool:
        """Each bet respects its limits (21). Only one of a person who stands has to fit beside that
        of the seat, whose own goes first (12-2, ir/196)."""
        stands = self.place(player) > seats(self.table)
        for chance, chips in mine.items():
            low, high = limits(self.table, chance)
            if stands:
                seat = self.stake_of_seat(self.place(player), chance)
                high = high - seat if seat else 0
            high = min(high, self.most(player, chance))
            if not low <= chips <= high:
                return False
        return True

    def act(self, answer: Json) -> None:
        """ir/196: what no longer fits beside the bet of the seat goes back."""
        super().act(answer)
        for gap in gaps(self.table):
            player = self.people.get(gap, "")
            for chance, chips in self.bets.get(player, {}).items():
                low, high = limits(self.table, chance)
                beside = self.stake_of_seat(gap, chance)
                fitting = min(chips, high - beside) if beside else 0
                self.bets[player][chance] = fitting if fitting >= low else 0


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    table = round.table
    verdict.hold("21", table["maximum"], 70 * table["minimum"])
    for at, menu in round.steps("menu"):
        for offer in menu["offers"]:
            for chance in offer["seats"] if offer["act"] == "bet" else ():
                low, high = limits(table, chance)
                verdict.hold(LIMITS[chance][0], (offer["low"], offer["high"], offer["unit"]),
                             (low, high, step_of(table, chance)), at)
    floor = Plain(round, verdict, SECTION)
    for at, step in floor.listens():
        judge_bets(floor, at)
        for place, player in floor.people.items():
            judge_offers(floor, at, step, place, player)
            cleared = [offer["act"] for offer in step["offers"]
                       if offer["act"] == "clear-all" and offer["player"] == player]
            verdict.hold("12-4", bool(cleared), any(floor.bets.get(player, {}).values()), at)
    if floor.closed is not None:
        judge_bets(floor, floor.closed)
    judge_coup(floor)


def judge_offers(floor: Plain, at: int, step: Json, place: int, player: str) -> None:
    """What a player may bet: between the limits of a chance (21), and from a gap what fits beside
    the bet of the seat (12-2), never against it (12-3)."""
    offered = floor.offered(step, player)
    for chance in chances(floor.table):
        low, high = limits(floor.table, chance)
        rules = LIMITS[chance][0]
        if place > seats(floor.table):
            beside = floor.stake_of_seat(place, chance)
            high = high - beside if beside else 0
            rules += " 12-2"
            if chance in AGAINST and not beside and floor.stake_of_seat(place, AGAINST[chance]):
                rules += " 12-3"
        high = min(high, floor.most(player, chance))
        expected = [(low, high, step_of(floor.table, chance))] if high >= low else []
        floor.verdict.hold(rules, offered.get(chance, []), expected, at)


def judge_bets(floor: Plain, at: int) -> None:
    """What lies respects the limits of its chance, alone and beside the bet of a seat."""
    for (bet, _), chips in floor.lying.items():
        if not chips:
            continue
        place, _, chance = bet.partition("/")
        low, high = limits(floor.table, chance)
        lawful = low <= chips <= high and chips % step_of(floor.table, chance) == 0
        floor.verdict.hold(LIMITS[chance][0], lawful, True, at)
        shared = reading(floor.table, "maximum_of", "player") == "chance"
        floor.verdict.hold(LIMITS[chance][0], shared and floor.total(chance) > high, False, at)
        if int(place) > seats(floor.table):
            beside = floor.stake_of_seat(int(place), chance)
            floor.verdict.hold("12-2", beside > 0 and beside + chips <= high, True, at)
            if chance in AGAINST:
                against = floor.stake_of_seat(int(place), AGAINST[chance])
                floor.verdict.hold("12-3", bool(against and not beside), False, at)
