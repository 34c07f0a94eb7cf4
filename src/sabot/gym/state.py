"""States of any game of the catalogue: a sequential game with explicit chance.

A `State` is a place in an episode. It says who decides (`current_player`), what they may do
(`legal_actions`), what chance may bring with which exact probability (`chance_outcomes`), and what
everybody has won in cents (`returns`). The coup is that of the reference engine: exactly the acts
of the regulation are open, and every cent is accounted for.

The order of decisions. Where several players may act at the same time, as while bets are open, they
are asked in the order of their numbers: the first acts until they wait (action 0), then the next.
Once everybody who can act has waited, the clock answers. Whoever is asked later sees what lies on
the table already, as at a real table.

Chance. Each card and each object of a throw is a node of its own (`sabot.gym.open_chance`): so are
the lots for seats, and burned cards, which nobody sees. A shuffle is none. Where a shoe is cut is
decided by a player, or fixed by the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from sabot import games
from sabot.equipment import is_card
from sabot.games.make_table import TableSource
from sabot.gym.actions import AMOUNTS, Action, Amount
from sabot.gym.arguments import check_number
from sabot.gym.observation import Field, Row
from sabot.gym.open_session import STEPS, OpenSession
from sabot.procedure import Refusal
from sabot.procedure.canonical_bytes import canonical, digest
from sabot.procedure.record import encode
from sabot.procedure.table import Table
from sabot.simulation.program_version import version

CHANCE, TERMINAL = -1, -4
"""What `State.current_player` returns at a node of chance and at the end; the numbers of
OpenSpiel."""
FORMAT = 1
"""The format of `State.to_bytes`."""


class InformationState(NamedTuple):
    """What a player knows.

    ``text`` is equal for two states exactly when the player cannot distinguish them: all that they
    have seen and decided, in its order, and what is open to them. ``row`` is the observation of the
    environments.
    """

    text: str
    row: Row


class StoredState(msgspec.Struct, frozen=True):
    """A state as it is stored: a record of its answers.

    ``format`` is `FORMAT` and ``program`` the version that stored it. ``table`` is the table as
    JSON, ``history`` the actions of players and the outcomes of chance. ``rules`` is a digest of
    the table, of its actions and of the record of the coup: another version of a rule that changes
    what happened changes it. The others are the settings of `new_state`.
    """

    format: int
    program: str
    game: str
    table: msgspec.Raw
    players: int
    coups: int
    purse: int
    buy_in: int
    amounts: tuple[Amount, ...]
    steps: int
    waits: bool
    suits: bool
    cards: tuple[str, ...]
    fixed: dict[str, tuple[str, ...]]
    history: tuple[int, ...]
    rules: str


@dataclass(eq=False)
class _Point:
    """A place in an episode that several equal states share. The first of them that continues takes
    its session, and leaves a copy if there are others."""

    session: OpenSession
    shared: bool = False


class State:
    """A place in an episode; see `new_state`.

    States are equal when they belong to the same table, with the same settings, and have the same
    history. `apply` changes a state; `clone` gives an independent one. A clone costs nothing until
    it and its original have both continued; then the coup is played again from its record, once.
    """

    __slots__ = ("_history", "_point", "_settings")

    def __init__(self, point: _Point, settings: StoredState, history: tuple[int, ...]) -> None:
        self._point, self._settings, self._history = point, settings, history

    # -- the table --------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table."""
        return self._point.session.table

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self._point.session.names)

    @property
    def actions(self) -> list[Action]:
        """The list of actions of the table: `legal_actions` are indices into it."""
        return self._point.session.actions.table

    @property
    def fields(self) -> list[Field]:
        """The fields of the row of an information state."""
        return self._point.session.encoding.fields

    @property
    def settings(self) -> StoredState:
        """The table and the length of its episodes, with an empty history."""
        return self._settings

    @property
    def history(self) -> tuple[int, ...]:
        """The actions of players and the outcomes of chance since the beginning."""
        return self._history

    # -- what can happen --------------------------------------------------------------------------

    def current_player(self) -> int:
        """The number of the player who decides, CHANCE or TERMINAL."""
        session = self._point.session
        if session.over:
            return TERMINAL
        return CHANCE if session.waits_for_chance else session.names.index(session.asked)

    def is_terminal(self) -> bool:
        """Whether the episode is over."""
        return self._point.session.over

    def is_chance(self) -> bool:
        """Whether a card or a number is drawn now."""
        return self._point.session.waits_for_chance

    def legal_actions(self) -> list[int]:
        """What may be applied now, in ascending order: open actions of the player who decides, or
        possible outcomes of chance. None at the end."""
        session = self._point.session
        if session.over:
            return []
        if session.waits_for_chance:
            return [outcome for outcome, _ in session.outcomes()]
        return sorted(session.acts(session.asked))

    def chance_outcomes(self) -> list[tuple[int, Fraction]]:
        """Each possible outcome of chance with its exact probability; RuntimeError where a player
        decides.

        The outcome of a deal is the number of a card in `sabot.equipment.PACK`, that of a throw
        what the next die, wheel or reel shows.
        """
        return self._point.session.outcomes()

    def action_text(self, action: int) -> str:
        """An action or an outcome in words: "double", "bet pass least", "KH", "17"."""
        session = self._point.session
        if session.waits_for_chance:
            return session.outcome_text(action)
        return str(self.actions[check_number("action", action, 0, len(self.actions) - 1)])

    # -- what happens -----------------------------------------------------------------------------

    def apply(self, action: int) -> None:
        """Do an action, or enter an outcome of chance; ValueError where it is not legal."""
        if not self._is_legal(action):
            legal = self.legal_actions()
            raise ValueError(f"action: found {action!r}; allowed now: "
                             f"{', '.join(map(str, legal[:20])) or 'none, the episode is over'}")
        session = self._take_session()
        if session.waits_for_chance:
            session.enter(action)
        else:
            refusal = session.act_on(session.asked, action)
            if isinstance(refusal, Refusal):
                raise ValueError(refusal.text)
        session.proceed()
        self._history += (action,)

    def _is_legal(self, action: int) -> bool:
        session = self._point.session
        if session.waits_for_chance:
            return session.possible(action)
        return not session.over and action in session.acts(session.asked)

    def _take_session(self) -> OpenSession:
        """The session of this state alone."""
        point = self._point
        if point.shared:
            session, point.session = point.session, deepcopy(point.session)
            self._point = _Point(session)
        return self._point.session

    def child(self, action: int) -> State:
        """The state after an action; this one stays as it is."""
        child = self.clone()
        child.apply(action)
        return child

    def clone(self) -> State:
        """An independent state at the same place."""
        self._point.shared = True
        return State(self._point, self._settings, self._history)

    # -- what it is worth, and what is known ------------------------------------------------------

    def returns(self) -> list[int]:
        """What each player has won since the beginning, in cents, with their bets on the table
        counted as theirs."""
        session = self._point.session
        return [session.play.money.worth(name) - session.purse for name in session.names]

    def information_state(self, player: int) -> InformationState:
        """What a player knows; ValueError for a number that no player has."""
        session = self._point.session
        return InformationState(self.information_text(player), session.row(session.names[player]))

    def information_text(self, player: int) -> str:
        """The text of what a player knows, without the row."""
        session = self._point.session
        check_number("player", player, 0, self.players - 1)
        return session.seen_text(session.names[player])

    # -- storing and comparing --------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """The state as bytes, for `from_bytes`."""
        session = self._point.session
        return msgspec.json.encode(msgspec.structs.replace(
            self._settings, program=version(), history=self._history, rules=_rules(session)))

    @classmethod
    def from_bytes(cls, data: bytes) -> State:
        """The state that was stored; ValueError where these bytes are none, or where this version
        of the program plays the same answers differently."""
        try:
            stored = msgspec.json.decode(data, type=StoredState)
            state = _first_state(stored)
        except (msgspec.ValidationError, msgspec.DecodeError, LookupError) as error:
            raise ValueError(f"these bytes are no state: {error}") from None
        if stored.format != FORMAT:
            raise ValueError(f"format: found {stored.format}; allowed: {FORMAT}")
        try:
            for action in stored.history:
                state.apply(action)
            same = _rules(state._point.session) == stored.rules
        except (ValueError, IndexError):
            same = False
        if not same:
            raise ValueError(f"this state was stored by {stored.program}, under other rules of "
                             f"{stored.game} than those of {version()}")
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        return State.from_bytes, (self.to_bytes(),)

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()

    __copy__ = clone

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._history == other._history \
            and self._settings == other._settings

    def __hash__(self) -> int:
        return hash((self._settings.game, self._history))

    def __str__(self) -> str:
        return " ".join((self._settings.game, *map(str, self._history)))


