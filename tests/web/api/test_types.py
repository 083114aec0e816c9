"""The page's types are written from the API's description, and are up to date."""

from typing import Any

import pytest

from scripts.api_types import TYPES, describe_api, type_of, typescript


def test_the_committed_types_are_up_to_date() -> None:
    committed = TYPES.read_text(encoding="utf-8")
    assert committed == typescript(describe_api()), "stale types: run `make types`"


def test_every_answer_and_event_has_a_type() -> None:
    description = describe_api()
    types = typescript(description)
    for path in description["paths"].values():
        for operation in path.values():
            for answer in operation["responses"].values():
                for content in answer.get("content", {}).values():
                    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
                    assert f"export interface {name} {{" in types or not name
    for name in ("GameEvents", "ThinkingView", "PresenceView", "ReviewEvents", "ErrorResponse"):
        assert f"export interface {name} {{" in types


def test_declarations() -> None:
    schemas = {
        "Piece": {
            "type": "object",
            "description": "A piece,\n  not a comment */.",
            "properties": {
                "cell": {"$ref": "#/components/schemas/Cell"},
                "name": {"type": "string", "description": "What it is called."},
            },
            "required": ["cell"],
        },
        "Cell": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "integer"}]},
    }
    assert typescript({"components": {"schemas": schemas}}).partition("\n\n")[2] == (
        "export type Cell = [number, number];\n\n"
        "/** A piece, not a comment * /. */\n"
        "export interface Piece {\n"
        "  cell: Cell;\n"
        "  /** What it is called. */\n"
        "  name?: string;\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"enum": ["a", "b"], "type": "string"}, '"a" | "b"'),
        ({"const": "ok", "type": "string"}, '"ok"'),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"type": "array", "items": {"type": "string"}}, "string[]"),
        (
            {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
            "(string | null)[]",
        ),
        (
            {"type": "object", "additionalProperties": {"type": "boolean"}},
            "Record<string, boolean>",
        ),
        (
            {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "propertyNames": {"$ref": "#/components/schemas/Side"},
            },
            "Partial<Record<Side, string>>",
        ),
    ],
)
def test_types(schema: dict[str, Any], text: str) -> None:
    assert type_of(schema) == text


@pytest.mark.parametrize("schema", [{}, {"type": "array"}, {"type": "object"}, {"not": {}}])
def test_nothing_is_guessed(schema: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no type is known"):
        type_of(schema)
