"""The permission table as data."""

from itertools import product

import pytest
from sqlalchemy import select

from marquee.domain.actor import SECRET_KEY_HOLDER, VISITOR, Actor, actor_values
from marquee.domain.policies.data import POLICIES, granted
from marquee.domain.policies.rows import OF_OWN_ARTIST
from marquee.domain.tables import (
    EXPOSED,
    exposed_columns,
    music_changes,
    music_invitations,
    music_people,
    music_settings,
)

ACTIONS = ("select", "insert", "update", "delete")
NOT_FOR_VISITORS = (music_changes, music_people, music_invitations)
SOMEBODY = Actor("authenticated", "00000000-0000-4000-8000-000000000001")


@pytest.mark.parametrize("policy", POLICIES, ids=lambda p: f"{p.who.name} {p.action} {p.table.name}")
def test_policy_is_a_sentence_about_columns_that_exist(policy):
    assert policy.why
    assert policy.columns <= set(exposed_columns(policy.table))
    assert policy.table in EXPOSED.values()
    assert policy.action in ACTIONS


def test_visitor_may_only_read():
    for action, table in product(ACTIONS, EXPOSED.values()):
        assert bool(granted(VISITOR, action, table)) == (action == "select" and table not in NOT_FOR_VISITORS)


def test_account_that_has_not_shown_its_code_may_read_and_end_its_sessions():
    weak = SOMEBODY._replace(lacks="code")
    for action, table in product(ACTIONS, EXPOSED.values()):
        is_its_own = (action, table.name) == ("delete", "music_sessions")
        assert bool(granted(weak, action, table)) == (
            (action == "select" and table not in NOT_FOR_VISITORS) or is_its_own
        )


def test_holder_of_the_secret_key_may_all_but_see_sessions_rewrite_history_and_add_settings():
    for action, table in product(ACTIONS, EXPOSED.values()):
        is_history = table is music_changes and action in ("update", "delete")
        is_the_row = table is music_settings and action in ("insert", "delete")
        is_new_person = (action, table) in (("insert", music_people), ("update", music_invitations))
        is_all = table.name != "music_sessions" and not (is_history or is_the_row or is_new_person)
        assert is_all == any(policy.rows.name == "all" for policy in granted(SECRET_KEY_HOLDER, action, table))


@pytest.mark.parametrize("table", EXPOSED.values(), ids=lambda table: table.name)
def test_nobody_writes_the_servers_columns(table):
    written = set().union(*(p.columns for p in POLICIES if p.table is table and p.action in ("insert", "update")))
    assert not written & {"created_at", "updated_at"}
    changed = set().union(*(p.columns for p in POLICIES if p.table is table and p.action == "update"))
    assert "id" not in changed


@pytest.mark.anyio
async def test_unowned_row_is_nobodys_own(site):
    """Also for an actor without an account: null is not equal to null."""
    table = EXPOSED["music_artists"]
    own = next(policy.rows for policy in POLICIES if policy.rows is OF_OWN_ARTIST and policy.table is table)

    def mine(connection, actor):
        owned = select(table.c.id).where(own.predicate(table, actor))
        return connection.execute(owned, actor_values(actor)).scalars().all()

    for actor in (VISITOR, SECRET_KEY_HOLDER, SOMEBODY):
        assert site.service.database.write_now(mine, actor) == []
    assert site.service.database.write_now(mine, Actor("authenticated", site.user_id("owner"))) == ["mara-voss"]
