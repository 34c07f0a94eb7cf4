"""The cards and the money of ponto e banca and ponto e banca/Macau of Portaria 217/2007.

`judge_coup` judges a round whose bets a `Floor` has followed: the shoe (1 to 7), the deal (13), who
handles the cards (15, 16), faults (8, 14), and what is paid (17 to 20).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from judging import Json
from judging_ponto_bets import BETS, PAIRS, SIDES, Floor, gaps, packs, reading, seats

COMMON = (
    "1-2", "2", "3", "4", "4-2", "4-3", "4-4", "4-5", "5.a", "5.b", "5.c", "6", "6-2", "6-3",
    "7", "7-2", "8", "9", "9-2", "10", "11", "11-2", "11-3", "12", "12-4", "13", "13-2", "13-3",
    "13-4", "13-5", "13-6", "13-7", "14", "14-2", "15", "15-2", "15-3", "15-4", "15-5", "16",
    "16-2", "17", "17-2", "18", "18-2", "19", "19-2", "20", "20.a", "20.b",
)
"""The rules of both sections that this module and `judging_ponto_bets` judge."""

PRIZES = {"ponto": ("17-2", 1), "banca": ("17-2", 1), "tie": ("18", 8),
          "pair/ponto": ("19-2", 11), "pair/banca": ("19-2", 11)}
"""The rule of a prize, and how many times the bet it is."""
DRAWS = {3: {1, 2, 3, 4, 5, 6, 7, 9, 0}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}
"""Rule 13: the values of ponto's third card on which banca draws, by the points of banca."""
PRIZES_KEPT = {"5%": ("20.a", 5), "50%": ("20.b", 50)}
"""The rules of the deductions, and how many hundredths they are."""
VALUES = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(pips): pips for pips in range(2, 10)}
"""What cards count (9)."""
SHUFFLERS = {"": "hand-shuffles", "batch": "machine-shuffles", "continuous": "load-machine"}
CARDS_OF_A_PACK, BURNED_AT_FIRST, NATURAL, FIVE = 52, 8, 8, 5


class Dealt(NamedTuple):
    """A card that was dealt: the event, the side and the number that it has there; ``slip`` is what
    the croupier reported of it."""

    at: int
    side: str
    index: int
    card: str
    slip: str


def points(cards: list[str]) -> int:
    """The points of a side: what exceeds 10 or 20 (9-2); exactly 10 and 20 are nothing (ir/199)."""
    return sum(VALUES[card[0]] for card in cards) % 10


def card_of(event: Json) -> str:
    """The card that was drawn; "" if none was, or the croupier reported something without one."""
    return str(event.get("card") or (event.get("incident") or {}).get("card") or "")


def judge_coup(floor: Floor) -> None:
    """All but the bets and their limits, which `Floor.listens` has followed to their end."""
    round, verdict, table = floor.round, floor.verdict, floor.table
    single = table["rules"]["table"] == "single"
    verdict.hold("2", table["rules"]["seats"] in ((7, 8, 9) if single else (6, 7)), True)
    verdict.hold("12", table["places"] - seats(table) <= len(gaps(table)), True)
    judge_packs(floor)
    judge_shoe(floor)
    judge_calls(floor)
    if floor.void is not None:
        # ir/24: a coup that cannot be played on is void, as one with a slip beyond repair.
        judge_refunds(floor, floor.void)
    elif floor.closed is not None and round.after is not None:
        judge_cards(floor, floor.closed)


def judge_refunds(floor: Floor, at: int) -> None:
    """In a void coup every bet goes back and nothing else moves (14-2, ir/202)."""
    found = {(step["bet"], step["player"]): (step["kind"], step["amount"])
             for moved, step in floor.round.steps("move") if moved > at}
    floor.verdict.hold("14-2", found, {bet: ("refund", chips) for bet, chips
                                       in (+Counter(floor.lying)).items()}, at)
    floor.verdict.hold("14-2", [late for late, _ in floor.round.steps("result")], [], at)


