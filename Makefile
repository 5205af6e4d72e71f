# Everything a checkout can do. `make` alone lists it. Each target sets up what it needs first.

PYTHON ?= python3
# A Chromium or Chrome of your own; found on PATH or installed when empty.
CHROMIUM ?=
# More words for pytest, such as TESTS="-k tap" or TESTS=tests/cdp
TESTS ?= -n auto --maxprocesses 4 --dist loadfile

export PATH := $(CURDIR)/.venv/bin:$(PATH)
SETUP := $(PYTHON) scripts/setup.py --chromium "$(CHROMIUM)"

.DEFAULT_GOAL := help
.PHONY: help demo play shots shots-write test oracles check judges bench bench-write docs bundle format clean setup-python setup-phone setup-all

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | awk -F '\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'

demo: setup-phone ## a virtual phone, the Bridge and an agent; says what happens, saves out/demo.jpg
	@python -m fixtures.demo

play: setup-phone ## keep a virtual phone up until Ctrl-C, and say what to try by hand
	@python -m fixtures.play

shots: setup-phone ## pictures of the viewer in out/shots, to be looked at
	@python -m scripts.shots

shots-write: setup-phone ## the same, and two of them into docs/
	@python -m scripts.shots --write

test: setup-phone ## the tests; TESTS="-k tap" picks some
	python -m pytest $(TESTS)

oracles: setup-all ## the long tables: Chromium judges the guard, MiniWoB++ the tools
	python -m pytest -m oracle $(TESTS)

check: setup-all ## format, lint, types, layers, page bundle, generated docs, tests
	ruff format --check .
	ruff check .
	mypy
	lint-imports
	cd page_bundle && npm run --silent check && npx tsc -p tsconfig.viewer.json && npx tsc -p tsconfig.extension.json
	page_bundle/node_modules/.bin/biome check --error-on-warnings
	python -m scripts.docs --check
	python -m pytest $(TESTS)
	@$(MAKE) --no-print-directory judges

judges: setup-all ## Playwright, chrome-devtools-mcp and Firefox, as judges of the phone, the relay and the viewer
	python -m pytest -m oracle tests/fixtures/test_playwright.py tests/oracle/test_relay_judges.py tests/viewer/test_firefox.py

bench: setup-phone ## what a call costs at 0, 20 and 200 ms, beside Playwright's library; what viewers and relays get and cost
	@python -m tests.bench.bench
	@python -m tests.bench.viewer
	@python -m tests.bench.relay

bench-write: setup-phone ## the same, written into docs/benchmarks.md
	@python -m tests.bench.bench --write

docs: setup-python ## write what is generated: tool table, docs/*.md, catalogue
	python -m scripts.docs --write

bundle: setup-all ## build bridge/page/bundle.js from page_bundle/src
	cd page_bundle && npm run --silent build

format: setup-all ## format Python and JavaScript, and repair what lint can
	ruff check --fix-only .
	ruff format .
	page_bundle/node_modules/.bin/biome check --write

clean: ## remove everything that the targets made
	rm -rf .venv page_bundle/node_modules tests/bench/peers/node_modules out dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find bridge fixtures scripts tests -name __pycache__ -type d -prune -exec rm -rf {} +

setup-python:
	@$(SETUP) python

setup-phone:
	@$(SETUP) python phone

setup-all:
	@$(SETUP) python phone adb firefox node
