"""What a page weighs at its first load, and how long a browser keeps what it got."""

from __future__ import annotations

import gzip
import re
import shutil
from importlib import resources
from pathlib import Path

import brotli
import msgspec
import pytest

from sabot.web import joined_scripts, module_graph, translations
from sabot.web.allowed_hosts import house_hosts
from sabot.web.page_files import LOOK, PageFiles, accepts
from sabot.words import LANGS
from support.open_house import Doors

STATIC = Path(str(resources.files("sabot.web") / "static"))
PAGES = sorted(page.name for page in STATIC.glob("*.html"))
SHAPES = ("arc", "layout", "oval", "ring", "cabinet")
LIMIT = 160_000
"""What the first load of a table weighs at most, in bytes, when everything is compressed well."""
FOR_GOOD = "max-age=31536000, public, immutable"
DEFINES = re.compile(r"^modules\['([^']+)'\] \?\?= ", re.M)
NEEDS = re.compile(r"^(?:const .*|\}) = modules\['([^']+)'\];$")
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
ADDRESS = re.compile(r'(?:href|src)="([^"]+\.(?:js|css|svg|woff2))"')


@pytest.fixture(scope="module")
def files() -> PageFiles:
    return PageFiles(STATIC)


def body(files: PageFiles, path: str, encoding: str = "", felt: str = "") -> bytes:
    answer = files.answer(path, {"accept-encoding": encoding}, lambda: felt)
    assert answer and answer.status == 200, path
    return answer.body


def first_load(files: PageFiles, page: str, felt: str, lang: str) -> list[str]:
    """What a page fetches before it can be read, without fonts."""
    text = body(files, page, felt=felt).decode()
    words = re.search(r'data-words="([^"]+)"', text)
    assert words
    found = {*ADDRESS.findall(text), f"v-{files.version}/words/{words[1]}/{lang}.json"}
    return [page, *sorted(one.lstrip("/") for one in found if not one.endswith(".woff2"))]


@pytest.mark.parametrize("felt", SHAPES)
def test_a_table_weighs_little_at_its_first_load(files: PageFiles, felt: str) -> None:
    """Compressed quickly, as in the first seconds of a house; an eighth less later."""
    for lang in LANGS:
        loads = first_load(files, "table.html", felt, lang)
        assert sum(len(body(files, path, "br", felt)) for path in loads) <= LIMIT * 9 / 8
    for path in first_load(files, "table.html", felt, "pt"):
        whole, squeezed = body(files, path, "", felt), body(files, path, "br", felt)
        assert brotli.decompress(squeezed) == whole if squeezed != whole else len(whole) < 500


@pytest.mark.more
@pytest.mark.parametrize("felt", SHAPES)
def test_a_table_weighs_even_less_when_all_is_compressed(felt: str) -> None:
    files = PageFiles(STATIC)
    for lang in LANGS:
        loads = first_load(files, "table.html", felt, lang)
        for path in loads:
            body(files, path, "br", felt)
        files.compress()
        assert sum(len(body(files, path, "br", felt)) for path in loads) <= LIMIT


@pytest.mark.parametrize("page", PAGES)
def test_another_page_weighs_no_more(files: PageFiles, page: str) -> None:
    if page in ("table.html", "croupier.html"):  # the croupier's has every shape
        return
    loads = first_load(files, page, "", "pt")
    assert sum(len(body(files, path, "br")) for path in loads) <= LIMIT / 1.5
    assert sum(len(body(files, path, "gzip")) for path in loads) <= LIMIT / 1.4


@pytest.mark.parametrize("page", PAGES)
def test_the_scripts_of_a_page_have_every_module_once_after_what_it_imports(
        files: PageFiles, page: str) -> None:
    text = body(files, page).decode()
    links = re.findall(r'rel="modulepreload" href="/?(v-\w{8}/[^"]+)"', text)
    scripts = re.findall(r'type="module"(?: async)? src="/?(v-\w{8}/[^"]+)"', text)
    assert links == scripts and len(scripts) == 2
    defined: list[str] = []
    for script in scripts:
        for line in body(files, script).decode().splitlines():
            if module := DEFINES.match(line):
                assert module[1] not in defined
                defined.append(module[1])
            elif needed := NEEDS.search(line):
                assert needed[1] in defined[:-1], (defined[-1], needed[1])
    assert {f"js/{one}" for one in defined} == set(files.modules(page))


