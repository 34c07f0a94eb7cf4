"""One table of the house, without input or output: it proposes, is confirmed, or takes back.

``propose_*`` steps the coup in memory and says what must be stored; nothing of it may be told to
anybody yet. ``confirm`` makes it so and gives the items to tell; ``take_back`` rebuilds the table
from its record as if nothing had been asked. So an answer is always stored before it is spoken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
import structlog

from sabot import __version__
from sabot.equipment import Entropy, NoncedSource, Shoe
from sabot.house.books import tickets
from sabot.house.books.purse import Purse, lacking
from sabot.house.faults import Fault, Needs
from sabot.house.shared_views import EntryBody, Said
from sabot.house.table import opening_hours
from sabot.house.table.bets import held_after
from sabot.house.table.effective_tables import same_but_limits
from sabot.house.table.layout_state import Cloth
from sabot.house.table.session import Session
from sabot.house.table.session_results import Parted
from sabot.house.table.sessions import Sessions, changed
from sabot.house.table.shoebox import Shoebox
from sabot.house.table.shoes import standing, turned
from sabot.house.table.stored_rounds import coup_of, seats_after, table_of
from sabot.house.table.versioned_events import (
    Item,
    Proposal,
    State,
    begin_item,
    reseat,
    salted,
    salts,
    session_document,
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

UNTOLD, NO_KEY = "cannot-be-determined", "no-shoe-key"
"""Why an open coup is void when the house opens again."""

log = structlog.get_logger("sabot.desk")


class Desk:
    """A table in play: its coup, its seats, its clocks; its ``cloth``, its ``shoebox`` and its
    ``sessions``."""

    def __init__(self, table_id: str, table: Table, game: Game, source: NoncedSource,
                 ledger: Ledger, purse: Purse, entropy: Entropy) -> None:
        self.id = table_id
        self.table = table
        self.game = game
        self.playing = table  # the table as it stood when the last coup began
        self._as_stored: tuple[Table, Table] | None = None
        self.other_version = ""  # that began the open coup, which this one tells otherwise
        self.chance = Live(source, hears=lambda step: opening_hours.answer(
            game, self.table, step, self.moment))
        self.moment = 0.0  # at which the coup is taken on
        self.shoebox = Shoebox(ledger, self.chance)
        self.cloth = Cloth(table_id, game.label)
        self.sessions = Sessions(table_id, game, table.individual)
        self.ledger = ledger
        self.accounts = ledger.accounts(game.currency)
        self.purse = purse
        self.state = State()
        self.carry: Carry = game.opening(table)
        self._seats = list(game.seats(self.carry))
        self.dealer: Dealer | None = None
        self.salts = salts(entropy)
        self.cause = UNTOLD  # why the open coup cannot be told again, where it cannot
        self._behind: tuple[Carry, dict[str, tuple[str, str]]] = None, {}

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
        stands = self.game.stands
        now = self.state.version, self.carry
        if stands is not None and self._behind[0] != now:
            told = self.dealer.record if self.dealer and not self.state.over else ()
            self._behind = now, dict(stands(self.carry, told))
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
            return in_play(coup_of(self.ledger, self.state.coup)[1])
        return in_play(self.dealer.record) if self.dealer and not self.dealer.over else {}

    @property
    def staked(self) -> dict[str, int]:
        """What each player has on the table: in play, and held for a coup to come."""
        found = self.at_stake
        for player, amount in by_player(self.state.held).items():
            found[player] = found.get(player, 0) + amount
        return found

    # -- proposals --------------------------------------------------------------------------------

    def propose_begin(self, now: float) -> Proposal:
        """A new coup: the first steps up to the call for bets."""
        no = self.state.no + 1
        coup = f"{self.id}-{no}"
        self.moment = now
        if not same_but_limits(self.playing, self.table) or opening_hours.put_away(
                self.game, self.table, self.carry, self.state.next_at, now):
            self._afresh(self.state)
        self.playing = self._read_back(self.table)
        self.carry = read_back(self.game.upgrade_carry(self.carry))
        self.cause = UNTOLD
        self.chance.shoe = self._shoe()
        try:
            self.dealer = Dealer(self.game.coup(self.playing, self.carry), self.resolver)
        except Exception as error:
            self.take_back(0)
            raise Fault(f"coup {coup} cannot begin") from error
        self._seats = list(self.game.seats(self.carry))
        body = {
            "coup": coup, "no": no, "game": self.game.id,
            "table": msgspec.to_builtins(self.playing), "carry": msgspec.to_builtins(self.carry),
            "code": __version__, "rules": digest(canonical(self.playing)),
        }
        return self._proposal("begin", list(self.dealer.record), 0, now, body=body,
                              house=(begin_item(coup, no),), coup=coup, no=no)

    def propose_answer(self, answer: Answer, now: float,
                       command: tuple[str, str] | None = None,
                       granted: Mapping[str, int] | None = None) -> Proposal | Refusal:
        """What an act or the clock brings about; a Refusal changes nothing.

        ``granted`` is what a wallet elsewhere has granted for it; None where it is asked later.
        Raises Short when the player's balance does not cover what moves, Needs when it takes
        anything else than was granted, Fault when the procedure fails; the table has then already
        taken it back.
        """
        return self._step(lambda dealer: dealer.answer(answer), now, command=command,
                          granted=granted)

    def propose_report(self, incident: Incident, now: float, by: str,
                       command: tuple[str, str] | None = None) -> Proposal | Refusal:
        """What follows from a fault that is reported while people are asked: by a supervisor, or
        by the house for a player's ``command``."""
        return self._step(lambda dealer: dealer.report(incident), now, body={"by": by},
                          command=command)

    def propose_enter(self, fact: Fact, now: float, by: str) -> Proposal | Refusal:
        """What follows from a fact that the croupier of a real table enters, or the keeper of a
        pool."""
        return self._step(lambda dealer: dealer.enter(fact), now, body={"by": by})

    def _step(self, take: Callable[[Dealer], list[Event] | Refusal], now: float, *,
              command: tuple[str, str] | None = None, granted: Mapping[str, int] | None = None,
              body: EntryBody | None = None) -> Proposal | Refusal:
        dealer = self.dealer
        assert dealer is not None
        index, self.moment = len(dealer.record), now
        try:
            told = take(dealer)
        except Exception as error:
            self._give_up(index)
            raise Fault(f"coup {self.state.coup} failed at event {index}") from error
        if isinstance(told, Refusal):
            return told
        return self._proposal("play", told, index, now, command=command, body=body,
                              granted=granted)

    def propose_void(self, cause: str, now: float) -> Proposal:
        """The open coup is void: every stake in play goes back. Fault when even that fails."""
        assert self.dealer is not None
        index = len(self.dealer.record)
        try:
            told = self.dealer.void(cause)
        except Exception as error:
            self.dealer = None
            raise Fault(f"coup {self.state.coup} cannot be voided") from error
        return self._proposal("void", told, index, now)

    def propose_new_shoe(self, now: float) -> Proposal:
        """The shoe that stood here cannot be opened: it is given up, and the next coup begins with
        another."""
        said = {"shoe": self.shoebox.given_up, "cause": NO_KEY}
        state = self._next(now, count=1)
        state.shoe = ""
        entry = self._entry("house", self.state.coup, canonical({"house": [said]}), 1, state,
                            now)
        return Proposal(entry, (), (said,), state)

    def propose_house(self, kind: str, said: Sequence[Said], now: float, *,
                      sessions: dict[str, Session] | None = None,
                      reserved: dict[str, str] | None = None,
                      command: tuple[str, str] | None = None,
                      ended: Sequence[Session] = (), parted: Parted | None = None) -> Proposal:
        """Something that the house says or keeps, outside the coup."""
        state = self._next(now, count=len(said))
        if parted is not None and (parted.done.moved or self.lost
                                   or parted.session.player in by_player(state.held)):
            state.parted = {**state.parted, parted.session.player: parted}
        if sessions is not None:
            state.sessions = sessions
        if reserved is not None:
            state.reserved = reserved
        docs = tuple(session_document(s) for s in (*state.sessions.values(), *ended))
        entry = self._entry(kind, self.state.coup, canonical({"house": list(said)}), len(said),
                            state, now, command=command, documents=docs)
        return Proposal(entry, (), said, state, ended)

    def _proposal(self, kind: str, events: Sequence[Event], index: int, now: float, *,
                  command: tuple[str, str] | None = None, body: EntryBody | None = None,
                  granted: Mapping[str, int] | None = None,
                  house: Sequence[Said] = (), coup: str | None = None,
                  no: int | None = None) -> Proposal:
        dealer = self.dealer
        assert dealer is not None
        name = self.state.coup if coup is None else coup
        moved = self.accounts.transfers(self.id, name, index, events)
        shoe, ended = turned(self.game, self.state.shoe, events,
                             self.game.shoe(dealer.outcome) if dealer.over else None)
        if granted is not None and (needs := self.purse.needs(moved)) != granted and needs:
            self.take_back(index)
            raise Needs(needs)
        try:
            if (short := lacking(self.purse, moved)) is not None:
                self.take_back(index)
                raise short
            secret = self.shoebox.secret(events)
            on_paper = self._papers(events, name, now,
                                    "" if command else str((body or {}).get("by", "")))
        except ValueError as error:
            self._give_up(index)
            raise Fault(f"coup {name} cannot be stored") from error
        except LedgerError:  # the books cannot be read now: as if nothing had been asked
            self.take_back(index)
            raise
        self._note_seats(events)
        state = self._next(now, over=dealer.over, count=len(house) + len(events), coup=coup, no=no,
                           next_at=now + self.playing.clocks.between if dealer.over else 0.0,
                           events=events)
        state.shoe = shoe
        state.sessions = self.sessions.after(self.state, events, dealer.record, now)
        documents = self.sessions.count(state, dealer.record, self.state.coup, self.state.no,
                                        now) if dealer.over else ()
        documents += (*changed(self.state.sessions, state.sessions), *on_paper)
        body = {**(body or {}), **salted(events, next(self.salts))}
        entry = self._entry(kind, name, canonical(body),
                            len(house) + len(events), state, now, moved=moved, command=command,
                            secret=secret, over=ended, documents=documents)
        return Proposal(entry, events, house, state)

    def _papers(self, events: Sequence[Event], coup: str, now: float, by: str
                ) -> tuple[Document, ...]:
        """The tickets and vouchers that go with these events."""
        if self.game.cabinet is None:
            return ()
        at = tickets.Printer(self.ledger, self.id, self.table.name,
                            tickets.number_of(self.game, self.playing), self.state.no)
        return tuple(tickets.made(at, events, coup, now, by))

    def confirm(self, proposal: Proposal) -> list[Item]:
        """The proposal is stored: the items that may now be told."""
        items = self.cloth.told(proposal.house, proposal.events, self.state.version + 1)
        if proposal.entry.kind == "begin":
            self.cloth.clear()
        self.state = proposal.state
        self.shoebox.stored()
        if self.dealer is not None and self.dealer.over and proposal.events:
            self.carry = self.dealer.outcome
            self._seats = list(self.game.seats(self.carry))
        if self.state.over:
            self.other_version = ""
        self.cloth.lay(items, proposal.events, self.state.coup)
        return items

    def take_back(self, index: int) -> None:
        """Stand again where the record had ``index`` events, or with no coup open."""
        if self.state.over or self.dealer is None:
            self.dealer = None
            self.chance.shoe = self._shoe()
            self._seats = list(self.game.seats(self.carry))
            return
        self._rebuild(self.dealer.record[:index])

    def propose_refund(self, cause: str, now: float, *, closing: bool = False) -> Proposal:
        """The refund of a coup that cannot be told again, from its record alone (27, 28).

        ``closing`` ends the sessions of the table too: it is not laid out any more.
        """
        begin, record = coup_of(self.ledger, self.state.coup)
        law = self.game.conduct.laws["refund"]
        events = [Event(void=cause)] + [
            Event(Move(law, kind="refund", bet="all", player=player, amount=amount))
            for player, amount in in_play(record).items()
        ]
        moved = self.accounts.transfers(self.id, self.state.coup, len(record), events)
        self.dealer = None
        self._seats = seats_after(self.game, self.table, begin, record)
        kept = msgspec.structs.replace(self.state)
        self._afresh(kept)
        state = self._next(now, over=True, count=len(events), next_at=now)
        state.reserved = kept.reserved
        state.shoe, ended_shoes = turned(self.game, self.state.shoe, (), NO_SHOE)
        counted = self.sessions.count(state, [*record, *events], self.state.coup, self.state.no,
                                      now)
        ended: tuple[Session, ...] = ()
        if closing:
            ended = tuple(msgspec.structs.replace(s, ended=now, reason=REMOVED)
                          for s in state.sessions.values())
            state.sessions, state.reserved = {}, {}
        documents = (*counted, *changed(self.state.sessions, state.sessions),
                     *(session_document(s) for s in ended),
                     *tickets.refunded(self.ledger, self.state.coup, record, now))
        body = {**salted(events, next(self.salts)), "lost": True}
        entry = self._entry("void", self.state.coup, canonical(body), len(events), state,
                            now, moved=moved, over=ended_shoes, documents=documents)
        return Proposal(entry, events, (), state, ended)

    def parting(self, session: Session, now: float) -> Parted:
        """A session that ends, with what the open coup has come to for its player until now."""
        if self.state.over or self.dealer is None:
            return Parted(session)
        return self.sessions.parting(session, self.dealer.record, self.state.parted, now)

    # -- recovery ---------------------------------------------------------------------------------

    def recover(self, state: State) -> str:
        """Stand where the stored state and the journal say; what was found, in a word.

        "fresh", "between" coups, "resumed", or "lost" when the open coup cannot be told again: the
        caller then refunds it from the record alone. "other-version" when another version of the
        program began that coup and this one tells it otherwise: it waits, with its stakes, for that
        version or for staff who void it.
        """
        self.state = state
        self.shoebox.given_up, self.cause = "", UNTOLD
        if not state.coup:
            return "fresh"
        begin, events = coup_of(self.ledger, state.coup)
        state.shoe = state.shoe or standing(self.game, state, begin, events)
        self.cloth.retell(self.ledger, state.coup)
        if state.over:
            self._recover_carry(state, begin)
            self.shoebox.look(state.shoe, self.id)
            return "between"
        try:
            self.playing = table_of(self.game, begin)
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
            self._seats = seats_after(self.game, self.table, begin, events)
            log.error("an open coup of another version cannot be told by this one",
                      table=self.id, coup=state.coup, begun_by=self.other_version, why=str(error))
            return "other-version"
        self.shoebox.look(state.shoe, self.id)
        return "resumed"

    def tell_end_again(self) -> None:
        """Stand after the last coup as the journal alone tells it, whatever the stored state says
        of the carry and of what is held; nothing changes where it cannot be told again."""
        begin, events = coup_of(self.ledger, self.state.coup)
        try:
            carry = msgspec.convert(begin["carry"], self.game.carry)
            told = replay(self.game.coup(table_of(self.game, begin), carry), events)
        except LedgerError:
            raise
        except Exception:  # a coup that was given back because it cannot be told again
            return
        resumed = {e.step.bet: (e.step.player, e.step.amount) for e in events
                   if isinstance(e.step, Move) and e.step.kind == "resume"}
        self.state.held = held_after(resumed, events)
        self.state.carry = msgspec.Raw(canonical(told.outcome))
        self._recover_carry(self.state, begin)

    def _read_back(self, table: Table) -> Table:
        """A table as the entry of a coup that begins at it reads back: no order of a file is left
        in its rules."""
        if self._as_stored is None or self._as_stored[0] is not table:
            plain = msgspec.json.decode(canonical(table))
            self._as_stored = table, table_of(self.game, {"table": plain})
        return self._as_stored[1]

    def _recover_carry(self, state: State, begin: EntryBody) -> None:
        """The carry that the next coup begins with, where the table is still the same.

        A table that was laid out anew, and one whose shoe is not in the books any more, begins
        afresh; its players are seated again when the next coup begins.
        """
        try:
            self.carry = msgspec.json.decode(state.carry, type=self.game.carry)
            self._seats = list(self.game.seats(self.carry))
            same = same_but_limits(table_of(self.game, begin), self.table)
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
            self._afresh(state)

    def _afresh(self, state: State) -> None:
        """Begin with an empty table: who plays there keeps the place, what they have on it stays
        theirs, and the pool stays what its account holds."""
        state.reserved = {**{str(n): player for n, player in enumerate(self._seats, start=1)
                             if player in state.sessions and n <= self.table.places},
                          **state.reserved}
        self.carry = self.game.reset_carry(self.table, self.carry)
        if self.game.banked:
            pool = self.ledger.balance(self.accounts.jackpot(self.id))
            self.carry = self.game.banked(self.carry, state.held, pool)
        self.chance.shoe = None
        self._seats = list(self.game.seats(self.carry))

    def _rebuild(self, record: list[Event]) -> None:
        dealer = replay(self.game.coup(self.playing, self.carry), record)
        self.chance.shoe = self._shoe(record)
        dealer._chance = self.resolver
        self.dealer = dealer
        self._seats = list(self.game.seats(self.carry))
        self._note_seats(record)

    def _shoe(self, record: Sequence[Event] = ()) -> Shoe | None:
        """The shoe as it stands after these events of the coup."""
        return self.shoebox.found(self.game.shoe(self.carry), record)

    def _note_seats(self, events: Sequence[Event]) -> None:
        """Keep the seats in step with the acts of the open coup."""
        reseat(self._seats, events)

    # -- inside -----------------------------------------------------------------------------------

    def _give_up(self, index: int) -> None:
        """Take back what failed half-way; where even that fails no coup is left to go on with."""
        try:
            self.take_back(index)
        except LedgerError:
            raise
        except Exception:
            self.dealer = None

    def _next(self, now: float, *, count: int, coup: str | None = None, no: int | None = None,
              over: bool | None = None, next_at: float | None = None,
              events: Sequence[Event] = ()) -> State:
        """The state after the steps taken; a clock starts anew when its window or kind changes."""
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
        closes = any(
            e.incident is not None and opening_hours.closes_play(self.game, e.incident.kind)
            for e in events
        )
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
            closing=now if closes else old.closing)

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
