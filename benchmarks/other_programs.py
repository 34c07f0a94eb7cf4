"""Programs of other projects that are measured beside ours.

A variable of the environment names a command. Started, it prints a line that says what it is; then
it answers each line that it is given with one line.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO


class Skipped(Exception):
    """Nothing was measured: no program is named, or it ended too early. The text says which."""


class OtherProgram:
    """A program that runs, and what it says it is."""

    def __init__(self, questions: IO[str], answers: IO[str]) -> None:
        self._questions, self._answers = questions, answers
        self.name = self._line()

    def ask(self, question: object) -> str:
        """Return its answer to a line."""
        print(question, file=self._questions, flush=True)
        return self._line()

    def _line(self) -> str:
        if not (line := self._answers.readline()):
            raise EOFError
        return line.strip()


@contextmanager
def other_program(variable: str) -> Iterator[OtherProgram]:
    """Run the program that a variable of the environment names; raises `Skipped` where there is
    none, and where it ends before it has answered or answers what cannot be read."""
    command = os.environ.get(variable, "")
    if not command:
        raise Skipped(f"skipped: {variable} names no program")
    try:
        with subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as process:
            assert process.stdin and process.stdout
            try:
                yield OtherProgram(process.stdin, process.stdout)
            finally:
                process.stdin.close()
    except (EOFError, OSError, ValueError) as error:
        raise Skipped(f"skipped: {command} ended before it had answered") from error
