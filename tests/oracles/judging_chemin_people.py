"""Who sits and stands at a table of chemin de fer, followed from a record, and in which order
people come from a banker's right on (rules 17 to 29, 48, 61, 79, 84, 95)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from judging import Json

SEATS = 9
BEHIND = 8
"""Behind seats 1 to 8 people may stand, not beside the croupier (24, 25, ir/344)."""


def reading(table: Json, name: str, other: str) -> bool:
    """Whether a table has chosen this value of a reading, which is not the usual one."""
    return bool(table["rules"].get("readings", {}).get(name) == other)


def base_of(place: str) -> int:
    """The seat of a place: its own, or the one that a standing player is behind."""
    return (int(place[1:]) - 1) % BEHIND + 1 if place.startswith("s") else int(place)


def row_of(place: str) -> int:
    """0 for a seat, otherwise how many there are up to this player behind the same seat."""
    return (int(place[1:]) - 1) // BEHIND + 1 if place.startswith("s") else 0


def next_seats(base: int) -> list[int]:
    """All seats from the right of a seat on; that seat itself is the last. The right of seat 1 is
    seat 2, and that of seat 0, the croupier, is seat 1 (3)."""
    return [(base + step - 1) % SEATS + 1 for step in range(1, SEATS + 1)]


class People:
    """Players by place: "3" is a seat, "s3" the first place to stand behind it, "s11" the second.

    ``novices`` play by the table (101, 102), ``skips`` have to let the hand pass (92).
    """

    def __init__(self, before: Json) -> None:
        self.at: dict[str, str] = {}
        for number, player in enumerate(before.get("seats", ()), 1):
            if player:
                self.at[str(number)] = player
        for number, player in enumerate(before.get("standing", ()), 1):
            if player:
                self.at[f"s{number}"] = player
        self.novices: set[str] = set(before.get("novices", ()))
        begins = before.get("due") == "first"
        over = begins or (before.get("shoe") or {}).get("last")
        self.skips = {player for player in before.get("skips", ())
                      if not over or self.place(player).isdigit()}
        self.risen: dict[str, int] = dict(before.get("risen", {}))
        self.may_skip: set[str] = {*before.get("skips", ())}
        if not begins:
            self.may_skip |= set(self.risen)
        self.not_nearer: set[str] = set()
        self.hand_is_new = begins

    def seated(self) -> dict[int, str]:
        """Players by their seats."""
        return {int(place): player for place, player in self.at.items() if place.isdigit()}

    def place(self, player: str) -> str:
        """Where a player is, or nothing."""
        return next((place for place, who in self.at.items() if who == player), "")

    def go(self, player: str) -> None:
        """A player leaves their place."""
        if place := self.place(player):
            del self.at[place]

    def stand(self, player: str, seat: int) -> None:
        """A player stands behind a seat, after those who are there (24, ir/344)."""
        self.go(player)
        rows = [row_of(place) for place in self.at
                if place.startswith("s") and base_of(place) == seat]
        self.at[f"s{seat + BEHIND * max(rows, default=0)}"] = player

    def follow(self, event: Json, listen: Json) -> None:
        """What an answer or a call changes. ``listen`` is the step that was answered."""
        answer, step = event.get("answer") or {}, event.get("step") or {}
        player = answer.get("player", "")
        match answer.get("act"):
            case "sit":
                self.sit(player, int(answer["seat"]))
            case "stand-up":
                self.risen[player] = int(answer["seat"])
                self.stand(player, int(answer["seat"]))
            case "join":
                self.stand(player, self._behind(player, answer["seat"], listen))
            case "leave" if not listen.get("window", "").startswith("called:"):
                if (place := self.place(player)).isdigit():
                    self.risen[player] = int(place)
                self.go(player)
            case "by-the-table":
                self.novices.add(player)
            case "by-choice":
                self.novices.discard(player)
        if step.get("what") == "spread-cards":
            self.hand_is_new = True
            self.skips &= set(self.seated().values())
        elif step.get("window", "").startswith("hand"):
            self.hand_is_new = False
        match step.get("call"):
            case "seat-lost":
                if who := self.at.pop(str(step["seat"]), None):
                    self.risen[who] = int(step["seat"])
            case "seat-changed":
                old = int(step["facts"]["rises"])
                if who := self.at.pop(str(old), None):
                    self.risen[who] = old
                    self.sit(who, int(step["seat"]))
            case "table-closes":
                for record in (self.at, self.novices, self.skips, self.risen, self.may_skip):
                    record.clear()
            case "hand-skips":
                who = self.at.get(str(step["seat"]), "")
                self.skips.discard(who)
                self.may_skip.discard(who)

    def sit(self, player: str, seat: int) -> None:
        """A player takes a seat. Whoever brings their turn forward by changing seats has to let the
        hand pass (92); before the first hand (29) that is a seat with a lower number."""
        self.go(player)
        self.at[str(seat)] = player
        if old := self.risen.pop(player, 0):
            if self.hand_is_new and seat > old and player not in self.may_skip - self.not_nearer:
                self.not_nearer.add(player)
            else:
                self.not_nearer.discard(player)
            self.may_skip.add(player)

    def settle(self, order: Callable[[], list[str]], found: list[str]) -> None:
        """Who has to let the hand pass is known of some, and may be so of those who have changed
        seats; take what the order of a record shows of these."""
        places = set(found)
        doubtful = sorted((self.may_skip - self.skips) & {self.at.get(place) for place in places},
                          key=str)
        known = self.skips
        for count in range(len(doubtful) + 1):
            for some in combinations(doubtful, count):
                self.skips = known | {str(player) for player in some}
                if [place for place in order() if place in places] == found:
                    return
        self.skips = known

    def _behind(self, player: str, seat: str, listen: Json) -> int:
        """The seat behind which somebody stands who asks for one, or for none: then where fewest
        stand, from the croupier's right on (ir/344, ir/345)."""
        if seat.isdigit():
            return int(seat)
        offers = [offer for offer in listen.get("offers", ()) if offer["act"] == "join"]
        own = [offer for offer in offers if offer.get("player") == player]
        seats = [int(name) for offer in own or offers if not offer.get("player") or own
                 for name in offer.get("seats", ()) if name.isdigit()]
        return min(seats, key=lambda number: (self.crowd(number), number), default=1)

    def crowd(self, seat: int) -> int:
        return sum(place.startswith("s") and base_of(place) == seat for place in self.at)

    def sitting_from(self, base: int) -> Iterator[str]:
        """The seats with a player from the right of a seat on, that seat last."""
        return (str(seat) for seat in next_seats(base) if str(seat) in self.at)

    def standing_from(self, base: int, row: int = 0) -> list[str]:
        """The places of those who stand, from the right of a banker on (ir/346): who stands behind
        the banker's own seat is the first; a banker who stands has those who came later behind the
        same seat at the right, and those who came before them last."""
        places = [place for place in self.at if place.startswith("s")]

        def key(place: str) -> tuple[int, int]:
            away = (base_of(place) - base) % SEATS
            if not away and row_of(place) <= row:
                away = SEATS
            return away, row_of(place)
        return sorted(places, key=key)

    def order(self, banker: str, skips_last: bool = False) -> list[str]:
        """Everybody but the banker: those who sit, then those who stand, each from the banker's
        right on (48, 49). Without priority: who has a hand to let pass (92-2)."""
        base, row = base_of(banker), row_of(banker)
        places = [*self.sitting_from(base), *self.standing_from(base, row)]
        places = [place for place in places if place != banker]
        if skips_last:
            places.sort(key=lambda place: self.at[place] in self.skips)
        return places

    def by_place(self, banker: str, places: list[str]) -> list[str]:
        """Places in the order in which bets are paid: from the banker's right on, whether their
        owners sit or stand (95)."""
        base, row = base_of(banker), row_of(banker)

        def key(place: str) -> tuple[int, int]:
            away = (base_of(place) - base) % SEATS
            if not away and row_of(place) <= row:
                away = SEATS
            return away, row_of(place)
        return sorted(places, key=key)
