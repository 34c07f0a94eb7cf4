"""The documentation names what there is: every key of a table file, every fault, every route."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from sabot.families.blackjack import Prize
from sabot.games import catalogue
from sabot.games.blackjack_2007.rules import JackpotRules
from sabot.house.staff import ALLOWED
from sabot.procedure import table as tables
from sabot.web import api, staff

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def named(text: str) -> set[str]:
    """What stands between backquotes or is set in an example of a file."""
    return {*re.findall(r"`\"?([a-z][\w-]*)", text), *re.findall(r"^(\w+) = ", text, re.M)}


def section(text: str, title: str) -> str:
    """The text below a heading that begins or ends with these words, up to the next one."""
    parts = re.split(r"^## (.+)$", text, flags=re.M)
    found = [body for head, body in zip(parts[1::2], parts[2::2], strict=True) if title in head]
    assert len(found) == 1, title
    return found[0]


@pytest.mark.parametrize("game_id", catalogue())
def test_every_rule_of_a_game_is_told_with_its_default(game_id: str) -> None:
    text = section((DOCS / "tables.md").read_text("utf-8"), game_id)
    told = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", text, re.M))
    fields = msgspec.structs.fields(catalogue()[game_id].rules)
    assert set(told) == {field.name for field in fields}
    for field in fields:
        default = {None: "none", (): "`[]`"}.get(field.default)
        if isinstance(field.default, str):
            default = f'`"{field.default}"`'
        assert told[field.name].strip() == (default or str(field.default).lower()), field.name


def test_every_key_of_a_table_file_is_told() -> None:
    text = (DOCS / "tables.md").read_text("utf-8")
    kinds = (tables.Clocks, tables.Authorisation, JackpotRules, Prize)
    keys = {field.name for kind in kinds for field in msgspec.structs.fields(kind)}
    file = {field.name for field in msgspec.structs.fields(tables.Table)} - {"individual"}
    missing = (keys | file) - {"clocks", "rules", "authorisations"} - named(text)
    assert not missing
    assert all(f"{part}]" in text for part in ("[clocks", "[rules", "[[authorisations"))


def test_every_example_is_told_and_is_there() -> None:
    text = (DOCS / "tables.md").read_text("utf-8")
    lawful = {path.name for path in (ROOT / "examples" / "tables").glob("*.toml")}
    assert set(re.findall(r"`([\w-]+\.toml)`", text)) == lawful
    assert all((ROOT / path).exists() for path in re.findall(r"examples/[\w/-]+\.toml", text))


def test_every_fault_is_told() -> None:
    text = section((DOCS / "croupier.md").read_text("utf-8"), "Faults")
    kinds = {word.removeprefix("incident.") for game in catalogue().values()
             for word in game.words["en"] if word.startswith("incident.")}
    assert kinds
    assert not kinds - named(text)


def test_every_route_is_told() -> None:
    text = (DOCS / "api.md").read_text("utf-8")
    for handler in (*api.ROUTES, *staff.ROUTES):
        for path in handler.paths:
            last = [part for part in path.split("/") if part and "{" not in part][-1]
            assert f"/{last}" in text or f"`{last}`" in text, path


def test_every_act_of_staff_is_told() -> None:
    text = section((DOCS / "house.md").read_text("utf-8"), "Staff")
    missing = [act for act in ALLOWED if act not in text]
    assert not missing


def test_links_lead_somewhere() -> None:
    for page in DOCS.glob("**/*.md"):
        for link in re.findall(r"\]\(([^)#:]+\.md)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
