# Each recipe is what a person could type. `make help` says what for.
SHELL = /bin/sh
# Without compiled bytecode every process takes three times as long to start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test check schema table messages bench lock clean app dev

help:
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' Makefile

run: app ## Scorepad on this machine, with a demo club; PORT=, DATABASE_URL= and REDIS_URL= as you like
	@.venv/bin/python -m scorepad.local

test: dev ## the whole test suite, on servers of its own, by a process to a core; ARGS= for pytest
	@.venv/bin/python -m pytest -n logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder $(ARGS)

check: dev ## what the build promises: style, types, imports, migrations, a safe deployment, the API as it is written down
check schema messages: export DATABASE_URL = postgres://nobody@localhost:1/nowhere
check schema messages: export REDIS_URL = redis://localhost:1
check schema messages: export SECRET_KEY = for-checks-only-7d1f0c4be2a98365-for-checks-only-5b
check schema messages: export TOKEN_PEPPER = for-checks-only-too
check:
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/python -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	.venv/bin/python manage.py check --deploy --fail-level WARNING
	@.venv/bin/python manage.py spectacular --validate --fail-on-warn | diff -u docs/openapi.yaml - || { echo "The API is not what docs/openapi.yaml says: run make schema, and commit it."; exit 1; }

schema: dev ## write docs/openapi.yaml, the OpenAPI document, anew
	.venv/bin/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml

table: dev ## write the recorder's table of Marrakesh anew, after its rules have changed
	@.venv/bin/python -c "from engine.marrakesh.app_table import text; print(text(), end='')" > scorepad/static/scorepad/recorder/marrakesh/table.js

messages: dev ## find the texts to translate, and write scorepad/locale/ anew
	@.venv/bin/python manage.py messages

bench: dev ## ratios of speed: engine, storing, statistics beside DuckDB, ratings beside glicko2, ladders, pages in a browser
	@.venv/bin/python -m tests.bench

lock: dev ## lock requirements/*.in anew, with hashes
	.venv/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet requirements/app.in --output-file requirements/app.txt
	.venv/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --quiet requirements/dev.in --output-file requirements/dev.txt

clean: ## removes what was installed and cached; never var/, which is a club's data
	@test ! -e var/lock || flock --nonblock var/lock true || { echo "Scorepad runs in this checkout: stop it first, with Ctrl-C."; exit 1; }
	rm -rf .venv staticfiles .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage
	find . -name __pycache__ -not -path './var/*' -prune -exec rm -rf {} +

app dev:
	@python3 -I scorepad/local/install.py $@
