"""Write the page's types of what the server takes and sends, from the OpenAPI description.

`make types` calls it. It knows as much of JSON schema as our models use, and refuses the rest.
"""

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fourfold.web.app import create_app
from fourfold.web.settings import Settings
from fourfold.web.static_files import FOLDER

TYPES = FOLDER / "server" / "types.d.ts"

_HEAD = """\
// What the server takes and sends. Written by `make types` from src/fourfold/web/api: do not edit.
"""
_PLAIN = {
    "boolean": "boolean",
    "integer": "number",
    "number": "number",
    "string": "string",
    "null": "null",
}

Schema = Mapping[str, Any]


def describe_api() -> Schema:
    """Return the OpenAPI description of the server."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=f"sqlite:///{folder}/games.db"))
        app.state.services.store.close()
    return app.openapi()


def typescript(description: Schema) -> str:
    """Return a declaration for each schema of a description, in the order of their names."""
    schemas = description["components"]["schemas"]
    return "\n".join([_HEAD, *(_declaration(name, schemas[name]) for name in sorted(schemas))])


def _declaration(name: str, schema: Schema) -> str:
    has_other_keys = isinstance(schema.get("additionalProperties"), Mapping)
    if schema.get("type") != "object" or has_other_keys:
        return f"{_comment(schema)}export type {name} = {type_of(schema)};\n"
    required = set(schema.get("required", ()))
    fields = [
        f"{_comment(field, '  ')}  {key}{'' if key in required else '?'}: {type_of(field)};\n"
        for key, field in schema.get("properties", {}).items()
    ]
    return f"{_comment(schema)}export interface {name} {{\n{''.join(fields)}}}\n"


def _comment(schema: Schema, indent: str = "") -> str:
    text = " ".join(str(schema.get("description", "")).split()).replace("*/", "* /")
    return f"{indent}/** {text} */\n" if text else ""


def type_of(schema: Schema) -> str:
    """Return the TypeScript type of a schema; ValueError if there is none for it here."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return _union(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return _union(type_of(each) for each in schema["anyOf"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(type_of(each) for each in schema['prefixItems'])}]"
        case "array" if "items" in schema:
            item = type_of(schema["items"])
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "object" if isinstance(schema.get("additionalProperties"), Mapping):
            value = type_of(schema["additionalProperties"])
            if "propertyNames" not in schema:
                return f"Record<string, {value}>"
            return f"Partial<Record<{type_of(schema['propertyNames'])}, {value}>>"
        case str(kind) if kind in _PLAIN:
            return _PLAIN[kind]
    raise ValueError(f"no type is known for {json.dumps(schema)}")


def _union(types: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(types))


def main(path: Path = TYPES) -> None:
    path.write_text(typescript(describe_api()), encoding="utf-8")


if __name__ == "__main__":
    main()
