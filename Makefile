# Needs Python 3.11 or newer and make; everything else goes into .venv.

# Tests start many short processes: without compiled modules each would compile them again.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
WORKERS ?= 2
ARGS ?=
VENV := .venv

ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif

PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
DEMO_HOME ?= demo-home

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test check lint types format bench venv build clean

help: ## this list
	@$(PYTHON) -c "import re, sys; \
	[print(f'  make {m[1]:<8} {m[2]}') for m in re.finditer(r'^([a-z]+):.*?## (.*)$$', open('Makefile').read(), re.M)]"

demo: $(VENV)/.installed ## install the package and walk through an example life in demo-home
	$(BIN)/wakeline demo --home $(DEMO_HOME)

test: $(VENV)/.installed-dev lint types ## lint, types and every test on both engines
	$(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

check: $(VENV)/.installed-dev lint types ## the quick round: lint, types and the tests that are not slow
	$(BIN)/python -m pytest -n $(WORKERS) -m "not slow" $(ARGS)

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

build: $(VENV)/.installed-dev ## wheel and source archive in dist
	$(BIN)/python -m build

venv: $(VENV)/.installed-dev ## the development environment in .venv

clean: ## remove what the other targets made, the demo's home included
	rm -rf $(VENV) $(DEMO_HOME) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
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
	@touch $@ $(VENV)/.installed