def judge_calls(floor: Floor) -> None:
    """The chances that people are invited to bet on, and the end of the bets (11, 12-4)."""
    round, verdict, table = floor.round, floor.verdict, floor.table
    asked = [at for at, step in round.steps("listen") if step["window"] == "bets"]
    invited = [at for at, step in round.steps("call") if step["call"] == "place-your-bets"]
    if asked:
        verdict.hold("11-3", bool(invited) and invited[0] < asked[0], True, asked[0])
    for at, menu in round.steps("menu"):
        found = [chance for offer in menu["offers"] if offer["act"] == "bet"
                 for chance in offer["seats"]]
        verdict.hold("11", [chance for chance in found if chance not in PAIRS],
                     ["ponto", "banca", "tie"], at)
        verdict.hold("11-2", [chance for chance in found if chance in PAIRS],
                     list(PAIRS) if table["rules"]["pairs"] else [], at)
        for offer in menu["offers"]:
            if offer["act"] == "bet":
                rule = BETS[offer["seats"][0]]
                verdict.hold(rule, offer["law"], f"{floor.section}/{rule}", at)
    closed = len(round.events) if floor.closed is None else floor.closed
    late = [at for at, step in round.steps("listen", "menu", "move") if at > closed
            and (step.get("window") == "bets" or step["step"] == "menu"
                 or step.get("kind") == "stake")]
    early = [at for at, step in round.steps("deal") if step["to"] in SIDES and at < closed]
    verdict.hold("12-4", (late, early), ([], []), closed)


def judge_packs(floor: Floor) -> None:
    """How many packs there are, and who shuffles them (1, 3, 4, 5)."""
    round, verdict, table = floor.round, floor.verdict, floor.table
    machine = table["rules"]["shuffler"] == "continuous"
    many, rule = {"packs": packs(table)}, "5.b" if machine else "1-2"
    for at, step in round.steps("shuffle"):
        verdict.hold(rule, step["packs"], packs(table), at)
        verdict.hold("5.a" if machine else "6", step.get("warning", 0),
                     0 if machine else table["rules"]["warning"], at)
        if not machine:
            judge_cut(floor, at)
            continue
        # 5.c: what waits in the corner is not in the machine; new packs are whole (3).
        new = [when for when, done in round.steps("handle") if done["what"] == "new-packs"]
        corner = round.before.get("shoe", {}).get("out", ()) if not new or at < new[0] else ()
        verdict.hold("5.c", sorted(step.get("without", ())), sorted(corner), at)
    for at, step in round.steps("handle"):
        if step["what"] in SHUFFLERS.values():
            verdict.hold(rule, step["facts"], many, at)
            verdict.hold("5.a" if machine else "4", step["what"],
                         SHUFFLERS[table["rules"]["shuffler"]], at)
    for at, event in enumerate(round.events):
        if (event.get("incident") or {}).get("kind") == "damaged-card":
            after = round.events[at + 1].get("step") or {}
            verdict.hold("3", (after.get("what"), after.get("facts")), ("new-packs", many), at)


def judge_shoe(floor: Floor) -> None:
    """When new cards are brought and the warning card ends the shoe (5.a, 7)."""
    round, verdict, table = floor.round, floor.verdict, floor.table
    shuffled = [at for at, _ in round.steps("shuffle")]
    last = {at for at, step in round.steps("call") if step["call"] == "last-coup"}
    if table["rules"]["shuffler"] == "continuous":
        handlings = [step["what"] for _, step in round.steps("handle")
                if step["what"] in ("cut-card", "warning-card", "load-shoe")]
        first = [at for at, step in round.steps("deal") if step["to"] == "burn"
                 and (floor.closed is None or at < floor.closed)]
        verdict.hold("5.a", (handlings, first, list(round.steps("cut")), last), ([], [], [], set()))
        return
    shoe = round.before.get("shoe") or {}
    begun = shuffled[-1] if shuffled else -1
    if table["attended"]:
        # The croupier reports the warning card of a real shoe.
        came = [at for at, event in enumerate(round.events)
                if (event.get("incident") or {}).get("kind") == "warning-card"]
        verdict.hold("7", sorted(last), [at + 1 for at in came])
    else:
        # It comes before the card that would be the next when all those before it are drawn (6).
        left = packs(table) * CARDS_OF_A_PACK - table["rules"]["warning"] \
            - (0 if shuffled else shoe.get("drawn", 0))
        drawn = [at for at, event in enumerate(round.events) if at > begun and "card" in event]
        came = [-1, *drawn][left:left + 2] if 0 <= left < len(drawn) else []
        verdict.hold("7", [at for at in last if not came or not came[0] < at < came[1]], [])
        verdict.hold("7", bool(last), bool(came))
    if round.after is not None and floor.void is None:
        ended = any(at > begun for at in last) or bool(shoe.get("last") and not shuffled)
        verdict.hold("7", round.after["shoe"].get("last", False), ended)
        new = sum(1 for _, step in round.steps("handle") if step["what"] == "new-packs")
        verdict.hold("7-2", len(shuffled), new + int(not shoe or bool(shoe.get("last"))))


