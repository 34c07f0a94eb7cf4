"""Names of players: no two look alike, and none looks like a name of the house's own people.

Two names are the same when they read the same: without case, accents, width, blanks and signs, and
with look-alike letters of other alphabets read as Latin ones.
"""

from __future__ import annotations

import re
import unicodedata

LENGTH = 24
_BLANKS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that count as letters or signs and show nothing."""
_ALIKE = str.maketrans(
    # Cyrillic and Greek letters that look like Latin ones, Latin ones that no normal form takes
    # apart, and letters and signs that are drawn as one stroke or stand for letters.
    "авекмнорстухіјѕԁһӏқԛԝґα" "βεικνορτυχωηγµμ" "øłđðþæœıŋſ" "l$@|!€",
    "abekmhopctyxijsdhikqwra" "beikvoptuxwnyuu" "oiddpaeinf" "isaiie")
_DIGITS = str.maketrans("01345", "oieas")
_DIGIT = re.compile(r"[01345](?=[^\W\d_])")
_FILLING = (
    "a o as os um uma the an el la le les il da do das dos de del di of sr sra srta dr dra dom "
    "dona mr mrs ms mx senhor senhora and chefe chief head real 之 的")
RESERVED = (
    # Portuguese
    "banca", "banqueiro", "banco", "casa", "croupier", "crupie", "crupiê", "crupier",
    "pagador", "fiscal", "fiscal de banca", "chefe de banca", "chefe de partida", "chefe de mesa",
    "chefe de sala", "supervisor", "supervisora", "inspetor", "inspector", "inspetora",
    "inspectora", "caixa", "tesouraria", "pessoal", "funcionário", "funcionária", "operador",
    "operadora", "administrador", "administradora", "administração", "sistema", "sala de jogo",
    "casino", "concessionária", "suporte", "apoio",
    # English
    "bank", "banker", "house", "dealer", "stickman", "boxman", "shuffler", "pit boss", "floorman",
    "floor manager", "floor person", "floor supervisor", "manager", "inspection", "cashier", "cage",
    "staff", "employee", "operator", "admin", "administrator", "system", "moderator", "support",
    "security", "surveillance", "regulator", "gaming room", "sabot",
    # Chinese, in traditional and in simplified characters
    "莊家", "庄家", "莊", "庄", "荷官", "莊荷", "庄荷", "賭場", "赌场", "娛樂場", "娱乐场", "場方",
    "场方", "銀行", "银行", "監場", "监场", "監督", "监督", "主管", "經理", "经理", "督察", "巡場",
    "出納", "出纳", "收銀", "收银", "帳房", "账房", "員工", "员工", "職員", "职员", "營運商",
    "营运商", "管理員", "管理员", "系統", "系统", "客服", "檯主",
)
"""Names of the people who run a game, in the languages of the house."""


def display_name(name: str, length: int = LENGTH) -> str:
    """Return a name as others may see it: one line of visible characters, at most two marks on a
    letter, and at most ``length`` characters."""
    name = unicodedata.normalize("NFC", name)
    seen, marks = "", 0
    for c in name:
        marks = marks + 1 if unicodedata.category(c)[0] == "M" else 0
        if c in _BLANKS or c.isspace():
            seen += " "
        elif c.isprintable() and marks <= 2:
            seen += c
    return " ".join(seen.split())[:length].rstrip()


def _words(name: str) -> list[str]:
    """Return the words of a name as they are read."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    read = "".join(
        " " if c in _BLANKS or c.isspace() or (unicodedata.category(c)[0] in "PZ" and c not in "@!")
        else "" if unicodedata.category(c)[0] in "MC" else c for c in plain)
    # A digit before a letter is read as a letter: "Cr0upier". After a name it is a number.
    return _DIGIT.sub(lambda d: d[0].translate(_DIGITS), read).translate(_ALIKE).split()


def fold(name: str) -> str:
    """Return how a name is read: equal for two names that look alike; "" for a name of signs alone.
    """
    return "".join(_words(name))


