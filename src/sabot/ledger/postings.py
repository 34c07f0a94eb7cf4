"""From the movements that a coup tells to the transfers that the ledger stores."""

from __future__ import annotations

from collections.abc import Iterable

from sabot.money import Transfer
from sabot.procedure import FLOWS, Event, Move

ISSUE = "issue:demo"
REMOTE = "wallet:remote"
"""What an operator's wallet owes this house, or is owed by it."""


def player_account(player: str) -> str:
    """The account of a player's credit."""
    return f"player:{player}"


def stake_account(coup_id: str) -> str:
    """The account of what is in play in a coup; empty before it and after it."""
    return f"stake:{coup_id}"


def bank_account(table_id: str) -> str:
    """The account of a table's bank."""
    return f"bank:{table_id}"


def held_account(table_id: str) -> str:
    """The account of what stays on a table between coups."""
    return f"held:{table_id}"


def jackpot_account(table_id: str) -> str:
    """The account of a table's jackpot: only a prize of it, won at the table, lowers it."""
    return f"jackpot:{table_id}"


def pool_account(name: str) -> str:
    """What this house holds of a pool that several tables feed; below nothing what it has paid for
    others that feed it."""
    return f"pool:{name}"


def ticket_account(number: str) -> str:
    """The account of a ticket: what it is worth until it is redeemed, once."""
    return f"ticket:{number}"


def transfers(table_id: str, coup_id: str, first_index: int,
              events: Iterable[Event]) -> tuple[Transfer, ...]:
    """The transfers of some events of a coup.

    ``first_index`` is the place of the first of them in the coup's record, so that each movement
    has the same key for ever: coup/place.
    """
    found = []
    for index, event in enumerate(events, start=first_index):
        step = event.step
        if isinstance(step, Move):
            accounts = {"player": player_account(step.player), "stake": stake_account(coup_id),
                        "bank": bank_account(table_id), "held": held_account(table_id),
                        "commission": f"commission:{table_id}",
                        "gratuity": f"gratuity:{table_id}",
                        "jackpot": (pool_account(step.into) if step.into
                                    else jackpot_account(table_id)),
                        "ticket": ticket_account(step.into)}
            frm, to = FLOWS[step.kind]
            if frm != to:  # a stake that joins another stays in the coup's account
                found.append(Transfer(f"{coup_id}/{index}", accounts[frm], accounts[to],
                                      step.amount, step.law))
    return tuple(found)


def issue(player: str, amount: int, key: str, law: str = "") -> Transfer:
    """Demo credits for a player, from the account that issues them."""
    return Transfer(key, ISSUE, player_account(player), amount, law)
