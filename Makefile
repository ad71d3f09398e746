# One command each; every one of them sets up what it needs.
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up

.DEFAULT_GOAL := help
.PHONY: help setup serve test lint check bench tokens soak generate clean

help:
	@echo "make serve         run the server with the simulated phone (ARGS='--port 0' passes flags)"
	@echo "make test          run every test"
	@echo "make check         test, ruff, mypy and ktlint"
	@echo "make bench         measure against other servers: bench/report.md"
	@echo "make tokens        count what a screen costs an agent"
	@echo "make soak          64 clients for 10 minutes, then 100,000 odd inputs (ARGS='--only load --seconds 60' for less)"
	@echo "make generate      write anew what is made from the tools: README, descriptor, golden files"
	@echo "make kotlin-test   test the Android app's Kotlin (needs a JDK and Maven)"
	@echo "make setup         only install what the others need"
	@echo "make clean         remove what they installed and made"

setup: $(STAMP)

# Debian splits venv from python3; as root we can install it.
$(STAMP): pyproject.toml
	@python=; for candidate in python3 python3.14 python3.13 python3.12 python3.11; do \
		if $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then echo "Python 3.11 or later is needed; install python3 and run this again." >&2; exit 1; fi; \
	if ! $$python -c 'import ensurepip' 2>/dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -q && apt-get install -qy python3-venv; \
		else echo "Python's venv is needed; install it with: sudo apt-get install python3-venv" >&2; exit 1; fi; \
	fi; \
	$$python -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

serve: setup
	@exec $(BIN)/handheld serve $(ARGS)

# What is quick first; then the Kotlin; then real clients, the core over the real Kotlin, and a real browser.
SLOW := pytests/end_to_end pytests/browser

# Tests wait more than they compute: three at once are no burden for two cores. What shares a server stays together.
TESTS := $(BIN)/pytest -rs --numprocesses=3
REPORTS := build/tests

test: setup
	$(TESTS) --dist=loadfile --junitxml='$(REPORTS)/Python.xml' $(addprefix --ignore=,$(SLOW))
	$(MAKE) kotlin-test
	$(TESTS) --dist=loadgroup --junitxml='$(REPORTS)/End to end.xml' $(SLOW)
	@$(BIN)/python -m handheld_desktop.counts '$(REPORTS)/Python.xml' '$(REPORTS)/End to end.xml'

lint: setup
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(KOTLIN_BUILD) lint

check: test lint

bench: setup
	$(BIN)/python bench

soak: setup
	$(BIN)/python pytests/soak $(ARGS)

tokens: setup
	$(BIN)/python bench/tokens

generate: setup
	$(BIN)/python -m handheld_desktop.readme
	$(BIN)/python -m handheld_desktop.descriptor
	HANDHELD_GOLDEN=write $(BIN)/pytest pytests/contract/test_listing.py

include app/kotlin.mk
kotlin-classes kotlin-test: setup

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis
