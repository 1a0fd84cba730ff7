"""The address of a server, as people write it."""

import pytest

from standoff.client import Address
from standoff.errors import BadRun


@pytest.mark.parametrize(
    ("text", "web", "socket"),
    [
        ("localhost:8000", "http://localhost:8000", "ws://localhost:8000/play"),
        ("http://10.0.0.7:8000/", "http://10.0.0.7:8000", "ws://10.0.0.7:8000/play"),
        ("https://cards.example", "https://cards.example", "wss://cards.example/play"),
        ("wss://cards.example/bang", "https://cards.example/bang", "wss://cards.example/bang/play"),
        ("http://[::1]:8000", "http://[::1]:8000", "ws://[::1]:8000/play"),
    ],
)
def test_an_address_leads_to_both_parts_of_a_server(text, web, socket):
    address = Address.read(text)
    assert (address.web, address.socket) == (web, socket)


@pytest.mark.parametrize(
    "text",
    ["", "http://", "ftp://host", "host:port", "http://host:99999", "a b", "http://h/?x=1", "h#x"],
)
def test_anything_else_is_one_sentence(text):
    with pytest.raises(BadRun, match="is not the address of a server; write http://HOST:PORT"):
        Address.read(text)


@pytest.mark.parametrize("text", ["http://ann:secret@host", "http://host/?token=secret"])
def test_a_secret_in_an_address_is_not_shown(text):
    with pytest.raises(BadRun) as caught:
        Address.read(text)
    assert "secret" not in str(caught.value)
