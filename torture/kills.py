"""`kill -9` in the middle of writes, and in the middle of a backup."""

import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from torture import sqlite
from torture.report import Row
from torture.site import MARQUEE, Site
from torture.writers import Writers


def rows(folder: Path, kills: int) -> Iterator[Row]:
    site = Site.new(folder / "data")
    site.stop()
    yield _writes(site, kills)
    yield _backups(site, folder, max(3, kills // 10))


def _writes(site: Site, kills: int) -> Row:
    acknowledged, lost, broken = 0, 0, 0
    for turn in range(kills):
        site.start()
        with Writers(site, f"kill-{turn}") as writers:
            time.sleep(random.uniform(0.02, 0.6))
            site.kill()
        site.start()
        lost += len(set(writers.acknowledged) - set(site.venues(f"kill-{turn}-")))
        broken += not sqlite.is_whole(site.database)
        acknowledged += len(writers.acknowledged)
        site.kill()
    site.start()
    missing = acknowledged - lost - len(site.venues("kill-"))
    site.stop()
    return Row(
        "kill -9 while saving",
        f"{kills} kills at a random moment, 4 clients saving; restart; another kill",
        "0 acknowledged saves lost, every check ok",
        f"{acknowledged} acknowledged, {lost + max(0, missing)} lost, {kills - broken}/{kills} ok",
        lost == 0 and missing <= 0 and broken == 0 and acknowledged > kills,
    )


def _backups(site: Site, folder: Path, kills: int) -> Row:
    started = time.monotonic()
    site.marquee("backup", folder / "whole.backup")
    usual = time.monotonic() - started
    finished, half = 0, 0
    for turn in range(kills):
        file = folder / f"{turn}.backup"
        making = subprocess.Popen(
            [MARQUEE, "backup", str(file), "--data-dir", str(site.data)], stdout=subprocess.DEVNULL
        )
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