def judge_cut(floor: Floor, shuffled: int) -> None:
    """What follows when the cards have been shuffled, until the shoe is ready (4, 6)."""
    round, verdict, table = floor.round, floor.verdict, floor.table
    places: list[int] = []
    done: list[Json] = []
    cut_at = 0
    for event in round.events[shuffled + 1:]:
        step, answer = event.get("step") or {}, event.get("answer") or {}
        if step.get("window") == "bets" or step.get("call") == "place-your-bets":
            break
        if "void" in event:
            return
        if step.get("window", "").startswith("cut:"):
            places.append(int(step["window"].removeprefix("cut:")))
        elif answer.get("act") == "cut":
            cut_at = answer["amount"]
        elif step and step.get("call") != "last-coup" \
                and (step["step"] != "deal" or card_of(event)):
            done.append(step)
    people = floor.people_at(shuffled)
    standing = {seat: gap for gap, seat in gaps(table).items()}
    # 4-3: from the first at the croupier's left, whoever stands after the seat (ir/195, ir/198).
    order = [place for seat in range(1, seats(table) + 1) for place in (seat, standing.get(seat, 0))
             if place in people]
    verdict.hold("4-3", places, order[:len(places)] if cut_at else order, shuffled)
    verdict.hold("4-4", [step["call"] for step in done if step["step"] == "call"],
                 [] if cut_at else ["house-cuts"], shuffled)
    done = [step for step in done if step["step"] != "call"]
    names = [step.get("what") or step.get("to") or step["step"] for step in done]
    verdict.hold("4", names[:1], ["cut"], shuffled)
    verdict.hold("4-5", names[1:2], ["cut-card"], shuffled)
    verdict.hold("6", names[2:3], ["warning-card"], shuffled)
    verdict.hold("6-2", names[3:4], ["load-shoe"], shuffled)
    verdict.hold("6-3", names[4:], ["burn", "discard"] * BURNED_AT_FIRST, shuffled)
    verdict.hold("6-3", {step.get("seen_by") for step in done if step["step"] == "deal"}, {""},
                 shuffled)
    for step in done:
        if step["step"] == "cut":
            depth = packs(table) * CARDS_OF_A_PACK
            verdict.hold("4-2", 0 < step["at"] < depth and cut_at in (0, step["at"]), True,
                         shuffled)
            rule = "4-2" if cut_at else "4-4"
            verdict.hold(rule, step["law"], f"{floor.section}/{rule}", shuffled)
        elif step.get("what") == "warning-card":
            verdict.hold("6", step["facts"]["behind"], table["rules"]["warning"], shuffled)
            verdict.hold("6", 10 <= step["facts"]["behind"] <= 14, True, shuffled)  # ir/197


def cards_of(floor: Floor, closed: int) -> list[Dealt]:
    """The cards that were dealt when the bets had been closed. The card of a slip goes where the
    order of dealing gives it (14, ir/202)."""
    found: list[Dealt] = []
    number = Counter[str]()
    for at, event in enumerate(floor.round.events):
        step, incident = event.get("step") or {}, event.get("incident") or {}
        slip = incident.get("kind", "")
        card = card_of(event)
        if at > closed and step.get("step") == "deal" and card and slip != "mixed-up":
            side = step["to"]
            found.append(Dealt(at, side, number[side], card, slip))
            number[side] += 1
    return found


def judge_cards(floor: Floor, closed: int) -> None:
    """A coup from the closing of the bets to its end (13 to 20)."""
    round, verdict = floor.round, floor.verdict
    cards = cards_of(floor, closed)
    judge_burned(floor, closed, [card for card in cards if card.side == "burn"])
    cards = [card for card in cards if card.side != "burn"]
    verdict.hold("10", {card.side for card in cards} <= set(SIDES), True)
    hands = {side: [card.card for card in cards if card.side == side] for side in SIDES}
    mixed = [at for at, event in enumerate(round.events)
             if (event.get("incident") or {}).get("kind") == "mixed-up"]
    null = [at for at, step in round.steps("call") if step["call"] == "null-coup"]
    # 14-2: the coup is void if a slip cannot be put right, and only then.
    verdict.hold("14-2", null, [at + 1 for at in mixed], closed)
    takers = judge_takers(floor, closed)
    judge_slips(floor, cards)
    judge_uncovered(floor, takers, cards)
    order = [card.side for card in cards]
    verdict.hold("13", order[:4], [*SIDES, *SIDES][:len(order) if null else 4], closed)
    if len(order) >= 4:
        judge_third_cards(floor, closed, cards, hands, whole=not null)
    if null:
        judge_refunds(floor, null[0])
    else:
        judge_result(floor, closed, hands)
    if floor.table["rules"]["shuffler"] == "continuous":
        judge_returned(floor, closed)


