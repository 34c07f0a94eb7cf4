"""Round scripts: a coup as a script that a lawyer can read, with its narration below.

The head of a round says in plain words what is at stake, then the table, the cards in the order in
which they leave the shoe, and what the players do. Below a ruled line is the narration of the coup,
each line with its clauses, and what everybody won. The head::

    15.b  Double on ten

    One sentence or more, for the reader.

    shows:  15.b 23
    table:  kind individual, places 1, minimum 5.00
    rules:  packs 4, double_any yes
    authorised: 2.2.2 6.1
    cards:  4S 6D 6H TC | 9S 8C
    acts:
      Ana: sit 1
      Ana: bet 1 10.00
      Ana: deal table
      croupier: report misdeal 1 7H
      time runs out
      next coup
      Ana: bet 1 10.00
      void: power failure

``lang`` (en or pt), ``table``, ``rules`` and ``carry`` (fields of the game's carry as JSON) are
optional. ``menus: yes`` narrates the menus of a layout too. ``authorised`` names the options for
which the table has an authorisation. Required values that the round does not give come from the
game's demonstration. ``next coup`` begins another coup with the carry of the last; the cards
continue. ``shoe: ends`` makes the listed cards the last ones of the shoe in use.

``throws`` are given with or instead of the cards: ``17`` for a ball, ``3-4-5`` for three dice,
``!chip`` for an incident (``!stacked:1-2-2`` for one with numbers).

Among the cards ``!KIND`` or ``!KIND:7H`` (either may end in ``@SEAT``) is an incident instead of a
card, and ``??`` a face-down card that nobody saw. ``croupier: report KIND [SEAT] [CARD] [AMOUNT]``
reports a fault while people are asked, with an amount such as 20.00 where its kind has one.
``croupier: answer WORD`` answers the next handling that allows this word. An act that counts cards
(cut) takes a plain number.
"""

from __future__ import annotations

import itertools
import json
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from sabot.equipment import Shoe, as_card, is_card
from sabot.money import cents
from sabot.procedure.dealer import Dealer, Event, flows
from sabot.procedure.game import Game
from sabot.procedure.narration import Line, Narrator
from sabot.procedure.refusal import Refusal
from sabot.procedure.refusal_text import render_refusal, with_refusal_words
from sabot.procedure.resolvers import Live, Resolver, Scripted
from sabot.procedure.steps import COUNTED, FLOWS, Act, Incident, Menu, TimeOut
from sabot.procedure.table import Table, Violation
from sabot.words import phrase, render

RULE = "-" * 72
"""The line between the head of a round and its narration."""
WIDTH = 96
"""The width of the narration, up to its clauses."""
NEXT = "next coup"
"""The act that begins another coup."""
_KEYS = ("shows", "lang", "menus", "table", "rules", "authorised", "carry", "shoe", "cards",
         "throws", "acts")


class BadRound(ValueError):
    """The head of a round cannot be read or played; the text names the line at fault."""


class Head(msgspec.Struct, kw_only=True):
    """The script of a round. ``text`` is the head as written, up to the ruled line."""

    text: str
    title: str
    shows: tuple[str, ...] = ()
    lang: str = "en"
    table: str = ""
    rules: str = ""
    authorised: str = ""
    carry: str = ""
    shoe: str = ""
    cards: tuple[str, ...] = ()
    throws: tuple[str, ...] = ()
    menus: str = ""
    acts: tuple[str, ...] = ()


def read(text: str) -> Head:
    """The head of a round; BadRound when the text is not one."""
    head = text.split(RULE, 1)[0]
    lines = head.splitlines()
    values: dict[str, Any] = {}
    acts: list[str] = []
    key = ""
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if colon and name in _KEYS:
            key = name
            values[key] = value.strip()
        elif key == "acts" and line.strip():
            acts.append(line.strip())
        elif key and line.strip():
            values[key] += " " + line.strip()
    if not lines or not {"cards", "throws"} & set(values) or not acts:
        raise BadRound("a round has a title, its cards or throws, and its acts")
    for name in ("cards", "throws"):
        values[name] = tuple(values.get(name, "").replace("|", " ").split())
    values["shows"] = tuple(values.get("shows", "").split())
    values["acts"] = tuple(acts)
    return Head(text=head, title=lines[0].strip(), **values)


ReadTable = Callable[[str], "Table | list[Violation]"]
"""Reads the text of a table file."""


def play(text: str, game: Game, read_table: ReadTable) -> str:
    """The whole text of a round, with a new narration of the coup below its head."""
    head = read(text)
    return "\n".join([f"{head.text.rstrip()}\n", RULE, *_narrate(head, game, read_table)]) + "\n"


class Wording(NamedTuple):
    """The title of a round and the sentences below it, in a language."""

    title: str
    text: str


