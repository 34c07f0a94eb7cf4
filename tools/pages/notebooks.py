"""Runs the tutorial notebooks, stores what they answer, and turns them into pages.

``python -m tools.pages.notebooks docs/notebooks`` runs every notebook of the folder and stores the
outputs in it. The tests run them too and compare; the documentation shows them (`page`).
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
import traceback
from pathlib import Path
from typing import Any

Notebook = dict[str, Any]
"""A notebook as its file has it (nbformat 4)."""
RAISES = "raises-exception"
"""The tag of a cell that shows an error."""


def read(path: Path) -> Notebook:
    """The notebook of a file."""
    notebook: Notebook = json.loads(path.read_text("utf-8"))
    return notebook


def source(cell: dict[str, Any]) -> str:
    """The text of a cell."""
    text = cell["source"]
    return text if isinstance(text, str) else "".join(text)


def run(notebook: Notebook) -> Notebook:
    """The same notebook with the outputs of its cells, run from the first to the last."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell = {**cell, "execution_count": count, "outputs": _run_cell(cell, names, count)}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _run_cell(cell: dict[str, Any], names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    tree = ast.parse(source(cell))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    outputs: list[dict[str, Any]] = []
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, "cell", "exec"), names)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    except Exception as error:
        if RAISES not in cell["metadata"].get("tags", ()):
            raise
        lines = "".join(traceback.format_exception_only(error)).splitlines()
        outputs.append({"output_type": "error", "ename": type(error).__name__,
                        "evalue": str(error), "traceback": lines})
    if text := printed.getvalue():
        outputs.insert(0, {"output_type": "stream", "name": "stdout",
                           "text": text.splitlines(keepends=True)})
    if value is not None:
        outputs.append({"output_type": "execute_result", "execution_count": count,
                        "metadata": {}, "data": _shown_forms(value)})
    return outputs


def _shown_forms(value: object) -> dict[str, list[str]]:
    """A value as a notebook shows it."""
    forms = {"text/plain": repr(value)}
    for kind, method in (("text/html", "_repr_html_"), ("image/svg+xml", "_repr_svg_")):
        if callable(draw := getattr(value, method, None)):
            forms[kind] = draw()
    return {kind: text.splitlines(keepends=True) for kind, text in forms.items()}


def page(notebook: Notebook) -> str:
    """A notebook with its outputs as a page of the documentation."""
    parts = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            parts.append(source(cell))
            continue
        parts.append(f"```python\n{source(cell)}\n```")
        parts += map(_output_part, cell["outputs"])
    return "\n\n".join(parts) + "\n"


def _output_part(output: dict[str, Any]) -> str:
    match output["output_type"]:
        case "stream":
            return f"```text\n{''.join(output['text'])}```"
        case "error":
            return "```text\n" + "\n".join(output["traceback"]) + "\n```"
    data = {kind: "".join(lines) for kind, lines in output["data"].items()}
    if drawn := data.get("image/svg+xml") or data.get("text/html"):
        return f"```{{raw}} html\n<div class=\"output\">{drawn}</div>\n```"
    return f"```text\n{data['text/plain']}\n```"


def write(path: Path, notebook: Notebook) -> None:
    """Write a notebook to its file."""
    path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")


def write_pages(folder: Path, into: Path) -> None:
    """Write every notebook of a folder as a page into another folder."""
    into.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.ipynb")):
        (into / f"{path.stem}.md").write_text(page(read(path)), "utf-8")


def main() -> None:
    """Run every notebook of the folder and store its outputs."""
    for path in sorted(Path(sys.argv[1]).glob("*.ipynb")):
        write(path, run(read(path)))
        print(path)


if __name__ == "__main__":
    main()
