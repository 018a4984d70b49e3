"""An account that somebody began with a password and never confirmed is given no rights, in no way."""

import pytest

from marquee.auth import accounts
from tests.cast import OTHER, OWNED
from tests.conftest import on_sqlite
from tests.rest.rights.test_people import mails

pytestmark = pytest.mark.anyio

RIGHTS = {
    "an admin's": ("PATCH", "music_people?id=eq.{id}", {"role": "service_role"}),
    "a contact's, on a page": ("PATCH", "music_people?id=eq.{id}", {"is_contact": True}),
    "a contact's": ("POST", "music_contacts", {"user_id": "{id}"}),
    "an owner's": ("POST", "music_owners", {"artist_id": OTHER, "user_id": "{id}"}),
    "another owner's": ("PATCH", f"music_owners?artist_id=eq.{OWNED}", {"user_id": "{id}"}),
    "the first owner's": ("PATCH", f"music_artists?id=eq.{OTHER}", {"user_id": "{id}"}),
}
BEGUN = "mo@stage.test has not been confirmed: nobody has shown yet that this account is theirs."


@pytest.fixture
def begun(site):
    """The account that a stranger began with a password of their own and the email of somebody else."""
    return site.service.database.write_now(accounts.add, "mo@stage.test", "a hash", is_confirmed=False).id


@pytest.mark.parametrize(("method", "path", "values"), RIGHTS.values(), ids=RIGHTS)
async def test_account_that_was_only_begun_gets_no_rights(site, begun, method, path, values):
    site.service.database.write_now(accounts.add_owner, OWNED, site.user_id("contact"))
    values = {name: begun if value == "{id}" else value for name, value in values.items()}
    answer = await site.rest(method, path.format(id=begun), "admin", json=values)
    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (422, "PT422", BEGUN)
    assert await mails(site) == []
    site.service.database.write_now(accounts.change, begun, email_confirmed_at="2026-11-28T00:00:00+00:00")
    assert (await site.rest(method, path.format(id=begun), "admin", json=values)).is_success


@on_sqlite
@pytest.mark.parametrize(
    "words",
    [
        ("user", "role", "mo@stage.test", "service_role"),
        ("contact", "add", "mo@stage.test"),
        ("artist", "owner", OTHER, "mo@stage.test"),
    ],
    ids=" ".join,
)
async def test_commands_give_it_none_either(begun, command, words):
    result = command(*words)
    assert (result.exit_code, result.stderr) == (1, f"{BEGUN}\n")


@on_sqlite
async def test_program_can_confirm_it_and_make_it_an_admin_at_once(site, begun):
    headers = {"apikey": site.service.keys.secret}
    path = f"/auth/v1/admin/users/{begun}"
    alone = await site.client.put(path, headers=headers, json={"role": "service_role"})
    assert (alone.status_code, alone.json()["error_code"]) == (422, "email_not_confirmed")
    assert alone.json()["msg"] == BEGUN
    both = await site.client.put(path, headers=headers, json={"role": "service_role", "email_confirm": True})
    assert both.json()["role"] == "service_role"
