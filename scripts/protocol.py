"""Writes docs/protocol.md, the JSON Schema and the TypeScript types of the messages.

Everything follows from the structs of `server/protocol.py`. The example exchange is played by a
lobby in this process, with a fixed seed and a clock that stands still.
"""

import asyncio
import json
import re
import tempfile
import types
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, Union, get_args
from unittest import mock

import fields
import msgspec
from starlette.websockets import WebSocketDisconnect

from standoff.arena.replay import SeatOutcome
from standoff.event import Choice, Event
from standoff.server import lobby as lobby_module
from standoff.server import protocol, room, session
from standoff.server.limits import Limits
from standoff.server.lobby import Lobby, SeatRequest, TableRequest
from standoff.server.metrics import Metrics
from standoff.server.services import Services
from standoff.server.session import Session
from standoff.server.store import Store
from standoff.server.thinkers import Thinkers

DOCS = Path(__file__).parent.parent / "docs"
PAGE, SCHEMA, TYPES = (DOCS / name for name in ("protocol.md", "protocol.json", "protocol.ts"))
PARTS = (protocol.SeatStatus, Choice, Event, SeatOutcome)
ENUMS = (
    protocol.Code,
    protocol.Kind,
    protocol.Stage,
    protocol.Phrase,
    protocol.Want,
)
CLIENT, SERVER = get_args(protocol.FromClient), get_args(protocol.FromServer)
QUIET_SECONDS = 0.2
MOST_TEXT = 300
"""Longer lines of the example are cut on the page."""

INTRODUCTION = """\
# The protocol

A client plays over a WebSocket at `/play` of a server. Each message is one JSON object, with `type`
as its first field. A client says `hello`, then `sit` or `watch`, and then answers every `decision`
with an `act`. A bot that ignores everything but `decision` plays legally:

```python
for text in socket:
    message = json.loads(text)
    if message["type"] == "decision":
        action = random.choice(message["actions"])["code"]
        act = {"type": "act", "decision": message["id"], "action": action}
        socket.send(json.dumps(act))
```

- A client may send only the fields that are listed here; a client must ignore fields and messages
  that it does not know. A message of a client has at most 64 KiB.
- A connection is at one table at a time. Everything that it is sent concerns that table.
- What goes wrong is answered by `error` with a code. Nothing has changed then, and the client may
  try again. The same `act` twice is acknowledged twice and made once.
- `seq` numbers the updates of one recipient, `id` the decisions of one seat. Neither counts what
  the recipient does not notice.
- A client that has lost its connection says `hello` with its token, and `sit` with the last `seq`
  it has `seen`. It gets the updates that it has missed, or the whole `table`.
- `view` is what [views.md](views.md) describes, as JSON; `events` and `actions` are described there
  too. A hidden card is `?`.

[protocol.json](protocol.json) is the JSON Schema of all messages, [protocol.ts](protocol.ts) has
them as types of TypeScript. `make golden` writes these three files from `server/protocol.py`.
"""


# --- the example ----------------------------------------------------------------------------------


class Script:
    """A WebSocket whose client follows a script: it waits for all answers to a line."""

    def __init__(self, lines: list[dict[str, Any]]) -> None:
        self.lines = lines
        self.talk: list[str] = []
        self.scope = {"state": {"wire": self}}

    async def accept(self) -> None:
        """Begin."""

    async def receive(self) -> dict[str, Any]:
        before = -1
        while before != len(self.talk):  # everything that the last line has caused
            before = len(self.talk)
            await asyncio.sleep(QUIET_SECONDS)
        if not self.lines:
            raise WebSocketDisconnect(1000)
        text = json.dumps(self.lines.pop(0), separators=(",", ":"))
        self.talk.append(f"> {text}")
        return {"type": "websocket.receive", "text": text}

    def write_texts(self, texts: list[bytes]) -> None:
        self.talk += [f"< {text.decode()}" for text in texts]


