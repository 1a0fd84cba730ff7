"""Tokens: they come from a file or the environment, and are never shown."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from standoff.client.address import Address
from standoff.errors import BadRun
from standoff.server.protocol import MAX_ID

VARIABLE = "STANDOFF_TOKEN"


def find_token(file: Path | None) -> str | None:
    """Return the token in a file, else that of the environment; None if there is neither."""
    if file is not None and file.exists():
        return read_token(file)
    return os.environ.get(VARIABLE, "").strip() or None


def read_token(file: Path) -> str:
    """Return the token in a file; raises `BadRun`."""
    try:
        text = file.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError:
        text = ""
    except OSError as error:
        raise BadRun(f"cannot read the token file {file}: {error.strerror}") from None
    if not (text and len(text) <= MAX_ID and text.isascii() and len(text.split()) == 1):
        raise BadRun(f"the token file {file} must hold a token and nothing else")
    return text


class TokenFile:
    """A new file that only its owner can read, and that waits for a token."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self.is_written = False

    def write(self, token: str) -> None:
        """Write the token."""
        os.write(self._handle, f"{token}\n".encode())
        os.fsync(self._handle)
        self.is_written = True


@contextmanager
def new_token_file(file: Path) -> Iterator[TokenFile]:
    """Make the file of a token before there is one; never replace another.

    A file that could not be written would lose the token, which nobody is told again. The file is
    removed if no token comes.
    """
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BadRun(f"cannot make the token file {file}: {error.strerror}") from None
    made = TokenFile(handle)
    try:
        yield made
    finally:
        os.close(handle)
        if not made.is_written:
            with suppress(OSError):
                file.unlink()


def usual_file(address: Address) -> Path:
    """Return where the token for a server is kept; makes the folder."""
    from platformdirs import user_config_path  # noqa: PLC0415  (only people have such a file)

    folder = user_config_path("standoff") / "tokens"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadRun(f"cannot make the folder {folder}: {error.strerror}") from None
    return folder / re.sub(r"[^A-Za-z0-9.-]", "_", address.place)
