import os
import subprocess
import sys
from pathlib import Path

import pytest

from standoff import files
from standoff.errors import BadRun
from standoff.files import PREFIX, check_file, check_folder, temporary_folder, write_text


def test_a_file_is_written_whole(tmp_path):
    path = tmp_path / "a.json"
    write_text(path, "one")
    write_text(path, "two")
    assert path.read_text() == "two"
    assert os.listdir(tmp_path) == ["a.json"]


def test_nothing_is_left_when_writing_fails(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_text("old")

    def fail(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "replace", fail)
    with pytest.raises(BadRun, match="No space left on device"):
        write_text(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_nothing_is_left_when_writing_is_interrupted(tmp_path, monkeypatch):
    def stop(source, target):
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        write_text(tmp_path / "a.json", "new")
    assert os.listdir(tmp_path) == []


def test_impossible_files_are_refused_before_the_work(tmp_path, monkeypatch):
    check_file(tmp_path / "new.json")
    assert os.listdir(tmp_path) == []
    with pytest.raises(BadRun, match="it is a folder"):
        check_file(tmp_path)
    with pytest.raises(BadRun, match="there is no folder"):
        check_file(tmp_path / "no" / "a.json")

    def refuse(**kind):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files.tempfile, "TemporaryFile", refuse)
    with pytest.raises(BadRun, match="Permission denied"):
        check_file(tmp_path / "a.json")
    with pytest.raises(BadRun, match="cannot write"):
        write_text(tmp_path / "no" / "a.json", "x")


def test_a_link_is_followed_and_a_pipe_is_written_to(tmp_path):
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    check_file(Path("/dev/null"))
    write_text(Path("/dev/null"), "nowhere")
    assert not Path("/dev/null").is_file()


def test_a_name_that_is_too_long_is_refused_before_the_work(tmp_path):
    with pytest.raises(BadRun, match="File name too long"):
        check_file(tmp_path / ("x" * 300))
    with pytest.raises(BadRun, match="File name too long"):
        check_folder(tmp_path / ("x" * 300))
    check_file(tmp_path / ("x" * 250))
    write_text(tmp_path / ("x" * 250), "fits")


def test_a_folder_may_yet_have_to_be_made(tmp_path):
    check_folder(tmp_path / "a" / "b")
    assert os.listdir(tmp_path) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(BadRun, match="file is not a folder"):
        check_folder(tmp_path / "file")
    with pytest.raises(BadRun, match="file is not a folder|Not a directory"):
        check_folder(tmp_path / "file" / "sub")


# --- what a killed process leaves ---


@pytest.fixture
def dead():
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.mark.skipif(os.name != "posix", reason="processes cannot be asked for")
def test_the_files_of_a_killed_process_are_cleared(tmp_path, dead):
    left, used = tmp_path / f"{PREFIX}{dead}-abc", tmp_path / f"{PREFIX}{os.getppid()}-abc"
    other, foreign = tmp_path / ".standoff-notes", tmp_path / f".standoff-elsewhere-{dead}-abc"
    for path in (left, used, other, foreign):
        path.write_text("half")
    (tmp_path / f"{PREFIX}{dead}-folder").mkdir()
    (tmp_path / f"{PREFIX}{dead}-folder" / "0.json").write_text("half")
    write_text(tmp_path / "a.json", "whole")
    assert {path.name for path in tmp_path.iterdir()} == {
        "a.json", used.name, other.name, foreign.name,
    }  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="processes cannot be asked for")
def test_a_folder_is_cleared_for_a_temporary_folder_too(tmp_path, dead):
    (tmp_path / f"{PREFIX}{dead}-abc").mkdir()
    with temporary_folder(tmp_path) as folder:
        assert os.listdir(tmp_path) == [Path(folder).name]
    assert os.listdir(tmp_path) == []
