"""Several modules of a page in one file.

A browser that fetches eighty small modules, six at a time, waits longer for answers than for
bytes, and small files compress badly. A joined script has the modules one after another, each in a
function that returns what the module exports:

    modules['core/dom.js'] ??= (() => {
    const { hit } = modules['core/press.js'];
    ...
    return { byId, find };
    })();

Only the lines of imports and exports differ from the file of the module, and those of comments are
empty, because comments are a quarter of what a browser would fetch. Each stays a line; a source map
leads a debugger to the files themselves. All joined scripts of a page share `modules`,
which the first of them declares, so a module runs once. The modules of the pages are plain in three
ways that this needs, and a test holds them to it: no cycles, no default exports, and no export that
changes its value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

import msgspec

from sabot.web import module_graph
from sabot.web.module_graph import Read

_EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) (?:(\w+)|\{ ([\w:, ]+) \}))", re.M)
_ALL_OF = re.compile(r"^export \* from '([^']+)';", re.M)
_LEFT = re.compile(r"^(?:import|export)\b(?! ?\().*", re.M)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.M)
_AWAIT = re.compile(r"^(?![ /*])(?!.*\basync\b).*\bawait ", re.M)
_PATH = re.compile(r"joined/(\w+)/(\w+)\.(\w+)\.js(\.map)?")
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Place(msgspec.Struct, frozen=True):
    """What the path of a joined script means: its page (``table``), the module that it is for, and
    whether its source map is asked for."""

    page: str
    module: str
    is_map: bool


class Joined(msgspec.Struct, frozen=True):
    """A joined script and its source map."""

    script: str
    source_map: str


def path_of(page: str, module: str) -> str:
    """Return the path of the joined script of a page for a module. It is as deep as that of a
    module, so addresses relative to it stay right."""
    return f"joined/{page}/{_name(module)}"


def place_of(path: str) -> Place | None:
    """Return what a path means, None where it is not that of a joined script."""
    match = _PATH.fullmatch(path)
    return Place(match[1], f"js/{match[2]}/{match[3]}.js", bool(match[4])) if match else None


def join(entry: str, modules: Iterable[str], first: str, read: Read) -> Joined:
    """Join modules, what is needed first coming first, as the script that stands for the module
    ``entry``. ``first`` is the module of the page's first joined script.

    Raises ValueError for an import or export that cannot be joined.
    """
    lines: list[tuple[str, int, int]] = []  # of the script, with the source and the line in it
    sources = list(modules)
    lines.append(("export const modules = {};" if entry == first
                  else f"import {{ modules }} from './{_name(first)}';", 0, 0))
    for source, path in enumerate(sources):
        text = read(path) or ""
        head = "await (async () => {" if _AWAIT.search(text) else "(() => {"
        body = _body(path, text).splitlines()
        returned = [f"...modules['{_key(all_of)}']" for all_of in _all_of(path, text)]
        returned += _exported(text)
        lines += [(f"modules['{_key(path)}'] ??= {head}", source, 0),
                  *((line, source, number) for number, line in enumerate(body)),
                  (f"return {{ {', '.join(returned)} }};", source, len(body)),
                  ("})();", source, len(body))]
    if names := list(names_of(entry, read)):
        lines.append((f"export const {{ {', '.join(names)} }} = modules['{_key(entry)}'];", 0, 0))
    script = "\n".join([*(line for line, _, _ in lines),
                        f"//# sourceMappingURL={_name(entry)}.map", ""])
    return Joined(script, json.dumps({
        "version": 3, "sources": [f"../../{source}" for source in sources], "names": [],
        "mappings": _mappings((source, number) for _, source, number in lines)}))


def names_of(path: str, read: Read) -> Iterator[str]:
    """Return the names that a module exports."""
    text = read(path) or ""
    for all_of in _all_of(path, text):
        yield from names_of(all_of, read)
    yield from _exported(text)


def _body(path: str, text: str) -> str:
    """Return a module with its imports and exports as a function has them."""
    def imported(match: re.Match[str]) -> str:
        what = match[0].removeprefix("import ").rpartition(" from ")[0]
        if not what or _ALL_OF.fullmatch(match[0]):
            return ""
        if not what.startswith(("{", "* as ")):
            return match[0]
        names = what.removeprefix("* as ").replace(" as ", ": ")
        return f"const {names} = modules['{_key(module_graph.module_path(path, match[1]))}'];"

    def later(match: re.Match[str]) -> str:
        return f"import('./{_name(module_graph.module_path(path, match[1]))}')"

    text = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    body = module_graph.LATER.sub(later, _EXPORT.sub("", module_graph.IMPORTS.sub(imported, text)))
    if left := _LEFT.search(body):
        raise ValueError(f"{path} cannot be joined: {left[0]}")
    return body


def _exported(text: str) -> list[str]:
    return [name.rpartition(": ")[2] for match in _EXPORT.finditer(text)
            for name in (match[1] or match[2]).split(", ")]


def _all_of(path: str, text: str) -> list[str]:
    return [module_graph.module_path(path, relative) for relative in _ALL_OF.findall(text)]


def _key(path: str) -> str:
    return path.removeprefix("js/")


def _name(module: str) -> str:
    return _key(module).replace("/", ".")


def _mappings(places: Iterable[tuple[int, int]]) -> str:
    """Return the mappings of a source map: for each line the source and the line in it, as
    differences to those before, in the base 64 of source maps."""
    groups, source, line = [], 0, 0
    for its_source, its_line in places:
        groups.append("A" + _digits(its_source - source) + _digits(its_line - line) + "A")
        source, line = its_source, its_line
    return ";".join(groups)


def _digits(value: int) -> str:
    rest = abs(value) << 1 | (value < 0)
    digits = ""
    while rest >= 32:
        digits += _DIGITS[rest & 31 | 32]
        rest >>= 5
    return digits + _DIGITS[rest]
