# The verbs of the project. Two of them are all that a newcomer needs: make serve, make test.
# Each sets up its own environment in .venv and needs only Python 3.11 or newer.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
            command -v $$p >/dev/null 2>&1 && \
            $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && \
            { echo $$p; break; }; done)
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt
HOST ?= 127.0.0.1
PORT ?= 8000
TESTS ?= tests
WORLDS ?= 200
JOBS ?= 2# processes that play worlds
WORKERS ?= 3# on two cores: the browser tests mostly wait

# Tests open many houses, each a process of its own: none of them should compile the program anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help serve test quick map more check bench worlds soak perturb perturb-sample rounds law-index docs install-page clean
.DEFAULT_GOAL := help

help:
	@echo "make serve    open the house at http://$(HOST):$(PORT)"
	@echo "make test     the test suite (PostgreSQL and browser tests run where those are found)"
	@echo "make quick    the tests that a change can break, in less than a minute (GAME=craps: those of a game)"
	@echo "make more     the tests that take long; pages of every game, width and language; hours at table"
	@echo "make map      the test suite, noting which lines each test runs: make quick reads it"
	@echo "make check    lint, types, import contracts, the scripts of the pages (with Node), law coverage"
	@echo "make bench    measured ratios and figures on one page (PAGE=docs/bench.md keeps it)"
	@echo "make worlds   simulated houses with their faults, from seeds (Python 3.12; WORLDS=200 of them, and a tenth with two nodes)"
	@echo "make soak     the long runs: thousands of crashes, ten thousand worlds"
	@echo "make perturb  change each cited figure and see its test die"
	@echo "make perturb-sample  a twelfth of that, another one for every state of the code"
	@echo "make rounds   play the golden rounds (RESET=1 rewrites them: review the diff)"
	@echo "make law-index  list which tests and golden rounds show each clause"
	@echo "make docs     the documentation as HTML in docs/_build"
	@echo "make install-page  measure the sizes of the parts and the times of the verbs for docs/install.md"

$(BIN)/python:
	@echo "setting up $(VENV), which takes some minutes and is done once"
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[house,fast,plots]'
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[dev]'
	@touch $@

$(VENV)/.docs: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[docs]'
	@touch $@

serve: $(VENV)/.run
	$(BIN)/sabot serve --host $(HOST) --port $(PORT)

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(TESTS)

quick: $(VENV)/.dev
	@$(BIN)/python -m tools.proof.quick $(if $(GAME),--game $(GAME)) $(if $(BASE),--base $(BASE))

map: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --map --law-asserts-only $(TESTS)

more: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --more -m more --timeout 400 --law-asserts-only $(TESTS)

check: $(VENV)/.dev
	$(BIN)/ruff check src tests tools benchmarks
	$(BIN)/mypy
	MYPYPATH=$$(find tests -type d -not -name '__*' -not -name support | paste -sd:) \
		$(BIN)/mypy --config-file tests/mypy.ini tests
	$(BIN)/mypy --config-file tests/mypy.ini --enable-error-code attr-defined \
		benchmarks docs/conf.py examples
	$(BIN)/lint-imports
	tools/client/check
	$(BIN)/python -m tools.proof.gate

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks.run $(if $(PAGE),--page $(PAGE))

# Where no Python 3.12 is found that is said; where one is found, the worlds must hold.
worlds: $(VENV)/.dev
	@python=$$(tools/worlds/find-python $(VENV)); found=$$?; \
	if [ $$found = 3 ]; then echo "No Python 3.12 or newer is found here: no worlds are played"; exit 0; fi; \
	[ $$found = 0 ] && export PYTHONPATH=$(CURDIR)/src && \
	$$python -m tools.worlds.batch --worlds $(WORLDS) --jobs $(JOBS) && \
	$$python -m tools.worlds.batch --nodes 2 --worlds $$((($(WORLDS) + 9) / 10)) --jobs $(JOBS) && \
	{ [ "$(WORLDS)" -gt 1000 ] || $$python -m pytest -q --law-asserts-only -p no:cacheprovider tests/worlds; }

soak: $(VENV)/.dev
	$(MAKE) worlds WORLDS=10000
	$(BIN)/python -m pytest --soak -m soak --timeout 3600 $(TESTS)
	$(BIN)/python -m pytest --soak -m "not soak" --timeout 3600 tests/conformance tests/families

perturb: $(VENV)/.dev
	$(BIN)/python -m tools.proof.perturb $(ROWS)

perturb-sample: $(VENV)/.dev
	$(BIN)/python -m tools.proof.perturb --sample

rounds: $(VENV)/.dev
	$(BIN)/python -m pytest tests/rounds $(if $(RESET),--reset-rounds)

law-index: $(VENV)/.dev
	$(BIN)/python -m tools.proof.lawindex

docs: $(VENV)/.docs
	$(BIN)/python -m tools.pages.compared docs/blackjack-compared.md
	$(BIN)/python -m tools.pages.published docs/odds-published.md
	$(BIN)/python -m tools.pages.layouts docs/layout-odds.md
	$(BIN)/python -m tools.pages.baccarat docs/baccarat-odds.md
	$(BIN)/python -m tools.pages.chemin docs/chemin-de-fer-odds.md
	$(BIN)/python -m tools.pages.nodraw docs/no-draw-poker-odds.md
	$(BIN)/python -m tools.pages.messages docs/messages.md
	$(BIN)/python -m tools.pages.readings docs/interpretations.md
	$(BIN)/python -m tools.pages.oracles docs/oracles.md
	$(BIN)/python -m tools.pages.worlds docs/worlds-ablations.md
	$(BIN)/python -m tools.pages.machines_published docs/machines-published.md
	$(BIN)/python -m tools.pages.oddspages docs/odds
	$(BIN)/python -m tools.pages.lawpages docs/law
	$(BIN)/python -m sphinx -W -q docs docs/_build

install-page: $(VENV)/.dev
	$(BIN)/python -m tools.pages.install docs/install.md

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis artefacts docs/_build docs/_drawn
