"""The cloth of a table as data: one struct for each shape, which the browser draws and every other
reader takes apart by its ``shape``.

All measures are units of the drawing's own ``size``; where a shape has none, hundredths of the
cloth's width and height. A member is left out where there is nothing to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from sabot.procedure.felt.arc import ArcFelt
from sabot.procedure.felt.cabinet import CabinetFelt
from sabot.procedure.felt.layout import LayoutFelt
from sabot.procedure.felt.oval import OvalFelt
from sabot.procedure.felt.parts import CardBox

Felt = ArcFelt | LayoutFelt | OvalFelt | CabinetFelt
"""How a table lies before those who look at it: a closed set."""


def card_boxes(felt: Felt) -> Mapping[str, CardBox]:
    """Where cards lie that have a box of their own, by the name of their hand."""
    match felt:
        case LayoutFelt() | OvalFelt():
            return felt.cards
        case ArcFelt() | CabinetFelt():
            return {}
        case _:
            assert_never(felt)


__all__ = ["ArcFelt", "CabinetFelt", "Felt", "LayoutFelt", "OvalFelt", "card_boxes"]
