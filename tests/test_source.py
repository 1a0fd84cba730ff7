import re
from pathlib import Path

import pytest

from standoff.errors import BadSpec
from standoff.source import describe, imported_files, load_module, load_object


def test_an_object_is_loaded_from_a_file_once(tmp_path):
    path = tmp_path / "thing.py"
    path.write_text("class A:\n    pass\n")
    assert load_object(str(path), "A") is load_object(str(path), "A")
    assert load_module(str(path)).__name__.startswith("standoff_file_thing")


def test_files_of_one_name_are_different_modules_whichever_comes_first(tmp_path, monkeypatch):
    """Compiled kernels are linked by the names of their modules."""
    paths = [tmp_path / folder / "thing.py" for folder in ("a", "b")]
    for path in paths:
        path.parent.mkdir()
        path.write_text("")
    names = [load_module(str(path)).__name__ for path in paths]
    monkeypatch.setattr("standoff.source._modules", {})
    assert [load_module(str(path)).__name__ for path in reversed(paths)] == names[::-1]
    assert names[0] != names[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("class A:\n  def (", "line 2: SyntaxError: invalid syntax"),
        ("\n\nimport no_such_module", "line 3: ModuleNotFoundError: No module named"),
        ("\n1 / 0", "line 2: ZeroDivisionError: division by zero"),
        ("raise RuntimeError", "line 1: RuntimeError"),
        ("class B: pass\nC = 3\n_D = 4", "does not define 'A'; it defines: B"),
        ("", "does not define 'A'; it defines: nothing"),
    ],
)
def test_errors_name_file_and_line(tmp_path, text, message):
    path = tmp_path / "broken.py"
    path.write_text(text)
    with pytest.raises(BadSpec, match=re.escape(message)) as error:
        load_object(str(path), "A")
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_ends_the_program_is_refused(tmp_path):
    path = tmp_path / "exits.py"
    path.write_text("import sys\nsys.exit(0)\n")
    with pytest.raises(BadSpec, match="line 2: SystemExit: 0"):
        load_module(str(path))


def test_ctrl_c_while_importing_is_not_an_error_of_the_file(tmp_path):
    path = tmp_path / "interrupted.py"
    path.write_text("raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        load_module(str(path))


def test_a_file_may_import_files_beside_it(tmp_path):
    (tmp_path / "helper_beside.py").write_text("VALUE = 5\n")
    (tmp_path / "main_file.py").write_text("from helper_beside import VALUE\n")
    assert load_object(str(tmp_path / "main_file.py"), "VALUE") == 5


def test_descriptions_are_short_and_safe():
    class Shy:
        def __repr__(self):
            raise RuntimeError

    assert describe(Shy()) == "a Shy that cannot be shown (RuntimeError)"
    assert describe("\ud800") == "'\\ud800'"
    assert len(describe("x" * 10**6)) < 250


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadSpec, match="there is no file"):
        load_object(str(tmp_path / "gone.py"), "A")


def test_a_file_must_be_python(tmp_path):
    path = tmp_path / "thing.txt"
    path.write_text("A = 1")
    with pytest.raises(BadSpec, match="its name must end in .py"):
        load_module(str(path))


def test_imports_from_the_folder_are_found_at_any_depth(tmp_path):
    files = {
        "bot.py": "import json\nimport first\n\ndef later():\n    from tools import weights\n",
        "first.py": "from second import X\n",
        "second.py": "X = 1\nimport broken\n",
        "broken.py": "def (\n",
        "other.py": "Y = 1\n",
        "tools/__init__.py": "",
        "tools/weights.py": "W = 1\n",
    }
    (tmp_path / "tools").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    found = {str(file.relative_to(tmp_path)) for file in imported_files(str(tmp_path / "bot.py"))}
    assert found == set(files) - {"other.py", "broken.py"}


def test_an_installed_file_stands_for_itself():
    assert imported_files(pytest.__file__) == [Path(pytest.__file__).resolve()]
