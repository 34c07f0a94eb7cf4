"""Craps of Portaria 217/2007, judged from the published text.

A player throws two of five dice (4, 5). Line bets wait for the point or a seven, come bets for
their number; both are locked from their first throw on (10.9), odds beside them are not (11.1).
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, product
from math import lcm
from typing import NamedTuple

from judging import Json, Judge, Round
from judging_craps import CHANCES, GROUPS, LIMITED, LINES, ODDS, POINTS, RATIOS, SEVEN, SPOTS

SECTION = "pt-217-2007/craps"
RULES = (
    "2", "3", "4", "5", "5-2", "7", "7.a", "7.a-2", "7.b", "8", "8.a", "8.b", "9", "9.a", "9.b",
    "9.c", "10", "10.1", "10.1-2", "10.2", "10.2-2", "10.2-3", "10.3", "10.3-2", "10.3-3",
    "10.4", "10.4-2", "10.4-3", "10.4-4", "10.5", "10.6", "10.7", "10.8", "10.9", "10.9-2",
    "11", "11.1", "11.1-3", "11.1-4", "11.1-5", "11.1.pay-6-8", "11.1.pay-5-9", "11.1.pay-4-10",
    "11.2", "11.3", "11.3-2", "11.4", "11.5", "11.6", "11.7", "11.8", "12", "12.1",
    "12.1.pay-6-8", "12.1.pay-5-9", "12.1.pay-4-10", "12.2", "12.2.pay-6-8", "12.2.pay-5-9",
    "12.2.pay-4-10", "12.3", "13", "13.1", "13.2", "13.3", "13.3.a", "13.3.b", "13.3.b-2",
)
NOT_JUDGED: dict[str, str] = {}
READINGS = ("seven_passes", "after_seven", "free_bets")
DICE, NO_LIMIT = 5, 10**12
WORDS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
         "twelve")
PAIRS = [f"{one}-{other}" for one, other in combinations(range(1, DICE + 1), 2)]  # of dice
POINT_CALLS = ("point-set", "point-continues", "point-made", "no-point", "seven-out")
ALL_THROWS = list(product(range(1, 7), repeat=2))
Dice = tuple[int, int]
Bets = dict[tuple[str, str], int]  # the bet (``PLACE/SPOT``) and its owner, and the sum


class Outcome(NamedTuple):
    """What a throw does to a bet: "win", "lose", "void" (neither), "move" (to the box of the number
    thrown) or "stay"; the rule that says so; the rule and the ratio of the prize."""

    does: str
    rule: str
    prize: str = ""
    times: tuple[int, int] = (0, 1)


def outcome(spot: str, dice: Dice, point: int, rules: Json) -> Outcome:
    """What the dice do to a bet while this point stands (0: none)."""
    total = sum(dice)
    if spot in CHANCES:
        chance = CHANCES[spot]
        # ir/182: the pair wins, and its total thrown otherwise loses.
        if total in chance.wins and (not spot.startswith("hard/") or dice[0] == dice[1]):
            times = (2, 1) if spot == "field" and total in (2, 12) else chance.times
            return Outcome("win", chance.rule, chance.prize, times)
        return Outcome("lose" if total in chance.loses else "stay", chance.rule)
    if spot in ODDS:
        # 11.1-5: decided as the bet that they accompany.
        does = outcome(base := spot.removeprefix("odds/"), dice, point, rules).does
        return Outcome(does, "11.1-5", *odds_prize(base, point, rules))
    kind, _, box = spot.partition("/")
    number = int(box) if box else 0 if kind.endswith("come") else point
    return line(kind, total, number, rules["bar"])


def line(kind: str, total: int, number: int, bar: int) -> Outcome:
    """A line or a come bet, which waits for its number or has its first throw (0)."""
    against = kind.startswith("dont-")
    if number:
        rule = {"pass": "10.1-2", "dont-pass": "10.2-2", "come": "10.3-3",
                "dont-come": "10.4-4"}[kind]
        if total not in (SEVEN, number):
            return Outcome("stay", rule)
        won = (total == SEVEN) == against
    else:  # the first throw
        rule = {"pass": "10.1", "dont-pass": "10.2", "come": "10.3-2", "dont-come": "10.4-2"}[kind]
        if total in POINTS:
            return Outcome("move" if kind.endswith("come") else "stay", waits(kind))
        if against and total == bar:
            # ir/136: the bar is void on both bets.
            return Outcome("void", "10.2-3" if kind == "dont-pass" else rule)
        won = (total in (7, 11)) != against
    return Outcome("win", rule, "9.a", (1, 1)) if won else Outcome("lose", rule)


def odds_prize(base: str, point: int, rules: Json) -> tuple[str, tuple[int, int]]:
    """The rule of the prize of odds beside a bet, and its ratio."""
    kind, _, box = base.partition("/")
    if (group := GROUPS.get(int(box or point), "")) == "":
        return "", (0, 1)
    won, staked = RATIOS["odds"][group]
    if kind.startswith("dont-") and not rules["literal_odds"]:
        return "ir/135", (staked, won)
    return f"11.1.pay-{group}", (won, staked)


def locked(spot: str, point: int) -> str:
    """The rule that forbids taking a bet back, if one does (10.9, 10.9-2, ir/178)."""
    if spot in ("pass", "dont-pass"):
        return "10.9" if point else ""
    return "10.9-2" if spot.startswith(("come/", "dont-come/")) else ""


def limits(round: Round, mine: dict[str, int], spot: str) -> tuple[int, int, int]:
    """The least and the greatest bet and its step: those of the house for a chance, or those of the
    table (ir/176). Boxes go in multiples of their minimum, which pays in whole cents (12.3,
    ir/173). The limits of odds depend on the bet of the player that they accompany."""
    table = round.table
    if spot in ODDS:
        return odds_limits(table, mine, spot.removeprefix("odds/"), point_of(round))
    own = table["rules"].get(CHANCES[spot].option if spot in CHANCES else "line") or {}
    low, high = own.get("minimum") or table["minimum"], own.get("maximum") or table["maximum"]
    if not spot.startswith(("place/", "lay/")):
        return low, high, table["unit"]
    step = lcm(table["unit"], CHANCES[spot].times[1])
    if not own.get("minimum"):
        low = -(-low // step) * step
    return low, high // low * low, low


def odds_limits(table: Json, mine: dict[str, int], base: str, point: int) -> tuple[int, int, int]:
    """The limits of odds beside a bet (11.1-3): they do not exceed it, nor win more than the
    maximum of the house (ir/172), and go in steps that pay in whole cents (ir/173, ir/176)."""
    own, most = table["rules"].get("odds") or {}, table["rules"].get("most_prize")
    _, (won, staked) = odds_prize(base, point, table["rules"])
    if not locked(base, point) or base not in mine:
        return 1, 0, 1
    step = lcm(table["unit"], staked)
    low = -(-(own.get("minimum") or step) // step) * step
    high = min(mine[base], own.get("maximum") or table["maximum"])
    if most:
        high = min(high, most * staked // won)
    return low, high // step * step, step


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    closed = next((at for at, event in enumerate(round.events) if closes(event)),
                  len(round.events))
    lying = judge_betting(round, verdict, closed)
    judge_limits(round, verdict, closed, lying)
    if closed == len(round.events):
        return
    judge_thrower(round, verdict, closed, lying)
    for at, _ in round.steps("throw"):
        if fell := round.events[at].get("fell"):
            dice: Dice = fell[0], fell[1]
            verdict.hold("4", len(fell) == 2 and dice in ALL_THROWS, True, at)
            judge_announced(round, verdict, at, dice, lying)
            judge_money(round, verdict, at, dice, lying)
            judge_after(round, verdict, at, dice, lying)


def closes(event: Json) -> bool:
    """Whether the bets are closed with this event: the dice are given out (ir/167)."""
    step = event.get("step") or {}
    return (step.get("what") == "offer-dice" or "-shooter-" in step.get("call", "")
            or step.get("call") == "dice-pass")


def reading(round: Round, name: str) -> object:
    """The reading that a table names for an option; None for the usual one."""
    return (round.table["rules"].get("readings") or {}).get(name)


def lost_dice(round: Round) -> str:
    """The player who has just lost the dice with a seven (8.b); "" for nobody."""
    last = int(round.before.get("shooter") or 0)
    seven = round.before.get("passes", True) and list(round.before.get("results", ()))[:1] == ["7"]
    return str(round.before["seats"][last - 1]) if seven and last else ""


def seven_passes(round: Round, dice: Dice, lying: Bets) -> bool:
    """Whether the dice pass with a seven after the first throw (8.b): by the other reading of
    ir/374 only where it takes a bet on the pass line."""
    takes = any(bet.partition("/")[2] == "pass" for bet, _ in lying)
    return bool(point_of(round)) and sum(dice) == SEVEN and (
        takes or reading(round, "seven_passes") != "takes-pass-bets")


def point_of(round: Round) -> int:
    """The point that stands when a round begins; 0 before the first throw of a series."""
    return int(round.before.get("state") or 0)


def of(bets: Bets, player: str) -> dict[str, int]:
    """The bets of one player by spot."""
    return {bet.partition("/")[2]: put for (bet, who), put in bets.items() if who == player and put}


def over(round: Round) -> bool:
    """Whether the last play has ended (ir/174)."""
    return round.before.get("closing") == "over"


def judge_betting(round: Round, verdict: Judge, closed: int) -> Bets:
    """What lies when the dice are given out. Until then a bet that is not locked may be made,
    changed and taken back (ir/166), and one act doubles bets or lays the last ones (ir/121)."""
    point, lying = point_of(round), defaultdict[tuple[str, str], int](int)
    waiting = {(bet, player): put for bet, player, put in round.before.get("held", [])}
    menu, wanted = list[Json](), dict[str, dict[str, int]]()
    for at, event in enumerate(round.events[:closed + 1]):
        step, answer = event.get("step") or {}, event.get("answer") or {}
        if step.get("step") == "move":
            judge_move(verdict, at, step, point)
            amount = step["amount"] if step["kind"] in ("stake", "resume") else -step["amount"]
            lying[step["bet"], step["player"]] += amount
            continue
        for player, bets in wanted.items():
            verdict.hold("9", of(lying, player), bets, at)
        wanted = {}
        if step.get("step") == "menu":
            menu = step["offers"]
        elif step.get("step") == "listen" and at < closed:
            # ir/165: what no throw has decided stays on the table.
            for key in waiting:
                verdict.hold(waits(key[0].partition("/")[2]), lying.get(key), waiting[key], at)
            waiting = {}
            for _, players in step.get("menus", []):
                for player in players:
                    judge_offers(round, verdict, at, (menu, step["offers"]), player, lying)
        if (event.get("incident") or {}).get("kind") == "last-play" and not step:
            call = (round.events[at + 1].get("step") or {}) if at + 1 < len(round.events) else {}
            verdict.hold("13.3 13.3.b", call.get("call"), "last-play", at)
            verdict.hold("13.3.b-2", call.get("facts"), {"minutes": 5}, at)
        if not (player := answer.get("player", "")):
            continue
        mine, spot = of(lying, player), answer.get("seat", "")
        match answer.get("act"):
            case "bet":
                wanted[player] = mine | {spot: answer["amount"]}
            case "clear":
                wanted[player] = {name: put for name, put in mine.items() if name != spot}
            case "clear-all" | "leave":
                wanted[player] = {name: put for name, put in mine.items() if locked(name, point)}
            case "double":
                wanted[player] = {name: put if locked(name, point) else 2 * put
                                  for name, put in mine.items()}
            case "repeat":
                wanted[player] = mine | round.before["last"][player]
    return {key: put for key, put in lying.items() if put}


def waits(spot: str) -> str:
    """The rule by which a bet waits for another throw."""
    return CHANCES[spot].rule if spot in CHANCES else {
        "pass": "10.1-2", "dont-pass": "10.2-2", "come": "10.3-3", "dont-come": "10.4-3",
        "odds": "11.1-5"}[spot.partition("/")[0]]


def judge_move(verdict: Judge, at: int, step: Json, point: int) -> None:
    """One sum that is laid or goes back while bets are made."""
    spot, kind = step["bet"].partition("/")[2], step["kind"]
    if rule := locked(spot, point):
        verdict.hold(rule, kind, "resume", at)
        return
    verdict.hold("9", kind in ("stake", "return", "resume"), True, at)
    if kind == "stake":
        verdict.hold(SPOTS[spot], step["law"], f"{SECTION}/{SPOTS[spot]}", at)
        if spot in LINES:
            verdict.hold(SPOTS[spot], bool(point), spot.endswith("come"), at)  # ir/139
    elif kind == "return" and spot in ODDS:
        verdict.hold("11.1-4", step["law"], f"{SECTION}/11.1-4", at)


def judge_offers(round: Round, verdict: Judge, at: int, offers: tuple[list[Json], list[Json]],
                 player: str, lying: Bets) -> None:
    """What a player may bet and take back, and between which limits."""
    point, mine = point_of(round), of(lying, player)
    found: dict[str, dict[str, Json]] = {"bet": {}, "clear": {}, "leave": {}}
    barred: set[tuple[str, str]] = set()
    for offer in [*offers[0], *offers[1]]:
        if offer["act"] in found and offer.get("player", player) == player:
            for spot in offer.get("seats") or [offer["seat"]]:
                found[offer["act"]][spot] = offer
                if player in offer.get("barred", []):
                    barred.add((offer["act"], spot))
    bets, clears, leaves = ({spot: offer for spot, offer in found[act].items()
                             if (act, spot) not in barred} for act in ("bet", "clear", "leave"))
    # ir/175: nobody leaves while one of their bets is locked.
    for rule in {locked(spot, point) for spot in mine} - {""}:
        verdict.hold(rule, leaves, {}, at)
    verdict.hold("9", set(bets) <= set(SPOTS), True, at)
    for spot in mine:
        rule = locked(spot, point)
        named = rule or ("11.1-4" if spot in ODDS else SPOTS[spot])
        verdict.hold(named, spot in clears, not rule, at)  # ir/166
    for spot, rule in SPOTS.items():
        named = LIMITED.get(rule, rule)
        low, high, unit = limits(round, mine, spot)
        if spot in LINES and bool(point) != spot.endswith("come"):
            high = 0  # ir/139, 10.3, 10.4
        if over(round):
            high, named = 0, f"{named} 13.3.b"  # ir/174
        if low <= high:
            fits = max(room(round, lying, player, spot), mine.get(spot, 0))  # ir/123: it may stay
            high = min(high, fits // unit * unit)
        offer = bets.get(spot, {})
        opened = bool(offer.get("low"))  # an offer that leaves room for no sum names none
        verdict.hold(f"{named} {rule.partition('.')[0]} 9", opened, low <= high, at)
        if opened and low <= high:
            verdict.hold(named, (offer["low"], offer.get("high", 0), offer.get("unit", 1)),
                         (low, high, unit), at)
            verdict.hold(rule, offer["law"], f"{SECTION}/{rule}", at)


def room(round: Round, lying: Bets, player: str, spot: str) -> int:
    """The greatest bet with which no throw that wins it costs the bank more than its limit
    (ir/123)."""
    rules, point = round.table["rules"], point_of(round)
    most, found = rules.get("exposure") or NO_LIMIT, NO_LIMIT
    for dice in ALL_THROWS if most < NO_LIMIT else ():
        result, cost = outcome(spot, dice, point, rules), 0
        if result.does == "win":
            for (bet, who), put in lying.items():
                other = outcome(name := bet.partition("/")[2], dice, point, rules)
                if other.does == "win" and (who, name) != (player, spot):
                    cost += put * other.times[0] // other.times[1]
            found = min(found, (most - cost) * result.times[1] // result.times[0])
    return found


def judge_limits(round: Round, verdict: Judge, closed: int, lying: Bets) -> None:
    """Each bet lies between its limits when the dice are given out."""
    for (bet, player), put in lying.items():
        spot = bet.partition("/")[2]
        rules = locked(spot, point_of(round)) or LIMITED.get(SPOTS[spot], SPOTS[spot])
        low, high, unit = limits(round, of(lying, player), spot)
        verdict.hold(rules, low <= put <= high and put % unit == 0, True, closed)


def in_turn(places: set[int], last: int) -> list[int]:
    """These places, from the one after the last thrower's on (ir/168)."""
    return sorted(places, key=lambda place: (place <= last, place))


