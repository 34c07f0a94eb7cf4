"""The files of the pages as browsers get them.

Each file is read once and compressed once. Its address has the version of all files in front of it
(``/v-1a2b3c4d/js/table/table.js``), so a browser keeps it for good, and after an upgrade asks for
other addresses. Imports in scripts and addresses in styles are relative: they stay in their
version. A page itself has no version. It gets its modules joined in a few scripts, and its head a
link for each of them, so that all are on their way at once.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
import os
import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import brotli
import msgspec

from sabot.web import joined_scripts, module_graph, page_words, translations
from sabot.web.file_lifetimes import FOREVER, STATIC_CACHE, is_compressed, is_named_by_content
from sabot.words import LANGS

SMALL = 500
"""Bytes below which a compressed form is not worth its header."""
QUICK, HIGHEST = 5, 11
"""Qualities of Brotli: the first is at hand at once, the second takes ten times as long."""
REST = 10.0
"""Seconds between two looks at which files are to be compressed as far as possible."""
MADE = 300
"""How many files made from others are kept."""
LOOK = 1.0
"""Seconds for which the files are taken to be unchanged."""

_VERSIONED = re.compile(r"v-([0-9a-f]{8})/(.+)")
_ASSET = re.compile(
    r'\b(href|src)="(/?)((?:js|joined|styles|type|machines|sound)/[^"?#]+|icon\.svg)"')
_LINK = re.compile(r"<link\b[^>]*>")
_MODULE = re.compile(r'(<script\b[^>]*\btype="module"[^>]*\bsrc="/?)([^"]+)(?=")')
_FELT = re.compile(r'\bdata-felt="([\w ]+)"')
_HREF = re.compile(r'\bhref="/?([^"]+)"')
_STYLES = re.compile(r'(?:<link rel="stylesheet" href="/?styles/[\w-]+\.css"[^>]*>)+')
_COMMENT = re.compile(rb"/\*.*?\*/\n?", re.S)
_JOINED = re.compile(r"styles/([\w-]+(?:\+[\w-]+)+)\.css")
_WORDS = re.compile(r"words/(\w+)(?:\.(\w+))?/(\w+)\.json")


class Form(msgspec.Struct, frozen=True):
    """A file as it is sent: its bytes, and how they are compressed ("" for not)."""

    body: bytes
    encoding: str


class PageFile:
    """One file: its bytes, the type and the digest of them, and their compressed forms."""

    def __init__(self, body: bytes, kind: str, *, compress: bool = True) -> None:
        self.body = body
        self.kind = kind
        self.digest = hashlib.sha256(body).hexdigest()
        self.compressible = compress and len(body) >= SMALL
        self._forms: dict[str, bytes] = {}
        self._is_highest = False

    def form(self, accepted: str) -> Form:
        """Return the form for a client, by its header ``Accept-Encoding``."""
        if self.compressible:
            for encoding in ("br", "gzip"):
                if accepts(accepted, encoding):
                    return Form(self._compressed(encoding), encoding)
        return Form(self.body, "")

    @property
    def was_compressed(self) -> bool:
        """Whether somebody has asked for it in Brotli."""
        return "br" in self._forms

    def compress(self) -> None:
        """Compress the file as far as possible, for all later answers."""
        if self.compressible and not self._is_highest:
            self._forms["br"] = brotli.compress(self.body, quality=HIGHEST)
            self._is_highest = True

    def _compressed(self, encoding: str) -> bytes:
        if encoding not in self._forms:
            self._forms[encoding] = (brotli.compress(self.body, quality=QUICK)
                                     if encoding == "br" else gzip.compress(self.body, 9, mtime=0))
        return self._forms[encoding]


class Answer(msgspec.Struct, frozen=True):
    """A file for a client: status, body, type and headers."""

    status: int
    body: bytes
    kind: str
    headers: dict[str, str]


def accepts(header: str, encoding: str) -> bool:
    """Whether a client takes an encoding, by its header ``Accept-Encoding``."""
    for entry in header.lower().split(","):
        name, _, weight = entry.replace(" ", "").partition(";q=")
        if name == encoding:
            try:
                return float(weight or 1) > 0
            except ValueError:
                return False
    return False


class PageFiles:
    """All files of the pages in a folder, and their words."""

    def __init__(self, folder: Path, *, now: Callable[[], float] = time.monotonic) -> None:
        self._folder = folder
        self._now = now
        self._looked = -LOOK
        self._signature: object = None
        self._files: dict[str, PageFile] = {}
        self._pages: dict[tuple[str, str], PageFile] = {}
        self._made: dict[str, PageFile] = {}
        self._asked: dict[tuple[str, str], page_words.Named] = {}
        self._version = ""
        self._task: asyncio.Task[None] | None = None

    @property
    def version(self) -> str:
        """The version of all files: another one for other bytes."""
        self._look()
        return self._version

    # -- answers -----------------------------------------------------------------------------------

    def answer(self, path: str, headers: Mapping[str, str],
               felt: Callable[[], str] = str) -> Answer | None:
        """Return the file at a path for a client with these headers, None where there is none.
        ``felt`` returns the shape of the table that the page will show, "" for none."""
        self._look()
        path, current = self._unversioned(path.strip("/") or "index.html")
        if path.endswith(".html"):
            file = self._page(path, felt)
        else:
            file = (self._files.get(path) or self._made.get(path)
                    or self._words_of_page(path) or self._joined_styles(path)
                    or self._joined_script(path))
        if file is None:
            return None
        if current or is_named_by_content(path):
            lifetime = FOREVER.to_header()
        elif path.startswith("words/") or self._depends_on_felt(path):
            lifetime = "no-cache"
        else:
            lifetime = STATIC_CACHE.to_header()
        return _answer(file, headers, lifetime)

    def page(self, name: str) -> bytes:
        """Return a page with its head completed."""
        self._look()
        file = self._page(name, str)
        assert file, name
        return file.body

    def modules(self, page: str, felt: str = "") -> list[str]:
        """Return the paths of the modules that a page loads at first."""
        self._look()
        text = _for_felt(self._text(page) or "", felt)
        scripts: dict[str, None] = {}
        for entry in _entries(text) + _preloads(text):
            scripts |= dict.fromkeys(module_graph.closure(entry, self._text))
        return list(scripts)

    # -- compressing -------------------------------------------------------------------------------

    async def start(self) -> None:
        """Compress what is asked for as far as possible, in the background."""
        self._task = asyncio.create_task(self._compress_later())

    async def stop(self) -> None:
        """Compress no more."""
        if self._task:
            self._task.cancel()

    def compress(self) -> None:
        """Compress all files as far as possible."""
        self._look()
        for file in [*self._files.values(), *self._pages.values(), *self._made.values()]:
            file.compress()

    async def _compress_later(self) -> None:
        """Now and then compress as far as possible what somebody has asked for."""
        while True:
            await asyncio.sleep(REST)
            for file in [*self._files.values(), *self._pages.values(), *self._made.values()]:
                if file.was_compressed:
                    await asyncio.to_thread(file.compress)

    # -- reading -----------------------------------------------------------------------------------

    def _look(self) -> None:
        """Read the files again if one has changed."""
        if self._now() - self._looked < LOOK:
            return
        self._looked = self._now()
        signature = {}
        for folder, _, names in os.walk(self._folder):
            for name in names:
                status = (at := Path(folder, name)).stat()
                signature[at.relative_to(self._folder).as_posix()] = (status.st_mtime_ns,
                                                                  status.st_size)
        if signature != self._signature:
            self._signature = signature
            self._read(sorted(signature))

    def _read(self, paths: list[str]) -> None:
        bodies = {path: (self._folder / path).read_bytes() for path in paths}
        bodies |= {f"words/{lang}.json": msgspec.json.encode(words)
                   for lang, words in translations.browser_words().items()}
        files, whole = {}, hashlib.sha256()
        for path, body in bodies.items():
            file = PageFile(body, _kind_of(path), compress=not is_compressed(path))
            known = self._files.get(path)
            files[path] = known if known and known.digest == file.digest else file
            whole.update(f"{path} {file.digest}\n".encode())
        self._files, self._pages, self._made, self._asked = files, {}, {}, {}
        self._version = whole.hexdigest()[:8]

    def _text(self, path: str) -> str | None:
        file = self._files.get(path)
        return file.body.decode("utf-8") if file else None

    def _unversioned(self, path: str) -> tuple[str, bool]:
        """Return a path without its version, and whether that is the present one. Another version
        gets the present files too: a page that was open before an upgrade goes on."""
        match = _VERSIONED.fullmatch(path)
        return (match[2], match[1] == self._version) if match else (path, False)

    def _page(self, name: str, felt: Callable[[], str]) -> PageFile | None:
        text = self._text(name)
        if text is None:
            return None
        shape = felt() if _FELT.search(text) else ""
        if (name, shape) not in self._pages:
            self._pages[name, shape] = PageFile(self._completed(name, text, shape).encode(),
                                                self._files[name].kind)
        return self._pages[name, shape]

    def _depends_on_felt(self, path: str) -> bool:
        """Whether a file is a page that differs with the table that it shows: a table that is
        opened anew may be of another shape."""
        return path.endswith(".html") and bool(_FELT.search(self._text(path) or ""))

    def _scripts(self, page: str, felt: str) -> list[str]:
        """Return the paths of all modules that a page can load, at first or later."""
        text = self._text(page) or ""
        of_others = set(_preloads(text)) - set(_preloads(_for_felt(text, felt))) if felt else ()
        scripts: dict[str, None] = {}
        todo = self.modules(page, felt) if felt else _entries(text)
        while todo:
            path = todo.pop()
            if path in scripts or path in of_others or (script := self._text(path)) is None:
                continue
            scripts[path] = None
            todo += [*module_graph.imports(path, script),
                     *module_graph.later_imports(path, script)]
        return list(scripts)

    def _named(self, page: str, felt: str) -> page_words.Named:
        """Return the words that a page names."""
        if (page, felt) not in self._asked:
            self._asked[page, felt] = page_words.Named(
                self._text(path) or "" for path in [page, *self._scripts(page, felt)])
        return self._asked[page, felt]

    def _words_of_page(self, path: str) -> PageFile | None:
        """Return the words of one page in a language (``words/table.arc/pt.json``): those that it
        names, and those that no page does."""
        match = _WORDS.fullmatch(path)
        page, felt, lang = match.groups(default="") if match else ("", "", "")
        text = self._text(f"{page}.html")
        if text is None or lang not in LANGS or (felt and felt not in _shapes(text)):
            return None
        own = self._named(f"{page}.html", felt)
        others = [self._named(name, "") for name in self._files if name.endswith(".html")]
        words = translations.browser_words()[lang]
        return self._make(path, msgspec.json.encode(
            {key: text for key, text in words.items()
             if key in own or not any(key in named for named in others)}))

    def _joined_script(self, path: str) -> PageFile | None:
        """Return a module with all that it imports, as one script (``joined/table/core.dom.js``):
        without what the page's own scripts have, or an earlier one of these; or its source map."""
        place = joined_scripts.place_of(path)
        text = self._text(f"{place.page}.html") if place else None
        if place is None or text is None or place.module not in self._files:
            return None
        entries = _entries(text)
        before = entries[:entries.index(place.module)] if place.module in entries else entries
        known = {module for entry in before for module in module_graph.closure(entry, self._text)}
        joined = joined_scripts.join(
            place.module, [module for module in module_graph.closure(place.module, self._text)
                           if module not in known], entries[0], self._text)
        return self._make(path, (joined.source_map if place.is_map else joined.script).encode())

    def _joined_styles(self, path: str) -> PageFile | None:
        """Return several styles as one (``styles/tokens+table.css``), without their comments."""
        match = _JOINED.fullmatch(path)
        parts = [f"styles/{name}.css" for name in match[1].split("+")] if match else []
        if not parts or not all(part in self._files for part in parts):
            return None
        return self._make(path, _COMMENT.sub(b"", b"\n".join(self._files[part].body
                                                             for part in parts)))

    def _make(self, path: str, body: bytes) -> PageFile:
        """Return a file made from others, and keep it unless somebody asks for too many."""
        file = PageFile(body, _kind_of(path))
        if len(self._made) < MADE:
            self._made[path] = file
        return file

    def _completed(self, name: str, text: str, felt: str) -> str:
        """Return a page with the version in its addresses, its styles in one file, and its modules
        joined, with links for them: the first script is fetched before the others, and so is what
        it asks for."""
        top = "/" if 'src="/js/' in text else ""
        page = name.removesuffix(".html")
        text = _for_felt(text, felt)
        first, *others = [*_entries(text), *_preloads(text)]
        links = "".join(
            f'<link rel="modulepreload" href="{top}{joined_scripts.path_of(page, module)}"'
            f"""{'' if module == first else ' fetchpriority="low"'}>"""
            for module in [first, *others])
        text = _LINK.sub(lambda link: "" if 'rel="modulepreload"' in link[0] else link[0],
                         _STYLES.sub(_one_style, text))
        text = _MODULE.sub(lambda script: script[1] + joined_scripts.path_of(page, script[2]), text)
        words = _words_path(name, felt, "").split("/")[1]
        text = text.replace("<html ", f'<html data-words="{words}" ', 1)
        text = text.replace("</head>", f"{links}\n</head>", 1)
        return _ASSET.sub(rf'\1="\2v-{self._version}/\3"', text)


