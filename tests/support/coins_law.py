"""What the page of the law shows of the game in `examples/two-coins`, in a process that finds it:
the state of a clause, and the title and text of the golden round that shows it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from support.open_house import Doors

with tempfile.TemporaryDirectory() as folder, Doors(Path(folder)) as doors:
    visitor = doors.visitor()
    clause = visitor.get("/api/clauses/xx-two-coins/two-coins/7").json()
    print(clause["state"])
    coup = visitor.get(f"/api/rounds/{clause['rounds'][0]['name']}").json()
    print(coup["title"])
    print(coup["text"])