def test_a_script_loaded_later_has_only_what_its_page_lacks(files: PageFiles) -> None:
    at_first = set(files.modules("table.html"))
    for later in ("table/sheets", "table/slip_sheet", "lobby/waiting_lists"):
        script = body(files, f"joined/table/{later.replace('/', '.')}.js").decode()
        defined = {f"js/{one}" for one in DEFINES.findall(script)}
        everything = set(module_graph.closure(
            f"js/{later}.js", lambda path: (STATIC / path).read_text("utf-8")))
        assert defined == everything - at_first and f"js/{later}.js" in defined


@pytest.mark.parametrize("path", ["joined/table/table.begin.js", "joined/table/table.table.js",
                                  "joined/croupier/operator.croupier.js"])
def test_a_joined_script_is_its_modules_line_by_line(files: PageFiles, path: str) -> None:
    """Its source map leads from every line to that line of the module; comments are left out."""
    lines = body(files, path).decode().splitlines()
    drawn = msgspec.json.decode(body(files, f"{path}.map"), type=SourceMap)
    sources = [without_comments((STATIC / one.removeprefix("../../")).read_text("utf-8"))
               for one in drawn.sources]
    source = number = same = 0
    for line, group in zip(lines, drawn.mappings.split(";"), strict=False):
        column, to_source, to_line, to_column = numbers(group)
        source, number = source + to_source, number + to_line
        assert column == to_column == 0
        original = sources[source][min(number, len(sources[source]) - 1)]
        same += line == original
        if line != original and not re.search(r"modules\b|^return \{|^\}\)\(\);", line):
            assert original.removeprefix("export ") == line or "import" in original \
                or original.startswith("export *"), line
    assert same > 0.8 * len(lines)


@pytest.mark.parametrize("line", ["// a", "  /* a */", "/** a\n * b\n */", "/**/"])
def test_lines_of_comments_alone_are_left_out(line: str) -> None:
    text = f"{line}\nexport const a = '//'; // b\n/** @type {{x}} */ (a);\n"
    script = joined_scripts.join("js/core/x.js", ["js/core/x.js"], "", lambda _: text).script
    assert script.splitlines()[2:5 + line.count("\n")] == [
        *[""] * (1 + line.count("\n")), "const a = '//'; // b", "/** @type {x} */ (a);"]


def without_comments(text: str) -> list[str]:
    """The lines of a module, empty where they are only comments."""
    lines, within = [], False
    for line in text.splitlines():
        bare = line.strip()
        comment = within or bare.startswith("//") or (
            bare.startswith("/*") and (bare.endswith("*/") or "*/" not in bare))
        within = comment and (within or bare.startswith("/*")) and not bare.endswith("*/")
        lines.append("" if comment else line)
    return lines


class SourceMap(msgspec.Struct):
    version: int
    sources: list[str]
    mappings: str


def numbers(group: str) -> list[int]:
    """The numbers of a group of a source map."""
    found, value, shift = [], 0, 0
    for digit in map(DIGITS.index, group):
        value += (digit & 31) << shift
        shift += 5
        if digit < 32:
            found.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return found


@pytest.mark.parametrize("line", [
    "export default function f() {}", "import f from './dom.js';", "export let seen = 1;",
    "export { hit as pressed };"])
def test_what_cannot_be_joined_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"js/core/x\.js cannot be joined"):
        joined_scripts.join("js/core/x.js", ["js/core/x.js"], "js/core/x.js", lambda _: line)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_no_modules_by_hand_but_those_of_a_shape(page: str) -> None:
    for link in re.findall(r"<link[^>]+modulepreload[^>]*>", (STATIC / page).read_text("utf-8")):
        assert "data-felt=" in link


def test_every_module_that_is_loaded_later_is_there(files: PageFiles) -> None:
    for script in sorted(STATIC.glob("js/*/*.js")):
        path = script.relative_to(STATIC).as_posix()
        for later in module_graph.later_imports(path, script.read_text("utf-8")):
            assert (STATIC / later).is_file(), (path, later)


@pytest.mark.parametrize("felt", SHAPES)
def test_a_table_gets_the_drawing_of_its_own_shape_alone(files: PageFiles, felt: str) -> None:
    modules = files.modules("table.html", felt)
    builders = [one for one in modules if one.endswith("_builder.js")]
    assert builders == [f"js/table/{felt}_builder.js"]
    assert any("/machine/cabinet.js" in one for one in modules) == (felt == "cabinet")
    text = body(files, "table.html", felt=felt).decode()
    assert re.findall(r"joined/table/table\.(\w+)_builder", text) == [felt]
    styles = re.search(r'href="v-\w{8}/styles/([\w+]+)\.css"', text)
    assert styles and ("ring" in styles[1].split("+")) == (felt == "ring")
    joined = body(files, f"styles/{styles[1]}.css").decode()
    parts = [(STATIC / f"styles/{one}.css").read_text("utf-8") for one in styles[1].split("+")]
    assert joined.split() == " ".join(
        "".join(rest.partition("*/")[2] if i else rest for i, rest in enumerate(part.split("/*")))
        for part in parts).split()


@pytest.mark.parametrize("table, felt", [("shared", "arc"), ("shared~ana", "arc"), ("none", "")])
def test_the_shape_is_that_of_the_table_in_the_address(doors: Doors, table: str, felt: str) -> None:
    text = doors.visitor().http.get("/table.html", params={"id": table}).text
    assert ("arc_builder.js" in text) == bool(felt)
    assert f'data-words="table{felt and "." + felt}"' in text
    assert ("cabinet" in text) == (not felt), "who knows no shape gets the styles of all"


# -- words ----------------------------------------------------------------------------------------


def test_a_page_gets_its_own_words_and_each_word_is_somebodys(files: PageFiles) -> None:
    everything = translations.browser_words()["en"]
    found: set[str] = set()
    for page in PAGES:
        text = body(files, page).decode()
        own = translations_of(files, page.removesuffix(".html"))
        assert own.items() <= everything.items()
        assert set(re.findall(r'data-t(?:-title|-label)?="([\w.-]+)"', text)) <= own.keys()
        found |= own.keys()
    assert found == everything.keys()
    assert len(translations_of(files, "lost")) < len(everything) / 4
    assert "staff.title" not in translations_of(files, "equity")


def translations_of(files: PageFiles, name: str) -> dict[str, str]:
    return msgspec.json.decode(body(files, f"words/{name}/en.json"), type=dict[str, str])


@pytest.mark.parametrize("path", [
    "words/table.square/en.json", "words/nothing/en.json", "words/table/fr.json",
    "joined/table/core.nothing.js", "joined/nothing/core.dom.js", "joined/table/core.dom.css",
    "styles/tokens+nothing.css", "styles/tokens+.css", "v-00000000/nothing.js", "../app.py"])
def test_what_is_not_there_is_not_made(files: PageFiles, path: str) -> None:
    assert files.answer(path, {}) is None


# -- lifetimes ------------------------------------------------------------------------------------


