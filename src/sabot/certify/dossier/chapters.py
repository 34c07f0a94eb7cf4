"""The chapters of a dossier, as blocks in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sabot.certify.dossier.blocks import (
    Block,
    Document,
    Grid,
    Heading,
    Paragraph,
    Row,
    Run,
    Text,
    Verbatim,
    plain,
)
from sabot.certify.dossier.formats import Formats, anchor_of
from sabot.certify.dossier.odds_chapter import odds_blocks
from sabot.reports.dossier.content import (
    ClauseLine,
    Dossier,
    OptionLine,
    Point,
    ReadingLine,
    RoundText,
)
from sabot.reports.regulation_report import EXERCISED, OPEN, OUTSIDE

CHAPTERS = ("head", "options", "authorisations", "readings", "odds", "clauses", "rounds")
TESTS = 3
"""How many tests are named for a clause without a round."""


def document(dossier: Dossier) -> Document:
    """The document of a dossier."""
    head = dossier.head
    known = frozenset((*(anchor_of(line.id) for line in dossier.clauses),
                       *(anchor_of(line.id) for line in dossier.readings)))
    forms = Formats(dossier.lang, head.currency, head.section, known)
    writers = (_head, _options, _authorisations, _readings, _odds, _clauses, _rounds)
    blocks: list[Block] = []
    for number, (name, write) in enumerate(zip(CHAPTERS, writers, strict=True), start=1):
        blocks.append(Heading(level=1, number=str(number), text=forms.word(f"chapter.{name}"),
                              anchor=f"chapter-{number}"))
        blocks += write(dossier, forms, str(number))
    return Document(
        lang=dossier.lang, title=f"{forms.word('title')}{forms.word('colon')}{head.name}",
        subtitle=f"{head.game_name} · {head.state} · {head.day}",
        foot=forms.word("foot", name=head.name, day=head.day), page=forms.word("page", n="{n}"),
        contents=forms.word("contents"), blocks=tuple(blocks))


def sub(number: str, n: int, text: str, anchor: str = "", lang: str = "") -> Heading:
    """A heading inside a chapter."""
    return Heading(level=2, number=f"{number}.{n}", text=text, lang=lang,
                   anchor=anchor or f"part-{number}-{n}")


# -- the table and its law -------------------------------------------------------------------------


def _head(dossier: Dossier, forms: Formats, number: str) -> Iterator[Block]:
    head, word = dossier.head, forms.word
    options = {option.name: option for option in dossier.table}
    period = word("head.period", since=head.since, until=head.until) if head.until \
        else word("head.since", since=head.since)
    facts: list[tuple[str, Text]] = [
        ("name", (Run(head.name, "strong"),)),
        ("game", (*plain(f"{head.game_name} "), Run(head.game, "code"))),
        ("kind", plain(word("head.individual" if head.individual else "head.multi"))),
        ("places", plain(str(options["places"].value))),
        ("limits", plain(word("head.limits-from" if head.buy_in else "head.limits-value", **{
            name: forms.money(options[key].value) for name, key in (
                ("low", "minimum"), ("high", "maximum"), ("unit", "unit"))}))),
        *([("buy-in", plain(_buy_in(*head.buy_in, forms)))] if head.buy_in else []),
        ("file", (Run(head.file, "code"),) if head.file else plain(word("head.plain"))),
        ("regulation", (Run(head.regulation, lang=""),)),
        ("section", (Run(head.section, "code"),)),
        ("state", (Run(head.state, "code"),)),
        ("in-force", plain(f"{period} ({head.dates})" if head.dates else period)),
    ]
    facts += [("amendments", plain(f"{amendment.act}{word('colon')}{amendment.what}"))
              for amendment in head.amendments] or [("amendments", plain(word("none")))]
    if head.read:
        facts.append(("read", plain(head.read if forms.lang == "en" else
                                    word("head.read-in-part"))))
    facts += [("program", (Run(head.program, "code"),)), ("digest", (Run(head.digest, "code"),)),
              ("day", plain(head.day))]
    yield Grid(caption=word("head.caption"), heads=(), widths=(3, 7), rows=tuple(
        Row((plain(word(f"head.{name}")), value)) for name, value in facts))
    other = {line.lang for line in dossier.clauses} - {dossier.lang}
    yield Paragraph(plain(word("head.about")
                          + (f" {word('head.about-rows')}" if other else "").rstrip()))
    yield sub(number, 1, word("lawful.title"))
    if dossier.lawful:
        yield Paragraph(plain(word("lawful.yes")), notice=True)
    else:
        yield Paragraph((Run(word("lawful.no", n=len(dossier.violations)), "strong"),),
                        notice=True)
        yield Grid(caption=word("lawful.caption"), widths=(2, 2, 2.5, 1.2, 4),
                   heads=tuple(word(name) for name in (
                       "lawful.what", "lawful.found", "lawful.allowed", "lawful.clause",
                       "clauses.text")),
                   rows=tuple(_violation(point, forms) for point in dossier.violations))
    yield sub(number, 2, word("lawful.notes"))
    if not dossier.notes:
        yield Paragraph(plain(word("lawful.no-notes")))
    else:
        yield Grid(caption=word("lawful.notes"), named=True, widths=(2, 4, 1.2, 4),
                   heads=tuple(word(name) for name in (
                       "lawful.what", "lawful.note", "lawful.clause", "clauses.text")),
                   rows=tuple(_note(point, forms) for point in dossier.notes))


def _buy_in(low: int, high: int, forms: Formats) -> str:
    if low == high:
        return forms.money(low)
    return forms.word("to", low=forms.money(low), high=forms.money(high)) if high \
        else forms.word("head.buy-in-or-more", low=forms.money(low))


def _violation(point: Point, forms: Formats) -> Row:
    return Row(((Run(point.what, "code"),), (Run(point.found, "code"),),
                (Run(point.allowed, "code"),),
                (forms.clause(point.clause),) if point.clause else (),
                _with_code(point.text, "" if point.lang == forms.lang else point.lang)))


def _note(point: Point, forms: Formats) -> Row:
    remark = forms.word("lawful.demonstration", options=forms.joined(point.options)) \
        if point.options else point.said
    return Row(((Run(point.what, "code"),), plain(remark), (forms.clause(point.clause),),
                _register_text(point.text, point.lang, forms)))


def _register_text(text: str, lang: str, forms: Formats) -> Text:
    """A text of the register, marked where it is in another language than the document."""
    return (Run(text, lang="" if lang == forms.lang else lang),) if text else ()


# -- options and authorisations --------------------------------------------------------------------


def _options(dossier: Dossier, forms: Formats, number: str) -> Iterator[Block]:
    yield Paragraph(plain(forms.word("options.say")))
    for n, (name, lines) in enumerate(
            (("table", dossier.table), ("rules", dossier.rules)), start=1):
        yield sub(number, n, forms.word(f"options.{name}"))
        yield Grid(caption=forms.word(f"options.{name}"), named=True,
                   widths=(2.4, 3, 2.4, 1.6, 2.6),
                   heads=tuple(forms.word(f"options.{head}") for head in (
                       "option", "label", "value", "default", "clauses")),
                   rows=tuple(_option(line, forms) for line in lines))


def _option(line: OptionLine, forms: Formats) -> Row:
    label = line.label or (forms.word(f"key.{line.name}") if forms.has(f"key.{line.name}") else "")

    def value(item: object) -> Text:
        if line.name.startswith("clocks."):
            return plain(forms.word("options.seconds", n=item))
        return forms.value(item, line.kind)

    # a section that the game leaves out by default has no values there
    default = () if line.same or (line.kind and line.default is None) else value(line.default)
    return Row(((Run(line.name, "code"),), plain(label), value(line.value), default,
                forms.clauses(line.clauses)))


def _authorisations(dossier: Dossier, forms: Formats, _number: str) -> Iterator[Block]:
    if not dossier.authorisations:
        yield Paragraph(plain(forms.word(
            "authorisations.none" if dossier.lawful else "authorisations.lacking")))
        return
    names = ("option", "clause", "by", "reference", "requested", "effective", "demonstration")
    yield Grid(
        caption=forms.word("authorisations.caption"), widths=(1.3, 3.6, 2, 1.8, 1.5, 1.5, 1.5),
        heads=tuple(forms.word(f"authorisations.{name}") for name in names),
        rows=tuple(
            Row((plain(line.option),
                 (forms.clause(line.clause), *plain(forms.word("colon")),
                  *_register_text(line.text, line.lang, forms)) if line.clause else (),
                 plain(line.by), plain(line.reference), plain(line.requested),
                 plain(line.effective), plain(forms.word("yes" if line.demonstration else "no"))))
            for line in dossier.authorisations))


# -- readings --------------------------------------------------------------------------------------


def _readings(dossier: Dossier, forms: Formats, number: str) -> Iterator[Block]:
    chosen = sum(line.departs for line in dossier.readings)
    yield Paragraph(plain(forms.word("readings.say" if chosen else "readings.say-usual",
                                     n=len(dossier.readings), chosen=chosen)))
    kinds = {option.name: option.kind for option in dossier.rules}
    for n, line in enumerate(dossier.readings, start=1):
        yield sub(number, n, f"{line.id}. {line.title}", anchor_of(line.id),
                  "" if line.lang == forms.lang else line.lang)
        yield from _reading(line, kinds.get(line.option, ""), forms)
        yield from _worth(line, kinds.get(line.option, ""), forms,
                          dossier.odds.kind == "bets" and not dossier.odds.missing)


def _reading(line: ReadingLine, kind: str, forms: Formats) -> Iterator[Block]:
    """What the interpretation says, and the option that chooses it."""
    word = forms.word
    if line.departs:
        yield Paragraph((Run(word("readings.departs"), "strong"),), notice=True)
    yield Paragraph(_with_code(line.says, "" if line.lang == forms.lang else line.lang))
    facts: list[Run] = [Run(word("readings.clauses") + word("colon"), "strong"),
                        *forms.clauses(line.clauses), Run(word("stop")),
                        Run(word("readings.moves") + word("colon"), "strong"),
                        Run(word(f"readings.moves.{line.moves or 'neither'}") + word("stop")),
                        Run(word("readings.option") + word("colon"), "strong")]
    if line.option:
        facts += [Run(line.option, "code"), Run(" = "), *forms.value(line.value, kind)]
        if line.departs:
            facts.append(Run(" (" + word("readings.usual", value="".join(
                run.text for run in forms.value(line.default, kind))) + ")"))
        facts.append(Run(word("stop").strip()))
    else:
        facts.append(Run(word("readings.no-option") + word("stop").strip()))
    yield Paragraph(tuple(facts))


def _worth(line: ReadingLine, kind: str, forms: Formats, priced: bool) -> Iterator[Block]:
    """What the choice is worth in money, at a table whose bets are ``priced`` or not."""
    word = forms.word
    if line.worth:
        yield Grid(
            caption=word("readings.worth"), widths=(2.4, 3, 2, 2, 1.2), numbers=frozenset((2, 3)),
            heads=tuple(word(f"readings.{name}") for name in (
                "value", "bet", "edge-here", "edge-other", "lawful")),
            rows=tuple(Row((forms.value(worth.value, kind), plain(worth.bet),
                            plain(forms.percent(worth.was)), plain(forms.percent(worth.edge)),
                            plain(word("yes" if worth.lawful else "no"))))
                       for worth in line.worth))
    elif not line.priced:
        yield Paragraph(plain(word("readings.unpriced")))
    elif line.option and line.moves == "money" and priced:
        yield Paragraph(plain(word("readings.worth-none")))
    if line.weighed:
        yield Grid(
            caption=word("readings.weighed"), widths=(3, 4, 2, 2), numbers=frozenset((2, 3)),
            heads=tuple(word(f"readings.{name}") for name in ("bet", "rules", "ours", "other")),
            rows=tuple(Row((plain(effect.bet), (Run(effect.rules, "code"),),
                            _figure(effect.ours, forms), _figure(effect.other, forms)))
                       for effect in line.weighed))


def _with_code(text: str, lang: str) -> Text:
    """A text whose names of options stand between backquotes."""
    return tuple(Run(part, "code" if n % 2 else "", "", lang)
                 for n, part in enumerate(text.split("`")) if part)


def _figure(edge: str, forms: Formats) -> Text:
    """An edge of the register in per cent, with the fraction where it is one."""
    share = plain(forms.percent(float(Fraction(edge)), 5))
    return (*share, Run(" = "), Run(edge, "code")) if "/" in edge else share


# -- clauses and rounds ----------------------------------------------------------------------------


def _odds(dossier: Dossier, forms: Formats, number: str) -> list[Block]:
    return list(odds_blocks(dossier.odds, forms, number))


def _clauses(dossier: Dossier, forms: Formats, number: str) -> Iterator[Block]:
    states = [line.state for line in dossier.clauses]
    yield Paragraph(plain(forms.word(
        "clauses.say", section=dossier.head.section, n=len(states),
        exercised=states.count(EXERCISED), outside=states.count(OUTSIDE),
        open=states.count(OPEN))))
    if dossier.rounds:
        yield Paragraph(plain(forms.word("clauses.few", rounds=len(dossier.rounds),
                                         chapter=int(number) + 1)))
    numbers = {round_.name: round_.n for round_ in dossier.rounds}
    yield Grid(caption=forms.word("clauses.caption"), widths=(1.4, 6.6, 1.6, 2.8),
               heads=tuple(forms.word(f"clauses.{name}") for name in (
                   "rule", "text", "state", "shown")),
               rows=tuple(_clause(line, numbers, forms) for line in dossier.clauses))


def _clause(line: ClauseLine, numbers: dict[str, int], forms: Formats) -> Row:
    word = forms.word
    text = [*_register_text(line.text, line.lang, forms)]
    if line.note:
        text += [Run(f" {word('clauses.note')}", "quiet"),
                 Run(line.note, "quiet", lang="" if line.lang == forms.lang else line.lang)]
    if line.readings:
        text += [Run(f" {word('clauses.readings')}", "quiet"), *forms.clauses(line.readings)]
    state: list[Run] = [Run(word(f"clauses.state.{line.state}"))]
    if line.state == OUTSIDE:
        state.append(Run(word("colon") + (line.why or word("clauses.heading"))))
    evidence: list[Run] = []
    if line.round:
        evidence.append(Run(word("clauses.round", n=numbers[line.round]), "",
                         f"round-{numbers[line.round]}"))
    elif line.tests:
        evidence.append(Run(word("clauses.tests")))
        for test in line.tests[:TESTS]:
            evidence += [Run(word("comma"))] * (len(evidence) > 1) + [Run(test, "code")]
        if len(line.tests) > TESTS:
            evidence += [Run(word("comma")),
                      Run(word("clauses.more", n=len(line.tests) - TESTS))]
    return Row((plain(line.rule), tuple(text), tuple(state), tuple(evidence)), anchor_of(line.id))


def _rounds(dossier: Dossier, forms: Formats, number: str) -> Iterator[Block]:
    if not dossier.rounds:
        yield Paragraph(plain(forms.word("rounds.none")))
        return
    yield Paragraph(plain(forms.word("rounds.say")))
    for round_ in dossier.rounds:
        yield from _round(round_, forms, number)


def _round(round_: RoundText, forms: Formats, number: str) -> Iterator[Block]:
    yield sub(number, round_.n, round_.title, f"round-{round_.n}",
              "" if forms.lang == "en" else "en")
    yield Paragraph((Run(forms.word("rounds.shows")), *forms.clauses(round_.clauses),
                     Run(forms.word("stop")), Run(round_.place, "code")))
    yield Verbatim(round_.text.strip("\n"))