def new_state(game: str, *, players: int = 0, table: TableSource | None = None, coups: int = 1,
              purse: int = 0, buy_in: int = 0, amounts: tuple[Amount, ...] = AMOUNTS,
              steps: int = STEPS, waits: bool = True, suits: bool = True,
              cards: Sequence[str] = (), fixed: Mapping[str, Sequence[str]] | None = None,
              **options: object) -> State:
    """The first state of an episode at a table of this game.

    Args:
        game: The id of the game.
        players: Their number; 0 for as many as the game needs.
        table: A table or a table file; other keywords are its options ("minimum", "packs").
        coups: The number of coups of an episode. What the table keeps between coups is kept.
        purse: The money of each player in cents; 0 for a thousand minimums.
        buy_in: What each brings to the table where a buy-in is required, in cents; 0 for the
            minimum.
        amounts: The grid of sums (`sabot.gym.actions.AMOUNTS`).
        steps: The number of decisions after which an episode ends in any case.
        waits: Whether a player may also wait where they alone are asked. Then the clock answers for
            them, as a rule like one of their other actions.
        suits: False for one outcome for all cards of a rank, which is shown as a spade. This is
            exact in games that look at ranks alone, such as chemin de fer, and only there.
        cards: For the study of a part of a game: each new shoe consists of these cards, instead of
            the packs that the law prescribes.
        fixed: For a study: the cards that are dealt to a hand, by its name ("board"), with
            certainty and in this order.

    ValueError for an unlawful table, with its clauses.
    """
    wrong = [card for card in (*cards, *(card for dealt in (fixed or {}).values()
                                         for card in dealt)) if not is_card(card)]
    if wrong:
        raise ValueError(f"cards: found {wrong[0]!r}; allowed: codes such as KH or 2C")
    missing = Counter(chain(*(fixed or {}).values())) - Counter(cards)
    if cards and missing:
        raise ValueError(f"fixed: found {min(missing)}; allowed: cards of the study: "
                         f"{' '.join(sorted(set(cards)))}")
    check_number("steps", steps, 1)
    rules = games.game(game)
    session = OpenSession(
        game, table, players or rules.players_needed, coups=coups, purse=purse, buy_in=buy_in,
        amounts=amounts, steps=steps, waits=waits, suits=suits, cards=cards, fixed=fixed, **options)
    session.proceed()
    settings = StoredState(
        FORMAT, "", game, msgspec.Raw(canonical(session.table)), len(session.names), coups,
        session.purse, buy_in, session.actions.amounts, steps, waits, suits, session.cards,
        session.fixed, (), "")
    return State(_Point(session), settings, ())


def _first_state(stored: StoredState) -> State:
    """The first state of the episode of a stored one."""
    table = msgspec.json.decode(stored.table, type=Table)
    rules = msgspec.convert(table.rules, games.game(stored.game).rules)
    return new_state(
        stored.game, players=stored.players, table=msgspec.structs.replace(table, rules=rules),
        coups=stored.coups, purse=stored.purse, buy_in=stored.buy_in, amounts=stored.amounts,
        steps=stored.steps, waits=stored.waits, suits=stored.suits, cards=stored.cards,
        fixed=stored.fixed)


def _rules(session: OpenSession) -> str:
    """A digest of the table, its actions and the record of the coup."""
    return digest(canonical(session.table), canonical(session.actions.table),
                  encode(session.play.dealer.record))
