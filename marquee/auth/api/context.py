"""What the endpoints of the session protocol work with, beyond what every endpoint does."""

from dataclasses import dataclass, field

from starlette.requests import Request

from marquee.auth.key_ring import KeyRing
from marquee.auth.keys import Keys
from marquee.auth.mail.outbox import Outbox
from marquee.auth.sessions import Use
from marquee.auth.throttle import Throttle
from marquee.web.context import Context, Services


@dataclass
class AuthServices:
    """Secrets, mail and limits; one for the process."""

    key_ring: KeyRing
    outbox: Outbox
    throttle: Throttle = field(default_factory=Throttle)


class AuthContext(Context):
    """One request to the session protocol."""

    def __init__(self, services: Services, auth: AuthServices, request: Request) -> None:
        super().__init__(services, request)
        self._auth = auth

    @property
    def keys(self) -> Keys:
        """The current secrets."""
        return self._auth.key_ring.current()

    @property
    def outbox(self) -> Outbox:
        return self._auth.outbox

    @property
    def throttle(self) -> Throttle:
        return self._auth.throttle

    @property
    def use(self) -> Use:
        """This request as the use of a session."""
        user_agent = self.headers.get_uncacheable("user-agent")
        return Use(self.client_ip, user_agent, self.settings.session_idle, self.settings.session_longest)
