"""Tables of calls of the Python client: who makes one, and what they see of its answer or of its refusal."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import httpx
import supabase

from tests.cast import PASSWORD
from tests.server.served import Served


class Call(NamedTuple):
    """`who` makes the call, and of what comes back, also of an error that it raises, they see what is `expected`."""

    who: str
    make: Callable[[Any, "Clients"], Any]
    see: Callable[[Any], Any]
    expected: Any


@dataclass
class Clients:
    """A client for each of those who ask, and the answers to what was asked so far, which later calls need."""

    served: Served
    url: str
    of_whom: dict[str, Any]
    answers: dict[str, Any] = field(default_factory=dict)

    @classmethod
    async def of(cls, served: Served, *, is_async: bool) -> "Clients":
        """Clients of a running site: admin and owner are signed in, the program has the secret key."""
        url, keys = "http://{}:{}".format(*served.address), served.service.keys
        made = {who: await _client(url, keys.publishable, is_async) for who in ("visitor", "admin", "owner")}
        for who in ("admin", "owner"):
            await settled(made[who].auth.sign_in_with_password({"email": f"{who}@stage.test", "password": PASSWORD}))
        return cls(served, url, made | {"program": await _client(url, keys.secret, is_async)})

    async def surprises(self, calls: dict[str, Call]) -> dict[str, Any]:
        """Makes all calls, in order; what was seen of those that were answered in another way than is expected."""
        seen = {name: await self._seen(name, call) for name, call in calls.items()}
        return {name: found for name, found in seen.items() if found != calls[name].expected}

    async def _seen(self, name: str, call: Call) -> Any:
        try:
            answer = await settled(call.make(self.of_whom[call.who], self))
        except Exception as error:
            answer = error
        self.answers[name] = answer
        try:
            return call.see(answer)
        except Exception:
            return answer

    async def close(self) -> None:
        """Ends their connections, and the site."""
        for client in self.of_whom.values():
            http = client.options.httpx_client
            await settled(http.aclose() if isinstance(http, httpx.AsyncClient) else http.close())
        self.served.stop()


async def settled(answer: Any) -> Any:
    """What an async client answers, or a sync one."""
    return await answer if inspect.isawaitable(answer) else answer


async def _client(url: str, key: str, is_async: bool) -> Any:
    if is_async:
        waiting = supabase.AsyncClientOptions(auto_refresh_token=False, httpx_client=httpx.AsyncClient())
        return await supabase.create_async_client(url, key, waiting)
    options = supabase.ClientOptions(auto_refresh_token=False, httpx_client=httpx.Client())
    return supabase.create_client(url, key, options)


def code(error: Any) -> Any:
    """That of a refusal."""
    return error.code


def data(answer: Any) -> Any:
    return answer.data
