"""Specs of agents: `name:key=value` or `path/to/file.py:Class:key=value`, commas between them."""

from dataclasses import dataclass

from standoff.errors import BadSpec


@dataclass(frozen=True)
class Spec:
    """A parsed spec.

    >>> Spec.parse("ismcts:iterations=2000:c=0.7")
    Spec(name='ismcts', values={'iterations': '2000', 'c': '0.7'}, path=None)
    >>> Spec.parse("bots/mine.py:MyBot").path
    'bots/mine.py'
    """

    name: str
    values: dict[str, str]
    path: str | None = None

    @classmethod
    def parse(cls, text: str) -> "Spec":
        """Read one spec."""
        name, *parts = text.strip().split(":")
        path = None
        if name.endswith(".py"):
            path = name
            if not parts or "=" in parts[0]:
                raise BadSpec(f"which class of {path} is meant? write {path}:ClassName")
            name = parts.pop(0)
        if not name:
            raise BadSpec(f"an agent has no name in {text!r}; write name or name:key=value")
        values: dict[str, str] = {}
        for part in parts:
            key, equals, value = part.partition("=")
            if not (key and equals and value):
                raise BadSpec(f"cannot read {part!r} in {text!r}; write name:key=value:key=value")
            if key in values:
                raise BadSpec(f"{key} is given twice in {text!r}")
            values[key] = value
        return cls(name, values, path)


def split_specs(text: str) -> list[str]:
    """Return the specs in a comma-separated list."""
    return [part.strip() for part in text.split(",")]
