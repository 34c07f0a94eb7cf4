"""Ponto e banca/Macau of Portaria 217/2007, judged from the published text.

The game is that of ponto e banca, judged by `judging_ponto_bets` and `judging_ponto_coups`, but no
player and no chance has a maximum (21). Limited are the difference between all bets on ponto and on
banca (22, 23), all bets on a tie (24) and on a pair (25), and what one player has on both sides
(11).
"""

from __future__ import annotations

from collections import Counter

from judging import Json, Judge, Round
from judging_ponto_bets import PAIRS, SIDES, Bets, Floor, chances, step_of
from judging_ponto_bets import READINGS as SHARED
from judging_ponto_coups import COMMON, cards_of, judge_coup, points

SECTION = "pt-217-2007/bacara-ponto-e-banca-macau"
RULES = (*COMMON, "9.a", "9.b", "9.c", "11-4", "21", "22", "23", "24", "25")
NOT_JUDGED: dict[str, str] = {}
READINGS = SHARED

LIMITS = {"ponto": "23", "banca": "23", "tie": "24", "pair/ponto": "25", "pair/banca": "25"}


def other(side: str) -> str:
    """The other side."""
    return "banca" if side == "ponto" else "ponto"


def shared(table: Json, chance: str) -> int:
    """The most that all bets on a tie or on a pair may be (24, 25): a tenth, or eight hundredths,
    of the amount fixed, which is the maximum of the table (ir/208)."""
    return int(table["maximum"]) * (10 if chance == "tie" else 8) // 100


def together(table: Json, chance: str) -> list[str]:
    """The chances that share the limit of one (ir/208)."""
    return list(PAIRS) if chance in PAIRS and table["rules"]["pairs_together"] else [chance]


