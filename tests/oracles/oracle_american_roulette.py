"""American roulette of Portaria 217/2007, judged from the published text.

Chips without a face value have a colour and a value for each player (7 to 15). Besides the chances
of both roulettes there are series and neighbours where the wheel has the French order (25, 27.c,
27.d, 32.c, 32.d).
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from judging import Json, Judge, Round
from judging_layout import SIMPLE, WHEEL, Bets, Limits, Rules, common, euros, is_outside
from judging_roulette import Coup, aim

__all__ = ["NOT_JUDGED", "READINGS", "RULES", "SECTION", "aim", "judge"]

SECTION = "pt-217-2007/roleta-americana"
SHARED = Rules(
    section=SECTION, pockets="5", colours="6", other_ball="17-2", new_ball="18", throw="19",
    call="20", closed="20-2", direction="21", plate="21-2", void="22", again="22-2", number="23",
    mark="23-2", bets="24", every="26", prize="27", zero="28", collect="29", opened="29-2",
    order="29-3", together="30-3", announced="30-2", rebuilt="31", limits="32", relieved="33",
)
RULES = (
    *common(SHARED), "2.a", "8", "8-2", "9-2", "12", "12-2", "13", "15", "16", "16-2",
    "25", "25.a", "25.a.serie-grande", "25.a.serie-pequena", "25.a.vadios",
    "25.b", "25.b.3-chips", "25.b.5-chips", "25.b.7-chips", "27.c", "27.d",
    "32.c", "32.c.i", "32.c.ii", "32.c.iii", "32.d",
)
NOT_JUDGED: dict[str, str] = {}
READINGS = ("times", "zero_beside", "chips_reach")


class Series(NamedTuple):
    """A series: its rule, that of its limits, its chips, and how many it takes at most."""

    bet: str
    limit: str
    chips: dict[str, int]
    most: int


SERIES = {
    "series/grande": Series("25.a.serie-grande", "32.c.i", {
        "street/0-2-3": 2, "split/4-7": 1, "split/12-15": 1, "split/18-21": 1, "split/19-22": 1,
        "corner/25-26-28-29": 2, "split/32-35": 1}, 135),
    "series/pequena": Series("25.a.serie-pequena", "32.c.ii", {
        "split/5-8": 1, "split/10-11": 1, "split/13-16": 1, "split/23-24": 1, "split/27-30": 1,
        "split/33-36": 1}, 120),
    "series/vadios": Series("25.a.vadios", "32.c.iii", {
        "straight/1": 1, "split/6-9": 1, "split/14-17": 1, "split/17-20": 1, "split/31-34": 1}, 50),
}
NEIGHBOURS = (3, 5, 7)
LOSES_COLOUR = 3


def chips(spot: str) -> dict[str, int]:
    """The chips of a series, or of a number and its neighbours on the wheel (25.a, 25.b)."""
    if spot in SERIES:
        return SERIES[spot].chips
    count, number = map(int, spot.removeprefix("neighbours-").split("/"))
    place, side = WHEEL.index(number), count // 2
    return {f"straight/{WHEEL[(place + step) % 37]}": 1 for step in range(-side, side + 1)}


COMBINED = {spot: chips(spot) for spot in [
    *SERIES, *(f"neighbours-{count}/{number}" for count in NEIGHBOURS for number in range(37))]}


def on_numbers(bets: Bets) -> dict[str, int]:
    """What lies on each number, straight up and by neighbours (32.d)."""
    on: dict[str, int] = defaultdict(int)
    for spot, parts in bets.items():
        if spot.startswith(("straight/", "neighbours-")):
            for part, amount in parts.items():
                on[part] += amount
    return on


class AmericanCoup(Coup):
    """A coup with chips of different values, series and neighbours."""

    paid_in_order = (("column", "columns"), SIMPLE, ("dozen", "dozens"), ("neighbours",),
                     ("series",), ("line",), ("street",), ("corner",), ("split",), ("straight",))

    def __init__(self, round: Round, verdict: Judge) -> None:
        super().__init__(SHARED, round, verdict)
        values = round.before.get("values", {})
        self.values = {place: values.get(place, self.table["minimum"]) for place in self.seats}
        self.fresh = set[str]()

    def combined(self) -> bool:
        """Whether series and neighbours are offered: only with the French order (25)."""
        rules = self.table["rules"]
        return rules["wheel"] == "french" and rules["series"] is not False

    def spots(self) -> list[str]:
        spots = [*super().spots(), *(COMBINED if self.combined() else ())]
        # ir/131: the large series has a street with zero.
        return [spot for spot in spots
                if spot != "series/grande" or self.reading("zero_beside") != "none"]

    def parts(self, spot: str, amount: int) -> dict[str, int]:
        if spot not in COMBINED:
            return {spot: amount}
        each = amount // sum(COMBINED[spot].values())
        return {part: count * each for part, count in COMBINED[spot].items()}

    def split_name(self, bet: str) -> tuple[str, str]:
        spot = bet.partition("/")[2]
        for kind in ("series/", "neighbours-"):
            if spot.startswith(kind):
                first, second, part = spot.split("/", 2)
                return f"{first}/{second}", part
        return spot, spot

    def judge_lay(self, at: int, step: Json) -> None:
        super().judge_lay(at, step)
        # Only one who has a colour plays, with chips of it.
        self.hold("12 13", self.seats.get(step["bet"].partition("/")[0]), step["player"], at)

    def value(self, player: str) -> int:
        """The value that a player gave to their chips; until then the minimum (9-2, ir/147)."""
        place = next(place for place, name in self.seats.items() if name == player)
        return int(self.values[place])

    def unit(self, spot: str, value: int) -> int:
        """Chips of a colour on the numbers; chips with a face value on the outer chances (16), and
        chips with a marked value, where the house has them, on all of rule 24 (16-2, ir/142)."""
        if spot in COMBINED:
            return value * sum(COMBINED[spot].values())
        face = is_outside(spot) or self.table["rules"]["marked"]
        return int(self.table["unit"]) if face else value

    def limits(self, spot: str, value: int) -> Limits:
        if spot not in COMBINED:
            return super().limits(spot, value)
        unit = least = self.unit(spot, value)
        if self.reading("chips_reach") == "each-minimum":  # ir/379
            least = unit * max(-(-self.bounds(part)[0] // (count * value))
                               for part, count in COMBINED[spot].items())
        if spot not in SERIES:
            return least, self.bounds("straight/0")[1] // value * unit, unit  # 32.d
        sets = SERIES[spot].most // sum(COMBINED[spot].values())
        if self.table["rules"]["series_within"]:  # ir/362
            sets = min(sets, *(self.bounds(part)[1] // (count * value)
                               for part, count in COMBINED[spot].items()))
        return least, sets * unit, unit

    def shared(self, value: int, bets: Bets) -> dict[str, int]:
        """What a player has on one number, straight up and by neighbours, keeps to the maximum of
        a straight-up (32.d, ir/124)."""
        on, most = on_numbers(bets), self.bounds("straight/0")[1]
        rooms = {part: most - amount + bets.get(part, {}).get(part, 0)
                 for part, amount in on.items()}
        for spot, parts in COMBINED.items():
            if spot not in SERIES and not on.keys().isdisjoint(parts):
                own = bets.get(spot, {})
                room = min(most - on.get(part, 0) + own.get(part, 0) for part in parts)
                rooms[spot] = room // value * self.unit(spot, value)
        return rooms

    def bet_rules(self, spot: str) -> str:
        if spot in SERIES:
            return f"{SERIES[spot].bet} 25.a 25"
        if spot in COMBINED:
            return f"25.b.{len(COMBINED[spot])}-chips 25.b 25 2.a"
        return super().bet_rules(spot)

    def limit_rules(self, spot: str) -> str:
        if spot in SERIES:
            return f"{SERIES[spot].limit} 32.c"
        return "32.d" if spot in COMBINED else super().limit_rules(spot)

    def room_rules(self) -> str:
        return "26 32.d" if self.combined() else "26"

    def prize_rules(self, spot: str, part: str) -> str:
        if spot in COMBINED:
            return "27.c" if spot in SERIES else "27.d"
        return super().prize_rules(spot, part)

    def judge_places(self, at: int, listen: Json) -> None:
        """One colour for each player, and as many players as colours (8, 8-2, 13)."""
        offers = listen["offers"]
        for name, players in listen.get("menus", ()):
            if "/" in name:
                self.hold("9-2 13", [self.value(player) for player in players],
                          [int(name.partition("/")[2])] * len(players), at)
            else:
                self.hold("16-2", self.table["rules"]["marked"] and not self.combined(), True, at)
        free = [str(place) for place in range(1, self.table["places"] + 1)
                if str(place) not in self.seats]
        if self.table["individual"] and self.seats:
            free = []
        sits = [(list(offer["seats"]), set(offer.get("barred", ())),
                 list(offer.get("players", ()))) for offer in offers if offer["act"] == "sit"]
        # ir/119: a colour that is given back goes to the one who has waited longest.
        self.hold("8 8-2", sits, [(free, set(self.seats.values()), self.waiting[:1])]
                  if free else [], at)
        waits = [set(offer.get("barred", ())) for offer in offers if offer["act"] == "wait"]
        full = not free and not self.table["individual"]
        self.hold("8 12-2", waits, [{*self.seats.values(), *self.waiting}] if full else [], at)
        named = {offer["seat"]: (offer["low"], offer["high"], offer["unit"])
                 for offer in offers if offer["act"] == "value"}
        # ir/147: every multiple of the unit; not while bets of the player lie.
        bounds = (self.table["minimum"], self.bounds("straight/0")[1], self.table["unit"])
        self.hold("9-2 13", named, {place: bounds for place, player in self.seats.items()
                                    if not self.lying[player]}, at)
        leaves = {offer["player"] for offer in offers if offer["act"] == "leave"}
        self.hold("15", leaves, {*self.seats.values(), *self.waiting}, at)

    def answered(self, at: int, answer: Json) -> None:
        super().answered(at, answer)
        place = answer.get("seat", "")
        match answer["act"]:
            case "sit":
                self.values[place] = self.table["minimum"]
                self.fresh.add(place)
            case "value":
                self.values[place] = answer["amount"]
                self.rooms.clear()
            case "wait":
                self.waiting.append(answer["player"])

    def judge_lawful(self, player: str, bets: Bets, closed: int) -> None:
        super().judge_lawful(player, bets, closed)
        self.hold("32.d", max(on_numbers(bets).values(), default=0)
                  <= self.bounds("straight/0")[1], True, closed)
        value = self.value(player)
        for spot in bets:
            outer = is_outside(spot)
            rule = "16" if outer else "16-2" if self.table["rules"]["marked"] else "9-2"
            self.hold(rule, sum(bets[spot].values()) % self.unit(spot, value), 0, closed)

    def judge_announcements(self, thrown: int, won: dict[str, dict[str, int]]) -> None:
        """The prizes of a player are announced with their value, then paid (30-2, 30-3)."""
        called, place = {}, ""
        for at, step in self.round.steps("call", "move"):
            if at < thrown:
                continue
            if step.get("call") == "pays":
                place, facts = step["seat"], step["facts"]
                called[place] = facts["amount"]
                self.hold("30-2", facts["sum"], euros(facts["amount"]), at)
            elif step.get("kind") == "pay":
                self.hold("30-2", place, step["bet"].partition("/")[0], at)
        self.hold("30-2 30-3", called, {place: sum(bets.values()) for place, bets in won.items()},
                  thrown)

    def judge_after(self, number: int) -> None:
        """Who has bet in none of three coups loses the colour to one who waits (12-2, ir/119)."""
        super().judge_after(number)
        after, minimum = self.round.after, self.table["minimum"]
        if after is None:
            return
        seats, waiting, values = dict(self.seats), list(self.waiting), dict(self.values)
        idle: dict[str, int] = {}
        for place, player in sorted(self.seats.items(), key=lambda seat: int(seat[0])):
            if self.lying[player]:
                continue
            so_far = 0 if place in self.fresh else self.round.before.get("idle", {}).get(place, 0)
            if so_far + 1 >= LOSES_COLOUR and waiting:
                seats[place], values[place] = waiting.pop(0), minimum
            else:
                idle[place] = so_far + 1
        found = {str(place): player for place, player in enumerate(after["seats"], 1) if player}
        self.hold("12-2 8 8-2", found, seats)
        self.hold("12-2", list(after.get("waiting", ())), waiting)
        self.hold("12-2", {place: count for place, count in after.get("idle", {}).items()
                           if place in seats}, idle)
        self.hold("13", {place: after.get("values", {}).get(place, minimum) for place in seats},
                  {place: values[place] for place in seats})


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    AmericanCoup(round, verdict).judge()
