"""Reads hands in the English text of PokerStars, and of GGPoker, which writes nearly the same: cash
games and tournaments.

The text has a head, the seats, a section for each betting round and a summary. Lines that do not
change the hand (chat, connections, people who come and go) are skipped; any other line that is not
understood refuses its hand, so that no chip is lost in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from sabot.families.pokertable.phh import LONGEST, BadHand, Hand, cards
from sabot.hands.seats import PostKind, Seat, SeatedHand, cents_of
from sabot.words import phrase

FIRST_LINE = re.compile(r"^\ufeff?(?:PokerStars [^\n]*?(?:Hand|Game) #\d+"
                        r"|(?P<gg>Poker Hand #[A-Z]{2}\d+)):", re.MULTILINE)
_GAMES = ("Hold'em", "Omaha Hi/Lo", "Omaha")
_LIMITS = ("No Limit", "Pot Limit", "Limit")
_CODES = {("Hold'em", "No Limit"): "NT", ("Hold'em", "Pot Limit"): "PT",
          ("Hold'em", "Limit"): "FT", ("Omaha", "No Limit"): "NO",
          ("Omaha", "Pot Limit"): "PO", ("Omaha", "Limit"): "FO",
          ("Omaha Hi/Lo", "No Limit"): "NO/8", ("Omaha Hi/Lo", "Pot Limit"): "PO/8",
          ("Omaha Hi/Lo", "Limit"): "FO/8"}
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP"}
_MONEY = r"[$€£]?[0-9][0-9,]*(?:\.[0-9]+)?"
_HEAD = re.compile(
    rf"(?:PokerStars .*?(?:Hand|Game)|Poker Hand) #(?P<hand>\w+): +(?P<title>.*?)"
    rf"(?:(?P<game>{'|'.join(_GAMES)}) (?P<limit>{'|'.join(_LIMITS)})|(?<=: )(?P<plo>PLO))"
    r"(?P<sums>\s*(?:[(),]|- ).*)$")
_STAKES = re.compile(rf"(?:\(|, )(?P<small>{_MONEY})/(?P<big>{_MONEY})"
                     rf"(?: - (?P<cap>{_MONEY}) Cap -)?[^)]*\)")
_TIME = re.compile(r"(\d{4})/(\d\d?)/(\d\d?) (\d\d?):(\d\d):(\d\d) (\w+)")
_TABLE = re.compile(r"Table '(?P<table>.*)' ?(?:(?P<size>\d+)-max)?.*?"
                    r"Seat #(?P<button>\d+) is the button")
_SEAT = re.compile(rf"Seat (?P<number>\d+): (?P<name>.+) \((?P<stack>{_MONEY}) in chips[^)]*\)"
                   r"(?P<out> is sitting out| out of hand.*)?")
_SECTION = re.compile(r"\*\*\* (?P<run>FIRST |SECOND |THIRD )?(?P<street>HOLE CARDS|PRE-?FLOP|FLOP|"
                      r"TURN|RIVER|SHOW ?DOWN|SUMMARY) \*\*\*(?P<cards>.*)")
_RUNS = {"FIRST ": 0, "SECOND ": 1, "THIRD ": 2}
_BRACKETS = re.compile(r"\[([^\]]*)\]")
_DEALT = re.compile(r"Dealt to (?P<name>.+?)(?: \[(?P<cards>[^\]]*)\])*$")
_RETURNED = re.compile(rf"Uncalled bet \((?P<sum>{_MONEY})\) returned to (?P<name>.+)")
_COLLECTED = re.compile(rf"(?P<name>.+) collected (?P<sum>{_MONEY}) from (?:the )?"
                        r"(?:main pot|side pot|pot)(?:[- ]?\d+)?(?: \(.*\))?")
_ADDED = re.compile(rf"Cash Drop to Pot : total (?P<sum>{_MONEY})")
_TOTAL = re.compile(rf"Total pot (?P<pot>{_MONEY}).*?(?P<taken>\| Rake {_MONEY}.*)")
_TAKEN = re.compile(rf"\| \w+ (?P<sum>{_MONEY})")
_MUCKED = re.compile(r"Seat (?P<number>\d+): .* mucked \[(?P<cards>[^\]]*)\]")
_ALL_IN = r"(?: and is all-in| and has reached the .* cap)?"
_POST_WORDS: tuple[tuple[PostKind, str], ...] = (
    ("ante", "ante"), ("both", "small & big blinds"), ("small", "small blind"),
    ("big", "big blind"), ("straddle", "(?:button )?straddle"),
    ("dead", "(?:dead(?: small)?(?: blind)?|missed blind)"))
_POSTS = tuple((kind, re.compile(rf"posts (?:the |a |an )?{words} (?P<sum>{_MONEY}){_ALL_IN}"))
               for kind, words in _POST_WORDS)
_ACTS = re.compile(
    rf"(?:(?P<folds>folds)(?: \[.*\])?|(?P<checks>checks)|calls (?P<calls>{_MONEY})"
    rf"|bets (?P<bets>{_MONEY})|raises {_MONEY} to (?P<raises>{_MONEY})"
    rf"|shows \[(?P<shows>[^\]]*)\](?: \(.*\))?"
    rf"|(?P<mucks>mucks hand|mucks|doesn't show hand)){_ALL_IN}")
_OUT = re.compile(r"(?:is sitting out|sits out|will be allowed to play after the button"
                  r"|\w+ .*\ball-in insurance\b.*|Chooses to EV Cashout"
                  r"|(?:Pays|Receives) (?:EV )?Cashout\b.*)$")
_IDLE = re.compile(
    r".* (?:said, \".*|(?:is|was) (?:dis)?connected.*|has timed out.*|has returned|has left.*"
    r"|leaves the table|joins the table at seat #\d+|(?:is|was) removed from the table.*|sits out"
    r"|is sitting out|stands up|re-?buys and receives .*|takes the add-on .*"
    r"|adds .* chips?.*|finished the tournament.*|wins the tournament.*|wins .* bounty.*"
    r"|wins an? .*|split the .* bounty.*|will be allowed to play after the button"
    r"|(?:has )?reconnected"
    r"|cashed out the hand for .*|(?:chooses|has requested|agrees|votes)\b.*run.*"
    r"|said \(.*)|The (?:blinds|button|table).*|Betting is capped.*|No low hand qualified.*"
    r"|Hand was run (?:twice|three times).*|Board \[.*|.* Board \[.*|low hand qualified.*")
_CANCELLED = re.compile(r"Hand cancelled|hand was cancell?ed", re.IGNORECASE)


class _Act(NamedTuple):
    name: str
    rest: str


def split_hands(text: str) -> Iterator[str]:
    """The text of each hand of a file."""
    starts = [match.start() for match in FIRST_LINE.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield text[start:end]


def number_of(text: str) -> str:
    """The number of a hand, by which a file names it."""
    match = re.search(r"#(\w+):", text)
    return match[1] if match else ""


def read_hand(text: str) -> Hand:
    """The hand of a text; BadHand where it cannot be read, with the line."""
    if len(text) > LONGEST:
        raise BadHand(phrase("a file of one hand has at most {longest} characters",
                             longest=LONGEST))
    lines = [line.strip("\ufeff \t\r") for line in text.strip("\ufeff \r\n").split("\n")]
    lines = [line for line in lines if line]
    if _CANCELLED.search(text):
        raise BadHand("the hand was cancelled: its bets went back")
    reader = _Reader(_head(lines))
    for line in lines[reader.begin:]:
        reader.read(line)
    return reader.hand.finish()


class _Head(NamedTuple):
    """What the lines before the first post say; ``begin`` is the number of the line after them."""

    hand: SeatedHand
    begin: int


def _head(lines: Sequence[str]) -> _Head:
    head = _HEAD.match(lines[0])
    code = None
    if head:
        code = "PO" if head["plo"] else _CODES.get((head["game"], head["limit"]))
    if head is None or code is None or head["title"].rstrip().endswith((" Card", "+")):
        game = _STAKES.split(lines[0].partition(": ")[2])[0].strip()[:60] or lines[0][:60]
        raise BadHand(phrase("{game} is not played here; {games} are", game=repr(game),
                             games="Hold'em, Omaha, Omaha Hi/Lo"))
    stakes = _STAKES.search(head["sums"]) or _STAKES.search(head["title"])
    table = next((match for line in lines[1:4] if (match := _TABLE.match(line))), None)
    if stakes is None or table is None:
        raise BadHand("the head names no blinds, or no button")
    seats, begin = _seats(lines)
    low, big = (_cents(stakes[key]) for key in ("small", "big"))
    fixed = head["limit"] == "Limit"
    # With a fixed limit the head names the bets; the big blind is the smaller one.
    tournament = "Tournament #" in head["title"]
    least, big_blind = (low, low) if fixed else (big, big)
    symbol = stakes["small"][:1] if stakes["small"][0] in _CURRENCIES else ""
    venue = "GGPoker" if lines[0].startswith("Poker Hand") else "PokerStars"
    more: dict[str, object] = {"venue": venue, "hand": head["hand"], "table": table["table"]}
    if table["size"]:
        more["seat_count"] = int(table["size"])
    if tournament:
        more["event"] = head["title"].strip(" ,")
    if symbol:
        more |= {"currency": _CURRENCIES[symbol], "currency_symbol": symbol}
    if time := _TIME.search(head["sums"]):
        more |= {"year": int(time[1]), "month": int(time[2]), "day": int(time[3]),
                 "time_zone_abbreviation": time[7]}
    if stakes["cap"]:
        more["_cap"] = stakes["cap"].lstrip("$€£")
        cap = _cents(stakes["cap"])
        seats = [seat._replace(stack=min(seat.stack, cap)) for seat in seats]
    return _Head(SeatedHand(code, least, big_blind, seats, int(table["button"]),
                            1 if symbol else 100, big_bet=big if fixed else 0, more=more), begin)


def _seats(lines: Sequence[str]) -> tuple[list[Seat], int]:
    """The seats, and the number of the line after them."""
    seats, begin = [], 0
    for n, line in enumerate(lines[:16]):
        if line.startswith("*** "):
            break
        if match := _SEAT.fullmatch(line):
            seats.append(Seat(int(match["number"]), match["name"], _cents(match["stack"])))
            begin = n + 1
    if not seats:
        raise BadHand("the head names no seats")
    return seats, begin


class _Reader:
    """Reads the lines of a hand after its head."""

    def __init__(self, head: _Head) -> None:
        self.hand, self.begin = head
        # Longest first: a name may begin with another one.
        self.names = sorted((seat.name for seat in self.hand.seats), key=len, reverse=True)
        self.in_summary = False

    def read(self, line: str) -> None:
        """Takes the next line; BadHand for one that is not understood."""
        if section := _SECTION.match(line):
            self._begin(section)
        elif self.in_summary:
            self._summary(line)
        elif act := self._split(line):
            self._act(act, line)
        else:
            self._event(line)

    def _begin(self, section: re.Match[str]) -> None:
        street = section["street"]
        if street in ("FLOP", "TURN", "RIVER"):
            groups = _BRACKETS.findall(section["cards"])
            if not groups:
                raise BadHand(phrase("{line} has no cards", line=repr(section[0])))
            self.hand.deal_board(_cards(groups[-1]), _RUNS.get(section["run"] or "", 0))
        self.in_summary = street == "SUMMARY"

    def _split(self, line: str) -> _Act | None:
        """The player of a line that says what somebody did, and what."""
        for name in self.names:
            if line.startswith(f"{name}: "):
                return _Act(name, line[len(name) + 2:].strip())
        return None

    def _act(self, act: _Act, line: str) -> None:
        for kind, pattern in _POSTS:
            if match := pattern.fullmatch(act.rest):
                self.hand.post(act.name, kind, _cents(match["sum"]))
                return
        if match := _ACTS.fullmatch(act.rest):
            self._decision(act.name, match)
        elif not _OUT.fullmatch(act.rest):
            raise BadHand(phrase("the line {line} is not understood", line=repr(line[:80])))

    def _decision(self, name: str, match: re.Match[str]) -> None:
        if match["folds"]:
            self.hand.fold(name)
        elif match["checks"]:
            self.hand.call(name, 0)
        elif match["calls"]:
            self.hand.call(name, _cents(match["calls"]))
        elif total := match["bets"] or match["raises"]:
            self.hand.raise_to(name, _cents(total))
        elif match["shows"]:
            self.hand.show(name, _cards(match["shows"]))
        elif match["mucks"] != "doesn't show hand":
            self.hand.muck(name)

    def _event(self, line: str) -> None:
        if match := _DEALT.fullmatch(line):
            self.hand.deal(match["name"], _cards(match["cards"] or ""))
        elif match := _RETURNED.fullmatch(line):
            self.hand.give_back(match["name"], _cents(match["sum"]))
        elif match := _ADDED.fullmatch(line):
            raise BadHand(phrase("the room adds {sum} to the pot: no player has paid it",
                                 sum=match["sum"]))
        elif match := _COLLECTED.fullmatch(line):
            self.hand.collect(match["name"], _cents(match["sum"]))
        elif not _IDLE.fullmatch(line) and not re.match(r".+: (?:sits out|is sitting out)", line):
            raise BadHand(phrase("the line {line} is not understood", line=repr(line[:80])))

    def _summary(self, line: str) -> None:
        if match := _TOTAL.match(line):
            self.hand.pot = _cents(match["pot"])
            self.hand.rake = sum(_cents(part["sum"]) for part in _TAKEN.finditer(match["taken"]))
        elif match := _MUCKED.match(line):
            name = next((seat.name for seat in self.hand.seats
                         if seat.number == int(match["number"])), None)
            if name is not None:
                self.hand.deal(name, _cards(match["cards"]))


def _cards(text: str) -> list[str]:
    """The cards between brackets; BadHand for a wrong one."""
    return cards("".join(text.split()))


def _cents(text: str) -> int:
    """A sum as cents; BadHand for more than two decimals."""
    return cents_of(text[:40], Decimal(text.lstrip("$€£").replace(",", "")))
