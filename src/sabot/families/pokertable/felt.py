"""The table of poker as data: an oval, its places from the dealer's left on, the pot in the middle.
"""

from __future__ import annotations

from sabot import law
from sabot.families.pokertable.variant import Variant
from sabot.law import cite_clause
from sabot.procedure.felt import OvalFelt
from sabot.procedure.felt.oval import CallsRead, OvalPlace, OvalSheet, Ring
from sabot.procedure.felt.parts import At, Decision, Label
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/poquer-nao-bancado")

WIDE = (1056, 640)
ASIDE = ("top-up", "rest", "tip", "book", "change-seat", "leave")
"""What players do seldom: drawn small, beside what the moment asks for."""
TURN = ("fold", "check", "call", "bet", "raise", "all-in")
"""What a player's turn may offer, in the order in which it is drawn."""
_PLATE = 68   # half of what a name and a cave take
_CARD = (40, 56)


def felt(variant: Variant, table: Table) -> OvalFelt:
    """Numbered places clockwise from the dealer's left (6), the common cards and the pot in the
    middle (38, 41), each player's cave before him (10-2, 52).

    ``ring`` names what lies where: which bets are caves and pots, or lie in the pot and count for
    none (``owed``), which hand is the common one, how many cards a player has and how many are in
    common. ``decisions`` are the acts of a turn, told as closed where they are so, each with the
    clause that opens it.
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
                  common=sum(variant.board), law=L["38"], street=street),
        decisions=(Decision(act="check", acts=("check",), law=L["39.b"]),
                   Decision(act="raise", acts=("bet", "raise", "all-in"), law=L["49"])),
        size=WIDE, places=_lying(variant), board=(cx, cy + 8), pot=(cx, cy - 84), labels=(name,),
        tall=_standing(variant.places))


def _lying(variant: Variant) -> tuple[OvalPlace, ...]:
    """The table as it lies: places round it, cards and bets before them."""
    (width, height), (wide, high) = WIDE, _CARD
    cx, cy = width / 2, height / 2
    hand = (wide + (variant.hole - 1) * wide * .62) / 2
    places = []
    for n, (x, y) in enumerate(_round(cx, cy, variant.places), start=1):
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


def _round(cx: float, cy: float, places: int) -> list[tuple[float, float]]:
    """Where the places lie: the dealer sits above, and they run with the clock from his left."""
    below = ((226, 256), (0, 262)) if places % 2 else ((150, 258),)
    right = ((190, -250), (418, -130), (452, 12), (412, 146), below[0])
    return [*((cx + x, cy + y) for x, y in right), *((cx, cy + y) for _, y in below[1:]),
            *((cx - x, cy + y) for x, y in reversed(right))]


def _at(x: float, y: float) -> At:
    return round(x, 1), round(y, 1)


def _standing(count: int) -> OvalSheet:
    """The table on a small screen, in parts of a hundred: places in two columns."""
    right = count // 2
    places = []
    for n in range(1, count + 1):
        row, rows = (n - 1, right) if n <= right else (count - n, count - right)
        places.append(OvalPlace(
            place=str(n), law=L["6"], side="right" if n <= right else "left",
            x=100 if n <= right else 0, y=round((row + .5) / rows * 98, 1)))
    return OvalSheet(size=(100, 100), places=tuple(places), columns=True)