def wording(text: str) -> Wording:
    """The title of a round and the sentences below it, as it was written."""
    head = read(text)
    sentences: list[str] = []
    for line in head.text.splitlines()[1:]:
        if line.partition(":")[0] in _KEYS:
            break
        sentences.append(line)
    return Wording(head.title.partition("  ")[2] or head.title,
                   " ".join(" ".join(sentences).split()))


def translate(text: str, words: Wording, lang: str, game: Game, read_table: ReadTable) -> str:
    """The text of a round in another language: with these words, its keys and its narration in that
    language. What the players do stands as it was written."""
    head = read(text)
    clauses, gap, _ = head.title.partition("  ")
    lines = [f"{clauses}{gap}{words.title}" if gap else words.title, ""]
    if words.text:
        lines += [textwrap.fill(words.text, 100), ""]
    script = itertools.dropwhile(lambda line: line.partition(":")[0] not in _KEYS,
                                 head.text.rstrip().splitlines()[1:])
    for line in script:
        key, colon, value = line.partition(":")
        if key != "lang":
            lines.append(f"{render(key, lang)}{colon}{value}" if key in _KEYS else line)
    narration = _narrate(msgspec.structs.replace(head, lang=lang), game, read_table)
    return "\n".join([*lines, "", RULE, *narration]) + "\n"


def _narrate(head: Head, game: Game, read_table: ReadTable) -> list[str]:
    """The narration of a round and how it ended, in the language of its head."""
    coups = _drive(head, game, _table(head, game, read_table))
    narration: list[str] = []
    for dealer, refused in coups:
        narrator = Narrator.of(game, head.lang)
        narration += ["", RULE] if narration else []
        for i, event in enumerate(dealer.record):
            if head.menus == "yes" or not isinstance(event.step, Menu):
                narration += [line.plain(game.section, WIDTH) for line in narrator.lines([event])]
            narration += [_refused(act, refusal, game, head.lang).plain(game.section, WIDTH)
                          for act, refusal in refused.get(i, ())]
    if not dealer.over:
        raise BadRound(phrase("the acts end while the coup waits: {narration}",
                              narration=narration[-1]))
    return [*narration, "", *_ending([dealer for dealer, _ in coups], game, head.lang)]


def _refused(act: str, refusal: Refusal, game: Game, lang: str) -> Line:
    """An act that was refused, in a language."""
    words = with_refusal_words({lang: game.words.get(lang, {})})[lang]
    text = "" if lang == "en" else render_refusal(refusal, words, game.money)
    return Line(f"  {act} -- {refusal.code}: {text or game.in_currency(refusal.text)}",
                (refusal.law,) if refusal.law else ())


def _table(head: Head, game: Game, read_table: ReadTable) -> Table:
    lines = [f'game = "{game.id}"', 'name = "round"']
    limits = {"minimum": "5", "maximum": "500"}
    lines += [f"{key} = {value}" for key, value in (limits | dict(_options(head.table)))
              .items()]
    demonstration = game.open_choices.demonstration if game.open_choices else {}
    rules = {key: json.dumps(value) for key, value in demonstration.get("rules", {}).items()} \
        | dict(_options(head.rules))
    lines += ["[rules]", *(f"{key} = {value}" for key, value in rules.items())]
    options = [authorisation["option"] for authorisation in demonstration.get("authorisations", ())]
    for option in dict.fromkeys([*options, *head.authorised.split()]):
        lines += ["[[authorisations]]", f'option = "{option}"', 'by = "the authority"',
                  'reference = "1"', "requested = 2026-01-05", "effective = 2026-02-05"]
    table = read_table("\n".join(lines))
    if isinstance(table, list):
        raise BadRound("; ".join(str(violation) for violation in table))
    return table


def _outside_brackets(text: str) -> Iterator[str]:
    """The parts between commas; a comma within brackets belongs to the value, which is TOML."""
    depth = begin = 0
    for n, letter in enumerate(text):
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and not depth:
            yield text[begin:n]
            begin = n + 1
    yield text[begin:]


def _options(text: str) -> list[tuple[str, str]]:
    """``packs 4, double_any yes`` as keys and TOML values."""
    options = []
    for option in filter(None, map(str.strip, _outside_brackets(text))):
        key, _, value = option.partition(" ")
        value = {"yes": "true", "no": "false"}.get(value, value)
        is_toml = value.isdigit() or value in ("true", "false") or value[:1] in ("[", "{")
        options.append((key, value if is_toml else json.dumps(value)))
    return options


Played = tuple[Dealer, dict[int, list[tuple[str, Refusal]]]]
"""A coup that was played, and the acts that were refused by the event that they followed."""