def judge_thrower(round: Round, verdict: Judge, closed: int, lying: Bets) -> None:
    """Who throws: the same player as before, or the first who wants to (5, 5-2, 8, ir/168)."""
    last, passed = int(round.before.get("shooter") or 0), round.before.get("passes", True)
    stayed = last > 0 and not any(at < closed and answer["act"] == "leave"
                                  and int(answer["seat"]) == last
                                  for at, answer in round.answers("act"))
    betting = {int(bet.partition("/")[0]) for bet, _ in lying}
    keeps = stayed and last in betting and not passed
    called = next((at for at, step in round.steps("call") if "-shooter-" in step["call"]), closed)
    done = [(step.get("what") or step["call"], step.get("facts"))
            for at, step in round.steps("handle", "call") if closed <= at < called]
    asked = [(at, step) for at, step in round.steps("listen") if closed < at < called]
    thrower, chosen = last, ""
    if keeps:
        verdict.hold("8", (done, asked), ([], []), closed)
    else:
        # 8.a, ir/179: dice pass from who has no bet left.
        gives = stayed and not passed
        verdict.hold("2 4 8 8.a" if gives else "2 4", done,
                     [("dice-pass", None)] * gives + [("offer-dice", {"dice": DICE})], closed)
        lines = {int(bet.partition("/")[0]) for bet, _ in lying if bet.partition("/")[2] == "pass"}
        order = in_turn(lines, last) + in_turn(betting - lines, last)
        if reading(round, "after_seven") == "last":  # ir/373
            gone = {int(bet.partition("/")[0]) for bet, player in lying
                    if player == lost_dice(round)}
            order.sort(key=lambda place: place in gone)
        thrower = order[0]  # ir/170: at a table for one nobody is asked.
        if not round.table.get("individual"):
            thrower, chosen = judge_asked(round, verdict, asked, order, bool(lines))
    # ir/170: the dice that the thrower has taken since they sat down; else the first two.
    owner = {int(bet.partition("/")[0]): player for bet, player in lying}.get(thrower)
    own = [answer for at, answer in round.answers("act")
           if at < closed and answer["player"] == owner]
    left = max((at for at, answer in enumerate(own) if answer["act"] == "leave"), default=-1)
    taken = [answer["seat"] for answer in own[left + 1:] if answer["act"] == "dice"]
    same = last and left < 0 and round.before["seats"][last - 1] == owner
    mine = round.before["dice"] if same else PAIRS[0]
    chosen = chosen or (taken or [mine])[-1]
    step, point = round.events[called].get("step") or {}, point_of(round)
    verdict.hold("13.3.a", (step.get("call"), step.get("facts")),
                 (f"{'same' if keeps else 'new'}-shooter-{'same' if point else 'new'}-point",
                  {"point": point, "english": WORDS[point]}), called)
    verdict.hold("5 8", step.get("seat"), str(thrower), called)
    judge_dice(round, verdict, called, thrower, chosen)


