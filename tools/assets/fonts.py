"""Makes the fonts of the pages: ``python -m tools.assets.fonts SOURCES``.

SOURCES is the folder of the unpacked packages (docs/assets.md). From each font it takes the
characters that our texts use, sets the lines of text in the middle of their boxes, and writes a
file whose name carries a digest of its bytes. Then it writes the ``@font-face`` rules into
``styles/tokens.css`` and the names of the files of the first view into the pages.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from tools.assets.characters import STATIC, is_latin, latin_characters, texts

FOLDER = STATIC / "type"
STYLES = STATIC / "styles" / "tokens.css"
LIMIT = 60_000
"""All files together, in bytes."""
MORE = "".join(chr(n) for n in (*range(0x20, 0x7F), *range(0xA0, 0x100))) + "ŒœŠšŽžŁłĐđ‘„•›≈≥…"
"""What people write in their names and messages beyond the characters of our texts."""
FEATURES = ["kern", "liga", "lnum", "tnum", "ccmp", "mark"]


@dataclass(frozen=True)
class Font:
    """A font file of a package, and what it becomes. The ascent and the descent are chosen so that
    capitals stand in the middle of a line: half the difference is half their height."""

    key: str
    path: str
    ascent: int
    descent: int
    weights: str = "400"


SERIF = Font("serif", "rinoh_typeface_texgyrepagella/texgyrepagella-regular.otf", 946, 254)
BOLD = Font("serif-bold", "rinoh_typeface_texgyrepagella/texgyrepagella-bold.otf", 946, 254, "700")
SANS = Font("sans", "fontpkg_noto_sans/files/NotoSans[wdth,wght].ttf", 982, 268, "400 700")
SIGNS = Font("signs", "node_modules/@fontsource/noto-sans-math/files/"
             "noto-sans-math-latin-400-normal.woff2", 982, 268, "400 700")
FAMILIES = {"Sabot Serif": (SERIF, BOLD, SANS, SIGNS), "Sabot Sans": (SANS, SIGNS)}
"""The fonts of each family; a character comes from the first of its weight that has it."""
FIRST_VIEW = (SERIF, SANS)
STAND_INS = {
    "Sabot Serif": (SERIF, "LiberationSerif-Regular.ttf",
                    ("Times New Roman", "TimesNewRomanPSMT", "Liberation Serif", "Tinos")),
    "Sabot Sans": (SANS, "LiberationSans-Regular.ttf",
                   ("Arial", "ArialMT", "Liberation Sans", "Arimo")),
}
"""What a page shows until a file has come: a font of the system, scaled to the widths of ours.
The Liberation fonts have the widths of the other names."""
LIBERATION = Path("/usr/share/fonts/truetype/liberation")


def shape(source: Path, font: Font, wanted: Iterable[str]) -> tuple[bytes, set[str]]:
    """The file of a font with these characters, and those of them that it has."""
    face = TTFont(source / font.path, recalcTimestamp=False)
    if "fvar" in face:
        instancer.instantiateVariableFont(face, {"wdth": 100, "wght": (400, 700)}, inplace=True)
        face = _read_again(face)
    has = {sign for sign in wanted if ord(sign) in face.getBestCmap()}
    options = Options(layout_features=FEATURES, hinting=False, desubroutinize=True,
                      name_IDs=[0, 1, 2, 4, 6, 13, 14], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[ord(sign) for sign in has])
    subsetter.subset(face)
    _set_lines(face, font)
    _rename(face, f"Sabot {font.key}")
    face.flavor = "woff2"
    file = BytesIO()
    face.save(file)
    return file.getvalue(), has


def _read_again(face: TTFont) -> TTFont:
    """A font as its file has it: the subsetter does not know what the instancer left in memory."""
    file = BytesIO()
    face.save(file)
    return TTFont(BytesIO(file.getvalue()), recalcTimestamp=False)


def _set_lines(face: TTFont, font: Font) -> None:
    """Give a font our ascent and descent, in each of the three places where programs look."""
    lines, system = face["hhea"], face["OS/2"]
    lines.ascent, lines.descent, lines.lineGap = font.ascent, -font.descent, 0
    system.sTypoAscender, system.sTypoDescender, system.sTypoLineGap = font.ascent, -font.descent, 0
    system.usWinAscent, system.usWinDescent = font.ascent, font.descent
    if system.version >= 4:
        system.fsSelection |= 1 << 7


def _rename(face: TTFont, name: str) -> None:
    """A changed font has a name of its own, as the licences ask."""
    for record in face["name"].names:
        if record.nameID in (1, 4):
            record.string = name
        elif record.nameID == 6:
            record.string = name.replace(" ", "-")
    if "CFF " in face:
        table = face["CFF "].cff
        table.fontNames = [name.replace(" ", "-")]
        table[0].FamilyName = table[0].FullName = name


def ranges(signs: Iterable[str]) -> str:
    """Characters as ``unicode-range`` writes them."""
    parts: list[list[int]] = []
    for code in sorted(map(ord, signs)):
        if parts and code == parts[-1][1] + 1:
            parts[-1][1] = code
        else:
            parts.append([code, code])
    return ",".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in parts)


def mean_width(path: Path, counts: Counter[str]) -> float:
    """The mean width of the characters of our texts in a font, in ems."""
    font = TTFont(path)
    cmap, widths = font.getBestCmap(), font["hmtx"]
    known = {sign: n for sign, n in counts.items() if ord(sign) in cmap}
    total = sum(widths[cmap[ord(sign)]][0] * n for sign, n in known.items())
    return float(total / sum(known.values()) / font["head"].unitsPerEm)


def stand_in(source: Path, family: str) -> str:
    """The rule for the font of the system that stands in until ours has come."""
    ours, file, names = STAND_INS[family]
    counts = Counter(sign for path, text in texts() if path.suffix == ".toml" for sign in text
                     if is_latin(sign) and sign.isascii())
    scale = mean_width(source / ours.path, counts) / mean_width(LIBERATION / file, counts)
    local = ",".join(f'local("{name}")' for name in names)
    return (f'@font-face{{font-family:"{family} Stand-in";src:{local};'
            f"size-adjust:{scale:.2%};ascent-override:{ours.ascent / 10 / scale:.2f}%;"
            f"descent-override:{ours.descent / 10 / scale:.2f}%;line-gap-override:0%}}")


def rules(source: Path, names: dict[Font, str], has: dict[Font, set[str]]) -> str:
    """The ``@font-face`` rules of all families."""
    lines = []
    for family, fonts in FAMILIES.items():
        taken: set[str] = set()
        weights = [font.weights for font in fonts if font not in (SANS, SIGNS)] or [SANS.weights]
        for font in fonts:
            signs = has[font] - (taken if font in (SANS, SIGNS) else set())
            taken |= signs
            # A browser takes all characters from faces of one and the same weight.
            lines += [
                f'@font-face{{font-family:"{family}";src:url("../type/{names[font]}")'
                f' format("woff2");font-weight:{weight};font-display:swap;'
                f"unicode-range:{ranges(signs)}}}"
                for weight in ([font.weights] if font.weights in weights else weights)]
        lines.append(stand_in(source, family))
    return "\n".join(lines)


def replace_between(text: str, begin: str, end: str, middle: str) -> str:
    """A text with what stands between two marks replaced."""
    head, rest = text.split(begin, 1)
    return head + begin + middle + end + rest.split(end, 1)[1]


def main() -> None:
    """Make all files anew."""
    source = Path(sys.argv[1])
    wanted = set(latin_characters()) | set(MORE)
    fonts = list(dict.fromkeys(font for family in FAMILIES.values() for font in family))
    has: dict[Font, set[str]] = {}
    names: dict[Font, str] = {}
    for old in FOLDER.glob("*.woff2"):
        old.unlink()
    for font in fonts:
        lacking = wanted - has[SANS] if font is SIGNS else wanted
        body, has[font] = shape(source, font, lacking)
        names[font] = f"{font.key}-{hashlib.sha256(body).hexdigest()[:8]}.woff2"
        (FOLDER / names[font]).write_bytes(body)
        print(f"{len(body):6} {names[font]}, {len(has[font])} characters")
    total = sum(file.stat().st_size for file in FOLDER.glob("*.woff2"))
    print(f"{total:6} bytes in all")
    if total > LIMIT:
        raise SystemExit(f"{total} bytes are more than {LIMIT}")
    if rest := wanted - has[SANS] - has[SIGNS]:
        raise SystemExit(f"no font has {sorted(rest)}")
    STYLES.write_text(replace_between(
        STYLES.read_text("utf-8"), "/* fonts: written by tools/assets/fonts.py */\n",
        "\n/* end of the fonts */", rules(source, names, has)), "utf-8")
    links = "".join(f'<link rel="preload" href="type/{names[font]}" as="font" type="font/woff2" '
                    "crossorigin>" for font in FIRST_VIEW)
    for page in STATIC.glob("*.html"):
        text = re.sub(r'<link rel="preload" href="/?type/[^>]+>', "", page.read_text("utf-8"))
        page.write_text(re.sub(
            r'<link rel="stylesheet" href="(/?)styles/tokens.css">',
            lambda style: links.replace('"type/', f'"{style[1]}type/') + style[0], text), "utf-8")


if __name__ == "__main__":
    main()
