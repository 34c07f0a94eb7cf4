"""One table of the house, without input or output: it proposes, is confirmed, or takes back.

``propose_*`` steps the coup in memory and says what must be stored; nothing of it may be told to
anybody yet. ``confirm`` makes it so and gives the items to tell; ``take_back`` rebuilds the table
from its record as if nothing had been asked. So an answer is always stored before it is spoken.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec

from sabot import __version__
from sabot.equipment import NoncedSource, Shoe
from sabot.house.items import Item, Proposal, State, seated, session_document
from sabot.house.purse import Purse
from sabot.house.session import Session, Tally, after_bet, after_coup, tally
from sabot.law import given
from sabot.ledger import Document, Entry, Ledger, LedgerError
from sabot.ledger.postings import transfers
from sabot.procedure import (
    Act,
    Answer,
    Cut,
    Deal,
    Dealer,
    Event,
    Live,
    Move,
    Open,
    Refusal,
    Shuffle,
    TableState,
    canonical,
    digest,
    in_play,
    redact,
    replay,
)
from sabot.procedure.game import Game
from sabot.procedure.table import Table

KEPT = 600  # items that a returning client can still be given one by one


class Fault(Exception):
    """The procedure itself failed; the table has taken it back, or holds no coup any more."""


class Short(Exception):
    """A player has not the credit for what he asks."""

    def __init__(self, have: int, need: int) -> None:
        super().__init__(f"have {have}, need {need}")
        self.have = have
        self.need = need


class Desk:
    """A table in play: its coup, its seats, its clocks, its sessions."""

    def __init__(self, table_id: str, table: Table, game: Game, source: NoncedSource,
                 ledger: Ledger, purse: Purse) -> None:
        self.id = table_id
        self.table = table
        self.game = game
        self.playing = table  # the table as it stood when the open coup began
        self.chance = Live(source)
        self.ledger = ledger
        self.purse = purse
        self.state = State()
        self.carry: Any = game.opening(table)
        self._seats = list(game.seats(self.carry))
        self.dealer: Dealer | None = None
        self.items: deque[Item] = deque(maxlen=KEPT)
        self.coup_items: list[Item] = []
        self.view = TableState(game.label)

    # -- what others ask of it --------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """The player at each place; a place reserved for the next coup counts as his."""
        base = list(self._seats)
        for place, player in self.state.reserved.items():
            if not base[int(place) - 1]:
                base[int(place) - 1] = player
        return tuple(base)

    def holder(self, place: str) -> str:
        """Who holds a place in this coup; a place only reserved is not held yet."""
        return self._seats[int(place) - 1]

    def places_of(self, player: str) -> list[str]:
        return [str(n) for n, held in enumerate(self.seats, start=1) if held == player]

    @property
    def listening(self) -> bool:
        return self.dealer is not None and self.dealer.standing is not None

    @property
    def betting(self) -> bool:
        """Whether the coup waits for places and bets."""
        standing = self.dealer.standing if self.dealer else None
        return standing is not None and standing.window == "bets"

    @property
    def lost(self) -> bool:
        """Whether the open coup cannot be told again, so that it can only be refunded."""
        return self.dealer is None and not self.state.over

    @property
    def staked(self) -> dict[str, int]:
        """What each player has on the table in the open coup, in cents."""
        return in_play(self.dealer.record) if self.dealer and not self.dealer.over else {}

    # -- proposals --------------------------------------------------------------------------------

    def propose_begin(self, now: float) -> Proposal:
        """A new coup: the first steps up to the call for bets."""
        no = self.state.no + 1
        coup = f"{self.id}-{no}"
        self.playing = self.table
        self.chance.shoe = self._shoe()
        drawn_before = self.chance.shoe
        try:
            self.dealer = Dealer(self.game.coup(self.playing, self.carry), self.chance)
        except Exception as error:
            self.take_back(0)
            raise Fault(f"coup {coup} cannot begin") from error
        self._seats = list(self.game.seats(self.carry))
        events = list(self.dealer.record)
        body = {
            "coup": coup, "no": no, "game": self.game.id,
            "table": msgspec.to_builtins(self.playing), "carry": msgspec.to_builtins(self.carry),
            "code": __version__, "rules": digest(canonical(self.playing)),
            **_told(events),
        }
        fresh = self.chance.shoe
        secret = fresh.opening() if fresh is not None and fresh is not drawn_before else None
        state = self._next(now, coup=coup, no=no, over=self.dealer.over, next_at=0.0,
                           count=len(events) + 1)
        entry = self._entry("begin", coup, canonical(body), len(events) + 1, state, secret=secret)
        return Proposal(entry, events, (_begin_item(coup, no),), state)

    def propose_answer(self, answer: Answer, now: float,
                       command: tuple[str, str] | None = None) -> Proposal | Refusal:
        """What an act or the clock brings about; a Refusal changes nothing.

        Raises Short when the player's balance does not cover what moves, Fault when the procedure
        fails; the table has then already taken it back.
        """
        dealer = self.dealer
        assert dealer is not None
        index = len(dealer.record)
        try:
            told = dealer.answer(answer)
        except Exception as error:
            self._give_up(index)
            raise Fault(f"coup {self.state.coup} failed at {answer}") from error
        if isinstance(told, Refusal):
            return told
        return self._proposal("play", told, index, now, command)

    def propose_void(self, cause: str, now: float) -> Proposal:
        """The open coup is void: every stake in play goes back. Fault when even that fails."""
        assert self.dealer is not None
        index = len(self.dealer.record)
        try:
            told = self.dealer.void(cause)
        except Exception as error:
            self.dealer = None
            raise Fault(f"coup {self.state.coup} cannot be voided") from error
        return self._proposal("void", told, index, now, None)

    def propose_house(self, kind: str, said: Sequence[dict[str, Any]], now: float, *,
                      sessions: dict[str, Session] | None = None,
                      reserved: dict[str, str] | None = None,
                      command: tuple[str, str] | None = None,
                      ended: Sequence[Session] = ()) -> Proposal:
        """Something that the house says or keeps, outside the coup."""
        state = self._next(now, count=len(said))
        if sessions is not None:
            state.sessions = sessions
        if reserved is not None:
            state.reserved = reserved
        docs = tuple(session_document(s) for s in (*state.sessions.values(), *ended))
        entry = self._entry(kind, self.state.coup, canonical({"house": list(said)}), len(said),
                            state, command=command, documents=docs)
        return Proposal(entry, (), said, state, ended)

    def _proposal(self, kind: str, events: Sequence[Event], index: int, now: float,
                  command: tuple[str, str] | None) -> Proposal:
        dealer = self.dealer
        assert dealer is not None
        moved = transfers(self.id, self.state.coup, index, events)
        need: dict[str, int] = {}
        for transfer in moved:
            need[transfer.frm] = need.get(transfer.frm, 0) + transfer.amount
            need[transfer.to] = need.get(transfer.to, 0) - transfer.amount
        for account, amount in need.items():
            if amount > 0 and account.startswith("player:"):
                have = self.purse.least(account.removeprefix("player:"))
                if have is not None and have < amount:
                    self.take_back(index)
                    raise Short(have, amount)
        self._note_seats(events)
        state = self._next(now, over=dealer.over, count=len(events),
                           next_at=now + self.playing.clocks.between if dealer.over else 0.0)
        state.sessions = self._sessions(events, now)
        documents: tuple[Document, ...] = ()
        if dealer.over:
            sums = tally(dealer.record)
            dealt = any(isinstance(e.step, Deal) for e in dealer.record)
            state.sessions = {p: after_coup(s, sums.get(p), dealt, now)
                              for p, s in state.sessions.items()}
            documents = tuple(self._coup_document(p, t, now) for p, t in sums.items())
        documents += self._changed(state.sessions)
        entry = self._entry(kind, self.state.coup, canonical(_told(events)), len(events), state,
                            moved=moved, command=command, documents=documents)
        return Proposal(entry, events, (), state)

    def confirm(self, proposal: Proposal) -> list[Item]:
        """The proposal is stored: the items that may now be told."""
        version = self.state.version
        items: list[Item] = []
        for said in proposal.house:
            version += 1
            items.append(Item(version, None, said))
        for event in proposal.events:
            version += 1
            items.append(Item(version, event))
        if proposal.entry.kind == "begin":
            self.coup_items = []
            self.view = TableState(self.game.label)
        self.state = proposal.state
        self.items.extend(items)
        self.coup_items.extend(items)
        for item in items:
            if item.event is not None:
                self.view.fold(redact(item.event, ""))
        if self.dealer is not None and self.dealer.over and proposal.events:
            self.carry = self.dealer.outcome
        return items

    def take_back(self, index: int) -> None:
        """Stand again where the record had ``index`` events; 0 with no coup open."""
        if self.state.over or index == 0:
            self.dealer = None
            self.chance.shoe = self._shoe()
            self._seats = list(self.game.seats(self.carry))
            return
        assert self.dealer is not None
        self._rebuild(self.dealer.record[:index])

    # -- recovery ---------------------------------------------------------------------------------

    def recover(self, state: State) -> str:
        """Stand where the stored state and the journal say; what was found, in a word.

        "fresh", "between" coups, "resumed", or "lost" when the open coup cannot be told again: the
        caller then refunds it from the record alone.
        """
        self.state = state
        if not state.coup:
            return "fresh"
        begin, events = self.stored_coup(state.coup)
        self._retell()
        if state.over:
            self._recover_carry(state, begin)
            return "between"
        try:
            rules = msgspec.convert(begin["table"]["rules"], self.game.rules)
            self.playing = msgspec.structs.replace(
                msgspec.convert(begin["table"], Table), rules=rules)
            self.carry = msgspec.convert(begin["carry"], self.game.carry)
            self._rebuild(events)
        except LedgerError:
            raise
        except Exception:  # whatever another version of the procedure may raise
            self.dealer = None
            return "lost"
        return "resumed"

    def _recover_carry(self, state: State, begin: dict[str, Any]) -> None:
        """The carry that the next coup begins with, where the table is still the same.

        A table that was laid out anew, and one whose shoe is not in the books any more, begins
        afresh; its players are seated again when the next coup begins.
        """
        try:
            self.carry = msgspec.json.decode(state.carry, type=self.game.carry)
            self._seats = list(self.game.seats(self.carry))
            same = begin.get("rules") == digest(canonical(self.table))
            if same:
                self.chance.shoe = self._shoe()
        except LedgerError:
            raise
        except ValueError:
            same = False
        if not same:
            self._afresh(state)

    def _afresh(self, state: State) -> None:
        """Begin with an empty table, and keep their places for the players."""
        state.reserved = {**{str(n): player for n, player in enumerate(self._seats, start=1)
                             if player and n <= self.table.places}, **state.reserved}
        self.carry = self.game.emptied(self.table, self.carry)
        self.chance.shoe = None
        self._seats = list(self.game.seats(self.carry))

    def _retell(self) -> None:
        """The items of the last coup with their versions, as they were told, from the journal."""
        self.items.clear()
        self.coup_items = []
        self.view = TableState(self.game.label)
        begun = self.ledger.entries(coup=self.state.coup, kind="begin")
        if not begun:
            return
        for record in self.ledger.entries(table=self.id, since_version=begun[0].version - 1):
            body = msgspec.json.decode(record.body)
            said = list(body.get("house", ()))
            if record.kind == "begin":
                said.append(_begin_item(body["coup"], body["no"]))
            events = msgspec.convert(body.get("events", ()), list[Event])
            first = record.version + len(said)
            self.coup_items += [Item(v, None, one) for v, one in enumerate(said, record.version)]
            self.coup_items += [Item(v, event) for v, event in enumerate(events, first)]
            for event in events:
                self.view.fold(redact(event, ""))
        self.items.extend(self.coup_items)

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

    def propose_refund(self, cause: str, now: float, *, closing: bool = False) -> Proposal:
        """The refund of a coup that cannot be told again, from its record alone (27, 28).

        ``closing`` ends the sessions of the table too: it is not laid out any more.
        """
        begin, record = self.stored_coup(self.state.coup)
        law = self.game.conduct.laws["refund"]
        events = [Event(void=cause)] + [
            Event(Move(law, kind="refund", bet="all", player=player, amount=amount))
            for player, amount in in_play(record).items()
        ]
        moved = transfers(self.id, self.state.coup, len(record), events)
        self.dealer = None
        self._seats = self._seats_after(begin, record)
        kept = msgspec.structs.replace(self.state)
        self._afresh(kept)
        state = self._next(now, over=True, count=len(events), next_at=now)
        state.reserved = kept.reserved
        sums = tally([*record, *events])
        dealt = any(isinstance(e.step, Deal) for e in record)
        state.sessions = {p: after_coup(s, sums.get(p), dealt, now)
                          for p, s in state.sessions.items()}
        ended: tuple[Session, ...] = ()
        if closing:
            ended = tuple(msgspec.structs.replace(s, ended=now, reason=cause)
                          for s in state.sessions.values())
            state.sessions, state.reserved = {}, {}
        documents = (*(self._coup_document(p, t, now) for p, t in sums.items()),
                     *self._changed(state.sessions), *(session_document(s) for s in ended))
        body = {**_told(events), "lost": True}
        entry = self._entry("void", self.state.coup, canonical(body), len(events), state,
                            moved=moved, documents=documents)
        return Proposal(entry, events, (), state, ended)

    def _seats_after(self, begin: dict[str, Any], record: Sequence[Event]) -> list[str]:
        """Who holds each place after a record that may not be replayable."""
        try:
            seats = list(self.game.seats(msgspec.convert(begin["carry"], self.game.carry)))
        except (KeyError, msgspec.ValidationError):
            seats = list(self.game.seats(self.game.opening(self.table)))
        for place, player in seated(record):
            if place <= len(seats):
                seats[place - 1] = player
        return seats

    # -- inside -----------------------------------------------------------------------------------

    def _give_up(self, index: int) -> None:
        """Take back what failed half-way; where even that fails no coup is left to go on with."""
        try:
            self.take_back(index)
        except LedgerError:
            raise
        except Exception:
            self.dealer = None

    def _rebuild(self, record: list[Event]) -> None:
        dealer = replay(self.game.coup(self.playing, self.carry), record)
        self.chance.shoe = self._shoe(record)
        dealer._chance = self.chance
        self.dealer = dealer
        self._seats = list(self.game.seats(self.carry))
        self._note_seats(record)

    def _shoe(self, record: Sequence[Event] = ()) -> Shoe | None:
        """The shoe as it stands after these events of the coup."""
        seal, drawn, cut = self.game.shoe(self.carry)
        for event in record:
            if isinstance(event.step, Shuffle):
                seal, drawn, cut = event.seal, 0, 0
            elif isinstance(event.step, Cut):
                cut = event.step.at
            elif isinstance(event.step, Deal):
                drawn += 1
            elif isinstance(event.step, Open):
                seal = ""
        if not seal:
            return None
        shoe = self.chance.shoe
        if shoe is not None and shoe.seal == seal and shoe.cut_at == cut:
            shoe.drawn = drawn
            return shoe
        same = shoe is not None and shoe.seal == seal
        kept = sealed(shoe) if same and shoe else self.ledger.secret(seal)
        if kept is None:
            raise ValueError(f"the order of the shoe sealed {seal} is not in the books")
        found = Shoe.opened(kept)
        if cut:
            found.cut(cut)
        found.drawn = drawn
        return found

    def _note_seats(self, events: Sequence[Event]) -> None:
        """Keep the seats in step with the acts of the open coup."""
        for place, player in seated(events):
            self._seats[place - 1] = player

    def _sessions(self, events: Sequence[Event], now: float) -> dict[str, Session]:
        """Sessions after these events: one begins with a first place (2.g), bets keep it awake."""
        sessions = dict(self.state.sessions)
        for event in events:
            answer, step = event.answer, event.step
            if isinstance(answer, Act) and answer.act == "sit" and answer.player not in sessions:
                given(self.game.conduct.laws["session-is"], self.game.conduct.laws["session"])
                sessions[answer.player] = Session(
                    id=f"{self.id}:{answer.player}:{int(now * 1000)}", player=answer.player,
                    table=self.id, game=self.game.id, started=now, idle_since=now)
            elif isinstance(step, Move) and step.kind == "stake" and step.player in sessions:
                sessions[step.player] = after_bet(sessions[step.player],
                                                  self.table.individual, now)
        return sessions

    def _changed(self, sessions: dict[str, Session]) -> tuple[Document, ...]:
        """The documents of the sessions that are not as they were."""
        return tuple(session_document(s) for p, s in sessions.items()
                     if s is not self.state.sessions.get(p))

    def _next(self, now: float, *, count: int, coup: str | None = None, no: int | None = None,
              over: bool | None = None, next_at: float | None = None) -> State:
        """The state after the steps taken; a clock starts anew when its window or kind changes."""
        old = self.state
        standing = self.dealer.standing if self.dealer else None
        window = f"{standing.window}/{standing.clock}" if standing and standing.clock else ""
        deadline = old.deadline
        if window != old.window or coup is not None:
            seconds = getattr(self.playing.clocks, standing.clock) if window and standing else 0
            deadline = now + seconds if window else 0.0
        carry = self.dealer.outcome if self.dealer and self.dealer.over else self.carry
        return State(
            version=old.version + count, coup=old.coup if coup is None else coup,
            no=old.no if no is None else no, over=old.over if over is None else over,
            deadline=deadline, window=window, next_at=old.next_at if next_at is None else next_at,
            carry=msgspec.Raw(canonical(carry)), sessions=dict(old.sessions),
            reserved=dict(old.reserved))

    def _entry(self, kind: str, coup: str, body: bytes, count: int, state: State, *,
               moved: tuple[Any, ...] = (), command: tuple[str, str] | None = None,
               secret: dict[str, str] | None = None,
               documents: tuple[Document, ...] = ()) -> Entry:
        answer = b""
        if command is not None:
            answer = canonical({"t": "ack", "id": command[1], "v": state.version})
        return Entry(kind=kind, table=self.id, coup=coup, version=self.state.version + 1,
                     count=count, body=body, transfers=moved, command=command, answer=answer,
                     state=msgspec.json.encode(state), secret=secret, documents=documents)

    def _coup_document(self, player: str, mine: Tally, now: float) -> Document:
        body = {"id": self.state.coup, "table": self.id, "game": self.game.id, "no": self.state.no,
                "ended": now, "staked": mine.staked, "won": mine.won, "net": mine.net,
                "results": mine.results}
        return Document(kind="coup", id=f"{self.state.coup}:{player}", owner=player,
                        body=canonical(body))


def sealed(shoe: Shoe) -> dict[str, str]:
    """The opening of a shoe as it was sealed: whoever restores it cuts it again."""
    opening = shoe.opening()
    opening.pop("cut", None)
    return opening


def _told(events: Sequence[Event]) -> dict[str, Any]:
    """Events as the body of an entry.

    The head of the journal is public, and one unseen card has only 52 values: without the salt
    the digest of an entry could be tried for each of them.
    """
    return {"events": msgspec.to_builtins(events), "salt": secrets.token_hex(16)}


def _begin_item(coup: str, no: int) -> dict[str, Any]:
    return {"step": "begin", "coup": coup, "no": no}
