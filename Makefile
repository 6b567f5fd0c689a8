# Needs make and python3, nothing else; fetches the rest. `make help` lists the targets.
.DEFAULT_GOAL := help
.PHONY: help demo test prove bench sheets lint format-check ruff types imports clean run dev system

PYTHON ?= python3
# How many tests at once; each OBS and each browser wants about a core.
WORKERS ?= 2
BIN := .venv/bin

# Where it is set, every command that a test starts compiles the whole product anew.
unexport PYTHONDONTWRITEBYTECODE

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1\t/p' Makefile

demo: run ## set up, rank real and simulated deals, cut a segment, open the desk and print its address (ends with Ctrl-C)
	@$(BIN)/duplicast demo

test: dev system ## set up (OBS, Xvfb and Chromium too, where allowed) and run all tests
	$(BIN)/pytest -n $(WORKERS) --dist loadgroup --max-worker-restart 2

prove: dev system ## the long proofs: the same tests with their full counts, then small faults that they must notice (hours)
	DUPLICAST_PROVE=1 $(BIN)/pytest -n $(WORKERS) --dist loadgroup --timeout 0 -o faulthandler_timeout=0
	$(BIN)/python tests/faults/sample.py --processes $(WORKERS)

bench: dev ## the benchmarks
	$(BIN)/python -m benchmarks

sheets: dev ## draw the contact sheets of the docs anew; look at them before you commit
	$(BIN)/duplicast sheet -o docs/sheets

lint: ruff format-check types imports ## style, types and who may import whom

ruff: dev
	$(BIN)/ruff check

format-check: dev
	$(BIN)/ruff format --check

types: dev
	$(BIN)/mypy

imports: dev
	$(BIN)/lint-imports

clean: ## remove the environment and everything made (not the databases)
	rm -rf .venv .tools dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

run:
	@$(PYTHON) .ci/bootstrap.py

dev:
	@$(PYTHON) .ci/bootstrap.py --dev

system:
	@$(PYTHON) .ci/system.py
