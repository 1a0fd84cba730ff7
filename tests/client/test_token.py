"""Tokens: where they come from, and how they are kept."""

import pytest

from standoff.client import Address
from standoff.client.token import VARIABLE, find_token, new_token_file, usual_file
from standoff.errors import BadRun


def test_a_file_comes_before_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, "from-outside")
    file = tmp_path / "token"
    assert find_token(file) == "from-outside"
    file.write_text("from-file\n")
    assert find_token(file) == "from-file"
    assert find_token(None) == "from-outside"
    monkeypatch.delenv(VARIABLE)
    assert find_token(None) is None


@pytest.mark.parametrize("data", [b"", b"two words", b"x" * 65, b"\xff\xfe", "t\u00f6ken".encode()])
def test_a_file_that_holds_no_token_is_not_shown(tmp_path, data):
    file = tmp_path / "token"
    file.write_bytes(data)
    with pytest.raises(BadRun) as caught:
        find_token(file)
    assert str(caught.value) == f"the token file {file} must hold a token and nothing else"


def test_a_new_file_is_for_its_owner_alone(tmp_path):
    file = tmp_path / "token"
    with new_token_file(file) as made:
        made.write("abc")
    assert file.read_text() == "abc\n"
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_file_is_never_replaced(tmp_path):
    file = tmp_path / "token"
    file.write_text("of somebody")
    with pytest.raises(BadRun, match="cannot make the token file"), new_token_file(file):
        pass
    assert file.read_text() == "of somebody"


def test_no_file_stays_behind_without_a_token(tmp_path):
    file = tmp_path / "token"
    with pytest.raises(KeyError), new_token_file(file):
        raise KeyError
    assert not file.exists()


def test_each_server_has_a_file_in_the_users_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = usual_file(Address.read("http://../../x:8000"))
    assert file.parent == tmp_path / "standoff" / "tokens"
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert file.name == ".._.._x_8000"
