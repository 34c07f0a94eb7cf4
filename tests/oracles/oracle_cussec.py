"""Cussec of Portaria 217/2007, judged from the published text.

Three dice fall under a dome before the bets (4) and decide when it is lifted (5). Small and big,
one number, two numbers, a double, a triple, any triple and the totals may be bet on (7); rule 8
gives the prizes, which come on top of the stake (10).
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, pairwise, product
from typing import NamedTuple

from judging import Json, Judge, Round

SECTION = "pt-217-2007/cussec"
RULES = (
    "1", "4", "4-2", "5", "5-2", "5-3", "5-4", "5-5", "5-6", "6", "6-2",
    "7", "7.a", "7.b", "7.c", "7.d", "7.e", "7.f", "7.g", "7.h",
    "8", "8.a", "8.b", "8.c", "8.d", "8.e", "8.f", "8.g", "8.h",
    "8.h.totals-4-17", "8.h.totals-5-16", "8.h.totals-6-15", "8.h.totals-7-14",
    "8.h.totals-8-13", "8.h.totals-9-12", "8.h.totals-10-11",
    "9", "10", "11", "11-2",
)
NOT_JUDGED: dict[str, str] = {}
READINGS = ("single_pays",)

PIPS = range(1, 7)
TOTALS = {4: 65, 17: 65, 5: 32, 16: 32, 6: 19, 15: 19, 7: 12, 14: 12, 8: 8, 13: 8, 9: 7, 12: 7,
          10: 6, 11: 6}
"""Rule 8.h: how many times the bet each total is paid."""
ALL_THROWS = list(product(PIPS, repeat=3))


class Spot(NamedTuple):
    """A chance: the rule of the bet, the rule of its prize, and the option with its limits."""

    bet: str
    prize: str
    limits: str


def spots() -> dict[str, Spot]:
    """Everything that rule 7 lets players bet on."""
    found = {"small": Spot("7.a", "8.a", "simple"), "big": Spot("7.b", "8.b", "simple"),
             "triple/any": Spot("7.g", "8.g", "any_triple")}
    for pip in PIPS:
        found[f"single/{pip}"] = Spot("7.c", "8.c", "single")
        found[f"double/{pip}"] = Spot("7.e", "8.e", "double")
        found[f"triple/{pip}"] = Spot("7.f", "8.f", "triple")
    for one, other in combinations(PIPS, 2):
        found[f"pair/{one}-{other}"] = Spot("7.d", "8.d", "pair")
    for total in TOTALS:
        pair = f"8.h.totals-{min(total, 21 - total)}-{max(total, 21 - total)}"
        found[f"total/{total}"] = Spot("7.h", pair, "total")
    return found


SPOTS = spots()


def times(spot: str, dice: tuple[int, ...], alike_counts: bool = False) -> int:
    """How many times its amount a bet wins with these dice; 0 if it loses. ``alike_counts``: the
    other reading of ir/138."""
    total, alike = sum(dice), len(set(dice)) == 1
    kind, _, what = spot.partition("/")
    match kind:
        case "small":
            return int(4 <= total <= 10 and not alike)
        case "big":
            return int(11 <= total <= 17 and not alike)
        case "single":
            # ir/138: only the dice with the number that was bet on count.
            count = dice.count(int(what))
            return 2 if alike_counts and count == 1 and len(set(dice)) == 2 else count
        case "pair":
            one, other = what.split("-")
            return 5 if int(one) in dice and int(other) in dice else 0
        case "double":
            return (0, 0, 10, 30)[dice.count(int(what))]
        case "triple" if what == "any":
            return 32 if alike else 0
        case "triple":
            return 190 if dice.count(int(what)) == 3 else 0
        case _:
            return TOTALS[total] if total == int(what) else 0


def other_reading(round: Round) -> bool:
    """Whether any two dice that are alike raise the prize of a single number (ir/138)."""
    readings = round.table["rules"].get("readings", {})
    return bool(readings.get("single_pays") == "any-alike")


def limits(table: Json, spot: str) -> tuple[int, int, int]:
    """The least and the greatest bet and the step: those of the house for each chance, or those of
    the table (ir/153)."""
    own = table["rules"].get(SPOTS[spot].limits) or {}
    return (own.get("minimum") or table["minimum"], own.get("maximum") or table["maximum"],
            table["unit"])


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    # At a real table the croupier enters the dice, or that they are stacked, on lifting the dome.
    seen = [at for at, _ in round.steps("uncover", "throw")]
    opened = seen[-1] if seen else None
    judge_offers(round, verdict)
    judge_void_throws(round, verdict, seen)
    lying = judge_betting(round, verdict, len(round.events) if opened is None else opened)
    if opened is None:
        return
    event = round.events[opened]
    dice = tuple(event.get("fell") or event["step"].get("fell", ()))
    judge_course(round, verdict, opened, dice)
    judge_money(round, verdict, opened, dice, lying)


def judge_void_throws(round: Round, verdict: Judge, seen: list[int]) -> None:
    """After stacked dice the croupier begins again, and the players are free to change bets."""
    for at, following in pairwise([*seen, len(round.events)]):
        if "incident" not in round.events[at]:
            continue
        after = [event["step"] for event in round.events[at + 1:following] if "step" in event]
        verdict.hold("6", [step.get("call") for step in after[:1]], ["null-throw"], at)
        done = [step["what"] for step in after if step["step"] == "handle"]
        verdict.hold("6", done, ["cover-dome", "press-lever", "light", "bell", "lift-dome"], at)
        asked = [step for step in after if step["step"] in ("menu", "listen")]
        verdict.hold("6-2", bool(asked), True, at)
        menu = {offer["act"] for step in asked if step["step"] == "menu"
                for offer in step["offers"]}
        verdict.hold("6-2", {"bet", "clear"} <= menu, True, at)


def judge_offers(round: Round, verdict: Judge) -> None:
    """Every chance of rule 7 and no other is offered, with its limits."""
    for at, menu in round.steps("menu"):
        offered = []
        for offer in menu["offers"]:
            if offer["act"] != "bet":
                continue
            for spot in offer.get("seats") or [offer["seat"]]:
                offered.append(spot)
                if spot in SPOTS:
                    found = (offer.get("low", 0), offer.get("high", 0), offer.get("unit", 1))
                    verdict.hold(SPOTS[spot].bet, found, limits(round.table, spot), at)
                    verdict.hold(SPOTS[spot].bet, offer["law"], f"{SECTION}/{SPOTS[spot].bet}", at)
        verdict.hold("7", sorted(offered), sorted(SPOTS), at)
        cleared = [spot for offer in menu["offers"] if offer["act"] == "clear"
                   for spot in offer["seats"]]
        verdict.hold("4-2", sorted(cleared), sorted(SPOTS), at)  # ir/152


def judge_betting(round: Round, verdict: Judge, end: int) -> dict[tuple[str, str], int]:
    """What was bet until the dome was lifted: ``(bet, player)`` and amount."""
    lying: dict[tuple[str, str], int] = defaultdict(int)
    wanted: tuple[str, str, int] | None = None
    before: dict[tuple[str, str], int] = {}
    doubled, repeated, emptied = "", "", ""
    for at, event in enumerate(round.events[:end]):
        step, answer = event.get("step") or {}, event.get("answer") or {}
        if step.get("step") == "move":
            amount = step["amount"] if step["kind"] == "stake" else -step["amount"]
            lying[step["bet"], step["player"]] += amount
            verdict.hold("4-2", step["kind"] in ("stake", "return"), True, at)
            spot = step["bet"].partition("/")[2]
            if step["kind"] == "stake":
                rule = SPOTS[spot].bet if spot in SPOTS else "7"
                verdict.hold(rule, step["law"], f"{SECTION}/{rule}", at)
        elif answer or step:
            if wanted is not None:
                player, spot, amount = wanted
                mine = sum(put for (bet, who), put in lying.items()
                           if who == player and bet.partition("/")[2] == spot)
                verdict.hold(SPOTS[spot].bet, mine, amount, at)
            if doubled:
                verdict.hold("4-2", of(lying, doubled),
                             {bet: 2 * put for bet, put in of(before, doubled).items()}, at)
            if repeated:
                last = round.before.get("last", {}).get(repeated, {})
                verdict.hold("4-2", {bet.partition("/")[2]: put for bet, put
                                     in of(lying, repeated).items()}, last, at)
            if emptied:
                verdict.hold("4-2", of(lying, emptied), {}, at)
            wanted, doubled, repeated, emptied = None, "", "", ""
        act, player = answer.get("act"), answer.get("player", "")
        if act in ("bet", "clear"):
            wanted = (player, answer["seat"], answer.get("amount", 0))
        elif act == "double":
            doubled, before = player, dict(lying)  # ir/121
        elif act == "repeat":
            repeated = player  # ir/121
        elif act in ("clear-all", "leave"):
            emptied = player  # ir/151, ir/152
    bets = {key: amount for key, amount in lying.items() if amount}
    for (bet, _), amount in bets.items():
        spot = bet.partition("/")[2]
        low, high, unit = limits(round.table, spot)
        verdict.hold(SPOTS[spot].bet, low <= amount <= high and amount % unit == 0, True, end)
    if most := round.table["rules"].get("exposure"):  # ir/123
        worst = max(sum(put * times(bet.partition("/")[2], dice, other_reading(round))
                        for (bet, _), put in bets.items()) for dice in ALL_THROWS)
        verdict.hold("7", worst <= most, True, end)
    return bets


def of(lying: dict[tuple[str, str], int], player: str) -> dict[str, int]:
    """The bets of one player."""
    return {bet: put for (bet, who), put in lying.items() if who == player and put}


def judge_course(round: Round, verdict: Judge, opened: int, dice: tuple[int, ...]) -> None:
    """What the croupier does, in the order of rules 4, 5 and 11."""
    begun = max((at for at, event in enumerate(round.events) if "incident" in event), default=-1)

    def first(kind: str, field: str = "", value: str = "") -> int:
        return next((at for at, step in round.steps(kind)
                     if at > begun and (not field or step.get(field) == value)), -1)

    cover, lever = first("handle", "what", "cover-dome"), first("handle", "what", "press-lever")
    real = round.table["attended"]
    fall, light = lever if real else first("cover"), first("handle", "what", "light")
    asked, bell = first("listen"), first("handle", "what", "bell")
    call, lift = first("call", "call", "no-more-bets"), first("handle", "what", "lift-dome")
    zones, over = first("handle", "what", "light-zones"), first("handle", "what", "play-over")
    listens = [at for at, _ in round.steps("listen")]
    moves = [at for at, step in round.steps("move") if at > opened]

    verdict.hold("4", -1 < cover < lever <= fall < asked, True, lever)
    verdict.hold("4", round.events[lever]["step"].get("facts"), {"times": 3}, lever)
    thrown = round.events[opened if real else fall]["step"]
    verdict.hold("1", [*thrown.get("sides", ()), thrown.get("first")], [6, 6, 6, 1], fall)
    verdict.hold("4-2", fall < light < asked, True, light)
    verdict.hold("5", max(listens) < bell, True, bell)
    verdict.hold("5-2", bell < call, True, call)
    verdict.hold("5-3", call < lift < opened, True, lift)
    if "fell" in round.events[fall]:
        verdict.hold("5-6", tuple(round.events[fall]["fell"]), dice, opened)
    total = sum(dice)
    size = "alike" if len(set(dice)) == 1 else "small" if total <= 10 else "big"
    announced = first("call", "call", f"result-{size}")
    verdict.hold("5-4", opened < announced < zones, True, announced)
    if announced >= 0:
        verdict.hold("5-4", round.events[announced]["step"].get("facts"),
                     {"dice": "-".join(map(str, dice)), "total": total}, announced)
    lit = round.events[zones]["step"].get("facts", {}).get("spots", [])
    verdict.hold("5-5", sorted(lit), sorted(spot for spot in SPOTS if times(spot, dice)), zones)
    verdict.hold("11", max([zones, *moves]) < over, True, over)
    # ir/150: bets that lost are collected before a prize is paid.
    kinds = [round.events[at]["step"]["kind"] for at in moves]
    if "collect" in kinds and "pay" in kinds:
        verdict.hold("11", "collect" in kinds[kinds.index("pay"):], False, over)
    covers = [at for at, step in round.steps("handle")
              if step["what"] == "cover-dome" and at > begun]
    verdict.hold("11-2", covers, [cover], over)


def judge_money(round: Round, verdict: Judge, opened: int, dice: tuple[int, ...],
                lying: dict[tuple[str, str], int]) -> None:
    """Which bets win and lose, and what is collected, paid and given back."""
    moved: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    laws: dict[tuple[str, str], str] = {}
    paid: list[int] = []
    won: dict[int, int] = defaultdict(int)
    for at, step in round.steps("move"):
        if at > opened:
            moved[step["bet"], step["player"]].append((step["kind"], step["amount"]))
            if step["kind"] == "pay":
                laws[step["bet"], step["player"]] = step["law"].removeprefix(f"{SECTION}/")
                paid.append(int(step["bet"].partition("/")[0]))
    verdict.hold("8", sorted(moved), sorted(lying), opened)
    for (bet, player), stake in lying.items():
        found = moved[bet, player]
        place, _, spot = bet.partition("/")
        rules, odds = SPOTS[spot], times(spot, dice, other_reading(round))
        kinds = [kind for kind, _ in found]
        verdict.hold(f"8 {rules.bet}", kinds, ["pay", "return"] if odds else ["collect"], opened)
        if spot in ("small", "big") and len(set(dice)) == 1:
            verdict.hold("9", found, [("collect", stake)], opened)
        if odds:
            prize = rules.prize if not rules.prize.startswith("8.h.") else f"{rules.prize} 8.h"
            verdict.hold(prize, (dict(found).get("pay"), laws.get((bet, player))),
                         (stake * odds, rules.prize), opened)
            verdict.hold("10", dict(found).get("return"), stake, opened)
            won[int(place)] += stake * odds
        else:
            verdict.hold(rules.bet, found, [("collect", stake)], opened)
    # ir/150: from the first place on, all prizes of a player together, their sum announced.
    verdict.hold("11", paid, sorted(paid), opened)
    called = [(int(step["seat"]), step["facts"]["amount"]) for at, step in round.steps("call")
              if at > opened and step["call"] == "pays"]
    verdict.hold("11", called, sorted(won.items()), opened)
