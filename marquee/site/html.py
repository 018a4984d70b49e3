"""The HTML document of a page: head, markup, data, and the script that starts the front end. No I/O."""

from typing import NamedTuple

from marquee.site.bundle import Bundle
from marquee.site.data_block import data_block
from marquee.site.head import Head
from marquee.site.renderer import Markup

_TEMPLATE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{head}{wide_font}
<style>{css}</style>
</head>
<body>{font}
{root}
{data}
<script data-entry="{entry}">{boot}</script>
</body>
</html>
"""


class Document(NamedTuple):
    """The bytes of a page, and its inline scripts and styles, which its Content-Security-Policy must allow."""

    html: bytes
    scripts: tuple[str, ...]
    styles: tuple[str, ...]


def document(bundle: Bundle, head: Head, preloaded: str, markup: Markup, brand_css: str = "") -> Document:
    """The whole document as UTF-8.

    `preloaded` is the JSON of what the first view shows, from which `markup` was rendered, or the browser renders it.
    `brand_css` goes after the style of all pages.
    """
    css = bundle.css + brand_css + markup.css
    html = _TEMPLATE.format(
        head="\n".join([*head.lines, *([markup.preloads] if markup.preloads else [])]),
        css=css,
        wide_font=_font(bundle, "(min-width:768px)"),
        font=_font(bundle, "all"),
        root=f'<div id="root"{" data-ssr" * markup.is_live}>{markup.markup}</div>',
        data="\n".join([*head.blocks, data_block('type="application/json" id="preloaded"', preloaded)]),
        entry=" ".join([bundle.script, *bundle.parts.get(markup.part, ())]),
        boot=bundle.boot,
    )
    return Document(html.encode(), (bundle.boot,), (css,))


def _font(bundle: Bundle, media: str) -> str:
    """A browser waits a moment with its first paint for a typeface that the head asks for, and for no other.

    Where names are wide, their stand-in would be seen to move; on a phone nothing moves, and the line is often slow.
    """
    if bundle.font is None:
        return ""
    return f'\n<link rel="preload" href="{bundle.font}" as="font" crossorigin media="{media}">'
