"""Banca francesa of Portaria 217/2007, judged from the published text.

Three dice are thrown until they show 3 (aces), 5 to 7 (small) or 14 to 16 (big): one of these wins,
the others lose (9). Chips on a line count for half (10, 11). What lost is collected first, the aces
before all (12, 15); aces win 61 times the bet, small and big once (13), and the stake stays its
owner's (14).
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import NamedTuple

from judging import Json, Judge, Round

SECTION = "pt-217-2007/banca-francesa"
RULES = (
    "2.a", "4-2", "5", "5-2", "6", "7.a", "7.c", "9", "9.a", "9.b", "9.c", "10", "10.a", "10.b",
    "11", "11-2", "11-3", "12", "13", "13.a", "13.b", "13.c", "14", "15", "16",
    "17", "17.a", "17.b", "18",
)
NOT_JUDGED: dict[str, str] = {}
READINGS = ("line_counts", "other_sums")

TEN_EUROS = 1000
SETS, DICE, SIDES = 3, 3, 6


class Spot(NamedTuple):
    """A place on the cloth for bets: the chance that it is a bet on, its rule and its limits'."""

    chance: str
    bet: str
    limit: str


SPOTS = {
    "aces": Spot("aces", "9.a", "17.a"),
    "small": Spot("small", "9.b", "17.b"),
    "big": Spot("big", "9.c", "17.b"),
    "line/small": Spot("small", "10.a", "11-2"),
    "line/big": Spot("big", "10.b", "11-2"),
}
SUMS = {3: "aces", 5: "small", 6: "small", 7: "small", 14: "big", 15: "big", 16: "big"}
CHANCES = {"aces": ("9.a", "13.a", 61), "small": ("9.b", "13.b", 1), "big": ("9.c", "13.c", 1)}
"""The rule of a chance, the rule of its prize, and how many times the bet that is."""
COLLECTED = ("aces", "small", "line/small", "big", "line/big")
"""The order in which what lost is collected (12, ir/158)."""


def reading(table: Json, name: str) -> object:
    """The reading that a table names for an option; None for the usual one."""
    return (table["rules"].get("readings") or {}).get(name)


def limits(table: Json, spot: str) -> tuple[int, int]:
    """The least and the greatest value of the chips on a spot (11-2, 17, ir/159)."""
    if spot == "aces":
        own = table["rules"].get("aces") or {}
        low = own.get("minimum") or table["minimum"]
        return low, own.get("maximum") or min(6 * low, table["maximum"])
    own = table["rules"].get("simple") or {}
    low, high = own.get("minimum") or table["minimum"], own.get("maximum") or table["maximum"]
    if not spot.startswith("line/"):
        return low, high
    # ir/157: where only multiples of 10 euros count, the least that counts is one of them.
    tens = reading(table, "line_counts") == "only-tens"
    return max(2 * low, TEN_EUROS if tens else 0), 2 * high


