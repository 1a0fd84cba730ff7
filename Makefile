# You need only python3 and make: the targets make .venv and install there what they need.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help install demo test check kernels bench soak proof golden picture
.DEFAULT_GOAL := help

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable

install: .venv/installed  ## make .venv and install standoff with its test tools (2 GB)

$(BIN)/python:
	$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml | $(BIN)/python
	$(PIP) '.[test]'
	touch $@

.venv/playable: pyproject.toml | $(BIN)/python
	$(PIP) .
	touch $@

demo: .venv/playable  ## install what play needs, and play a tournament of Bang! with error bars
	$(BIN)/standoff arena bang --protocol roundrobin --agents aware,evolution,rair,rai --games 3600 --seed 1

test: install check  ## check lint, types and layers, and run all tests with coverage
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --durations 25 --cov --cov-report=term

check: install  ## check lint, types and layers only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

kernels: install  ## measure which lines of kernels the tests reach, with the JIT off
	$(BIN)/python scripts/kernel_coverage.py

bench: install  ## measure the speed on one core
	$(BIN)/standoff bench

soak: install  ## play a million random games of Bang! and check every state
	$(BIN)/python scripts/soak.py

proof: install  ## run the long proofs of the server whole, and write docs/proof.md (hours)
	$(BIN)/python scripts/proof.py

golden: install  ## write the golden files and the output in the guides again (read the diff!)
	$(BIN)/python scripts/golden.py
	$(BIN)/python scripts/fields.py
	$(BIN)/python scripts/protocol.py
	$(BIN)/python scripts/guide.py

picture: install  ## draw the picture of the README again
	$(BIN)/python scripts/picture.py
