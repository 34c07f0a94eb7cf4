"""The capital of the bank from coup to coup: laid, reduced, counted, given back (33 to 35, 39, 46,
47, 77), and how a coup ends for the hand.

The banker's part lies on "bank", his associate's on "bank/associate"; what was set aside on
"garage" and "garage/associate".
"""

from __future__ import annotations

from sabot import law
from sabot.families.layout.cloth import Cite
from sabot.games.chemin_de_fer import people
from sabot.games.chemin_de_fer.round import BANK, GARAGE, OF_ASSOCIATE, Carry, Round, Steps
from sabot.law import IR
from sabot.procedure import Call, Handle, Move, Void

L = law.Section("pt-217-2007/chemin-de-fer")


def again(r: Round) -> Steps:
    """What stayed on the table is in play again."""
    yield from r.resume({bet: (player, cents) for bet, player, cents in r.carry.held},
                        L["39-2"], L["46"])


def laid(r: Round, banker: str, cite: Cite) -> Steps:
    """A new hand begins: its banker's capital lies on the table."""
    r.banker, r.due, r.associate = banker, "", ""
    r.wins = r.coups = r.won = r.cut = 0  # 34-2
    r.auctioned = r.covered = False
    if r.staked(BANK + OF_ASSOCIATE):
        r.associate = r.stakes[BANK + OF_ASSOCIATE][0]
    yield Handle(L["39-2"], (cite[0], *cite[1], L["34-2"]), what="place-bank", seat=r.place(banker))


def shares(r: Round, amount: int) -> list[tuple[str, int]]:
    """So many cents of the bank: half of them the associate's, where there is one (31-2)."""
    half = min(r.staked(BANK + OF_ASSOCIATE), amount // 2)
    half = max(half, amount - r.staked(BANK))
    return [(bet, cents) for bet, cents in ((BANK, amount - half), (BANK + OF_ASSOCIATE, half))
            if cents]


def aside(r: Round, amount: int, cite: Cite) -> Steps:
    """So much of the bank leaves play and forms the garage (34, 46)."""
    for bet, cents in shares(r, amount):
        yield r.travel(bet, bet.replace(BANK, GARAGE, 1), cite[0], *cite[1], amount=cents)


def returned(r: Round, cite: Cite) -> Steps:
    """The hand passes: bank and garage go back to whom they belong (76-2, 77)."""
    for bet in (BANK, BANK + OF_ASSOCIATE, GARAGE, GARAGE + OF_ASSOCIATE):
        if r.staked(bet):
            yield r.release("return", bet, r.staked(bet), cite[0], *cite[1])


def after(r: Round) -> Steps:
    """A coup is decided: the house's percentage, and whose hand it is now.

    ``won`` and ``covered`` are those of this coup. Where nobody bet, or the coup was void, all
    stays as it lay.
    """
    r.cut = 0
    if not r.call:  # nobody bet
        r.due = "void"
        return
    r.before = r.banker
    r.coups += 1
    r.shoe.coups += 1
    if r.outcome == "bank":
        r.wins += 1
        r.due = "won"
        yield from _percentage(r)
    elif r.outcome == "ponto":
        yield from _lost(r)
    else:
        r.due = "tie" if r.outcome == "tie" else "void"
    if r.closing and r.shoe_ended:
        yield Call(L["96.c-12"], (L["107"],), call="last-coup-of-all")
        yield from people.closes(r)


def _percentage(r: Round) -> Steps:
    """The cagnotte of what the bank has won, in whole cents (47)."""
    r.cut = r.won * r.table.rules.cagnotte // 100
    for bet, cents in shares(r, r.cut):
        yield r.release("commission", bet, cents, L["47"], IR[223])


def _lost(r: Round) -> Steps:
    """The banker has lost: the hand goes to the player at his right, and if he stood to the one at
    the right of the last regular banker."""
    seated = r.banker in r.seats
    yield Call(L["96.c-2"], call="hand-passes", seat=r.place(r.banker))
    yield from returned(r, (L["77"], (IR[224],)))
    if seated:
        r.regular = r.seats.index(r.banker) + 1
    r.banker = r.associate = ""
    r.due = "next" if seated else "regular"


def make_good(r: Round) -> Move:
    """The banker pays the percentage of his last coup from outside the bank (47)."""
    paid, r.cut = r.cut, 0
    return r.stake(BANK, r.banker, paid, L["47"], IR[223])


def void(r: Round, stopped: Void) -> Steps:
    """A coup that cannot be determined: what was laid down for it goes back, and what lay there
    before waits for the next one, unless the table closes."""
    if stopped.cause != people.HALTED:
        yield Call(IR[24], call="void", facts={"cause": stopped.cause})
    came: dict[tuple[str, str], int] = {}
    for bet, player, cents in () if stopped.closes else r.carry.held:
        kind = BANK if bet.startswith((BANK, GARAGE)) else bet
        came[kind, player] = came.get((kind, player), 0) + cents
    for bet, (player, cents) in list(r.stakes.items()):
        kind = BANK if bet.startswith((BANK, GARAGE)) else bet
        stays = min(cents, came.get((kind, player), 0))
        came[kind, player] = came.get((kind, player), 0) - stays
        if cents - stays:
            yield r.release("refund", bet, cents - stays, IR[24])
    r.outcome = ""
    if stopped.closes:
        r.banker = r.associate = ""
        r.due = "first"
    elif r.banker:
        r.due = "void"
        if not r.staked(BANK + OF_ASSOCIATE):
            r.associate = ""


def end(r: Round) -> Steps:
    """The coup is over: what lies there stays on the table, and the carry is handed on."""
    r.barred = {}
    left: Carry = r.after()
    yield from r.hold(L["39-2"], L["46"])
    return left
