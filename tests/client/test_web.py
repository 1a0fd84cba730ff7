"""The HTTP part of a client, at servers that are no servers of Standoff."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from standoff.client import Address, Line, Refused, Unreachable, Web


@contextmanager
def other_server(status, body=b"", **headers):
    """Serve one answer to everything; yields the address and the requests."""
    requests = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self):
            requests.append((self.path, self.headers.get("authorization")))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Address.read(f"127.0.0.1:{server.server_port}"), requests
        server.shutdown()


@pytest.mark.parametrize(
    ("status", "body"), [(200, b"<html>"), (200, b"{}"), (200, b"\xff"), (404, b"gone"), (500, b"")]
)
def test_something_else_that_answers_is_named(status, body):
    with other_server(status, body) as (address, _):
        with pytest.raises(Unreachable, match="answers, but not as a server of Standoff does"):
            Web(address).tables()
        with pytest.raises(Unreachable, match="answers, but not as a server of Standoff does"):
            Line(address, "token").open()


def test_a_problem_is_told_with_its_code():
    body = b'{"code":"too_many","text":"slowly\\u0007"}'
    with (
        other_server(429, body) as (address, _),
        pytest.raises(Refused, match="the server says: slowly[?]$") as caught,
    ):
        Web(address).tables()
    assert caught.value.code == "too_many"


def test_a_token_is_not_sent_elsewhere():
    with other_server(200, b"[]") as (elsewhere, stolen):
        target = f"{elsewhere.web}/api/tables"
        with other_server(302, Location=target) as (address, requests):
            with pytest.raises(Unreachable):
                Web(address, "secret").tables()
            assert requests == [("/api/tables", "Bearer secret")]
        assert stolen == []


def test_nobody_there_is_told_with_the_reason():
    address = Address.read("127.0.0.1:1")
    words = "there is no answer from http://127.0.0.1:1: Connection refused"
    with pytest.raises(Unreachable, match=words):
        Web(address).tables()
    with pytest.raises(Unreachable, match=words):
        Line(address, None).open()


def test_patience_ends():
    said = []
    line = Line(Address.read("127.0.0.1:1"), None, patience=0.2, say=said.append)
    with pytest.raises(Unreachable):
        line.reopen()
    assert said == ["The connection is lost; trying to come back."]
