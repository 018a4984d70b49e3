"""Brings emails that were stored in other forms into the one in which they are compared (emails.py)."""

from sqlalchemy import ColumnElement, Connection, func, or_, select, update

from marquee.db.functions import octets
from marquee.domain.tables import AnyColumn, invitations, mail_requests, one_time_tokens, users
from marquee.domain.texts.emails import normal_email

_BESIDE = (
    users.c.new_email,
    users.c.email_change_confirmed,
    invitations.c.email,
    one_time_tokens.c.address,
    mail_requests.c.address,
)


def apply(connection: Connection) -> None:
    """Give accounts, and what is under way for them, the normal form; an account whose email another has keeps its."""
    for column in _BESIDE:
        for email in connection.execute(select(column).where(_may_differ(column)).distinct()).scalars().all():
            if (normal := normal_email(email)) != email:
                connection.execute(update(column.table).where(column == email).values({column: normal}))
    for email, normal in _others(connection):
        if not connection.execute(select(users.c.id).where(users.c.email == normal)).first():
            connection.execute(update(users).where(users.c.email == email).values(email=normal))


def doubled(connection: Connection) -> list[tuple[str, str]]:
    """The ids of accounts with one email in two forms: the one that can be signed in to, then the one that cannot."""
    return [(_id_of(connection, normal), _id_of(connection, email)) for email, normal in _others(connection)]


def _others(connection: Connection) -> list[tuple[str, str]]:
    """The emails of accounts that are not in their normal form, each with that."""
    stored = select(users.c.email).where(_may_differ(users.c.email)).order_by(users.c.created_at, users.c.id)
    pairs = [(email, normal_email(email)) for email in connection.execute(stored).scalars()]
    return [(email, normal) for email, normal in pairs if email != normal]


def _id_of(connection: Connection, email: str) -> str:
    return str(connection.execute(select(users.c.id).where(users.c.email == email)).scalar())


def _may_differ(column: AnyColumn) -> ColumnElement[bool]:
    return or_(column.contains("xn--"), octets(column) > func.length(column))
