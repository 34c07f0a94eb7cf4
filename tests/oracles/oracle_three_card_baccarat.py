"""3-card baccarat of Portaria 22/96/M of Macau, judged from the published text.

Every place that is bet on and the banker get three cards, and nobody draws (2.2). Three figures are
the best hand, then the points decide, and with equal points the number of figures (annex). Equal
combinations tie and the bet waits for the next hand (7.2). One may also bet on the banker's points
(8). Prizes of 1 to 1 pay a commission of five per cent (10).
"""

from __future__ import annotations

from collections import defaultdict
from math import lcm
from typing import NamedTuple

from judging import Json, Judge, Round

SECTION = "mo-22-96-M/3-card-baccarat"
RULES = (
    "1", "1.1", "1.2", "2", "2.1", "2.1-2", "2.1-3", "2.2", "2.2-2", "2.3", "2.4", "2.4-2", "2.5",
    "3", "3.1", "3.1-2", "3.1-3", "3.2", "4", "4.1", "4.2", "4.3", "4.3-2",
    "5", "5.1", "5.1-2", "5.2", "5.2-2", "5.2-3", "6", "7", "7.1", "7.2", "7.2-2",
    "8", "8.1", "8.1.a", "8.1.b", "8.1-2", "8.1-3", "8.2", "8.2.a", "8.2.b", "8.3", "8.3-2",
    "9", "9.1", "9.2", "9.3", "9.4", "9.5", "10",
    "annex", *(f"annex.{rank}" for rank in range(1, 32)),
)
NOT_JUDGED: dict[str, str] = {}

FIGURES = "JQK"
CARDS, BEST = 3, 9
COMMISSION = 20  # a twentieth of the prize
BEHIND = range(30, 41)
Bets = dict[tuple[str, str], int]  # the bet (``PLACE/SPOT``) and its owner, and the sum
Moves = dict[tuple[str, str], list[tuple[str, int, str]]]


class Chance(NamedTuple):
    """A kind of bet: its rule, the option with its limits, the rule and the size of its prize."""

    bet: str
    option: str
    prize: str
    times: int


CHANCES = {
    "hand": Chance("4.2", "hand", "9.1", 1), "tie": Chance("8.3", "tie", "9.5", 20),
    "odd": Chance("8.1.a", "parity", "9.2", 1), "even": Chance("8.1.b", "parity", "9.2", 1),
    "figures": Chance("8.2.a", "figures", "9.3", 16), "points": Chance("8.2.b", "points", "9.4", 8),
}
GROUPS = {"hand": "", "tie": "8", "odd": "8 8.1", "even": "8 8.1", "figures": "8 8.2",
          "points": "8 8.2"}
"""The general rules above the rule of a bet."""


class Hand(NamedTuple):
    """What three cards are worth (5.1, 5.2): their rank in the annex, 1 the highest."""

    total: int
    figures: int

    @property
    def points(self) -> int:
        """The points: tens of the sum do not count."""
        return self.total % 10

    @property
    def rank(self) -> int:
        """The place in the annexed list."""
        if self.figures == CARDS:
            return 1
        return 2 + 3 * (BEST - self.points) + (2 - self.figures)


def worth(cards: list[str]) -> Hand:
    """The face values added up; figures and tens count nothing (5.1-2)."""
    total = sum(1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 0
                for card in cards)
    return Hand(total, sum(card[0] in FIGURES for card in cards))


def kind(bet: str) -> str:
    """The kind of a bet ``PLACE/SPOT``."""
    return bet.split("/")[1]


def spots(table: Json) -> dict[str, Chance]:
    """Everything that may be bet on at a table."""
    found = {name: CHANCES[name] for name in ("odd", "even", "figures")}
    found |= {f"points/{points}": CHANCES["points"] for points in range(10)}
    for place in range(1, table["places"] + 1):
        found |= {f"{name}/{place}": CHANCES[name] for name in ("hand", "tie")}
    return found


