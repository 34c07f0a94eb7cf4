"""The gaming session of a player at a table: its sums and its idle stages.

A session runs from the first place taken, or the first bet of a standing player, to its end (2.g,
34). It counts what was staked and what came back (33). Idle sessions are invited to end, warned,
and ended (35, 36).
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
from sabot.procedure.readings import reading
from sabot.procedure.table import Table

OWN_ACCOUNTS = ("player", "ticket")
"""The kinds of account outside the table that are a player's own."""
WARN_AFTER = 15.0  # seconds from the invitation at an individual table to the warning


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """One player's session at one table; sums are cents, times Unix seconds.

    ``idle_since`` is the end of the last coup in which the player had a bet, or their last bet;
    ``missed`` counts consecutive coups without one; ``stage`` is "", "invited" or "warned" since
    ``stage_at`` and ``stage_missed``. ``staked`` is what was on bets when cards were dealt, with
    doubles, splits and insurance; ``won`` is all that came back, stakes included; ``held`` is the
    player's bet that stays on the table for a later coup; ``given`` are tips; ``net`` is the
    difference. When money is brought to the table before it is bet (into a machine, or as a stack),
    ``brought`` is what came from the player's account and ``taken`` what went back to it. Neither
    is a bet or a prize: what is on the table is what was brought, less what was taken, plus the net
    result. ``ended`` is 0 while the session lasts; ``told`` is whether its player has received its
    sums since.
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
        """Return the net result in cents."""
        return self.won + self.held - self.staked - self.given

    @property
    def other_sums(self) -> dict[str, int]:
        """Return the sums other than bets and prizes that are not 0, in cents: tips, and money
        brought to the table and taken from it."""
        sums = {"given": self.given, "brought": self.brought, "taken": self.taken}
        return {name: cents for name, cents in sums.items() if cents}

    def summary(self) -> Summary:
        """Return the summary that rule 33 requires at the end."""
        return Summary(id=self.id, table=self.table, game=self.game, started=self.started,
                       ended=self.ended, coups=self.coups, staked=self.staked, won=self.won,
                       held=self.held, **self.other_sums, net=self.net, reason=self.reason)


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a session: cents, and Unix seconds, with 0 for one that lasts. Sums other than
    bets and prizes are left out when they are 0 (`Session`)."""

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
    """The effect of one coup on one player: cents staked, cents returned, results by hand.

    ``resumed`` is what the coup before had held for the player, ``held`` what this one holds. What
    is returned of it counts as returned, even when nothing was dealt. ``given``, ``brought`` and
    ``taken`` are as in `Session`; ``there``: money that was brought was at the table, and a round
    was played.
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
        """Return the net result in cents."""
        return self.won + self.held - self.staked - self.resumed - self.given

    @property
    def played(self) -> bool:
        """Whether anything was at stake: money that is only brought or taken away is not a coup."""
        return bool(self.there or self.staked or self.won or self.resumed or self.held
                    or self.given)

    @property
    def moved(self) -> bool:
        """Whether any figure is not 0."""
        return any(self._figures().values())

    def less(self, before: Tally) -> Tally:
        """Return the effect after ``before``, the tally of the coup's first part; without results.
        """
        rest, first = Tally(there=self.there and not before.there), before._figures()
        for name, now in self._figures().items():
            setattr(rest, name, now - first[name])
        return rest

    def _figures(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in self.__struct_fields__
                if name not in ("there", "results")}

    def count(self, kind: str, amount: int, played: bool) -> None:
        """Add one movement of the player's money. ``played``: cards were dealt to the bet, or the
        throw that decides it has fallen."""
        source, target = FLOWS[kind]
        if kind == "gratuity":
            self.staked -= amount
            self.given += amount
        elif kind == "return" and not played:
            returned = min(amount, max(0, self.resumed - self.won))
            self.won += returned
            self.staked -= amount - returned
        elif target in OWN_ACCOUNTS:
            self.won += amount
        elif target == "held":
            self.held += amount
        elif source == "held":
            self.resumed += amount
        elif source in OWN_ACCOUNTS:
            self.staked += amount


def _is_unbet(bet: str, purses: frozenset[str]) -> bool:
    """Whether this name is for money that was brought and is not bet yet."""
    return bet.rpartition("/")[2] in purses


def _count_purse_move(
    tallies: dict[str, Tally], move: Move, into: str, purses: frozenset[str]) -> bool:
    """Count a movement at a table to which money is brought before it is bet; return whether
    nothing else is to be counted. ``into`` is the player whose money it joins.

    From a purse to a bet it is staked; from a bet or the bank into a purse it is won. Between a
    purse and the player's own account it is brought or taken.
    """
    tally = tallies.setdefault(move.player, Tally())
    source, target = FLOWS[move.kind]
    if source in OWN_ACCOUNTS:
        tally.brought += move.amount
    if target in OWN_ACCOUNTS:
        tally.taken += move.amount
    from_purse, to_purse = _is_unbet(move.bet, purses), _is_unbet(move.into, purses)
    if move.kind in ("take", "travel"):  # from one stake to another
        if from_purse and not to_purse:
            tally.staked += move.amount
        elif to_purse and not from_purse:
            tallies.setdefault(into, Tally()).won += move.amount
        return True
    tally.there |= from_purse and target == "stake"
    if from_purse and target == "gratuity":
        tally.given += move.amount
    elif from_purse and target == "stake" and source not in (*OWN_ACCOUNTS, "held"):
        tally.won += move.amount
    elif from_purse and target not in (*OWN_ACCOUNTS, "held", "stake"):
        tally.staked += move.amount
    return from_purse


def _comes_into_play(step: object) -> TypeGuard[Deal]:
    """Whether this step brings a card into play: a card burnt or set aside does not come into play.
    """
    return isinstance(step, Deal) and step.to not in ("burn", "aside")


def first_card(record: Sequence[Event]) -> int:
    """Return the index of the first card in play in a record; its length when there is none."""
    return next((n for n, event in enumerate(record) if _comes_into_play(event.step)), len(record))


def _shows_outcome(event: Event) -> bool:
    """Whether this event shows the dice or the ball that decide."""
    return (isinstance(event.step, Throw | Uncover) and event.step.thing != LOT
            and event.incident is None)


def was_dealt(record: Sequence[Event]) -> bool:
    """Whether a coup came to its cards or its throw, so that players without a bet in it missed it.
    """
    return first_card(record) < len(record) or any(map(_shows_outcome, record))


def tally(record: Sequence[Event], purses: Iterable[str] = ()) -> dict[str, Tally]:
    """Return the effect of a coup on each player with a bet in it, from its record. ``purses`` name
    money that is brought to the table before it is bet (`Game.purse`).

    Bets taken back before the cards are dealt, or the dice or the ball have fallen, were never
    staked: before a card at the place itself, or at a hand without a place. A coup that came to
    neither gives {}, except for players who got back a stake held from before and have more or less
    than then: they tipped, or the house charged for time.
    """
    return concerned_tallies(*count_movements(record, purses), record, purses)


def concerned_tallies(tallies: dict[str, Tally], dealt: bool, record: Sequence[Event],
                      purses: Iterable[str] = ()) -> dict[str, Tally]:
    """Return those tallies of ``count_movements`` whose players the coup concerns."""
    if not dealt:
        lies = bets_in_play(record, purses)
        return {player: t for player, t in tallies.items() if t.brought or t.taken or t.given
                or t.net + lies.get(player, 0) or t.resumed != t.held}
    return {player: t for player, t in tallies.items() if t.moved or t.there}


def bets_in_play(record: Iterable[Event], purses: Iterable[str] = ()) -> dict[str, int]:
    """Return what each player has on bets after these events, in cents; money brought and not bet
    yet is not included."""
    return by_player(bets_among(Owners().fold(record).lying, purses))


def bets_among(lying: Mapping[str, tuple[str, int]], purses: Iterable[str]
               ) -> dict[str, tuple[str, int]]:
    """Return the bets among everything on a table."""
    unbet_names = frozenset(purses)
    return {bet: of for bet, of in lying.items() if not _is_unbet(bet, unbet_names)}


def count_movements(
    record: Sequence[Event], purses: Iterable[str] = ()) -> tuple[dict[str, Tally], bool]:
    """Return the tally of all movements of each player, also of what was returned before the coup
    came to anything; and whether it came to its cards or its throw."""
    tallies: dict[str, Tally] = {}
    owner: dict[str, str] = {}
    dealt: set[str] = set()
    reported: set[tuple[str, str]] = set()
    fates: list[Move] = []
    fell = False
    unbet_names = frozenset(purses)
    for event in record:
        step = event.step
        if _shows_outcome(event):
            fell = True
        elif _comes_into_play(step):
            dealt.add(step.to.partition(".")[0])
        elif isinstance(step, Move):
            owner[step.bet] = step.player
            if unbet_names:
                if step.kind == "travel":
                    owner[step.into] = step.player
                if _count_purse_move(tallies, step, owner.get(step.into, step.player), unbet_names):
                    continue
            place = spot_of(step.bet).partition("/")[0].partition(".")[0]
            tallies.setdefault(step.player, Tally()).count(
                step.kind, step.amount,
                fell or place in dealt or any(not hand.isdigit() for hand in dealt))
            if step.kind in _BET_RESULTS and "/" in step.bet:
                fates.append(step)
        elif isinstance(step, Part):
            owner |= {renamed_bet(bet, step): player for bet, player in owner.items()}
            owner |= {step.into[1]: owner[step.hand]} if step.hand in owner else {}
        elif isinstance(step, Result):
            for player in _concerned(step.hand, owner):
                reported.add((player, step.hand))
                tallies[player].results.append(
                    {"hand": step.hand, "result": step.result, "law": step.law, **step.facts})
    for fate in fates:
        if not reported & {(fate.player, fate.bet), (fate.player, fate.bet.partition("/")[0])}:
            tallies[fate.player].results.append(
                {"hand": fate.bet, "result": _BET_RESULTS[fate.kind], "law": fate.law})
    was_played = bool(dealt) or fell
    for tally in tallies.values():
        tally.there &= was_played
    return tallies, was_played


_BET_RESULTS = {"pay": "won", "collect": "lost"}
"""The result of a bet on a layout when no step gives it."""


def _concerned(hand: str, owner: dict[str, str]) -> list[str]:
    """Return the players whose bet a result decides: the owner of one bet; all who bet on a hand
    or, when there is no bet on the hand itself, on what is named after it or at its place; for a
    side, everybody."""
    if "/" in hand:
        player = owner.get(hand) or owner.get(hand.split("/")[0])
        return [player] if player else []
    bets = [(bet, p) for bet, p in owner.items() if p]
    mine = [p for bet, p in bets if "/" not in bet and bet.partition("+")[0] == hand]
    if not mine and hand != "bank":
        mine = ([p for bet, p in bets if bet.endswith(f"/{hand}")]
                or [p for bet, p in bets if bet.startswith(f"{hand}/")]
                or [p for _, p in bets if not hand.isdigit()])
    return list(dict.fromkeys(mine))


def after_bet(session: Session, individual: bool, now: float) -> Session:
    """Return the session after a bet: its three minutes and its warning restart (35.a, 36).

    At a shared table coups are counted, so that a bet taken back before the deal changes nothing.
    """
    if individual:
        return msgspec.structs.replace(session, idle_since=now, stage="", stage_at=0.0)
    return session


def after_coup(session: Session, mine: Tally | None, dealt: bool, now: float) -> Session:
    """Return the session after a coup: with its sums, or with one more missed coup when cards were
    dealt."""
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
               full: bool = True, warn_after: float = WARN_AFTER) -> str:
    """Return which stage of rules 35 and 36 is due: "", "invited", "warned" or "ended".

    Strictly more than three minutes, and from the sixth missed coup: the text says *superior a 3
    minutos* and *mais de 5 jogadas*. No stage is skipped: a player who was not warned is not ended.
    Call this only while bets are open and the player has none, because only then the player can be
    idle. Some regulations ask nobody to leave unless the table is ``full`` (`Conduct.only_full`).
    ``warn_after``: the seconds from the invitation at an individual table to the warning.
    """
    stage = session.stage
    if individual:
        if now <= session.idle_since + conduct.idle_seconds:
            return ""
        if stage == "invited":
            return "warned" if now >= session.stage_at + warn_after else stage
        if stage == "warned":
            return "ended" if now >= session.stage_at + conduct.grace_seconds else stage
        return "invited"
    if session.missed <= conduct.missed_coups or (conduct.only_full and not full):
        return ""
    if stage == "warned":
        late = session.missed - session.stage_missed >= conduct.grace_coups
        return "ended" if late else stage
    return "warned" if stage == "invited" else "invited"


def warning_delay(table: Table) -> float:
    """The seconds from the invitation at an individual table to the warning (IR 22)."""
    return 0.0 if reading(table.rules, "idle_warning") == "with-invitation" else WARN_AFTER


def idle_due(session: Session, conduct: Conduct) -> float:
    """Return when the idle stage of a session at an individual table must be checked again."""
    idle = session.idle_since + conduct.idle_seconds + 0.001
    if session.stage == "warned":
        return max(idle, session.stage_at + conduct.grace_seconds)
    if session.stage == "invited":
        return max(idle, session.stage_at + WARN_AFTER)
    return idle
