"""The documentation names what there is (every key of a table file, fault and route), and what it
shows of the terminal is what is printed."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import sabot
import sabot.gym
from sabot.cli import main
from sabot.families.blackjack import Prize
from sabot.games import catalogue
from sabot.games.blackjack_2007.rules import JackpotRules
from sabot.house.people.roles import ALLOWED
from sabot.procedure import table as tables
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.web import api, staff

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def named(text: str) -> set[str]:
    """What stands between backquotes or is set in an example of a file."""
    return {*re.findall(r"`\"?([a-z][\w-]*)", text), *re.findall(r"^(\w+) = ", text, re.M)}


def section(text: str, title: str) -> str:
    """The text below a heading that begins or ends with these words, up to the next one."""
    parts = re.split(r"^## (.+)$", text, flags=re.M)
    found = [body for head, body in zip(parts[1::2], parts[2::2], strict=True)
             if re.search(rf"(^|\s){re.escape(title)}(?![\w-])", head)]
    assert len(found) == 1, title
    return found[0]


def must_say(game: Game) -> set[str]:
    """The rules that a file of the game must say, whatever else it says."""
    if game.open_choices is None:
        return set()
    less = {field.name: False for field in msgspec.structs.fields(game.rules)
            if field.type is bool}
    return {one.what.removeprefix("rules.") for rules in (game.rules(), game.rules(**less))
            for one in game.open_choices.missing({}, Table(game=game.id, name="", rules=rules))}


def test_the_reference_names_what_its_modules_have() -> None:
    """A name that was changed is found here, and not only where the pages are built."""
    text = (DOCS / "reference.md").read_text("utf-8")
    listed = re.findall(r"automodule:: (\S+)\n +:members: (.+)", text)
    assert listed
    assert not [f"{module}.{name}" for module, names in listed for name in names.split(", ")
                if name not in vars(import_module(module))]


def test_every_public_name_is_in_the_reference() -> None:
    text = "".join((DOCS / page).read_text("utf-8") for page in ("library.md", "reference.md"))
    pages = {*re.findall(r"auto(?:class|function):: (\S+)", text)}
    pages |= {f"{module}.{name}" for module, names in re.findall(
        r"automodule:: (\S+)\n +:members: (.+)", text) for name in names.split(", ")}
    names = {name.rpartition(".")[2] for name in pages}
    assert {*sabot._NAMES} <= names
    assert {*sabot.gym.__all__} <= names
    assert re.search(r"automodule:: sabot.hands\n +:members:\n +:imported-members:", text)
    results = {f"sabot.{module}.{name}" for module in {*sabot._NAMES.values()} - {"errors"}
               for name, value in vars(import_module(f"sabot.{module}")).items()
               if isinstance(value, type) and value.__module__ == f"sabot.{module}"
               and not name.startswith("_")}
    assert len(results) > 10 and results <= pages


def test_pages_name_functions_and_files_that_there_are() -> None:
    folders = (ROOT / "src" / "sabot", ROOT, ROOT / "examples/two-coins/src")
    sources = "\n".join(file.read_text("utf-8") for folder in ("src", "tools", "tests", "examples")
                        for file in (ROOT / folder).rglob("*.py"))
    functions = set(re.findall(r"(?:def|class) (\w+)", sources))
    for page in (*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        text = page.read_text("utf-8")
        assert set(re.findall(r"`(?:[\w.]+\.)?(\w+)\(\)`", text)) <= functions, page.name
        assert not [path for path in re.findall(r"`([\w./-]+/[\w.-]+\.py)`", text)
                    if not any((folder / path).is_file() for folder in folders)], page.name


def test_pages_quote_objects_that_their_sources_have() -> None:
    quoted = [(DOCS / file, name) for page in DOCS.glob("*.md") for file, name in re.findall(
        r"literalinclude\} (\S+)\n(?::.+\n)*:pyobject: (\w+)", page.read_text("utf-8"))]
    assert quoted
    assert not [f"{file}: {name}" for file, name in quoted
                if not re.search(rf"^(async )?(def|class) {name}\b", file.read_text("utf-8"), re.M)]


@pytest.mark.parametrize("game_id", catalogue())
def test_every_rule_of_a_game_is_told_with_its_default(game_id: str) -> None:
    text = section((DOCS / "tables.md").read_text("utf-8"), game_id)
    meanings = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", text, re.M))
    fields = [field for field in msgspec.structs.fields(catalogue()[game_id].rules)
              if field.name != "readings"]  # told in interpretations.md
    assert set(meanings) == {field.name for field in fields}
    must = must_say(catalogue()[game_id])
    for field in fields:
        if field.name in must:
            assert re.match(r"required \([\d., ]+\)", meanings[field.name]), field.name
            continue
        default = {None: "none", (): "`[]`"}.get(field.default)
        if field.type is tables.Money:  # in the file it is euros
            default = f"{field.default // 100:,}"
        elif isinstance(field.default, tuple) and field.default:
            default = f"`{[cents // 100 for cents in field.default]}`"
        if isinstance(field.default, msgspec.Struct):
            default = "`{}`"
        if isinstance(field.default, str):
            default = f'`"{field.default}"`'
        assert meanings[field.name].strip() == (default or str(field.default).lower()), field.name


def test_every_key_of_a_table_file_is_told() -> None:
    text = (DOCS / "tables.md").read_text("utf-8")
    kinds = (tables.Clocks, tables.Authorisation, JackpotRules, Prize)
    keys = {field.name for kind in kinds for field in msgspec.structs.fields(kind)}
    file = {field.name for field in msgspec.structs.fields(tables.Table)}
    file -= {"individual", "law_since"}  # no keys of a file
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


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.stem)
def test_what_a_page_shows_of_a_file_is_there(page: Path) -> None:
    for name, options in re.findall(r"^```{literalinclude} (\S+)\n((?::.*\n)*)",
                                    page.read_text("utf-8"), re.M):
        lines = (page.parent / name).read_text("utf-8").splitlines()
        for which, words in re.findall(r"^:(start-\w+|end-\w+): (.+)$", options, re.M):
            assert any(words in line for line in lines), f"{page.name}: {name}: {which} {words}"


def test_the_library_example_of_the_readme_prints_what_it_says(
        capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    example, = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.split() == re.findall(r"# prints (\S+)", example)


# -- what is shown of the terminal ----------------------------------------------------------------

PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]


def fences() -> list[str]:
    """The blocks of the terminal in all pages."""
    return [block for page in PAGES for kind, block in
            re.findall(r"^```(\S*)\n(.*?)^```", page.read_text("utf-8"), re.M | re.S) if not kind]


def commands_with_output() -> list[tuple[str, str]]:
    """Each command whose output is shown, with that output; files of a session are left out."""
    found = []
    for block in fences():
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.replace("\\\n", " ").partition("\n")
            if output.strip() and "evening.jsonl" not in command:
                found.append((command, output))
    return found


def follows(excerpt: str, printed: str) -> None:
    """Every line shown is printed, in this order; "..." and empty lines stand for any others."""
    rest = iter(printed.splitlines())
    for line in excerpt.splitlines():
        if line.strip() not in ("", "..."):
            assert line in rest, f"not printed here: {line!r}\n{printed}"


@pytest.fixture(autouse=True)
def a_wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages show a terminal of a hundred columns, whatever the tests are run in."""
    monkeypatch.setenv("COLUMNS", "100")


