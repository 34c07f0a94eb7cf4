"""Settles tables of the journal that this house no longer has, before it opens."""

from __future__ import annotations

from collections.abc import Mapping
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
from sabot.ledger import Ledger
from sabot.procedure import Refusal, TimeOut
from sabot.procedure.game import Game
from sabot.procedure.steps import REMOVED
from sabot.procedure.table import Table
from sabot.regulations import cite_clause

log = structlog.get_logger("sabot.house")


class _Host(HasPurse, Protocol):
    """What settling needs of the house: the tables in use, and where to note what was done with
    each table (``recovered``)."""

    ledger: Ledger
    tables: dict[str, Table]
    source: NoncedSource
    entropy: Entropy
    recovered: dict[str, str]

    @property
    def books(self) -> CommitsEntries: ...


async def settle_removed_tables(house: _Host, states: Mapping[str, bytes], now: float) -> None:
    """Settle those of the stored ``states`` whose tables are no longer configured. A dealt coup is
    finished as if its players were away (ir/1). Bets that were never dealt are refunded, and so is
    a coup that cannot be replayed.
    """
    for table_id, stored in list(states.items()):
        state = msgspec.json.decode(stored, type=State)
        if base_of(table_id) in house.tables or state.over or not state.coup:
            if base_of(table_id) not in house.tables and state.held:
                log.warning("stakes are held at a removed table", table=table_id,
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
        recovery = desk.recover(state)
        if recovery == "other-version":  # this version of the program cannot decide it
            house.recovered[table_id] = recovery
            continue
        if recovery == "resumed" and desk.at_stake and not desk.betting:
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
        if standing is None or not standing.clock:  # a person would have to decide
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
