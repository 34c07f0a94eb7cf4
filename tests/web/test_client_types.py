"""The types of what a house sends, under which the scripts of its pages are checked."""

from __future__ import annotations

import json
import re

from tools.pages.client_types import FILE, render_types

CLIENT = FILE.parents[1]
SCRIPTS = FILE.parents[3] / "src/sabot/web/static/js"


def test_the_types_are_those_of_the_schemas() -> None:
    assert FILE.read_text("utf-8") == render_types(), (
        "the schemas of the house have changed: "
        "python -m tools.pages.client_types tools/client/types/house.d.ts")


def test_no_script_is_left_out() -> None:
    config = json.loads((CLIENT / "tsconfig.json").read_text("utf-8"))
    assert config["compilerOptions"]["strict"] and config["compilerOptions"]["checkJs"]
    for script in SCRIPTS.rglob("*.js"):
        assert not re.search(r"@ts-(nocheck|ignore)", script.read_text("utf-8")), script


def test_tools_have_versions_and_no_host() -> None:
    wanted = json.loads((CLIENT / "package.json").read_text("utf-8"))["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())
    text = (CLIENT / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in text
    locked = json.loads(text)["packages"]
    assert all("version" in entry and "integrity" in entry
               for name, entry in locked.items() if name)
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
