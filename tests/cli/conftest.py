import pytest

from standoff.cli import main


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command in an empty folder; return its exit code and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def call(line):
        code = main(line.split())
        out, error = capsys.readouterr()
        return code, out, error

    return call
