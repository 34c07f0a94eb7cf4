"""A build takes the golden coups along: they are tests of this checkout, and read by a house."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class WithRounds(build_py):
    """Beside the modules the texts of `tests/rounds`, where `sabot.law.shown` looks for them."""

    def run(self):
        super().run()
        if not self.editable_mode:
            for text in sorted((HERE / "tests" / "rounds").glob("*/*.txt")):
                to = Path(self.build_lib) / "sabot" / "law" / "rounds" / text.parent.name
                to.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(text, to / text.name)


setup(cmdclass={"build_py": WithRounds})
