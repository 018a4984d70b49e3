"""Refresh tokens that are used again, and links to a new password, in the same moment as new sign-ins."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from torture.at_once import at_once
from torture.everything.deployments import KNOWS_CLIENTS
from torture.everything.hand import ask
from torture.everything.people import TOKEN, USERS, from_elsewhere
from torture.report import Row
from torture.site import PASSWORD, Client, Site

NEW_PASSWORD = "another long and lovely evening"
REFRESHES, SIGN_INS, REDEEMED = 8, 4, 4
AFTER_REUSE_S = 10.5
"""For ten seconds two tabs may use one token."""
STOLEN = 4
"""How often the thief has refreshed."""
AT_ONCE = 5
"""Accounts that it happens to in one moment."""


def rows(folder: Path, turns: int, database_url: str | None = None) -> Iterator[Row]:
    site = Site.new(folder / "data", database_url, KNOWS_CLIENTS)
    yield _in_two_tabs(site, turns)
    yield _copied(site, turns)
    yield _forgotten(site, turns)
    site.stop()


class _Person:
    """Somebody with an account, who remembers every session that there was."""

    def __init__(self, site: Site, name: str) -> None:
        self.site, self.email = site, f"{name}@stage.example"
        self.sessions: list[Any] = []
        self.statuses: list[int] = []
        account = {"email": self.email, "password": PASSWORD, "email_confirm": True}
        assert ask(Client(site), "POST", USERS, account).status == 200

    def sign_in(self, password: str = PASSWORD) -> Any:
        """A new session; None where it was refused."""
        return self._take(f"{TOKEN}password", {"email": self.email, "password": password})

    def refresh(self, session: Any) -> Any:
        """What a refresh of this session brought; None where it was refused."""
        return self._take(f"{TOKEN}refresh_token", {"refresh_token": session["refresh_token"]})

    def recover(self, link: str) -> Any:
        """The session of a mailed link; None where it was refused."""
        return self._take("/auth/v1/verify", {"type": "recovery", "token_hash": link})

    def link(self) -> str:
        """The token of a link that the mail about a forgotten password would have."""
        answer = ask(
            Client(self.site), "POST", "/auth/v1/admin/generate_link", {"type": "recovery", "email": self.email}
        )
        return str(json.loads(answer.body)["hashed_token"])

    def change_password(self, session: Any) -> int:
        headers = from_elsewhere(session["access_token"])
        return ask(Client(self.site), "PUT", "/auth/v1/user", {"password": NEW_PASSWORD}, headers).status

    def is_open(self, session: Any) -> bool:
        headers = from_elsewhere(session["access_token"])
        return ask(Client(self.site), "GET", "/auth/v1/user", None, headers).status == 200

    def _take(self, path: str, body: Any) -> Any:
        answer = ask(Client(self.site), "POST", path, body, from_elsewhere())
        self.statuses.append(answer.status)
        return json.loads(answer.body) if answer.status == 200 else None


def _kept(into: list[Any], call: Callable[[], Any]) -> Callable[[], None]:
    """The call, whose value is kept."""
    return lambda: into.append(call())


def _in_two_tabs(site: Site, turns: int) -> Row:
    lost, different, ended = 0, 0, 0
    for turn in range(turns):
        person = _Person(site, f"tabs-{turn}")
        first = person.sign_in()
        refreshed, others = list[Any](), list[Any]()
        refreshes = [_kept(refreshed, partial(person.refresh, first)) for _ in range(REFRESHES)]
        at_once([*refreshes, *(_kept(others, person.sign_in) for _ in range(SIGN_INS))])
        lost += (refreshed + others).count(None)
        different += len({one["refresh_token"] for one in refreshed if one}) != 1
        ended += sum(not person.is_open(one) for one in refreshed + others if one)
    return Row(
        "one refresh token at once beside sign-ins",
        f"{turns} × {REFRESHES} refreshes with the same token and {SIGN_INS} new sign-ins of the account",
        "all answered, with one successor; no session ends",
        f"{lost} refused, {different} times several successors, {ended} sessions ended",
        lost == different == ended == 0,
    )


def _copied(site: Site, turns: int) -> Row:
    """A thief refreshes all the time with the copy. Then the owner's page is back, and the owner signs in elsewhere."""
    lived, ended, refused = 0, 0, 0
    for first in range(0, turns, AT_ONCE):
        people = [_Person(site, f"copied-{turn}") for turn in range(first, min(first + AT_ONCE, turns))]
        owners = [person.sign_in() for person in people]
        thieves = owners
        for _ in range(STOLEN):
            thieves = [person.refresh(session) for person, session in zip(people, thieves, strict=True)]
        assert all(person.is_open(session) for person, session in zip(people, thieves, strict=True))
        time.sleep(AFTER_REUSE_S)
        anew: list[list[Any]] = [[] for _ in people]
        taken: list[list[Any]] = [[] for _ in people]
        at_once(
            call
            for person, owner, thief, news, takes in zip(people, owners, thieves, anew, taken, strict=True)
            for call in (
                _kept(takes, partial(person.refresh, owner)),
                _kept(takes, partial(person.refresh, thief)),
                *(_kept(news, person.sign_in) for _ in range(SIGN_INS)),
            )
        )
        for person, owner, thief, news, takes in zip(people, owners, thieves, anew, taken, strict=True):
            lived += sum(person.is_open(one) for one in (owner, thief, *takes) if one)
            ended += sum(not person.is_open(one) for one in news if one)
            refused += news.count(None)
    return Row(
        "copied refresh token beside sign-ins",
        f"{turns} × an old token and the thief's newest one, at once with {SIGN_INS} new sign-ins of the account",
        "the copied session is over for both, the new ones go on",
        f"{lived} lived on, {ended} new ones ended, {refused} sign-ins refused",
        lived == ended == refused == 0,
    )


def _forgotten(site: Site, turns: int) -> Row:
    twice, lived, wrong, lost = 0, 0, 0, 0
    for turn in range(turns):
        person, old, redeemed = _Person(site, f"forgotten-{turn}"), list[Any](), list[Any]()
        link = person.link()
        redeeming = [_kept(redeemed, partial(person.recover, link)) for _ in range(REDEEMED)]
        at_once([*redeeming, *_sign_ins(person, old)])
        sessions = [one for one in redeemed if one]
        twice += len(sessions) != 1
        statuses: list[int] = []
        at_once([_kept(statuses, partial(person.change_password, sessions[0])), *_sign_ins(person, old)])
        wrong += statuses != [200] or person.sign_in() is not None
        lived += sum(person.is_open(one) for one in old if one)
        lost += not person.is_open(sessions[0]) or person.sign_in(NEW_PASSWORD) is None
    return Row(
        "link to a new password beside sign-ins",
        f"{turns} × {REDEEMED} uses of one link, then the new password, both at once with {SIGN_INS} old sign-ins",
        "the link works once; with the new password every session by the old one is over, and only the new one works",
        f"{twice} × not once, {lived} old sessions lived on, {wrong} × the old password worked, {lost} new ones lost",
        twice == lived == wrong == lost == 0,
    )


def _sign_ins(person: _Person, into: list[Any]) -> Sequence[Callable[[], None]]:
    return [_kept(into, person.sign_in) for _ in range(SIGN_INS)]
