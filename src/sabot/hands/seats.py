"""Builds a hand from what the files of poker rooms say about it: seats, posts, acts, collections.

Such a file names players and gives every sum that a player paid or collected. A `SeatedHand` takes
these in their order. It numbers the players as the PHH format does, and keeps the accounts of the
file (`finishing`, `winnings`, `_pot`, `_rake`), which a replay is compared with. Sums are cents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, NamedTuple

from sabot.families.pokertable.phh import (
    BOARDS,
    CODES,
    MOST_PLAYERS,
    RICHEST,
    TRIMMED,
    UNIT,
    UNKNOWN,
    BadHand,
    Hand,
    chips,
    has_cents,
    number,
    spell,
    with_bomb_checks,
)
from sabot.families.pokertable.phh_accounts import POT, RAKE
from sabot.families.pokertable.pots import uncalled
from sabot.words import phrase

PostKind = Literal["ante", "small", "big", "both", "straddle", "dead", "extra"]
"""A payment before the cards: ``both`` is a big blind with a dead small one, ``extra`` the blind of
a player who joins."""


class Seat(NamedTuple):
    """A seat of a table: its number, its player and their stack."""

    number: int
    name: str
    stack: int


class Post(NamedTuple):
    """What a player paid before the cards: the part that is a bet, and the part that is not."""

    name: str
    kind: PostKind
    live: int
    dead: int = 0


@dataclass
class SeatedHand:
    """A hand while its file is read.

    ``variant``: a code of the format; ``least`` and ``big_bet`` as in `phh.Hand`; ``big_blind``:
    the nominal sum. ``seats`` in any order; ``button``: the number of a seat, which may be empty.
    ``unit``: the smallest part of a divided pot. ``more``: fields to write with the hand.
    """

    variant: str
    least: int
    big_blind: int
    seats: Sequence[Seat]
    button: int
    unit: int
    big_bet: int = 0
    more: dict[str, object] = field(default_factory=dict)
    posts: list[Post] = field(default_factory=list)
    put: dict[str, int] = field(default_factory=dict)
    street: dict[str, int] = field(default_factory=dict)
    cards: dict[str, Sequence[str]] = field(default_factory=dict)
    acts: list[tuple[str, str]] = field(default_factory=list)
    boards: list[list[str]] = field(default_factory=list)
    common: int = 0
    shown: dict[str, str] = field(default_factory=dict)
    collected: dict[str, int] = field(default_factory=dict)
    returned: dict[str, int] = field(default_factory=dict)
    pot: int | None = None
    rake: int | None = None

    # -- events in their order ---------------------------------------------------------------------

    def post(self, name: str, kind: PostKind, amount: int) -> None:
        """A player pays a sum before the cards."""
        live, dead = amount, 0
        if kind in ("ante", "dead") or (kind == "small" and self._posted("small")):
            live, dead = 0, amount
        elif kind == "both":
            live, dead = min(amount, self.big_blind), max(amount - self.big_blind, 0)
        self.posts.append(Post(name, kind, live, dead))
        self.street[name] = self.street.get(name, 0) + live
        self._pay(name, amount)

    def deal(self, name: str, cards: Sequence[str]) -> None:
        """The own cards of a player become known."""
        hole = CODES[self.variant].variant.hole
        if len(cards) > hole:
            raise BadHand(phrase("{name} has {n} cards, but {hole} are dealt", name=name,
                                 n=len(cards), hole=hole))
        known = [*cards, *[UNKNOWN] * (hole - len(cards))]
        if UNKNOWN not in known or name not in self.cards:
            self.cards[name] = known

    def join(self, name: str) -> None:
        """A player is dealt in, whose cards are not known."""
        self.cards.setdefault(name, [UNKNOWN] * CODES[self.variant].variant.hole)

    def fold(self, name: str) -> None:
        """A player folds."""
        self.acts.append((name, "f"))

    def call(self, name: str, amount: int) -> None:
        """A player checks, or calls with a sum."""
        self.acts.append((name, "cc"))
        self._wager(name, amount)

    def raise_to(self, name: str, total: int) -> None:
        """A player bets or raises to this sum of the betting round."""
        self._wager(name, total - self.street.get(name, 0))
        self.acts.append((name, f"cbr {chips(total)}"))

    def deal_board(self, cards: Sequence[str], run: int = 0) -> None:
        """Common cards come; ``run`` numbers the board from 0 where they come more than once."""
        if not run:
            self.acts.append(("", f"d db {spell(cards)}"))
            self.common += len(cards)
        else:
            while len(self.boards) < run:
                self.boards.append([])
            self.boards[run - 1] += cards
        self.street.clear()

    def show(self, name: str, cards: Sequence[str]) -> None:
        """A player shows their cards, or some of them."""
        self.deal(name, cards)
        hole = CODES[self.variant].variant.hole
        if name not in self.shown or len(cards) == hole:
            self.shown[name] = spell([*cards, *[UNKNOWN] * (hole - len(cards))])

    def muck(self, name: str) -> None:
        """A player does not show their cards at the showdown."""
        self.shown.setdefault(name, "")

    def collect(self, name: str, amount: int) -> None:
        """A player collects a part of the pot."""
        self.collected[name] = self.collected.get(name, 0) + amount

    def give_back(self, name: str, amount: int) -> None:
        """A bet that nobody matched goes back."""
        self.returned[name] = self.returned.get(name, 0) + amount

    # -- the whole hand ----------------------------------------------------------------------------

    def finish(self) -> Hand:
        """The hand as values of the format; BadHand where the file contradicts itself."""
        order = self._players_in_order()
        if not 2 <= len(order) <= MOST_PLAYERS:
            raise BadHand(phrase("players: {count}; 2 to {places} may play", count=len(order),
                                 places=MOST_PLAYERS))
        self._take_posted_blind()
        if not self.least:
            raise BadHand(phrase("{key}: it must be above 0", key="big blind"))
        numbers = {seat.name: n for n, seat in enumerate(order, start=1)}
        antes, blinds = self._forced_bets(numbers)
        actions = [f"d dh p{n} {spell(self._cards_of(name))}" for name, n in numbers.items()]
        actions += [f"p{numbers[name]} {act}" if name else act for name, act in self.acts]
        actions += [f"p{numbers[name]} sm {cards}".strip() for name, cards in self.shown.items()]
        collected = self._by_player(order, self.collected)
        returned = self.returned or self._unmatched(numbers)
        finishing = tuple(seat.stack - self.put.get(seat.name, 0) + returned.get(seat.name, 0)
                          + self.collected.get(seat.name, 0) for seat in order)
        for seat in order:
            if not seat.stack:
                raise BadHand(phrase("{name} is dealt in without chips", name=seat.name))
            if self.put.get(seat.name, 0) > seat.stack:
                raise BadHand(phrase("{name} pays more than they have: {stack}", name=seat.name,
                                     stack=chips(seat.stack)))
        return with_bomb_checks(Hand(
            self.variant, antes, blinds, self.least, tuple(seat.stack for seat in order),
            tuple(actions), tuple(numbers),
            finishing if any(collected) else None,
            {**self.more, "seats": [seat.number for seat in order], **self._own_fields()},
            collected if any(collected) else None, self.big_bet))

    def _take_posted_blind(self) -> None:
        """Some heads name the blinds of another level: what a player with more chips posts counts,
        unless the head names sizes of bets."""
        full = [post.live for post in self.posts
                if post.kind == "big" and self.put[post.name] < self._stack(post.name)]
        if full and not self.big_bet:
            self.least = self.big_blind = max(full)

    def _unmatched(self, numbers: Mapping[str, int]) -> dict[str, int]:
        """The bet that nobody matched, in files that do not say that it goes back."""
        dead = {name: sum(post.dead for post in self.posts if post.name == name)
                for name in numbers}
        bets = {n: self.put.get(name, 0) - dead[name] for name, n in numbers.items()}
        folded = {numbers[name] for name, act in self.acts if act == "f"}
        names = {n: name for name, n in numbers.items()}
        return {names[n]: amount for n, amount in uncalled(bets, folded).items()}

    def _own_fields(self) -> dict[str, object]:
        fields: dict[str, object] = {UNIT: number(self.unit)}
        antes = [post.dead for post in self.posts if post.kind == "ante"]
        if len(set(antes)) > 1 and not any(post.dead for post in self.posts if post.kind != "ante"):
            fields[TRIMMED] = True
        if self.rake is not None:
            fields[RAKE[0]] = number(self.rake)
        if self.pot is not None:
            fields[POT] = number(self.pot)
        if self.boards:
            fields[BOARDS] = [spell(board) for board in self.boards]
        return fields

    def _players_in_order(self) -> list[Seat]:
        """The players who are dealt in, clockwise from the left of the button."""
        active = {post.name for post in self.posts} | set(self.cards) | set(self.collected)
        active |= {name for name, _ in self.acts if name}
        by_name = {seat.name: seat for seat in self.seats}
        if len({seat.number for seat in by_name.values()}) < len(self.seats):
            raise BadHand("two players have the same seat or the same name")
        if not all(name.isprintable() and name.strip() for name in by_name):
            raise BadHand(phrase("players: must be {count} different names of printable characters",
                                 count=len(by_name)))
        if strangers := sorted(active - set(by_name)):
            raise BadHand(phrase("{names}: no seat is theirs", names=", ".join(strangers)))
        last = max((seat.number for seat in self.seats), default=0) + 1
        return sorted((by_name[name] for name in active),
                      key=lambda seat: (seat.number - self.button - 1) % max(last, self.button + 1))

    def _forced_bets(self, numbers: Mapping[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The antes with all dead money, and the blinds, by player. A big blind after the first one
        is the post of a player who joins, and negative."""
        antes, blinds = [0] * len(numbers), [0] * len(numbers)
        nominal = max((post.dead for post in self.posts if post.kind == "ante"), default=0)
        first_big = self._big_blind_of_table(numbers)
        for post in self.posts:
            n = numbers[post.name] - 1
            short = self.put[post.name] == self._stack(post.name)
            antes[n] += nominal if post.kind == "ante" and short else post.dead
            joins = post.kind in ("extra", "both") or (post.kind == "big"
                                                       and post.name != first_big)
            live = max(post.live, self.big_blind) if post.kind == "big" and short else post.live
            blinds[n] += -live if joins else live
        self._add_unposted_big_blind(numbers, blinds)
        return tuple(antes), tuple(blinds)

    def _add_unposted_big_blind(self, numbers: Mapping[str, int], blinds: list[int]) -> None:
        """Where the ante took all that the player of the big blind had, the file has no post of it,
        but it is called all the same."""
        small = next((numbers[post.name] for post in self.posts if post.kind == "small"), 0)
        if not small or self._posted("big") or self._posted("both"):
            return
        place = small % len(numbers) + 1
        name = next(name for name, n in numbers.items() if n == place)
        if self.put.get(name, 0) == self._stack(name):
            blinds[place - 1] = self.big_blind

    def _big_blind_of_table(self, numbers: Mapping[str, int]) -> str:
        """The player whose big blind is that of the table: the first after the small blind."""
        posters = sorted((post.name for post in self.posts if post.kind == "big"),
                         key=numbers.__getitem__)
        small = next((numbers[post.name] for post in self.posts if post.kind == "small"), 0)
        if len(numbers) == 2:
            return posters[0] if posters else ""
        return next((name for name in posters if numbers[name] > small),
                    posters[0] if posters else "")

    def _posted(self, kind: PostKind) -> bool:
        return any(post.kind == kind for post in self.posts)

    def _stack(self, name: str) -> int:
        return next((seat.stack for seat in self.seats if seat.name == name), 0)

    def _cards_of(self, name: str) -> Sequence[str]:
        return self.cards.get(name) or [UNKNOWN] * CODES[self.variant].variant.hole

    def _by_player(self, order: Iterable[Seat], sums: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(sums.get(seat.name, 0) for seat in order)

    def _wager(self, name: str, amount: int) -> None:
        self.street[name] = self.street.get(name, 0) + amount
        self._pay(name, amount)

    def _pay(self, name: str, amount: int) -> None:
        if amount < 0:
            raise BadHand(phrase("{name} bets less than they have bet already", name=name))
        self.put[name] = self.put.get(name, 0) + amount


def cents_of(key: str, amount: Decimal) -> int:
    """A sum of a file as cents; BadHand for one that is negative, too large, or has more than two
    decimals."""
    if not amount.is_finite() or not 0 <= amount <= RICHEST // 100 or not has_cents(amount):
        raise BadHand(phrase(
            "{key}: {value} is not a sum: at most two decimals, not negative, at most {most}",
            key=key, value=repr(str(amount)[:40]), most=chips(RICHEST)))
    return int(amount * 100)