def in_play(table: Json, spot: str, chips: int) -> int:
    """What chips put at stake: on a line half of the greatest value that counts, which is one of
    the two limits or a multiple of 10 euros between them (11, 11-3, ir/157)."""
    if not spot.startswith("line/"):
        return chips
    low, high = limits(table, spot)
    if reading(table, "line_counts") == "only-tens":
        return chips // TEN_EUROS * TEN_EUROS // 2
    counts = high if chips >= high else max(low, chips // TEN_EUROS * TEN_EUROS)
    return counts // 2


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    judge_offers(round, verdict)
    judge_reports(round, verdict)
    closed = next((at for at, step in round.steps("call") if step["call"] == "no-more-bets"),
                  len(round.events))
    lying = judge_betting(round, verdict, closed)
    judge_throws(round, verdict, closed, lying)


def judge_offers(round: Round, verdict: Judge) -> None:
    """The chances and the two lines are offered, with their limits and no other spot."""
    for at, menu in round.steps("menu"):
        offered = []
        for offer in menu["offers"]:
            if offer["act"] != "bet":
                continue
            for spot in offer.get("seats") or [offer["seat"]]:
                offered.append(spot)
                rules, (low, high) = SPOTS[spot], limits(round.table, spot)
                found = (offer.get("low", 0), offer.get("high", 0), offer.get("unit", 1))
                verdict.hold(f"{rules.bet} {rules.limit}", found,
                             (low, high, round.table["unit"]), at)
                verdict.hold(rules.bet, offer["law"], f"{SECTION}/{rules.bet}", at)
                verdict.hold(rules.limit, offer["limit_law"], f"{SECTION}/{rules.limit}", at)
                if not spot.startswith("line/"):
                    most = 6 if spot == "aces" else 200
                    verdict.hold(f"17 {rules.limit}", found[1] <= most * found[0], True, at)
        verdict.hold("9 10", sorted(offered), sorted(SPOTS), at)


def judge_reports(round: Round, verdict: Judge) -> None:
    """The case with its sets (2.a), the hour (4-2, 18) and suspected dice (5, 6)."""
    for at, step in round.steps("handle"):
        if step["what"] == "show-case":
            verdict.hold("2.a", step.get("facts"), {"sets": SETS}, at)
    for at, event in enumerate(round.events):
        if not (incident := event.get("incident")) or event.get("step"):
            continue
        done = []
        for later in round.events[at + 1:]:
            step = later.get("step") or {}
            if step.get("step") not in ("handle", "call"):
                break
            done.append((step.get("what") or step.get("call"), step.get("facts", {})))
        names = [name for name, _ in done]
        match incident["kind"]:
            case "hour":
                # ir/162: the dice and their thrower are changed together.
                verdict.hold("4-2", "next-set" in names, True, at)
                verdict.hold("18", "relieve-thrower" in names, True, at)
            case "suspicion" | "complaint":
                verdict.hold("5", names[:1], ["seize-set"], at)
                verdict.hold("5-2", done[1:2], [("seal-set", {"witnesses": 2})], at)
                verdict.hold("5", names[2:3], ["next-set"], at)  # ir/160
                verdict.hold("6", "cost" in names, incident["kind"] == "complaint", at)


def of(lying: dict[tuple[str, str], int], player: str) -> dict[str, int]:
    """The chips of one player by spot."""
    return {bet.partition("/")[2]: put for (bet, who), put in lying.items()
            if who == player and put}


def judge_betting(round: Round, verdict: Judge, end: int) -> dict[tuple[str, str], int]:
    """What lies when bets are closed: ``(bet, player)`` and the chips. Until then a bet may be
    made, changed and taken back (ir/152), and one act lays the last bets or doubles (ir/121)."""
    lying: dict[tuple[str, str], int] = defaultdict(int)
    wanted: tuple[str, dict[str, int]] | None = None
    for at, event in enumerate(round.events[:end + 1]):
        step, answer = event.get("step") or {}, event.get("answer") or {}
        if step.get("step") == "move":
            verdict.hold("9", step["kind"] in ("stake", "return"), True, at)
            amount = step["amount"] if step["kind"] == "stake" else -step["amount"]
            lying[step["bet"], step["player"]] += amount
            if step["kind"] == "stake":
                rule = SPOTS[step["bet"].partition("/")[2]].bet
                verdict.hold(rule, step["law"], f"{SECTION}/{rule}", at)
            continue
        if wanted is not None:
            verdict.hold("9", of(lying, wanted[0]), wanted[1], at)
            wanted = None
        if not (player := answer.get("player", "")):
            continue
        mine, spot = of(lying, player), answer.get("seat", "")
        match answer.get("act"):
            case "bet":
                wanted = player, mine | {spot: answer["amount"]}
            case "clear":
                wanted = player, {name: put for name, put in mine.items() if name != spot}
            case "clear-all" | "leave":
                wanted = player, {}
            case "double":
                wanted = player, {name: 2 * put for name, put in mine.items()}
            case "repeat":
                wanted = player, round.before["last"][player]
    bets = {key: chips for key, chips in lying.items() if chips}
    for (bet, _), chips in bets.items():
        spot = bet.partition("/")[2]
        low, high = limits(round.table, spot)
        verdict.hold(f"{SPOTS[spot].bet} {SPOTS[spot].limit}",
                     low <= chips <= high and chips % round.table["unit"] == 0, True, end)
    if most := round.table["rules"].get("exposure"):  # ir/123
        for chance, (rule, _, odds) in CHANCES.items():
            cost = sum(odds * in_play(round.table, bet.partition("/")[2], chips)
                       for (bet, _), chips in bets.items()
                       if SPOTS[bet.partition("/")[2]].chance == chance)
            verdict.hold(rule, cost <= most, True, end)
    return bets


def judge_throws(round: Round, verdict: Judge, closed: int,
                 lying: dict[tuple[str, str], int]) -> None:
    """The dice are thrown until one of the three chances falls."""
    throws = [at for at, step in round.steps("throw")]
    listens = [at for at, step in round.steps("listen", "menu")]
    lifted = [at for at, step in round.steps("handle") if step["what"] == "lift-dice"]
    verdict.hold("7.a", [at for at in listens if at > closed], [], closed)
    verdict.hold("7.a", [at for at in throws if at < closed], [], closed)
    for at, after in pairwise([*throws, len(round.events)]):
        event = round.events[at]
        step = event["step"]
        if (dice := event.get("fell")) is None or event.get("incident"):
            return
        verdict.hold("7.a", (len(step["sides"]), set(step["sides"]), step.get("first"), len(dice)),
                     (DICE, {SIDES}, 1, DICE), at)
        verdict.hold("7.a", all(1 <= pips <= SIDES for pips in dice), True, at)
        chance = SUMS.get(sum(dice))
        called = [(place, call) for place, call in round.steps("call") if at < place < after]
        rule = CHANCES[chance][0] if chance else "9"
        # ir/133: other sums decide nothing and the dice are thrown again, or all bets lose.
        decides = chance is not None or reading(round.table, "other_sums") == "lose"
        announced = {"call": f"chance-{chance}" if chance else
                     "no-chance" if decides else "undecided",
                "facts": {"dice": "-".join(map(str, dice)), "total": sum(dice)}}
        first = called[0] if called else (at, {})
        verdict.hold(rule, {key: first[1].get(key) for key in announced}, announced, at)
        lifts = [place for place in lifted if at < place < after]
        verdict.hold("7.c", len(lifts) == 1 and first[0] < lifts[0], True, at)
        verdict.hold("9", (after < len(round.events)), not decides, at)
        if not decides:
            verdict.hold("9", [place for place, _ in round.steps("move") if at < place < after],
                         [], at)
        else:
            judge_money(round, verdict, at, chance or "", lying)


def judge_money(round: Round, verdict: Judge, thrown: int, chance: str,
                lying: dict[tuple[str, str], int]) -> None:
    """What is collected, paid and given back, and in which order."""
    moves = [(at, step) for at, step in round.steps("move") if at > thrown]
    moved: dict[tuple[str, str], list[tuple[str, int, str]]] = defaultdict(list)
    for _, step in moves:
        moved[step["bet"], step["player"]].append(
            (step["kind"], step["amount"], step["law"].removeprefix(f"{SECTION}/")))
    _, prize, odds = CHANCES.get(chance, ("", "", 0))
    verdict.hold("13", sorted(moved), sorted(lying), thrown)
    won: dict[int, int] = defaultdict(int)
    for (bet, player), chips in lying.items():
        place, _, spot = bet.partition("/")
        stake, spots = in_play(round.table, spot, chips), SPOTS[spot]
        found, spare = moved[bet, player], chips - in_play(round.table, spot, chips)
        wins = spots.chance == chance
        expected = [("return", spare, "11")] if spare else []
        if wins:
            expected += [("pay", stake * odds, prize), ("return", stake, "14")]
            won[int(place)] += stake * odds
        else:
            expected += [("collect", stake, "12")]
        verdict.hold(spots.bet, found, expected, thrown)
        verdict.hold(CHANCES[spots.chance][0], any(kind == "pay" for kind, _, _ in found), wins,
                     thrown)
        if spot.startswith("line/"):
            verdict.hold("10 11 11-3", found[:1], expected[:1], thrown)
        if wins:
            verdict.hold(f"13 {prize}", [part for part in found if part[0] == "pay"],
                         [("pay", stake * odds, prize)], thrown)
            verdict.hold("14", found[-1:], [("return", stake, "14")], thrown)
    judge_order(round, verdict, thrown, chance, won)


def judge_order(round: Round, verdict: Judge, thrown: int, chance: str,
                won: dict[int, int]) -> None:
    """Aces are collected first, then the other chance and its line, each from the last place to the
    first; prizes are paid after that, from the first place on (12, 15, ir/158)."""
    collected, paid, kinds = [], [], []
    for at, step in round.steps("move"):
        if at < thrown:
            continue
        place, _, spot = step["bet"].partition("/")
        kinds.append(step["kind"])
        if step["kind"] == "collect":
            collected.append((COLLECTED.index(spot), -int(place)))
        elif step["kind"] == "pay":
            paid.append(int(place))
    if collected:
        verdict.hold("12", collected, sorted(collected), thrown)
    if paid:
        verdict.hold("15", "collect" in kinds[kinds.index("pay"):], False, thrown)
        verdict.hold("15", paid, sorted(paid), thrown)
        ribbon = [step["what"] for at, step in round.steps("handle")
                  if at > thrown and step["what"].startswith("pay-")]
        verdict.hold("16" if chance == "aces" else "15", ribbon,
                     ["pay-ribbon" if chance == "aces" else "pay-prizes"], thrown)
    called = [(int(step["seat"]), step["facts"]["amount"]) for at, step in round.steps("call")
              if at > thrown and step["call"] == "pays"]
    verdict.hold("13", called, sorted(won.items()), thrown)
