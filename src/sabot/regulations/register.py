"""The register: regulations as rows, one for each obligation, with its kind, its text and its
traps."""

from __future__ import annotations

import csv
import difflib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import msgspec

from sabot.regulations import packages
from sabot.words import phrase

KINDS = frozenset((
    "accounting", "admin", "announcement", "bet", "conduct", "decision", "equipment", "fault",
    "information", "jackpot", "layout", "limit", "object", "order", "payout", "platform",
    "procedure",
))
"""The kinds of row."""


class Amendment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act that changed a regulation and that this register does not hold: its title, and what it
    changed in Portuguese, English and Chinese."""

    act: str
    what: tuple[str, str, str]


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A regulation: its key in the register, its titles, the day or year of publication, and the
    regulation of this register that replaced it, if any.

    It is in force from ``since`` until the day before ``until`` ("" while it is in force): days, or
    a year where no more is known. ``dates`` says what is known of them, in Portuguese, English and
    Chinese. ``read`` says what the rows are based on where the whole published text was not read,
    "" where it was. The rows have the text as it was first published; ``amendments`` are the acts
    that are known to have changed it since. ``chinese`` are its title and short title in Chinese.
    """

    key: str
    title: str
    short: str
    published: str
    since: str
    replaced_by: str = ""
    until: str = ""
    dates: tuple[str, str, str] = ("", "", "")
    read: str = ""
    amendments: tuple[Amendment, ...] = ()
    chinese: tuple[str, str] = ("", "")

    def title_in(self, lang: str) -> tuple[str, str, str]:
        """The title and the short title in a language, and the language in which they are: the
        official ones, in Portuguese, or in Chinese for a regulation that has Chinese ones."""
        if lang == "zh" and self.chinese[0]:
            return (*self.chinese, "zh")
        return self.title, self.short, "pt"

    @property
    def row_languages(self) -> tuple[str, ...]:
        """The languages in which every row of it stands in the register of this program."""
        return ("en", "pt", "zh") if self.key.startswith("mo-") else ("en", "pt")

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which it was published; the first is that of the calls at its tables."""
        return ("zh", "pt") if self.key.startswith("mo-") else ("pt",)


_KEY = re.compile(r"[a-z]{2}-[A-Za-z0-9-]+")
DOCUMENTS = {
    d.key: d
    for d in (
        Document("mo-22-96-M", "Portaria n.º 22/96/M (Macau): 3-card baccarat game",
                 "Portaria 22/96/M", "1996", "1996",
                 dates=("assinada em 22 de janeiro de 1996", "signed on 22 January 1996",
                        "1996年1月22日簽署"),
                 amendments=(Amendment("Portaria n.º 219/96/M", (
                     "altera 1.2, 2.2, 2.5 e 4.1; a fonte que foi lida assinala-os e não diz se "
                     "mostra o texto primitivo ou o novo",
                     "changes 1.2, 2.2, 2.5 and 4.1; the source that was read marks them and does "
                     "not say whether it shows the first text or the new one",
                     "修改1.2、2.2、2.5及4.1；所讀的來源標明該等條文，但沒有說明所載的是原文還是"
                     "新文")),),
                 chinese=("第22/96/M號訓令（澳門）：三張牌百家樂", "第22/96/M號訓令")),
        Document("mo-57-2009", "Despacho do Secretário para a Economia e Finanças n.º 57/2009 "
                 "(Macau): black jack", "Despacho 57/2009", "2009", "2009",
                 dates=("o dia seguinte ao da publicação; assinado em 30 de março "
                        "de 2009",
                        "the day after its publication; signed on 30 March 2009",
                        "即公布翌日；2009年3月30日簽署"),
                 chinese=("第57/2009號經濟財政司司長批示（澳門）：二十一點",
                          "第57/2009號批示")),
        Document("mo-fantan", "Fantan (Macau): Despacho Regulamentar Externo do Secretário para a "
                 "Economia e Finanças n.º 58/2004, lido em parte, com a Portaria n.º 178/89/M e "
                 "relatos do jogo", "Despacho 58/2004 (em parte)", "2004-05-17", "2004-05-18",
                 dates=("o dia seguinte ao da publicação; assinado em 12 de maio de "
                        "2004",
                        "the day after its publication; signed on 12 May 2004",
                        "即公布翌日；2004年5月12日簽署"),
                 chinese=("番攤（澳門）：第58/2004號經濟財政司司長對外規範性批示（部分）、"
                          "第178/89/M號訓令及遊戲的記述", "第58/2004號批示（部分）"),
                 read="rows 58-2004 are Despacho n.º 58/2004, of which articles 1, 2 and 3.1 were "
                 "read, in a reprint of its Chinese text; rows 178-89 are articles 6 and 7 of "
                 "Portaria n.º 178/89/M, which it revoked, as the gazette shows them, article 7 no "
                 "further than its first prize; rows told are what visitors of the casinos write"),
        Document("pt-1364-2001", "Portaria n.º 1364/2001: blackjack/21", "Portaria 1364/2001",
                 "2001-12-06", "2001-12-07", replaced_by="pt-217-2007", until="2005",
                 dates=("o dia seguinte ao da publicação; reunida com outras na "
                        "Portaria 817/2005, de 13 de setembro de 2005, cujas regras a Portaria "
                        "217/2007 revogou",
                        "the day after its publication; gathered with others into "
                        "Portaria 817/2005 of 13 September 2005, whose rules Portaria 217/2007 "
                        "revoked",
                        "即公布翌日；2005年9月13日與其他規章合併為第817/2005號訓令，"
                        "其規則由第217/2007號訓令廢止")),
        Document("pt-217-2007", "Portaria n.º 217/2007: jogos de fortuna ou azar",
                 "Portaria 217/2007", "2007-02-26", "2007-03-01",
                 dates=("o primeiro dia do mês seguinte ao da publicação",
                        "the first day of the month after its publication",
                        "即公布後翌月首日"),
                 amendments=(Amendment("Portaria n.º 401/2015", (
                     "acrescenta torneios", "adds tournaments", "增設錦標賽")),)),
        Document("pt-805-2015", "Regulamento n.º 805/2015: regras do jogo blackjack/21 online",
                 "Regulamento 805/2015", "2015-11-26", "2015-11-26",
                 dates=("o dia da publicação; as suas regras não dizem em que dia entram em vigor",
                        "the day of its publication; its rules name no day of entry into force",
                        "即公布之日；規則未訂明生效日期")),
    )
}


WITHDRAWN = {"pt-217-2007/craps/11.1.pay-dont": "ir/135"}
"""Citations of earlier versions of this program that are in no published text, each with its
replacement. Journals of those versions still contain them."""


class Wording(NamedTuple):
    """The text and the note of a row in one language."""

    lang: str
    text: str
    note: str


class Row(NamedTuple):
    """One obligation of the register.

    ``id`` is ``document/section/rule``; letters and dots in ``rule`` are the law's own, a final
    ``-2`` or ``-3`` is the register's split of one rule. ``note`` holds traps and open questions.
    It is in force from ``since`` until the day before ``until``, "" where these are the days of its
    regulation.
    """

    id: str
    game: str
    kind: str
    text: str
    note: str
    since: str = ""
    until: str = ""

    @property
    def document(self) -> str:
        """The id of the regulation."""
        return self.id.split("/", 1)[0]

    @property
    def section(self) -> str:
        """The id of the section, with the regulation."""
        return self.id.rsplit("/", 1)[0]

    @property
    def rule(self) -> str:
        """The rule within its section."""
        return self.id.rsplit("/", 1)[1]

    def wording(self, lang: str) -> Wording:
        """The row in a language, in English where its document has no rows in that language."""
        return _wordings(self.document, lang).get(self.id) or Wording("en", self.text, self.note)


class UnknownClause(LookupError):
    """A citation of a rule that is not in the register."""


@cache
def documents() -> dict[str, Document]:
    """The regulations of the program, and those of installed packages of games, by their keys.
    ValueError where one of these is invalid."""
    by_key = dict(DOCUMENTS)
    for package, folder in packages.law_folders().items():
        file = folder / "documents.toml"
        for record in tomllib.loads(file.read_text("utf-8")).get("document", []) \
                if file.is_file() else []:
            try:
                entry = msgspec.convert(record, Document)
            except msgspec.ValidationError as error:
                raise ValueError(f"{file}: {error}") from None
            if entry.key in by_key or not _KEY.fullmatch(entry.key):
                raise ValueError(phrase("{file}: the key {key} is taken, or is not two small "
                                        "letters for a country, - and a name (package {package})",
                                        file=file, key=repr(entry.key), package=package))
            by_key[entry.key] = entry
    return by_key


def _records(key: str, name: str) -> Iterator[dict[str, str]]:
    """The lines of a file of the register, by column: ``name`` is that of a regulation, with
    ``.pt`` or ``.zh`` for its rows in another language; none where there is no such file."""
    folders = [resources.files(__package__) / "register"] if key in DOCUMENTS \
        else [*packages.law_folders().values()]
    for folder in folders:
        if (file := folder / f"{name}.tsv").is_file():
            return read_records(file)
    return iter(())


def read_records(file: Traversable) -> Iterator[dict[str, str]]:
    """The lines of a file of values between tabs, by the names in its first line; none where there
    is no such file. Quotation marks are letters like others."""
    if file.is_file():
        lines = file.read_text("utf-8").splitlines()
        for record in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield {column: (value or "").strip() for column, value in record.items()}


@cache
def _wordings(key: str, lang: str) -> dict[str, Wording]:
    """The rows of a regulation in another language than English, by id."""
    return {record["id"]: Wording(lang, record["text"], record["note"])
            for record in (() if lang == "en" else _records(key, f"{key}.{lang}"))}


@cache
def rows() -> dict[str, Row]:
    """Every row of the register by its id, in the order of the documents: those of the regulations
    as they were first published, then those that amending acts add."""
    added = {entry.id: entry for folder in act_folders() for file in folder.iterdir()
             if file.name.endswith(".toml")
             for entry in _added_rows(tomllib.loads(file.read_text("utf-8")))}
    return {**published_rows(), **added} if added else published_rows()


def act_folders() -> list[Traversable]:
    """The folders of amending acts: that of the register, and those of packages of games."""
    return [folder for folder in (
        resources.files(__package__) / "register" / "acts",
        *(folder / "acts" for folder in packages.law_folders().values())) if folder.is_dir()]


def _added_rows(act: dict[str, Any]) -> Iterator[Row]:
    """The rows that an amending act adds (`sabot.regulations.dated` reads the whole act)."""
    for change in act["change"]:
        if change["does"] == "add":
            row_id = f"{act['document']}/{change['row']}"
            game = next((entry.game for entry in published_rows().values()
                         if entry.section == row_id.rpartition("/")[0]), "")
            yield Row(row_id, game, change["kind"], change["text"]["en"],
                      change.get("note", {}).get("en", ""), str(act["since"]))


@cache
def published_rows() -> dict[str, Row]:
    """Every row of the regulations as they were first published, by its id."""
    rows_by_id: dict[str, Row] = {}
    for key in documents():
        for record in _records(key, key):
            entry = Row(**record)
            if entry.id in rows_by_id:
                raise ValueError(phrase("the register holds {id} twice", id=entry.id))
            rows_by_id[entry.id] = entry
    return rows_by_id


@cache
def sections() -> dict[str, tuple[Row, ...]]:
    """The rows of each ``document/section``."""
    grouped: dict[str, list[Row]] = {}
    for entry in rows().values():
        grouped.setdefault(entry.section, []).append(entry)
    return {key: tuple(value) for key, value in grouped.items()}


def document(row_id: str) -> Document:
    """The regulation that a row or section belongs to."""
    return documents()[row_id.split("/", 1)[0]]


def row(row_id: str) -> Row:
    """The row with this id. UnknownClause names the nearest ids when there is none, and the
    replacement of a withdrawn citation."""
    try:
        return rows()[row_id]
    except KeyError:
        if (instead := WITHDRAWN.get(row_id)) is not None:
            raise UnknownClause(phrase("{row_id} is not a rule of the published text: earlier "
                                       "versions of this program cited it for an interpretation, "
                                       "{instead}", row_id=row_id, instead=instead)) from None
        near = difflib.get_close_matches(row_id, rows(), n=3, cutoff=0.5)
        raise UnknownClause(phrase(
            "the register has no row {row_id}; the nearest are {near}" if near else
            "the register has no row {row_id}", row_id=repr(row_id), near=", ".join(near))
        ) from None


def current(clause: str) -> str:
    """The replacement of a withdrawn citation; every other citation unchanged."""
    return WITHDRAWN.get(clause, clause)


def find(prefix: str) -> list[Row]:
    """The row with this id, or every row of a document or section."""
    if prefix in rows():
        return [rows()[prefix]]
    return [entry for entry in rows().values() if entry.id.startswith(prefix.rstrip("/") + "/")]


def search(words: str, lang: str = "en") -> list[Row]:
    """Rows whose id, text or note, in a language, contains every one of the words, in any order."""
    wanted = words.casefold().split()
    return [entry for entry in rows().values()
            if all(word in " ".join((entry.id, *entry.wording(lang)[1:])).casefold()
                   for word in wanted)]
