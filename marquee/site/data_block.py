"""JSON that stands in a page as data; pure."""

from typing import Any

import msgspec


def data_block(attributes: str, json: str) -> str:
    """An element that is read, not run, and that no text in the JSON can end early."""
    safe = json.replace("<", "\\u003c")
    return f"<script {attributes}>{safe}</script>"


def encode(value: Any) -> str:
    """The one JSON of a page's data."""
    return msgspec.json.encode(value).decode()