async def converse() -> list[str]:
    """Return the lines of the example."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"{folder}/example.sqlite")
        thinkers = Thinkers(1)
        lobby = Lobby(Services(store, thinkers, Metrics()), {"asmacag": "asmacag"}, {}, Limits())
        await lobby.start()
        player, token = await lobby.add_player("Anna", True, "")
        request = TableRequest(
            "asmacag", {"hand": 3, "board": 4}, (SeatRequest(), SeatRequest("greedy")),
            budget_ms=30_000, bank_ms=60_000, has_people=False,
        )  # fmt: skip
        await lobby.open_table(player, request)
        script = Script(
            [
                {"type": "hello", "protocol": 1, "token": token},
                {"type": "sit", "table": "TABLE"},
                {"type": "act", "decision": 1, "action": "nothing"},
                {"type": "act", "decision": 1, "action": "2 on 2"},
                {"type": "act", "decision": 1, "action": "2 on 2"},
                {"type": "say", "phrase": "good game"},
                {"type": "ping"},
                {"type": "leave"},
            ]
        )
        await Session(lobby, script, "").run()
        await lobby.stop()
        await store.flush()
        store.close()
        thinkers.close()
        return script.talk


def play_example() -> list[str]:
    """Play the example: the same lines every time."""
    names = iter(("TOKEN", "TABLE"))
    with (
        mock.patch.object(lobby_module.secrets, "token_urlsafe", side_effect=lambda _: next(names)),
        mock.patch.object(lobby_module, "secret_seed", return_value=7),
        mock.patch.object(room, "now_ms", return_value=0),
        mock.patch.object(session, "now_ms", return_value=0),
    ):
        return asyncio.run(converse())


def show_line(line: str) -> str:
    """Return a line of the example as the page shows it."""
    return line if len(line) <= MOST_TEXT else line[: MOST_TEXT - 3] + "..."


# --- the page -------------------------------------------------------------------------------------


def values_of(kind: type[StrEnum]) -> str:
    """Return a table of the values of an enumeration."""
    body = fields.find_class(kind).body
    lines = ["| value | meaning |", "|---|---|"]
    for node, following in zip(body, [*body[1:], None], strict=True):
        if hasattr(node, "targets"):
            value = kind[node.targets[0].id]
            lines.append(f"| `{value}` | {fields.meaning(following)} |")
    return "\n".join(lines)


def describe(kind: type) -> str:
    """Return a message or a part of one: its meaning and its fields."""
    tag = kind.__struct_config__.tag
    title = f"`{tag}`" if tag else f"`{kind.__name__}`"
    meaning = fields.meaning(fields.find_class(kind).body[0])
    has_fields = bool(kind.__struct_fields__)
    return "\n".join([f"### {title}\n", meaning, *(["", fields.table(kind)] if has_fields else [])])


def page() -> str:
    """Return docs/protocol.md."""
    parts = [INTRODUCTION, "## From a client\n"]
    parts += [describe(kind) + "\n" for kind in CLIENT]
    parts.append("## From a server\n")
    parts += [describe(kind) + "\n" for kind in SERVER]
    parts.append("## Parts of messages\n")
    parts += [describe(kind) + "\n" for kind in (protocol.SeatStatus, SeatOutcome)]
    for kind in ENUMS:
        meaning = fields.meaning(fields.find_class(kind).body[0])
        parts += [f"### `{kind.__name__}`\n", f"{meaning}\n", values_of(kind) + "\n"]
    parts += [
        "## An exchange\n",
        "`>` is sent by the client, `<` by the server. Long lines are cut here. The client tries an"
        " action that is not there, and sends the next one twice.\n",
        "```",
        *(show_line(line) for line in play_example()),
        "```",
    ]
    return "\n".join(parts) + "\n"


# --- JSON Schema and TypeScript -------------------------------------------------------------------


def schema() -> str:
    """Return docs/protocol.json."""
    both = (protocol.FromClient, protocol.FromServer)
    (client, server), parts = msgspec.json.schema_components(both, ref_template="#/$defs/{name}")
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The messages of Standoff, version {protocol.VERSION}",
        "$defs": {"FromClient": client, "FromServer": server, **parts},
        "oneOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromServer"}],
    }
    return json.dumps(document, indent=1) + "\n"


SIMPLE = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}


def type_text(kind: Any) -> str:
    """Return a type of Python as one of TypeScript."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    origin, arguments = getattr(kind, "__origin__", None), get_args(kind)
    if hasattr(kind, "__metadata__"):
        return type_text(origin)
    if isinstance(kind, types.UnionType) or origin is Union:
        return " | ".join(dict.fromkeys(type_text(argument) for argument in arguments))
    if origin is tuple:
        return f"({type_text(arguments[0])})[]" if " " in type_text(arguments[0]) else (
            f"{type_text(arguments[0])}[]"
        )  # fmt: skip
    if origin is dict:
        return "View" if arguments[1] is Any else f"Record<string, {type_text(arguments[1])}>"
    return str(kind.__name__)


def interface(kind: type, is_sent: bool) -> Iterator[str]:
    """Yield the lines of a type."""
    meaning = fields.meaning(fields.find_class(kind).body[0])
    texts = {name: text for name, _, text in fields.fields(kind)}
    tag = kind.__struct_config__.tag
    yield f"/** {meaning} */"
    yield f"export interface {kind.__name__} {{"
    if tag:
        yield f'  type: "{tag}";'
    for field in msgspec.structs.fields(kind):
        if texts.get(field.name):
            yield f"  /** {texts[field.name]} */"
        is_left_out = kind.__struct_config__.omit_defaults or is_sent
        mark = "?" if is_left_out and not field.required else ""
        yield f"  {field.encode_name}{mark}: {type_text(field.type)};"
    yield "}\n"


def typescript() -> str:
    """Return docs/protocol.ts."""
    lines = [
        f"// The messages of Standoff, version {protocol.VERSION}. Made by scripts/protocol.py.\n",
        f"export const VERSION = {protocol.VERSION};",
        "/** What a viewer sees; docs/views.md has the fields of each game. */",
        "export type View = Record<string, unknown>;\n",
    ]
    for kind in ENUMS:
        values = " | ".join(f'"{value}"' for value in kind)
        lines += [f"export type {kind.__name__} = {values};\n"]
    for kind in PARTS:
        lines += interface(kind, is_sent=False)
    for kind in CLIENT:
        lines += interface(kind, is_sent=True)
    for kind in SERVER:
        lines += interface(kind, is_sent=False)
    for name, kinds in (("FromClient", CLIENT), ("FromServer", SERVER)):
        lines.append(f"export type {name} = {' | '.join(kind.__name__ for kind in kinds)};")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


def main() -> None:
    """Write the three files."""
    PAGE.write_text(page())
    SCHEMA.write_text(schema())
    TYPES.write_text(typescript())


if __name__ == "__main__":
    main()