def judge_asked(round: Round, verdict: Judge, asked: list[tuple[int, Json]], order: list[int],
                lines: bool) -> tuple[int, str]:
    """Who takes the dice, and which. The last one who is asked cannot decline, and who says nothing
    has taken the first two (ir/169)."""
    for (at, step), place in zip(asked, order, strict=False):
        verdict.hold("5 5-2" if lines else "5", step["window"], f"dice:{place}", at)
        acts = {offer["act"]: offer for offer in step["offers"]}
        verdict.hold("5", "decline" in acts, place != order[-1], at)
        verdict.hold("4", sorted(acts["dice"]["seats"]), PAIRS, at)
        answer = round.events[at + 1].get("answer") or {}
        if answer.get("act") != "decline":
            verdict.hold("5", asked[-1][0], at, at)
            return place, answer.get("seat") or PAIRS[0]
    verdict.hold("5", len(asked), -1)
    return 0, ""


def judge_dice(round: Round, verdict: Judge, called: int, thrower: int, chosen: str) -> None:
    """Two of the five dice are thrown (4) that the stickman has checked (3); throws that do not
    count (7) are followed by another, with the bets as they lie (ir/118)."""
    checked, due = False, ""
    for at, event in enumerate(round.events[called:], called):
        step = event.get("step") or {}
        if step.get("what") == "check-dice":
            verdict.hold("3", step["seat"], str(thrower), at)
            verdict.hold("4", step["facts"], {"dice": chosen}, at)
            checked, due = True, event.get("word", "sound").replace("sound", "")
        elif step.get("what") == "replace-die":
            out, new, pair = step["facts"]["out"], step["facts"]["in"], chosen.split("-")
            # The die that the stickman has found bad, or one that jumped off the table.
            rule = "3" if step["law"] == f"{SECTION}/3" else "7.a-2"
            verdict.hold(rule, (out in pair, new in pair, new in "12345"), (True, False, True), at)
            verdict.hold(rule, due in (out, ""), True, at)
            chosen, due = "-".join(sorted({new, *pair} - {out})), ""
        elif step.get("what") == "look-at-die":
            follows = (round.events[at + 1].get("step") or {}).get("what") == "new-die"
            verdict.hold("7.a-2", follows, event.get("word") == "defective", at)
        elif step.get("step") == "throw":
            verdict.hold("4", (*step["sides"], step.get("first")), (6, 6, 1), at)
            verdict.hold("3", (checked, due), (True, ""), at)
            if "incident" in event:
                judge_null(round, verdict, at, event["incident"]["kind"])
                checked = False


