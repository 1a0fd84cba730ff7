"""The OpenAPI document of the HTTP part, made from its routes, and a page that shows it."""

import html
import re
from typing import Any

import msgspec

import standoff
from standoff.server.api import ENDPOINTS, JSON, Endpoint, Problem

REFUSALS = {
    "400": "the request cannot be carried out as asked",
    "401": "a token is needed",
    "404": "there is no such thing, or it is not open to you",
    "429": "a limit is reached",
}


def describe_api() -> dict[str, Any]:
    """Return the OpenAPI document."""
    types = [
        kind
        for endpoint in ENDPOINTS
        for kind in (endpoint.answer, endpoint.body)
        if kind is not None and kind is not bytes and not isinstance(kind, str)
    ]
    listed = [*types, Problem]
    schemas, components = msgspec.json.schema_components(
        listed, ref_template="#/components/schemas/{name}"
    )
    found = {id(kind): schema for kind, schema in zip(listed, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = describe(endpoint, found)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Standoff", "version": standoff.__version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def describe(endpoint: Endpoint, found: dict[int, Any]) -> dict[str, Any]:
    """Return one operation."""
    names = re.findall(r"{(\w+)}", endpoint.path)
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in names
    ]
    parameters += [
        {
            "name": field.name,
            "in": "query",
            "description": field.meaning,
            "schema": field.schema,
        }
        for field in endpoint.query
    ]
    answer: dict[str, Any] = {"description": endpoint.summary}
    if endpoint.answer is not None:
        is_type = not isinstance(endpoint.answer, str)
        schema = found[id(endpoint.answer)] if is_type else {}
        answer["content"] = {JSON: {"schema": schema}}
    problem = {JSON: {"schema": found[id(Problem)]}}
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.handler.__name__,
        "parameters": parameters,
        "responses": {
            str(endpoint.status): answer,
            "default": {"description": "refused", "content": problem},
            **{code: {"description": text, "content": problem} for code, text in REFUSALS.items()},
        },
    }
    if endpoint.body is not None:
        schema = {"type": "object"} if endpoint.body is bytes else found[id(endpoint.body)]
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    if endpoint.needs_token:
        operation["security"] = [{"token": []}]
    return operation


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff; }
code { font-size: 0.95em; } h2 { margin: 2rem 0 0.2rem; font-size: 1.1rem; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600; color: #14532d; }
table { border-collapse: collapse; margin: 0.5rem 0; width: 100%; }
th { width: 9rem; } th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.8rem 0.2rem 0;
  border-bottom: 1px solid #ddd; }
.token { color: #92400e; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #16181d; }
  .method { color: #86efac; } .token { color: #fbbf24; } th, td { border-color: #333; } }
"""


def api_page() -> str:
    """Return a page that shows the document; it needs nothing from elsewhere."""
    document = describe_api()
    schemas = document["components"]["schemas"]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Standoff: HTTP</title>",
        "<meta name=viewport content='width=device-width'>",
        f"<style>{STYLE}</style><h1>Standoff: HTTP</h1>",
        "<p>Games are played over a WebSocket at <code>/play</code>: see docs/protocol.md. This is",
        " the rest. A token is sent as <code>Authorization: Bearer TOKEN</code>.",
        " <a href=openapi.json>openapi.json</a></p>",
    ]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parts.append(show_operation(path, method.upper(), operation))
    parts.append("<h1>Types</h1>")
    parts += [show_type(name, schema) for name, schema in schemas.items()]
    return "\n".join(parts)


def show_operation(path: str, method: str, operation: dict[str, Any]) -> str:
    """Return one operation as HTML."""
    token = " <span class=token>with a token</span>" if "security" in operation else ""
    lines = [
        f"<h2><span class=method>{method}</span> <code>{html.escape(path)}</code>{token}</h2>",
        f"<p>{html.escape(operation['summary'])}</p>",
    ]
    rows = [
        (parameter["name"], parameter.get("description", "in the path"))
        for parameter in operation["parameters"]
    ]
    if "requestBody" in operation:
        rows.append(("body", show_schema(content_of(operation["requestBody"]))))
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            shown = show_schema(content_of(response)) if "content" in response else "nothing"
            rows.append((status, shown))
    cells = "".join(f"<tr><th>{name}</th><td>{text}</td></tr>" for name, text in rows)
    return "\n".join([*lines, f"<table>{cells}</table>"])


def content_of(part: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a body."""
    schema: dict[str, Any] = part["content"][JSON]["schema"]
    return schema


def show_type(name: str, schema: dict[str, Any]) -> str:
    """Return one type as HTML."""
    fields = schema.get("properties", {})
    rows = "".join(
        f"<tr><th><code>{html.escape(field)}</code></th><td>{show_schema(kind)}</td></tr>"
        for field, kind in fields.items()
    )
    values = ", ".join(
        f"<code>{html.escape(str(value))}</code>" for value in schema.get("enum", ())
    )
    text = html.escape(schema.get("description", "").partition("\n")[0])
    return f"<h2 id={name}>{name}</h2><p>{text}</p><p>{values}</p><table>{rows}</table>"


def show_schema(schema: dict[str, Any]) -> str:
    """Return a schema in a few words, with links to types."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"<a href='#{name}'>{name}</a>"
    if "anyOf" in schema:
        return " or ".join(show_schema(kind) for kind in schema["anyOf"])
    if schema.get("type") == "array":
        kinds = schema.get("items")
        return f"list of {show_schema(kinds)}" if kinds else "list"
    return html.escape(str(schema.get("type", "anything")))
