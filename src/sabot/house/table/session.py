"""The gaming session of a player at a table: what it counts and when it is idle.

A session runs from the first place taken, or the first bet of who stands, to its end (2.g, 34); it
counts what was staked and what came back (33). Idle sessions are invited to end, warned, and ended
(35, 36).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeGuard

import msgspec

from sabot.house.table.bets import spot_of
from sabot.procedure import (
    FLOWS,
    LOT,
    Deal,
    Event,
    Move,
    Owners,
    Part,
    Result,
    Throw,
    Uncover,
    by_player,
    renamed_bet,
)
from sabot.procedure.game import Conduct

OWN = ("player", "ticket")
"""Where what is a player's own lies outside of the table."""
WARN_AFTER = 15.0  # seconds from the invitation at an individual table to the warning


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """One player's session at one table; sums are cents, times Unix seconds.

    ``idle_since`` is the end of the last coup with a bet of his, or his last bet; ``missed`` counts
    coups in a row without one; ``stage`` is "", "invited" or "warned" since ``stage_at`` and
    ``stage_missed``. ``staked`` is what stood on bets when cards were dealt, doubles, splits and
    insurance included; ``won`` is all that came back, stakes among it; ``held`` is a bet that stays
    on the table for a coup to come and is his still; ``given`` are tips; ``net`` is the difference.
    Where money is brought to the table before it is bet (into a machine, as a cave), ``brought`` is
    what came from the player's account and ``taken`` what went back to it: neither is a bet or a
    prize, and what lies there is what was brought, less what was taken, with the net result.
    ``ended`` is 0 while the session lasts; ``told`` is whether its player has heard its sums since.
    """

    id: str
    player: str
    table: str
    game: str
    started: float
    idle_since: float
    coups: int = 0
    staked: int = 0
    won: int = 0
    held: int = 0
    given: int = 0
    brought: int = 0
    taken: int = 0
    missed: int = 0
    stage: str = ""
    stage_at: float = 0.0
    stage_missed: int = 0
    leaving: bool = False
    ended: float = 0.0
    reason: str = ""
    told: bool = False

    @property
    def net(self) -> int:
        return self.won + self.held - self.staked - self.given

    @property
    def apart(self) -> dict[str, int]:
        """What is told beside bets and prizes, in cents, where there is any: tips, and money that
        was brought to the table and taken from it."""
        told = {"given": self.given, "brought": self.brought, "taken": self.taken}
        return {name: cents for name, cents in told.items() if cents}

    def summary(self) -> Summary:
        """What rule 33 owes the player at the end."""
        return Summary(id=self.id, table=self.table, game=self.game, started=self.started,
                       ended=self.ended, coups=self.coups, staked=self.staked, won=self.won,
                       held=self.held, **self.apart, net=self.net, reason=self.reason)


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a session came to: cents, and Unix seconds, with 0 for one that lasts. What is told
    beside bets and prizes is left out where there is none (`Session`)."""

    id: str
    table: str
    game: str
    started: float
    ended: float
    coups: int
    staked: int
    won: int
    held: int
    given: int | msgspec.UnsetType = msgspec.UNSET
    brought: int | msgspec.UnsetType = msgspec.UNSET
    taken: int | msgspec.UnsetType = msgspec.UNSET
    net: int
    reason: str


class Tally(msgspec.Struct):
    """What one coup did to one player: cents staked, cents returned, results by hand.

    ``resumed`` is what the coup before had held for him, ``held`` what this one holds; what goes
    back of it counts as returned, also where nothing was dealt. ``given``, ``brought`` and
    ``taken`` are those of `Session`; ``there``: money lay there that was brought, and was played.
    """

    staked: int = 0
    won: int = 0
    resumed: int = 0
    held: int = 0
    given: int = 0
    brought: int = 0
    taken: int = 0
    there: bool = False
    results: list[dict[str, object]] = []

    @property
    def net(self) -> int:
        return self.won + self.held - self.staked - self.resumed - self.given

    @property
    def played(self) -> bool:
        """Whether anything was at stake: money that is only brought or taken away is no coup."""
        return bool(self.there or self.staked or self.won or self.resumed or self.held
                    or self.given)

    @property
    def moved(self) -> bool:
        """Whether it counts anything."""
        return any(self._figures().values())

    def less(self, before: Tally) -> Tally:
        """What the coup did after ``before``, the tally of its first part; without results."""
        rest, first = Tally(there=self.there and not before.there), before._figures()
        for name, now in self._figures().items():
            setattr(rest, name, now - first[name])
        return rest

    def _figures(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in self.__struct_fields__
                if name not in ("there", "results")}

    def count(self, kind: str, amount: int, played: bool) -> None:
        """Take in one movement of the player's money; ``played``: cards were dealt to the bet,
        or the throw that decides it has fallen."""
        source, target = FLOWS[kind]
        if kind == "gratuity":
            self.staked -= amount
            self.given += amount
        elif kind == "return" and not played:
            came = min(amount, max(0, self.resumed - self.won))
            self.won += came
            self.staked -= amount - came
        elif target in OWN:
            self.won += amount
        elif target == "held":
            self.held += amount
        elif source == "held":
            self.resumed += amount
        elif source in OWN:
            self.staked += amount


def _purse(bet: str, purses: frozenset[str]) -> bool:
    """Whether what lies under this name is money that was brought and is not bet yet."""
    return bet.rpartition("/")[2] in purses


def _from_purse(found: dict[str, Tally], move: Move, into: str, purses: frozenset[str]) -> bool:
    """Take in a movement at a table to which money is brought before it is bet; whether that is all
    there is to it. ``into`` is the player whose money it joins.

    From a purse to a bet it is staked, from a bet or the bank into a purse it is won; between a
    purse and the player's own account it is brought or taken, and neither of the two.
    """
    mine = found.setdefault(move.player, Tally())
    source, target = FLOWS[move.kind]
    if source in OWN:
        mine.brought += move.amount
    if target in OWN:
        mine.taken += move.amount
    here, there = _purse(move.bet, purses), _purse(move.into, purses)
    if move.kind in ("take", "travel"):  # from one stake to another
        if here and not there:
            mine.staked += move.amount
        elif there and not here:
            found.setdefault(into, Tally()).won += move.amount
        return True
    mine.there |= here and target == "stake"
    if here and target == "gratuity":
        mine.given += move.amount
    elif here and target == "stake" and source not in (*OWN, "held"):
        mine.won += move.amount
    elif here and target not in (*OWN, "held", "stake"):
        mine.staked += move.amount
    return here


def _to_play(step: object) -> TypeGuard[Deal]:
    """Whether a card comes into play with this step: a burnt one, or one laid aside, does not."""
    return isinstance(step, Deal) and step.to not in ("burn", "aside")


def first_card(record: Sequence[Event]) -> int:
    """The place of the first card in play in a record; its length where none came."""
    return next((n for n, event in enumerate(record) if _to_play(event.step)), len(record))


def _fell(event: Event) -> bool:
    """Whether the dice or the ball showed with this event what they decide."""
    return (isinstance(event.step, Throw | Uncover) and event.step.thing != LOT
            and event.incident is None)


def was_dealt(record: Sequence[Event]) -> bool:
    """Whether a coup came to its cards or its throw, so that who had no bet in it missed it."""
    return first_card(record) < len(record) or any(map(_fell, record))


def tally(record: Sequence[Event], purses: Iterable[str] = ()) -> dict[str, Tally]:
    """What a coup did to each player with a bet in it, from its record. ``purses`` name what is
    brought to the table before it is bet (`Game.purse`).

    Bets taken back before the cards are dealt, or the dice or the ball have fallen, were never
    staked: before a card at the place itself, or at a hand that is no place's. A coup that came to
    neither gives {}, but for those to whom something came back that had stayed on the table, and
    who have more or less than before it: a tip was given, or the house charged for its time.
    """
    return of_coup(*counted(record, purses), record, purses)


def of_coup(found: dict[str, Tally], dealt: bool, record: Sequence[Event],
            purses: Iterable[str] = ()) -> dict[str, Tally]:
    """Those of all that was ``counted`` in a coup whom it concerned."""
    if not dealt:
        lies = bets_in_play(record, purses)
        return {player: t for player, t in found.items() if t.brought or t.taken or t.given
                or t.net + lies.get(player, 0) or t.resumed != t.held}
    return {player: t for player, t in found.items() if t.moved or t.there}


def bets_in_play(record: Iterable[Event], purses: Iterable[str] = ()) -> dict[str, int]:
    """What each player has on bets after these events, in cents; money that was brought and is not
    bet yet is none."""
    return by_player(bets_among(Owners().fold(record).lying, purses))


def bets_among(lying: Mapping[str, tuple[str, int]], purses: Iterable[str]
               ) -> dict[str, tuple[str, int]]:
    """What of all that lies on a table is a bet."""
    apart = frozenset(purses)
    return {bet: of for bet, of in lying.items() if not _purse(bet, apart)}


def counted(record: Sequence[Event], purses: Iterable[str] = ()) -> tuple[dict[str, Tally], bool]:
    """All that a coup moved of each player, also what went back before it came to anything; and
    whether it came to its cards or its throw."""
    found: dict[str, Tally] = {}
    owner: dict[str, str] = {}
    dealt: set[str] = set()
    told: set[tuple[str, str]] = set()
    fates: list[Move] = []
    fell = False
    apart = frozenset(purses)
    for event in record:
        step = event.step
        if _fell(event):
            fell = True
        elif _to_play(step):
            dealt.add(step.to.partition(".")[0])
        elif isinstance(step, Move):
            owner[step.bet] = step.player
            if apart:
                if step.kind == "travel":
                    owner[step.into] = step.player
                if _from_purse(found, step, owner.get(step.into, step.player), apart):
                    continue
            place = spot_of(step.bet).partition("/")[0].partition(".")[0]
            found.setdefault(step.player, Tally()).count(
                step.kind, step.amount,
                fell or place in dealt or any(not hand.isdigit() for hand in dealt))
            if step.kind in _FATES and "/" in step.bet:
                fates.append(step)
        elif isinstance(step, Part):
            owner |= {renamed_bet(bet, step): player for bet, player in owner.items()}
            owner |= {step.into[1]: owner[step.hand]} if step.hand in owner else {}
        elif isinstance(step, Result):
            for player in _concerned(step.hand, owner):
                told.add((player, step.hand))
                found[player].results.append(
                    {"hand": step.hand, "result": step.result, "law": step.law, **step.facts})
    for fate in fates:
        if not told & {(fate.player, fate.bet), (fate.player, fate.bet.partition("/")[0])}:
            found[fate.player].results.append(
                {"hand": fate.bet, "result": _FATES[fate.kind], "law": fate.law})
    came = bool(dealt) or fell
    for one in found.values():
        one.there &= came
    return found, came


_FATES = {"pay": "won", "collect": "lost"}
"""What becomes of a bet on a cloth, where no step of its own says so."""


def _concerned(hand: str, owner: dict[str, str]) -> list[str]:
    """Who had a bet that a result decides: the owner of one bet; all who bet on a hand, or where
    none lies on it on what is named after it, or at its place; else, for a side, everybody."""
    if "/" in hand:
        player = owner.get(hand) or owner.get(hand.split("/")[0])
        return [player] if player else []
    held = [(bet, p) for bet, p in owner.items() if p]
    mine = [p for bet, p in held if "/" not in bet and bet.partition("+")[0] == hand]
    if not mine and hand != "bank":
        mine = ([p for bet, p in held if bet.endswith(f"/{hand}")]
                or [p for bet, p in held if bet.startswith(f"{hand}/")]
                or [p for _, p in held if not hand.isdigit()])
    return list(dict.fromkeys(mine))


def after_bet(session: Session, individual: bool, now: float) -> Session:
    """The session once a bet was made: its three minutes and its warning begin anew (35.a, 36).

    At a shared table coups are counted, so that a bet taken back before the deal changes nothing.
    """
    if individual:
        return msgspec.structs.replace(session, idle_since=now, stage="", stage_at=0.0)
    return session


def after_coup(session: Session, mine: Tally | None, dealt: bool, now: float) -> Session:
    """The session once a coup is over: its sums, or one more missed coup where cards were dealt."""
    if mine is not None:
        session = msgspec.structs.replace(
            session, staked=session.staked + mine.staked, won=session.won + mine.won,
            held=session.held + mine.held - mine.resumed, given=session.given + mine.given,
            brought=session.brought + mine.brought, taken=session.taken + mine.taken)
    if mine is not None and mine.played:
        return msgspec.structs.replace(session, coups=session.coups + dealt, missed=0,
                                       idle_since=now, stage="", stage_at=0.0)
    return msgspec.structs.replace(session, missed=session.missed + 1) if dealt else session


def idle_stage(session: Session, conduct: Conduct, individual: bool, now: float,
               full: bool = True) -> str:
    """Which stage of rules 35 and 36 is due: "", "invited", "warned" or "ended".

    Strictly more than three minutes, from the sixth missed coup: the text says *superior a 3
    minutos* and *mais de 5 jogadas*. No stage is left out: who is not yet warned is not ended. To
    be asked only while bets are open and the player has none, when alone he can be idle. Some
    regulations invite nobody to leave unless the table is ``full`` (`Conduct.only_full`).
    """
    stage = session.stage
    if individual:
        if now - session.idle_since <= conduct.idle_seconds:
            return ""
        if stage == "invited":
            return "warned" if now - session.stage_at >= WARN_AFTER else stage
        if stage == "warned":
            return "ended" if now - session.stage_at >= conduct.grace_seconds else stage
        return "invited"
    if session.missed <= conduct.missed_coups or (conduct.only_full and not full):
        return ""
    if stage == "warned":
        late = session.missed - session.stage_missed >= conduct.grace_coups
        return "ended" if late else stage
    return "warned" if stage == "invited" else "invited"


def idle_due(session: Session, conduct: Conduct) -> float:
    """When the idle stage of a session at an individual table must be looked at again."""
    if session.stage == "warned":
        return session.stage_at + conduct.grace_seconds
    if session.stage == "invited":
        return session.stage_at + WARN_AFTER
    return session.idle_since + conduct.idle_seconds + 0.001
