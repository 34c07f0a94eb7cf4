"""The cards of the two Portuguese blackjacks of real tables before and after the play: rules 3 to
12 with a shoe, 51 to 61 with an automatic shuffler."""

from __future__ import annotations

from collections import Counter

from judging import Json, Round
from judging_blackjack import Book, reading

CARDS_IN_A_PACK = 52
BEHIND = 50
"""Rule 9: the warning card goes to the 50th card from the end."""


class Shoe:
    """How the cards are shown, shuffled, cut, loaded and burned, and where they go."""

    def __init__(self, book: Book, round: Round) -> None:
        self.book, self.round, self.before = book, round, round.before
        rules = round.table["rules"]
        self.shuffler, self.packs = rules["shuffler"], rules["packs"]
        self.seats = dict(enumerate(round.before["seats"], start=1))
        self.cutter: int | None = self.before.get("cutter")
        self.spread = False
        self.kept = False
        """Whether the cards of earlier rounds wait outside of the shuffler."""
        self.first_deal = next((at for at, step in round.steps("deal") if step["to"] != "burn"),
                               len(round.events))

    def judge(self) -> None:
        self.judge_showing()
        if self.shuffler:
            self.judge_return()
        for at, event in enumerate(self.round.events[:self.first_deal]):
            step, answer = event.get("step") or {}, event.get("answer") or {}
            match answer.get("act"):
                case "sit":
                    self.seats[int(answer["seat"])] = answer["player"]
                case "leave":
                    self.seats[int(answer["seat"])] = ""
            if "void" in event:
                return
            if (event.get("incident") or {}).get("kind") == "spread":
                self.judge_spread(at)
            if step.get("step") == "shuffle":
                self.judge_shuffle(step, at)
        self.judge_damage()
        void = any("void" in event for event in self.round.events)
        if not void:
            self.judge_round_burn()
        if self.round.after is not None and not void and not self.round.table["attended"]:
            if self.shuffler:
                self.judge_collected()
            else:
                self.judge_warning()

    def following(self, at: int) -> list[tuple[int, Json]]:
        """The events from here to the first window in which bets may be made."""
        found = []
        for later in range(at + 1, self.first_deal):
            event = self.round.events[later]
            step = event.get("step") or {}
            if step.get("step") == "listen" and step["window"] == "bets":
                break
            found.append((later, event))
        return found

    def judge_damage(self) -> None:
        """Packs with a damaged card are replaced before the next round (5-2, ir/50)."""
        rules = self.round.table["rules"]
        if self.shuffler or rules["replace_damaged_only"] or self.round.after is None:
            return
        shuffled = [at for at, _ in self.round.steps("shuffle")]
        spoilt = bool(self.before.get("spoilt")) and not shuffled
        for event in self.round.events[shuffled[-1] if shuffled else 0:]:
            incident = event.get("incident") or {}
            spoilt = spoilt or (incident.get("kind") == "damaged" and "card" in incident)
        self.book.hold("5-2", bool(self.round.after.get("spoilt")), spoilt)

    def judge_showing(self) -> None:
        """Before play begins the packs are shown; with a shuffler they are mixed and loaded, once
        (7, 53, 54)."""
        done = {step["what"]: (at, step) for at, step in self.round.steps("handle")}
        shuffled = next((at for at, _ in self.round.steps("shuffle")), len(self.round.events))
        begun = bool(self.before.get("shown"))
        rule = "53" if self.shuffler else "7"
        if not self.shuffler and not begun and shuffled < len(self.round.events):
            # ir/116: at a shared table new cards wait for others after the first has sat down.
            waits = any(step["window"] == "seats" and step.get("clock") == "shuffle"
                        for _, step in self.round.steps("listen"))
            table = self.round.table
            self.book.hold("8-2", waits, not table["individual"] and table["clocks"]["shuffle"] > 0
                           and not any(self.before["seats"]), shuffled)
        self.book.hold(rule, "show-packs" in done, not begun)
        if "show-packs" in done:
            at, step = done["show-packs"]
            self.book.hold(f"{rule} 3", (step.get("facts"), at < shuffled),
                           ({"packs": self.packs}, True), at)
        loads = [what for what in ("show-packs", "mix", "load-shuffler") if what in done]
        self.book.hold("54 54-2 53-2" if self.shuffler else "9-3",
                       "load-shuffler" in done, bool(self.shuffler) and not begun)
        if self.shuffler and not begun:
            self.book.hold("53-2", [done[what][0] for what in loads],
                           sorted(done[what][0] for what in loads), shuffled)

    def judge_return(self) -> None:
        """The cards of the last round go back into the shuffler, or wait outside (59, 60)."""
        out, waits = self.before.get("out") or (), self.before.get("waits") or 0
        done = [step["what"] for _, step in self.round.steps("handle")]
        if "try-lid" in done:  # a croupier tries
            self.kept = "keep-cards" in done
            return
        # The table says after how many rounds the cards can go back.
        self.kept = bool(out) and waits + 1 < self.round.table["rules"]["lid_every"] \
            and self.shuffler == "continuous"
        self.book.hold("60 | 61", "keep-cards" in done, self.kept, 0)
        self.book.hold("59 | 59 59-2", "return-cards" in done, bool(out) and not self.kept, 0)

    def judge_spread(self, at: int) -> None:
        """An interrupted play begins anew (12)."""
        later = [(event.get("step") or {}) for _, event in self.following(at)]
        names = [step.get("what") or step.get("step") for step in later]
        self.book.hold("12", names[:1], ["spread-cards"], at)
        if not any("void" in event for _, event in self.following(at)):
            self.book.hold("12", "shuffle" in names, True, at)
        self.book.hold("12", self.staked(at), 0, at)
        if self.shuffler:
            self.book.hold("57", self.shuffler, "batch", at)
        self.spread, self.cutter = True, None  # ir/27

    def staked(self, at: int) -> int:
        """What lies on the table."""
        return sum(step["amount"] if step["kind"] == "stake" else -step["amount"]
                   for place, step in self.round.steps("move") if place < at)

    def judge_shuffle(self, step: Json, at: int) -> None:
        """A shuffle and all that belongs to it (8 to 11, 52)."""
        self.book.hold("3", (step["packs"], self.packs in (4, 6)), (self.packs, True), at)
        later = self.following(at)
        steps = [event["step"] for _, event in later if event.get("step")]
        names = [one.get("what") or one.get("call") or one["step"] for one in steps]
        if self.shuffler:
            cutting = {"listen", "cut", "house-cuts", "warning-card", "load-shoe"} & set(names)
            self.book.hold("52", (sorted(cutting), step["warning"]), ([], 0), at)
        else:
            self.judge_reason(at)
            inserted = [one["facts"]["behind"] for one in steps
                        if one.get("what") == "warning-card"]
            self.judge_place(step["warning"], inserted, at)
            self.judge_cut(later)
            order = ["cut", "warning-card", "load-shoe", "deal"]
            self.book.hold("8 9 9-3 10", [name for name in dict.fromkeys(names) if name in order],
                           order, at)
        if self.shuffler == "continuous":
            # 57: the cards stay in it; those of earlier rounds may still wait outside (60).
            out = sorted(self.before.get("out") or ()) if self.kept else []
            self.book.hold("57", sorted(step.get("without") or ()), out, at)
        self.judge_burn(later, at)

    def judge_reason(self, at: int) -> None:
        """A shoe is shuffled when play begins, and after the round in which its warning card came
        (11); packs with a damaged card are replaced before that (5-2, 5-3, ir/50)."""
        due = not self.before.get("shown") or bool(self.before.get("last")) or self.spread
        self.book.hold("11-2 11-3", due, True, at)
        if self.before.get("spoilt") and not self.spread:
            done = [step["what"] for place, step in self.round.steps("handle") if place < at]
            alone = self.round.table["rules"]["replace_damaged_only"]
            self.book.hold("5-3" if alone else "5-2", done[:1],
                           ["replace-cards" if alone else "replace-packs"], at)

    def judge_place(self, warning: int, inserted: list[int], at: int) -> None:
        """The warning card goes to the 50th card from the end, with one player at the table to the
        middle (9)."""
        alone = len({player for player in self.seats.values() if player}) < 2
        behind = self.packs * CARDS_IN_A_PACK // 2 if alone else BEHIND
        self.book.hold("9-2" if alone else "9", (warning, inserted), (behind, [behind]), at)

    def judge_burn(self, later: list[tuple[int, Json]], at: int) -> None:
        """One card is burned unseen; with a continuous shuffler once, after it is loaded (10,
        ir/28)."""
        incidents = [event.get("incident") or {} for _, event in later]
        if any(incident.get("kind") == "beyond-repair" for incident in incidents):
            return
        first = not self.before.get("shown") and not self.spread
        each_round = reading(self.round.table["rules"], "burns") == "each-round"
        due = first or self.shuffler != "continuous" or (each_round and not self.spread)
        found = []
        for _, event in later:
            step, incident = event.get("step") or {}, event.get("incident")
            # A card that comes with a fault is burned all the same; without one it is dealt again.
            if step.get("step") in ("deal", "discard") and (not incident or "card" in incident):
                found.append((step["step"], step.get("to"),
                              step.get("seen_by", "*" if step["step"] == "deal" else None),
                              list(step.get("hands", ()))))
        # ir/28: face down, or face up
        seen_by = "*" if reading(self.round.table["rules"], "burned_card") == "face-up" else ""
        self.book.hold("10", found, [("deal", "burn", seen_by, []),
                                     ("discard", None, None, ["burn"])] if due else [], at)

    def judge_round_burn(self) -> None:
        """In a round of a shoe that goes on no card is burned, or one (10, ir/390)."""
        if any(True for _ in self.round.steps("shuffle")):
            return
        incidents = [event.get("incident") or {} for event in self.round.events]
        if any(incident.get("kind") == "beyond-repair" for incident in incidents):
            return
        each_round = reading(self.round.table["rules"], "burns") == "each-round"
        burned = [step for _, step in self.round.steps("discard") if "burn" in step["hands"]]
        self.book.hold("10", len(burned), int(each_round))

    def judge_cut(self, later: list[tuple[int, Json]]) -> None:
        """Who is asked to cut: at the start of play from the lowest place on, later from the place
        after the last cutter on, every player once; else the supervisor cuts (8, ir/27)."""
        # A player with several places has the turn of the lowest.
        lowest = {player: seat for seat, player in sorted(self.seats.items(), reverse=True)
                  if player}
        after = self.cutter or 0
        due = sorted(lowest.values(), key=lambda seat: (seat <= after, seat))
        asked: list[int] = []
        cut: int | None = None
        at = later[0][0] if later else -1
        for place, event in later:
            step, answer = event.get("step") or {}, event.get("answer") or {}
            if step.get("step") == "listen":
                asked.append(int(step["window"].partition(":")[2]))
                self.book.hold("8-2", {offer["player"] for offer in step["offers"]},
                               {self.seats[asked[-1]]}, place)
            elif answer.get("act") == "cut":
                cut = asked[-1]
            elif step.get("step") == "cut":
                self.book.hold("8-3 | 8-4", step["law"].rpartition("/")[2],
                               "8" if cut else self.book.names("8-3 | 8-4")[0], place)
        if self.cutter:
            self.book.hold("8-2 | 8-3", asked, due[:len(asked)], at)
        elif self.before.get("at") and not self.spread:
            self.book.hold("8-3 | 8-5", asked, due[:len(asked)], at)
        else:
            self.book.hold("8-2", asked[:1], due[:1], at)
            self.book.hold("8-2 | 8-3", asked, due[:len(asked)], at)
        if cut is None:
            self.book.hold("8-3 | 8-4", asked, due, at)
        if cut is None and self.round.after is not None and not self.again(at):
            # The next shoe is a start of play: nobody's turn is kept.
            self.book.hold("8-3 | 8-5", self.round.after.get("cutter"), None, at)
        self.cutter = cut

    def again(self, at: int) -> bool:
        """Whether the cards are shuffled again in this round."""
        return any(later > at for later, _ in self.round.steps("shuffle"))

    def judge_warning(self) -> None:
        """The last round is announced when the warning card comes, and not otherwise (11)."""
        shuffled = [at for at, _ in self.round.steps("shuffle")]
        if self.before.get("last") or not self.before.get("shown"):
            self.book.hold("11-2 11-3", len(shuffled) > 0, True)
        start = shuffled[-1] if shuffled else -1
        drawn = 0 if shuffled else self.before["drawn"]
        last = self.packs * CARDS_IN_A_PACK - (
            self.round.events[start]["step"]["warning"] if shuffled else self.before["warning"])
        called = [at for at, step in self.round.steps("call") if step["call"] == "last-coup"]
        comes = 0
        for at, _ in self.round.steps("deal"):
            if at > start and "card" in self.round.events[at]:
                if drawn == last:
                    comes += 1
                    self.book.hold("11", any(one < at for one in called), True, at)
                drawn += 1
        self.book.hold("11", len(called), comes)

    def judge_collected(self) -> None:
        """With a shuffler the cards of a round lie in the discard tray after it (58, 59)."""
        if self.spread:
            return
        out = Counter[str](self.before.get("out") or () if self.kept else ())
        for at, _ in self.round.steps("deal"):
            out[self.round.events[at]["card"]] += 1
        assert self.round.after is not None
        self.book.hold("58 59", Counter(self.round.after["out"]), out, len(self.round.events))
        if self.shuffler == "continuous":
            self.book.hold("56", any(step["call"] == "last-coup"
                                     for _, step in self.round.steps("call")), False)
