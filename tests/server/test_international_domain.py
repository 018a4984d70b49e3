"""A site on an international domain: it is served under both forms of its name, and under no other."""

import pytest

from tests.server.served import Served

SERVED = [
    "xn--bhne-0ra.example",
    "XN--BHNE-0RA.example:443",
    "bühne.example",
    "BÜHNE.Example",
    "bühne.example:443",
]
OTHERS = {
    "buhne.example": 421,
    "bühne.example:8000": 421,
    "bühne.example.evil.test": 421,
    "bühne .example": 400,
    "bühne.example/x": 400,
    "user@bühne.example": 400,
}


@pytest.mark.parametrize("url", ["https://bühne.example", "https://xn--bhne-0ra.example"])
def test_international_domain_is_served_in_both_its_forms(sqlite_template, tmp_path, url):
    site = Served(sqlite_template, tmp_path / "data", MARQUEE_BASE_URL=url)
    try:
        for host, status in {**dict.fromkeys(SERVED, 200), **OTHERS}.items():
            for _ in range(3):  # an answer that is ready is for the same hosts
                sent = host.encode().decode("latin-1")
                assert (host, site.get("/robots.txt", f"Host: {sent}")[0]) == (host, status)
    finally:
        site.stop()
