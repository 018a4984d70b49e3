"""MARQUEE_BASE_URL: one form of it, and a sentence for what visitors could not use."""

import pytest

from marquee.errors import SettingsError
from marquee.settings import load
from tests.cli.commands import failed, run

TAKEN = {
    "https://label.example": "https://label.example",
    "https://label.example/": "https://label.example",
    "HTTPS://Label.Example": "https://label.example",
    "https://label.example:443": "https://label.example",
    "http://label.example:80/": "http://label.example",
    "https://label.example:": "https://label.example",
    "https://label.example:8443": "https://label.example:8443",
    "http://label.example:443": "http://label.example:443",
    "http://music_site:8000": "http://music_site:8000",
    "http://localhost:5173": "http://localhost:5173",
    "http://192.168.1.20:8000": "http://192.168.1.20:8000",
    "http://[2001:DB8::0:1]:8000": "http://[2001:db8::1]:8000",
    "https://bühne.example": "https://xn--bhne-0ra.example",
    "https://BÜHNE.example:8443/": "https://xn--bhne-0ra.example:8443",
    "https://faß.example": "https://xn--fa-hia.example",
    "https://例え.テスト": "https://xn--r8jz45g.xn--zckzah",
    "https://xn--bhne-0ra.example": "https://xn--bhne-0ra.example",
    "https://xn--53h.example": "https://xn--53h.example",
}


@pytest.mark.parametrize("url", TAKEN)
def test_one_form_of_a_url_is_kept(url):
    assert load({"MARQUEE_BASE_URL": url}).base_url == TAKEN[url]


REFUSED = {
    "label.example": "does not begin with https",
    "ftp://label.example": "does not begin with https",
    "javascript:alert(1)": "does not begin with https",
    "//label.example": "does not begin with https",
    "https://": "no host",
    "https://:8000": "no host",
    "https://label.example:99999": "port is not a number from 1",
    "https://label.example:0": "port is not a number from 1",
    "https://label.example:-1": "port is not a number from 1",
    "https://label.example:https": "port is not a number from 1",
    "https://label example": "a blank",
    "https:// label.example": "a blank",
    "https://label\t.example": "a blank",
    "https://label.example/\n/x": "a blank",
    "https://label\u200b.example": "a blank",
    "https://label.example#top": "a fragment",
    "https://label.example/#": "a fragment",
    "https://label.example?": "a query",
    "https://label.example/?a=b": "a query",
    "https://label.example/shop": "a path",
    "https://label.example/shop/": "a path",
    "https://user:secret@label.example": "a user or a password",
    "https://user@label.example": "a user or a password",
    "https://@label.example": "a user or a password",
    "https://[x": "[ or ]",
    "https://x]": "[ or ]",
    "https://[x]": "[ or ]",
    "https://[::1": "[ or ]",
    "https://label..example": "no name of a host",
    "https://.label.example": "no name of a host",
    "https://-label.example": "no name of a host",
    "https://label.example\\shop": "no name of a host",
    "https://lab%65l.example": "no name of a host",
    "https://*.label.example": "no name of a host",
    "https://☕.example": "no name of a host",
    f"https://{'ü' * 70}.example": "no name of a host",
    "http://127.1:8000": "no IP address",
    "http://0x7f.0.0.1": "no IP address",
    "http://256.1.1.1": "no IP address",
    "http://192.168.1.20.5": "no IP address",
    "http://2130706433": "no IP address",
    "http://192.168.001.020": "no IP address",
    "http://[fe80::1%25eth0]:8000": "no IP address",
    "http://0.0.0.0:8000": "no link leads to every address",
    "http://[::]": "no link leads to every address",
}


@pytest.mark.parametrize("url", REFUSED)
def test_what_visitors_could_not_use_is_refused_with_the_reason(url):
    with pytest.raises(SettingsError, match=r"^MARQUEE_BASE_URL must be") as refused:
        load({"MARQUEE_BASE_URL": url})
    assert REFUSED[url] in refused.value.message
    assert "secret" not in refused.value.message


def test_start_says_it_in_one_line(tmp_path):
    environ = {"MARQUEE_BASE_URL": "https://[x"}
    assert failed(
        run("serve", "--port", "0", "--data-dir", tmp_path / "data", environ=environ), "MARQUEE_BASE_URL must"
    )
    assert not (tmp_path / "data").exists()
