"""What a stranger asks for besides data: pages, feeds, pictures, and the calls of the session service."""

import random
from typing import Any

from torture.generator.request import Fixed, Headers, Request, few

WRONG = (400, 401, 403, 422)
KNOWN = "stranger@stage.example"
PASSWORD = "a long and lovely evening"
PICTURES = ("large.jpg", "deep.png", "flat.webp")
WIDTHS = (240, 480, 828, 1200, 1600)
ENCODINGS = ("", "", "br", "gzip")
FILES = ("/", "/", "/events.ics", "/sitemap.xml", "/robots.txt", "/manifest.webmanifest", "/favicon.ico")


def page(rng: random.Random, artists: tuple[str, ...]) -> Fixed:
    artist = rng.choice(artists)
    path = rng.choice((*FILES, f"/artist/{artist}", f"/artist/{artist}", f"/artist/{artist}/events.ics"))
    headers = _encoding(rng)
    return Fixed(Request(_shape("page", path.replace(artist, "…"), headers), "GET", path, headers))


def picture(rng: random.Random, cards: tuple[str, ...]) -> Fixed:
    """A picture in one of its sizes, or a share card: one of these paths."""
    if rng.random() < 0.5:
        return Fixed(Request("card", "GET", rng.choice(cards)))
    name, width = rng.choice(PICTURES), rng.choice(WIDTHS)
    path = f"/storage/v1/render/image/public/stage/{name}?width={width}"
    return Fixed(Request(f"picture {name} {width}", "GET", path))


def call(rng: random.Random) -> Fixed:
    """A call of the session service."""
    return Fixed(rng.choice(_CALLS)(rng))


def _encoding(rng: random.Random) -> Headers:
    encoding = rng.choice(ENCODINGS)
    return (("Accept-Encoding", encoding),) if encoding else ()


def _shape(what: str, path: str, headers: Headers) -> str:
    return " ".join((what, path, *(value for _, value in headers)))


def _post(rng: random.Random, what: str, path: str, body: dict[str, Any]) -> Request:
    """Each from an IP address of its own, as a trusted proxy would say it: there are limits to what one may try."""
    ip = f"2001:db8:{rng.getrandbits(16):x}:{rng.getrandbits(16):x}::1"
    return Request(f"auth {what}", "POST", f"/auth/v1/{path}", (("X-Forwarded-For", ip),), body, answered=WRONG)


def _email(rng: random.Random) -> str:
    return rng.choice((KNOWN, f"{rng.getrandbits(40):x}@stage.example", f"{'x' * few(rng, 240)}@stage.example"))


def _wrong_password(rng: random.Random) -> Request:
    password = "x" * few(rng, 4000)
    return _post(rng, "wrong password", "token?grant_type=password", {"email": _email(rng), "password": password})


def _right_password(rng: random.Random) -> Request:
    body = {"email": KNOWN, "password": PASSWORD}
    return _post(rng, "right password", "token?grant_type=password", body)


def _mail(rng: random.Random) -> Request:
    kind = rng.choice(("recover", "otp", "magiclink"))
    body = {"email": _email(rng), "code_challenge": "c" * 43, "code_challenge_method": "s256"}
    return _post(rng, kind, "otp" if kind == "magiclink" else kind, body)


def _sign_up(rng: random.Random) -> Request:
    data = {f"k{number}": "v" * 100 for number in range(few(rng, 40))}
    return _post(
        rng, "signup", "signup", {"email": _email(rng), "password": "a quiet and endless afternoon", "data": data}
    )


def _verify(rng: random.Random) -> Request:
    return _post(rng, "verify", "verify", {"type": rng.choice(("recovery", "magiclink")), "token_hash": "0" * 64})


def _refresh(rng: random.Random) -> Request:
    return _post(rng, "refresh", "token?grant_type=refresh_token", {"refresh_token": "r" * few(rng, 2000) + "r" * 12})


def _user(_rng: random.Random) -> Request:
    return Request("auth user", "GET", "/auth/v1/user", who="stranger")


_CALLS = (_wrong_password, _right_password, _mail, _mail, _sign_up, _verify, _refresh, _user)