_SKIPPED = frozenset(_words(_FILLING))
_WORDS = frozenset(words[0] for one in RESERVED if len(words := _words(one)) == 1)
_WHOLE = frozenset(map(fold, RESERVED))
_ARTICLES = tuple(map(fold, ("the", "o", "a", "os", "as", "sr", "sra", "mr", "mrs", "ms")))
_NUMBER, _ROMAN = re.compile(r"[\di]+$"), re.compile(r"[ivx]+")


def is_reserved(name: str) -> bool:
    """Whether a name is reserved: a word for those who run the games, also with an article, a title
    or a number, or a name marked as a bot."""
    words = [w for word in _words(name) if (w := "".join(filter(str.isalnum, word)))]
    if words and words[-1] == "bot":
        return True
    significant = [word for word in words if word not in _SKIPPED and not _ROMAN.fullmatch(word)
                   and _NUMBER.sub("", word)]
    if significant and all(
        word in _WORDS or _NUMBER.sub("", word) in _WORDS for word in significant):
        return True
    whole = "".join(words)
    return any(rest in _WHOLE for candidate in (whole, _NUMBER.sub("", whole)) for rest in (
        candidate, *(candidate.removeprefix(article) for article in _ARTICLES)))


def add_number(name: str, n: int) -> str:
    """Return a name with a number: "Bob 2"."""
    tail = f" {n}"
    return name[:LENGTH - len(tail)].rstrip() + tail


class Directory:
    """The names of all players of a house; each belongs to one player. The house's own players
    (bots), which have reserved names, are called alike at all tables."""

    def __init__(self) -> None:
        self._holders: dict[str, str] = {}
        self._next: dict[str, int] = {}
        self._shown: dict[str, str] = {}
        self._given: dict[str, str] = {}
        self._bots: dict[str, str] = {}

    def add(self, player: str, name: str, otherwise: str = "Jogador") -> str:
        """Add a player and return the name under which others see them: their own, with a number
        when another has it. A name without a letter, or a reserved one, becomes ``otherwise`` with
        a number."""
        if player not in self._shown:
            free_name = self._free(display_name(name), otherwise)
            self._holders[fold(free_name)] = player
            self._shown[player] = free_name
        return self._shown[player]

    def _free(self, name: str, otherwise: str) -> str:
        if not fold(name) or is_reserved(name):
            base, n, name = otherwise, len(self._shown) + 1, ""
        elif counted := _COUNTED.fullmatch(name):
            base, n = counted[1], int(counted[2]) + 1
        else:
            base, n = name, 2
        key = fold(base)
        while not name or fold(name) in self._holders:
            n = max(n, self._next.get(key, 0))
            name = add_number(base, n)
            self._next[key] = n + 1
        return name

    def learn(self, player: str, name: str, *, bot: bool) -> None:
        """Add a player of whom the journal tells, if they have a name."""
        if name and bot:
            self.add_bot(player, name)
        elif name:
            self.add(player, name)

    def add_bot(self, player: str, name: str) -> None:
        """Add a player of the house under this name."""
        self._bots[player] = name

    def rename(self, player: str, name: str) -> bool:
        """Give a player a name of their own choice, "" for their first one again; False when
        another player has it. It lasts as long as this directory."""
        before = self._shown.get(player)
        if before is None:
            return False
        name = name or self._given.get(player, before)
        if self._holders.get(fold(name), player) != player:
            return False
        self._given.setdefault(player, before)
        self._holders.pop(fold(before), None)
        self._holders[fold(name)] = player
        # The first name stays theirs, so that they can have it back.
        self._holders.setdefault(fold(self._given[player]), player)
        self._shown[player] = name
        return True

    def remove(self, player: str) -> None:
        """Remove a player's name; another may then have it."""
        self._bots.pop(player, None)
        for name in (self._shown.pop(player, None), self._given.pop(player, None)):
            if name is not None:
                self._holders.pop(fold(name), None)

    def name(self, player: str) -> str | None:
        """Return the name of a player, None for an unknown one."""
        return self._shown.get(player) or self._bots.get(player)

    def __len__(self) -> int:
        return len(self._shown)


_COUNTED = re.compile(r"(.+) (\d{1,6})")
