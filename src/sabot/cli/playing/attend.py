"""Several people at one keyboard, with virtual cards or with real cards and a croupier.

Each act is typed after the player's name (``Ana: bet 1 10``). At a table with real cards the person
at the keyboard is the croupier: the program says what comes next and under which clause, reads what
left the shoe and what the players do, settles, and keeps the record.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sabot import regulations as law
from sabot.cli.language import rendered
from sabot.cli.playing import input_parser, journal, spots
from sabot.cli.playing.machine_input import DRAW, SPIN, of_table
from sabot.cli.playing.table_view import TableView
from sabot.cli.playing.tables import (
    CREDIT,
    SessionEnds,
    ask,
    command_of,
    format_signed,
    keys_of,
    rule_line,
)
from sabot.cli.terminal import NO, columns, labelled, reason, stop
from sabot.equipment import UNKNOWN, NoncedSource, Shoe, is_card
from sabot.procedure import (
    NOBODY,
    Act,
    AnyStep,
    Attended,
    Deal,
    Dealer,
    Event,
    Handle,
    Listen,
    Live,
    Offer,
    Refusal,
    TableState,
    Throw,
    TimeOut,
    in_play,
    offers_for,
    redact,
    replay,
)
from sabot.procedure.dealer import DONE
from sabot.procedure.game import Game
from sabot.procedure.narration import short_clause
from sabot.procedure.steps import SESSION_ENDS
from sabot.procedure.table import Table
from sabot.procedure.view import inspect
from sabot.words import phrase

HELP = (
    ("NAME: ACT [PLACE] [SUM]", "what a player does: Ana: bet 1 10, Ana: hit 1, Ana: h"),
    ("[NAME:] look", "show the cards that only this player may see"),
    ("time", "let the clock of the question run out"),
    ("? [RULE]", "show the rule of the last line, or any rule"),
    ("help", "show the possible acts, and these lines"), ("q", "end the session"))
HELP_REAL = (
    ("17  3-4", "the result of the ball or the dice; this ends late bets"),
    ("7h  10s  ts  qd", "the card that came: rank and S, H, D or C; this ends late bets"),
    ("??", "a face-down card that nobody has seen"),
    ("done", "the step is done; or one of the words in the line"),
    ("fault KIND [CARD] [PLACE]", "what went wrong with the step, and what came instead"),
    ("report KIND [PLACE] [CARD] [SUM]", "what went wrong while players are asked"),
    ("void CAUSE", "the coup cannot be determined: all stakes in play are returned"))


def play(game: Game, table: Table, source: NoncedSource | None, console: Console,
         names: tuple[str, ...], lang: str, path: Path | None,
         four_colours: bool = False) -> None:
    """Play coups until the session ends.

    Args:
        game: The game.
        table: The table.
        source: The source of chance; None for real cards.
        console: Where to write.
        names: The players; () lets anybody join.
        lang: The language of the output.
        path: The journal, if any: it is verified first, and the session continues from it.
        four_colours: Print each suit in a colour of its own.
    """
    coups: list[journal.Coup] = []
    try:
        if path is not None and path.exists():
            coups = list(journal.read(path))
        if coups and coups[-1].table != table:
            stop(phrase("{file} is the record of another table, {table}",
                        file=path, table=coups[-1].table.name))
        Floor(game, table, source, console, names, lang, path, coups, four_colours).play()
    except journal.BadJournal as error:
        stop(phrase("{file}: {why}", file=path, why=reason(error)), NO)
    except OSError as error:
        stop(phrase("cannot write {file}: {why}", file=path, why=error.strerror or ""), NO)


class Floor:
    """A table with several players and one keyboard."""

    def __init__(self, game: Game, table: Table, source: NoncedSource | None, console: Console,
                 names: tuple[str, ...], lang: str, path: Path | None,
                 coups: list[journal.Coup], four_colours: bool = False) -> None:
        self.game, self.table, self.console, self.path = game, table, console, path
        self.real = source is None
        self.chance: Live | Attended = Attended() if source is None else Live(source)
        self.closed = bool(names)  # nobody else may join
        self.sums: dict[str, int] = {}
        self.keys = keys_of(game, lang)
        self.dials = of_table(game, table)
        self.view = TableView(console, game, lang, four_colours)
        self.typed = input_parser.TypedWords(self.view.words, self.keys, lang,
                                             self.view.spot_name)
        self.echo = not sys.stdin.isatty()
        self.no = 0
        self.carry = game.opening(table)
        self.dealer: Dealer | None = None
        for name in names:
            self.sums[name] = self._start
        for coup in coups:
            self._remember(coup)

    @property
    def _start(self) -> int:
        """The credit of a new player: 0 with real cards, where chips are the players' own."""
        return 0 if self.real else CREDIT

    def _remember(self, coup: journal.Coup) -> None:
        """Continue from a coup of the journal: from its outcome, or with itself if it is open."""
        self.no, self.carry = coup.no, coup.carry
        for event in coup.events:
            if isinstance(event.answer, Act):
                self.sums.setdefault(event.answer.player, self._start)
        if coup.over:
            outcome = coup.dealer.outcome
            self.carry = outcome if self.real else self.game.reset_carry(self.table, outcome)
            if self.real:
                self._count(coup.events)
        elif self.real:
            self.dealer = replay(self.game.coup(self.table, self.carry), coup.events, self.chance)

    # -- a session --------------------------------------------------------------------------------

    def play(self) -> None:
        """Play coups until somebody ends the session."""
        try:
            self._welcome()
            while True:
                self._coup()
                self._over()
        except SessionEnds:
            self._leave()
        self._summary()

    def _welcome(self) -> None:
        table, laws = self.table, self.game.conduct.laws
        tell, money = self.view.tell, self.game.money
        title = dict.fromkeys((self.game.names[self.view.lang], table.name))
        self._line(Text(": ".join(title), style="bold"))
        self._line(law.document(self.game.section).title)
        self._line(self.view.limits_text(table), laws.get("limits", ""))
        if table.demonstrated:
            self._line(tell("demonstrated", options=", ".join(table.demonstrated)),
                       self.game.conduct.leave(table.demonstrated[0]))
        if self.real:
            real_thing = next(
                (device for device in ("ball", "dice") if device in self.view.words), ""
            )
            self._line(self.view.words.get("real")
                       or tell(f"real-{real_thing}" if real_thing else "real"))
        else:
            self._line(tell("credit-each", sum=money(CREDIT)), laws.get("demo", ""))
        if self.sums:
            self._line(tell("players", names=self.view.narrator.listing(self.sums)))
        if self.no:
            self._line(tell("goes-on" if self.dealer else "goes-on-after", no=self.no))

    def _coup(self) -> None:
        if self.dealer is None:
            self.no += 1
            self.dealer = Dealer(self.game.coup(self.table, self.carry), self.chance)
        self.view.begin_coup()
        self.shown_events = 0
        self.listed: tuple[str, str] | None = None
        self.faults: set[tuple[str, tuple[str, ...]]] = set()
        self.console.print()
        self._line(Text(self.view.tell("coup", no=self.no), style="bold"))
        self._show_new_events()
        while not self.dealer.over:
            if self._all_seated(self.dealer.standing):
                self.dealer.answer(TimeOut("seats"))
                self._show_new_events()
                continue
            if isinstance(self.dealer.standing, Listen):
                prompt = self._asked(self.dealer.standing)
            else:
                prompt = self._awaited()
            while not self._heard(ask(self.console, f"{prompt}> ", self.echo)):
                pass
            self._show_new_events()

    def _all_seated(self, listen: Listen | None) -> bool:
        """Whether the table waits for more players to sit down although all have."""
        return (self.closed and listen is not None and listen.clock == "shuffle"
                and self.sums.keys() <= {o.player for o in listen.offers if o.act == "leave"})

    def _over(self) -> None:
        """End a coup: write it, and print everybody's result."""
        assert self.dealer is not None
        self._write()
        record, self.carry, self.dealer = self.dealer.record, self.dealer.outcome, None
        self._count(record)
        for name, net in journal.nets(record).items():
            kind, _, player = name.partition(":")
            if player:
                self.console.print(Text.assemble(
                    (f"{player}: ", "bold"), format_signed(self.game, net), "; ",
                    *self._stands(player)))
            elif kind in ("bank", "jackpot"):
                self.console.print(Text.assemble(f"{self.view.tell(kind)}: ",
                                                 format_signed(self.game, net)))

    def _stands(self, player: str) -> tuple[str | Text, ...]:
        amount = self.sums[player]
        return (self.view.tell("so-far"), format_signed(self.game, amount)) if self.real \
            else (self.view.tell("has", sum=self.game.money(amount)),)

    def _count(self, events: list[Event]) -> None:
        for name, net in journal.nets(events).items():
            _, _, player = name.partition(":")
            if player:
                self.sums[player] = self.sums.get(player, self._start) + net

    def _write(self) -> None:
        if self.path is not None and self.dealer is not None:
            journal.write(self.path, self.no, self.table, self.carry, self.dealer)

    def _leave(self) -> None:
        """End the session: write an open coup to the journal, or return its stakes."""
        dealer = self.dealer
        if dealer is None or dealer.over:
            return
        was_played = any(e.answer or e.incident or e.card or e.word for e in dealer.record)
        if self.real and self.path is not None and was_played:
            self._write()
            self._line(self.view.tell("stays-open", no=self.no, path=self.path))
            return
        # With virtual cards an open coup is finished by its default decisions.
        while not self.real and (listen := dealer.standing) is not None and listen.clock \
                and listen.window != "bets":
            dealer.answer(TimeOut(listen.window))
        if not dealer.over and in_play(dealer.record):
            dealer.void(SESSION_ENDS)
        self._show_new_events()
        if dealer.over:
            self._over()

    def _summary(self) -> None:
        self.console.print()
        self._line(Text(self.view.tell("session"), style="bold"))
        for player, amount in self.sums.items():
            net = Text.assemble(f"  {player}: ", format_signed(self.game, amount - self._start))
            self.console.print(net if self.real else Text.assemble(net, "; ",
                                                                   *self._stands(player)))

    # -- lines ------------------------------------------------------------------------------------

    def _line(self, text: Text | str, clause: str = "") -> None:
        self.view.line(text, clause)

    def _show_new_events(self) -> None:
        """Print the lines of the events since the last call; questions have no line."""
        assert self.dealer is not None
        events, self.shown_events = self.dealer.record[self.shown_events:], len(self.dealer.record)
        for event, next_step in zip_longest(events, (e.step for e in events[1:])):
            following = next_step or self.dealer.awaited
            # A fault has no clause; its line shows that of the step that follows.
            laws = (following.law, *following.also) if event.step is None and event.incident \
                and following is not None and not isinstance(following, Listen) else ()
            self.view.show_event(inspect(event), laws=laws)

    def _no(self, text: str, clause: str = "") -> bool:
        self._line(Text(f"✗ {rendered(text)}", style="red"), clause)
        return False

    # -- what is asked ----------------------------------------------------------------------------

    def _awaited(self) -> str:
        """Print what the croupier does next; return the prompt."""
        assert self.dealer is not None and self.dealer.awaited is not None
        step, tell = self.dealer.awaited, self.view.tell
        text = self.view.narrator.asks(step)
        if isinstance(step, Deal) and step.seen_by == NOBODY:
            text += tell("unseen")
        elif isinstance(step, Handle):
            words = [f"{word} ({self.view.narrator.word(f'answer.{word}')})"
                     for word in step.answers]
            text = tell("then", what=text, words=tell("or").join(words) or DONE)
        elif isinstance(step, Throw):
            ranges = [tell("range", low=step.first, high=step.first + sides - 1)
                      for sides in step.sides]
            text = tell("throw", what=text, ends=self.view.narrator.listing(ranges))
        self._line(Text.assemble(("→ ", "bold"), text), step.law)
        self._faults("fault KIND [NUMBERS] [PLACE]" if isinstance(step, Throw) else
                     "fault KIND [CARD] [PLACE]", step)
        return self.view.words.get("croupier") or rendered("croupier")

    def _faults(self, usage: str, step: AnyStep) -> None:
        """Print the kinds of fault that may be reported now with their sums, once in a coup."""
        kinds: tuple[str, ...] = getattr(step, "faults", ())
        if kinds and self.real and (usage, kinds) not in self.faults:
            words, money = self.view.words, self.game.money
            sums = {detail.kind: f"{money(detail.low)}–{money(detail.high)}"
                    for detail in getattr(step, "details", ()) if detail.unit}
            descriptions = {
                kind: "; ".join(filter(None, (words.get(f"incident.{kind}"), sums.get(kind))))
                for kind in kinds
            }
            listing = self.view.narrator.listing(
                f"{kind} ({descriptions[kind]})" if descriptions[kind] else kind for kind in kinds)
            self._line(Text(f"  {rendered(usage)}: {listing}", style="dim"))
            self.faults.add((usage, kinds))

    def _asked(self, listen: Listen) -> str:
        """List the possible acts, once for each window; return the prompt."""
        if self.listed != (listen.window, listen.clock):
            betting = listen.window == "bets"
            self.view.show_table(self.game.public_state(self.carry) if betting else {})
            self._list(listen)
        return self.view.narrator.listing(self._waited_for(listen)) or rendered("table")

    def _waited_for(self, listen: Listen) -> list[str]:
        """The players who may act now."""
        players = [o.player for o in listen.offers if o.player]
        return [p for p in dict.fromkeys((*self.sums, *players)) if offers_for(listen, p)]

    def _list(self, listen: Listen) -> None:
        rows: dict[tuple[object, ...], tuple[Offer, list[str]]] = {}
        layout_acts = sorted({o.act for o in listen.offers if spots.layout_spots([o])})
        for act in layout_acts:
            offers_ = [o for o in listen.offers if o.act == act]
            people = dict.fromkeys(player for o in offers_ for player in o.players)
            self.view.show_spots(offers_, self.keys.get(act, act),
                                 f"{self.view.tell('or').join(people)}: ")
        for o in sorted(listen.offers, key=lambda o: not o.player):
            if o.act in layout_acts:
                continue
            group = (o.player, o.act, o.law, o.low, o.high, o.unit, o.cost, o.note)
            rows.setdefault(group, (o, []))[1].extend(o.spots)
        for o, seats in rows.values():
            players_text = (
                o.player or self.view.tell("or").join(o.players) or self.view.tell("anybody")
            )
            places = "" if seats in (["table"], [""]) else f" {' '.join(seats)}"
            if self.dials is not None and o.act in (SPIN, DRAW):
                places = f" {seats[0]}" if len(seats) == 1 else f" {seats[0]} … {seats[-1]}"
            act_text, key = self.view.act_text(o), self.keys.get(o.act, o.act)
            text = Text.assemble(f"  {players_text}: ", (f"{o.act}{places}", "bold"),
                                 "" if key == o.act else f"  {key}",
                                 "" if act_text.lower() == o.act else (f"  {act_text}", "dim"),
                                 self.view.offer_terms(o))
            self._line(text, o.law)
        if listen.clock:
            default = self.view.words.get(f"call.{listen.default}") or \
                self.view.narrator.word(f"act.{listen.default}")
            self._line(f"  time: {default}", listen.default_law)
        self._faults("report KIND [PLACE] [CARD] [SUM]", listen)
        self.listed = (listen.window, listen.clock)

    def _help(self) -> None:
        assert self.dealer is not None
        lines = (*(HELP_REAL if self.real else ()), *HELP)
        wide = max(28, *(columns(rendered(typed)) + 2 for typed, _ in lines))
        for typed, means in lines:
            self.console.print(Text.assemble((f"  {labelled(typed, wide)}", "bold"),
                                             rendered(means)))
        self.faults.clear()
        if self.dealer.standing is not None:
            self._list(self.dealer.standing)
        else:
            self._awaited()

    # -- what is typed ----------------------------------------------------------------------------

    def _heard(self, line: str) -> bool:
        """Do what was typed; return whether the coup went on."""
        assert self.dealer is not None
        dealer, words = self.dealer, line.split()
        if not words:
            return False
        word = words[0].lower()
        if word in ("q", "quit") and len(words) == 1:
            raise SessionEnds
        command = command_of(word) if len(words) == 1 else ""
        if command == "help":
            self._help()
            return False
        if word == "?":
            return self._rule(words[1:])
        if command == "list" and dealer.standing is not None:
            self._list(dealer.standing)
            return False
        if command == "spots" and dealer.standing is not None:
            self.view.list_spots(dealer.standing.offers)
            return False
        try:
            if words[-1].lower() == "look" and dealer.standing is not None:
                return self._look(dealer.standing, line)
            if word == "void" and self.real:
                cause = input_parser.cause(words[1:])
                return self._try(lambda: dealer.void(cause))
            if self._next_card(words):
                return True
            if dealer.awaited is not None:
                if ":" in line or word in ("time", "report"):
                    raise input_parser.InputError(
                        "no player may act now: the table waits for the croupier "
                        "(report a fault with fault KIND)"
                    )
                fact = input_parser.fact(dealer.awaited, words)
                return self._try(lambda: dealer.enter(fact))
            if word == "fault" and self.real:
                raise input_parser.InputError(
                    "players are asked now: report a fault with "
                    "report KIND [PLACE] [CARD] [SUM]"
                )
            if word == "report" and self.real:
                incident = input_parser.incident(words[1:], getattr(dealer.standing, "faults", ()))
                return self._try(lambda: dealer.report(incident))
            assert dealer.standing is not None
            answer = self._answer(dealer.standing, line)
        except input_parser.InputError as unclear:
            return self._no(reason(unclear))
        return self._try(lambda: dealer.answer(answer))

    def _next_card(self, words: list[str]) -> bool:
        """Accept a card or a throw typed while late bets are open, which ends them."""
        assert self.dealer is not None
        listen = self.dealer.standing
        card = input_parser.card(words[0])
        is_throw = all(word.replace("-", "").isdecimal() for word in words)
        if not self.real or listen is None or listen.clock != "late" or not (
                is_throw or (len(words) == 1 and (is_card(card) or card == UNKNOWN))):
            return False
        time_out, dealer = TimeOut(listen.window), self.dealer
        if self._try(lambda: dealer.answer(time_out)) and (step := dealer.awaited) is not None:
            fact = input_parser.fact(step, words)
            self._try(lambda: dealer.enter(fact))
        return True

    def _answer(self, listen: Listen, line: str) -> Act | TimeOut:
        """The typed act of a player, or the end of the clock; InputError if it is neither."""
        if line.strip().lower() == "time":
            if not listen.clock:
                raise input_parser.InputError("no clock runs now: the table waits for its players")
            return TimeOut(listen.window)
        name_typed, colon, act_typed = line.partition(":")
        if not colon:
            players = self._waited_for(listen)
            if len(players) != 1:
                first = listen.offers[0] if listen.offers else None
                example = (
                    f"{first.act} {first.spots[0]}".replace(" table", "") if first else "hit 1"
                )
                raise input_parser.InputError(phrase(
                    "type the player and the act, for example {player}: {example}",
                    player=players[0] if players else "Ana", example=example))
            name_typed, act_typed = players[0], line
        player = self._player(name_typed)
        return input_parser.act(player, act_typed.split(), offers_for(listen, player), self.typed,
                        languages=tuple(self.game.words.values()), dials=self.dials)

    def _look(self, listen: Listen, line: str) -> bool:
        """Print the cards that only this player may see."""
        assert self.dealer is not None
        name_typed, colon, _ = line.partition(":")
        players = self._waited_for(listen)
        if not colon and len(players) != 1:
            raise input_parser.InputError("type who looks, for example Ana: look")
        player = self._player(name_typed if colon else players[0])
        own_view = TableState(self.game.label)
        for event in self.dealer.record:
            own_view.fold(redact(event, player))
        hidden_hands = [hand for hand, cards in own_view.hands.items()
                        if cards != self.view.narrator.state.hands.get(hand)]
        for hand in hidden_hands:
            self._line(self.view.cards_text(player, hand, own_view))
        return False if hidden_hands else self._no(self.view.tell("no-look", who=player))

    def _player(self, name_typed: str) -> str:
        """The player with this name, or a new player if anybody may join."""
        players = {player.lower(): player for player in self.sums}
        player_ = players.get(name_typed.strip().lower())
        if player_ is None:
            if self.closed:
                raise input_parser.InputError(
                    phrase("nobody here is called {name!r}; the players are {players}",
                           name=name_typed.strip(), players=", ".join(self.sums))
                )
            player_ = input_parser.name(name_typed)
        return player_

    def _try(self, action: Callable[[], list[Event] | Refusal]) -> bool:
        """Continue the coup; a refusal or an error changes nothing. Return whether it went on."""
        assert self.dealer is not None
        record_before, shoe = list(self.dealer.record), self._shoe()
        step = self.dealer.standing or self.dealer.awaited
        clause = step.law if step is not None else ""
        try:
            events = action()
        except Exception as error:  # an error in the procedure
            self._back(record_before, shoe)
            return self._no(self.view.tell("stopped", what=type(error).__name__), clause)
        if isinstance(events, Refusal):
            open_to = self.view.list_acts(events.accepts)
            text = self.view.explain_refusal(events)
            if open_to and open_to not in text:
                text += self.view.tell("taken-now", acts=open_to)
            if events.code == "no-fault" and not events.accepts:
                text += self.view.tell(
                    "no-fault", kinds=self.view.narrator.listing(self._kinds())
                )
            return self._no(text, events.law)
        if not self.real:
            for name, net in journal.nets(self.dealer.record).items():
                _, _, player = name.partition(":")
                amount = self.sums.get(player, self._start)
                if player and amount + net < 0:
                    self._back(record_before, shoe)
                    money, laws = self.game.money, self.game.conduct.laws
                    return self._no(phrase(
                        "{player} does not have enough credit: {sum} and {net} in play",
                        player=player, sum=money(amount), net=money(-net)),
                        laws.get("credit", ""))
        for event in events:
            if isinstance(event.answer, Act):
                self.sums.setdefault(event.answer.player, self._start)
        return True

    def _kinds(self) -> list[str]:
        """All kinds of fault of the game."""
        return [key.removeprefix("incident.") for key in self.view.words
                if key.startswith("incident.")]

    def _shoe(self) -> tuple[Shoe, int, int] | None:
        shoe = self.chance.shoe if isinstance(self.chance, Live) else None
        return None if shoe is None else (shoe, shoe.drawn, shoe.cut_at)

    def _back(self, record: list[Event], shoe_state: tuple[Shoe, int, int] | None) -> None:
        """Restore the coup and the shoe to their state after these events."""
        if isinstance(self.chance, Live):
            self.chance.shoe = None
            if shoe_state is not None:
                shoe, cards_drawn, cut_at = shoe_state
                if shoe.cut_at != cut_at:
                    shoe = Shoe(shoe.nonce, shoe.sealed)
                    if cut_at:
                        shoe.cut(cut_at)
                shoe.drawn = cards_drawn
                self.chance.shoe = shoe
        self.dealer = replay(self.game.coup(self.table, self.carry), record, self.chance)

    def _rule(self, words: list[str]) -> bool:
        """Print the text of the rule that was typed, or that of the last line."""
        cite = words[0] if words else short_clause(self.view.last_clause)
        try:
            self.console.print(rule_line(self.game, cite, self.view.lang))
        except law.UnknownClause as unknown:
            self._no(unknown.args[0])
        return False
