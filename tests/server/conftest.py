"""What the tests of a running server share."""

import pytest
from driving import Nursery


@pytest.fixture(scope="session")
def nursery():
    """A process that forks servers, with asmacag and Bang! compiled."""
    found = Nursery("asmacag", "bang")
    yield found
    found.end()