def judge_null(round: Round, verdict: Judge, thrown: int, kind: str) -> None:
    """A throw that does not count."""
    rule = {"off-table": "7.a", "short": "7.b"}[kind]
    following = next((at for at, _ in round.steps("throw") if at > thrown), len(round.events))
    steps = [event["step"] for event in round.events[thrown + 1:following] if event.get("step")]
    names = [step.get("call") or step.get("what") or step["step"] for step in steps]
    verdict.hold(f"7 {rule} 13.3.a", names[:1], [f"null-{kind}"], thrown)
    verdict.hold(f"7 {rule}", {"move", "listen"} & set(names), set(), thrown)
    if kind == "off-table":
        verdict.hold("7.a-2", names[1:3], ["replace-die", "look-at-die"], thrown)


def next_point(point: int, total: int) -> int:
    """The point after a throw (10.1-2, 10.2-2)."""
    if not point:
        return total if total in POINTS else 0
    return 0 if total in (SEVEN, point) else point


def left_over(round: Round, dice: Dice, lying: Bets) -> Bets:
    """What the throw does not decide, with come bets on their numbers."""
    does = {key: outcome(key[0].partition("/")[2], dice, point_of(round),
                         round.table["rules"]).does for key in lying}
    return {(bet if does[bet, player] == "stay" else f"{bet}/{sum(dice)}", player): put
            for (bet, player), put in lying.items() if does[bet, player] in ("stay", "move")}


