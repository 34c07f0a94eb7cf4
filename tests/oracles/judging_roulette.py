"""How a coup of either roulette of Portaria 217/2007 is played, from the published text. Like the
oracles, it knows nothing of the program.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from random import Random

from judging import Json, Judge, Round
from judging_layout import (
    APART,
    BLACK,
    NUMBERS,
    RED,
    SIMPLE,
    Bets,
    Limits,
    Rules,
    chance_of,
    is_outside,
    twice_won,
)


def aim(round: Round, random: Random) -> list[int]:
    """A number on which a player wins as many kinds of bets as any: in random throws those of one
    player that are paid one after the other, as a street and a corner, hardly ever win together."""
    lying: dict[str, int] = defaultdict(int)
    for _, step in round.steps("move"):
        if step["kind"] in ("stake", "return"):
            lying[step["bet"]] += step["amount"] * (1 if step["kind"] == "stake" else -1)
    kinds: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for bet in (bet for bet, amount in lying.items() if amount > 0):
        place, _, spot = bet.partition("/")
        for number in NUMBERS.get(spot, ()):
            kinds[number].add((place, spot.partition("/")[0]))
    wins = {number: max(Counter(place for place, _ in bets).values())
            for number, bets in kinds.items()}
    most = max(wins.values(), default=0)
    return [random.choice([number for number in range(37) if wins.get(number, 0) == most])]


class Coup:
    """One round and the rules that it has to keep to. A section adds what it alone has."""

    paid_in_order: tuple[tuple[str, ...], ...]
    """Which prizes are paid one after the other, by the kinds of spots."""

    def __init__(self, rules: Rules, round: Round, verdict: Judge) -> None:
        self.rules, self.round, self.verdict, self.table = rules, round, verdict, round.table
        self.seats = {str(place): player for place, player
                      in enumerate(round.before["seats"], 1) if player}
        self.waiting = list(round.before.get("waiting", ()))
        self.last = dict(round.before.get("last", {}))
        self.lying: dict[str, Bets] = defaultdict(dict)
        self.wanted: tuple[str, dict[str, int]] | None = None
        self.leaving = ""
        self.rooms: dict[str, dict[str, Limits | None]] = {}
        self.open: dict[int, dict[str, Limits]] = {}

    def hold(self, rules: str, found: object, expected: object, at: int = -1) -> None:
        """Compare what the record has with what the rules say."""
        self.verdict.hold(rules, found, expected, at)

    def judge(self) -> None:
        """Compare the whole round with the text."""
        closed = next((at for at, step in self.round.steps("call")
                       if step["call"] == "no-more-bets"), len(self.round.events))
        self.judge_bets(closed)
        self.judge_reports()
        fallen = self.judge_spins(closed)
        if fallen is not None:
            self.judge_number(*fallen)
            self.judge_money(*fallen)
            self.judge_after(fallen[1])

    # What a section may add or change.

    def spots(self) -> list[str]:
        """All spots of the layout; zero shares a bet with other numbers unless the table reads
        that it lies beside none (ir/131)."""
        alone = self.reading("zero_beside") == "none"
        return [spot for spot, numbers in NUMBERS.items()
                if (self.table["rules"]["apart"] or spot not in APART)
                and not (alone and 0 in numbers and len(numbers) > 1)]

    def reading(self, name: str) -> object:
        """The reading that the table names for an option; None for the usual one."""
        return (self.table["rules"].get("readings") or {}).get(name)

    def times(self, spot: str) -> int:
        """How many times the minimum of a chance its maximum may be (ir/380)."""
        return chance_of(spot).most + (self.reading("times") == "more-than-it")

    def playable(self, value: int) -> dict[str, Limits]:
        """The limits of every spot on which they leave something to bet, in steps of its unit."""
        if value not in self.open:
            bounds = {spot: self.limits(spot, value) for spot in self.spots()}
            self.open[value] = {spot: (low, high, unit)
                                for spot, (low, high, unit) in bounds.items() if low <= high}
        return self.open[value]

    def parts(self, spot: str, amount: int) -> dict[str, int]:
        """Which amounts lie where, if so much is bet on a spot."""
        return {spot: amount}

    def unit(self, spot: str, value: int) -> int:
        """The step between bets on a spot."""
        del spot, value
        return int(self.table["unit"])

    def value(self, player: str) -> int:
        """What a chip of a player is worth."""
        del player
        return int(self.table["unit"])

    def limits(self, spot: str, value: int) -> Limits:
        """The least and the greatest bet on a spot."""
        least, most = self.bounds(spot)
        unit = self.unit(spot, value)
        return -(-least // unit) * unit, most // unit * unit, unit

    def bounds(self, spot: str) -> tuple[int, int]:
        """The limits of a chance: those of the house, or the table's minimum, and a maximum in the
        proportions of the rule, in which the table's own is that of a straight-up (ir/117)."""
        chance = chance_of(spot)
        own = self.table["rules"].get(chance.option) or {}
        least = own.get("minimum") or self.table["minimum"]
        in_proportion = self.table["maximum"] * self.times(spot) // self.times("straight/0")
        return least, own.get("maximum") or min(in_proportion, least * self.times(spot))

    def bet_rules(self, spot: str) -> str:
        """The rules that allow a bet on a spot, the nearest first."""
        rule = chance_of(spot).rule
        return f"{self.rules.bets}.{rule} {self.rules.bets}.{rule[0]}"

    def limit_rules(self, spot: str) -> str:
        """The rules that limit a bet on a spot, the nearest first."""
        rule = chance_of(spot).rule
        of_all = f"{self.rules.limits}.{rule[0]}"
        return of_all if rule.startswith("b.") else f"{self.rules.limits}.{rule} {of_all}"

    def prize_rules(self, spot: str, part: str) -> str:
        """The rules of the prize of a part of a bet, the nearest first."""
        del spot
        rule = chance_of(part).rule
        of_all = f"{self.rules.prize}.{rule[0]}"
        return of_all if rule.startswith("b.") else f"{self.rules.prize}.{rule} {of_all}"

    def judge_places(self, at: int, listen: Json) -> None:
        """Who may sit down, leave and name a value."""

    def answered(self, at: int, answer: Json) -> None:
        """What an answer of a player changes, besides bets."""
        place = answer.get("seat", "")
        if answer.get("act") == "sit":
            self.seats[place] = answer["player"]
            self.waiting = [player for player in self.waiting if player != answer["player"]]

    def judge_after(self, number: int) -> None:
        """What the table carries to the next coup: the number, to which the ball goes back after a
        void coup, and the last bets of each player (ir/121)."""
        if after := self.round.after:
            self.hold(self.rules.again, after["results"][0], str(number))
            for player in self.seats.values():
                if mine := self.totals(player):
                    self.hold(self.rules.prize, after["last"].get(player), mine)

    def judge_announcements(self, thrown: int, won: dict[str, dict[str, int]]) -> None:
        """How prizes are announced. ``won`` has them by place and by bet."""

    # Bets.

    def judge_bets(self, closed: int) -> None:
        """Bets are made, changed and taken back until the call."""
        for at, event in enumerate(self.round.events[:closed + 1]):
            step, answer = event.get("step") or {}, event.get("answer") or {}
            if step.get("step") == "move":
                self.judge_lay(at, step)
                continue
            self.judge_wanted(at)
            match step.get("step"):
                case "menu":
                    self.judge_menu(at, step)
                case "listen":
                    self.judge_listen(at, step)
            if answer.get("answer") == "act":
                self.answer(at, answer)
        for player in self.seats.values():
            self.judge_lawful(player, self.lying[player], closed)
        if most := self.table["rules"].get("exposure"):  # ir/123
            for spot, (low, _, _) in self.playable(self.table["minimum"]).items():
                least = max(twice_won({spot: self.parts(spot, low)}).values())
                self.hold(self.rules.every, least <= 2 * most, True, closed)
            self.hold(self.rules.every, max(self.cost().values(), default=0) <= 2 * most, True,
                      closed)

    def judge_lay(self, at: int, step: Json) -> None:
        """Money is put on a spot or taken back from it, by the player who has the place."""
        spot, part = self.split_name(step["bet"])
        place, player, kind = step["bet"].partition("/")[0], step["player"], step["kind"]
        self.hold(f"{self.rules.bets} {self.rules.throw}", kind in ("stake", "return"), True, at)
        self.hold(self.rules.bets, self.seats.get(place), player, at)
        parts = self.lying[player].setdefault(spot, {})
        parts[part] = parts.get(part, 0) + (step["amount"] if kind == "stake" else -step["amount"])
        if not parts[part]:
            del parts[part]
        if not parts:
            del self.lying[player][spot]
        self.rooms.clear()
        near = self.bet_rules(spot).split()[0] if kind == "stake" else self.rules.closed
        self.hold(near, step["law"], f"{self.rules.section}/{near}", at)

    def split_name(self, bet: str) -> tuple[str, str]:
        """The spot of a bet and the part of it that a move is about."""
        spot = bet.partition("/")[2]
        return spot, spot

    def totals(self, player: str) -> dict[str, int]:
        """What lies for a player on each spot."""
        return {spot: sum(parts.values()) for spot, parts in self.lying[player].items()}

    def judge_wanted(self, at: int) -> None:
        """After an answer the bets lie as the player wished."""
        if self.wanted is not None:
            player, bets = self.wanted
            self.hold(self.rules.closed, self.totals(player), bets, at)
            for spot, amount in bets.items():
                self.hold(self.bet_rules(spot), self.lying[player].get(spot),
                          self.parts(spot, amount), at)
        if self.leaving:
            del self.seats[self.leaving]
            self.rooms.clear()
        self.wanted, self.leaving = None, ""

    def answer(self, at: int, answer: Json) -> None:
        """What a player does with their bets (ir/121)."""
        player, spot = answer["player"], answer.get("seat", "")
        mine = self.totals(player)
        match answer["act"]:
            case "bet":
                self.wanted = player, mine | {spot: answer["amount"]}
            case "clear":
                self.wanted = player, {name: put for name, put in mine.items() if name != spot}
            case "clear-all":
                self.wanted = player, {}
            case "leave":
                self.wanted = player, {}
                self.leaving = spot if spot in self.seats else ""
                self.waiting = [name for name in self.waiting if name != player]
                self.last.pop(player, None)
            case "double":
                self.wanted = player, {name: 2 * put for name, put in mine.items()}
            case "repeat":
                self.wanted = player, dict(self.last[player])
        self.answered(at, answer)

    def judge_menu(self, at: int, menu: Json) -> None:
        """Every spot and no other is offered, with the limits of its chance."""
        value = int(menu["name"].partition("/")[2] or self.table["unit"])
        offered: dict[str, Limits] = {}
        for offer in menu["offers"]:
            seats = offer.get("seats") or [offer["seat"]]
            if offer["act"] == "clear":
                self.hold(self.rules.closed, sorted(seats), sorted(self.spots()), at)
                continue
            found = (offer.get("low", 0), offer.get("high", 0), offer.get("unit", 1))
            for spot in seats:
                offered[spot] = found
                bet, limit = self.bet_rules(spot).split(), self.limit_rules(spot).split()
                near = bet[1] if spot in SIMPLE else bet[0]
                self.hold(" ".join(bet), offer["law"], f"{self.rules.section}/{near}", at)
                self.hold(f"{self.rules.limits} {' '.join(limit)}", found,
                          self.limits(spot, value), at)
                self.hold(limit[0], offer["limit_law"], f"{self.rules.section}/{limit[0]}", at)
                if spot in NUMBERS:
                    least = self.bounds(spot)[0]
                    self.hold(" ".join(limit), found[1] <= least * self.times(spot), True, at)
        self.hold(f"{self.rules.bets} {self.rules.every}", sorted(offered),
                  sorted(self.playable(value)), at)

    def judge_listen(self, at: int, listen: Json) -> None:
        """Each player at the table is asked for bets, within what other bets leave open."""
        menus = {player: name for name, players in listen.get("menus", ()) for player in players}
        self.hold(self.rules.bets, sorted(menus), sorted(self.seats.values()), at)
        narrowed: dict[str, dict[str, Limits | None]] = defaultdict(dict)
        for offer in listen["offers"]:
            if offer["act"] != "bet":
                continue
            bounds = (offer.get("low", 0), offer.get("high", 0), offer.get("unit", 1))
            for spot in offer.get("seats") or [offer["seat"]]:
                narrowed[offer["player"]][spot] = None if "note" in offer else bounds
        for player in menus:
            self.judge_room(at, player, narrowed[player])
            self.judge_acts(at, listen, player)
        self.judge_places(at, listen)

    def judge_acts(self, at: int, listen: Json, player: str) -> None:
        """The acts on all bets of a player (ir/121): each is offered where it is lawful."""
        acts = {offer["act"]: offer.get("cost") for offer in listen["offers"]
                if offer.get("player") == player}
        mine = self.totals(player)
        self.hold(self.rules.closed, "clear-all" in acts, bool(mine), at)
        again = {} if mine else self.last.get(player, {})
        for act, bets in (("double", {spot: 2 * put for spot, put in mine.items()}),
                          ("repeat", again)):
            self.hold(self.rules.prize, act in acts, bool(bets) and self.lawful(player, bets), at)
            if act in acts:
                added = sum(bets.values()) - sum(mine.values())
                self.hold(self.rules.prize, acts[act], added, at)
        if mine or not self.table["individual"]:
            # ir/148: one who plays alone asks for the ball.
            self.hold(self.rules.call, "spin" in acts, self.table["individual"], at)

    # Limits.

    def cost(self, without: str = "") -> dict[int, int]:
        """Twice what the bank has to pay on each number, perhaps without the bets of a player."""
        total: dict[int, int] = defaultdict(int)
        for player, bets in self.lying.items():
            if player != without:
                for number, won in twice_won(bets).items():
                    total[number] += won
        return total

    def room_rules(self) -> str:
        """The rules by which other bets leave less for a spot (ir/123)."""
        return self.rules.every

    def shared(self, value: int, bets: Bets) -> dict[str, int]:
        """The most that a player's other bets leave for the spots that count with them."""
        del value, bets
        return {}

    def lawful(self, player: str, wished: dict[str, int]) -> bool:
        """Whether a player may have all these bets together."""
        value = self.value(player)
        allowed = self.playable(value)
        bets = {spot: self.parts(spot, amount) for spot, amount in wished.items()}
        rooms = self.shared(value, bets)
        for spot, amount in wished.items():
            if spot not in allowed:
                return False
            low, high, unit = allowed[spot]
            if amount % unit or not low <= amount <= min(high, rooms.get(spot, high)):
                return False
        if most := self.table["rules"].get("exposure"):
            others, mine = self.cost(without=player), twice_won(bets)
            return all(others[number] + mine[number] <= 2 * most for number in range(37))
        return True

    def judge_lawful(self, player: str, bets: Bets, closed: int) -> None:
        """What lies when bets are closed is within all limits."""
        value = self.value(player)
        for spot, parts in bets.items():
            amount = sum(parts.values())
            low, high, unit = self.limits(spot, value)
            self.hold(f"{self.bet_rules(spot)} {self.limit_rules(spot)}",
                      low <= amount <= high and amount % unit == 0, True, closed)

    def judge_room(self, at: int, player: str, narrowed: dict[str, Limits | None]) -> None:
        """Where less than the maximum is left, the offer says how much."""
        if player not in self.rooms:
            self.rooms[player] = self.room(player)
        bounds = self.playable(self.value(player))
        found = {spot: left for spot, left in narrowed.items() if left != bounds.get(spot)}
        self.hold(self.room_rules(), found, self.rooms[player], at)

    def room(self, player: str) -> dict[str, Limits | None]:
        """The spots on which a player may bet less than the maximum, and within which limits."""
        value, bets = self.value(player), self.lying[player]
        most, total = self.table["rules"].get("exposure"), self.cost()
        rooms = self.shared(value, bets)
        found: dict[str, Limits | None] = {}
        for spot, (low, high, unit) in self.playable(value).items():
            greatest = min(high, rooms.get(spot, high))
            if most:
                own = twice_won({spot: bets.get(spot, {})})
                for number, won in twice_won({spot: self.parts(spot, unit)}).items():
                    left = 2 * most - total[number] + own.get(number, 0)
                    greatest = min(greatest, left // won * unit)
            if greatest < high:
                greatest = greatest // unit * unit
                found[spot] = (low, greatest, unit) if greatest >= low else None
        return found

    # The ball.

    def judge_reports(self) -> None:
        """The hour and a ball that is lost are seen to before the ball is thrown."""
        spins = [at for at, step in self.round.steps("handle")
                 if step["what"].startswith("spin-")] or [len(self.round.events)]
        for at, event in enumerate(self.round.events):
            if event.get("step") or not (incident := event.get("incident")):
                continue
            done = []
            for later in self.round.events[at + 1:]:
                if (later.get("step") or {}).get("step") not in ("handle", "call"):
                    break
                done.append(later["step"].get("what") or later["step"].get("call"))
            match incident["kind"]:
                case "hour":
                    # ir/122, ir/144: both while bets are made, and so before the ball runs.
                    self.hold(self.rules.other_ball, done[:1], ["change-ball"], at)
                    self.hold(self.rules.relieved, done[1:2], ["relieve"], at)
                    self.hold(f"{self.rules.other_ball} {self.rules.relieved}",
                              at < spins[0], True, at)
                case "ball-lost":
                    self.hold(self.rules.new_ball, done[:1], ["replace-ball"], at)
                    # Another ball comes to rest only if it is thrown.
                    self.hold(self.rules.new_ball, at < spins[-1], True, at)

    def judge_spins(self, closed: int) -> tuple[int, int] | None:
        """The ball is thrown until it comes to rest. The position of the last throw, and the
        number that fell."""
        rules, events = self.rules, self.round.events
        spins = [(at, step) for at, step in self.round.steps("handle")
                 if step["what"].startswith("spin-")]
        throws = [at for at, _ in self.round.steps("throw")]
        if not spins or not throws:
            return None
        listens = [at for at, _ in self.round.steps("listen", "menu")]
        money = [at for at, step in self.round.steps("move") if step["kind"] in ("pay", "collect")]
        self.hold(rules.throw, [at for at in money if at < spins[-1][0]], [], spins[0][0])
        self.hold(rules.call, spins[0][0] < closed < throws[0], True, closed)
        calls = [step["call"] for _, step in self.round.steps("call")]
        self.hold(rules.call, calls.count("no-more-bets"), 1, closed)
        self.hold(rules.closed, [at for at in listens if at > closed], [], closed)
        moved = [at for at, _ in self.round.steps("move") if closed < at < throws[-1]]
        self.hold(rules.closed, moved, [], closed)
        late = [at for at in listens if spins[0][0] < at < closed]
        self.hold(rules.closed, bool(late), not self.table["individual"], closed)  # ir/148
        before = self.round.before.get("throws", 0)
        for count, (at, step) in enumerate(spins, before):
            # ir/143: every throw counts, also one that was void.
            direction, plate = ("right", "left") if count % 2 == 0 else ("left", "right")
            facts = step.get("facts") or {}
            self.hold(rules.direction, (step["what"], facts.get("direction")),
                      (f"spin-{direction}", direction), at)
            self.hold(rules.plate, facts.get("plate"), plate, at)
        if after := self.round.after:
            self.hold(rules.direction, after["throws"], before + len(spins))
        # A ball that is lost while it runs never comes to rest; another is thrown.
        lost = [at for at, event in enumerate(events) if at > spins[0][0]
                and (event.get("incident") or {}).get("kind") == "ball-lost"]
        self.hold(rules.throw, len(spins), len(throws) + len(lost), throws[-1])
        self.hold(rules.void, calls.count("null-spin"),
                  sum("incident" in events[at] for at in throws), throws[-1])
        for at, following in pairwise([*throws, len(events)]):
            event = events[at]
            sides, first = event["step"]["sides"], event["step"].get("first", 0)
            self.hold(rules.pockets, (list(sides), first), ([37], 0), at)
            if "incident" in event:
                self.judge_void(at, following)
        fell = events[throws[-1]].get("fell")
        if fell is None or "incident" in events[throws[-1]]:
            return None
        self.hold(rules.pockets, len(fell) == 1 and fell[0] in range(37), True, throws[-1])
        return throws[-1], fell[0]

    def judge_void(self, at: int, following: int) -> None:
        """A void coup: the plate is stopped, the coup called void and the ball thrown again, with
        the bets as they lie (ir/118)."""
        rules = self.rules
        steps: list[Json] = [event.get("step") or {}
                             for event in self.round.events[at + 1:following]]
        done = [step.get("what") or step.get("call") or step.get("step") for step in steps]
        self.hold(rules.void, done[:2], ["stop-plate", "null-spin"], at)
        self.hold(rules.again, done[2:3], ["ball-back"], at)
        self.hold(rules.again, [str(name)[:5] for name in done[3:]], ["spin-"], at)
        number = [step["facts"]["number"] for step in steps if step.get("what") == "ball-back"]
        if results := self.round.before.get("results"):
            self.hold(rules.again, number, [results[0]], at)

    def judge_number(self, thrown: int, number: int) -> None:
        """The number is announced with its colour, and marked on the layout."""
        colour = "red" if number in RED else "black" if number in BLACK else ""
        called = next(((at, step) for at, step in self.round.steps("call") if at > thrown),
                      (thrown, {}))
        self.hold(f"{self.rules.number} {self.rules.colours}",
                  (called[1].get("call"), called[1].get("facts")),
                  (f"number-{colour or 'zero'}", {"number": number, "colour": colour}), thrown)
        marks = [(at, step) for at, step in self.round.steps("handle")
                 if step["what"].startswith("mark-")]
        self.hold(self.rules.mark, [step.get("seat") for _, step in marks], [f"straight/{number}"],
                  thrown)
        money = [at for at, _ in self.round.steps("move") if at > thrown]
        self.hold(self.rules.mark, all(called[0] < at < min(money, default=at + 1)
                                       for at, _ in marks), True, thrown)

    # Money.

    def judge_money(self, thrown: int, number: int) -> None:
        """What is collected, paid and given back."""
        moved: dict[str, list[tuple[str, int, str, str]]] = defaultdict(list)
        for at, step in self.round.steps("move"):
            if at > thrown:
                law = step["law"].removeprefix(f"{self.rules.section}/")
                moved[step["bet"]].append((step["kind"], step["amount"], law, step["player"]))
        won: dict[str, dict[str, int]] = defaultdict(dict)
        wins, names = 0, []
        for place, player in self.seats.items():
            for spot, parts in self.lying[player].items():
                for part, amount in parts.items():
                    name = f"{place}/{spot}" + (f"/{part}" if part != spot else "")
                    names.append(name)
                    if number in NUMBERS[part]:
                        wins += 1
                        won[place][name] = int(amount * chance_of(part).times)
                    self.judge_part(thrown, number, (player, spot, part, amount), moved[name])
        self.hold(self.rules.prize, sorted(moved), sorted(names), thrown)
        self.judge_order(thrown, number, won, len(names) - wins)
        self.judge_announcements(thrown, won)

    def judge_part(self, thrown: int, number: int, bet: tuple[str, str, str, int],
                   moves: list[tuple[str, int, str, str]]) -> None:
        """What becomes of one bet, or of one part of a series or of neighbours."""
        player, spot, part, amount = bet
        rules, chance = self.rules, chance_of(part)
        of_prize = self.prize_rules(spot, part)
        near = of_prize.split()[0]
        wins = number in NUMBERS[part]
        if wins:
            expected = [("pay", int(amount * chance.times), near, player),
                        ("return", amount, rules.prize, player)]
            self.hold(f"{of_prize} {rules.prize}", moves, expected, thrown)
        else:
            law = rules.zero if number == 0 and is_outside(part) else rules.collect
            expected = [("collect", amount, law, player)]
            self.hold(rules.collect, moves, expected, thrown)
        self.hold(self.bet_rules(spot), [kind for kind, *_ in moves],
                  [kind for kind, *_ in expected], thrown)
        if number == 0 and is_outside(part):
            self.hold(rules.zero, moves, [("collect", amount, rules.zero, player)], thrown)

    def rank(self, name: str) -> int:
        """When a prize is paid, by the order of the rule."""
        kind = name.partition("/")[2].partition("/")[0].partition("-")[0]
        return next(at for at, kinds in enumerate(self.paid_in_order) if kind in kinds)

    def judge_order(self, thrown: int, number: int, won: dict[str, dict[str, int]],
                    lost: int) -> None:
        """First all that lost is collected, then winning bets are opened out and prizes paid: the
        players by the first chance that each has won, and all prizes of one together (ir/120)."""
        rules = self.rules
        after = [(at, step) for at, step in self.round.steps("move", "handle", "call")
                 if at > thrown]
        kinds = [step.get("kind") for _, step in after]
        paid = [step["bet"] for _, step in after if step.get("kind") == "pay"]
        begun = [(at, step.get("facts")) for at, step in after if step.get("what") == "pay-prizes"]
        collects = [at for at, step in after if step.get("kind") == "collect"]
        swept = [(at, step.get("facts")) for at, step in after
                 if step.get("what") == "collect-lost"]
        self.hold(rules.collect, [facts for _, facts in swept], [{"bets": lost}] if lost else [],
                  thrown)
        self.hold(rules.collect, all(at > swept[0][0] for at in collects) if swept else not lost,
                  True, thrown)
        opened = [{"bets": sum(len(bets) for bets in won.values())}] if won else []
        self.hold(rules.opened, [facts for _, facts in begun], opened, thrown)
        if paid and begun:
            first = next(at for at, step in after if step.get("kind") == "pay")
            self.hold(rules.opened, max(collects, default=-1) < begun[0][0] < first, True, thrown)
            self.hold(rules.collect, "collect" in kinds[kinds.index("pay"):], False, thrown)
        players = sorted(won, key=lambda place: (min(map(self.rank, won[place])), int(place)))
        self.hold(rules.together, list(dict.fromkeys(name.partition("/")[0] for name in paid)),
                  players, thrown)
        self.hold(rules.together, sum(one.partition("/")[0] != other.partition("/")[0]
                                      for one, other in pairwise(paid)), max(len(players) - 1, 0),
                  thrown)
        self.hold(rules.order, [(name.partition("/")[0], self.rank(name)) for name in paid],
                  [(place, rank) for place in players
                   for rank in sorted(map(self.rank, won[place]))], thrown)
        for at, step in after:
            if step.get("what") == "collect-lost":
                faults = "incident" in self.round.events[at]
                following = self.round.events[at + 1].get("step") or {}
                self.hold(rules.rebuilt, following.get("what") == "rebuild", faults, at)
                if faults:
                    self.hold(rules.rebuilt, self.round.events[at + 1].get("word")
                              in ("certain", "told"), True, at)
