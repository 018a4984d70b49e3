"""What a line of a permission table is made of, and the groups of actors that the tables name."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Table

from marquee.domain.actor import Actor

Action = Literal["select", "insert", "update", "delete"]


class Group(NamedTuple):
    """Some actors, such as admins."""

    name: str
    includes: Callable[[Actor], bool]


class Rows(NamedTuple):
    """Some rows of a table, such as the actor's own."""

    name: str
    predicate: Callable[[Table, Actor], ColumnElement[bool]]


class Values(NamedTuple):
    """Some values of a column: `include` says of a row, by its id, whether a new value, beside the current, is one."""

    name: str
    include: Callable[[str, object, object], bool]


class Policy(NamedTuple):
    """`who` may `action` these `rows` of `table`, touching these `columns`, because `why`.

    With `values` the columns may be set to those only.
    """

    who: Group
    action: Action
    table: Table
    rows: Rows
    columns: frozenset[str]
    why: str
    values: Values | None = None


EVERYONE = Group("everyone", lambda actor: True)
ACCOUNT = Group("account", lambda actor: actor.user_id is not None)
SIGNED_IN = Group("signed-in", lambda actor: actor.user_id is not None and actor.lacks != "code")
CONTACT = Group("contact", lambda actor: actor.is_contact)
ADMIN = Group("admin", lambda actor: actor.is_admin)