def freed(round: Round, dice: Dice, left: Bets) -> set[tuple[str, str]]:
    """The bets that go back as soon as the last series has ended, by the other reading of ir/377:
    those that are not locked, and no odds on a locked one."""
    ended = over(round) or not next_point(point_of(round), sum(dice))
    if not (last_play(round) and ended) or reading(round, "free_bets") != "back-at-once":
        return set()
    return {(bet, player) for bet, player in left
            if not locked(bet.partition("/")[2].removeprefix("odds/"), 0)}


def last_play(round: Round) -> bool:
    """Whether the last play has been announced."""
    return bool(round.before.get("closing")) or any(
        step["call"] == "last-play" for _, step in round.steps("call"))


def table_closes(round: Round, dice: Dice, left: Bets) -> bool:
    """Whether the last play has ended and no locked bet waits for its decision (ir/174)."""
    ended = over(round) or not next_point(point_of(round), sum(dice))
    return last_play(round) and ended and not any(
        locked(bet.partition("/")[2], 0) for bet, _ in left)


def judge_announced(round: Round, verdict: Judge, thrown: int, dice: Dice, lying: Bets) -> None:
    """What the stickman announces after a throw (13.3.a), and the marker on the point."""
    point, total = point_of(round), sum(dice)
    calls = {step["call"]: step.get("facts") for at, step in round.steps("call") if at > thrown}
    after = next_point(point, total)
    name = "point-set" if after else "no-point"
    if point:
        name = {SEVEN: "seven-out", point: "point-made"}.get(total, "point-continues")
    verdict.hold("13.3 13.3.a", calls.get("total"),
                 {"total": total, "english": WORDS[total], "dice": "-".join(map(str, dice))},
                 thrown)
    verdict.hold("13.3.a", {call: facts for call, facts in calls.items() if call in POINT_CALLS},
                 {name: {"point": point or after, "english": WORDS[point or after]}}, thrown)
    # ir/177: the chances on which bets lie.
    for key, does in (("won", "win"), ("lost", "lose")):
        named = set((calls.get("chances") or {}).get(key, "-").split(", ")) - {"-"}
        verdict.hold("13.3.a", named, {
            spot for spot in (bet.partition("/")[2] for bet, _ in lying)
            if outcome(spot, dice, point, round.table["rules"]).does == does}, thrown)
    marked = [(step["what"], step["facts"]["point"]) for at, step in round.steps("handle")
              if at > thrown and step["what"].startswith("marker-")]
    expected = [("marker-on", after)] if after and not point else []
    closing = table_closes(round, dice, left_over(round, dice, lying))
    if (point and not after) or (after and closing):
        expected += [("marker-off", point or after)]
    verdict.hold("10.1-2 10.2-2", marked, expected, thrown)
    # 8.b: the dice pass with a seven after the first throw.
    verdict.hold("8 8.b", "dice-pass" in calls, seven_passes(round, dice, lying), thrown)


