"""Pictures as pixels, for programs that read images; needs ``sabot[gym]``."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Protocol, cast

from sabot import extras
from sabot.pictures import Picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NIGHT = "#10181b"
"""What shows outside the edge of a table."""


class _Rasteriser(Protocol):
    """The part of `resvg_py` that is used."""

    def svg_to_bytes(self, *, svg_string: str, background: str, width: int | None) -> bytes:
        """A drawing as a PNG file."""


def pixels(picture: Picture, width: int | None = None) -> NDArray[np.uint8]:
    """A picture as rows of pixels: height, width, and red, green and blue from 0 to 255.

    ``width`` is that of the drawing by default. `extras.NotInstalled` says what to add.
    """
    extras.require("gym", "sabot.pictures.pixels")
    import numpy as np
    from PIL import Image
    rasteriser = cast(_Rasteriser, import_module("resvg_py"))
    png = rasteriser.svg_to_bytes(svg_string=picture.svg, background=NIGHT, width=width)
    with Image.open(BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"), np.uint8).copy()
