"""Checks that every staked cent is paid, returned or collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sabot.conformance.accounts import Accounts, move_accounts
from sabot.conformance.cases import Case, try_law
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.procedure.game import Game

TABLE_ACCOUNTS = ("bank", "held", "commission", "gratuity", "jackpot", "ticket")
"""The accounts of a table other than those of players and stakes."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Amounts are whole cents and balanced; no bet is ever negative, and none is left at the
    end."""
    yield from try_law(game, plan, conserved)


def conserved(case: Case) -> None:
    """Every movement goes from one account to another, and no stake is left."""
    walk = case.walk()
    accounts, staked, step = Accounts(), Counter[str](), 0
    for step, event in enumerate(walk.record):
        move = accounts.add(event)
        if move is None:
            continue
        if type(move.amount) is not int or move.amount <= 0:
            raise Broken(f"{move.kind!r} moves {move.amount!r} on {move.bet!r}: not a whole number "
                         "of cents above 0", step)
        frm, _ = move_accounts(move)
        if frm.startswith("stake:") and accounts.held[frm] < 0:
            raise Broken(f"{move.kind!r} takes {move.amount} cents of {move.bet!r}, which had "
                         f"{accounts.held[frm] + move.amount}", step)
        if frm.startswith("player:"):
            if move.kind != "stake":
                raise Broken(f"{move.kind!r} takes {move.amount} cents of {move.player}", step)
            staked[frm] += move.amount
        elif move.kind == "pay" and frm != "bank":
            raise Broken(f"a prize is paid from {frm}", step)
    need(sum(accounts.held.values()) == 0, "the sum over all accounts is not 0", step)
    if stakes := accounts.in_play():
        raise Broken(f"{sum(stakes.values())} cents are left on the table: {stakes}", step)
    for name, cents in accounts.held.items():
        need(name.startswith(("player:", "stake:")) or name in TABLE_ACCOUNTS,
             f"money goes to {name!r}, which is not an account", step)
        need(not name.startswith("player:") or cents >= -staked[name],
             f"{name} loses more than was staked", step)
