"""A table in the terminal, in one language: events with their clauses, possible acts, and cards.

It only receives redacted events (`sabot.procedure.redact`), so it cannot print hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import UNSET
from rich.box import ROUNDED
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sabot.cli.language_option import words_under
from sabot.cli.playing import spots as layout
from sabot.cli.playing.machine_input import DRAW, SPIN, Dials, is_consecutive
from sabot.procedure import Offer, Refusal, TableState, Uncover, refusal_text
from sabot.procedure.felt.cabinet import MachineBet
from sabot.procedure.game import Game
from sabot.procedure.menu import MenuBet
from sabot.procedure.narration import Line, Narrator, card_name, short_clause
from sabot.procedure.resolvers import ATTENDED
from sabot.procedure.table import Table
from sabot.procedure.view import Inspected
from sabot.procedure.visible_events import (
    NO_LABEL,
    ShownAnswer,
    ShownCover,
    ShownEvent,
    ShownListen,
    ShownMenu,
    ShownMove,
    ShownOpen,
    ShownShuffle,
    ShownTimeOut,
)

WIDTH = 96
MARGIN = 10  # columns for the clauses
STYLES = {"pay": "green", "jackpot": "green", "restore": "green", "collect": "red"}
SEAL = 16  # characters of a seal to show

PHRASES = words_under("telling")


def card(code: str | None) -> Text:
    """A card as coloured text: rank and suit, or its back if it is face down (None)."""
    if code is None:
        return Text("▒▒", style="blue")
    return Text(card_name(code), style="bold red" if code[1] in "HD" else "bold")


class TableView:
    """Writes the table of one game to a console.

    Attributes:
        last_clause: The clause of the last line.
        narrator: Turns events into text, and knows what is on the table.
    """

    def __init__(self, console: Console, game: Game, lang: str = "en") -> None:
        self.console, self.game, self.lang = console, game, lang
        self.words = game.words[lang]
        self.width = min(WIDTH, console.width)
        self.last_clause = ""
        self.listed_chances: set[tuple[object, ...]] = set()
        self.begin_coup()

    def begin_coup(self) -> None:
        """Begin a coup with an empty table."""
        self.narrator = Narrator.of(self.game, self.lang, named=True)

    def phrase(self, phrase: str, **facts: Any) -> str:
        """A phrase of the command line, with these facts."""
        return PHRASES[self.lang][phrase].format(**facts)

    def limits_text(self, table: Table) -> str:
        """The limits of a table as text: of bets, or of the buy-in where the game limits that."""
        money = self.game.money
        sums = {"low": money(table.minimum),
                "unit": money(max(table.unit, self.game.bets(table)[0].unit))}
        purse = self.game.purse
        if purse is None or purse.buy_in is None:
            return self.phrase("limits", **sums, high=money(table.maximum))
        low, high = purse.buy_in(table)
        return self.phrase("limits-brings" if high else "limits-from", **sums, least=money(low),
                           most=money(high))

    def explain_refusal(self, refusal: Refusal) -> str:
        """The refusal of an act as text, in the reader's language if its code has words there."""
        if self.lang == "en" and not refusal_text.text_for_clause(refusal, self.words):
            return self.game.in_currency(refusal.text)  # the English text has more detail
        words = refusal_text.with_refusal_words({self.lang: self.words})[self.lang]
        return refusal_text.render_refusal(
            refusal, words, self.game.money
        ) or self.game.in_currency(refusal.text)

    def hand_name(self, hand: str) -> str:
        """The name of a hand or a bet, with a capital: «Bank», «Place 3», «Hand 3.1»."""
        text = self.narrator.name(hand)
        return text[:1].upper() + text[1:]

    # -- lines ------------------------------------------------------------------------------------

    def line(self, text: Text | str, clause: str = "", style: str = "") -> None:
        """Print one line with its clause at the right margin, or below if the line is too long."""
        content = Text(text, style=style) if isinstance(text, str) else text
        if clause:
            self.last_clause = clause
        if not clause:
            self.console.print(content, soft_wrap=True)
            return
        clause_text = short_clause(clause)
        fits_on_line = content.cell_len + 1 + len(clause_text) <= self.width
        gap = (
            " " * (self.width - content.cell_len - len(clause_text))
            if fits_on_line
            else "\n" + " " * (self.width - len(clause_text))
        )  # on the line, it would read as part of the text
        self.console.print(Text.assemble(content, gap, (clause_text, "cyan")), soft_wrap=True)

    def show_event(self, event: ShownEvent | Inspected | None, *, answers: bool = True,
                   laws: tuple[str, ...] = ()) -> None:
        """Print the line of one event, if it has one.

        Args:
            event: The redacted event.
            answers: Also print the answers of players.
            laws: The clauses for a line that has none itself.

        Questions have no line.
        """
        line = self.narrator.line(event)
        if line is None:
            return
        shown_event = event.shown if isinstance(event, Inspected) else event
        if isinstance(shown_event, ShownMenu):  # its bets are listed with the question
            self.last_clause = line.laws[0] if line.laws else self.last_clause
            return
        line = Line(line.text, line.laws or laws)
        self.last_clause = line.laws[0] if line.laws else self.last_clause
        if isinstance(shown_event, ShownListen) or (
                isinstance(shown_event, ShownAnswer | ShownTimeOut) and not answers):
            return
        clauses = Line("", line.laws).plain(self.game.section).lstrip()
        kind = shown_event.kind if isinstance(shown_event, ShownMove) else ""
        text = Text(line.text, style=STYLES.get(kind, ""))
        text.highlight_regex(r"\w+[♥♦]", "bold red")
        gap = " " * max(2, self.width - MARGIN + 2 - text.cell_len)
        self.console.print(Text.assemble(text, gap, (clauses, "cyan")) if clauses else text,
                           soft_wrap=True)
        seal = _seal(shown_event)
        if seal and seal != ATTENDED:
            self.console.print(Text(f"  {seal[:SEAL]}…", style="dim"))

    # -- the table --------------------------------------------------------------------------------

    def show_table(self, results_data: dict[str, Any]) -> None:
        """Print the hands, totals and bets on the table, and the last results of the bank."""
        state = self.narrator.state
        grid = Grid(box=ROUNDED, show_header=False, border_style="green", min_width=60)
        for name in sorted(state.hands, key=lambda name: (name != "bank", _natural(name))):
            staked = [self.game.money(amount) for bet, amount in sorted(state.bets.items())
                      if bet.partition("/")[0].partition("+")[0] == name and not state.menus]
            grid.add_row(
                self.hand_name(name), Text(" ").join(card(code) for code in state.hands[name]),
                self.narrator.label(name), " + ".join(staked))
        if state.menus:  # chips are on a layout, in addition to any cards
            self._add_chips(grid)
        elif not state.hands:
            for name, amount in sorted(state.bets.items()):
                grid.add_row(self.hand_name(name), "", "", self.game.money(amount))
        if results := results_data.get("results"):
            grid.add_row(self.phrase("results"), Text(" ".join(results)), "",
                         Text(short_clause(results_data["law"]), "cyan"))
        if grid.row_count:
            self.console.print(grid)

    def cards_text(self, player: str, hand: str, state: TableState) -> Text:
        """A hand as one player sees it, with its total."""
        label = state.labels.get(hand, NO_LABEL)
        total = "" if label.total is UNSET else str(label.total)
        return Text.assemble(f"  {player}, {self.hand_name(hand).lower()}: ",
                             Text(" ").join(card(one) for one in state.hands[hand]),
                             f"  {total}" if total else "")

    def _add_chips(self, grid: Grid) -> None:
        """Add the chips on the layout to the grid, one row for each kind of bet."""
        state, money = self.narrator.state, self.game.money
        seats = [seat for offers in state.menus.values() for offer in offers
                 for seat in offer.seats]
        placed = layout.placed_bets(state.bets, seats)
        for place, bets in sorted(placed.items()):
            if len(placed) > 1:
                grid.add_row(self.hand_name(place), "", "", "")
            for name, amounts in layout.chip_rows(bets, self.words):
                spots = "  ".join(f"{spot} {money(cents)}".strip()
                                  for spot, cents in amounts.items())
                grid.add_row(name, spots if "" not in amounts or len(amounts) > 1 else "", "",
                             money(sum(amounts.values())))
        if len(placed) > 1 or sum(map(len, placed.values())) > 1:
            grid.add_row(self.phrase("in-all"), "", "", money(sum(state.bets.values())))

    def show_spots(self, offers: list[Offer], key: str, players: str = "") -> None:
        """Print how to type an act on a spot of the layout, and (once) the kinds of bets.

        ``players`` names those who may do it, with a colon.
        """
        general = [offer for offer in offers if not offer.player] or offers
        chances = layout.chances(general, self.words)
        first = chances[0] if chances else None
        text = Text.assemble(f"  {players}", (f"{key}  ", "bold"), self.act_text(general[0]), "  ")
        if first is None:
            self.line(Text.assemble(text, self.phrase("spot", key=key)), general[0].law)
            return
        example = f"{key} {first.example} {-(-first.offer.low // 100)}"
        self.line(Text.assemble(text, self.phrase("spot-sum", key=key, example=example)),
                  general[0].law)
        key_of_list = tuple(
            (chance_.offer.low, chance_.offer.high, chance_.spots, chance_.name)
            for chance_ in chances
        )
        if key_of_list in self.listed_chances:
            return
        self.listed_chances.add(key_of_list)
        for chance_ in chances:
            sums = self.phrase("from-to", low=self.game.money(chance_.offer.low),
                               high=self.game.money(chance_.offer.high))
            spots = self.phrase("spots", n=chance_.spots) if chance_.spots > 1 else ""
            example = chance_.example if chance_.name.count(",") < 2 else ""
            named = f"{chance_.name:<18} {example:<20}"[:max(39, len(chance_.name))]
            self.line(f"       {named} {spots:>9}  {sums}", chance_.offer.law)

    def show_spin(self, offers: list[Offer], key: str, dials: Dials) -> None:
        """Print how to play a game at a machine: the current bet, and how to type another."""
        law, bet = offers[0].law, dials.usual(offers)
        if bet is None:
            return
        parts = self.phrase("bet-parts", lines=bet.lines, stake=bet.stake,
                            coin=self.game.money(bet.coin))
        text = self.phrase("spin", what=self.act_text(offers[0]), bet=parts,
                           sum=self.game.money(bet.cost))
        self.line(Text.assemble((f"  {key}  ", "bold"), text), law)
        other_bets = [bet_ for bet_ in dials.open(offers) if bet_ != bet]
        if other_bets:
            dial_texts = [f"{self.phrase(name)} "
                          f"{self._dial_values(name, dials)}" for name in dials.dials]
            example = f"{key} {dials.bet_text(other_bets[len(other_bets) // 2])}"
            self.line("     " + self.phrase("other-bet", example=example,
                                            dials=", ".join(dial_texts)))

    def _dial_values(self, name: str, dials: Dials) -> str:
        """The values of a dial as text."""
        values = dials.values(name)
        if is_consecutive(values):
            return f"{values[0]}–{values[-1]}"
        return " ".join(dials.figure(name, value) for value in values)

    def show_offers(self, offers: list[Offer], keys: dict[str, str], balance: int,
                    dials: Dials | None = None) -> None:
        """Print the possible acts, each once with its key, places, sum and clause."""
        for act in dict.fromkeys(offer.act for offer in sorted(
                offers, key=lambda offer: not layout.layout_spots([offer]))):
            of_act = [offer for offer in offers if offer.act == act]
            if dials is not None and act == SPIN:
                self.show_spin(of_act, keys[act], dials)
                continue
            if dials is not None and act == DRAW:
                self.line(Text.assemble((f"  {keys[act]} 1 3  ", "bold"), self.act_text(of_act[0]),
                                        ": ", self.phrase("keep", key=keys[act])), of_act[0].law)
                continue
            if layout.layout_spots(of_act):
                self.show_spots(of_act, keys[act])
                continue
            seats = [seat for offer in of_act for seat in offer.spots]
            text = Text.assemble((f"  {keys[act]}  ", "bold"), self.act_text(of_act[0]),
                                 f" [{' '.join(seats)}]" if len(seats) > 1 else "")
            self.line(Text.assemble(text, self.offer_terms(of_act[0], balance)), of_act[0].law)

    def show_bets(self, bets: Sequence[MachineBet]) -> None:
        """Print every bet of a machine that the credit covers."""
        for bet in bets:
            self.line("  " + self.phrase("bet-parts", lines=bet.lines, stake=bet.stake,
                                         coin=self.game.money(bet.coin))
                      + f": {self.game.money(bet.cost)}")

    def list_acts(self, accepts: Iterable[object]) -> str:
        """The acts that a refusal lists as possible, in the reader's language, with places."""
        texts = []
        for accepted in accepts:
            if isinstance(accepted, str):
                act, _, seat = accepted.partition(" ")
                word = self.words.get(f"act.{act}")
                texts.append(accepted if self.lang == "en" or word is None else
                             f"{word} {seat}".removesuffix(" table").rstrip())
        return self.narrator.listing(texts)

    def act_text(self, offer: Offer) -> str:
        """An offered act as text."""
        text = self.narrator.act(offer.act, "") if f"of.{offer.act}" not in self.words \
            else self.narrator.act(offer.act, offer.spots[0])
        return text[:1].upper() + text[1:]

    def offer_terms(self, offer: Offer, balance: int | None = None) -> Text:
        """The sums and the cost of an act, with the note of its offer."""
        text, money = Text(), self.game.money
        if offer.note == "cards":
            text.append("  " + self.phrase("cards", low=offer.low, high=offer.high))
        elif offer.priced:
            text.append("  " + self.phrase("sums", low=money(offer.low), high=money(offer.high),
                                           unit=money(offer.unit)))
        if offer.cost:
            text.append("  " + self.phrase("more", sum=money(offer.cost)))
            if balance is not None and offer.cost > balance:
                text.append(self.phrase("short", sum=money(balance)), style="red")
        if closed := self.why_closed(offer):
            text.append(f"  ({closed})", style="yellow")
        elif offer.note not in ("", "cards"):
            text.append(f"  ({self.narrator.word(f'note.{offer.note}')})", style="yellow")
        return text

    def why_closed(self, offer: Offer) -> str:
        """Why nobody may do this, in the game's words; "" if somebody may or there are no words."""
        if offer.note != "full" or offer.priced or offer.high:
            return ""
        rule = offer.barred_law.rpartition("/")[2]
        return self.words.get(f"refused.barred.{rule}", "").rstrip(".。")

    def show_prizes(self, bets: Sequence[MenuBet]) -> None:
        """Print what each bet of the table pays."""
        for bet in bets:
            name = (self.words.get(f"menu.{bet.bet}") or self.words.get(f"bet.{bet.bet}")
                    or bet.bet).rstrip(",")
            for prize, law in dict.fromkeys((pay.what, pay.law) for pay in bet.pays):
                odds = [pay.odds for pay in bet.pays if pay.what == prize]
                prize_text = (self.words.get(f"pays.{prize}") or self.words.get(f"result.{prize}")
                              or prize)
                self.line(self.phrase("pays", bet=name, prize=prize_text,
                                      odds=self.narrator.listing(odds)), law)


def _natural(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split(".") if part.isdecimal())


def _seal(event: ShownEvent | None) -> str:
    """The seal in an event, or ""."""
    match event:
        case ShownShuffle() | ShownCover() | Uncover():
            return event.seal
        case ShownOpen():
            return (event.opening or {}).get("seal", "")
        case _:
            return ""