def _kind_of(path: str) -> str:
    return mimetypes.guess_type(path)[0] or "text/plain"


def _one_style(links: re.Match[str]) -> str:
    """Return one link for several styles of a page."""
    names = re.findall(r"styles/([\w-]+)\.css", links[0])
    top = "/" if 'href="/' in links[0] else ""
    return f'<link rel="stylesheet" href="{top}styles/{"+".join(names)}.css">'


def _words_path(page: str, felt: str, lang: str) -> str:
    """Return the path of the words of a page for tables of a shape."""
    return f"words/{page.removesuffix('.html')}{felt and f'.{felt}'}/{lang}.json"


def _shapes(text: str) -> set[str]:
    """Return the shapes for which a page loads something of its own."""
    return {shape for shapes in _FELT.findall(text) for shape in shapes.split()}


def _entries(text: str) -> list[str]:
    """Return the modules that a page runs."""
    return [script[1] for script in _MODULE.findall(text)]


def _preloads(text: str) -> list[str]:
    """Return the modules that a page names in links of its own."""
    return [href[1] for link in _LINK.findall(text)
            if 'rel="modulepreload"' in link and (href := _HREF.search(link))]


def _for_felt(text: str, felt: str) -> str:
    """Leave out of a page what it needs for tables of other shapes. Where no shape is known, all
    styles stay."""
    def link_if_needed(link: re.Match[str]) -> str:
        shapes = _FELT.search(link[0])
        if not shapes:
            return link[0]
        needed = felt in shapes[1].split() if felt else 'rel="stylesheet"' in link[0]
        return link[0] if needed else ""
    return _LINK.sub(link_if_needed, text)


def _answer(file: PageFile, headers: Mapping[str, str], lifetime: str) -> Answer:
    form = file.form(headers.get("accept-encoding", ""))
    tag = f'W/"{file.digest[:16]}"'
    sent = {"ETag": tag, "Cache-Control": lifetime}
    if file.compressible:
        sent["Vary"] = "Accept-Encoding"
    known = headers.get("if-none-match", "").split(",")
    if file.digest[:16] in (one.strip().removeprefix("W/").strip('"') for one in known):
        return Answer(304, b"", file.kind, sent)
    if form.encoding:
        sent["Content-Encoding"] = form.encoding
    return Answer(200, form.body, file.kind, sent)
