"""Tables of the books that this house does not lay out any more, settled before it opens."""

from __future__ import annotations

from typing import Protocol

import msgspec
import structlog

from sabot.equipment import Entropy, NoncedSource
from sabot.games import game
from sabot.house.ports import HasPurse
from sabot.house.table.desk import NO_KEY, Desk
from sabot.house.table.switches import base_of
from sabot.house.table.versioned_events import Proposal, State
from sabot.house.world import CommitsEntries
from sabot.law import cite_clause
from sabot.ledger import Ledger
from sabot.procedure import Refusal, TimeOut
from sabot.procedure.game import Game
from sabot.procedure.steps import REMOVED
from sabot.procedure.table import Table

log = structlog.get_logger("sabot.house")


class _Host(HasPurse, Protocol):
    """What is settled of a house: the states that are ``stored`` of tables, those that it lays out,
    and what becomes of each in a word (``recovered``)."""

    ledger: Ledger
    tables: dict[str, Table]
    source: NoncedSource
    entropy: Entropy
    stored: dict[str, bytes]
    recovered: dict[str, str]

    @property
    def books(self) -> CommitsEntries: ...


async def settle_removed_tables(house: _Host, now: float) -> None:
    """Tables that are no longer laid out: a dealt coup is finished as if its players were away
    (ir/1), bets that were never dealt go back, and so does what cannot be told again."""
    for table_id, stored in list(house.stored.items()):
        state = msgspec.json.decode(stored, type=State)
        if base_of(table_id) in house.tables or state.over or not state.coup:
            if base_of(table_id) not in house.tables and state.held:
                log.warning("stakes are held at a table laid out no more", table=table_id,
                            held=sum(amount for _, amount in state.held.values()))
            continue
        begin = next((r for r in house.ledger.entries(coup=state.coup, kind="begin")), None)
        if begin is None:
            continue
        body = msgspec.json.decode(begin.body)
        played: Game = game(body["game"])
        table = msgspec.convert(body["table"], Table)
        desk = Desk(table_id, table, played, house.source, house.ledger, house.purse,
                    house.entropy)
        cite_clause(played.conduct.laws["summary"])
        found = desk.recover(state)
        if found == "other-version":  # nothing of it is decided by a program that cannot
            house.recovered[table_id] = found
            continue
        if found == "resumed" and desk.at_stake and not desk.betting:
            await _finish(house, desk, now)
            house.recovered[table_id] = "finished"
        else:
            cite_clause(played.conduct.laws["void"], played.conduct.laws["refund"])
            cause = NO_KEY if desk.cause == NO_KEY else REMOVED
            proposal = desk.propose_refund(cause, now, closing=True)
            await house.books.commit(proposal.entry)
            house.recovered[table_id] = "refunded"
        log.warning("table removed", table=table_id, coup=state.coup,
                    its_coup=house.recovered[table_id])


async def _finish(house: _Host, desk: Desk, now: float) -> None:
    """Play a coup to its end by the clock alone, then end the sessions of its table."""
    while not desk.state.over:
        standing = desk.dealer.standing if desk.dealer else None
        if standing is None or not standing.clock:  # somebody would have to be there
            proposal: Proposal | Refusal = desk.propose_void(REMOVED, now)
        else:
            proposal = desk.propose_answer(TimeOut(standing.window), now)
        assert isinstance(proposal, Proposal)
        await house.purse.store(proposal.entry)
        desk.confirm(proposal)
    ended = tuple(msgspec.structs.replace(s, ended=now, reason=REMOVED)
                  for s in desk.state.sessions.values())
    last = desk.propose_house("session", (), now, sessions={}, reserved={}, ended=ended)
    await house.books.commit(last.entry)
