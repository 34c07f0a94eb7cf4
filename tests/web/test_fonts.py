"""The fonts that the pages bring along: complete for our texts, small, named by their bytes."""

from __future__ import annotations

import hashlib
import re
from importlib import resources
from pathlib import Path

import pytest

from tools.assets.characters import latin_characters

STATIC = Path(str(resources.files("sabot.web") / "static"))
FONTS = sorted(STATIC.glob("type/*.woff2"))
FACE = re.compile(r'@font-face\{font-family:"([^"]+)";src:url\("\.\./type/([^"]+)"\)[^}]*'
                  r"font-weight:([\d ]+);[^}]*unicode-range:([^}]+)\}")


def faces() -> list[tuple[str, str, str, set[int]]]:
    """Family, file, weights and characters of each rule in the styles."""
    style = (STATIC / "styles" / "tokens.css").read_text("utf-8")
    return [(family, file, weights, codes(ranges))
            for family, file, weights, ranges in FACE.findall(style)]


def codes(ranges: str) -> set[int]:
    signs: set[int] = set()
    for part in ranges.split(","):
        first, _, last = part.removeprefix("U+").partition("-")
        signs.update(range(int(first, 16), int(last or first, 16) + 1))
    return signs


@pytest.mark.parametrize(("family", "weight"), [
    ("Sabot Serif", "400"), ("Sabot Serif", "700"), ("Sabot Sans", "400 700")])
def test_a_family_has_every_character_of_our_texts_in_each_weight(family: str,
                                                                  weight: str) -> None:
    """If this fails: ``python -m tools.assets.fonts`` (docs/assets.md) makes the fonts anew."""
    has = set[int]().union(*(signs for name, _, weights, signs in faces()
                             if (name, weights) == (family, weight)))
    lacking = {sign: str(file) for sign, file in latin_characters().items()
               if ord(sign) not in has}
    assert lacking == {}


def test_a_file_has_the_characters_that_the_styles_promise() -> None:
    pytest.importorskip("brotli", reason="brotli is not installed")
    fonts = pytest.importorskip("fontTools.ttLib")
    for _, file, _, signs in faces():
        assert signs <= set(fonts.TTFont(STATIC / "type" / file).getBestCmap()), file


def test_figures_have_one_width() -> None:
    """Money stands in columns, and a sum that counts up does not tremble."""
    pytest.importorskip("brotli", reason="brotli is not installed")
    fonts = pytest.importorskip("fontTools.ttLib")
    for file in FONTS:
        font = fonts.TTFont(file)
        cmap = font.getBestCmap()
        assert len({font["hmtx"][cmap[ord(figure)]][0] for figure in "0123456789"
                    if ord(figure) in cmap}) <= 1, file


def test_a_file_is_named_by_its_bytes_and_all_are_small() -> None:
    for file in FONTS:
        assert file.stem.rsplit("-", 1)[1] == hashlib.sha256(file.read_bytes()).hexdigest()[:8]
    assert sum(file.stat().st_size for file in FONTS) <= 60_000
    assert {file.name for file in FONTS} == {file for _, file, _, _ in faces()}


@pytest.mark.parametrize("page", sorted(STATIC.glob("*.html")), ids=lambda page: page.name)
def test_a_page_asks_at_once_for_the_fonts_of_its_first_view(page: Path) -> None:
    asked = re.findall(r'<link rel="preload" href="/?type/([^"]+)" as="font" '
                       r'type="font/woff2" crossorigin>', page.read_text("utf-8"))
    assert [file.rsplit("-", 1)[0] for file in asked] == ["serif", "sans"]
    assert all((STATIC / "type" / file).is_file() for file in asked)


def test_a_font_comes_with_its_licence() -> None:
    readme = (STATIC / "type" / "README.txt").read_text("utf-8")
    for file in FONTS:
        assert f"{file.stem.rsplit('-', 1)[0]}-*.woff2" in readme
    for licence in ("OFL-1.1.txt", "GUST-FONT-LICENSE.txt"):
        assert licence in readme and (STATIC / "type" / licence).stat().st_size > 1_000
