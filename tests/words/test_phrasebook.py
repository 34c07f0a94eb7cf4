"""Every text that the program makes where it is used has its translations, with the same facts."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
import re
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

import click
import pytest

import sabot
from sabot.cli import VERBS, main
from sabot.cli.language import help_paragraphs, language_of
from sabot.money import cents
from sabot.procedure.table import Violation
from sabot.web.translations import translate_refusal
from sabot.words import (
    LANGS,
    either,
    phrase,
    phrasebook,
    plural,
    render,
    sentences,
)

SOURCES = Path(inspect.getfile(sabot)).parent
PRINTED = {"say": (0,), "say_line": (0,), "heading": (0,), "stop": (0,), "warn": (0,),
           "usage_error": (0,), "bad_parameter": (0,), "rendered": (0,), "labelled": (0,),
           "new_table": (0,), "add_column": (0, 1), "InputError": (0,), "BadJournal": (0,),
           "require": (3, 4), "need": (3, 4), "Violation": (2, 3),
           "Note": (2,), "ModelFault": (1, 2), "HouseError": (1,), "PoolRefused": (1,),
           "RefusalReason": (1,)}
"""The functions of which these arguments are read by people, so that they need translations."""
FOR_PROGRAMMERS = frozenset({"deprecated.py"})
"""Modules of which texts are warnings for those who import the package."""
CODE = re.compile(r"[\W\d_]*|ir/\d+|[a-z]+_[a-z_]+|TOML|true|false|floor|average")
"""What is the same in every language."""


class Text:
    """A template in the sources, and where it stands."""

    def __init__(self, template: str, place: str) -> None:
        self.template = template
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.template!r}"


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the sources, by its path."""
    return {path.relative_to(SOURCES).as_posix(): ast.parse(path.read_text("utf-8"))
            for path in sorted(SOURCES.rglob("*.py"))}


def translated() -> Iterator[tuple[str, ast.Module]]:
    return ((name, module) for name, module in modules().items()
            if name not in FOR_PROGRAMMERS)


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else \
        call.func.attr if isinstance(call.func, ast.Attribute) else ""


def branches(value: ast.expr) -> Iterator[ast.expr]:
    """The values that an expression may have: of a choice, each."""
    if isinstance(value, ast.IfExp):
        yield from branches(value.body)
        yield from branches(value.orelse)
    elif isinstance(value, ast.BoolOp):
        for one in value.values:
            yield from branches(one)
    else:
        yield value


