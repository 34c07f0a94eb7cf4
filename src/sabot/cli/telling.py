"""A coup in the terminal: every event as a line with its clause, and the table as it lies.

It is given redacted events only (`sabot.procedure.redact`), so nothing hidden can be written.
"""

from __future__ import annotations

from typing import Any

from rich.box import ROUNDED
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sabot.money import euros
from sabot.procedure import Offer, TableState
from sabot.procedure.game import Game
from sabot.procedure.tell import handling

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RED = "HD"
WIDTH = 96
STYLES = {"pay": "green", "jackpot": "green", "restore": "green", "collect": "red"}


def card(code: str | None) -> Text:
    """A card as a table shows it: rank and suit, red suits red; a face-down card its back."""
    if code is None:
        return Text("▒▒", style="blue")
    rank = "10" if code[0] == "T" else code[0]
    return Text(rank + SUITS[code[1]], style="bold red" if code[1] in RED else "bold")


def cards(codes: list[str | None]) -> Text:
    """A row of cards."""
    return Text(" ").join(card(code) for code in codes)


def rule(clause: str) -> str:
    """The short form of a clause for the margin: its rule, or the interpretation."""
    return clause if clause.startswith("ir/") else clause.rpartition("/")[2]


class Teller:
    """Writes a coup of one game to a console, in Portuguese with English beside it.

    ``last`` is the clause of the last line that was written.
    """

    def __init__(self, console: Console, game: Game) -> None:
        self.console = console
        self.game = game
        self.width = min(WIDTH, console.width)
        self.last = ""

    # -- words ------------------------------------------------------------------------------------

    def word(self, key: str, language: str = "en") -> str:
        """A word of the game in a language; the bare key where the game has none."""
        found = self.game.words.get(language, {}).get(key)
        return found if found is not None else key.partition(".")[2].replace("-", " ")

    def both(self, key: str) -> Text:
        """A word of the game in Portuguese and in English."""
        pt, en = self.word(key, "pt"), self.word(key, "en")
        return Text(pt) if pt == en else Text.assemble(pt, (f" / {en}", "dim"))

    def hand(self, name: str) -> str:
        """A hand or a bet as it is called at the table: «Banca», «Lugar 3», «Lugar 3.1»."""
        where, _, extra = name.partition("/")
        where, _, bettor = where.partition("+")
        called = self.word("bank", "pt") if where == "bank" else \
            f"{self.word('place', 'pt')} {where}" if where[:1].isdigit() else \
            self.word(f"hand.{where}", "pt").capitalize()
        known = f"bet.{extra}" if f"bet.{extra}" in self.game.words.get("pt", {}) else \
            f"result.{extra}"
        if bettor:
            called = f"{called}, apostador {bettor}"
        return f"{called}, {self.word(known, 'pt').lower()}" if extra else called

    # -- lines ------------------------------------------------------------------------------------

    def line(self, text: Text | str, clause: str = "", style: str = "") -> None:
        """One line with its clause at the right margin."""
        body = Text(text, style=style) if isinstance(text, str) else text
        if clause:
            self.last = clause
        gap = max(1, self.width - body.cell_len - len(rule(clause)))
        self.console.print(Text.assemble(body, " " * gap, (rule(clause), "cyan")) if clause
                           else body, soft_wrap=True)

    def tell(self, told: dict[str, Any]) -> None:
        """The line of one redacted event; answers and questions have none of their own."""
        if "fault" in told:
            where = f" ({self.hand(told['seat'])})" if told["seat"] else ""
            self.line(Text.assemble(("A fault is reported: ", "bold"),
                                    self.both(f"incident.{told['fault']}"), where))
            return
        make = getattr(self, f"_{told.get('step')}", None)
        if make is not None:
            self.line(make(told), told["law"])

    def _call(self, told: dict[str, Any]) -> Text:
        pt, en = (handling(self.word(f"call.{told['call']}", tongue), told.get("facts", {}))
                  for tongue in ("pt", "en"))
        where = f" ({self.hand(told['seat'])})" if told.get("seat") else ""
        return Text.assemble((f"«{pt}»", "bold yellow"), f" {en}{where}")

    def _shuffle(self, told: dict[str, Any]) -> Text:
        less = f"; cards that lie outside: {told['without']}" if "without" in told else ""
        return Text.assemble(f"{told['packs']} packs are shuffled and sealed{less} ",
                             (told["seal"][:16] + "…", "dim"))

    def _open(self, told: dict[str, Any]) -> Text:
        return Text.assemble("The shoe is opened; the seal was ",
                             (told["opening"]["seal"][:16] + "…", "dim"))

    def _handle(self, told: dict[str, Any]) -> Text:
        where = f"{self.hand(told['seat'])}: " if told.get("seat") else ""
        pt, en = (handling(self.word(f"handle.{told['what']}", tongue), told["facts"])
                  for tongue in ("pt", "en"))
        text = Text.assemble(where, pt, ("" if pt == en else f" / {en}", "dim"))
        for key in ("word", "incident"):
            if key in told:
                said = self.both(f"{'answer' if key == 'word' else key}.{told[key]}")
                text = Text.assemble(text, ": ", said)
        return text

    def _turn(self, told: dict[str, Any]) -> Text:
        return self._reveal(told)

    def _shift(self, told: dict[str, Any]) -> Text:
        return Text.assemble(card(told["card"]), f" goes from {self.hand(told['frm'])} to "
                             f"{self.hand(told['to'])}, face up")

    def _cut(self, told: dict[str, Any]) -> Text:
        return Text(f"The shoe is cut at {told['at']}")

    def _deal(self, told: dict[str, Any]) -> Text:
        if "incident" in told:
            said = Text.assemble(f"{self.hand(told['to'])}: ",
                                 self.both(f"incident.{told['incident']}"))
            return Text.assemble(said, " ", card(told["card"])) if "card" in told else said
        if "card" in told:
            return Text.assemble(f"{self.hand(told['to'])} receives ", card(told["card"]))
        return Text.assemble(f"{self.hand(told['to'])} receives a card face down ", card(None))

    def _reveal(self, told: dict[str, Any]) -> Text:
        return Text.assemble(f"{self.hand(told['hand'])} turns up ", card(told["card"]))

    def _part(self, told: dict[str, Any]) -> Text:
        first, second = told["into"]
        return Text(f"{self.hand(told['hand'])} is split into {first} and {second}")

    def _discard(self, told: dict[str, Any]) -> Text:
        names = ", ".join(self.hand(name) for name in told["hands"])
        return Text(f"To the discard tray: {names}", style="dim")

    def _move(self, told: dict[str, Any]) -> Text:
        sum_, bet = euros(told["amount"]), self.hand(told["bet"])
        odds = f" ({told['odds']})" if told.get("odds") else ""
        phrases = {
            "stake": f"{sum_} is staked: {bet}", "return": f"{sum_} is yours again: {bet}",
            "refund": f"{sum_} is refunded: {bet}", "collect": f"{sum_} is collected: {bet}",
            "pay": f"{sum_} is paid{odds}: {bet}",
            "contribute": f"{sum_} goes to the jackpot: {bet}",
            "seed": f"{sum_} is put into the jackpot by the bank",
            "jackpot": f"{sum_} is paid by the jackpot: {bet}",
            "restore": f"{sum_} is given back by the bank: {bet}",
            "hold": f"{sum_} stays on the table: {bet}",
            "resume": f"{sum_} lies on the table from the coup before: {bet}",
        }
        return Text(phrases.get(told["kind"], f"{told['kind']}, {sum_}: {bet}"), style=STYLES.get(
            told["kind"], ""))

    def _result(self, told: dict[str, Any]) -> Text:
        facts = told.get("facts", {})
        against = ""
        if "total" in facts:
            against = f" {facts['total']}" + (f" : {facts['bank']}" if "bank" in facts else "")
        return Text.assemble((f"{self.hand(told['hand'])}{against}: ", "bold"),
                             self.both(f"result.{told['result']}"))

    # -- the table --------------------------------------------------------------------------------

    def table(self, state: TableState, shown: dict[str, Any]) -> None:
        """The hands, totals and bets that lie on the table, and the last results of the bank."""
        grid = Grid(box=ROUNDED, show_header=False, border_style="green", min_width=60)
        order = sorted(state.hands, key=lambda name: (name != "bank", _natural(name)))
        for name in order:
            grid.add_row(self.hand(name), cards(state.hands[name]),
                         total(state.labels.get(name, {})), _bet(state, name))
        if not state.hands:
            for name, amount in sorted(state.bets.items()):
                grid.add_row(self.hand(name), "", "", euros(amount))
        if results := shown.get("results"):
            grid.add_row("Últimas", Text(" ".join(results)), "", Text(rule(shown["law"]), "cyan"))
        if grid.row_count:
            self.console.print(grid)

    def offers(self, offers: list[Offer], keys: dict[str, str], balance: int) -> None:
        """What may be done now, each act once with its key, its places, its sum and its clause."""
        for act in dict.fromkeys(offer.act for offer in offers):
            same = [offer for offer in offers if offer.act == act]
            first = same[0]
            text = Text.assemble((f"  {keys[act]}  ", "bold"), self.both(f"act.{act}"))
            seats = [seat for offer in same for seat in offer.spots]
            if len(seats) > 1:
                text.append(f" [{' '.join(seats)}]")
            if first.note == "cards":
                text.append(f"  {first.low} to {first.high}")
            elif first.priced:
                text.append(f"  {euros(first.low)} to {euros(first.high)}, "
                            f"in steps of {euros(first.unit)}")
            if first.cost:
                text.append(f"  {euros(first.cost)} more")
                if first.cost > balance:
                    text.append(f" (you have {euros(balance)})", style="red")
            if first.note:
                text.append(f"  ({self.word(f'note.{first.note}')})", style="yellow")
            self.line(text, first.law)


def total(label: dict[str, Any]) -> str:
    """A hand's total, soft or hard."""
    if "total" not in label:
        return ""
    return f"{'soft' if label.get('soft') else 'hard'} {label['total']}"


def _bet(state: TableState, name: str) -> str:
    staked = [euros(amount) for bet, amount in sorted(state.bets.items())
              if bet.partition("/")[0].partition("+")[0] == name]
    return " + ".join(staked)


def _natural(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split(".") if part.isdecimal())
