"""The layout of a table as data: one struct for each ``shape``, which the browser draws.

All measures are units of the drawing's ``size``; where a shape has none, hundredths of the width
and height. Members with their default are left out.
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
"""How a table is drawn: a closed union."""


def card_boxes(felt: Felt) -> Mapping[str, CardBox]:
    """The boxes for cards, by the name of their hand."""
    match felt:
        case LayoutFelt() | OvalFelt():
            return felt.cards
        case ArcFelt() | CabinetFelt():
            return {}
        case _:
            assert_never(felt)


__all__ = ["ArcFelt", "CabinetFelt", "Felt", "LayoutFelt", "OvalFelt", "card_boxes"]
