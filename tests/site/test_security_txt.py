"""Whom to tell about a flaw. Source: RFC 9116."""

import pytest

from marquee.errors import SettingsError
from marquee.settings import load
from tests.cast import Site

pytestmark = pytest.mark.anyio

PATH = "/.well-known/security.txt"


async def ask(template, folder, **environ):
    site = Site.open(template, folder, **environ)
    try:
        return await site.client.get(PATH, headers={"Host": "stage.test"})
    finally:
        await site.close()


async def test_contact_is_told_to_anyone_and_holds_for_a_year(template, tmp_path, clock):
    answer = await ask(template, tmp_path / "x", MARQUEE_SECURITY_CONTACT="mailto:security@stage.test")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == "Contact: mailto:security@stage.test\nExpires: 2027-11-21T00:00:00Z\n"


async def test_site_with_a_public_address_says_where_this_stands(template, tmp_path):
    settings = {"MARQUEE_SECURITY_CONTACT": "https://stage.test/report", "MARQUEE_BASE_URL": "https://stage.test"}
    answer = await ask(template, tmp_path / "x", **settings)
    assert answer.text.splitlines()[0] == "Contact: https://stage.test/report"
    assert answer.text.splitlines()[2] == f"Canonical: https://stage.test{PATH}"


async def test_site_without_a_contact_promises_none(site):
    assert (await site.client.get(PATH)).status_code == 404


@pytest.mark.parametrize(
    "contact",
    [
        "security@stage.test",
        "mailto:",
        "mailto:security",
        "https://",
        "https:stage.test",
        "http://stage.test",
        "javascript:alert(1)",
        "mailto:a@b.test\nContact: mailto:c@d.test",
        "mailto:a b@c.test",
    ],
)
def test_what_is_no_contact_is_refused(contact):
    with pytest.raises(SettingsError, match="MARQUEE_SECURITY_CONTACT"):
        load({"MARQUEE_SECURITY_CONTACT": contact})
