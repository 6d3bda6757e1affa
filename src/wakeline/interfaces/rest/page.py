"""The description as a page to read: plain HTML, no script, nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
summary { cursor: pointer; padding: .2rem 0 }
summary b { display: inline-block; min-width: 4.5rem }
details > *:not(summary) { margin-left: 4.5rem }
table { border-collapse: collapse } td, th { text-align: left; padding: .1rem .8rem .1rem 0;
vertical-align: top }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd } a { color: #8bf } }
"""


def html(description: dict[str, Any]) -> str:
    """The page."""
    by_tag: dict[str, list[str]] = {}
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            by_tag.setdefault(operation["tags"][0], []).append(_operation(path, method, operation))
    title = escape(description["info"]["title"])
    routes = "".join(f"<h2>{escape(tag)}</h2>{''.join(found)}" for tag, found in by_tag.items())
    schemas = "".join(
        f'<h3 id="{escape(name)}">{escape(name)}</h3>{_schema(schema)}'
        for name, schema in sorted(description["components"]["schemas"].items())
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
        f"<h1>{title} {escape(description['info']['version'])}</h1>"
        f"<p>{escape(description['info']['description'])} "
        'The same for programs: <a href="openapi.json">openapi.json</a>.</p>'
        f"{routes}<h2>shapes</h2>{schemas}</body></html>"
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    parts = [f"<p>{escape(operation.get('description', ''))}</p>"]
    rows = [
        [
            f"<code>{escape(found['name'])}</code>",
            escape(found["in"] + ("" if found.get("required") else ", optional")),
            _type(found["schema"]),
            escape(found.get("description", "")),
        ]
        for found in operation.get("parameters", [])
    ]
    if rows:
        parts.append(_table(rows))
    taken = operation.get("requestBody", {}).get("content", {}).values()
    parts += [f"<p>body: {_type(content['schema'])}</p>" for content in taken]
    parts.append(_table([_answer(status, found) for status, found in _responses(operation)]))
    return (
        f"<details><summary><b>{method.upper()}</b> <code>{escape(path)}</code></summary>"
        f"{''.join(parts)}</details>"
    )


def _responses(operation: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return sorted(operation["responses"].items())


def _answer(status: str, found: dict[str, Any]) -> list[str]:
    schemas = [content.get("schema", {}) for content in found.get("content", {}).values()]
    shapes = " ".join(_type(schema) for schema in schemas if schema)
    return [f"<code>{escape(status)}</code>", shapes, escape(found["description"])]


def _schema(schema: dict[str, Any]) -> str:
    needed = schema.get("required", [])
    rows = [
        [
            f"<code>{escape(name)}</code>",
            _type(found),
            "" if name in needed else "optional",
            escape(found.get("description", "")),
        ]
        for name, found in schema.get("properties", {}).items()
    ]
    return f"<p>{escape(schema.get('description', ''))}</p>" + _table(rows)


def _table(rows: list[list[str]]) -> str:
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>" if rows else ""


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[1])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(" ".join(filter(None, [schema.get("type", "anything"), schema.get("format")])))