def judge_money(round: Round, verdict: Judge, thrown: int, dice: Dice, lying: Bets) -> None:
    """Which bets win and lose, and what is collected, paid, given back and moved."""
    moved = defaultdict[tuple[str, str], list[tuple[str, int, str]]](list)
    waiting, into, won = Bets(), dict[str, str](), defaultdict[int, int](int)
    left = left_over(round, dice, lying)
    closing = table_closes(round, dice, left)
    stays = ("return", "13.3.b") if closing else ("hold", "ir/165")
    back = set() if closing else freed(round, dice, left)
    left = {key: put for key, put in left.items() if key not in back}
    for at, step in round.steps("move"):
        key, law = (step["bet"], step["player"]), step["law"].removeprefix(f"{SECTION}/")
        if at > thrown and (step["kind"], law) == stays:
            waiting[key] = waiting.get(key, 0) + step["amount"]
        elif at > thrown:
            moved[key].append((step["kind"], step["amount"], law))
            into[step["bet"]] = step.get("into", "")
    marks = [step["seat"] for at, step in round.steps("handle")
             if at > thrown and step["what"] == "mark-bet"]
    for (bet, player), put in lying.items():
        place, _, spot = bet.partition("/")
        found, expected = moved.pop((bet, player), []), list[tuple[str, int, str]]()
        result = outcome(spot, dice, point_of(round), round.table["rules"])
        rules = f"{result.rule} 11.1" if spot in ODDS else result.rule
        match result.does:
            case "win":
                prize = put * result.times[0] // result.times[1]
                won[int(place)] += prize
                expected = [("pay", prize, result.prize), ("return", put, "13.2")]
                # 9: a simple, a multiple or a mixed chance.
                kind = {"9.a": "9.a", "13.1": "9.c"}.get(result.prize, f"9.b {result.prize}")
                verdict.hold(kind.removesuffix(" ir/135"), found[:1], expected[:1], thrown)
                verdict.hold("13.2", found[1:], expected[1:], thrown)
            case "lose":
                expected = [("collect", put, result.rule)]
            case "void":
                expected = [("return", put, result.rule)]
            case "move":
                expected = [("travel", put, result.rule)]
                number = f"{bet}/{sum(dice)}"
                verdict.hold(result.rule, into.get(bet), number, thrown)
                if spot == "dont-come":
                    verdict.hold("10.4-3", marks.count(number), 1, thrown)
        if (bet, player) in back:
            expected = [("return", put, "13.3.b")]
        verdict.hold(rules, found, expected, thrown)
    verdict.hold("9", dict(moved), {}, thrown)
    for key in {*left, *waiting}:
        verdict.hold(waits(key[0].partition("/")[2]), waiting.get(key), left.get(key), thrown)
    called = [(int(step["seat"]), step["facts"]["amount"]) for at, step in round.steps("call")
              if at > thrown and step["call"] == "pays"]
    verdict.hold("13.3.a", sorted(called), sorted(won.items()), thrown)


def judge_after(round: Round, verdict: Judge, thrown: int, dice: Dice, lying: Bets) -> None:
    """What the table carries into the next round: the point, the bets, and whose the dice are."""
    if (after := round.after) is None:
        return
    left, point = left_over(round, dice, lying), next_point(point_of(round), sum(dice))
    closing = table_closes(round, dice, left)
    waiting = {(bet, player): put for bet, player, put in after.get("held", [])}
    back = freed(round, dice, left)
    left = {key: put for key, put in left.items() if key not in back}
    verdict.hold("10.1-2 10.2-2", after.get("state") or 0, 0 if closing else point, thrown)
    verdict.hold("9", waiting, {} if closing else left, thrown)
    if last_play(round):
        # ir/174: the series is the last one, and then everybody gets up.
        calls = [step["call"] for at, step in round.steps("call") if at > thrown]
        state = None if closing else "over" if over(round) or not point else "last"
        verdict.hold("13.3.b", ("table-closes" in calls, after.get("closing"),
                                any(after["seats"])), (closing, state, not closing), thrown)
    if not closing:
        verdict.hold("8 8.b", after.get("passes", True),
                     seven_passes(round, dice, lying), thrown)
