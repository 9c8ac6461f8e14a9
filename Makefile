# Every task of the house, one word each. `make` lists them; `make run` needs nothing
# but Python 3.11 or newer, git and make. Variables: PORT, HOST, VAR_DIR, PYTHON, ARGS, WORKERS.

SHELL := /bin/sh
.DEFAULT_GOAL := help

PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install -qq --disable-pip-version-check --require-hashes
PYTEST := $(PY) -m pytest
ARGS ?=

# Half of a run is waiting, for browsers and for whole houses: several workers wait at once.
WORKERS ?= 2
PARALLEL := -n $(WORKERS)

# Stamps: what is installed, as new as the lock file it was installed from.
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)


# --- running

.PHONY: run
run: $(RUNTIME) ## open the house on http://127.0.0.1:8000 (PORT=8001 for another port)
	@exec $(PY) manage.py serve $(ARGS)

.PHONY: worker
worker: $(RUNTIME) ## a worker of a large house (needs DATABASE_URL and REDIS_URL)
	@exec $(PY) -m celery -A config worker --pool threads --concurrency 4 --loglevel WARNING $(ARGS)

.PHONY: beat
beat: $(RUNTIME) ## the clock of a large house: exactly one, beside any number of workers
	@exec $(PY) -m celery -A config beat --loglevel WARNING $(ARGS)

.PHONY: bench
bench: $(DEV) ## measure round trips, durable actions and latency on this machine
	@exec $(PY) manage.py bench $(ARGS)

.PHONY: bench-rules
bench-rules: $(DEV) ## measure how fast the rules list legal plays
	@exec $(PY) manage.py bench_rules $(ARGS)

.PHONY: bench-chat
bench-chat: $(DEV) ## measure what the filters of chat find, and what they block by mistake
	@exec $(PY) manage.py bench_chat $(ARGS)

.PHONY: bench-board
bench-board: $(DEV) ## measure how smoothly the board shows a turn, and how much script it is
	@exec $(PY) manage.py bench_board $(ARGS)

# --- installing

.PHONY: setup
setup: $(DEV) ## make .venv with everything that developing needs

$(PY):
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or name it with PYTHON=" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python cannot make virtual environments. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(RUNTIME): requirements.txt | $(PY)
	@echo "Installing what the house needs ..."
	@$(PIP) -r requirements.txt
	@touch $@

# The development lock holds the runtime one, version for version.
$(DEV): requirements-dev.txt requirements.txt | $(PY)
	@echo "Installing what tests and linters need ..."
	@$(PIP) -r requirements-dev.txt
	@touch $(RUNTIME) $@

.PHONY: lock
lock: $(DEV) ## renew the lock files from the groups in pyproject.toml
	@for pair in runtime:requirements.txt dev:requirements-dev.txt; do \
		$(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
			--no-emit-index-url --no-header --group $${pair%%:*} --output-file $${pair#*:} || exit 1; \
	done


# --- testing

# PostgreSQL is the database of the tests, as it is of a public house. What can be rolled
# back runs on SQLite too, the database of `make run`; what commits cannot, because the
# append-only tables of the ledger refuse to be emptied there. Stories open real houses.
ON_SQLITE := -m "services and not (commits or slow or race or browser or story)" --ignore tests/config --ignore tests/bench

.PHONY: chromium
chromium: $(DEV)
	@$(PY) -m tests.support.chromium

.PHONY: test
test: $(DEV) chromium ## every test that is not slow: PostgreSQL, SQLite, Valkey, Chromium
	TEST_DATABASE_URL=sqlite:// $(PYTEST) -q $(PARALLEL) $(ON_SQLITE)
	$(PYTEST) $(PARALLEL) -m "not slow" $(ARGS)

.PHONY: test-fast
test-fast: $(DEV) ## tests without any server: rules, pairing, prizes, layout
	$(PYTEST) -q -m "not services and not slow" $(ARGS)

.PHONY: test-slow
test-slow: $(DEV) chromium ## the slow tests, at full size
	$(PYTEST) -m slow $(ARGS)

.PHONY: test-race
test-race: $(DEV) ## real threads against PostgreSQL
	$(PYTEST) -m race $(ARGS)

.PHONY: story
story: $(DEV) chromium ## whole evenings, end to end
	$(PYTEST) -m story $(ARGS)

.PHONY: icons
icons: $(DEV) ## draw the icons of the installed app from static/icons/house.svg
	$(PY) -m tests.support.draw_icons

.PHONY: golden
golden: $(DEV) ## rewrite the golden files of tests/golden; a person reads the diff
	REWRITE_GOLDEN=1 $(PYTEST) -q tests/contracts $(ARGS)

.PHONY: screens
screens: $(DEV) chromium ## take the pictures of docs/screens again; a person looks at them
	$(PY) -m tests.browser.look.screens


# --- languages

# Folders that hold no sentence of the house.
NO_SENTENCES := .venv/* var/* staticfiles/* tests/* static/* config/bench/*

.PHONY: messages
messages: $(DEV) ## collect the sentences of the code into locale/ (needs gettext's xgettext), say how much is translated
	@command -v xgettext >/dev/null || { \
		echo "xgettext is needed. On Debian or Ubuntu: apt-get install gettext" >&2; exit 1; }
	$(PY) manage.py makemessages --no-obsolete --no-location \
		$(foreach code,et fi lv nb,--locale $(code)) $(foreach path,$(NO_SENTENCES),--ignore '$(path)')
	$(PY) manage.py catalogue_report


# --- checking

.PHONY: lint
lint: $(DEV) ## style and likely mistakes
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

.PHONY: format
format: $(DEV) ## rewrite the code in the house style
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

.PHONY: types
types: $(DEV) ## mypy: strict in the rules, standard elsewhere
	$(VENV)/bin/mypy

.PHONY: imports
imports: $(DEV) ## who leans on whom
	$(VENV)/bin/lint-imports

.PHONY: django
django: $(DEV) ## settings of a public house, and migrations that were forgotten
	$(PY) manage.py makemigrations --check --dry-run
	DJANGO_SETTINGS_MODULE=config.settings.prod ALLOWED_HOSTS=house.example \
		SECRET_KEY=only-to-check-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEF \
		DICE_KEY=also-only-to-check-0123456789-abcdefghijklmnopqrstuvwxyz \
		DATABASE_URL=postgresql://house@db.example/house REDIS_URL=redis://redis.example:6379/0 \
		$(PY) manage.py check --deploy --fail-level WARNING

.PHONY: check
check: lint types imports django test ## everything that must pass before a change lands

.PHONY: clean
clean: ## remove .venv, caches and the embedded house with all its chips (var/)
	rm -rf $(VENV) var staticfiles htmlcov .coverage* .hypothesis .import_linter_cache \
		.mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
