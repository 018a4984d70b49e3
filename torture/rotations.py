"""`marquee keys` that dies while it replaces secrets: their file, and what is sealed with them in the database."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyotp

from torture import strace
from torture.everything.hand import ask
from torture.everything.people import FACTORS, TOKEN
from torture.report import Row, skipped
from torture.site import MARQUEE, PASSWORD, PATIENCE_S, Client, DidNotStart, Site

FAULT = "`marquee keys` that dies"
COMMANDS = (("keys", "rotate"), ("keys", "--rotate-secret"), ("keys", "rotate", "--all"))
CALLS = ("rename", "fsync", "unlink")
ADOPT = "marquee keys adopt"
EMAIL = "ines@stage.example"


def rows(folder: Path, commands: int) -> Iterator[Row]:
    if why := strace.missing():
        yield skipped(FAULT, why)
        return
    site = Site.new(folder / "data")
    secret = _second_factor(site)
    site.stop()
    kills, adopted, broken = 0, 0, list[str]()
    for words in COMMANDS[:commands]:
        for call in CALLS:
            turn = 1
            while (died := _die(site, folder / f"{len(words)}-{call}-{turn}", words, call, turn)) is not None:
                kills += 1
                adopted += _start(died, broken)
                broken += _wrong(died, secret)
                died.stop()
                shutil.rmtree(died.data)
                turn += 1
    yield Row(
        FAULT,
        f"{kills} × kill -9 at a write, in {', '.join(' '.join(words) for words in COMMANDS[:commands])}",
        f"the site starts, perhaps after `{ADOPT}`, which it says; passwords and second factors work",
        f"{adopted} × `{ADOPT}`; {len(broken)} broken{''.join(f'; {one}' for one in broken[:3])}",
        kills > 0 and not broken,
    )


def _second_factor(site: Site) -> str:
    """The secret of the factor of a new account."""
    token = site.sign_up(EMAIL)
    enrolled = _session_call(site, token, FACTORS, {"factor_type": "totp"})
    _show(site, token, enrolled["id"], pyotp.TOTP(enrolled["totp"]["secret"]).now())
    return str(enrolled["totp"]["secret"])


def _show(site: Site, token: str, factor: str, code: str) -> None:
    challenge = _session_call(site, token, f"{FACTORS}/{factor}/challenge", {})
    _session_call(site, token, f"{FACTORS}/{factor}/verify", {"challenge_id": challenge["id"], "code": code})


def _session_call(site: Site, token: str, path: str, body: Any) -> Any:
    answer = ask(Client(site, token), "POST", path, body)
    assert answer.status == 200, f"{path} answered {answer.status}: {answer.body.decode()}"
    return json.loads(answer.body)


def _die(site: Site, copy: Path, words: tuple[str, ...], call: str, turn: int) -> Site | None:
    """A copy whose command was killed at that call; None when it made fewer."""
    shutil.copytree(site.data, copy)
    died = Site(copy)
    command = [*strace.killed_at(call, turn), MARQUEE, *words, "--data-dir", str(copy)]
    done = subprocess.run(command, check=False, capture_output=True, timeout=PATIENCE_S, env=died.environ)
    return died if done.returncode != 0 else None


def _start(died: Site, broken: list[str]) -> bool:
    """Start it. Whether that needed other secrets to be adopted."""
    try:
        died.start()
    except DidNotStart as refusal:
        if ADOPT not in refusal.said:
            broken.append(refusal.said)
        died.marquee("keys", "adopt")
        died.start()
        return True
    return False


def _wrong(died: Site, secret: str) -> list[str]:
    """What does not work: signing in by the password, and showing a code of the next half minute."""
    credentials = {"email": EMAIL, "password": PASSWORD}
    signed_in = ask(Client(died), "POST", f"{TOKEN}password", credentials)
    if signed_in.status != 200:
        return [f"a sign-in was answered {signed_in.status}"]
    session = json.loads(signed_in.body)
    code = pyotp.TOTP(secret).at(int(time.time()), counter_offset=1)
    try:
        _show(died, session["access_token"], session["user"]["factors"][0]["id"], code)
    except AssertionError as error:
        return [str(error)]
    return []
