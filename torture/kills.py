"""`kill -9` in the middle of writes, and in the middle of a backup."""

import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from torture import sqlite
from torture.report import Row
from torture.site import MARQUEE, PATIENCE_S, Site
from torture.writers import Writers


def rows(folder: Path, kills: int, database_url: str | None = None) -> Iterator[Row]:
    site = Site.new(folder / "data", database_url)
    site.stop()
    yield _writes(site, kills)
    yield _backups(site, folder, max(3, kills // 10))


def _writes(site: Site, kills: int) -> Row:
    saved, lost, whole = 0, 0, 0
    site.start()
    for turn in range(kills):
        with Writers(site, f"kill-{turn}") as writers:
            writers.began.wait(PATIENCE_S)
            time.sleep(random.uniform(0, 0.6))
            site.kill()
        site.start()
        saved += len(writers.acknowledged)
        lost += len(set(writers.acknowledged) - set(site.venues(f"kill-{turn}-")))
        whole += not site.is_on_sqlite or sqlite.is_whole(site.database)
    kept = len(site.venues("kill-"))
    site.stop()
    return Row(
        "kill -9 while saving",
        f"{kills} kills at a random moment while 4 clients save, each followed by a start",
        "no acknowledged save lost, then or later; every check ok",
        f"{saved} acknowledged, {lost} lost, {kept} there in the end, {whole}/{kills} ok",
        lost == 0 and kept >= saved >= kills and whole == kills,
    )


def _backups(site: Site, folder: Path, kills: int) -> Row:
    started = time.monotonic()
    site.marquee("backup", folder / "whole.backup")
    usual = time.monotonic() - started
    finished, half = 0, 0
    for turn in range(kills):
        file = folder / f"{turn}.backup"
        command = [MARQUEE, "backup", str(file), "--data-dir", str(site.data)]
        making = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=site.environ)
        time.sleep(usual * (turn + 1) / kills)
        making.kill()
        making.wait()
        if file.exists():
            finished += 1
            half += Site(folder / f"restored-{turn}").marquee("restore", file, "--replace").returncode != 0
    return Row(
        "kill -9 during a backup",
        f"{kills} kills, from the first moment to the last",
        "no half file under its name",
        f"{half} half, {finished} whole, {kills - finished} none",
        half == 0,
    )
