"""The process that computes pixels: whatever becomes of it, the site goes on, and nothing is left of it."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from marquee.storage import uploads
from marquee.storage.errors import PictureUnavailable, WrongType
from marquee.storage.pixels.process import NICENESS
from marquee.storage.pixels.tasks import Task
from marquee.storage.pixels.workshop import Workshop
from tests.conftest import before_release, on_sqlite
from tests.server.process import ROOT
from tests.storage.painting import painted, sized
from tests.storage.sending import left, picture, send, stored
from tests.storage.test_broken_pictures import BROKEN
from tests.waiting import eventually
from torture.generator.costs import tree
from torture.site import ARTIST, Client, Site

pytestmark = pytest.mark.anyio

RESTART_S = 120


def misbehave(how, *arguments):
    return Task(f"tests.storage.misbehaving:{how}", arguments)


@pytest.fixture
def workshop():
    made = Workshop()
    yield made
    made.end()


def test_decoder_gone_wild_can_say_nothing_that_is_believed(workshop):
    with pytest.raises(PictureUnavailable):
        workshop.make(misbehave("talk_nonsense"))
    card = Task("marquee.site.images.card_layout:card", (None, "Halve", "Techno", "Undercard"))
    assert workshop.make(card).content.startswith(b"\xff\xd8")


def test_fault_of_ours_is_told_with_its_trace(workshop):
    with pytest.raises(RuntimeError, match=r"misbehaving.py(.|\n)*ArithmeticError: a fault of ours"):
        workshop.make(misbehave("fail"))


def test_it_yields_to_others_and_knows_no_secret(workshop, monkeypatch):
    monkeypatch.setenv("MARQUEE_DATABASE_URL", "postgresql://site:secret@database")
    assert workshop.make(misbehave("surroundings")).content == f"{os.nice(0) + NICENESS} []".encode()


def test_refusal_keeps_its_class_and_its_words(workshop, tmp_path):
    (tmp_path / "sent").write_bytes(BROKEN["text"])
    with pytest.raises(WrongType, match="a text file, not a picture"):
        workshop.make(Task(uploads.REENCODE, (tmp_path / "sent", "JPEG")))


def test_it_ends_with_whoever_asks_also_in_the_middle_of_a_task(tmp_path):
    script = "import sys; from tests.storage.test_workshop import *; Workshop().make(misbehave('hang', sys.argv[1]))"
    asks = subprocess.Popen([sys.executable, "-c", script, tmp_path / "pid"], cwd=ROOT)
    asyncio.run(eventually(partial(_is_written, tmp_path / "pid")))
    asks.kill()
    asks.wait()
    until_gone([int((tmp_path / "pid").read_text())])


async def _is_written(file):
    return file.exists() and file.read_text()


@pytest.mark.parametrize(
    ("how", "status", "words"),
    [("die", 503, "try again"), ("hang_silently", 413, "smaller"), ("eat", 413, "smaller"), ("fail", 500, "wrong")],
)
@on_sqlite
async def test_upload_that_ends_the_process_is_answered_and_nothing_is_stored(site, monkeypatch, how, status, words):
    workshop = site.app.state.derived_files.workshop = Workshop()
    with monkeypatch.context() as patched:
        patched.setattr(uploads, "REENCODE", misbehave(how).function)
        patched.setattr(workshop, "_deadline_s", 0.5 if how == "hang_silently" else RESTART_S)
        answer = await send(site, picture())
    assert answer.status_code == (status if status >= 500 else 400)
    assert words in answer.json()["message"]
    assert answer.json()["statusCode"] == str(500 if status >= 500 else status)
    assert left(site) == []
    assert await stored(site) is None
    assert (await send(site, picture())).status_code == 200
    workshop.end()


@on_sqlite
async def test_it_ends_when_there_is_nothing_to_do_for_a_while(site, monkeypatch):
    monkeypatch.setattr("marquee.storage.derived_files.IDLE_S", RESTART_S)
    folder = site.service.settings.data_dir / "media" / "demo"
    folder.mkdir(parents=True)
    painted((300, 200)).save(folder / "one.jpg")
    others = set(computing(os.getpid()))
    site.app.state.derived_files.workshop = Workshop()
    assert (await sized(site, width=240)).status_code == 200
    (process,) = set(computing(os.getpid())) - others
    monkeypatch.setattr("marquee.storage.derived_files.IDLE_S", 0.1)
    assert (await sized(site, width=1200)).status_code == 200
    await eventually(partial(_is_over, process))
    assert (await sized(site, width=480)).status_code == 200


async def _is_over(pid):
    return pid not in computing(os.getpid())


def computing(pid):
    """The processes below this one that compute pixels."""
    return [one for one in tree(pid) if "marquee.storage.pixels.process" in _command(one)]


def _command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def until_gone(pids):
    deadline = time.monotonic() + RESTART_S
    while any(_command(pid) for pid in pids):  # of a process that only waits to be buried it is empty
        assert time.monotonic() < deadline
        time.sleep(0.02)


@before_release
@pytest.mark.parametrize(("workers", "ends"), [(1, signal.SIGTERM), (2, signal.SIGKILL)])
def test_no_process_is_left_of_a_site_that_stopped_or_was_killed(tmp_path, workers, ends):
    site = Site(tmp_path / "data")
    site.start(workers=workers)
    try:
        Client(site).ask("POST", "/rest/v1/music_artists", ARTIST)
        for number in range(4):  # on connections of their own: perhaps each worker has some
            status, answer = Client(site).upload(f"halve/{number:032x}.jpg", picture())
            assert status == 200, answer
        pids = computing(site.process.pid)
        assert 1 <= len(pids) <= workers
        site.process.send_signal(ends)
        until_gone(pids)
    finally:
        site.kill_all()