def ranges(floor: Floor, player: str, chance: str) -> list[tuple[int, int]]:
    """What a player may have on a chance, with what everybody else has bet."""
    table, low, unit = floor.table, int(floor.table["minimum"]), step_of(floor.table, chance)
    if chance not in SIDES:
        most = shared(table, chance) - sum(map(floor.total, together(table, chance))) \
            + floor.on(player, chance)
        return [(low, most // unit * unit)] if most // unit * unit >= low else []
    # 22, 23, ir/207: the bets on both sides differ at every moment by the amount at most.
    against = floor.total(other(chance))
    rest = floor.total(chance) - floor.on(player, chance)
    least = max(low, against - table["maximum"] - rest)
    most = against + table["maximum"] - rest
    own = floor.on(player, other(chance))
    # 11-4, ir/209: a player on both sides has at least the minimum more on one of them.
    parts = [(least, min(most, own - low)), (max(least, own + low), most)] if own \
        else [(least, most)]
    rounded = [(-(-least // unit) * unit, most // unit * unit) for least, most in parts]
    return [(least, most) for least, most in rounded if least <= most]


class Shared(Floor):
    """The bets of this section: others may rest on one, which then cannot be taken back."""

    unsettled = ""
    """Whose bets on both sides were to be taken back though others rest on them together."""

    def difference(self, bets: Bets) -> int:
        """By how much the bets on one side exceed those on the other (22)."""
        return abs(sum(mine.get("ponto", 0) - mine.get("banca", 0) for mine in bets.values()))

    def lawful(self, player: str, mine: dict[str, int]) -> bool:
        """These bets respect the limits that all share (23 to 25), and those of one player
        (11-4)."""
        bets, least = self.bets | {player: mine}, self.table["minimum"]
        if any(chips < least for chips in mine.values()):
            return False
        if set(SIDES) <= set(mine) and abs(mine["ponto"] - mine["banca"]) < least:
            return False
        total = Counter[str]()
        for each in bets.values():
            total.update(each)
        return self.difference(bets) <= self.table["maximum"] and all(
            sum(total[one] for one in together(self.table, chance)) <= shared(self.table, chance)
            for chance in chances(self.table) if chance not in SIDES)

    def remaining(self, player: str) -> dict[str, int]:
        """What stays of the bets of a player who takes all back: a bet on which others rest, while
        what only the player's own rests on goes with it (ir/207)."""
        mine = {chance: chips for chance, chips in self.bets.get(player, {}).items()
                if chance in SIDES and chips}
        for gone in (mine, ["ponto"], ["banca"]):
            rest = {side: self.total(side) - (mine.get(side, 0) if side in gone else 0)
                    for side in SIDES}
            if abs(rest["ponto"] - rest["banca"]) <= self.table["maximum"]:
                return {side: chips for side, chips in mine.items() if side not in gone}
        return mine

    def act(self, answer: Json) -> None:
        """ir/207: taking all back leaves what others rest on."""
        player = answer["player"]
        stays = self.remaining(player)
        super().act(answer)
        if answer["act"] == "clear-all":
            self.bets[player] = stays
            self.unsettled = player if len(stays) == len(SIDES) else ""

    def compare(self, at: int) -> None:
        """ir/207 does not say how much of two such bets may be taken back together: what lies
        counts, within the limits."""
        if self.unsettled:
            for side in SIDES:
                bet = f"{self.place(self.unsettled)}/{side}", self.unsettled
                self.bets[self.unsettled][side] = self.lying[bet]
            self.unsettled = ""
        super().compare(at)


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    table = round.table
    for at, menu in round.steps("menu"):
        for offer in menu["offers"]:
            for chance in offer["seats"] if offer["act"] == "bet" else ():
                unit = step_of(table, chance)
                most = table["maximum"] if chance in SIDES else shared(table, chance)
                verdict.hold(LIMITS[chance], (offer["low"], offer["high"], offer["unit"]),
                             (table["minimum"], most // unit * unit, unit), at)
    floor = Shared(round, verdict, SECTION)
    for at, step in floor.listens():
        judge_bets(floor, at)
        for player in floor.people.values():
            judge_offers(floor, at, step, player)
            judge_withdrawals(floor, at, step, player)
    if floor.closed is not None:
        judge_bets(floor, floor.closed)
    judge_coup(floor)
    judge_values(floor)


def judge_values(floor: Floor) -> None:
    """What aces (9.a), tens and figures (9.b) and all other cards (9.c) count in the result."""
    if floor.closed is None:
        return
    for side in SIDES:
        hand = [card.card for card in cards_of(floor, floor.closed) if card.side == side]
        for _, step in floor.round.steps("result"):
            if step["hand"] == side:
                for card in hand:
                    rule = "9.a" if card[0] == "A" else "9.b" if card[0] in "TJQK" else "9.c"
                    floor.verdict.hold(rule, step["facts"]["points"], points(hand))


def judge_offers(floor: Shared, at: int, step: Json, player: str) -> None:
    """What a player may bet on each chance (11-4, 21 to 25)."""
    offered = floor.offered(step, player)
    for chance in chances(floor.table):
        unit = step_of(floor.table, chance)
        rules = LIMITS[chance]
        if chance in SIDES:
            rules += " 22" + (" 11-4" if floor.on(player, other(chance)) else "")
        expected = [(low, high, unit) for low, high in ranges(floor, player, chance)]
        if any(high > floor.table["maximum"] for _, high, _ in expected):
            rules += " 21"
        floor.verdict.hold(rules, sorted(offered.get(chance, [])), expected, at)


def judge_withdrawals(floor: Shared, at: int, step: Json, player: str) -> None:
    """ir/207: nobody takes back, alone or on leaving, what bets of others rest on (23)."""
    barred = [(offer["act"], chance) for offer in step["offers"]
              if player in offer.get("barred", []) and offer["act"] in ("clear", "leave")
              for chance in offer.get("seats") or [""]]
    expected = []
    for side in SIDES:
        left = floor.total(side) - floor.on(player, side)
        if floor.on(player, side) and floor.total(other(side)) - left > floor.table["maximum"]:
            expected.append(("clear", side))
    stays, mine = floor.remaining(player), +Counter(floor.bets.get(player, {}))
    if stays:
        expected.append(("leave", ""))
    floor.verdict.hold("23", sorted(barred), sorted(expected), at)
    everything = [offer["player"] for offer in step["offers"]
                  if offer["act"] == "clear-all" and offer["player"] == player]
    if mine != stays or len(stays) < len(SIDES):
        floor.verdict.hold("23 12-4", everything, [player] if mine != stays else [], at)


def judge_bets(floor: Shared, at: int) -> None:
    """What lies respects the limits that all share, and those of one player on both sides."""
    table, verdict = floor.table, floor.verdict
    verdict.hold("22 23", floor.difference(floor.bets) <= table["maximum"], True, at)
    for chance in chances(table):
        if chance not in SIDES:
            most = sum(map(floor.total, together(table, chance)))
            verdict.hold(LIMITS[chance], most <= shared(table, chance), True, at)
    for mine in floor.bets.values():
        for chance, chips in mine.items():
            if chips:
                lawful = chips >= table["minimum"] and chips % step_of(table, chance) == 0
                verdict.hold(LIMITS[chance], lawful, True, at)
        if mine.get("ponto") and mine.get("banca"):
            apart = abs(mine["ponto"] - mine["banca"])
            verdict.hold("11-4", apart >= table["minimum"], True, at)
