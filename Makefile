# Two commands do everything on a machine that has only Python, pip and make:
#   make demo   environment, install, verify three claims on the packaged demo corpus
#   make test   environment, install, all checks and tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := .stamps
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: demo test check lint types tests clean

demo: $(STAMPS)/demo
	$(BIN)/python -m evidentia.cli.demo

test: check tests

check: lint types

lint: $(STAMPS)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMPS)/dev
	$(BIN)/mypy

tests: $(STAMPS)/dev
	$(BIN)/pytest -n 2 --dist loadfile

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMPS)/demo: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q -e .
	mkdir -p $(STAMPS) && touch $@

# torch comes first, in its build for the CPU, so that no later dependency brings gigabytes of CUDA.
$(STAMPS)/dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q torch==2.13.0
	$(BIN)/pip install -q -e '.[dev,cluster]'
	mkdir -p $(STAMPS) && touch $@ $(STAMPS)/demo

clean:
	rm -rf $(VENV) $(STAMPS) dist build
