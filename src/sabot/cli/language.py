"""The language of the command line: which it is, help and errors in it, and texts by language."""

from __future__ import annotations

import copy
import inspect
import os
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache
from importlib import resources
from typing import Any

import click

from sabot.words import LANGS, Phrase, read_words, render

ENGLISH = "en"
_chosen: ContextVar[str] = ContextVar("language", default="")


def language() -> str:
    """The language of this command: that of ``--lang``, else that of the environment."""
    return _chosen.get() or language_of(os.environ)


def language_of(environment: Mapping[str, str]) -> str:
    """The language that an environment asks for: ``SABOT_LANG``, else that of the messages of the
    system (``LC_ALL``, ``LC_MESSAGES`` or ``LANG``); English if it names none of ours."""
    asked = environment.get("SABOT_LANG") or next(
        (locale for name in ("LC_ALL", "LC_MESSAGES", "LANG")
         if (locale := environment.get(name))), "")
    code = asked[:2].lower()
    return code if code in LANGS else ENGLISH


def rendered(text: str) -> str:
    """A text in the language of the command line."""
    return render(text, language())


def choose(lang: str) -> None:
    """Use a language for the rest of this command; "" uses that of the environment again."""
    _chosen.set(lang)


class Option(click.Option):
    """An option of which the help may be a phrase."""

    def __init__(self, *args: Any, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        if isinstance(text := attributes.get("help"), Phrase):
            self.help = text


def _choose(ctx: click.Context, parameter: click.Parameter, lang: str | None) -> str:
    if lang is not None:
        choose(lang)
    return language()


def lang_option(text: str = "the language of the output", expose: bool = True
                ) -> Callable[[Any], Any]:
    """``--lang``, with this help text: the language in which the command answers."""
    return click.option("--lang", **_declaration(text, expose))


def _lang_option(text: str, expose: bool) -> click.Option:
    return click.Option(["--lang"], **_declaration(text, expose))


def _declaration(text: str, expose: bool) -> dict[str, Any]:
    return {"type": click.Choice(LANGS), "default": None, "is_eager": True, "callback": _choose,
            "expose_value": expose, "help": text}


def _choose_early(args: list[str]) -> None:
    """Use the language of ``--lang`` among these arguments already, so that ``--help`` before it
    and errors of other arguments are in it too."""
    for n, arg in enumerate(args[:args.index("--") if "--" in args else None]):
        name, equals, lang = arg.partition("=")
        lang = lang if equals else args[n + 1] if n + 1 < len(args) else ""
        if name == "--lang" and lang in LANGS:
            choose(lang)


class Command(click.Command):
    """A command of which help is in the language of the command line. It takes ``--lang``, also
    where it does not declare it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not any("--lang" in parameter.opts for parameter in self.params):
            self.params.append(_lang_option("the language of the output", expose=False))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments."""
        _choose_early(args)
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The pieces of the line of usage."""
        return [rendered(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help."""
        super(Command, in_language(self, language())).format_help(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option ``--help``."""
        return _help_option(super().get_help_option(ctx))


class Group(Command, click.Group):
    """A group of commands of which help is in the language of the command line."""

    command_class = Command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section(rendered("Commands")):
            formatter.write_dl([
                (name, rendered(command.short_help or command.get_short_help_str(200)))
                for name in self.list_commands(ctx)
                if (command := self.get_command(ctx, name)) is not None])


def _help_option(option: click.Option | None) -> click.Option | None:
    """``--help`` with its help in the language of the command line."""
    if option is None or language() == ENGLISH:
        return option
    option = copy.copy(option)
    option.help = rendered(option.help or "")
    return option


def in_language(command: Any, lang: str) -> Any:
    """A copy of a command with its help and that of its options in a language."""
    command = copy.copy(command)
    command.help = render_help(command.help or "", lang)
    command.options_metavar = render(command.options_metavar, lang)
    if isinstance(command, click.Group):
        command.subcommand_metavar = render(command.subcommand_metavar, lang)
    command.params = [copy.copy(parameter) for parameter in command.params]
    for option in command.params:
        if isinstance(option, click.Option):
            option.help = render(option.help or "", lang)
    return command


def render_help(text: str, lang: str) -> str:
    """The help of a command in a language, paragraph by paragraph."""
    return "\n\n".join(render(paragraph, lang) for paragraph in help_paragraphs(text)) \
        if lang != ENGLISH else text


def help_paragraphs(text: str) -> list[str]:
    """The paragraphs of a command's help, each in one line: the keys of their translations."""
    return [" ".join(paragraph.replace("\b", "").split())
            for paragraph in inspect.cleandoc(text).split("\n\n")]


def _render_plural(one: str, many: str, n: int) -> str:
    return rendered(one if n == 1 else many)


def translate_click() -> None:
    """Make the texts of click itself follow the language of the command line. Click looks them up
    with `gettext` by the language of the system alone, in compiled catalogues."""
    for module in (click.core, click.decorators, click.exceptions, click.formatting, click.parser,
                   click.termui, click.types):
        vars(module).update(_=rendered, ngettext=_render_plural)


@cache
def _words() -> dict[str, dict[str, str]]:
    return read_words(resources.files("sabot.cli") / "words.toml")


def words_under(head: str) -> dict[str, dict[str, str]]:
    """The texts of `words.toml` under a heading, by language."""
    start = f"{head}."
    return {lang: {key.removeprefix(start): text for key, text in texts.items()
                   if key.startswith(start)} for lang, texts in _words().items()}
