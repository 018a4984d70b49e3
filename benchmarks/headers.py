"""`python -m benchmarks.headers`: what Mozilla's HTTP Observatory would give a site on HTTPS, by its published rules.

The Observatory looks at public sites only. These are its rules, as far as they can apply to this site, and the points
that this site's responses get for each; a bonus counts from 90 points on. Exits with 1 below the goal. Source:
https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
"""

import sys
import tempfile
from collections.abc import Callable
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path

from benchmarks.harness.site import demo_site

BASE_URL = "https://undercard.example"
GOAL = 125
ANY_SOURCE = {"'unsafe-inline'", "data:", "*", "https:", "http:"}
HALF_A_YEAR_S = 15_768_000
PRIVATE_REFERRERS = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        demo_site(Path(folder) / "data", MARQUEE_BASE_URL=BASE_URL) as site,
    ):
        headers, page = _home(site.port)
    rows = [(name, rule(headers, page)) for name, rule in RULES.items()]
    base = 100 + sum(points for _, points in rows if points < 0)
    score = base + (sum(points for _, points in rows if points > 0) if base >= 90 else 0)
    print("| rule | points |\n| --- | ---: |")
    for name, points in rows:
        print(f"| {name} | {points:+d} |")
    print(f"\nScore {score}: {'A+' if score >= 100 else 'below A+'}")
    sys.exit(score < GOAL)


def _home(port: int) -> tuple[HTTPMessage, str]:
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/", headers={"Host": "undercard.example", "Origin": "https://elsewhere.example"})
    response = connection.getresponse()
    return response.headers, response.read().decode()


def _policy(headers: HTTPMessage) -> dict[str, list[str]]:
    directives = (part.split() for part in headers.get("Content-Security-Policy", "").split(";"))
    return {words[0].lower(): words[1:] for words in directives if words}


def _content_security_policy(headers: HTTPMessage, _page: str) -> int:
    """The points of the worst finding that is true."""
    policy = _policy(headers)
    default = policy.get("default-src", ["*"])
    scripts, objects, styles = (policy.get(name, default) for name in ("script-src", "object-src", "style-src"))
    findings = [
        (not policy, -25),
        (bool(ANY_SOURCE & {*scripts, *objects}) or "http:" in styles, -20),
        ("'unsafe-eval'" in scripts, -10),
        (any("http:" in sources for sources in policy.values()), -10),
        ("'unsafe-inline'" in styles, 0),
        (default == ["'none'"], 10),
    ]
    return next((points for found, points in findings if found), 5)


def _cookies(headers: HTTPMessage, _page: str) -> int:
    return -40 if headers.get_all("Set-Cookie") else 0


def _cross_origin_sharing(headers: HTTPMessage, _page: str) -> int:
    return -50 if headers.get("Access-Control-Allow-Origin") not in (None, "*") else 0


def _strict_transport_security(headers: HTTPMessage, _page: str) -> int:
    said = dict(part.strip().partition("=")[::2] for part in headers.get("Strict-Transport-Security", "").split(";"))
    if not said.get("max-age", "").isdigit():
        return -20
    return 0 if int(said["max-age"]) >= HALF_A_YEAR_S else -10


def _subresource_integrity(_headers: HTTPMessage, page: str) -> int:
    return -50 if 'src="http:' in page or 'src="//' in page else 0


def _content_type_options(headers: HTTPMessage, _page: str) -> int:
    return 0 if headers.get("X-Content-Type-Options") == "nosniff" else -5


def _framing(headers: HTTPMessage, _page: str) -> int:
    if _policy(headers).get("frame-ancestors") == ["'none'"]:
        return 5
    return 0 if headers.get("X-Frame-Options") in ("DENY", "SAMEORIGIN") else -20


def _referrer(headers: HTTPMessage, _page: str) -> int:
    policy = headers.get("Referrer-Policy")
    if policy is None:
        return 0
    return 5 if policy in PRIVATE_REFERRERS else -5


def _cross_origin_resources(headers: HTTPMessage, _page: str) -> int:
    return 10 if headers.get("Cross-Origin-Resource-Policy") in ("same-origin", "same-site") else 0


RULES: dict[str, Callable[[HTTPMessage, str], int]] = {
    "content security policy": _content_security_policy,
    "cookies": _cookies,
    "cross-origin resource sharing": _cross_origin_sharing,
    "strict transport security": _strict_transport_security,
    "subresource integrity": _subresource_integrity,
    "x-content-type-options": _content_type_options,
    "framing": _framing,
    "referrer policy": _referrer,
    "cross-origin resource policy": _cross_origin_resources,
}


if __name__ == "__main__":
    main()
