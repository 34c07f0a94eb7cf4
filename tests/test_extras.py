"""Without a part of the program each verb says in one line what to add; the others answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import NamedTuple

import pytest

from sabot import extras

pytestmark = pytest.mark.timeout(400)  # the verbs are answered once, for all tests
HIDDEN = sorted({module for modules in extras.EXTRAS.values() for module in modules})
PROGRAM = """
import importlib.abc, json, sys

HIDDEN = set(sys.argv[1].split())

class Hide(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None

sys.meta_path.insert(0, Hide())
from click.testing import CliRunner
from sabot.cli import main
for line in sys.stdin:
    words = json.loads(line)
    result = CliRunner().invoke(main, words, prog_name="sabot")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    print(json.dumps([words, result.exit_code, result.stdout, result.stderr]), flush=True)
"""
HOUSE = ("serve", "recall", "verify", "backup", "restore", "migrate", "pools", "tickets", "staff",
         "erase", "simulate-house")
WITHOUT_HOUSE = {
    "sabot replay COUP": ("replay", "20261129-1"),
    "sabot law --coups": ("law", "--coups", "pt-217-2007/craps/3"),
    **{f"sabot {verb}": (verb,) for verb in HOUSE},
}
OTHERS = {
    "sabot odds --out FILE.png needs the plots: pip install 'sabot[plots]'":
        ("odds", "craps", "--out", "odds.png"),
    "sabot par --out FILE.svg needs the plots: pip install 'sabot[plots]'":
        ("par", "cinco", "--out", "sheet.svg"),
    "sabot law dossier -o FILE.pdf needs the plots: pip install 'sabot[plots]'":
        ("law", "dossier", "craps", "-o", "craps.pdf"),
    "sabot simulate --cluster needs the cluster: pip install 'sabot[cluster]'":
        ("simulate", "craps", "--coups", "10", "--cluster", "local"),
}
LANGUAGES = {"pt": "sabot serve precisa da casa: pip install 'sabot[house]'",
             "zh": "sabot serve 需要場方部分：pip install 'sabot[house]'"}
ANSWERS = {
    ("games",): "american-roulette", ("--help",): "serve", ("play", "--help"): "--seed",
    ("hands", "--help"): "tell", ("odds", "fantan"): "edge", ("law", "pt-217-2007/craps/3"): "3",
    ("check", "--help"): "FILE", ("replay", "--help"): "COUP",
    ("simulate", "craps", "--coups", "500"): "mean return",
    ("equity", "holdem", "AhKh", "QsQd", "--board", "2c3d4h"): "%",
}


class Answer(NamedTuple):
    """What a verb answered."""

    status: int
    stdout: str
    stderr: str


def ask(hidden: list[str], questions: list[tuple[str, ...]]) -> dict[tuple[str, ...], Answer]:
    """The answers of a process in which these modules cannot be imported."""
    env = {name: value for name, value in os.environ.items() if name != "SABOT_LANG"}
    done = subprocess.run([sys.executable, "-c", PROGRAM, " ".join(hidden)], text=True, check=False,
                          input="".join(json.dumps(words) + "\n" for words in questions),
                          capture_output=True, env=env | {"SABOT_LANG": "en"})
    assert done.returncode == 0, done.stderr[-2_000:]
    answers = (json.loads(line) for line in done.stdout.splitlines())
    return {tuple(words): Answer(*rest) for words, *rest in answers}


@pytest.fixture(scope="module")
def answers() -> dict[tuple[str, ...], Answer]:
    """What the core answers without any other part."""
    questions = [*WITHOUT_HOUSE.values(), *OTHERS.values(), *ANSWERS]
    questions += [("serve", "--lang", lang) for lang in LANGUAGES]
    return ask(HIDDEN, [*questions, ("serve", "--help"), ("serve", "--port", "9")])


@pytest.mark.parametrize("what", WITHOUT_HOUSE)
def test_a_verb_of_the_house_says_what_to_add(what: str, answers: dict[tuple[str, ...], Answer]
                                              ) -> None:
    text = f"{what} needs the house: pip install 'sabot[house]'\n"
    assert answers[WITHOUT_HOUSE[what]] == Answer(2, "", text)


@pytest.mark.parametrize("text", OTHERS)
def test_other_parts_are_named(text: str, answers: dict[tuple[str, ...], Answer]) -> None:
    assert answers[OTHERS[text]] == Answer(2, "", f"{text}\n")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_said_in_the_language_of_the_reader(lang: str,
                                                  answers: dict[tuple[str, ...], Answer]) -> None:
    assert answers["serve", "--lang", lang] == Answer(2, "", f"{LANGUAGES[lang]}\n")


def test_options_and_help_of_a_missing_verb_say_it_too(answers: dict[tuple[str, ...], Answer]
                                                       ) -> None:
    for words in (("serve", "--help"), ("serve", "--port", "9")):
        assert answers[words].stderr.startswith("sabot serve needs the house")


@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_the_core_answers_without_any_part(words: tuple[str, ...],
                                           answers: dict[tuple[str, ...], Answer]) -> None:
    answer = answers[words]
    assert answer.status == 0, answer.stderr
    assert ANSWERS[words] in answer.stdout


def test_one_missing_module_makes_a_part_incomplete() -> None:
    answer = ask(["zstandard"], [("verify",)])["verify",]
    assert answer.stderr == "sabot verify needs the house: pip install 'sabot[house]'\n"


def test_a_module_belongs_to_its_part() -> None:
    assert extras.extra_of("sqlalchemy.exc") == "house"
    assert extras.extra_of("numba") == "fast"
    assert extras.extra_of("json") == extras.extra_of(None) == ""


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(LookupError, match="no part is called 'car'; the parts are house, fast"):
        extras.what_to_add("car", "a drive")


def test_slow_work_is_announced_once_it_is_long() -> None:
    times: list[float] = []
    extras.slow_work.append(times.append)
    try:
        for seconds in (0.1, extras.LONG, 61.0):
            extras.announce_slow_work(seconds)
    finally:
        extras.slow_work.remove(times.append)
    assert times == [61.0]


def test_the_parts_are_those_of_the_package() -> None:
    """Each part of `pyproject.toml` is known, with a module for each of its libraries."""
    import tomllib
    from pathlib import Path

    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    declared = project["optional-dependencies"]
    assert set(extras.EXTRAS) == set(declared) - {"all", "dev", "docs"}
    renamed = {"prometheus-client": "prometheus_client", "psycopg[binary]": "psycopg",
               "nats-py": "nats", "pillow": "PIL", "resvg-py": "resvg_py"}
    for part, modules in extras.EXTRAS.items():
        libraries = {requirement.partition(">=")[0] for requirement in declared[part]} - {"uvloop"}
        assert {renamed.get(name, name) for name in libraries} == set(modules)