def judge_burned(floor: Floor, closed: int, burned: list[Dealt]) -> None:
    """A card is burned before every coup but the first of a shoe, or the first since the machine
    was loaded (13-3, ir/205)."""
    round, verdict = floor.round, floor.verdict
    fresh = any(step["what"] in ("new-packs", "load-machine", "load-shoe")
                for _, step in round.steps("handle"))
    first = fresh or not round.before.get("shoe", {}).get("coups")
    verdict.hold("13-3", len(burned), 0 if first else 1, closed)
    for card in burned:
        after = [step for at, step in round.steps("deal", "discard") if at > card.at]
        verdict.hold("13-3", list(after[0].get("hands", ())), ["burn"], card.at)


def judge_takers(floor: Floor, closed: int) -> dict[str, str]:
    """Who handles the cards of each side (15), or that the croupier alone does (16)."""
    round, verdict, table = floor.round, floor.verdict, floor.table
    called = {step["call"]: step.get("seat") for _, step in round.steps("call")}
    alone = bool(table["rules"]["dealer_alone"])
    verdict.hold("16", "dealer-handles" in called, alone, closed)
    takers: dict[str, str] = {}
    for side in SIDES:
        found = int(called.get(f"cards-to-{side}") or 0)
        if alone:
            verdict.hold("16", found, 0, closed)
            continue
        # 15, 15-2: the highest own bet of those who have seats, then the lowest seat (ir/201).
        claims = sorted((-chips, place) for place, name in floor.people.items()
                        if place <= seats(table) and (chips := floor.on(name, side)))
        chosen = reading(table, "handler", "next-equal")  # ir/435
        most = max((floor.on(name, side) for name in floor.people.values()), default=0)
        if chosen == "highest-stake" and claims and most > -claims[0][0]:
            claims = []  # who has bet most has no seat
        ranked = [claim for claim in claims if chosen != "next-lower"
                  or claim == next(one for one in claims if one[0] == claim[0])]
        wanted = [claim for claim in ranked if floor.people[claim[1]] not in floor.declined]
        rules = "15"
        if wanted and [chips for chips, _ in ranked].count(wanted[0][0]) > 1:
            rules += " 15-2"
        if claims and wanted[:1] != claims[:1]:
            rules += " 15-3"
        verdict.hold(rules, found, wanted[0][1] if wanted else 0, closed)
        if wanted:
            takers[side] = floor.people[wanted[0][1]]
    return takers


def judge_slips(floor: Floor, cards: list[Dealt]) -> None:
    """A card that lay face up is valid where it is due (8); what lies wrong is put right (14)."""
    round, verdict = floor.round, floor.verdict
    for card in cards:
        after = round.events[card.at + 1].get("step") or {}
        if card.slip == "face-up":
            found = [event.get("step") or {} for event in round.events[card.at + 1:card.at + 3]]
            if round.events[card.at]["step"].get("seen_by") is not None:
                verdict.hold("8", [found[0].get(name) for name in ("hand", "index", "card")],
                             [card.side, card.index, card.card], card.at)
                found = found[1:]
            verdict.hold("8", (found[0].get("call"), found[0].get("seat")),
                         ("face-up-valid", card.side), card.at)
        elif card.slip == "wrong-side":
            verdict.hold("14", (after.get("what"), after.get("seat")), ("put-right", card.side),
                         card.at)
    for at, event in enumerate(round.events):
        if (event.get("incident") or {}).get("kind") == "too-many":
            after = round.events[at + 1].get("step") or {}
            verdict.hold("14", after.get("what"), "take-away", at)


