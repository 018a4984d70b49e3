# Every task of the project. `make` lists them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FRONTEND := $(shell find frontend -type f 2>/dev/null)
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
# Python keeps what it compiles, wherever this runs: the tests start some two hundred processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run dev build test test-all coverage check check-python check-frontend format bench bench-browser torture docs pictures sbom release advisories lock clean test-python test-sqlite test-sqlite-protocols test-sqlite-others test-postgresql test-frontend test-wire test-browser test-engines test-deploy image mutants

help: ## List the tasks
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

run: export MARQUEE_SITE_NAME ?= Undercard
run: build ## Serve the site with demonstration content at http://127.0.0.1:8000
	@$(BIN)/marquee serve --demo

dev: build ## The same site for working on it, at http://127.0.0.1:5173: hot reload, restarts on change
	@$(BIN)/python -m scripts.dev

build: .build/python .build/frontend ## Set up: .venv with the marquee command, and the built front end

# Three at a time, since each waits now and then, the longest first: so none is left alone at the end.
test: build .build/dev ## Run the tests
	@rm -f .build/counts-* && echo "The tests run side by side, and show when they are done…"
	@$(MAKE) --no-print-directory --jobs=3 --keep-going --output-sync=target BROWSER_OPTIONS=--workers=2 test-browser \
	  test-sqlite-others test-postgresql test-sqlite-protocols test-wire test-frontend
	@echo && cat .build/counts-*

test-all: export EVERYTHING = 1
test-all: test ## The same with those of a release: on both databases, at every size, under load

coverage: .build/dev .build/node ## Show which share of the code the tests reach, and fail where it has fallen
	@DATABASES=sqlite $(BIN)/pytest --cov --cov-report= && npm run --silent test -- --coverage && scripts/coverage

test-python: test-sqlite test-postgresql

test-sqlite: test-sqlite-protocols test-sqlite-others

test-sqlite-protocols: .build/dev
	@echo "== Data and accounts on SQLite" && DATABASES=sqlite scripts/counted $@ $(BIN)/pytest tests/rest tests/auth

test-sqlite-others: .build/dev
	@echo "== All other Python on SQLite" && DATABASES=sqlite scripts/counted $@ $(BIN)/pytest --ignore tests/rest --ignore tests/auth

test-postgresql: .build/dev
	@echo "== Python on PostgreSQL" && DATABASES=postgresql scripts/counted $@ $(BIN)/pytest

mutants: build .build/dev ## Plant one fault after the other in a copy, and see that a test catches each (ONLY=throttle: some)
	@$(BIN)/python -m scripts.mutants $(ONLY)

test-frontend: .build/node
	@echo "== TypeScript" && scripts/counted $@ npm run --silent test

test-wire: build
	@echo "== The official client against the live server" && scripts/counted $@ npm run --silent test:wire

test-browser: build
	@echo "== Browser" && CHROMIUM="$$(scripts/find-chromium)" scripts/counted $@ npm run --silent test:browser -- $(BROWSER_OPTIONS)

test-engines: build ## Try the main flows in Firefox and WebKit, where Debian's packages are installed
	@npm run --silent test:engines

test-deploy: build .build/dev ## Try a site behind nginx, Caddy, HAProxy and PgBouncer, and with Exim, where they are installed
	@$(BIN)/pytest -r s tests/deploy

image: export IMAGE = 1
image: build .build/dev ## Build the container image and run it, as root, with Debian's buildah and mmdebstrap
	@echo "Building the image…" && $(BIN)/python -m scripts.image
	@$(BIN)/pytest tests/deploy/test_image.py

check: ## Linters, types and import layers
	@$(MAKE) --no-print-directory --jobs=2 --keep-going --output-sync=target check-python check-frontend

check-python: .build/dev
	@$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

check-frontend: .build/node
	@npm run --silent check

format: .build/dev .build/node ## Format the code
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format --quiet . && npm run --silent format

bench: build .build/dev ## Measure everything, and write the tables of docs/performance.md and docs/security.md
	@$(BIN)/python -m benchmarks --write

bench-browser: build .build/dev ## Of that, only what a browser measures
	@$(BIN)/python -m benchmarks first_load hydration interactions signed_in lighthouse --write

torture: .build/dev ## Kill, fill, damage and crowd a site, and print what it survived
	@$(BIN)/python -m torture

docs: .build/dev ## Write the generated parts of docs/, and the rows and limits of the front end
	@$(BIN)/python -m scripts.generate_docs
	@$(BIN)/python -m scripts.generate_columns
	@$(BIN)/python -m scripts.generate_schema
	@$(BIN)/python -m scripts.generate_types

pictures: build ## Take the pictures of docs/pictures.md anew
	@CHROMIUM="$$(scripts/find-chromium)" $(BIN)/python -m scripts.pictures

sbom: .build/audit ## Write the bill of materials, .build/sbom.cdx.json (CycloneDX), from the lock files
	@.build/audit/bin/python -m scripts.sbom

release: build sbom ## Build the release of this commit in dist/, the same bytes each time, and check it
	@$(BIN)/python -m scripts.release
	@.build/audit/bin/twine check --strict dist/*.whl dist/*.tar.gz

advisories: .build/audit ## Look for known flaws in what the lock files name (needs the network, and fails without)
	@.build/audit/bin/python -m scripts.advisories

lock: ## Pin the Python dependencies (needs uv)
	uv pip compile pyproject.toml --extra build --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --custom-compile-command "make lock" --quiet --output-file requirements.txt
	uv pip compile pyproject.toml --extra build --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --custom-compile-command "make lock" --quiet --output-file requirements-dev.txt
	uv pip compile --group audit --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --custom-compile-command "make lock" --quiet --output-file requirements-audit.txt

clean: ## Remove what was built; the data folder stays
	rm -rf .build dist $(VENV) node_modules marquee/site/dist

# What each step left behind says whether it has to run again.

.build/python: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Marquee needs Python 3.11 or newer.")'
	@echo "Setting up Python…" && mkdir -p .build && $(PYTHON) -m venv $(VENV)
	@$(PIP) --require-hashes --no-deps -r requirements.txt && $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.build/dev: requirements-dev.txt .build/python
	@$(PIP) --require-hashes --no-deps -r requirements-dev.txt
	@touch $@

# In an environment of its own: what checks the site is no part of it.
.build/audit: requirements-audit.txt .build/python
	@$(PYTHON) -m venv --clear $@ && $@/bin/pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-audit.txt
	@touch $@

.build/node: package.json package-lock.json .npmrc
	@echo "Setting up the front end…" && mkdir -p .build && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

.build/frontend: .build/node $(FRONTEND)
	@npm run --silent build
	@touch $@