def test_after_a_change_a_page_names_other_addresses(tmp_path: Path) -> None:
    folder, now = tmp_path / "static", [0.0]
    shutil.copytree(STATIC, folder, ignore=shutil.ignore_patterns("*.mp3"))
    files = PageFiles(folder, now=lambda: now[0])
    before, script = files.version, f"v-{files.version}/js/core/dom.js"
    first = files.answer(script, {})
    assert first and first.headers["Cache-Control"] == FOR_GOOD
    page = files.answer("table.html", {})
    assert page
    known = {"if-none-match": page.headers["ETag"]}
    unchanged = files.answer("table.html", known)
    assert unchanged and unchanged.status == 304 and not unchanged.body

    (folder / "js/core/dom.js").write_text("export const changed = 1;\n", "utf-8")
    now[0] += LOOK
    assert files.version != before
    changed = files.answer("table.html", known)
    assert changed and changed.status == 200 and before.encode() not in changed.body
    old = files.answer(script, {})
    assert old and b"changed" in old.body, "a page that is open goes on with what is here now"
    assert old.headers["Cache-Control"] == "max-age=60" and old.headers != first.headers


def test_a_page_that_differs_with_its_table_is_asked_for_at_every_visit() -> None:
    """A table that is opened anew may have another game: the words and styles of the game before
    would not do."""
    files = PageFiles(STATIC)
    shapes = [files.answer("table.html", {}, lambda shape=shape: shape)  # type: ignore[misc]
              for shape in ("arc", "cabinet")]
    assert {page and page.headers["Cache-Control"] for page in shapes} == {"no-cache"}
    assert len({page and page.headers["ETag"] for page in shapes}) == 2
    lobby = files.answer("index.html", {})
    assert lobby and lobby.headers["Cache-Control"] == "max-age=60"


def test_a_page_comes_compressed_as_the_client_likes(doors: Doors) -> None:
    anybody = doors.visitor()
    for path in ("/table.html", "/js/table/table.js", "/words/en.json", "/words/index/en.json"):
        plain = anybody.get(path, **{"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers and plain.headers["vary"]
        for encoding, unpack in (("gzip", gzip.decompress), ("br", brotli.decompress)):
            with anybody.http.stream("GET", path, headers={"Accept-Encoding": encoding}) as answer:
                raw = b"".join(answer.iter_raw())
            assert answer.headers["content-encoding"] == encoding
            assert unpack(raw) == plain.content and len(raw) < len(plain.content) / 2
            assert answer.headers["etag"] == plain.headers["etag"]


def test_a_file_of_this_version_is_kept_for_good_with_few_headers(doors: Doors) -> None:
    anybody = doors.visitor()
    addresses = ADDRESS.findall(anybody.get("/").text)
    script, style = (next(one for one in addresses if one.endswith(end)) for end in (".js", ".css"))
    for address in (script, style):
        headers = anybody.get(f"/{address}").headers
        assert headers["cache-control"] == FOR_GOOD
        assert headers["x-content-type-options"] == "nosniff"
        assert "content-security-policy" not in headers
    drawing = anybody.get("/" + next(one for one in addresses if one.endswith(".svg"))).headers
    assert "default-src 'self'" in drawing["content-security-policy"], "it can be opened as a page"


def test_addresses_are_relative_so_that_a_prefix_may_stand_before_them(doors: Doors) -> None:
    for page in ("/", "/table.html?id=shared", "/law.html"):
        text = doors.visitor().get(page).text
        assert not [one for one in ADDRESS.findall(text) if one.startswith("/")]


def test_another_name_gets_no_file(tmp_path: Path) -> None:
    with Doors(tmp_path, hosts=house_hosts("127.0.0.1", ["casino.example.pt"])) as doors:
        anybody = doors.visitor()
        address = "/" + next(iter(ADDRESS.findall(anybody.get("/").text)))
        assert anybody.get(address, Host="casino.example.pt").status_code == 200
        assert anybody.get(address, Host="evil.example").status_code == 421


@pytest.mark.parametrize("header, encoding, taken", [
    ("gzip, deflate, br, zstd", "br", True), ("gzip", "br", False), ("br;q=0, gzip", "br", False),
    ("BR; q=0.5", "br", True), ("", "gzip", False), ("br;q=much", "br", False)])
def test_an_encoding_is_used_only_where_it_is_taken(header: str, encoding: str, taken: bool
                                                    ) -> None:
    assert accepts(header, encoding) is taken