def printed(call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a call that people read."""
    name = called(call)
    for at in PRINTED.get(name, ()):
        if at < len(call.args):
            yield from branches(call.args[at])
    for keyword in call.keywords:
        if keyword.arg in ("help", "short_help") and name in (
                "option", "argument", "command", "group"):
            yield from branches(keyword.value)


def literal(value: ast.expr) -> str | None:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) \
        else None


def texts() -> Iterator[Text]:
    """Every text of the sources that needs translations."""
    for name, module in translated():
        for node in ast.walk(module):
            if not isinstance(node, ast.Call):
                continue
            wanted = [*printed(node)]
            if called(node) in ("phrase", "plural"):
                wanted += node.args[:2 if called(node) == "plural" else 1]
            for value in wanted:
                if (text := literal(value)) is not None and not CODE.fullmatch(text):
                    yield Text(text, f"{name}:{value.lineno}")


def help_texts(command: click.Command | None = None) -> Iterator[str]:
    """The help of every verb and option, as click shows it."""
    if command is None:
        for name, verb in VERBS.items():
            yield verb.description
            found = main.get_command(click.Context(main), name)
            assert found is not None
            yield from help_texts(found)
        return
    yield from help_paragraphs(command.help or "")
    for option in command.params:
        if isinstance(option, click.Option):
            yield getattr(option.help, "template", option.help or "")
    if isinstance(command, click.Group):
        for sub in command.commands.values():
            yield sub.short_help or ""
            yield from help_texts(sub)


def holes(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def entries() -> dict[str, dict[str, str]]:
    return {file.name: tomllib.loads(file.read_text("utf-8"))
            for file in resources.files("sabot.phrasebook").iterdir()
            if file.name.endswith(".toml")}


def test_every_text_that_people_read_has_its_translations() -> None:
    book = phrasebook("pt")
    lacking = [str(text) for text in texts() if text.template not in book]
    lacking += [f"help: {text!r}" for text in help_texts()
                if text and not CODE.fullmatch(text) and text not in book]
    assert not lacking, "\n".join(lacking)


def test_no_text_that_people_read_is_joined_from_pieces() -> None:
    """Pieces cannot be translated: a phrase with facts can."""
    joined = [f"{name}:{value.lineno}" for name, module in translated() for node in ast.walk(module)
              if isinstance(node, ast.Call) for value in printed(node)
              if isinstance(value, ast.JoinedStr) and any(
                  not CODE.fullmatch(text) for part in value.values
                  if (text := literal(part)) is not None)]
    assert not joined, "\n".join(joined)


@pytest.mark.parametrize("lang", sorted(set(LANGS) - {"en"}))
def test_translations_name_the_facts_of_their_template(lang: str) -> None:
    wrong = [template for template, text in phrasebook(lang).items()
             if not text or holes(text) != holes(template)]
    assert not wrong


def test_no_translation_is_left_of_a_text_that_is_gone() -> None:
    sources = " ".join(" ".join("".join(
        node.value for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)).split())
        for module in modules().values())
    click_texts = " ".join(" ".join(Path(inspect.getfile(module)).read_text("utf-8").split())
                           for module in (click.core, click.decorators, click.exceptions,
                                          click.formatting, click.parser, click.types))
    system = {"No such file or directory", "Is a directory", "Not a directory",
              "Permission denied", "File exists", "No space left on device",
              "Address already in use", "Cannot assign requested address", "Input/output error",
              "file is not a database", "database disk image is malformed",
              "database is locked", "unable to open database file",
              "attempt to write a readonly database", "disk I/O error",
              "database or disk is full"}
    for file, words in entries().items():
        for template in words:
            text = " ".join(template.split())
            assert text in sources or text in click_texts or template in system, (file, template)


def test_each_template_stands_once() -> None:
    seen: dict[str, str] = {}
    for file, words in entries().items():
        for template in words:
            assert template not in seen, (template, file, seen[template])
            seen[template] = file


def test_a_phrase_is_rendered_with_the_phrases_in_it() -> None:
    places = plural("1 place", "{n} places", 3)
    whole = phrase("{file}: not lawful, {points}", file="a.toml", points=places)
    assert whole == "a.toml: not lawful, 3 places"
    assert render(whole, "pt") == "a.toml: não conforme com a lei, 3 lugares"
    assert render("individual", "pt") == "individual"
    assert render("no entry of this text", "pt") == "no entry of this text"


def test_a_phrase_is_rendered_with_those_of_the_exceptions_in_it() -> None:
    try:
        cents("1.234")
    except ValueError as error:
        whole = phrase("{key}: {why}", key="stake", why=error)
    assert whole == "stake: '1.234' is not a sum such as 12 or 12.50"
    assert render(whole, "pt") == "stake: '1.234' não é uma quantia como 12 ou 12.50"


def test_what_somebody_wrote_is_quoted_and_not_translated() -> None:
    assert render("nothing", "pt") == "nada", "a word of the phrasebook"
    typed = phrase("the body of a {kind!r} entry", kind="nothing")
    assert render(typed, "pt") == "o corpo de um registo 'nothing'"


def test_a_copy_of_a_phrase_is_rendered_as_it_is() -> None:
    """Also one that another process has sent."""
    violations = sentences([Violation("", "places", "9", phrase("1 to {most}", most=7)),
                            Violation("", "kind", "'x'", either(['"individual"', '"multi"']))])
    for same in (copy.deepcopy(violations), pickle.loads(pickle.dumps(violations))):
        assert render(same, "pt") == render(violations, "pt")


def test_the_web_renders_a_refusal_in_the_language_of_the_request() -> None:
    """With all its parts, for {text} of the refusal."""
    refusal = sentences([phrase("a multiple of the unit of {unit}", unit="1.00 €"), "more than 0"])
    assert translate_refusal("unlawful", refusal, "en") == refusal
    assert translate_refusal("unlawful", refusal, "pt-PT,en;q=0.5") == (
        "A regra não o permite: um múltiplo da unidade de 1.00 €; mais de 0")
    assert translate_refusal("unlawful", refusal, "zh-HK") == "規則不容許：單位1.00 €的倍數；大於0"


@pytest.mark.parametrize(("environment", "lang"), [
    ({}, "en"), ({"LANG": "C.UTF-8"}, "en"), ({"LANG": "pt_PT.UTF-8"}, "pt"),
    ({"LANG": "pt_PT", "LC_ALL": "zh_HK.UTF-8"}, "zh"), ({"LANG": "de_DE"}, "en"),
    ({"LANG": "pt_PT", "SABOT_LANG": "en"}, "en"), ({"SABOT_LANG": "tlh", "LANG": "pt"}, "en")])
def test_the_language_is_that_of_the_environment(environment: dict[str, str], lang: str) -> None:
    assert language_of(environment) == lang
