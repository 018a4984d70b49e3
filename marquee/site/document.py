"""The HTML document of a page: head, data, and the element that the front end fills."""

from html import escape
from typing import Any

import msgspec

from marquee.site.bundle import Bundle

_TEMPLATE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<meta name="description" content="{description}">
<meta name="theme-color" content="#0A1211">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
{links}
</head>
<body>
<div id="root"></div>
<noscript>This page needs JavaScript.</noscript>
<script type="application/json" id="preloaded">{data}</script>
</body>
</html>
"""


def document(bundle: Bundle, title: str, description: str, preloaded: dict[str, Any]) -> bytes:
    """The whole document as UTF-8; `preloaded` is what the first view shows."""
    return _TEMPLATE.format(
        title=escape(title),
        description=escape(description),
        links="\n".join(_links(bundle)),
        data=_inert(preloaded),
    ).encode()


def _links(bundle: Bundle) -> list[str]:
    links = [f'<link rel="stylesheet" href="{path}">' for path in bundle.styles]
    if bundle.font:
        links.insert(0, f'<link rel="preload" href="{bundle.font}" as="font" type="font/woff2" crossorigin>')
    return [*links, f'<script type="module" src="{bundle.script}"></script>']


def _inert(value: Any) -> str:
    """JSON that cannot end its own script element."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c")
