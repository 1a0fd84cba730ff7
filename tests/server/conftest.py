"""What the tests of a running server share."""

import pytest
from driving import NO_LIMITS, Nursery, ServerProcess


@pytest.fixture(scope="session")
def nursery():
    """A process that forks servers, with asmacag and Bang! compiled."""
    found = Nursery("asmacag", "bang")
    yield found
    found.end()


@pytest.fixture(scope="session")
def server(nursery, tmp_path_factory):
    """A server for many tests, with players and tables of their own."""
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(folder / "server.sqlite", *NO_LIMITS, nursery=nursery) as found:
        yield found
        assert found.stop() == 0


@pytest.fixture
def token(server, request):
    """The token of a player who is new in each test."""
    return server.player(f"P {abs(hash(request.node.nodeid)) % 10**16}")
