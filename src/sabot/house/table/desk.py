"""One table of the house, without input or output: it proposes, then confirms or rolls back.

``propose_*`` advances the coup in memory and returns what must be stored; nothing of it may be
published yet. ``confirm`` makes it final and returns the items to publish. ``roll_back`` rebuilds
the table from its record, as if nothing had been asked. So everything is stored before it is
published.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
import structlog

from sabot import __version__
from sabot.equipment import Entropy, NoncedSource, Shoe
from sabot.house.books import tickets
from sabot.house.books.purse import Purse, insufficient_funds
from sabot.house.faults import ProcedureError, WalletGrantNeeded
from sabot.house.shared_views import EntryBody, HouseEvent
from sabot.house.table import law_of_the_day, opening_hours
from sabot.house.table.bets import held_after
from sabot.house.table.effective_tables import same_but_limits
from sabot.house.table.layout_state import LayoutState
from sabot.house.table.session import Session
from sabot.house.table.session_results import UnsettledSession
from sabot.house.table.sessions import Sessions, changed_documents
from sabot.house.table.shoebox import Shoebox
from sabot.house.table.shoes import standing_seal, update_seals
from sabot.house.table.stored_rounds import seats_after, stored_round, stored_table
from sabot.house.table.versioned_events import (
    Item,
    Proposal,
    State,
    begin_item,
    read_salts,
    reseat,
    salted_body,
    session_document,
    still_ready,
)
from sabot.ledger import Document, Entry, Ledger, LedgerError, Sealed
from sabot.money import Transfer
from sabot.procedure import (
    Answer,
    AnyStep,
    Attended,
    Call,
    Dealer,
    Event,
    Fact,
    Incident,
    Live,
    Move,
    Refusal,
    Resolver,
    by_player,
    canonical,
    digest,
    in_play,
    read_back,
    replay,
)
from sabot.procedure.game import NO_SHOE, Game
from sabot.procedure.steps import HOUR, REMOVED, STARTS, Carry, number
from sabot.procedure.table import Table

NOT_REPLAYABLE, NO_KEY = "cannot-be-determined", "no-shoe-key"
"""Why an open coup is void when the house reopens."""

log = structlog.get_logger("sabot.desk")


class Desk:
    """A table in play: its coup, seats, clocks, ``layout``, ``shoebox`` and ``sessions``."""

    def __init__(self, table_id: str, table: Table, game: Game, source: NoncedSource,
                 ledger: Ledger, purse: Purse, entropy: Entropy) -> None:
        self.id = table_id
        self.table = table
        self.game = game
        self.playing = table  # the table when the last coup began
        self._as_stored: tuple[Table, Table] | None = None
        self.other_version = ""  # the version that began an open coup we replay differently
        self.chance = Live(source, hears=lambda step: opening_hours.time_left_answer(
            game, self.table, step, self.moment))
        self.moment = 0.0  # the time of the present step
        self.shoebox = Shoebox(ledger, self.chance)
        self.layout = LayoutState(table_id, game.label)
        self.sessions = Sessions(table_id, game, table.individual)
        self.ledger = ledger
        self.accounts = ledger.accounts(game.currency)
        self.purse = purse
        self.state = State()
        self.carry: Carry = game.opening(table)
        self._seats = list(game.seats(self.carry))
        self.dealer: Dealer | None = None
        self.salts = read_salts(entropy)
        self.cause = NOT_REPLAYABLE  # why the open coup cannot be replayed, if it cannot
        self._standing_known: tuple[Carry, dict[str, tuple[str, str]]] = None, {}

    # -- queries ----------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """The player at each place; a reserved place counts as that player's."""
        base = list(self._seats)
        for place, player in self.state.reserved.items():
            if not base[int(place) - 1]:
                base[int(place) - 1] = player
        return tuple(base)

    @property
    def sitting(self) -> tuple[str, ...]:
        """The player at each place in this coup; a place that is only reserved is free."""
        return tuple(self._seats)

    def holder(self, place: str) -> str:
        """Return the player at a place in this coup; "" for a place that is only reserved."""
        return self._seats[int(place) - 1]

    def places_of(self, player: str) -> list[str]:
        """Return the places of a player, reserved ones included."""
        return [str(n) for n, holder in enumerate(self.seats, start=1) if holder == player]

    @property
    def standing_players(self) -> dict[str, tuple[str, str]]:
        """The players who stand behind seats, in games with such places: by the name of the place,
        the player and the seat; up to date with the open coup."""
        stands = self.game.standing_players
        now = self.state.version, self.carry
        if stands is not None and self._standing_known[0] != now:
            record = self.dealer.record if self.dealer and not self.state.over else ()
            self._standing_known = now, dict(stands(self.carry, record))
        return self._standing_known[1]

    @property
    def current_table(self) -> Table:
        """The table as it is played now: changes take effect with the next coup."""
        return self.table if self.state.over else self.playing

    @property
    def resolver(self) -> Resolver:
        """The source of chance: this program, or the croupier of a real table."""
        return Attended() if self.playing.attended else self.chance

    @property
    def awaited(self) -> AnyStep | None:
        """The step that a croupier must enter before the coup goes on, or None."""
        return self.dealer.awaited if self.dealer and not self.dealer.over else None

    @property
    def faults(self) -> tuple[str, ...]:
        """The kinds of fault from which the coup can go on now."""
        standing = self.dealer.standing if self.dealer else None
        return getattr(self.awaited or standing, "faults", ())

    @property
    def listening(self) -> bool:
        """Whether the coup waits for players."""
        return self.dealer is not None and self.dealer.standing is not None

    @property
    def betting(self) -> bool:
        """Whether the coup waits for places and bets."""
        standing = self.dealer.standing if self.dealer else None
        return standing is not None and standing.window == "bets"

    @property
    def seating(self) -> str:
        """The window in which places are given: before any bet, while bets are made, or between two
        hands of players against each other; "" for none."""
        standing = self.dealer.standing if self.dealer else None
        window = standing.window if standing else ""
        return window if window in ("seats", "bets", "between") else ""

    @property
    def lost(self) -> bool:
        """Whether the open coup cannot be replayed, so that it can only be refunded."""
        return self.dealer is None and not self.state.over

    @property
    def refund_due(self) -> bool:
        """Whether the house must void the open coup by itself; a coup of another version waits."""
        return self.lost and not self.other_version

    @property
    def at_stake(self) -> dict[str, int]:
        """What each player has in play in the open coup, in cents."""
        if self.lost:
            return in_play(stored_round(self.ledger, self.state.coup)[1])
        return {} if self.state.over else by_player(self.layout.owners.lying)

    @property
    def staked(self) -> dict[str, int]:
        """What each player has on the table, in cents: in play, and held for a later coup."""
        amounts = self.at_stake
        for player, amount in by_player(self.state.held).items():
            amounts[player] = amounts.get(player, 0) + amount
        return amounts

    # -- proposals --------------------------------------------------------------------------------

    def propose_begin(self, now: float) -> Proposal:
        """Propose a new coup: its first steps up to the call for bets."""
        coup, no = f"{self.id}-{self.state.no + 1}", self.state.no + 1
        self.moment = now
        table, law = law_of_the_day.at_law(self.game, self.table, now, self.ledger.days)
        if not same_but_limits(self.playing, self.table) or opening_hours.cleared_at_closing(
                self.game, self.table, self.carry, self.state.next_at, now):
            self._reset(self.state)
        self.playing = self._read_back(table)
        self.carry = read_back(self.game.upgrade_carry(self.carry))
        self.cause = NOT_REPLAYABLE
        self.chance.shoe = self._shoe()
        try:
            self.dealer = Dealer(self.game.coup(self.playing, self.carry), self.resolver)
        except Exception as error:
            self.roll_back(0)
            raise ProcedureError(f"coup {coup} cannot begin") from error
        self._seats = list(self.game.seats(self.carry))
        body = {
            "coup": coup, "no": no, "game": self.game.id,
            "table": msgspec.to_builtins(self.playing), "carry": msgspec.to_builtins(self.carry),
            "code": __version__, "rules": digest(canonical(self.playing)), "law": law,
        }
        return self._proposal("begin", list(self.dealer.record), 0, now, body=body,
                              house=(begin_item(coup, no),), coup=coup, no=no)

    def propose_answer(self, answer: Answer, now: float,
                       command: tuple[str, str] | None = None,
                       granted: Mapping[str, int] | None = None,
                       body: EntryBody | None = None) -> Proposal | Refusal:
        """Propose the effects of an act or a time-out; a Refusal changes nothing.

        ``granted`` is what a remote wallet has granted for it; None when it is asked later. Raises
        InsufficientFundsError when the player's balance does not cover what moves,
        WalletGrantNeeded when it needs anything else than was granted, ProcedureError when the
        procedure fails; in each case the table has already rolled back.
        """
        return self._step(lambda dealer: dealer.answer(answer), now, command=command,
                          granted=granted, body=body)

    def propose_report(self, incident: Incident, now: float, by: str,
                       command: tuple[str, str] | None = None) -> Proposal | Refusal:
        """Propose the effects of a fault that is reported while players are asked: by a supervisor,
        or by the house for a player's ``command``."""
        return self._step(lambda dealer: dealer.report(incident), now, body={"by": by},
                          command=command)

    def propose_enter(self, fact: Fact, now: float, by: str) -> Proposal | Refusal:
        """Propose the effects of a fact from the croupier of a real table, or a pool's keeper."""
        return self._step(lambda dealer: dealer.enter(fact), now, body={"by": by})

    def _step(self, take: Callable[[Dealer], list[Event] | Refusal], now: float, *,
              command: tuple[str, str] | None = None, granted: Mapping[str, int] | None = None,
              body: EntryBody | None = None) -> Proposal | Refusal:
        dealer = self.dealer
        assert dealer is not None
        index, self.moment = len(dealer.record), now
        try:
            events = take(dealer)
        except Exception as error:
            self._abandon_step(index)
            raise ProcedureError(f"coup {self.state.coup} failed at event {index}") from error
        if isinstance(events, Refusal):
            return events
        return self._proposal("play", events, index, now, command=command, body=body,
                              granted=granted)

    def propose_void(self, cause: str, now: float) -> Proposal:
        """Propose to void the open coup and refund its stakes; ProcedureError when that fails."""
        assert self.dealer is not None
        index = len(self.dealer.record)
        try:
            events = self.dealer.void(cause)
        except Exception as error:
            self.dealer = None
            raise ProcedureError(f"coup {self.state.coup} cannot be voided") from error
        return self._proposal("void", events, index, now)

    def propose_new_shoe(self, now: float) -> Proposal:
        """Propose to give up a shoe that cannot be opened; the next coup begins with another."""
        house_event = {"shoe": self.shoebox.given_up, "cause": NO_KEY}
        state = self._next_state(now, count=1)
        state.shoe = ""
        entry = self._entry("house", self.state.coup, canonical({"house": [house_event]}), 1, state,
                            now)
        return Proposal(entry, (), (house_event,), state, now)

    def propose_house(
        self, kind: str, house_events: Sequence[HouseEvent], now: float, *,
        sessions: dict[str, Session] | None = None, reserved: dict[str, str] | None = None,
        command: tuple[str, str] | None = None, ended: Sequence[Session] = (),
        parted: UnsettledSession | None = None, ready: tuple[str, ...] = ()) -> Proposal:
        """Propose something that the house says or stores outside the coup."""
        state = self._next_state(now, count=len(house_events))
        if parted is not None and (parted.done.moved or self.lost
                                   or parted.session.player in by_player(state.held)):
            state.parted = {**state.parted, parted.session.player: parted}
        if sessions is not None:
            state.sessions = sessions
        if reserved is not None:
            state.reserved = reserved
        state.ready = ready or state.ready
        docs = tuple(session_document(s) for s in (*state.sessions.values(), *ended))
        entry = self._entry(
            kind, self.state.coup, canonical({"house": list(house_events)}), len(house_events),
            state, now, command=command, documents=docs)
        return Proposal(entry, (), house_events, state, now, ended)

    def _proposal(self, kind: str, events: Sequence[Event], index: int, now: float, *,
                  command: tuple[str, str] | None = None, body: EntryBody | None = None,
                  granted: Mapping[str, int] | None = None,
                  house: Sequence[HouseEvent] = (), coup: str | None = None,
                  no: int | None = None) -> Proposal:
        dealer = self.dealer
        assert dealer is not None
        name = self.state.coup if coup is None else coup
        moved = self.accounts.transfers(self.id, name, index, events)
        shoe, ended = update_seals(self.game, self.state.shoe, events,
                                   self.game.shoe(dealer.outcome) if dealer.over else None)
        needs = self.purse.required_debits(moved) if granted is not None else {}
        if needs and needs != granted:
            self.roll_back(index)
            raise WalletGrantNeeded(needs)
        try:
            if (short := insufficient_funds(self.purse, moved)) is not None:
                self.roll_back(index)
                raise short
            secret = self.shoebox.secret(events)
            printed = self._ticket_documents(events, name, now,
                                             "" if command else str((body or {}).get("by", "")))
        except ValueError as error:
            self._abandon_step(index)
            raise ProcedureError(f"coup {name} cannot be stored") from error
        except LedgerError:  # the journal cannot be read now: undo the step
            self.roll_back(index)
            raise
        reseat(self._seats, events)
        state = self._next_state(
            now, over=dealer.over, count=len(house) + len(events), coup=coup, no=no,
            next_at=now + self.playing.clocks.between if dealer.over else 0.0, events=events)
        state.shoe = shoe
        state.sessions = self.sessions.after(self.state, events, dealer.record, now)
        documents = self.sessions.count(state, dealer.record, self.state.coup, self.state.no,
                                        now) if dealer.over else ()
        documents += (*changed_documents(self.state.sessions, state.sessions), *printed)
        body = {**(body or {}), **salted_body(events, next(self.salts))}
        entry = self._entry(kind, name, canonical(body),
                            len(house) + len(events), state, now, moved=moved, command=command,
                            secret=secret, over=ended, documents=documents)
        return Proposal(entry, events, house, state, now)

    def _ticket_documents(self, events: Sequence[Event], coup: str, now: float, by: str
                          ) -> tuple[Document, ...]:
        """Return the tickets and vouchers of these events."""
        if self.game.cabinet is None:
            return ()
        at = tickets.Printer(self.ledger, self.id, self.table.name,
                            tickets.number_of(self.game, self.playing), self.state.no)
        return tuple(tickets.new_documents(at, events, coup, now, by))

    def confirm(self, proposal: Proposal) -> list[Item]:
        """Apply a stored proposal; return the items that may now be published."""
        items = self.layout.make_items(proposal.house, proposal.events, self.state.version + 1)
        if proposal.entry.kind == "begin":
            self.layout.clear()
        self.state = proposal.state
        self.shoebox.note_stored()
        if self.dealer is not None and self.dealer.over and proposal.events:
            self.carry = self.dealer.outcome
            self._seats = list(self.game.seats(self.carry))
        if self.state.over:
            self.other_version = ""
        self.layout.apply(items, proposal.events, self.state.coup)
        return items

    def roll_back(self, index: int) -> None:
        """Return to the state after ``index`` events of the record, or with no open coup."""
        if self.state.over or self.dealer is None:
            self.dealer = None
            self.chance.shoe = self._shoe()
            self._seats = list(self.game.seats(self.carry))
            return
        self._rebuild(self.dealer.record[:index])

    def propose_refund(self, cause: str, now: float, *, closing: bool = False) -> Proposal:
        """Propose the refund of a coup that cannot be replayed, from its record alone (27, 28).

        ``closing`` also ends the sessions of the table, because the house no longer has it.
        """
        begin, record = stored_round(self.ledger, self.state.coup)
        law = self.game.conduct.laws["refund"]
        events = [Event(void=cause)] + [
            Event(Move(law, kind="refund", bet="all", player=player, amount=amount))
            for player, amount in in_play(record).items()
        ]
        moved = self.accounts.transfers(self.id, self.state.coup, len(record), events)
        self.dealer = None
        self._seats = seats_after(self.game, self.table, begin, record)
        emptied = msgspec.structs.replace(self.state)
        self._reset(emptied)
        state = self._next_state(now, over=True, count=len(events), next_at=now)
        state.reserved = emptied.reserved
        state.shoe, ended_shoes = update_seals(self.game, self.state.shoe, (), NO_SHOE)
        counted = self.sessions.count(state, [*record, *events], self.state.coup, self.state.no,
                                      now)
        ended: tuple[Session, ...] = ()
        if closing:
            ended = tuple(msgspec.structs.replace(s, ended=now, reason=REMOVED)
                          for s in state.sessions.values())
            state.sessions, state.reserved = {}, {}
        documents = (*counted, *changed_documents(self.state.sessions, state.sessions),
                     *(session_document(s) for s in ended),
                     *tickets.refunded_vouchers(self.ledger, self.state.coup, record, now))
        body = {**salted_body(events, next(self.salts)), "lost": True}
        entry = self._entry("void", self.state.coup, canonical(body), len(events), state,
                            now, moved=moved, over=ended_shoes, documents=documents)
        return Proposal(entry, events, (), state, now, ended)

    def settle_session(self, session: Session, now: float) -> UnsettledSession:
        """Return a session that ends, with the result of the open coup for its player so far."""
        if self.state.over or self.dealer is None:
            return UnsettledSession(session)
        return self.sessions.settle_session(session, self.dealer.record, self.state.parted, now)

    # -- recovery ---------------------------------------------------------------------------------

    def recover(self, state: State) -> str:
        """Restore the table from the stored state and the journal; return the result in a word.

        "fresh", "between" coups, "resumed", or "lost" when the open coup cannot be replayed: the
        caller then refunds it from the record. "other-version" when another version of the program
        began that coup and this one replays it differently: it waits, with its stakes, for that
        version or for staff who void it.
        """
        self.state = state
        self.shoebox.given_up, self.cause = "", NOT_REPLAYABLE
        if not state.coup:
            return "fresh"
        begin, events = stored_round(self.ledger, state.coup)
        state.shoe = state.shoe or standing_seal(self.game, state, begin, events)
        self.layout.reload(self.ledger, state.coup)
        if state.over:
            self._recover_carry(state, begin)
            self.shoebox.check_key(state.shoe, self.id)
            return "between"
        try:
            self.playing = stored_table(self.game, begin)
            self.carry = msgspec.convert(begin["carry"], self.game.carry)
            self._rebuild(events)
        except LedgerError:
            raise
        except Exception as error:  # another version's record may raise anything
            self.dealer = None
            if isinstance(error, Sealed):
                self.cause = NO_KEY
                log.warning("the coup is void: its shoe cannot be opened", table=self.id,
                            coup=state.coup, why=str(error))
                return "lost"
            if (begun := str(begin.get("code", ""))) == __version__:
                return "lost"
            self.other_version = begun or "unknown"
            self._seats = seats_after(self.game, self.table, begin, events)
            log.error("an open coup of another version cannot be replayed",
                      table=self.id, coup=state.coup, begun_by=self.other_version, why=str(error))
            return "other-version"
        self.shoebox.check_key(state.shoe, self.id)
        return "resumed"

    def restore_end(self) -> None:
        """Restore the state after the last coup from the journal alone, ignoring the stored carry
        and held stakes; nothing changes when the coup cannot be replayed."""
        begin, events = stored_round(self.ledger, self.state.coup)
        try:
            carry = msgspec.convert(begin["carry"], self.game.carry)
            replayed = replay(self.game.coup(stored_table(self.game, begin), carry), events)
        except LedgerError:
            raise
        except Exception:  # a coup that was refunded because it cannot be replayed
            return
        resumed = {e.step.bet: (e.step.player, e.step.amount) for e in events
                   if isinstance(e.step, Move) and e.step.kind == "resume"}
        self.state.held = held_after(resumed, events)
        self.state.carry = msgspec.Raw(canonical(replayed.outcome))
        self._recover_carry(self.state, begin)

    def _read_back(self, table: Table) -> Table:
        """Return a table as it reads back from a coup's entry, without the order of its file."""
        if self._as_stored is None or self._as_stored[0] is not table:
            plain = msgspec.json.decode(canonical(table))
            self._as_stored = table, stored_table(self.game, {"table": plain})
        return self._as_stored[1]

    def _recover_carry(self, state: State, begin: EntryBody) -> None:
        """Restore the carry for the next coup, if the table is unchanged.

        A reconfigured table, and one whose shoe is not in the journal any more, is reset; its
        players are seated again when the next coup begins.
        """
        try:
            self.carry = msgspec.json.decode(state.carry, type=self.game.carry)
            self._seats = list(self.game.seats(self.carry))
            same = same_but_limits(stored_table(self.game, begin), self.table)
            if same:
                self.chance.shoe = self._shoe()
        except LedgerError:
            raise
        except Sealed as error:
            same = False
            self.shoebox.given_up = error.seal
            log.warning("the shoe is given up: it cannot be opened", table=self.id, why=str(error))
        except ValueError:
            same = False
        if not same:
            self._reset(state)

    def _reset(self, state: State) -> None:
        """Reset to an empty table: players keep their places and their stakes, and the pool keeps
        what is in its account."""
        state.reserved = {**{str(n): player for n, player in enumerate(self._seats, start=1)
                             if player in state.sessions and n <= self.table.places},
                          **state.reserved}
        self.carry = self.game.reset_carry(self.table, self.carry)
        if self.game.hold_stakes:
            pool = self.ledger.balance(self.accounts.jackpot(self.id))
            self.carry = self.game.hold_stakes(self.carry, state.held, pool)
        self.chance.shoe = None
        self._seats = list(self.game.seats(self.carry))

    def _rebuild(self, record: list[Event]) -> None:
        dealer = replay(self.game.coup(self.playing, self.carry), record)
        self.chance.shoe = self._shoe(record)
        dealer._chance = self.resolver
        self.dealer = dealer
        self._seats = list(self.game.seats(self.carry))
        reseat(self._seats, record)

    def _shoe(self, record: Sequence[Event] = ()) -> Shoe | None:
        """Return the shoe after these events of the coup."""
        return self.shoebox.restore(self.game.shoe(self.carry), record)

    # -- inside -----------------------------------------------------------------------------------

    def _abandon_step(self, index: int) -> None:
        """Roll back a step that failed half-way; when even that fails, drop the coup."""
        try:
            self.roll_back(index)
        except LedgerError:
            raise
        except Exception:
            self.dealer = None

    def _next_state(self, now: float, *, count: int, coup: str | None = None, no: int | None = None,
                    over: bool | None = None, next_at: float | None = None,
                    events: Sequence[Event] = ()) -> State:
        """Return the state after these steps; a clock restarts when its window or kind changes."""
        old = self.state
        standing = self.dealer.standing if self.dealer else None
        window = f"{standing.window}/{standing.clock}" if standing and standing.clock else ""
        deadline = old.deadline
        if window != old.window or coup is not None:
            seconds = getattr(self.playing.clocks, standing.clock) if window and standing else 0
            deadline = now + seconds if window else 0.0
        carry = self.dealer.outcome if self.dealer and self.dealer.over else self.carry
        begun = [number(e.step.facts, STARTS) for e in events
                 if isinstance(e.step, Call) and STARTS in e.step.facts]
        closes = any(e.incident is not None
                     and opening_hours.closes_play(self.game, e.incident.kind) for e in events)
        struck = not old.hour or any(e.incident is not None and e.incident.kind == HOUR
                                     for e in events)
        return State(
            version=old.version + count, coup=old.coup if coup is None else coup,
            no=old.no if no is None else no, over=old.over if over is None else over,
            deadline=deadline, window=window, next_at=old.next_at if next_at is None else next_at,
            carry=old.carry if self.other_version and over is None
            else msgspec.Raw(canonical(carry)), sessions=dict(old.sessions),
            reserved=dict(old.reserved), held=held_after(old.held, events), parted=dict(old.parted),
            hour=int(now // 3600) if struck else old.hour,
            since=now if 0 in begun else old.since,
            ends=now + 60.0 * max(begun) if any(begun) else old.ends, shoe=old.shoe,
            closing=now if closes else old.closing,
            ready=still_ready(old, events, window, coup, over, self.table.kind == "private"))

    def _entry(self, kind: str, coup: str, body: bytes, count: int, state: State, now: float, *,
               moved: tuple[Transfer, ...] = (), command: tuple[str, str] | None = None,
               secret: dict[str, str] | None = None, over: tuple[str, ...] = (),
               documents: tuple[Document, ...] = ()) -> Entry:
        answer = b""
        if command is not None:
            answer = canonical({"t": "ack", "id": command[1], "v": state.version})
        return Entry(kind=kind, table=self.id, coup=coup, version=self.state.version + 1,
                     count=count, body=body, transfers=moved, command=command, answer=answer,
                     state=msgspec.json.encode(state), secret=secret, over=over,
                     documents=documents, game=self.game.id,
                     day=opening_hours.date_of(self.table, now))
