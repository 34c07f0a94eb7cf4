"""The cloth of a table as data: one struct for each shape, which the browser draws and every other
reader takes apart by its ``shape``.

All measures are units of the drawing's own ``size``; where a shape has none, hundredths of the
cloth's width and height. A member is left out where there is nothing to say.
"""

from __future__ import annotations

from sabot.procedure.felt.arc import ArcFelt
from sabot.procedure.felt.cabinet import CabinetFelt
from sabot.procedure.felt.layout import LayoutFelt
from sabot.procedure.felt.oval import OvalFelt

Felt = ArcFelt | LayoutFelt | OvalFelt | CabinetFelt
"""How a table lies before those who look at it: a closed set."""

__all__ = ["ArcFelt", "CabinetFelt", "Felt", "LayoutFelt", "OvalFelt"]
