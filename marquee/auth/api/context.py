"""What the endpoints of the session protocol work with, beyond what every endpoint does."""

import logging
from dataclasses import dataclass
from typing import NamedTuple

from starlette.requests import Request

from marquee.auth.mail.outbox import Outbox
from marquee.auth.secrets.key_ring import KeyRing
from marquee.auth.secrets.keys import Keys
from marquee.auth.sessions import Use
from marquee.web.context import Context, Services

log = logging.getLogger("marquee")


@dataclass
class AuthServices:
    """Secrets, mail and limits; one for the process."""

    key_ring: KeyRing
    outbox: Outbox
    has_warned_of_proxy: bool = False


class Asker(NamedTuple):
    """Who asks for a mail, as limits count it; `client` is None where the IP address is not known."""

    keys: Keys
    client: str | None


class AuthContext(Context):
    """One request to the session protocol."""

    def __init__(self, services: Services, auth: AuthServices, request: Request) -> None:
        super().__init__(services, request)
        self._auth = auth

    @property
    def keys(self) -> Keys:
        return self._auth.key_ring.current()

    @property
    def limited_client(self) -> str | None:
        """What the client's IP address counts as where something is limited.

        None for a proxy that MARQUEE_TRUSTED_PROXIES does not name: its address is that of every visitor, and one of
        them would lock out all others. It is logged once.
        """
        peer = self.unknown_proxy
        if peer is None:
            return self.limited_as
        if not self._auth.has_warned_of_proxy:
            self._auth.has_warned_of_proxy = True
            log.warning("proxy is not trusted", extra={"peer": peer, "setting": "MARQUEE_TRUSTED_PROXIES"})
        return None

    @property
    def asker(self) -> Asker:
        """Whoever sent this request."""
        return Asker(self.keys, self.limited_client)

    @property
    def use(self) -> Use:
        """This request as the use of a session."""
        user_agent = self.headers.get_uncacheable("user-agent")
        return Use(
            self.client_ip, self.limited_client, user_agent, self.settings.session_idle, self.settings.session_longest
        )
