"""The rows of `make torture` about everything that people write."""

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from threading import Event, Thread

from torture.at_once import at_once
from torture.everything.agreement import disagreements
from torture.everything.deployments import Alone, Deployment, Servers, Workers
from torture.everything.hand import Hand
from torture.everything.people import Factors, Invited, People, Sessions
from torture.everything.pictures import Pictures
from torture.everything.pieces import Pieces
from torture.everything.records import Dates, Profiles, Settings, Shown, Tables, Undone
from torture.report import Row
from torture.site import Client

KINDS: tuple[type[Hand], ...] = (
    Profiles,
    Dates,
    Tables,
    Undone,
    Settings,
    Shown,
    People,
    Sessions,
    Factors,
    Invited,
    Pictures,
    Pieces,
)
SHORTEST_S, LONGEST_S = 0.3, 2.5
TOLD = 5


def rows(folder: Path, kills: int, database_url: str | None = None) -> Iterator[Row]:
    """On SQLite one process and two workers, on PostgreSQL two servers."""
    if database_url is None:
        yield from _killed(Alone(folder / "alone", None), kills)
        yield from _killed(Workers(folder / "workers", None), kills)
    else:
        yield from _killed(Servers(folder / "servers", database_url), kills)


def _killed(deployment: Deployment, kills: int) -> Iterator[Row]:
    hands, broken = [kind() for kind in KINDS], list[str]()
    admin = deployment.sites[0].sign_up("admin@stage.example", "service_role")
    for _ in range(kills):
        _work_until_killed(deployment, hands, admin)
        deployment.restore()
        broken += _look(deployment, hands)
        at_once(partial(hand.tidy, Client(deployment.sites[0])) for hand in hands)
    broken += _look(deployment, hands, again=True)
    unmailed = [f"no mail to {address}" for hand in hands for address in _unmailed(hand, deployment)]
    for site in deployment.sites:
        site.stop()
    broken += unmailed + disagreements(deployment.sites[0])
    refused: Counter[str] = sum((hand.refused for hand in hands), Counter())
    yield Row(
        f"kill -9 of {deployment.killed} while everything is written",
        f"{kills} kills at a random moment while {len(hands)} people write, each with everything looked at",
        "what was acknowledged is there, whole; what was refused is not; history, counts, files and mails agree",
        f"{_acknowledged(hands)}; {_told(broken, 'broken')}; {_told(list(refused.elements()), 'refused')}; "
        f"{sum(hand.put_off for hand in hands)} told to come again",
        not broken and not refused and all(hand.acknowledged for hand in hands),
    )


def _work_until_killed(deployment: Deployment, hands: Sequence[Hand], admin: str) -> None:
    over = Event()
    threads = [Thread(target=hand.run, args=(_client(deployment, hand, admin), over)) for hand in hands]
    for thread in threads:
        thread.start()
    time.sleep(random.uniform(SHORTEST_S, LONGEST_S))
    deployment.kill()
    over.set()
    for thread in threads:
        thread.join()


def _client(deployment: Deployment, hand: Hand, admin: str) -> Client:
    return Client(random.choice(deployment.sites), admin if hand.is_admin else "")


def _look(deployment: Deployment, hands: Sequence[Hand], *, again: bool = False) -> list[str]:
    """What is broken, as each server sees it."""
    broken: list[str] = []
    for site in deployment.sites:
        at_once(partial(_look_at, hand, Client(site), broken, again=again) for hand in hands)
    for hand in hands:
        hand.look_is_over()
    return broken


def _look_at(hand: Hand, client: Client, broken: list[str], *, again: bool) -> None:
    broken += hand.broken(client, again=again)


def _unmailed(hand: Hand, deployment: Deployment) -> set[str]:
    if not isinstance(hand, Invited):
        return set()
    return hand.unmailed([site.data / "outbox" for site in deployment.sites])


def _acknowledged(hands: Sequence[Hand]) -> str:
    each = ", ".join(f"{hand.acknowledged:,} {hand.name}" for hand in hands)
    return f"{sum(hand.acknowledged for hand in hands):,} changes acknowledged ({each})"


def _told(found: Sequence[str], what: str) -> str:
    return f"{len(found)} {what}" + "".join(f"; {one}" for one in found[:TOLD])
