"""What is readable without script where React renders nothing: a sentence and a link. No I/O."""

from html import escape
from urllib.parse import quote

from marquee.site.head import Words
from marquee.site.renderer import Markup
from marquee.site.rows import ArtistName

_MARKUP = """\
<main class="missing">
<p class="missing__stub" aria-hidden="true">404</p>
<div class="missing__body">
<h1>{sentence}</h1>
{near}<p><a href="/">Go to the home page of {name}</a></p>
</div>
</main>"""

_NEEDS_SCRIPT = """\
<noscript><main class="missing">
<div class="missing__body">
<h1>This page needs JavaScript.</h1>
<p><a href="/">Go to the home page of {name}</a></p>
</div>
</main></noscript>"""

_NEAR = '<p>Did you mean <a href="/artist/{id}">{name}</a>?</p>\n'

# A ticket, as in frontend/src/events/ticket.css, torn off at its stub.
# For who is signed in something unannounced may be here: the front end asks, and the page says this only if none comes.
_CSS = """\
[data-session] .missing{animation:late 1ms 4s backwards}@keyframes late{from{visibility:hidden}}
.missing{min-height:100vh;max-width:960px;margin:auto;\
padding:32px clamp(20px,3.4vw,48px);display:grid;align-content:center}
.missing__stub{justify-self:start;padding:32px 24px 24px;background:var(--stock);color:var(--on-stock);\
font-size:clamp(6rem,24vw,15rem);font-weight:850;line-height:.8;\
font-stretch:80%;letter-spacing:-.03em;border:1px solid transparent;\
mask:radial-gradient(circle 9px at 0 100%,#0000 96%,#000) left/51% 100% no-repeat,\
radial-gradient(circle 9px at 100% 100%,#0000 96%,#000) right/51% 100% no-repeat}
.missing__body{display:grid;gap:16px;padding:32px 24px;background:var(--card);\
border-top:4px dotted var(--bg)}
.missing h1{font-weight:750;font-stretch:112%;font-size:clamp(1.5rem,1.32rem + .8vw,2.125rem);line-height:1.08}
.missing a{display:inline-block;padding-block:12px;text-underline-offset:6px}"""


def not_found_markup(site_name: str, near: ArtistName | None) -> Markup:
    """The markup of the page, with an offer. The front end does not take it over: it shows its own, or home."""
    offer = _NEAR.format(id=quote(near.id), name=escape(near.name)) if near else ""
    sentence = "There is no artist at that address." if near else "There is no page here."
    markup = _MARKUP.format(name=escape(site_name), sentence=sentence, near=offer)
    return Markup(markup, _CSS, Words(f"Page not found – {site_name}"), is_live=False)


def needs_script_markup(site_name: str) -> Markup:
    """The markup of a page that the browser renders by itself."""
    markup = _NEEDS_SCRIPT.format(name=escape(site_name))
    return Markup(markup, _CSS, Words(site_name, site_name), is_live=False)
