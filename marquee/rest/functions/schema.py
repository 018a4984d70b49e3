"""The arguments of a function in the words of OpenAPI 2.0, each in its own place: definitions are of tables alone."""

from typing import Any

import msgspec

Json = dict[str, Any]

_KEPT = ("type", "format", "enum", "minimum", "maximum", "maxLength", "maxItems", "uniqueItems", "required")
"""What OpenAPI 2.0 has of JSON Schema. `x-nullable` is what its tools read for null."""


def schema_of(arguments: type[msgspec.Struct]) -> Json:
    """The schema of the object that a call has as its body."""
    (schema,), definitions = msgspec.json.schema_components([arguments], ref_template="{name}")
    return _inlined(schema, definitions)


def _inlined(schema: Json, definitions: dict[str, Json]) -> Json:
    if "$ref" in schema:
        return _inlined(definitions[schema["$ref"]], definitions)
    if "anyOf" in schema:
        kinds = [kind for kind in schema["anyOf"] if kind != {"type": "null"}]
        kind = _inlined(kinds[0], definitions) if len(kinds) == 1 else {}  # OpenAPI 2.0 has no choice between types
        return kind | ({"x-nullable": True} if len(kinds) < len(schema["anyOf"]) else {})
    kept = {name: schema[name] for name in _KEPT if name in schema}
    if "enum" in kept:
        kept["type"] = "string"
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            kept[name] = _inlined(schema[name], definitions)
    if "properties" in schema:
        kept["properties"] = {name: _inlined(part, definitions) for name, part in schema["properties"].items()}
    return kept