def judge_uncovered(floor: Floor, takers: dict[str, str], cards: list[Dealt]) -> None:
    """The taker of a hand sees its cards and shows them, the third on its own (15). The cards of
    ponto are uncovered first (13-2); one that lay face up is open already (8)."""
    round, verdict, table = floor.round, floor.verdict, floor.table
    asked = {step["window"]: (at, [offer["player"] for offer in step["offers"]])
             for at, step in round.steps("listen") if step["window"].startswith("show:")}
    shown = {(step["hand"], step["index"]): (at, step["card"]) for at, step
             in round.steps("reveal")}
    opened: dict[tuple[str, int], int] = {}
    for card in cards:
        key = card.side, card.index
        seen = round.events[card.at]["step"].get("seen_by", "everybody")
        at, face = shown.get(key, (card.at if seen == "everybody" else -1, card.card))
        if at < 0:
            continue  # The coup became void before.
        verdict.hold("13-2", face, card.card, at)
        if card.slip == "face-up":
            continue
        opened[key] = at
        # A real table's players see their cards themselves.
        taker = "" if table["attended"] else takers.get(card.side, "")
        if card.index < 2 or taker:
            verdict.hold("15-4" if taker else "16", seen, taker, card.at)
        window = f"show:{card.side}:{2 if card.index < 2 else 3}"
        when, names = asked.get(window, (-1, []))
        if taker:
            rule = "15-4" if card.index < 2 else "15-5"
            verdict.hold(rule, (names, card.at < when < at), ([taker], True), at)
        else:
            verdict.hold("16", names, [], at)
    order = sorted(opened, key=lambda key: opened[key])
    verdict.hold("13-2", order, sorted(order, key=lambda key: (
        key[1] == 2, key[0] == "banca", key[1])))


def judge_third_cards(floor: Floor, closed: int, cards: list[Dealt], hands: dict[str, list[str]],
                      *, whole: bool) -> None:
    """Who draws a third card (13), and what the croupier says of each side (16-2)."""
    round, verdict = floor.round, floor.verdict
    first = {side: points(hands[side][:2]) for side in SIDES}
    # ir/199: eight or nine ends the dealing, or the other side draws by its line of the table.
    ends = reading(floor.table, "natural", "ends-coup") == "ends-coup"
    natural = (max if ends else min)(first.values()) >= NATURAL
    draws = {"ponto": not natural and first["ponto"] <= 5}
    if draws["ponto"] and len(hands["ponto"]) > 2:
        rule = "13-6"
        third = VALUES[hands["ponto"][2][0]]
        draws["banca"] = first["banca"] <= 2 or third in DRAWS.get(first["banca"], set())
    else:
        rule = "13-7"
        draws["banca"] = not natural and first["banca"] <= 5
    laws = {"ponto": "13-5", "banca": rule}
    if whole:
        verdict.hold("13-4", [card.side for card in cards[4:]],
                     [side for side in SIDES if draws[side]], closed)
        for side in SIDES:
            verdict.hold(laws[side], len(hands[side]) == 3, draws[side], closed)
    for card in cards[4:]:
        verdict.hold(laws[card.side], round.events[card.at]["step"]["law"],
                     f"{floor.section}/{laws[card.side]}", card.at)
    calls: dict[str, list[tuple[str, int | None]]] = {"ponto": [], "banca": []}
    for at, step in round.steps("call"):
        what, _, side = step["call"].partition("-")
        if at > closed and side in SIDES and what in ("points", "natural", "stands"):
            calls[side].append((what, step.get("facts", {}).get("points")))
    for side in SIDES:
        expected: list[tuple[str, int | None]] = [
            ("natural" if first[side] >= NATURAL else "points", first[side])]
        if len(hands[side]) > 2:
            expected.append(("points", points(hands[side])))
        elif not natural:
            expected.append(("stands", None))
        verdict.hold(f"16-2 9 9-2 {laws[side]}", calls[side],
                     expected if whole else expected[:len(calls[side])], closed)


def judge_result(floor: Floor, closed: int, hands: dict[str, list[str]]) -> None:
    """Which side wins (17, 18) and where there are pairs (19)."""
    round, verdict = floor.round, floor.verdict
    ponto, banca = points(hands["ponto"]), points(hands["banca"])
    won, lost = ("won", "lost") if ponto > banca else ("lost", "won")
    found = [(step["hand"], step["result"], step["facts"]["points"])
             for _, step in round.steps("result")]
    verdict.hold("17 9" if ponto != banca else "18-2 9", found,
                 [("ponto", won if ponto != banca else "tie", ponto),
                  ("banca", lost if ponto != banca else "tie", banca)], closed)
    pairs = [side for side in SIDES if hands[side][0][0] == hands[side][1][0]]
    called = [step["seat"] for _, step in round.steps("call")
              if step["call"] in ("pair-ponto", "pair-banca")]
    verdict.hold("19", called, pairs, closed)
    winners = {"tie" if ponto == banca else "ponto" if ponto > banca else "banca"}
    winners |= {chance for chance, side in PAIRS.items() if side in pairs}
    judge_money(floor, closed, winners, banca)


