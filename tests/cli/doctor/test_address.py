"""Whether the site's address leads to it, with a certificate that lasts."""

import ssl

import pytest

from marquee.version import VERSION
from tests.certificates import Authority
from tests.cli.doctor.examining import answering, examined

ANSWERS = [
    (200, {"status": "ok", "version": "0.0.1"}, "warning", "is served by version 0.0.1"),
    (503, {"status": "unavailable", "version": VERSION}, "error", "says that the site is unavailable"),
    (502, {"error": "bad gateway"}, "error", "answers with 502, and is not Marquee"),
]


@pytest.mark.parametrize(("status", "body", "found", "words"), ANSWERS, ids=[case[3] for case in ANSWERS])
def test_address_that_does_not_lead_to_this_site_is_said(folder, status, body, found, words):
    with answering(status, body) as url:
        check = examined(folder, {"MARQUEE_BASE_URL": url})["address"]
    assert (check["status"], words in check["message"]) == (found, True), check


def test_address_where_nobody_answers_is_a_warning(folder):
    check = examined(folder, {"MARQUEE_BASE_URL": "http://127.0.0.1:9"})["address"]
    assert (check["status"], "could not be reached from here" in check["message"]) == ("warning", True)


def test_certificate_that_nobody_trusts_is_an_error(folder, tmp_path):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*Authority(tmp_path).issue("127.0.0.1"))
    with answering(context=context) as url:
        check = examined(folder, {"MARQUEE_BASE_URL": url, "MARQUEE_TRUSTED_PROXIES": "127.0.0.1"})["address"]
    assert (check["status"], "is not valid" in check["message"]) == ("error", True)


def test_certificate_that_ends_soon_is_a_warning(folder, tmp_path, monkeypatch):
    authority = Authority(tmp_path)  # whose certificates are for a day
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*authority.issue("127.0.0.1"))
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    with answering(context=context) as url:
        check = examined(folder, {"MARQUEE_BASE_URL": url, "MARQUEE_TRUSTED_PROXIES": "127.0.0.1"})["address"]
    assert (check["status"], "ends at" in check["message"]) == ("warning", True), check


def test_visitors_who_all_seem_to_be_the_proxy_are_a_warning(folder):
    check = examined(folder, {"MARQUEE_BASE_URL": "https://127.0.0.1:9"})["settings"]
    assert (check["status"], "MARQUEE_TRUSTED_PROXIES" in check["advice"]) == ("warning", True)
