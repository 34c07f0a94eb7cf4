"""A table in the terminal, in one language: events with their clauses, possible acts, and cards.

It only receives redacted events (`sabot.procedure.redact`), so it cannot print hidden cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import UNSET
from rich.box import ROUNDED
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from sabot.cli.language import words_under
from sabot.cli.playing import cards, input_parser
from sabot.cli.playing import spots as layout
from sabot.cli.playing.machine_input import DRAW, SPIN, Dials, is_consecutive
from sabot.cli.playing.tables import command_word, keys_of
from sabot.cli.terminal import columns, padded
from sabot.procedure import Offer, Refusal, TableState, Uncover, refusal_text
from sabot.procedure.felt.cabinet import MachineBet
from sabot.procedure.game import Game
from sabot.procedure.menu import MenuBet
from sabot.procedure.narration import Line, Narrator, short_clause
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
MOST_COSTS = 6  # bets of a machine to name one by one
LIST_NAME = 26  # columns for the name of a bet in the list of all
SEAL = 16  # characters of a seal to show

PHRASES = words_under("telling")


class TableView:
    """Writes the table of one game to a console.

    Attributes:
        last_clause: The clause of the last line.
        own: The place of the player at the keyboard, to mark it; "" for none.
        narrator: Turns events into text, and knows what is on the table.
    """

    def __init__(self, console: Console, game: Game, lang: str = "en",
                 four_colours: bool = False) -> None:
        self.console, self.game, self.lang = console, game, lang
        self.suits = cards.FOUR_COLOURS if four_colours else cards.TWO_COLOURS
        self.words = game.words[lang]
        self.width = min(WIDTH, console.width)
        self.last_clause = self.own = ""
        self.has_stacks = game.purse is not None and game.purse.buy_in is not None
        self.begin_coup()

    def begin_coup(self) -> None:
        """Begin a coup with an empty table."""
        self.narrator = Narrator.of(self.game, self.lang, named=True)

    def tell(self, phrase: str, **facts: Any) -> str:
        """A phrase of the command line, with these facts."""
        return PHRASES[self.lang][phrase].format(**facts)

    def limits_text(self, table: Table) -> str:
        """The limits of a table as text: of bets, or of the buy-in where the game limits that."""
        money = self.game.money
        sums = {"low": money(table.minimum),
                "unit": money(max(table.unit, self.game.bets(table)[0].unit))}
        purse = self.game.purse
        if purse is None or purse.buy_in is None:
            return self.tell("limits", **sums, high=money(table.maximum))
        low, high = purse.buy_in(table)
        return self.tell("limits-brings" if high else "limits-from", **sums, least=money(low),
                           most=money(high))

    def explain_refusal(self, refusal: Refusal) -> str:
        """The refusal of an act as text, in the reader's language if its code has words there."""
        if self.lang == "en" and not refusal_text.text_for_clause(refusal, self.words):
            return self._with_names(self.game.in_currency(refusal.text))  # it has more detail
        words = refusal_text.with_refusal_words({self.lang: self.words})[self.lang]
        return refusal_text.render_refusal(
            refusal, words, self.game.money
        ) or self.game.in_currency(refusal.text)

    def _with_names(self, text: str) -> str:
        """An English text with the names of acts in place of their ids, such as ``top-up``."""
        names = {act: self.words[f"act.{act}"].lower() for act in keys_of(self.game, "en")}
        return re.sub(r"\w+(?:-\w+)+", lambda match: names.get(match[0], match[0]), text)

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
        cards.colour(text, self.suits)
        gap = " " * max(2, self.width - MARGIN + 2 - text.cell_len)
        if self.console.is_terminal and text.cell_len + len(gap) + len(clauses) > self.width:
            column = self.width - len(clauses)  # to the left, or on the next line
            gap = " " * (column - text.cell_len) if text.cell_len + 2 <= column else \
                "\n" + " " * max(0, column)
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
            if self.has_stacks:
                staked = [f"{self.narrator.spot(bet.partition('/')[2])} {self.game.money(amount)}"
                          for bet, amount in sorted(state.bets.items())
                          if bet.partition("/")[0] == name]
            grid.add_row(
                self._place_name(name), self._cards(state.hands[name]),
                self.narrator.label(name), (", " if self.has_stacks else " + ").join(staked))
        if state.menus:  # chips are on a layout, in addition to any cards
            self._add_chips(grid)
        elif not state.hands:
            for name, amount in sorted(state.bets.items()):
                grid.add_row(self.hand_name(name), "", "", self.game.money(amount))
        if results := results_data.get("results"):
            grid.add_row(self.tell("results"), Text(" ".join(results)), "",
                         Text(short_clause(results_data["law"]), "cyan"))
        if grid.row_count:
            self.console.print(grid)

    def _cards(self, hand: Sequence[str | None]) -> Text:
        """The cards of a hand: in a row, or in boxes where one is face up and the window has room
        for all such hands."""
        hands = self.narrator.state.hands.values()
        drawn = self.console.is_terminal and any(hand) and cards.fit(
            self.console.width, self.console.height, len(hands), sum(map(any, hands)),
            max(map(len, hands)))
        return cards.drawn(hand, self.suits) if drawn else cards.row(hand, self.suits)

    def cards_text(self, player: str, hand: str, state: TableState) -> Text:
        """A hand as one player sees it, with its total."""
        label = state.labels.get(hand, NO_LABEL)
        total = "" if label.total is UNSET else str(label.total)
        return Text.assemble(f"  {player}, {self.hand_name(hand).lower()}: ",
                             cards.row(state.hands[hand], self.suits),
                             f"  {total}" if total else "")

    def _place_name(self, place: str) -> str:
        """The name of a hand or a place, with a mark on the player's own."""
        mark = self.tell("own") if self.own and place == self.own else ""
        return self.hand_name(place) + mark

    def _add_chips(self, grid: Grid) -> None:
        """Add the chips on the layout to the grid, one row for each kind of bet."""
        state, money = self.narrator.state, self.game.money
        seats = [seat for offers in state.menus.values() for offer in offers
                 for seat in offer.seats]
        bets_beside = {bet: amount for bet, amount in state.bets.items() if not (
            self.has_stacks and bet.partition("/")[0] in state.hands)}  # not in a row of cards
        placed = layout.placed_bets(bets_beside, seats)
        for place, bets in sorted(placed.items()):
            rows = layout.chip_rows(bets, self.words)
            prefix = ""
            if len(placed) > 1 and len(rows) == 1:
                prefix = f"{self._place_name(place)}: "
            elif len(placed) > 1:
                grid.add_row(self._place_name(place), "", "", "")
            for kind, amounts in rows:
                name = prefix + kind
                spots = "  ".join(f"{spot} {money(cents)}".strip()
                                  for spot, cents in amounts.items())
                grid.add_row(name, spots if "" not in amounts or len(amounts) > 1 else "", "",
                             money(sum(amounts.values())))
        if not self.has_stacks and len(state.bets) > 1:
            grid.add_row(self.tell("in-all"), "", "", money(sum(state.bets.values())))

    def spot_name(self, spot: str) -> str:
        """A spot of the layout by its name in the reader's language, as it may be typed."""
        return self.narrator.spot(spot).replace(",", "")

    def spot_example(self, offers: Sequence[Offer]) -> tuple[str, int]:
        """A spot of the layout for examples, that of the shortest name, and its least bet."""
        return min(((spot, offer.low) for offer in offers for spot in offer.seats),
                   key=lambda one: len(self.spot_name(one[0])))

    def bet_typed(self, spot: str, amount: int) -> str:
        """A bet as it may be typed in the reader's language: 5 on red."""
        return input_parser.PHRASES[self.lang]["bet"].format(
            spot=self.spot_name(spot), sum=input_parser.plain_sum(amount))

    def command(self, command: str) -> str:
        """The word of a command, as the reader may type it."""
        return command_word(command, self.lang)

    def show_spots(self, offers: list[Offer], key: str, players: str = "") -> None:
        """Print how to type an act on a spot of the layout.

        ``players`` names those who may do it, with a colon.
        """
        general = [offer for offer in offers if not offer.player] or offers
        text = Text.assemble(f"  {players}", (f"{key}  ", "bold"), self.act_text(general[0]), "  ")
        spot, low = self.spot_example(general)
        if not general[0].priced:
            spot = next((spot for bet in self.narrator.state.bets
                         if (spot := bet.partition("/")[2])), spot)
            example = f"{key} {self.spot_name(spot)}"
            self.line(Text.assemble(text, self.tell("spot", example=example)), general[0].law)
            return
        self.line(Text.assemble(text, self.tell(
            "spot-sum", example=self.bet_typed(spot, low), word=self.command("spots"))),
            general[0].law)

    def list_spots(self, offers: Sequence[Offer]) -> None:
        """Print every kind of bet of the layout, with an example, its limits and its clause."""
        on_layout = [offer for offer in offers if layout.layout_spots([offer])]
        chances = layout.chances(on_layout, self.words)
        many = [chance.spots > layout.MAX_NAMED for chance in chances]
        names = [f"{chance.name.rstrip(',')} ({chance.spots})" if several else chance.name
                 for chance, several in zip(chances, many, strict=True)]
        examples = ["" if chance.name == self.spot_name(chance.example) else
                    self.spot_name(chance.example) for chance in chances]
        examples = [example if several or columns(name) <= LIST_NAME else ""
                    for example, name, several in zip(examples, names, many, strict=True)]
        wide = min(LIST_NAME, max(map(columns, names), default=0))
        wide_example = max((columns(example) for name, example in zip(names, examples, strict=True)
                            if columns(name) <= wide), default=0)
        for chance, name, example in zip(chances, names, examples, strict=True):
            sums = self.tell("from-to", low=self.game.money(chance.offer.low),
                             high=self.game.money(chance.offer.high))
            if columns(name) > wide and example:
                name, example = f"{example} ({chance.spots})", ""
            text = f"{padded(name, wide)}  {padded(example, wide_example)}" if example \
                else padded(name, wide + 2 + wide_example)
            self.line(f"  {text}  {sums}", chance.offer.law)

    def show_spin(self, offers: list[Offer], key: str, dials: Dials) -> None:
        """Print how to play a game at a machine: the current bet, and how to type another."""
        law, bet = offers[0].law, dials.usual(offers)
        if bet is None:
            return
        parts = self.tell("bet-parts", lines=bet.lines, stake=bet.stake,
                            coin=self.game.money(bet.coin))
        text = self.tell("spin", what=self.act_text(offers[0]), bet=parts,
                           sum=self.game.money(bet.cost))
        self.line(Text.assemble((f"  {key}  ", "bold"), text), law)
        if dials.has_played:
            self.line("     " + self.tell("spin-again"))
        other_bets = [bet_ for bet_ in dials.open(offers) if bet_ != bet]
        if other_bets:
            dial_texts = [f"{self.tell(name)} "
                          f"{self._dial_values(name, dials)}" for name in dials.dials]
            example = f"{key} {dials.bet_text(other_bets[len(other_bets) // 2])}"
            self.line("     " + self.tell("other-bet", example=example,
                                            dials=", ".join(dial_texts)))
            costs = [self.game.money(cost) for cost in sorted({b.cost for b in dials.open(offers)})]
            sums = " ".join(costs) if len(costs) <= MOST_COSTS else self.tell(
                "from-to", low=costs[0], high=costs[-1])
            self.line("     " + self.tell(
                "sums-of-bet", example=f"{input_parser.PHRASES[self.lang]['stake']} "
                f"{input_parser.plain_sum(other_bets[-1].cost)}", sums=sums))

    def _dial_values(self, name: str, dials: Dials) -> str:
        """The values of a dial as text."""
        values = dials.values(name)
        if is_consecutive(values):
            return f"{values[0]}–{values[-1]}"
        return " ".join(dials.figure(name, value) for value in values)

    def show_offers(self, offers: list[Offer], keys: dict[str, str], balance: int,
                    dials: Dials | None = None,
                    example_of: Callable[[list[Offer]], str] | None = None) -> None:
        """Print the possible acts, each once with its key, places, sum and clause, and with the
        example that ``example_of`` makes."""
        for act in dict.fromkeys(offer.act for offer in sorted(
                offers, key=lambda offer: not layout.layout_spots([offer]))):
            of_act = [offer for offer in offers if offer.act == act]
            if dials is not None and act == SPIN:
                self.show_spin(of_act, keys[act], dials)
                continue
            if dials is not None and act == DRAW:
                self.line(Text.assemble((f"  {keys[act]} 1 3  ", "bold"), self.act_text(of_act[0]),
                                        ": ", self.tell("keep", key=keys[act])), of_act[0].law)
                continue
            if layout.layout_spots(of_act):
                self.show_spots(of_act, keys[act])
                continue
            seats = [seat for offer in of_act for seat in offer.spots]
            text = Text.assemble((f"  {keys[act]}  ", "bold"), self.act_text(of_act[0]),
                                 f" [{' '.join(seats)}]" if len(seats) > 1 else "")
            text = Text.assemble(text, self.offer_terms(of_act[0], balance))
            if example := example_of(of_act) if example_of else "":
                text.append("  " + self.tell("for-example", example=example), style="dim")
            self.line(text, of_act[0].law)

    def show_bets(self, bets: Sequence[MachineBet]) -> None:
        """Print every bet of a machine that the credit covers."""
        for bet in bets:
            self.line("  " + self.tell("bet-parts", lines=bet.lines, stake=bet.stake,
                                         coin=self.game.money(bet.coin))
                      + f": {self.game.money(bet.cost)}")

    def list_acts(self, accepts: Iterable[object], keys: Mapping[str, str] | None = None) -> str:
        """The acts that a refusal lists as possible, in the reader's language: with their places,
        or with their ``keys`` for a player who plays alone."""
        texts = []
        for accepted in accepts:
            if isinstance(accepted, str):
                act, _, seat = accepted.partition(" ")
                word = self.words.get(f"act.{act}", act)
                word = word[:1].lower() + word[1:] if self.lang == "en" else word
                if keys is not None:
                    seat = f"({keys[act]})" if keys.get(act, act) != act else ""
                texts.append(f"{word} {seat}".removesuffix(" table").rstrip())
        return self.narrator.listing(dict.fromkeys(texts))

    def act_text(self, offer: Offer) -> str:
        """An offered act as text."""
        text = self.narrator.act(offer.act, "") if f"of.{offer.act}" not in self.words \
            else self.narrator.act(offer.act, offer.spots[0])
        return text[:1].upper() + text[1:]

    def offer_terms(self, offer: Offer, balance: int | None = None) -> Text:
        """The sums and the cost of an act, with the note of its offer."""
        text, money = Text(), self.game.money
        if offer.note == "cards":
            text.append("  " + self.tell("cards", low=offer.low, high=offer.high))
        elif offer.priced and offer.low == offer.high:
            text.append("  " + money(offer.low))
        elif offer.priced:
            text.append("  " + self.tell("sums", low=money(offer.low), high=money(offer.high),
                                           unit=money(offer.unit)))
        if offer.cost:
            text.append("  " + self.tell("more", sum=money(offer.cost)))
            if balance is not None and offer.cost > balance:
                text.append(self.tell("short", sum=money(balance)), style="red")
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

    def show_prizes(self, bets: Sequence[MenuBet], most: int | None = None) -> None:
        """Print what each bet of the table pays; where these are more than ``most`` lines, only
        which command shows them."""
        if most is not None and len(
                {(bet.bet, pay.what, pay.law) for bet in bets for pay in bet.pays}) > most:
            self.line("  " + self.tell("all-bets", word=self.command("pays")))
            return
        for bet in bets:
            name = (self.words.get(f"menu.{bet.bet}") or self.words.get(f"bet.{bet.bet}")
                    or bet.bet).rstrip(",")
            for prize, law in dict.fromkeys((pay.what, pay.law) for pay in bet.pays):
                odds = [pay.odds for pay in bet.pays if pay.what == prize]
                prize_text = (self.words.get(f"pays.{prize}") or self.words.get(f"result.{prize}")
                              or prize)
                self.line(self.tell("pays", bet=name, prize=prize_text,
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
