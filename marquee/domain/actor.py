"""The actor: who makes a request, and what the predicates of its rights bind."""

from typing import Literal, NamedTuple

from marquee import clock
from marquee.domain.roles import ANON, SERVICE_ROLE, Role
from marquee.domain.tables.columns import NOW

Proof = Literal["code", "factor"]


class Actor(NamedTuple):
    """The user or key that makes a request, looked up once per request from the token and the database.

    `lacks` says why an account has fewer rights than it could have: it has not shown the `code` of its second factor,
    or it is an admin without the `factor` that the site requires.
    """

    role: Role
    user_id: str | None = None
    session_id: str | None = None
    is_contact: bool = False
    lacks: Proof | None = None

    @property
    def is_anonymous(self) -> bool:
        return self.role == ANON

    @property
    def is_admin(self) -> bool:
        return self.role == SERVICE_ROLE

    @property
    def hint(self) -> str | None:
        """What would give the account its rights, for the refusals that it gets."""
        return None if self.lacks is None else HINTS[self.lacks]

    @property
    def kind(self) -> "Actor":
        """One actor for all with the same rights; their own rows are found by the values of `actor_values`."""
        return self if self.user_id is None else Actor(self.role, ANY_USER_ID, None, self.is_contact, self.lacks)


HINTS: dict[Proof, str] = {
    "code": "This account has a second factor: sign in with its code",
    "factor": "This site requires a second factor of admins: add one to this account",
}

BEARER = "bearer"
ANY_USER_ID = "00000000-0000-0000-0000-000000000000"
VISITOR = Actor(ANON)
SECRET_KEY_HOLDER = Actor(SERVICE_ROLE)


def actor_values(actor: Actor) -> dict[str, str | None]:
    """What the predicates of `Rows` bind, for a request of this actor."""
    return {BEARER: actor.user_id, NOW: clock.timestamp()}
