"""One table of the house, without input or output: it proposes, is confirmed, or takes back.

``propose_*`` steps the coup in memory and says what must be stored; nothing of it may be told to
anybody yet. ``confirm`` makes it so and gives the items to tell; ``take_back`` rebuilds the table
from its record as if nothing had been asked. So an answer is always stored before it is spoken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from sabot import __version__
from sabot.house import papers, timetable
from sabot.house.bench import NO_KEY, UNTOLD, Bench
from sabot.house.bets import held_after
from sabot.house.items import Item, Proposal, State, begin_item, numbered, session_document
from sabot.house.laying import same_but_limits
from sabot.house.parting import Parted, brought, count, part
from sabot.house.session import OWN, Session, Tally, after_bet
from sabot.house.shoes import turned
from sabot.law import given
from sabot.ledger import Document, Entry, LedgerError
from sabot.ledger.postings import PLAYER
from sabot.money import Transfer
from sabot.procedure import (
    FLOWS,
    Act,
    Answer,
    Call,
    Dealer,
    Event,
    Fact,
    Incident,
    Move,
    Refusal,
    by_player,
    canonical,
    digest,
    in_play,
    read_back,
)
from sabot.procedure.game import NO_SHOE
from sabot.procedure.steps import HOUR, REMOVED, STARTS

COMES = frozenset({"sit", "wait", "join"})
"""Acts by which a guest begins a session before he has bet."""


class Fault(Exception):
    """The procedure itself failed; the table has taken it back, or holds no coup any more."""


class Short(Exception):
    """A player has not the credit for what he asks."""

    def __init__(self, have: int, need: int) -> None:
        super().__init__(f"have {have}, need {need}")
        self.have = have
        self.need = need


class Needs(Exception):
    """A wallet elsewhere has first to grant so many cents from each account."""

    def __init__(self, cents: dict[str, int]) -> None:
        super().__init__(str(cents))
        self.cents = cents


class Desk(Bench):
    """A table in play: its coup, its seats, its clocks, its sessions."""

    # -- proposals --------------------------------------------------------------------------------

    def propose_begin(self, now: float) -> Proposal:
        """A new coup: the first steps up to the call for bets."""
        no = self.state.no + 1
        coup = f"{self.id}-{no}"
        self.moment = now
        if not same_but_limits(self.playing, self.table) or timetable.put_away(
                self.game, self.table, self.carry, self.state.next_at, now):
            self._afresh(self.state)
        self.playing = self._read_back(self.table)
        self.carry = read_back(self.game.renewed(self.carry))
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
              body: dict[str, Any] | None = None) -> Proposal | Refusal:
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
        said = {"shoe": self.given_up, "cause": NO_KEY}
        state = self._next(now, count=1)
        state.shoe = ""
        entry = self._entry("house", self.state.coup, canonical({"house": [said]}), 1, state,
                            now)
        return Proposal(entry, (), (said,), state)

    def propose_house(self, kind: str, said: Sequence[dict[str, Any]], now: float, *,
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
                  command: tuple[str, str] | None = None, body: dict[str, Any] | None = None,
                  granted: Mapping[str, int] | None = None,
                  house: Sequence[dict[str, Any]] = (), coup: str | None = None,
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
            self._check_credit(moved, index)
            secret = self._secret(events)
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
        state.sessions = self._sessions(events, now)
        documents = self._count(state, dealer.record, now) if dealer.over else ()
        documents += (*self._changed(state.sessions), *on_paper)
        body = {**(body or {}), **_told(events, next(self.salts))}
        entry = self._entry(kind, name, canonical(body),
                            len(house) + len(events), state, now, moved=moved, command=command,
                            secret=secret, over=ended, documents=documents)
        return Proposal(entry, events, house, state)

    def _papers(self, events: Sequence[Event], coup: str, now: float, by: str
                ) -> tuple[Document, ...]:
        """The tickets and vouchers that go with these events."""
        if "papers" not in self.game.parts:
            return ()
        at = papers.Printer(self.ledger, self.id, self.table.name,
                            papers.number_of(self.game, self.playing), self.state.no)
        return tuple(papers.made(at, events, coup, now, by))

    def _check_credit(self, moved: Sequence[Transfer], index: int) -> None:
        """Short, with everything taken back, when a player has not what moves from him."""
        need: dict[str, int] = {}
        for transfer in moved:
            need[transfer.frm] = need.get(transfer.frm, 0) + transfer.amount
            need[transfer.to] = need.get(transfer.to, 0) - transfer.amount
        for account, amount in need.items():
            if amount > 0 and account.startswith(PLAYER):
                have = self.purse.least(account)
                if have is not None and have < amount:
                    self.take_back(index)
                    raise Short(have, amount)

    def confirm(self, proposal: Proposal) -> list[Item]:
        """The proposal is stored: the items that may now be told."""
        version = self.state.version
        items: list[Item] = []
        for said in proposal.house:
            version += 1
            items.append(Item(version, None, said))
        items += numbered(proposal.events, version + 1, self.heard, self.menus)
        if proposal.entry.kind == "begin":
            self._clear()
        self.state = proposal.state
        self._stood = self.chance.shoe
        self.items.extend(items)
        self.coup_items.extend(items)
        if self.dealer is not None and self.dealer.over and proposal.events:
            self.carry = self.dealer.outcome
            self._seats = list(self.game.seats(self.carry))
        if self.state.over:
            self.other_version = ""
        self._lay_out(proposal.events)
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
        begin, record = self.stored_coup(self.state.coup)
        law = self.game.conduct.laws["refund"]
        events = [Event(void=cause)] + [
            Event(Move(law, kind="refund", bet="all", player=player, amount=amount))
            for player, amount in in_play(record).items()
        ]
        moved = self.accounts.transfers(self.id, self.state.coup, len(record), events)
        self.dealer = None
        self._seats = self._seats_after(begin, record)
        kept = msgspec.structs.replace(self.state)
        self._afresh(kept)
        state = self._next(now, over=True, count=len(events), next_at=now)
        state.reserved = kept.reserved
        state.shoe, ended_shoes = turned(self.game, self.state.shoe, (), NO_SHOE)
        counted = self._count(state, [*record, *events], now)
        ended: tuple[Session, ...] = ()
        if closing:
            ended = tuple(msgspec.structs.replace(s, ended=now, reason=REMOVED)
                          for s in state.sessions.values())
            state.sessions, state.reserved = {}, {}
        documents = (*counted, *self._changed(state.sessions),
                     *(session_document(s) for s in ended),
                     *papers.refunded(self.ledger, self.state.coup, record, now))
        body = {**_told(events, next(self.salts)), "lost": True}
        entry = self._entry("void", self.state.coup, canonical(body), len(events), state,
                            now, moved=moved, over=ended_shoes, documents=documents)
        return Proposal(entry, events, (), state, ended)

    # -- inside -----------------------------------------------------------------------------------

    def _give_up(self, index: int) -> None:
        """Take back what failed half-way; where even that fails no coup is left to go on with."""
        try:
            self.take_back(index)
        except LedgerError:
            raise
        except Exception:
            self.dealer = None

    def _sessions(self, events: Sequence[Event], now: float) -> dict[str, Session]:
        """Sessions after these events: one begins with a first place or the wish for one (2.g), or
        with the first bet of who stands; bets keep it awake."""
        sessions = dict(self.state.sessions)
        for event in events:
            answer, step = event.answer, event.step
            bets = step.player if isinstance(step, Move) and FLOWS[step.kind][0] in OWN else ""
            sits = answer.player if isinstance(answer, Act) and answer.act in COMES else ""
            player = bets or sits
            if player and player not in sessions:
                given(self.game.conduct.laws["session-is"], self.game.conduct.laws["session"])
                sessions[player] = self._session(player, now, brought(
                    player, self.dealer.record if self.dealer else (), self.state.held,
                    self.state.parted, self.purses))
            if bets:
                sessions[bets] = after_bet(sessions[bets], self.table.individual, now)
        return sessions

    def _session(self, player: str, now: float, brought: int) -> Session:
        return Session(
            id=f"{self.id}:{player}:{int(now * 1000)}", player=player, table=self.id,
            game=self.game.id, started=now, idle_since=now, staked=brought, held=brought)

    def parting(self, session: Session, now: float) -> Parted:
        """A session that ends, with what the open coup has come to for its player until now."""
        if self.state.over or self.dealer is None:
            return Parted(session)
        return Parted(*part(session, self.dealer.record, self.state.parted, now, self.purses))

    def _count(self, state: State, record: Sequence[Event], now: float) -> tuple[Document, ...]:
        """The coup is over: its sums go to the sessions that they are of; their documents."""
        after = count(record, state.sessions, state.parted, state.held, now,
                      lambda player, brought: self._session(player, now, brought), self.purses)
        state.sessions, state.parted = after.sessions, after.parted
        return (*(self._coup_document(player, mine, now)
                  for player, mine in after.sums.items() if mine.played),
                *(session_document(session) for session in after.changed))

    def _changed(self, sessions: dict[str, Session]) -> tuple[Document, ...]:
        """The documents of the sessions that are not as they were."""
        return tuple(session_document(s) for p, s in sessions.items()
                     if s is not self.state.sessions.get(p))

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
        begun = [e.step.facts[STARTS] for e in events
                 if isinstance(e.step, Call) and STARTS in e.step.facts]
        closes = any(e.incident is not None and timetable.closes_play(self.game, e.incident.kind)
                     for e in events)
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
               moved: tuple[Any, ...] = (), command: tuple[str, str] | None = None,
               secret: dict[str, str] | None = None, over: tuple[str, ...] = (),
               documents: tuple[Document, ...] = ()) -> Entry:
        answer = b""
        if command is not None:
            answer = canonical({"t": "ack", "id": command[1], "v": state.version})
        return Entry(kind=kind, table=self.id, coup=coup, version=self.state.version + 1,
                     count=count, body=body, transfers=moved, command=command, answer=answer,
                     state=msgspec.json.encode(state), secret=secret, over=over,
                     documents=documents, game=self.game.id,
                     day=timetable.date_of(self.table, now))

    def _coup_document(self, player: str, mine: Tally, now: float) -> Document:
        body = {"id": self.state.coup, "table": self.id, "game": self.game.id, "no": self.state.no,
                "ended": now, "staked": mine.staked, "won": mine.won, "held": mine.held,
                **({"given": mine.given} if mine.given else {}), "net": mine.net,
                "results": mine.results}
        return Document(kind="coup", id=f"{self.state.coup}:{player}", owner=player,
                        body=canonical(body))


def _told(events: Sequence[Event], salt: str) -> dict[str, Any]:
    """Events as the body of an entry.

    The head of the journal is public, and one unseen card has only 52 values: without the salt
    the digest of an entry could be tried for each of them.
    """
    return {"events": msgspec.to_builtins(events), "salt": salt}
