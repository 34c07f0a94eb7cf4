"""Who sits at a table of non-banked poker and with what money (rules 6, 10 to 14, 24, 28, 52, 75,
78, 79 and 98 of the published text), and the percentage of a session (7.b)."""

from __future__ import annotations

from collections import defaultdict

from judging import Json, Judge, Round
from judging_list import WaitingList

NEEDED = 4
"""How many players a game needs (24)."""


def cents(text: str) -> int:
    """A sum as the croupier calls it, in cents."""
    whole, _, part = text.split()[0].replace("\u202f", "").partition(".")
    return int(whole) * 100 + int(part)


class Seats:
    """Places, stacks and players, followed through the steps and answers of a round."""

    def __init__(self, round: Round, verdict: Judge) -> None:
        self.verdict, self.table, self.rules = verdict, round.table, round.table["rules"]
        self.synthetic = round.game == "sintetico"
        folk = round.before.get("folk", {})
        self.sums: dict[str, int] = defaultdict(int)
        """What lies where: ``PLACE/cave``, ``PLACE/pot``, ``PLACE/dead``."""
        self.put: dict[str, int] = defaultdict(int)
        """What each player has in the pot."""
        self.owners: dict[int, str] = {
            seat: name for seat, name in enumerate(round.before["seats"], 1) if name}
        self.held = {(bet, name): amount for bet, name, amount in round.before.get("held", ())}
        self.running = self.begun = "hand" in round.before
        self.banned: set[str] = set()
        """Who had to leave and gets no place in this game again (58-2, ir/311)."""
        self.last: int = round.before.get("hand", 0)
        self.resting: dict[str, int] = dict(folk.get("resting", {}))
        self.entered: set[str] = set(folk.get("entered", ()))
        self.gone: dict[str, int] = dict(folk.get("gone", {}))
        self.owed: dict[str, int] = dict(folk.get("owed", {}))
        self.unbet: dict[str, int] = dict(folk.get("unbet", {}))
        self.wishes: list[tuple[str, int]] = [(name, seat) for name, seat in folk.get("moves", ())]
        self.playing: set[int] = set()
        self.drawn: tuple[list[int], list[int]] | None = None
        self.staked: tuple[int, str, int] | None = None
        self.warned: set[tuple[str, str]] = {
            (name, kind) for name, kinds in round.before.get("warned", {}).items()
            for kind in kinds}
        self.reported: tuple[str, int] | None = None
        """A breach of conduct or a delay, and the place of the player."""
        self.left: dict[str, int] = dict(folk.get("left", {}))
        self.suspended = False
        self.list = WaitingList(round, verdict)

    # -- what is known ---------------------------------------------------------------------------

    def stack(self, seat: int) -> int:
        """A player's money at the table."""
        return self.sums[f"{seat}/cave"]

    def counted(self) -> list[int]:
        """The seats of those who count among the four whom a game needs: all who sit there with
        the minimum (24, ir/268)."""
        return sorted(seat for seat in self.owners if self.stack(seat) >= self.table["minimum"])

    def able(self) -> list[int]:
        """The seats of those who can be dealt in."""
        ready = [seat for seat in self.counted() if self.owners[seat] not in self.resting]
        # ir/268: a round needs two who play; otherwise all breaks end.
        return ready if len(ready) > 1 else self.counted()

    def free(self) -> list[int]:
        """The places that a newcomer may take: those that are free, and for which nobody at the
        table has asked (12.a)."""
        wished = {seat for _, seat in self.wishes}
        return [seat for seat in range(1, self.table["places"] + 1)
                if seat not in self.owners and seat not in wished]

    @property
    def buy_in(self) -> int:
        """The initial stack that the house has fixed (75, 98)."""
        if cave := self.rules["cave"]:
            return int(cave)
        if self.rules["minimum_share"]:
            return int(self.table["maximum"])
        return 20 * int(self.table["minimum"])

    @property
    def fee(self) -> int:
        """The percentage of a session, of the stack that the table asks for (7.b, ir/239)."""
        return self.buy_in * int(self.rules["rate"]) // 100

    def average(self) -> int:
        """The average of the capital in play, cut to a whole chip; a bet counts for the player who
        made it (28, ir/269)."""
        total = sum(self.stack(seat) for seat in self.owners) + sum(
            self.put[name] for name in self.owners.values())
        unit = int(self.table["unit"])
        mean = total // max(1, len(self.owners)) // unit * unit
        # ir/450: all who sit count; ir/451: not below the minimum, with which a player is dealt in.
        return max(mean, int(self.table["minimum"]))

    # -- steps -----------------------------------------------------------------------------------

    def step(self, at: int, step: Json, event: Json) -> None:
        """Follow one step."""
        match step["step"]:
            case "move":
                self.move(at, step)
            case "listen":
                self.listen(at, step)
            case "throw":
                self.draw(at, step, event)
            case "call":
                self.call(at, step)

    def move(self, at: int, step: Json) -> None:
        """Money moves between a player, the stack, the pot and the house."""
        place, kind, amount = step["bet"], step["kind"], step["amount"]
        law = step["law"].rpartition("/")[2]
        if kind == "resume":
            self.verdict.hold("52", self.held.pop((place, step["player"]), None), amount, at)
        if kind in ("resume", "stake"):
            self.sums[place] += amount
        elif kind == "hold":
            self.verdict.hold("52", amount, self.sums.pop(place, 0), at)
        else:
            self.verdict.hold("52", self.sums[place] >= amount, True, at)
            self.sums[place] -= amount
            if into := step.get("into"):
                self.sums[into] += amount
                if into.endswith(("/pot", "/dead")):
                    self.put[step["player"]] += amount
            if place.endswith(("/pot", "/dead")):
                self.put[step["player"]] -= amount
        if kind == "return" and self.begun and place.endswith("/cave"):
            self.gone[step["player"]] = amount
        if kind == "stake":
            self.judge_stake(at, step, law)
        elif kind == "commission" and law.startswith("7.b"):
            lay = amount + self.sums[place]
            self.verdict.hold(law, amount, min(self.fee, lay), at)
            self.verdict.hold("7.b", 5 <= self.rules["rate"] <= 20, True, at)

    def judge_stake(self, at: int, step: Json, law: str) -> None:
        """What a player brings or adds."""
        seat, amount = int(step["bet"].partition("/")[0]), step["amount"]
        plays = seat in self.playing
        if self.staked is None:
            # 14.e: nobody adds chips who is in the round; 75, 98: what is added is fixed.
            self.verdict.hold("14.e", plays, False, at)
            rule = "98" if self.synthetic else "75"
            self.verdict.hold(rule, amount, self.rules["top_up"] or self.buy_in, at)
            if not self.synthetic:
                self.verdict.hold("79", law, "79", at)
        else:
            self.verdict.hold("52", self.staked, (seat, step["player"], amount), at)
        self.staked = None

    def call(self, at: int, step: Json) -> None:
        """What the croupier calls between two rounds."""
        match step["call"]:
            case "drawn":
                self.judge_draw(at, step)
            case "seat-changed":
                self.judge_change(at, step)
            case "game-closed" | "game-over":
                self.owners, self.wishes, self.resting = {}, [], {}
                self.gone, self.owed, self.unbet = {}, {}, {}
                self.left = {}
                self.entered, self.running, self.begun, self.last = set(), False, False, 0
                self.banned, self.warned = set(), set()
                self.list.now = 0
                # 24-2, 74-2, 98: all have their money back.
                rule = step["law"].rpartition("/")[2]
                self.verdict.hold(rule, sum(self.sums.values()), 0, at)
                if rule == "24-2":
                    self.verdict.hold("24-2", self.suspended, True, at)
            case "away":
                self.rise(step["facts"]["rises"])
            case "warned" | "must-leave":
                self.judge_breach(at, step)
            case "suspended":
                self.verdict.hold("24", len(self.counted()) < NEEDED, True, at)

    def judge_breach(self, at: int, step: Json) -> None:
        """A first breach is answered with a warning, a grave one or any other in the same game with
        leaving the table (58, 58-2, ir/280); delays count by themselves (71.a)."""
        if self.reported is not None:
            kind, seat = self.reported
            about = "delay" if kind == "slow" else "conduct"
            name = self.owners.get(seat, "")
            grave = kind == "grave-breach" or any(
                who == name and (what == "conduct") == (about == "conduct")
                for who, what in self.warned)
            rule = "71" if about == "delay" else "58-2" if grave else "58"
            self.verdict.hold(rule, (step["call"], int(step["seat"])),
                              ("must-leave" if grave else "warned", seat), at)
            self.warned.add((name, about))
            self.reported = None
        if step["call"] == "must-leave":
            seat = step["facts"]["rises"]
            self.banned.add(self.owners.get(seat, ""))
            self.rise(seat)

    def draw(self, at: int, step: Json, event: Json) -> None:
        """Lots are drawn for the places (11)."""
        if step["thing"] == "lot" and "fell" in event:
            self.list.draw(step, event)
        if step["thing"] == "lot" and "fell" in event and step["law"].endswith("/11"):
            self.drawn = (step["sides"], event["fell"])
            places = self.table["places"]
            self.verdict.hold("11", list(step["sides"]),
                              list(range(places, places - len(self.owners), -1)), at)

    def judge_draw(self, at: int, step: Json) -> None:
        """Each lot names one of the places that are left."""
        went = {int(old): new for old, new in step["facts"]["rises"].items()}
        self.verdict.hold("11", sorted(went), sorted(self.owners), at)
        left, expected = list(range(1, self.table["places"] + 1)), []
        for lot in (self.drawn or ([], []))[1]:
            expected.append(left.pop(lot - 1))
        self.verdict.hold("11", sorted(went.values()), sorted(expected), at)
        self.owners = {went[seat]: name for seat, name in self.owners.items()}
        self.running = self.begun = True

    def judge_change(self, at: int, step: Json) -> None:
        """A player who asked for another place gets it when it is free, the first who asked before
        the others (12.a, ir/259)."""
        new, old = int(step["seat"]), step["facts"]["rises"]
        name = self.owners.get(old, "")
        able = [wish for wish in self.wishes if wish[1] not in self.owners]
        self.verdict.hold("12.a", (name, new), able[0] if able else None, at)
        self.verdict.hold("12.a", new in self.owners or old in self.playing, False, at)
        self.wishes = [wish for wish in self.wishes if wish[0] != name]
        self.owners[new] = self.owners.pop(old, "")

    def rise(self, seat: int) -> None:
        """A player gets up."""
        name = self.owners.pop(seat, "")
        self.wishes = [wish for wish in self.wishes if wish[0] != name]
        self.resting.pop(name, None)
        self.entered.discard(name)
        self.unbet.pop(name, None)
        self.playing.discard(seat)
        if self.running:
            self.left[name] = seat
        if not self.owners:
            # FINDING: no reading says what holds once everybody has left a suspended game. The next
            # players bring the initial stack and are drawn anew (11, 75, 98), as at a beginning,
            # but the hand goes on from where it was (30), and 14.h holds for who was there.
            self.running = False

    def listen(self, at: int, step: Json) -> None:
        """People may sit down, add chips and ask for another place."""
        window = step.get("window", "")
        self.list.listen(at, step, self.free())
        if window in ("seats", "between"):
            # 24: with fewer than four players no round begins.
            self.verdict.hold("24", window, "between" if len(self.counted()) >= NEEDED
                              else "seats", at)
            able = [wish for wish in self.wishes if wish[1] not in self.owners]
            self.verdict.hold("12.a", able, [], at)
        for offer in step.get("offers", ()):
            if offer["act"] == "sit":
                self.judge_sit(at, offer)
            elif offer["act"] == "top-up" and "player" in offer:
                sum_ = self.rules["top_up"] or self.buy_in
                rule = "98" if self.synthetic else "75"
                self.verdict.hold(rule, (offer["low"], offer["high"]), (sum_, sum_), at)
                self.verdict.hold("14.e", int(offer["seat"]) in self.playing, False, at)

    def judge_sit(self, at: int, offer: Json) -> None:
        """A newcomer may take a free place, with the sum that the rules ask for."""
        if offer["law"].endswith(("/58-2", "/71.a")):  # ir/311
            self.banned.add(offer["player"])
            rule = "58-2" if offer["law"].endswith("/58-2") else "71"
            self.verdict.hold(rule, list(offer["barred"]), [offer["player"]], at)
            return
        self.verdict.hold("12.a", sorted(map(int, offer["seats"])), self.free(), at)
        name, unit = offer.get("player"), int(self.table["unit"])
        if name is None:
            self.verdict.hold("10", sorted(offer.get("barred", ())),
                              sorted({*self.owners.values(), *self.banned}), at)
        low, high = offer["low"], offer.get("high", 0)
        bound = self.rules["minimum_share"]
        if not self.running:
            rule, least, most = "98" if self.synthetic else "75", self.buy_in, self.buy_in
        elif self.synthetic or self.rules["entry"] == "average":
            rule, least, most = "28", self.average(), self.average()
        else:
            rule, least, most = "78", self.buy_in, self.table["maximum"] if bound else high
        if name is not None and self.gone.get(name, 0) > least:
            # 14.h: who comes back brings no less than they left with.
            rule, least = "14.h", -(-self.gone[name] // unit) * unit
            most = max(most, least)
        self.verdict.hold(rule, low, least, at)
        if rule != "78" or bound:
            self.verdict.hold(rule, high, most, at)

    # -- answers ---------------------------------------------------------------------------------

    def answer(self, at: int, answer: Json) -> None:
        """Follow one answer."""
        name = answer.get("player", "")
        self.list.answer(answer)
        if answer["answer"] == "timeout" and answer.get("window") == "seats":
            # 24-2: fifteen minutes have passed.
            self.suspended = len(self.counted()) < NEEDED
        match answer.get("act"):
            case "sit":
                seat = int(answer["seat"])
                self.verdict.hold("6 10", seat in self.owners or name in self.owners.values(),
                                  False, at)
                self.owners[seat] = name
                self.staked = (seat, name, answer["amount"])
                self.gone.pop(name, None)
                if self.running:
                    self.entered.add(name)
            case "leave" if answer["seat"] != "table":
                self.rise(next((seat for seat, owner in self.owners.items() if owner == name), 0))
            case "change-seat":
                self.wish(name, int(answer["seat"]))
            case "rest":
                self.resting[name] = 2
            case "back":
                self.resting.pop(name, None)

    def wish(self, name: str, seat: int) -> None:
        """A player asks for another place; who asks again has asked anew."""
        self.wishes = [wish for wish in self.wishes if wish[0] != name]
        if self.owners.get(seat) != name:
            self.wishes.append((name, seat))

    # -- the hand --------------------------------------------------------------------------------

    def next_hand(self) -> tuple[list[int], int]:
        """Who has the hand: the seats of newcomers whom it passes over (80), and its seat (29, 30).
        """
        able, passed = self.able(), list[int]()
        ring = [seat for seat in able if seat > self.last] + \
            [seat for seat in able if seat <= self.last]
        for seat in ring:
            # 80: a newcomer does not play at the place of the hand; a round needs two who play.
            newcomer = self.owners[seat] in self.entered and not self.synthetic
            if not (self.last and newcomer and len(ring) - len(passed) > 2):
                return passed, seat
            passed.append(seat)
        return passed, 0

    def missed(self, start: int, end: int, dealt: list[int]) -> list[str]:
        """Whom a bet passed by, clockwise between two places: players who take a break, and those
        who gave up a place that nobody has taken (90, ir/310)."""
        names = list[str]()
        seat = start % self.table["places"] + 1
        while seat != end:
            name = self.owners.get(seat)
            if seat not in dealt:
                names += [one for one, was in self.left.items()
                          if was == seat and one not in self.owners.values()]
                if name and (name not in self.entered or name in self.left):
                    names.append(name)
            seat = seat % self.table["places"] + 1
        return names
