"""The files that programs fetch: `robots.txt`, sitemap, web manifest and `security.txt`, and subscriptions."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Connection
from starlette.responses import Response

from marquee import clock
from marquee.domain.colours import STAGE
from marquee.errors import NotFound
from marquee.site.bundle import REVALIDATE
from marquee.site.context import Paths, SiteContext
from marquee.site.data_block import encode
from marquee.site.feeds import sitemap, subscriptions
from marquee.web.response_cache import StoredResponse

SECURITY_TXT = "/.well-known/security.txt"
# RFC 9116, 2.5.5: less than a year ahead is recommended; the day's beginning keeps it so.
CONTACT_VALID_FOR = timedelta(days=365)
TEXT, XML = "text/plain; charset=utf-8", "application/xml; charset=utf-8"
ICONS = (("192", "any"), ("512", "any"), ("maskable-512", "maskable"))


async def robots_txt(context: SiteContext) -> Response:
    """Crawlers may read everything but the protocols: pages contain the data that they show. See RFC 9309."""
    base_url = context.base_url
    text = f"User-agent: *\nDisallow: /rest/\nDisallow: /auth/\n\nSitemap: {base_url}/sitemap.xml\n"
    return await _respond(context, TEXT, text)


async def sitemap_xml(context: SiteContext) -> Response:
    """All pages, or the list of the parts of the sitemap if there are many."""

    async def make() -> StoredResponse:
        base_url, zone = context.base_url, context.settings.timezone
        return _response(XML, await context.database.read(_sitemap, zone, base_url))

    return await context.respond_from_cache("/sitemap.xml", make)


def _sitemap(connection: Connection, zone: ZoneInfo, base_url: str) -> str:
    parts = sitemap.parts(connection)
    if len(parts) > sitemap.WHOLE:
        return sitemap.part_list(base_url, parts)
    return sitemap.page_list(entry for part in parts for entry in sitemap.pages(connection, zone, base_url, part))


async def sitemap_part(context: SiteContext) -> Response:
    """One part of the pages. Raises NotFound for one that has no page."""
    part = sitemap.part_named(context.path_params["part"])
    if part is None:
        raise NotFound

    async def make() -> StoredResponse | None:
        entries = await context.database.read(sitemap.pages, context.settings.timezone, context.base_url, part)
        return _response(XML, sitemap.page_list(entries)) if entries else None

    return await context.respond_from_cache(f"/sitemap-{part.name}.xml", make)


async def manifest(context: SiteContext) -> Response:
    """How the site looks on a home screen. See W3C Web Application Manifest."""

    async def make() -> StoredResponse:
        return _response("application/manifest+json", encode(_manifest((await context.facts()).name)))

    return await context.respond_from_cache(context.path, make)


def _manifest(name: str) -> dict[str, object]:
    return {
        "name": name,
        "id": "/",
        "start_url": "/",
        "display": "minimal-ui",
        "background_color": STAGE,
        "theme_color": STAGE,
        "icons": [
            {"src": f"/icon-{icon}.png", "sizes": f"{icon[-3:]}x{icon[-3:]}", "type": "image/png", "purpose": purpose}
            for icon, purpose in ICONS
        ],
    }


async def security_txt(context: SiteContext) -> Response:
    """The contact for reports of vulnerabilities. See RFC 9116. Raises NotFound if none is set."""
    settings = context.settings
    if not settings.security_contact:
        raise NotFound
    expires = (clock.now() + CONTACT_VALID_FOR).date().isoformat()
    text = f"Contact: {settings.security_contact}\nExpires: {expires}T00:00:00Z\n"
    if settings.base_url:
        text += f"Canonical: {settings.base_url}{SECURITY_TXT}\n"
    return await _respond(context, TEXT, text)


async def _respond(context: SiteContext, content_type: str, text: str) -> Response:
    async def make() -> StoredResponse:
        return _response(content_type, text)

    return await context.respond_from_cache(context.path, make)


def _response(content_type: str, text: str) -> StoredResponse:
    return StoredResponse.make(200, (("Content-Type", content_type), ("Cache-Control", REVALIDATE)), text.encode())


PATHS: Paths = (
    ("/robots.txt", robots_txt),
    ("/sitemap.xml", sitemap_xml),
    ("/sitemap-{part}.xml", sitemap_part),
    ("/manifest.webmanifest", manifest),
    (SECURITY_TXT, security_txt),
    *subscriptions.PATHS,
)
