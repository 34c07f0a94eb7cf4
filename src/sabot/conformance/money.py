"""Money: every cent that was staked is paid, returned or collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sabot.conformance.accounts import Purse, accounts
from sabot.conformance.cases import Case, tried
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.procedure.game import Game

ACCOUNTS = ("bank", "held", "commission", "gratuity", "jackpot", "ticket")
"""The accounts of a table beside those of players and stakes."""


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Whole cents, balanced, no bet below nothing at any time and none left at the end."""
    yield from tried(game, plan, conserved)


def conserved(case: Case) -> None:
    """Every movement of a coup goes from an account to another, and no stake is left."""
    walk = case.walk()
    told, staked, step = Purse(), Counter[str](), 0
    for step, event in enumerate(walk.record):
        move = told.tell(event)
        if move is None:
            continue
        if type(move.amount) is not int or move.amount <= 0:
            raise Broken(f"{move.kind!r} moves {move.amount!r} on {move.bet!r}: no whole cents "
                         "above nothing", step)
        frm, _ = accounts(move)
        if frm.startswith("stake:") and told.held[frm] < 0:
            raise Broken(f"{move.kind!r} takes {move.amount} cents of {move.bet!r}, where "
                         f"{told.held[frm] + move.amount} lay", step)
        if frm.startswith("player:"):
            if move.kind != "stake":
                raise Broken(f"{move.kind!r} takes {move.amount} cents of {move.player}", step)
            staked[frm] += move.amount
        elif move.kind == "pay" and frm != "bank":
            raise Broken(f"a prize is paid from {frm}", step)
    need(sum(told.held.values()) == 0, "the sum over all accounts is not nothing", step)
    if left := told.in_play():
        raise Broken(f"{sum(left.values())} cents are left on the table: {left}", step)
    for name, cents in told.held.items():
        need(name.startswith(("player:", "stake:")) or name in ACCOUNTS,
             f"money goes to {name!r}, which is no account", step)
        need(not name.startswith("player:") or cents >= -staked[name],
             f"{name} loses more than was staked", step)
