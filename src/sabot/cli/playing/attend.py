"""Several people at one keyboard, at a live table or at one with real cards and a croupier.

Each act is typed with the name of who does it (``Ana: bet 1 10``). At a table with real cards the
person at the keyboard is the croupier: the program says what comes next and under which clause, is
told what left the shoe, hears the players, settles, and keeps the record.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sabot import law
from sabot.cli.playing import input_parser, journal, spots
from sabot.cli.playing.machine_input import DRAW, SPIN, of_table
from sabot.cli.playing.table_view import Cloth
from sabot.cli.playing.tables import CREDIT, Ends, ask, keys_of, rule_told, signed
from sabot.cli.terminal import NO, stop
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

HELP = (
    ("NAME: ACT [PLACE] [SUM]", "what a player does: Ana: bet 1 10, Ana: hit 1, Ana: h"),
    ("[NAME:] look", "the cards that only this player may see"),
    ("time", "the clock of the question runs out"),
    ("? [RULE]", "the text of the rule of the last line, or of any other"),
    ("help", "what may be done now, and these lines"), ("q", "the end"))
HELP_REAL = (
    ("17  3-4", "what the ball or the dice show; late bets are over then"),
    ("7h  10s  ts  qd", "the card that came: its rank and S, H, D or C; late bets are over then"),
    ("??", "a face-down card that nobody has seen"),
    ("done", "it is done; or one of the words that the line names"),
    ("fault KIND [CARD] [PLACE]", "what came instead"),
    ("report KIND [PLACE] [CARD] [SUM]", "what went wrong while players are asked"),
    ("void CAUSE", "the coup cannot be determined: every stake in play goes back"))


def play(game: Game, table: Table, source: NoncedSource | None, console: Console,
         names: tuple[str, ...], lang: str, path: Path | None) -> None:
    """Coups until the session ends; ``source`` is None where the cards are real ones.

    ``path`` is the journal: what it holds is verified, and the session goes on from it.
    """
    kept: list[journal.Coup] = []
    try:
        if path is not None and path.exists():
            kept = list(journal.read(path))
        if kept and kept[-1].table != table:
            stop(f"{path} is the record of another table, {kept[-1].table.name}")
        Floor(game, table, source, console, names, lang, path, kept).play()
    except journal.BadJournal as bad:
        stop(f"{path}: {bad}", NO)
    except OSError as error:
        stop(f"cannot write {path}: {error.strerror}", NO)


class Floor:
    """A table, the people at it, and the one who types for them."""

    def __init__(self, game: Game, table: Table, source: NoncedSource | None, console: Console,
                 names: tuple[str, ...], lang: str, path: Path | None,
                 kept: list[journal.Coup]) -> None:
        self.game, self.table, self.console, self.path = game, table, console, path
        self.real = source is None
        self.chance: Live | Attended = Attended() if source is None else Live(source)
        self.closed = bool(names)  # nobody else plays
        self.sums: dict[str, int] = {}
        self.keys = keys_of(game, lang)
        self.dials = of_table(game, table)
        self.cloth = Cloth(console, game, lang)
        self.typed = input_parser.Told(self.cloth.words, self.keys, lang)
        self.echo = not sys.stdin.isatty()
        self.no = 0
        self.carry = game.opening(table)
        self.dealer: Dealer | None = None
        for name in names:
            self.sums[name] = self._start
        for coup in kept:
            self._remember(coup)

    @property
    def _start(self) -> int:
        """What a player has at first: his chips are his own where the cards are real."""
        return 0 if self.real else CREDIT

    def _remember(self, coup: journal.Coup) -> None:
        """Go on from a coup of the journal: with its outcome, or with itself when it is open."""
        self.no, self.carry = coup.no, coup.carry
        for event in coup.events:
            if isinstance(event.answer, Act):
                self.sums.setdefault(event.answer.player, self._start)
        if coup.over:
            left = coup.dealer.outcome
            self.carry = left if self.real else self.game.reset_carry(self.table, left)
            if self.real:
                self._count(coup.events)
        elif self.real:
            self.dealer = replay(self.game.coup(self.table, self.carry), coup.events, self.chance)

    # -- a session --------------------------------------------------------------------------------

    def play(self) -> None:
        """Coups until somebody ends it."""
        try:
            self._welcome()
            while True:
                self._coup()
                self._over()
        except Ends:
            self._leave()
        self._summary()

    def _welcome(self) -> None:
        table, laws = self.table, self.game.conduct.laws
        say, money = self.cloth.say, self.game.money
        named = dict.fromkeys((self.game.names[self.cloth.lang], table.name))
        self._line(Text(": ".join(named), style="bold"))
        self._line(law.document(self.game.section).title)
        self._line(self.cloth.limits(table), laws.get("limits", ""))
        if table.demonstrated:
            self._line(say("demonstrated", options=", ".join(table.demonstrated)),
                       self.game.conduct.leave(table.demonstrated[0]))
        if self.real:
            thrown = next((thing for thing in ("ball", "dice") if thing in self.cloth.words), "")
            self._line(self.cloth.words.get("real")
                       or say(f"real-{thrown}" if thrown else "real"))
        else:
            self._line(say("credit-each", sum=money(CREDIT)), laws.get("demo", ""))
        if self.sums:
            self._line(say("players", names=self.cloth.telling.listing(self.sums)))
        if self.no:
            self._line(say("goes-on" if self.dealer else "goes-on-after", no=self.no))

    def _coup(self) -> None:
        if self.dealer is None:
            self.no += 1
            self.dealer = Dealer(self.game.coup(self.table, self.carry), self.chance)
        self.cloth.begin()
        self.told = 0
        self.listed: tuple[str, str] | None = None
        self.faults: set[tuple[str, tuple[str, ...]]] = set()
        self.console.print()
        self._line(Text(self.cloth.say("coup", no=self.no), style="bold"))
        self._tell()
        while not self.dealer.over:
            if self._all_seated(self.dealer.standing):
                self.dealer.answer(TimeOut("seats"))
                self._tell()
                continue
            if isinstance(self.dealer.standing, Listen):
                prompt = self._asked(self.dealer.standing)
            else:
                prompt = self._awaited()
            while not self._heard(ask(self.console, f"{prompt}> ", self.echo)):
                pass
            self._tell()

    def _all_seated(self, listen: Listen | None) -> bool:
        """Whether new cards wait for others, and everybody who plays here has sat down."""
        return (self.closed and listen is not None and listen.clock == "shuffle"
                and self.sums.keys() <= {o.player for o in listen.offers if o.act == "leave"})

    def _over(self) -> None:
        """The coup is over: it is written, and everybody hears how he stands."""
        assert self.dealer is not None
        self._write()
        record, self.carry, self.dealer = self.dealer.record, self.dealer.outcome, None
        self._count(record)
        for name, net in journal.nets(record).items():
            kind, _, player = name.partition(":")
            if player:
                self.console.print(Text.assemble((f"{player}: ", "bold"), signed(self.game, net),
                                                 "; ", *self._stands(player)))
            elif kind in ("bank", "jackpot"):
                self.console.print(Text.assemble(f"{self.cloth.say(kind)}: ",
                                                 signed(self.game, net)))

    def _stands(self, player: str) -> tuple[str | Text, ...]:
        has = self.sums[player]
        return (self.cloth.say("so-far"), signed(self.game, has)) if self.real \
            else (self.cloth.say("has", sum=self.game.money(has)),)

    def _count(self, events: list[Event]) -> None:
        for name, net in journal.nets(events).items():
            _, _, player = name.partition(":")
            if player:
                self.sums[player] = self.sums.get(player, self._start) + net

    def _write(self) -> None:
        if self.path is not None and self.dealer is not None:
            journal.write(self.path, self.no, self.table, self.carry, self.dealer)

    def _leave(self) -> None:
        """The end of a session: what lies on the table is kept in the journal or given back."""
        dealer = self.dealer
        if dealer is None or dealer.over:
            return
        heard = any(e.answer or e.incident or e.card or e.word for e in dealer.record)
        if self.real and self.path is not None and heard:
            self._write()
            self._line(self.cloth.say("stays-open", no=self.no, path=self.path))
            return
        # Who goes away from a live table in mid-coup is played for as the clock would.
        while not self.real and (listen := dealer.standing) is not None and listen.clock \
                and listen.window != "bets":
            dealer.answer(TimeOut(listen.window))
        if not dealer.over and in_play(dealer.record):
            dealer.void(SESSION_ENDS)
        self._tell()
        if dealer.over:
            self._over()

    def _summary(self) -> None:
        self.console.print()
        self._line(Text(self.cloth.say("session"), style="bold"))
        for player, has in self.sums.items():
            net = Text.assemble(f"  {player}: ", signed(self.game, has - self._start))
            self.console.print(net if self.real else Text.assemble(net, "; ",
                                                                   *self._stands(player)))

    # -- lines ------------------------------------------------------------------------------------

    def _line(self, text: Text | str, clause: str = "") -> None:
        self.cloth.line(text, clause)

    def _tell(self) -> None:
        """The lines of what happened since the last time; questions have none of their own."""
        assert self.dealer is not None
        events, self.told = self.dealer.record[self.told:], len(self.dealer.record)
        for event, after in zip_longest(events, (e.step for e in events[1:])):
            follows = after or self.dealer.awaited
            # A fault has no clause of its own: it is told under that of what it leads to.
            laws = (follows.law, *follows.also) if event.step is None and event.incident \
                and follows is not None and not isinstance(follows, Listen) else ()
            self.cloth.tell(inspect(event), laws=laws)

    def _no(self, text: str, clause: str = "") -> bool:
        self._line(Text(f"✗ {text}", style="red"), clause)
        return False

    # -- what is asked ----------------------------------------------------------------------------

    def _awaited(self) -> str:
        """What the croupier does next, in words; the prompt for it."""
        assert self.dealer is not None and self.dealer.awaited is not None
        step, say = self.dealer.awaited, self.cloth.say
        text = self.cloth.telling.asks(step)
        if isinstance(step, Deal) and step.seen_by == NOBODY:
            text += say("unseen")
        elif isinstance(step, Handle):
            words = [f"{word} ({self.cloth.telling.word(f'answer.{word}')})"
                     for word in step.answers]
            text = say("then", what=text, words=say("or").join(words) or DONE)
        elif isinstance(step, Throw):
            ends = [say("range", low=step.first, high=step.first + sides - 1)
                    for sides in step.sides]
            text = say("throw", what=text, ends=self.cloth.telling.listing(ends))
        self._line(Text.assemble(("→ ", "bold"), text), step.law)
        came = "NUMBERS" if isinstance(step, Throw) else "CARD"
        self._faults(f"fault KIND [{came}] [PLACE]", step)
        return self.cloth.words.get("croupier", "croupier")

    def _faults(self, how: str, step: AnyStep) -> None:
        """The kinds of fault that may be told now, the first time in a coup that they may, each
        with the sums that it may have."""
        kinds: tuple[str, ...] = getattr(step, "faults", ())
        if kinds and self.real and (how, kinds) not in self.faults:
            words, money = self.cloth.words, self.game.money
            sums = {one.kind: f"{money(one.low)}–{money(one.high)}"
                    for one in getattr(step, "details", ()) if one.unit}
            said = {kind: "; ".join(filter(None, (words.get(f"incident.{kind}"), sums.get(kind))))
                    for kind in kinds}
            named = self.cloth.telling.listing(
                f"{kind} ({said[kind]})" if said[kind] else kind for kind in kinds)
            self._line(Text(f"  {how}: {named}", style="dim"))
            self.faults.add((how, kinds))

    def _asked(self, listen: Listen) -> str:
        """Who may do what, listed once for each window; the prompt names who is asked."""
        if self.listed != (listen.window, listen.clock):
            betting = listen.window == "bets"
            self.cloth.table(self.game.shown(self.carry) if betting else {})
            self._list(listen)
        return self.cloth.telling.listing(self._waited_for(listen)) or "table"

    def _waited_for(self, listen: Listen) -> list[str]:
        """The players who have something to say now."""
        named = [o.player for o in listen.offers if o.player]
        return [p for p in dict.fromkeys((*self.sums, *named)) if offers_for(listen, p)]

    def _list(self, listen: Listen) -> None:
        rows: dict[tuple[object, ...], tuple[Offer, list[str]]] = {}
        wide = sorted({o.act for o in listen.offers if spots.many([o])})
        for act in wide:
            alike = [o for o in listen.offers if o.act == act]
            people = dict.fromkeys(player for o in alike for player in o.players)
            self.cloth.spots(alike, self.keys.get(act, act),
                             f"{self.cloth.say('or').join(people)}: ")
        for o in sorted(listen.offers, key=lambda o: not o.player):
            if o.act in wide:
                continue
            same = (o.player, o.act, o.law, o.low, o.high, o.unit, o.cost, o.note)
            rows.setdefault(same, (o, []))[1].extend(o.spots)
        for o, seats in rows.values():
            who = o.player or self.cloth.say("or").join(o.players) or self.cloth.say("anybody")
            places = "" if seats in (["table"], [""]) else f" {' '.join(seats)}"
            if self.dials is not None and o.act in (SPIN, DRAW):
                places = f" {seats[0]}" if len(seats) == 1 else f" {seats[0]} … {seats[-1]}"
            does, key = self.cloth.does(o), self.keys.get(o.act, o.act)
            text = Text.assemble(f"  {who}: ", (f"{o.act}{places}", "bold"),
                                 "" if key == o.act else f"  {key}",
                                 "" if does.lower() == o.act else (f"  {does}", "dim"),
                                 self.cloth.terms(o))
            self._line(text, o.law)
        if listen.clock:
            default = self.cloth.words.get(f"call.{listen.default}") or \
                self.cloth.telling.word(f"act.{listen.default}")
            self._line(f"  time: {default}", listen.default_law)
        self._faults("report KIND [PLACE] [CARD] [SUM]", listen)
        self.listed = (listen.window, listen.clock)

    def _help(self) -> None:
        assert self.dealer is not None
        for typed, means in (*(HELP_REAL if self.real else ()), *HELP):
            self.console.print(Text.assemble((f"  {typed:<28}", "bold"), means))
        self.faults.clear()
        self.cloth.listed.clear()
        if self.dealer.standing is not None:
            self._list(self.dealer.standing)
        else:
            self._awaited()

    # -- what is typed ----------------------------------------------------------------------------

    def _heard(self, line: str) -> bool:
        """Do what was typed; whether the coup went on."""
        assert self.dealer is not None
        dealer, words = self.dealer, line.split()
        if not words:
            return False
        key = words[0].lower()
        if key in ("q", "quit") and len(words) == 1:
            raise Ends
        if key == "help":
            self._help()
            return False
        if key == "?":
            return self._rule(words[1:])
        if key == "list" and dealer.standing is not None:
            self.cloth.listed.clear()
            self._list(dealer.standing)
            return False
        try:
            if words[-1].lower() == "look" and dealer.standing is not None:
                return self._look(dealer.standing, line)
            if key == "void" and self.real:
                cause = input_parser.cause(words[1:])
                return self._try(lambda: dealer.void(cause))
            if self._next_card(words):
                return True
            if dealer.awaited is not None:
                if ":" in line or key in ("time", "report"):
                    raise input_parser.InputError(
                        "no player is asked now: the table waits for the croupier "
                        "(what goes wrong is said with fault KIND)"
                    )
                fact = input_parser.fact(dealer.awaited, words)
                return self._try(lambda: dealer.enter(fact))
            if key == "fault" and self.real:
                raise input_parser.InputError(
                    "players are asked now: what goes wrong meanwhile is said with "
                    "report KIND [PLACE] [CARD] [SUM]"
                )
            if key == "report" and self.real:
                incident = input_parser.incident(words[1:], getattr(dealer.standing, "faults", ()))
                return self._try(lambda: dealer.report(incident))
            assert dealer.standing is not None
            answer = self._answer(dealer.standing, line)
        except input_parser.InputError as unclear:
            return self._no(str(unclear))
        return self._try(lambda: dealer.answer(answer))

    def _next_card(self, words: list[str]) -> bool:
        """A card or a throw typed while late bets are open: their time is over, and it is taken."""
        assert self.dealer is not None
        listen = self.dealer.standing
        card = input_parser.card(words[0])
        thrown = all(word.replace("-", "").isdecimal() for word in words)
        if not self.real or listen is None or listen.clock != "late" or not (
                thrown or (len(words) == 1 and (is_card(card) or card == UNKNOWN))):
            return False
        over, dealer = TimeOut(listen.window), self.dealer
        if self._try(lambda: dealer.answer(over)) and (step := dealer.awaited) is not None:
            fact = input_parser.fact(step, words)
            self._try(lambda: dealer.enter(fact))
        return True

    def _answer(self, listen: Listen, line: str) -> Act | TimeOut:
        """The act of a player, or the time that runs out; said.Unclear when it is neither."""
        if line.strip().lower() == "time":
            if not listen.clock:
                raise input_parser.InputError("no clock runs now: the table waits for its players")
            return TimeOut(listen.window)
        who, colon, what = line.partition(":")
        if not colon:
            waited = self._waited_for(listen)
            if len(waited) != 1:
                first = listen.offers[0] if listen.offers else None
                does = f"{first.act} {first.spots[0]}".replace(" table", "") if first else "hit 1"
                raise input_parser.InputError("say who does what, for example "
                                   f"{waited[0] if waited else 'Ana'}: {does}")
            who, what = waited[0], line
        player = self._player(who)
        return input_parser.act(player, what.split(), offers_for(listen, player), self.typed,
                        named_in=tuple(self.game.words.values()), dials=self.dials)

    def _look(self, listen: Listen, line: str) -> bool:
        """The cards that a player may see and the others may not; nothing happens by it."""
        assert self.dealer is not None
        who, colon, _ = line.partition(":")
        waited = self._waited_for(listen)
        if not colon and len(waited) != 1:
            raise input_parser.InputError("say who looks, for example Ana: look")
        player = self._player(who if colon else waited[0])
        mine = TableState(self.game.label)
        for event in self.dealer.record:
            mine.fold(redact(event, player))
        hidden = [hand for hand, cards in mine.hands.items()
                  if cards != self.cloth.telling.state.hands.get(hand)]
        for hand in hidden:
            self._line(self.cloth.cards(player, hand, mine))
        return False if hidden else self._no(self.cloth.say("no-look", who=player))

    def _player(self, who: str) -> str:
        """The player of this name: one who is here, or a newcomer where anybody may come."""
        known = {player.lower(): player for player in self.sums}
        found = known.get(who.strip().lower())
        if found is None:
            if self.closed:
                raise input_parser.InputError(
                    f"nobody here is called {who.strip()!r}; the players are {', '.join(self.sums)}"
                )
            found = input_parser.name(who)
        return found

    def _try(self, go: Callable[[], list[Event] | Refusal]) -> bool:
        """Go on with the coup; what it refuses, or cannot go on from, changes nothing."""
        assert self.dealer is not None
        before, shoe = list(self.dealer.record), self._shoe()
        step = self.dealer.standing or self.dealer.awaited
        clause = step.law if step is not None else ""
        try:
            told = go()
        except Exception as error:  # a procedure that meets what no table should bring
            self._back(before, shoe)
            return self._no(self.cloth.say("stopped", what=type(error).__name__), clause)
        if isinstance(told, Refusal):
            open_to = self.cloth.acts(told.accepts)
            text = self.cloth.refused(told)
            if open_to and open_to not in text:
                text += self.cloth.say("taken-now", acts=open_to)
            if told.code == "no-fault" and not told.accepts:
                text += self.cloth.say("no-fault", kinds=self.cloth.telling.listing(self._kinds()))
            return self._no(text, told.law)
        if not self.real:
            for name, net in journal.nets(self.dealer.record).items():
                _, _, player = name.partition(":")
                has = self.sums.get(player, self._start)
                if player and has + net < 0:
                    self._back(before, shoe)
                    money, law_of = self.game.money, self.game.conduct.laws
                    return self._no(f"{player} has not enough credit for this: {money(has)} and "
                                    f"{money(-net)} in play", law_of.get("credit", ""))
        for event in told:
            if isinstance(event.answer, Act):
                self.sums.setdefault(event.answer.player, self._start)
        return True

    def _kinds(self) -> list[str]:
        """Every kind of fault that the game foresees somewhere."""
        return [key.removeprefix("incident.") for key in self.cloth.words
                if key.startswith("incident.")]

    def _shoe(self) -> tuple[Shoe, int, int] | None:
        shoe = self.chance.shoe if isinstance(self.chance, Live) else None
        return None if shoe is None else (shoe, shoe.drawn, shoe.cut_at)

    def _back(self, record: list[Event], at: tuple[Shoe, int, int] | None) -> None:
        """The coup and the shoe as they stood after these events."""
        if isinstance(self.chance, Live):
            self.chance.shoe = None
            if at is not None:
                shoe, drawn, cut = at
                if shoe.cut_at != cut:
                    shoe = Shoe(shoe.nonce, shoe.sealed)
                    if cut:
                        shoe.cut(cut)
                shoe.drawn = drawn
                self.chance.shoe = shoe
        self.dealer = replay(self.game.coup(self.table, self.carry), record, self.chance)

    def _rule(self, words: list[str]) -> bool:
        """The text of a rule: the one named, or that of the last line."""
        cite = words[0] if words else short_clause(self.cloth.last)
        try:
            self.console.print(rule_told(self.game, cite))
        except law.UnknownClause as unknown:
            self._no(str(unknown.args[0]))
        return False
