"""The HTTP door refuses in the language that is asked for; the code stays the same."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

import sabot
from sabot.web import translations
from sabot.words import LANGS
from support.open_house import Doors

SOURCES = "\n".join(path.read_text("utf-8") for folder in ("house", "web")
                    for path in sorted((Path(sabot.__file__).parent / folder).rglob("*.py")))
CODES = set(re.findall(r"HouseError\(\s*\"([a-z-]+)\"", SOURCES)) | set(
    re.findall(r"refuse\(request, [\w.]+,\s*\"([a-z-]+)\"", SOURCES))


def test_every_code_has_its_words_in_every_language() -> None:
    assert len(CODES) > 40
    for words in translations.refusals().values():
        # One appears on the slip of a machine, others before there is any route.
        assert set(words) - CODES <= {"ticket-redeemed", "host", "moved", "no-answer"}
        assert CODES - set(words) == set() and all(words.values())


@pytest.mark.parametrize("accepted, lang", [
    ("", ""), ("*", ""), ("fr", ""), ("zh-Hant", "zh"), ("pt-PT,pt;q=0.9,en;q=0.8", "pt"),
    ("fr, en;q=0.2, zh;q=0.7", "zh"), ("pt;q=0, en", "en"), ("zh;q=high, en", "en")])
def test_a_header_chooses_a_language_by_its_weight(accepted: str, lang: str) -> None:
    assert translations.preferred_language(accepted) == lang


@pytest.mark.parametrize("lang", [*LANGS, None])
def test_a_refusal_is_told_in_the_language_of_who_asks(doors: Doors, lang: str | None) -> None:
    headers = {"Accept-Language": lang} if lang else {}
    with httpx.Client(base_url=doors.at, headers=headers, timeout=60) as asks:
        problem = asks.get("/api/tables/nowhere").json()
        form = asks.get("/api/me/coups", params={"limit": 0}).json()
    assert (problem["code"], form["code"]) == ("no-table", "form")
    if lang in (None, "en"):  # in full, with what there is
        assert "there is no table 'nowhere'; the house has" in problem["text"]
    else:
        assert problem["text"] == translations.refusals()[lang]["no-table"].format(asked="nowhere")
        assert form["text"].startswith(translations.refusals()[lang]["form"].partition("{")[0])
    assert "{" not in form["text"] and form["facts"]["wrong"]
