"""What the pages for staff and for programs stand on: true descriptions, and no inline script."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from litestar import Litestar

from sabot.house import House
from sabot.house.table import messages
from sabot.ledger import Ledger
from sabot.web.app import create_app
from sabot.web.auth import Signer

STATIC = Path(str(resources.files("sabot.web") / "static"))
PAGES = sorted(STATIC.glob("*.html"))
SCRIPTS = sorted(STATIC.glob("js/*/*.js"))
ROOMS = ("core", "settings", "machine", "record", "cloths", "odds", "lobby", "table", "operator",
         "law", "apidoc")
"""The rooms of the scripts: each imports from itself and from those before it."""


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    with Ledger.open(f"sqlite:///{tmp_path / 'books.sqlite3'}") as books:
        return create_app(House(books, {}), Signer("k" * 40))


def test_every_route_says_what_it_does(app: Litestar) -> None:
    paths = app.openapi_schema.to_schema()["paths"]
    descriptions = {(path, method): way.get("description", "") for path, ways in paths.items()
                    for method, way in ways.items()}
    assert ("/api/staff/me", "get") in descriptions
    assert [route for route, words in descriptions.items() if not words] == []


def test_every_message_says_what_it_is_and_names_its_kind() -> None:
    catalogue = messages.catalogue()
    for name in catalogue.client + catalogue.server:
        schema = catalogue.schemas[name]
        assert schema["description"]
        assert len(schema["properties"]["t"]["enum"]) == 1


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_a_page_has_no_inline_script(page: Path) -> None:
    text = page.read_text("utf-8")
    scripts = re.findall(r"<script\b([^>]*)>(.*?)</script>", text, re.S)
    assert scripts
    assert all("src=" in attributes and not body.strip() for attributes, body in scripts)
    assert not re.search(r"\son\w+=", text)


@pytest.mark.parametrize("file", [*PAGES, *SCRIPTS], ids=lambda p: p.name)
def test_a_style_or_script_that_is_named_by_its_address_is_there(file: Path) -> None:
    """Addresses are those of the page, whoever names them."""
    for address in re.findall(r'(?:href|src)="/?([\w./]+\.(?:css|js))"', file.read_text("utf-8")):
        assert (STATIC / address).is_file(), address


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_a_script_imports_what_is_there_from_its_own_room_or_one_below(script: Path) -> None:
    form = re.compile(r"^import (?:\{([^}]+)\}|\* as \w+) from '([^']+)';$", re.M)
    for names, source in form.findall(script.read_text("utf-8")):
        path = (script.parent / source).resolve()
        assert ROOMS.index(path.parent.name) <= ROOMS.index(script.parent.name), source
        source_text = path.read_text("utf-8")
        for name in (one.split(" as ")[0].strip() for one in names.split(",") if names):
            assert re.search(rf"export .*\b{name}\b",
                             source_text), f"{source} does not give {name}"