def limits(table: Json, chance: Chance) -> tuple[int, int, int]:
    """The least and the greatest bet, and the step, in which commissions are whole cents (ir/217).
    """
    own = table["rules"].get(chance.option) or {}
    step = lcm(table["unit"], COMMISSION) if chance.times == 1 else table["unit"]
    low, high = own.get("minimum") or table["minimum"], own.get("maximum") or table["maximum"]
    return -(-low // step) * step, high // step * step, step


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    closed = next((at for at, step in round.steps("call")
                   if step["call"] in ("no-more-bets", "void")), len(round.events))
    judge_shoe(round, verdict)
    lying = judge_betting(round, verdict, closed)
    judge_seats(round, verdict, closed)
    if any("void" in event for event in round.events):
        back = {step["bet"]: step["player"] for at, step in round.steps("move")
                if at > closed and step["law"] == f"{SECTION}/8.3-2"}
        lying = {key: put for key, put in lying.items() if back.get(key[0]) != key[1]}
        judge_returned(round, verdict, closed, lying, ("ir/24", "8"))
    elif closed < len(round.events):
        lying = judge_ties_without_hand(round, verdict, closed, lying)
        judge_hand(round, verdict, closed, lying)


def judge_shoe(round: Round, verdict: Judge) -> None:
    """When the cards are shuffled, and what is done with them before bets are made (2.1, 3)."""
    rules, shoe = round.table["rules"], round.before.get("shoe") or {}
    due: list[str] = []
    if shoe.get("last"):
        due.append("3.1")
    elif shoe.get("coups") and rules["packs"] == 1:
        due.append("3.2")
    elif shoe.get("coups") and rules["shuffle_each_hand"]:
        due.append("3.1-3")
    due += ["3.1-3" for event in round.events
            if (event.get("incident") or {}).get("kind") == "reshuffle" and not event.get("step")]
    collected = [(at, step["law"].removeprefix(f"{SECTION}/")) for at, step in round.steps("handle")
                 if step["what"] == "collect-shoe"]
    for rule in {*due, "3"}:
        verdict.hold(rule, [law for _, law in collected], due)
    shuffles = [at for at, _ in round.steps("shuffle")]
    if any("void" in event for event in round.events):
        return
    dealt = next((at for at, _ in round.steps("deal")), len(round.events))
    if shuffles or dealt < len(round.events):
        verdict.hold("2", len(shuffles), len(due) + (not shoe))
    for at in shuffles:
        judge_shuffle(round, verdict, at)
    for at, _ in collected:
        looked = next((event for event in round.events[at:]
                       if (event.get("step") or {}).get("what") == "look-at-cards"), None)
        if looked:
            later = [step["what"] for place, step in round.steps("handle", "shuffle")
                     if place > at and step["step"] == "handle"]
            verdict.hold("3.1-2", later[:2] == ["look-at-cards", "replace-packs"],
                         looked.get("word") == "replaced", at)


def judge_shuffle(round: Round, verdict: Judge, at: int) -> None:
    """The cards are shuffled, cut and put into the box or the shoe (1, 2.1)."""
    packs, step = round.table["rules"]["packs"], round.events[at]["step"]
    verdict.hold("1 1.1", step["packs"], packs, at)
    after = round.events[at + 1:]
    end = next((place for place, event in enumerate(after)
                if str((event.get("step") or {}).get("what")).startswith("load-")), len(after))
    done = [event["step"] for event in after[:end + 1]
            if event.get("step") and event["step"]["step"] != "listen"]
    names = [step.get("what") or step.get("call") or step["step"] for step in done]
    answers = [event["answer"] for event in after[:end] if event.get("answer")]
    cuts = [answer for answer in answers if answer.get("act") == "cut"]
    expected = ["cut"] if cuts else ["house-cuts", "cut"]
    expected += ["warning-card", "load-shoe"] if packs > 1 else ["load-box"]
    verdict.hold("1.2 2.1 2.1-3", names, expected, at)
    for step in done:
        if step["step"] == "cut" and cuts:
            verdict.hold("2.1", step["at"], cuts[-1]["amount"], at)
        elif step.get("what") == "warning-card":
            behind, stated = step["facts"]["behind"], round.table["rules"]["warning"]
            verdict.hold("2.1-2", (behind in BEHIND, behind), (True, stated), at)  # ir/218
    asked = {player for player in seated(round, at) if player}
    for event in after[:end]:
        step, answer = event.get("step") or {}, event.get("answer") or {}
        if step.get("step") == "listen":
            # Any player may cut.
            offered = {offer["player"] for offer in step["offers"] if offer["act"] == "cut"}
            verdict.hold("2.1", offered, asked, at)
        if answer.get("act") == "no-cut":
            asked.discard(answer["player"])


def seated(round: Round, end: int) -> list[str]:
    """Who sits where before an event."""
    seats = list(round.before["seats"])
    for at, answer in round.answers("act"):
        if at < end and answer["act"] in ("sit", "leave"):
            seats[int(answer["seat"]) - 1] = answer["player"] if answer["act"] == "sit" else ""
    return seats


def judge_seats(round: Round, verdict: Judge, closed: int) -> None:
    """Nobody changes place while a hand is played (4.3, ir/210)."""
    for at, answer in round.answers("act"):
        if answer["act"] in ("sit", "leave"):
            verdict.hold("4.3", at < closed, True, at)
        if answer["act"] == "sit":
            verdict.hold("4.3", answer["player"] in seated(round, at), False, at)
    for at, step in round.steps("listen"):
        verdict.hold("4.3", at < closed, True, at)
        for offer in step["offers"]:
            if offer["act"] == "sit":
                # ir/219: who has a place gets no other.
                verdict.hold("4.3", sorted(offer.get("barred", [])),
                             sorted(filter(None, seated(round, at))), at)


def of(bets: Bets, player: str) -> dict[str, int]:
    """The bets of one player by spot."""
    return {bet.partition("/")[2]: put for (bet, who), put in bets.items() if who == player and put}


def waiting(round: Round) -> Bets:
    """What waits from the hand before, and cannot be taken back (7.2, 8.1-3)."""
    return {(bet, player): put for bet, player, put in round.before.get("held", [])}


def lock(spot: str) -> str:
    """The rule by which a bet waits for the next hand."""
    return "7.2" if spot.startswith("hand/") else "8.1-3"


def judge_betting(round: Round, verdict: Judge, closed: int) -> Bets:
    """What lies when the bets are closed. Until then bets may be made, changed and taken back,
    unless they wait from the hand before (ir/210); one act doubles them or lays the last ones."""
    lying, held = defaultdict[tuple[str, str], int](int), waiting(round)
    menu, wanted = list[Json](), dict[str, dict[str, int]]()
    for at, event in enumerate(round.events[:closed + 1]):
        step, answer = event.get("step") or {}, event.get("answer") or {}
        if step.get("step") == "move":
            key = step["bet"], step["player"]
            spot = step["bet"].partition("/")[2]
            verdict.hold("8", step["kind"] in ("stake", "return", "resume"), True, at)
            lying[key] += step["amount"] if step["kind"] != "return" else -step["amount"]
            if step["kind"] == "resume":
                verdict.hold(lock(spot), step["amount"], held.get(key), at)
            elif step["kind"] == "stake":
                rule = CHANCES[kind(step["bet"])].bet
                verdict.hold(rule, step["law"], f"{SECTION}/{rule}", at)
            continue
        for player, bets in wanted.items():
            verdict.hold("8", of(lying, player), bets, at)
        wanted = {}
        for key, put in held.items():
            if step.get("step") == "listen" and step["window"] == "bets":
                verdict.hold(lock(key[0].partition("/")[2]), lying.get(key, 0) >= put, True, at)
        if step.get("step") == "menu":
            menu = step["offers"]
            judge_menu(round, verdict, at, menu)
        elif step.get("step") == "listen":
            for _, players in step.get("menus", []):
                for player in players:
                    judge_offers(round, verdict, at, (menu, step["offers"]), player, lying)
        if not (player := answer.get("player", "")):
            continue
        mine, spot = of(lying, player), answer.get("seat", "")
        match answer.get("act"):
            case "bet":
                wanted[player] = mine | {spot: answer["amount"]}
            case "clear":
                wanted[player] = {name: put for name, put in mine.items() if name != spot}
            case "clear-all" | "leave":
                wanted[player] = {name: put for name, put in mine.items()
                                  if name in of(held, player)}
            case "double":
                # What waits on odd or even stays as it is where the house lets nobody add to it.
                fixed = set() if round.table["rules"]["parity_raised"] else \
                    {name for name in of(held, player) if not name.startswith("hand/")}
                wanted[player] = {name: put if name in fixed else 2 * put
                                  for name, put in mine.items()}
            case "repeat":
                wanted[player] = mine | round.before["last"][player]
    return {key: put for key, put in lying.items() if put}


def judge_menu(round: Round, verdict: Judge, at: int, menu: list[Json]) -> None:
    """All bets and no other are offered, with their limits."""
    offered = []
    for offer in menu:
        if offer["act"] == "bet":
            for spot in offer.get("seats") or [offer["seat"]]:
                offered.append(spot)
                chance = CHANCES[spot.partition("/")[0]]
                found = (offer.get("low", 0), offer.get("high", 0), offer.get("unit", 1))
                verdict.hold(f"{chance.bet} {GROUPS[spot.partition('/')[0]]}",
                             (*found, offer["law"]),
                             (*limits(round.table, chance), f"{SECTION}/{chance.bet}"), at)
    # 4.2: a player may bet on every place (ir/219).
    verdict.hold("4.2 8", sorted(offered), sorted(spots(round.table)), at)


def judge_offers(round: Round, verdict: Judge, at: int, offers: tuple[list[Json], list[Json]],
                 player: str, lying: Bets) -> None:
    """What one player may bet and take back."""
    found: dict[str, dict[str, Json]] = {"bet": {}, "clear": {}, "leave": {}}
    barred: set[tuple[str, str]] = set()
    for offer in [*offers[0], *offers[1]]:
        if offer["act"] in found and offer.get("player", player) == player:
            for spot in offer.get("seats") or [offer["seat"]]:
                found[offer["act"]][spot] = offer
                if player in offer.get("barred", []):
                    barred.add((offer["act"], spot))
    mine, fixed = of(lying, player), of(waiting(round), player)
    hands = {bet.split("/")[2] for (bet, _), put in lying.items() if put and kind(bet) == "hand"}
    for spot, chance in spots(round.table).items():
        name, _, place = spot.partition("/")
        opened = ("bet", spot) not in barred and spot in found["bet"]
        if name == "tie":
            # 8.3-2, ir/213: somebody's bet lies on the hand of the place.
            verdict.hold("8.3 8.3-2", opened, place in hands, at)
        elif spot in fixed:
            judge_locked(round, verdict, at, (spot, fixed[spot]), found["bet"][spot], opened)
        else:
            verdict.hold(chance.bet, opened, True, at)
            verdict.hold("7.2-2", opened, True, at)
        if spot in mine:
            free = spot in found["clear"] and ("clear", spot) not in barred
            verdict.hold(lock(spot) if spot in fixed else chance.bet, free, spot not in fixed, at)
    for spot in fixed:
        # ir/219: nobody leaves while a stake is locked.
        verdict.hold(lock(spot), set(found["leave"]) <= {seat for act, seat in barred
                                                         if act == "leave"}, True, at)


def judge_locked(round: Round, verdict: Judge, at: int, bet: tuple[str, int], offer: Json,
                 opened: bool) -> None:
    """A bet that waits may be raised (7.2), on odd and even too unless the house does not allow it
    (ir/215)."""
    spot, put = bet
    may = spot.startswith("hand/") or round.table["rules"]["parity_raised"]
    verdict.hold(lock(spot), opened, may, at)
    if opened:
        _, high, step = limits(round.table, CHANCES[spot.partition("/")[0]])
        found = (offer["low"], offer["high"], offer["unit"])
        verdict.hold(lock(spot), found, (put, high, step), at)


def judge_ties_without_hand(round: Round, verdict: Judge, closed: int, lying: Bets) -> Bets:
    """Bets on a tie go back where no bet is left on the hand (8.3-2, ir/213); the others lie
    between their limits."""
    hands = {bet.split("/")[2] for bet, _ in lying if kind(bet) == "hand"}
    back = {key: put for key, put in lying.items()
            if kind(key[0]) == "tie" and key[0].split("/")[2] not in hands}
    found = {(step["bet"], step["player"]): step["amount"] for at, step in round.steps("move")
             if at > closed and step["law"] == f"{SECTION}/8.3-2"}
    verdict.hold("8.3-2", found, back, closed)
    for (bet, _), put in lying.items():
        chance = CHANCES[kind(bet)]
        low, high, step = limits(round.table, chance)
        verdict.hold(chance.bet, low <= put <= high and put % step == 0, True, closed)
    return {key: put for key, put in lying.items() if key not in back}


def judge_returned(round: Round, verdict: Judge, start: int, lying: Bets,
                   rules: tuple[str, str]) -> None:
    """Bets go back, but what waited from the hand before still waits (ir/214)."""
    law, named = rules
    moved = moves(round, start)
    held = waiting(round)
    for key in {*lying, *moved}:
        fixed = held.get(key, 0)
        expected = [("refund", lying.get(key, 0) - fixed, law)] if lying.get(key, 0) > fixed else []
        expected += [("hold", fixed, "7.2")] if fixed else []
        rule = lock(key[0].partition("/")[2]) if fixed else named
        verdict.hold(rule, moved[key], expected, start)


def moves(round: Round, start: int) -> Moves:
    """What is done with each bet after an event, with the rule that the record names."""
    found: Moves = defaultdict(list)
    for at, step in round.steps("move"):
        if at > start and step["law"] != f"{SECTION}/8.3-2":
            found[step["bet"], step["player"]].append(
                (step["kind"], step["amount"], step["law"].removeprefix(f"{SECTION}/")))
    return found


def judge_hand(round: Round, verdict: Judge, closed: int, lying: Bets) -> None:
    """One hand: cards are burned and dealt, turned up and compared, and bets are settled."""
    if not lying:
        # ir/210: no hand begins when the bets on ties that went back were the only ones.
        begun = [at for at, _ in round.steps("deal", "reveal", "result", "discard")]
        verdict.hold("8 9", begun, [], closed)
        return
    asked = {step["window"] for at, step in round.steps("listen") if at < closed}
    verdict.hold("7.2-2" if waiting(round) else "8", "bets" in asked, True, closed)
    hands = judge_deal(round, verdict, closed, lying)
    cancelled = next((at for at, step in round.steps("call") if step["call"] == "cancelled"), None)
    faults = [(at, event["incident"]["kind"]) for at, event in enumerate(round.events)
              if "incident" in event and event.get("step")]
    for at, fault in faults:
        judge_fault(round, verdict, at, fault)
    verdict.hold("2.4-2", cancelled is not None, "beyond-repair" in dict(faults).values(), closed)
    if cancelled is not None:
        judge_returned(round, verdict, cancelled, lying, ("2.4-2", "2.4-2"))
        return
    if not hands:
        return
    values = {name: worth(cards) for name, cards in hands.items()}
    judge_turning(round, verdict, closed, hands)
    judge_results(round, verdict, closed, values)
    judge_money(round, verdict, closed, lying, values)


def judge_deal(round: Round, verdict: Judge, closed: int, lying: Bets) -> dict[str, list[str]]:
    """Cards are burned (2.2, 2.3); then three go face down to each place, one after another, from
    the first place to the banker (2.2-2, ir/212)."""
    rules, packs = round.table["rules"], round.table["rules"]["packs"]
    places = {int(bet.split("/")[2]) for bet, _ in lying if kind(bet) == "hand"}
    if rules["cards_to"] == "players":
        # ir/211: also the places at which somebody sits.
        places |= {place for place, player in enumerate(seated(round, closed), 1) if player}
    order = [*map(str, sorted(places)), "bank"] * CARDS
    burned, dealt, laws = 0, list[str](), set[str]()
    hands: dict[str, list[str]] = defaultdict(list)
    for at, step in round.steps("deal"):
        incident = round.events[at].get("incident") or {}
        if not (card := round.events[at].get("card") or incident.get("card")):
            if incident.get("kind") == "warning-card":
                continue  # only the white card came
            card = ""
        if step["to"] == "burn":
            burned += 1
            laws.add(step["law"].removeprefix(f"{SECTION}/"))
            following = next((later["step"] for later in round.events[at + 1:] if later.get("step")
                              and later["step"]["step"] != "call"), {})
            verdict.hold("2.2", (following.get("step"), *following.get("hands", ()), *dealt),
                         ("discard", "burn"), at)
        else:
            dealt.append(step["to"])
            hands[step["to"]].append(card)
        verdict.hold("4.3-2", step.get("seen_by"), "", at)
    fresh = bool(list(round.steps("shuffle"))) or not (round.before.get("shoe") or {}).get("coups")
    verdict.hold("2.2" if fresh else "2.3", (burned, laws),
                 (packs, {"2.2"}) if fresh else (1, {"2.3"}), closed)
    complete = len(dealt) if any(step["call"] == "cancelled"
                                 for _, step in round.steps("call")) else len(order)
    right = verdict.hold("2.2-2 4 4.1", dealt, order[:complete], closed)
    return hands if right else {}


def judge_fault(round: Round, verdict: Judge, at: int, fault: str) -> None:
    """What follows a fault that the croupier reports (2.4, 2.5, 3.1, 4.3)."""
    step = round.events[at]["step"]
    done = [event["step"] for event in round.events[at + 1:at + 3] if event.get("step")]
    names = [step.get("call") or step["step"] for step in done]
    match fault:
        case "exposed":
            verdict.hold("2.5", names, ["reveal", "exposed-good"], at)
            verdict.hold("2.5", (done[0].get("hand"), done[0].get("card")),
                         (step["to"], round.events[at]["incident"]["card"]), at)
        case "misplaced":
            verdict.hold("2.4", names[:1], ["corrected"], at)
            if step["step"] == "deal":
                verdict.hold("2.4", done[0].get("seat"), step["to"], at)
        case "beyond-repair":
            verdict.hold("2.4-2", names[:1], ["cancelled"], at)
        case "warning-card":
            verdict.hold("3.1", names[:1], ["last-coup"], at)
            if round.after:
                verdict.hold("3.1", round.after["shoe"].get("last"), True, at)
        case "cards-off-table" | "cards-of-another":
            verdict.hold("4.3-2", names[:1], [fault], at)  # ir/348


def judge_turning(round: Round, verdict: Judge, closed: int, hands: dict[str, list[str]]) -> None:
    """The places are turned up in order, the bank last, and each combination is announced."""
    shown: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for at, step in round.steps("reveal"):
        card = step.get("card") or round.events[at].get("card", "")
        shown[step["hand"]].append((step["index"], card))
    for name, cards in hands.items():
        verdict.hold("5", sorted(shown[name]), list(enumerate(cards)), closed)
    called = [(at, step) for at, step in round.steps("call") if "rank" in step.get("facts", {})]
    verdict.hold("2.2-2", [step["seat"] for _, step in called],
                 sorted(hands, key=lambda name: (name == "bank", name.zfill(2))), closed)
    for at, step in called:
        hand = worth(hands[step["seat"]])
        rules = f"annex annex.{hand.rank} 5 5.1 5.1-2 5.2-2"
        rules += " 5.2-3" if hand.total >= 10 else ""
        rules += " 5.2" if hand.figures == CARDS else ""
        verdict.hold(rules, (step["law"], step["call"], step["facts"]),
                     (f"{SECTION}/annex.{hand.rank}", f"figures-{hand.figures}",
                      {"points": hand.points, "rank": hand.rank}), at)


def judge_results(round: Round, verdict: Judge, closed: int, values: dict[str, Hand]) -> None:
    """A hand wins that is higher than the banker's (6), and ties if they are the same (7.1)."""
    bank = values["bank"].rank
    found = {}
    for at, step in round.steps("result"):
        found[step["hand"]] = step["result"]
        rank = values[step["hand"]].rank
        rule = "7.1" if rank == bank else "6"
        verdict.hold("7 7.1" if rank == bank else "6",
                     (step["result"], step["law"]),
                     ("tie" if rank == bank else "won" if rank < bank else "lost",
                      f"{SECTION}/{rule}"), at)
    verdict.hold("6", sorted(found), sorted(name for name in values if name != "bank"), closed)


def decided(bet: str, values: dict[str, Hand], rules: Json) -> str:
    """Whether a bet wins, loses or waits for the next hand."""
    bank, (_, name, *rest) = values["bank"], bet.split("/")
    if name in ("hand", "tie"):
        rank = values[rest[0]].rank
        if name == "tie":
            return "win" if rank == bank.rank else "lose"
        return "wait" if rank == bank.rank else "win" if rank < bank.rank else "lose"
    figures = bank.figures == CARDS
    if name in ("odd", "even"):
        # 8.1-2: three figures tie.
        won = bank.points % 2 == (name == "odd")
        return "wait" if figures else "win" if won else "lose"
    # ir/216: the banker's points; three figures have none.
    if name == "figures":
        return "win" if figures else "lose"
    counts = not figures or rules["zero_with_figures"]
    return "win" if counts and bank.points == int(rest[0]) else "lose"


def judge_money(round: Round, verdict: Judge, closed: int, lying: Bets,
                values: dict[str, Hand]) -> None:
    """What wins, loses and waits, and what is paid, held back and given back (6 to 10)."""
    moved, won = moves(round, closed), defaultdict[int, int](int)
    verdict.hold("9", sorted(moved), sorted(lying), closed)
    stays: Bets = {}
    for (bet, player), put in lying.items():
        name, chance, found = kind(bet), CHANCES[kind(bet)], moved[bet, player]
        rules = f"{'6' if name == 'hand' else chance.bet} {GROUPS[name]}"
        result = decided(bet, values, round.table["rules"])
        if result == "lose":
            rule = "6" if name == "hand" else chance.bet
            verdict.hold(rules, found, [("collect", put, rule)], closed)
        elif result == "wait":
            stays[bet, player] = put
            named = "7.2" if name == "hand" else "8.1-2 8.1-3"
            verdict.hold(named, found, [("hold", put, "7.2")], closed)
        else:
            prize = put * chance.times
            due = prize // COMMISSION if chance.times == 1 else 0
            won[int(bet.split("/")[0])] += prize
            expected = [("pay", prize, chance.prize), ("return", put - due, "9")]
            if due:
                expected.insert(1, ("commission", due, "10"))
            verdict.hold(f"{rules} {chance.prize}", found[:1], expected[:1], closed)
            verdict.hold("9", found, expected, closed)
            if chance.times == 1:
                verdict.hold("10", found[1:], expected[1:], closed)
    for key, put in stays.items():
        named = "7.2" if kind(key[0]) == "hand" else "8.1-2"
        calls = [step["law"] for at, step in round.steps("call")
                if at > closed and step["call"] == "stays" and step["seat"] == key[0]]
        verdict.hold(named, calls, [f"{SECTION}/{named}"], closed)
        if round.after:
            held = {(bet, player): sum_ for bet, player, sum_ in round.after.get("held", [])}
            verdict.hold(named, held.get(key), put, closed)
    judge_order(round, verdict, closed, dict(won))


def judge_order(round: Round, verdict: Judge, closed: int, won: dict[int, int]) -> None:
    """Lost bets are collected, then prizes paid from the first place on and told (ir/212)."""
    steps = [step for at, step in round.steps("move") if at > closed]
    kinds = [step["kind"] for step in steps if step["kind"] in ("collect", "pay")]
    verdict.hold("6", kinds, sorted(kinds), closed)
    paid = [int(step["bet"].split("/")[0]) for step in steps if step["kind"] == "pay"]
    verdict.hold("9", paid, sorted(paid), closed)
    called = [(int(step["seat"]), step["facts"]["amount"]) for at, step in round.steps("call")
              if at > closed and step["call"] == "pays"]
    verdict.hold("9", called, sorted(won.items()), closed)
