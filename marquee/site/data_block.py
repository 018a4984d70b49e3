"""JSON as data in a page. No I/O."""

from typing import Any

import msgspec


def data_block(attributes: str, json: str) -> str:
    """An element for data that is read, not run; no text in the JSON can end it early."""
    safe = json.replace("<", "\\u003c")
    return f"<script {attributes}>{safe}</script>"


def encode(value: Any) -> str:
    """The JSON of a page's data."""
    return msgspec.json.encode(value).decode()
