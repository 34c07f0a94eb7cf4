"""The poker table as data: an oval with places from the dealer's left on and the pot in the
middle."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.pokertable.variant import Variant, as_read
from sabot.procedure.felt import OvalFelt
from sabot.procedure.felt.oval import (
    CallsRead,
    HandRule,
    OvalPlace,
    OvalSheet,
    Ring,
)
from sabot.procedure.felt.parts import At, Decision, Label
from sabot.procedure.table import Table
from sabot.regulations import cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")

WIDE = (1056, 640)
ASIDE = ("top-up", "rest", "tip", "book", "change-seat", "leave")
"""Rare acts of players: drawn small, at the side of the current ones."""
TURN = ("fold", "check", "call", "bet", "raise", "all-in")
"""The acts of a player's turn, in the order in which they are drawn."""
_PLATE = 68   # half the width of a name with its stack
_CARD = (40, 56)


def felt(variant: Variant, table: Table) -> OvalFelt:
    """Numbered places clockwise from the dealer's left (6), the common cards and the pot in the
    middle (38, 41), each player's stack before them (10-2, 52).

    ``ring`` names the parts: the bets that are stacks and pots, or dead money in the pot
    (``owed``), the hand of common cards, and the numbers of own and of common cards. ``decisions``
    are the acts of a turn, drawn as closed where they are barred, each with the clause that opens
    it.
    """
    cite_clause(L["5"], L["6"], L["10-2"], L["52"], L["39.b"], L["49"])
    street = L["41"] if variant.ahead else L["108"]
    cx, cy = WIDE[0] / 2, WIDE[1] / 2
    name = Label(text=variant.names["pt"].upper(), x=cx, y=cy + 92, size=15, spaced=3, faint=True)
    return OvalFelt(
        cloth="poker", aside=ASIDE,
        calls=CallsRead(holder=("hand",), takes=(), lies=("main-lies", "side-lies")),
        track=96, turn=TURN, step=table.minimum,
        ring=Ring(cave="cave", pot="pot", owed="dead", board="board", hole=variant.hole,
                  common=sum(variant.board), law=L["38"], street=street,
                  hands=_hand_rules(table)),
        decisions=(Decision(act="check", acts=("check",), law=L["39.b"]),
                   Decision(act="raise", acts=("bet", "raise", "all-in"), law=L["49"])),
        size=WIDE, places=_wide(variant), board=(cx, cy + 8), pot=(cx, cy - 84), labels=(name,),
        tall=_tall_sheet(variant.places))


def _hand_rules(table: Table) -> dict[str, HandRule]:
    """How a hand is made in each variant that may be dealt at a table (73, 94, 97)."""
    rules = {}
    for name in filter(None, (table.game, table.rules.second)):
        variant = as_read(name, table.rules.readings)
        ranking = variant.ranking
        rules[name] = HandRule(
            use=variant.use, ranks=ranking.ranks, order=ranking.order, law=variant.cites["best"][0],
            flush_all=ranking.flush_all, high_all=ranking.high_all)
    return rules


def _wide(variant: Variant) -> tuple[OvalPlace, ...]:
    """The places of the wide table, with cards and bets before them."""
    (width, height), (wide, high) = WIDE, _CARD
    cx, cy = width / 2, height / 2
    hand = (wide + (variant.hole - 1) * wide * .62) / 2
    places = []
    for n, (x, y) in enumerate(_positions(cx, cy, variant.places), start=1):
        aside, down = (x < cx) - (x > cx), (1 if y < cy else -1)
        if abs(y - cy) > 200:  # above and below: cards towards the middle
            cards = x, y + down * (32 + high / 2)
            chips = x + aside * 46, y + down * (32 + high + 22)
        else:
            cards = x + aside * (_PLATE + 8 + hand), y
            chips = cards[0], y + down * (high / 2 + 20)
        places.append(OvalPlace(place=str(n), law=L["6"], x=round(x, 1), y=round(y, 1),
                                cards=_at(*cards), chips=_at(*chips)))
    return tuple(places)


def _positions(cx: float, cy: float, places: int) -> list[tuple[float, float]]:
    """The positions of the places: the dealer sits at the top, and places run clockwise from their
    left."""
    below = ((226, 256), (0, 262)) if places % 2 else ((150, 258),)
    right = ((190, -250), (418, -130), (452, 12), (412, 146), below[0])
    return [*((cx + x, cy + y) for x, y in right), *((cx, cy + y) for _, y in below[1:]),
            *((cx - x, cy + y) for x, y in reversed(right))]


def _at(x: float, y: float) -> At:
    return round(x, 1), round(y, 1)


def _tall_sheet(count: int) -> OvalSheet:
    """The table on a small screen, in per cent of its size: places in two columns."""
    right = count // 2
    places = []
    for n in range(1, count + 1):
        row, rows = (n - 1, right) if n <= right else (count - n, count - right)
        places.append(OvalPlace(
            place=str(n), law=L["6"], side="right" if n <= right else "left",
            x=100 if n <= right else 0, y=round((row + .5) / rows * 98, 1)))
    return OvalSheet(size=(100, 100), places=tuple(places), columns=True)
