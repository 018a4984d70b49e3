"""Accounts and all that is theirs: rights, sessions, second factors, invitations, and the mails that tell of them."""

import email
import json
import secrets
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyotp

from torture.everything.hand import Hand, Refused, State, ask, look
from torture.everything.records import REPRESENTED, read
from torture.site import PASSWORD, Answer, Client

USERS, PEOPLE, INVITATIONS = "/auth/v1/admin/users", "/rest/v1/music_people", "/rest/v1/music_invitations"
TOKEN, FACTORS = "/auth/v1/token?grant_type=", "/auth/v1/factors"
MAIL_S = 100
"""A mail whose sender was killed is sent again after a minute."""


def _address(thing: str) -> str:
    return f"{thing}@stage.example"


def from_elsewhere(token: str = "") -> dict[str, str]:
    """The header fields of somebody with an IP address of their own, who is signed in or not."""
    ip = {"X-Forwarded-For": f"2001:db8:{secrets.token_hex(2)}:{secrets.token_hex(2)}::1"}
    return {**ip, "Authorization": f"Bearer {token}"} if token else ip


class _Account(Hand):
    """Begins with an account that has a password."""

    is_admin = False

    def sign_up(self, client: Client, thing: str) -> str:
        """Its id."""
        account = {"email": _address(thing), "password": PASSWORD, "email_confirm": True}
        answer = ask(client, "POST", USERS, account)
        if answer.status != 200:
            raise Refused(answer, "a new account")
        return str(json.loads(answer.body)["id"])

    def sign_in(self, client: Client, thing: str, becomes: State) -> Any:
        """A session."""
        credentials = {"email": _address(thing), "password": PASSWORD}
        answer = self.change(client, thing, becomes, "POST", f"{TOKEN}password", credentials, from_elsewhere())
        return json.loads(answer.body)


class People(Hand):
    """Accounts that become admins, contacts and owners; every other one is removed again."""

    is_admin = False

    def work(self, client: Client, thing: str, number: int) -> None:
        account = {"email": _address(thing), "email_confirm": True}
        answer = self.change(client, thing, ("authenticated", False, 0), "POST", USERS, account)
        person, id_ = f"{PEOPLE}?email=eq.{_address(thing)}", json.loads(answer.body)["id"]
        rights = {"role": "service_role", "is_contact": True}
        self.change(client, thing, ("service_role", True, 0), "PATCH", person, rights)
        owner = {"artist_id": "halve", "user_id": id_}
        self.change(client, thing, ("service_role", True, 1), "POST", "/rest/v1/music_owners", owner)
        if number % 2:
            self.change(client, thing, None, "DELETE", person)
        else:
            self.change(client, thing, ("authenticated", True, 1), "PATCH", person, {"role": "authenticated"})

    def state(self, client: Client, thing: str) -> State:
        rows = read(client, f"{PEOPLE}?email=eq.{_address(thing)}&select=role,is_contact,owns")
        return (rows[0]["role"], rows[0]["is_contact"], len(rows[0]["owns"])) if rows else None


class Sessions(_Account):
    """Sessions that are refreshed; every other one is ended. The last token that came is good as long as it is open."""

    def __init__(self) -> None:
        super().__init__()
        self._newest: dict[str, Any] = {}

    def work(self, client: Client, thing: str, number: int) -> None:
        self.sign_up(client, thing)
        self._newest[thing] = self.sign_in(client, thing, "open")
        for _ in range(2):
            presented = {"refresh_token": self._newest[thing]["refresh_token"]}
            answer = self.change(client, thing, "open", "POST", f"{TOKEN}refresh_token", presented)
            self._newest[thing] = json.loads(answer.body)
        if number % 2:
            headers = from_elsewhere(self._newest[thing]["access_token"])
            self.change(client, thing, None, "POST", "/auth/v1/logout?scope=local", None, headers)

    def state(self, client: Client, thing: str) -> State:
        if thing not in self._newest:
            return None
        newest = self._newest[thing]
        if look(client, "GET", "/auth/v1/user", None, from_elsewhere(newest["access_token"])).status != 200:
            return None
        presented = {"refresh_token": newest["refresh_token"]}
        answer = look(client, "POST", f"{TOKEN}refresh_token", presented, from_elsewhere())
        if answer.status != 200:
            return "open, but its refresh token is refused"
        self._newest[thing] = json.loads(answer.body)
        return "open"