@pytest.mark.parametrize(("command", "excerpt"), commands_with_output(),
                         ids=[command for command, _ in commands_with_output()])
def test_what_a_command_prints_is_what_is_shown(command: str, excerpt: str,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    verb = shlex.split(command)[1:]
    if "--workers" in verb:  # the same result for any number
        at = verb.index("--workers")
        del verb[at:at + 2]
    follows(excerpt, CliRunner().invoke(main, verb).stdout)


@pytest.mark.parametrize(("typed", "then"), [("> h", "c\nh\nq\n"), ("> c", "c\ns\nq\n")])
def test_a_coup_is_told_as_the_pages_show_it(typed: str, then: str) -> None:
    excerpt = next(block for block in fences() if block.startswith(typed))
    follows(excerpt, CliRunner().invoke(main, ["play", "blackjack-online", "--seed", "7"],
                                        input=f"b 10\n{then}").stdout)


def test_the_croupier_s_coup_is_told_as_it_is_shown(tmp_path: Path,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed in the page, after the start of a shoe, gives what stands there."""
    monkeypatch.chdir(ROOT)
    coup = next(block for block in fences() if block.startswith("Ana, Rui> Ana: bet"))
    typed = ["Ana: sit 1", "time", "done", "Ana: cut 1 60", "done", "done", "??",
             *re.findall(r"^(?:croupier|Ana|Rui|Ana, Rui)> (.+)$", coup, re.M), "q"]
    journal = str(tmp_path / "evening.jsonl")
    table = "examples/tables/mesa-com-pagador.toml"
    result = CliRunner().invoke(main, [
        "play", "blackjack-2007", "--attended", "--table", table, "--players", "Ana,Rui",
        "--journal", journal], input="\n".join(typed) + "\n")
    follows(coup, result.stdout)
    again = next(block for block in fences() if block.startswith("$ sabot replay"))
    follows(again.partition("\n")[2], CliRunner().invoke(main, ["replay", journal]).stdout)
