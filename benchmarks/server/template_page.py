"""A plain home page to compare with: Starlette, SQLAlchemy and a compiled template (Mako), made again for each request.

It shows the same artists and events from the same database as the site's own home page, with the same style. Uvicorn
serves it; `DATABASE` and `STYLE` name the files.
"""

import json
import os
from datetime import UTC, date, datetime
from pathlib import Path

from mako.template import Template  # type: ignore[import-untyped]
from sqlalchemy import create_engine, text
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

ARTISTS = text("SELECT * FROM music_artists ORDER BY popularity DESC, name, id LIMIT 24")
FEATURED = text("SELECT * FROM music_artists WHERE is_featured")
EVENTS = text(
    "SELECT e.*, a.name AS artist FROM music_events e JOIN music_artists a ON a.id = e.artist_id"
    " WHERE e.date >= :today ORDER BY e.date, e.id LIMIT 20"
)
PAGE = Template(
    default_filters=["str", "h"],
    text="""
<%def name="srcset(image, widths)">${', '.join(f"{image}?width={width} {width}w" for width in widths)}</%def>
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Marquee</title>
<meta name="description" content="Marquee: artists, releases and dates.">
<link rel="canonical" href="${url}">
<meta property="og:title" content="Marquee">
<meta property="og:type" content="website">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${featured.image}">
<style>${style | n}</style>
<script type="application/ld+json">${structured_data | n}</script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="site-head"><a class="brand" href="/">Marquee</a>
<nav class="site-nav" aria-label="Main"><a href="/#artists">Artists</a><a href="/#events">Events</a></nav></header>
<button class="admin-btn" type="button">Admin</button>
<main id="main">
<section class="hero" aria-labelledby="hero-name">
<img srcset="${srcset(featured.image, [480, 828, 1200, 1600])}" src="${featured.image}" alt="${featured.name}">
<h1 class="hero__name" id="hero-name">${featured.name}</h1>
<p class="hero__genre">${featured.genre}</p>
<button type="button" class="btn btn--primary">Listen Now</button>
<a class="btn btn--line" href="/artist/${featured.id}">View Profile</a>
</section>
<section class="release"><h2 class="head">Latest Release</h2>
<p>${featured.latest_song}</p><p class="release__by">${featured.name}</p></section>
<search class="find"><label for="find">Search artists and events</label><input id="find" type="search"></search>
<section class="section" id="artists"><h2 class="head">Popular Artists</h2><p class="note">${len(artists)} artists</p>
<ul class="grid">
% for artist in artists:
<li><a class="card" href="/artist/${artist.id}">
<img srcset="${srcset(artist.image, [480, 828, 1200])}" src="${artist.image}" alt="${artist.name}" loading="lazy">
<h3 class="card__name">${artist.name}</h3>
<p class="card__meta"><span>${artist.genre}</span> <span><b>${artist.followers}</b> followers</span></p></a></li>
% endfor
</ul></section>
<section class="section" id="events"><h2 class="head">Upcoming Events</h2><p class="note">${len(events)} dates</p>
<ul class="tickets">
% for event in events:
<% day = date.fromisoformat(event.date) %>
<li class="ticket"><div class="ticket__stub" aria-hidden="true"><span class="ticket__day">${day.day}</span>
<span class="ticket__mon"><span>${day.strftime('%b')}</span> <span>${day.year}</span></span></div>
<h3 class="ticket__name"><a href="/artist/${event.artist_id}">${event.artist}</a></h3>
<time class="ticket__date" datetime="${event.date}">${day.strftime('%A, %B')} ${day.day}, ${day.year}</time>
<p class="ticket__venue">${event.venue}</p><p class="ticket__loc">${event.location}</p>
<button type="button" aria-label="Get Tickets, ${event.artist}, ${event.venue}" class="btn btn--tix">
Get Tickets</button>
</li>
% endfor
</ul></section>
</main>
<footer class="site-foot"><p>Marquee</p></footer>
</body>
</html>
""",
)
STYLE = Path(os.environ["STYLE"]).read_text()
engine = create_engine(f"sqlite:///{os.environ['DATABASE']}")


async def home(request: Request) -> HTMLResponse:
    with engine.connect() as connection:
        featured = connection.execute(FEATURED).one()
        artists = connection.execute(ARTISTS).all()
        events = connection.execute(EVENTS, {"today": datetime.now(UTC).date().isoformat()}).all()
    url = str(request.url)
    listed = [{"@type": "MusicGroup", "name": artist.name, "genre": artist.genre} for artist in artists]
    structured_data = json.dumps({"@context": "https://schema.org", "@type": "WebSite", "url": url, "about": listed})
    page = PAGE.render(
        url=url,
        featured=featured,
        artists=artists,
        events=events,
        date=date,
        style=STYLE,
        structured_data=structured_data.replace("<", "\\u003c"),
    )
    return HTMLResponse(page)


app = Starlette(routes=[Route("/", home)], middleware=[Middleware(GZipMiddleware)])