class Factors(_Account):
    """Second factors that are enrolled and shown; every other one is removed. The state: how many are verified."""

    def __init__(self) -> None:
        super().__init__()
        self._ids: dict[str, str] = {}

    def work(self, client: Client, thing: str, number: int) -> None:
        self._ids[thing] = self.sign_up(client, thing)
        headers = from_elsewhere(self.sign_in(client, thing, 0)["access_token"])
        answer = self.change(client, thing, 0, "POST", FACTORS, {"factor_type": "totp"}, headers)
        factor = json.loads(answer.body)
        session = json.loads(self._show(client, thing, factor, headers).body)
        if number % 2:
            headers = from_elsewhere(session["access_token"])
            self.change(client, thing, 0, "DELETE", f"{FACTORS}/{factor['id']}", None, headers)

    def _show(self, client: Client, thing: str, factor: Any, headers: dict[str, str]) -> Answer:
        challenge = self.change(client, thing, 0, "POST", f"{FACTORS}/{factor['id']}/challenge", {}, headers)
        code = pyotp.TOTP(factor["totp"]["secret"]).now()
        shown = {"challenge_id": json.loads(challenge.body)["id"], "code": code}
        return self.change(client, thing, 1, "POST", f"{FACTORS}/{factor['id']}/verify", shown, headers)

    def state(self, client: Client, thing: str) -> State:
        if thing not in self._ids:
            return None
        found = read(client, f"{USERS}/{self._ids[thing]}/factors")
        return len([factor for factor in found if factor["status"] == "verified"])


class Invited(Hand):
    """Invitations, each with a mail: accepted with a new account, withdrawn, or open as long as this takes."""

    is_admin = False

    def __init__(self) -> None:
        super().__init__()
        self.mailed: set[str] = set()
        """The addresses to which a mail is promised: what is over before it is sent needs none."""

    def work(self, client: Client, thing: str, number: int) -> None:
        address = _address(thing)
        invitation = {"role": "contact", "email": address}
        answer = self.change(client, thing, (False, False), "POST", INVITATIONS, invitation, REPRESENTED)
        made = json.loads(answer.body)[0]
        if number % 3 == 0:
            self.mailed.add(address)
            return
        if number % 3 == 1:
            self.change(client, thing, None, "DELETE", f"{INVITATIONS}?id=eq.{made['id']}")
            return
        accepted = {"token": made["link"].partition("#")[2], "email": address, "password": PASSWORD}
        visitor = from_elsewhere()
        self.change(client, thing, (True, True), "POST", "/auth/v1/invitation/accept", accepted, visitor)

    def state(self, client: Client, thing: str) -> State:
        """Whether it was accepted, and whether there is an account with its right."""
        found = read(client, f"{INVITATIONS}?email=eq.{_address(thing)}&select=accepted_at")
        people = read(client, f"{PEOPLE}?email=eq.{_address(thing)}&select=is_contact")
        if not found and not people:
            return None
        return any(row["accepted_at"] for row in found), any(person["is_contact"] for person in people)

    def unmailed(self, outboxes: Iterable[Path]) -> set[str]:
        """The addresses that got no mail, not even a while later."""
        deadline = time.monotonic() + MAIL_S
        while (missing := self.mailed - _recipients(outboxes)) and time.monotonic() < deadline:
            time.sleep(1)
        return missing


def _recipients(outboxes: Iterable[Path]) -> set[str]:
    mails = [mail for outbox in outboxes for mail in outbox.glob("*.eml")]
    return {str(email.message_from_bytes(mail.read_bytes())["To"]) for mail in mails}