def judge_money(floor: Floor, closed: int, winners: set[str], banca: int) -> None:
    """What is collected, paid, deducted and given back."""
    round, verdict = floor.round, floor.verdict
    moved: dict[tuple[str, str], list[tuple[str, int, str]]] = defaultdict(list)
    for at, step in round.steps("move"):
        if at > closed:
            moved[step["bet"], step["player"]].append(
                (step["kind"], step["amount"], step["law"].removeprefix(f"{floor.section}/")))
    lying = +Counter(floor.lying)
    verdict.hold("17-2", sorted(moved), sorted(lying), closed)
    prizes = Counter[str]()
    why, hundredths = PRIZES_KEPT.get(floor.table["rules"]["deduction"], ("20", 0))
    for (bet, player), stake in lying.items():
        place, _, chance = bet.partition("/")
        found = moved[bet, player]
        rule, odds = PRIZES[chance]
        if chance not in SIDES and reading(floor.table, "stake_of_prize", "returned") == "in-prize":
            odds -= 1  # ir/433: the stake, which goes back, is one of the eight or eleven
        if chance in winners:
            # 20, ir/200: from prizes of bets on banca alone, the half only with five points.
            deducts = chance == "banca" and (why != "20.b" or banca == FIVE)
            deducted = stake * hundredths // 100 if deducts else 0
            verdict.hold(why, [part for part in found if part[0] == "commission"],
                         [("commission", deducted, why)] if deducted else [], closed)
            verdict.hold(rule, [part for part in found if part[0] == "pay"],
                         [("pay", stake * odds, rule)], closed)
            # 17-2: the bet stays its owner's. What is deducted is taken out of bet and prize.
            verdict.hold(f"17-2 {rule}" if rule != "17-2" else rule,
                         [part[:2] for part in found if part[0] not in ("commission", "pay")],
                         [("return", stake - deducted)], closed)
            prizes[place] += stake * odds
        elif chance in SIDES and "tie" in winners:
            verdict.hold("18-2", found, [("return", stake, "18-2")], closed)  # ir/203
        else:
            verdict.hold("17 17-2" if chance in SIDES else rule, [part[:2] for part in found],
                         [("collect", stake)], closed)
    called = {step["seat"]: step["facts"]["amount"] for _, step in round.steps("call")
              if step["call"] == "pays"}
    verdict.hold("17-2", called, dict(prizes), closed)
    if "tie" in winners and round.after is not None:
        # 18-2, ir/203: who has bet may lay the same bets again.
        last = round.after.get("last", {})
        for player, bets in floor.bets.items():
            if mine := {chance: chips for chance, chips in bets.items() if chips}:
                verdict.hold("18-2", last.get(player), mine, closed)


def judge_returned(floor: Floor, closed: int) -> None:
    """The cards of the coup, the burned one too, go back into the shuffling shoe, or wait in the
    corner for those of a later coup (5.c, ir/205)."""
    round, verdict = floor.round, floor.verdict
    assert round.after is not None
    dealt = [(step["to"], card) for at, step in round.steps("deal")
             if at > closed and (card := card_of(round.events[at]))]
    # A card too many was drawn after the deal; a report of mixed cards names one that was dealt.
    surplus = [card for event in round.events[closed + 1:]
               if (event.get("incident") or {}).get("kind") == "too-many"
               and (card := card_of(event))]
    played = [card for _, card in dealt] + surplus
    holding = sorted({side for side, _ in dealt if side in SIDES})
    ends = [(at, step) for at, step in round.steps("handle") if step["what"] == "return-cards"]
    verdict.hold("5.c", len(ends), int(bool(played)), closed)
    for at, _ in ends:
        away = round.events[at - 1].get("step") or {}
        if holding:  # with the first card alone a coup may become void
            verdict.hold("5.c", (away.get("step"), sorted(away.get("hands", ()))),
                         ("discard", holding), at)
        new = any(step["what"] == "new-packs" for _, step in round.steps("handle"))
        waiting = [] if new else list(round.before.get("shoe", {}).get("out", ()))
        corner = round.events[at].get("word") == "corner"
        verdict.hold("5.c", sorted(round.after["shoe"].get("out", ())),
                     sorted(waiting + played) if corner else [], at)