def _drive(head: Head, game: Game, table: Table) -> list[Played]:
    """Play the coups to the end of the acts."""
    carry = game.opening(table)
    chance: Resolver = Scripted(map(_card, head.cards), map(_throw, head.throws),
                                words=[act.split()[-1] for act in head.acts if _is_answer(act)])
    fields = json.loads(head.carry) if head.carry else {}
    if head.shoe:
        shoe = Shoe(bytes(32), list(map(as_card, head.cards)))
        chance = Live(None, shoe)  # type: ignore[arg-type]
        fields |= {"seal": shoe.seal, "drawn": 52 * table.rules.packs - len(head.cards)}
    if fields:
        values = {**msgspec.to_builtins(carry), **fields}
        carry = msgspec.convert(values, game.carry)
    dealer = Dealer(game.coup(table, carry), chance)
    refused: dict[int, list[tuple[str, Refusal]]] = {}
    coups = [(dealer, refused)]
    for act in head.acts:
        if act == NEXT:
            if not dealer.over:
                raise BadRound("a coup follows while the last one waits")
            dealer, refused = Dealer(game.coup(table, dealer.outcome), chance), {}
            coups.append((dealer, refused))
            continue
        if _is_answer(act):  # the resolver gives it when a handling asks
            continue
        result = _act(dealer, act)
        if isinstance(result, Refusal):
            refused.setdefault(len(dealer.record) - 1, []).append((act, result))
    return coups


def _card(token: str) -> str | Incident:
    """A card of the script, or the incident that an exclamation mark begins."""
    if not token.startswith("!"):
        return token
    rest, _, seat = token[1:].partition("@")
    kind, _, card = rest.partition(":")
    card = as_card(card)
    if not kind or (card and not is_card(card)):
        raise BadRound(phrase("{token} is not an incident; one is '!face-up:7H'",
                              token=repr(token)))
    return Incident(kind, card, seat=seat)


def _throw(token: str) -> tuple[int, ...] | Incident:
    """A throw of the script, such as 17 or 3-4-5, or the incident that an exclamation mark begins.
    """
    kind, _, numbers = token.removeprefix("!").partition(":") if token[:1] == "!" \
        else ("", "", token)
    if not all(n.isascii() and n.isdigit() for n in numbers.split("-")) and (numbers or not kind):
        raise BadRound(phrase("{token} is not a throw; one is 17, 3-4-5, '!chip' or "
                              "'!stacked:1-2-2'", token=repr(token)))
    fell = tuple(int(n) for n in numbers.split("-")) if numbers else ()
    return Incident(kind, fell=fell) if kind else fell


def _is_answer(act: str) -> bool:
    return act.split()[:2] == ["croupier:", "answer"] and len(act.split()) == 3


def _report(words: list[str], act: str) -> Incident:
    """``KIND [SEAT] [CARD] [AMOUNT]`` as an incident."""
    amount = cents(words.pop()) if re.fullmatch(r"[0-9]+\.[0-9]{2}", words[-1]) else 0
    card = words.pop() if len(words) > 1 and is_card(words[-1]) else ""
    if len(words) not in (1, 2):
        raise BadRound(phrase("{act} is not a report; one is 'croupier: report misdeal 1 7H'",
                              act=repr(act)))
    return Incident(words[0], card, seat=words[1] if len(words) == 2 else "", amount=amount)


def _act(dealer: Dealer, act: str) -> list[Event] | Refusal:
    if act.startswith("void:"):
        return dealer.void(act.removeprefix("void:").strip())
    if act == "time runs out":
        return dealer.answer(TimeOut(dealer.standing.window if dealer.standing else ""))
    player, _, rest = act.partition(":")
    words = rest.split()
    if player == "croupier" and words[:1] == ["report"]:
        return dealer.report(_report(words[1:], act))
    if len(words) not in (2, 3):
        raise BadRound(phrase("{act} is not an act; one is 'Ana: bet 1 10.00'", act=repr(act)))
    amount = 0 if len(words) == 2 else _number(words[2]) if words[0] in COUNTED else cents(words[2])
    return dealer.answer(Act(player.strip(), words[0], words[1], amount))


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise BadRound(phrase("{text} is not a number of cards", text=repr(text)))
    return int(text)


def _ending(coups: list[Dealer], game: Game, lang: str) -> list[str]:
    """What everybody won, and what the table shows after the last coup."""
    accounts: dict[str, int] = {"bank": 0, "stake": 0}
    for _, move in flows([event for dealer in coups for event in dealer.record]):
        frm, to = (move.player if side == "player" else side for side in FLOWS[move.kind])
        accounts[frm] = accounts.get(frm, 0) - move.amount
        accounts[to] = accounts.get(to, 0) + move.amount
    in_play = accounts.pop("stake")
    bank = accounts.pop("bank")
    totals = [*sorted(accounts.items()), ("bank", bank), ("in play", in_play)]
    lines = [render(phrase("{name}: {sum}", name=name, sum=_signed(net, game)), lang)
             for name, net in totals]
    public = game.public_state(coups[-1].outcome)
    if results := public.get("results"):
        text = render(phrase("results shown: {results}", results=" ".join(results)), lang)
        lines.append(Line(text, (public.get("law", ""),)).plain(game.section, WIDTH))
    return lines


def _signed(amount: int, game: Game) -> str:
    return f"{'+' if amount > 0 else ''}{game.money(amount)}"
