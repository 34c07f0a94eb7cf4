"""Where a table stands: its coup, its carry, its shoe, its items; and how it is found again.

Everything here is read from the table's own state and journal; what it does next is the desk's.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog

from sabot import __version__
from sabot.equipment import Entropy, NoncedSource, Shoe
from sabot.house import timetable
from sabot.house.bets import held_after
from sabot.house.items import Item, State, begin_item, numbered, reseat, salts
from sabot.house.laying import same_but_limits
from sabot.house.purse import Purse
from sabot.house.shoes import ATTENDED, follow, sealed, standing
from sabot.ledger import Ledger, LedgerError, Sealed
from sabot.procedure import (
    ALL,
    NOBODY,
    AnyStep,
    Attended,
    Deal,
    Dealer,
    Event,
    Listen,
    Live,
    Menu,
    Menus,
    Move,
    Owners,
    Resolver,
    Reveal,
    Shuffle,
    TableState,
    by_player,
    canonical,
    in_play,
    redact,
    replay,
)
from sabot.procedure.game import Game
from sabot.procedure.table import Table

KEPT = 600  # items that a returning client can still be given one by one
UNTOLD, NO_KEY = "cannot-be-determined", "no-shoe-key"
"""Why an open coup is void when the house opens again."""

log = structlog.get_logger("sabot.desk")


class Bench:
    """A table as it stands."""

    def __init__(self, table_id: str, table: Table, game: Game, source: NoncedSource,
                 ledger: Ledger, purse: Purse, entropy: Entropy) -> None:
        self.id = table_id
        self.table = table
        self.game = game
        self.playing = table  # the table as it stood when the last coup began
        self._as_stored: tuple[Table, Table] | None = None
        self.other_version = ""  # that began the open coup, which this one tells otherwise
        self.chance = Live(source, hears=lambda step: timetable.answer(
            game, self.table, step, self.moment))
        self.moment = 0.0  # at which the coup is taken on
        self._stood: Shoe | None = None  # the shoe of the last moment that is stored
        self.ledger = ledger
        self.accounts = ledger.accounts(game.currency)
        self.purse = purse
        self.state = State()
        self.carry: Any = game.opening(table)
        self._seats = list(game.seats(self.carry))
        self.dealer: Dealer | None = None
        self.items: deque[Item] = deque(maxlen=KEPT)
        self.salts = salts(entropy)
        self.given_up = ""  # the seal of a shoe that stood here and cannot be opened
        self.cause = UNTOLD  # why the open coup cannot be told again, where it cannot
        self._behind: tuple[Any, dict[str, tuple[str, str]]] = None, {}
        self._clear()

    def _clear(self) -> None:
        """Nothing lies on the table: a coup begins."""
        self.coup_items: list[Item] = []
        self.view = TableState(self.game.label)
        self.views: dict[str, TableState] = {}  # of those who hold cards that others do not see
        self.owners = Owners()
        self.menus = Menus()
        self.heard: Listen | None = None  # what was asked last, in full

    # -- what others ask of it --------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """The player at each place; a place reserved for the next coup counts as his."""
        base = list(self._seats)
        for place, player in self.state.reserved.items():
            if not base[int(place) - 1]:
                base[int(place) - 1] = player
        return tuple(base)

    @property
    def sitting(self) -> tuple[str, ...]:
        """The player at each place in this coup; one that is only reserved is free."""
        return tuple(self._seats)

    def holder(self, place: str) -> str:
        """Who holds a place in this coup; a place only reserved is not held yet."""
        return self._seats[int(place) - 1]

    def places_of(self, player: str) -> list[str]:
        return [str(n) for n, held in enumerate(self.seats, start=1) if held == player]

    @property
    def behind(self) -> dict[str, tuple[str, str]]:
        """Who stands behind the seats of a game that knows such places: by the name of each place
        its player and the seat; as far as the open coup is told."""
        stands = self.game.parts.get("stands")
        now = self.state.version, self.carry
        if stands is not None and self._behind[0] != now:
            told = self.dealer.record if self.dealer and not self.state.over else ()
            self._behind = now, stands(self.carry, told)
        return self._behind[1]

    @property
    def laid(self) -> Table:
        """The table as it is played now: one that staff or a file changed waits for the next coup.
        """
        return self.table if self.state.over else self.playing

    @property
    def resolver(self) -> Resolver:
        """Where chance comes from: this program, or the croupier of a real table."""
        return Attended() if self.playing.attended else self.chance

    @property
    def awaited(self) -> AnyStep | None:
        """What a croupier must enter before the coup goes on."""
        return self.dealer.awaited if self.dealer and not self.dealer.over else None

    @property
    def purses(self) -> tuple[str, ...]:
        """The names under which money lies that was brought to the table and is not bet yet."""
        return tuple(self.game.parts.get("purses", ()))

    @property
    def faults(self) -> tuple[str, ...]:
        """The kinds of fault from which the coup can go on now."""
        standing = self.dealer.standing if self.dealer else None
        return getattr(self.awaited or standing, "faults", ())

    @property
    def listening(self) -> bool:
        return self.dealer is not None and self.dealer.standing is not None

    @property
    def betting(self) -> bool:
        """Whether the coup waits for places and bets."""
        standing = self.dealer.standing if self.dealer else None
        return standing is not None and standing.window == "bets"

    @property
    def seating(self) -> str:
        """The window in which places are given: before any bet lies, while bets are made, or
        between two hands of players against each other."""
        standing = self.dealer.standing if self.dealer else None
        window = standing.window if standing else ""
        return window if window in ("seats", "bets", "between") else ""

    @property
    def lost(self) -> bool:
        """Whether the open coup cannot be told again, so that it can only be refunded."""
        return self.dealer is None and not self.state.over

    @property
    def refund_due(self) -> bool:
        """Whether the house has to void the open coup by itself: one of another version waits."""
        return self.lost and not self.other_version

    @property
    def at_stake(self) -> dict[str, int]:
        """What each player has in play in the open coup, in cents."""
        if self.lost:
            return in_play(self.stored_coup(self.state.coup)[1])
        return in_play(self.dealer.record) if self.dealer and not self.dealer.over else {}

    @property
    def staked(self) -> dict[str, int]:
        """What each player has on the table: in play, and held for a coup to come."""
        found = self.at_stake
        for player, amount in by_player(self.state.held).items():
            found[player] = found.get(player, 0) + amount
        return found

    # -- recovery ---------------------------------------------------------------------------------

    def recover(self, state: State) -> str:
        """Stand where the stored state and the journal say; what was found, in a word.

        "fresh", "between" coups, "resumed", or "lost" when the open coup cannot be told again: the
        caller then refunds it from the record alone. "other-version" when another version of the
        program began that coup and this one tells it otherwise: it waits, with its stakes, for that
        version or for staff who void it.
        """
        self.state = state
        self.given_up, self.cause = "", UNTOLD
        if not state.coup:
            return "fresh"
        begin, events = self.stored_coup(state.coup)
        state.shoe = state.shoe or standing(self.game, state, begin, events)
        self._retell()
        if state.over:
            self._recover_carry(state, begin)
            self._look_at_shoe()
            return "between"
        try:
            self.playing = self._table_of(begin)
            self.carry = msgspec.convert(begin["carry"], self.game.carry)
            self._rebuild(events)
        except LedgerError:
            raise
        except Exception as error:  # whatever another version of the procedure may raise
            self.dealer = None
            if isinstance(error, Sealed):
                self.cause = NO_KEY
                log.warning("the coup is void: its shoe cannot be opened", table=self.id,
                            coup=state.coup, why=str(error))
                return "lost"
            if (begun := str(begin.get("code", ""))) == __version__:
                return "lost"
            self.other_version = begun or "unknown"
            self._seats = self._seats_after(begin, events)
            log.error("an open coup of another version cannot be told by this one",
                      table=self.id, coup=state.coup, begun_by=self.other_version, why=str(error))
            return "other-version"
        self._look_at_shoe()
        return "resumed"

    def _look_at_shoe(self) -> None:
        """The last shoe is given up on record where it cannot be opened: one that stands, and one
        that is used no more, whose order is still to be shown."""
        if self.state.shoe and not self.given_up:
            try:
                self.ledger.secret(self.state.shoe)
            except Sealed as error:
                self.given_up = error.seal
                log.warning("the order of a shoe cannot be opened", table=self.id, why=str(error))

    def tell_end_again(self) -> None:
        """Stand after the last coup as the journal alone tells it, whatever the stored state says
        of the carry and of what is held; nothing changes where it cannot be told again."""
        begin, events = self.stored_coup(self.state.coup)
        try:
            carry = msgspec.convert(begin["carry"], self.game.carry)
            told = replay(self.game.coup(self._table_of(begin), carry), events)
        except LedgerError:
            raise
        except Exception:  # a coup that was given back because it cannot be told again
            return
        resumed = {e.step.bet: (e.step.player, e.step.amount) for e in events
                   if isinstance(e.step, Move) and e.step.kind == "resume"}
        self.state.held = held_after(resumed, events)
        self.state.carry = msgspec.Raw(canonical(told.outcome))
        self._recover_carry(self.state, begin)

    def _table_of(self, begin: dict[str, Any]) -> Table:
        """The table as it stood when a coup began."""
        rules = msgspec.convert(begin["table"]["rules"], self.game.rules)
        return msgspec.structs.replace(msgspec.convert(begin["table"], Table), rules=rules)

    def _read_back(self, table: Table) -> Table:
        """A table as the entry of a coup that begins at it reads back: no order of a file is left
        in its rules."""
        if self._as_stored is None or self._as_stored[0] is not table:
            plain = msgspec.json.decode(canonical(table))
            self._as_stored = table, self._table_of({"table": plain})
        return self._as_stored[1]

    def _recover_carry(self, state: State, begin: dict[str, Any]) -> None:
        """The carry that the next coup begins with, where the table is still the same.

        A table that was laid out anew, and one whose shoe is not in the books any more, begins
        afresh; its players are seated again when the next coup begins.
        """
        try:
            self.carry = msgspec.json.decode(state.carry, type=self.game.carry)
            self._seats = list(self.game.seats(self.carry))
            same = same_but_limits(self._table_of(begin), self.table)
            if same:
                self.chance.shoe = self._shoe()
        except LedgerError:
            raise
        except Sealed as error:
            same = False
            self.given_up = error.seal
            log.warning("the shoe is given up: it cannot be opened", table=self.id, why=str(error))
        except ValueError:
            same = False
        if not same:
            self._afresh(state)

    def _afresh(self, state: State) -> None:
        """Begin with an empty table: who plays there keeps the place, what they have on it stays
        theirs, and the pool stays what its account holds."""
        state.reserved = {**{str(n): player for n, player in enumerate(self._seats, start=1)
                             if player in state.sessions and n <= self.table.places},
                          **state.reserved}
        self.carry = self.game.emptied(self.table, self.carry)
        if self.game.banked:
            pool = self.ledger.balance(self.accounts.jackpot(self.id))
            self.carry = self.game.banked(self.carry, state.held, pool)
        self.chance.shoe = None
        self._seats = list(self.game.seats(self.carry))

    def _retell(self) -> None:
        """The items of the last coup with their versions, as they were told, from the journal."""
        self.items.clear()
        self._clear()
        begun = self.ledger.entries(coup=self.state.coup, kind="begin")
        if not begun:
            return
        for record in self.ledger.entries(table=self.id, since_version=begun[0].version - 1):
            body = msgspec.json.decode(record.body)
            said = list(body.get("house", ()))
            if record.kind == "begin":
                said.append(begin_item(body["coup"], body["no"]))
            events = msgspec.convert(body.get("events", ()), list[Event])
            first = record.version + len(said)
            self.coup_items += [Item(v, None, one) for v, one in enumerate(said, record.version)]
            self.coup_items += numbered(events, first, self.heard, self.menus)
            self._lay_out(events)
        self.items.extend(self.coup_items)

    def _lay_out(self, events: Sequence[Event]) -> None:
        """What was stored lies on the table. It stays so, even where it cannot be shown."""
        self.owners.fold(events)
        for event in events:
            if isinstance(event.step, Menu):
                self.menus.hear(event.step)
            elif isinstance(event.step, Listen):
                self.heard = self.menus.whole(event.step)
            eyes = event.step.seen_by if isinstance(event.step, Deal | Reveal) else NOBODY
            if eyes not in (ALL, NOBODY) and eyes not in self.views:
                self.views[eyes] = copy.deepcopy(self.view)
            try:
                for seer, view in (("", self.view), *self.views.items()):
                    view.fold(redact(event, seer))
            except Exception:
                log.exception("an event cannot be shown", table=self.id, coup=self.state.coup)

    def stored_coup(self, coup: str) -> tuple[dict[str, Any], list[Event]]:
        """The begin body of a coup and all its events, from the journal."""
        begin: dict[str, Any] = {}
        events: list[Event] = []
        for record in self.ledger.entries(coup=coup):
            if record.kind not in ("begin", "play", "void"):
                continue
            body = msgspec.json.decode(record.body)
            if record.kind == "begin":
                begin = body
            events += msgspec.convert(body["events"], list[Event])
        return begin, events

    def _seats_after(self, begin: dict[str, Any], record: Sequence[Event]) -> list[str]:
        """Who holds each place after a record that may not be replayable."""
        try:
            seats = list(self.game.seats(msgspec.convert(begin["carry"], self.game.carry)))
        except (KeyError, msgspec.ValidationError):
            seats = list(self.game.seats(self.game.opening(self.table)))
        reseat(seats, record)
        return seats

    def _rebuild(self, record: list[Event]) -> None:
        dealer = replay(self.game.coup(self.playing, self.carry), record)
        self.chance.shoe = self._shoe(record)
        dealer._chance = self.resolver
        self.dealer = dealer
        self._seats = list(self.game.seats(self.carry))
        self._note_seats(record)

    def _shoe(self, record: Sequence[Event] = ()) -> Shoe | None:
        """The shoe as it stands after these events of the coup."""
        seal, drawn, cut, lifted = follow(self.game.shoe(self.carry), record)
        if seal in ("", ATTENDED):
            return None
        here = [shoe for shoe in (self.chance.shoe, self._stood) if shoe and shoe.seal == seal]
        found = next((shoe for shoe in here if shoe.cut_at == cut), None)
        if found is None:
            kept = sealed(here[0]) if here else self.ledger.secret(seal)
            if kept is None:
                raise ValueError(f"the order of the shoe sealed {seal} is not in the books")
            found = Shoe.opened(kept)
            if cut:
                found.cut(cut)
        found.drawn, found.lifted = drawn, lifted
        self._stood = found
        return found

    def _secret(self, events: Sequence[Event]) -> dict[str, str] | None:
        """What opens the shoe that was shuffled with these events; None when none was."""
        seals = [e.seal for e in events
                 if isinstance(e.step, Shuffle) and e.seal not in ("", ATTENDED)]
        shoe = self.chance.shoe
        if not seals:
            return None
        if len(seals) > 1 or shoe is None or shoe.seal != seals[0]:
            raise ValueError(f"one entry keeps the order of one shoe, and {len(seals)} were "
                             "shuffled")
        return sealed(shoe)

    def _note_seats(self, events: Sequence[Event]) -> None:
        """Keep the seats in step with the acts of the open coup."""
        reseat(self._seats, events)
