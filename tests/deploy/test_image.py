"""The image of `deploy/Containerfile`, which `make image` builds: a site of a fixed user who may write one volume."""

import io
import json
import os
import re
import signal
from pathlib import Path

import pytest
from PIL import Image

from marquee.version import VERSION
from tests.deploy.containers import Container
from tests.deploy.programs import AS_ROOT
from torture.site import ARTIST, Client, DidNotStart

pytestmark = pytest.mark.skipif("IMAGE" not in os.environ, reason="make image builds it and runs these tests")
UID = 10001


def volume(folder, uid=UID, mode=0o700):
    """What a container's volume is on the host."""
    data = folder / "data"
    data.mkdir()
    data.chmod(mode)
    os.chown(data, uid, uid)
    return data


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    running = Container(volume(tmp_path_factory.mktemp("site")))
    running.start()
    assert Client(running).ask("POST", "/rest/v1/music_artists", ARTIST)[0] == 201
    yield running
    running.kill()


def picture():
    stream = io.BytesIO()
    Image.new("RGB", (800, 600), "teal").save(stream, "JPEG")
    return stream.getvalue()


def test_page_is_answered_by_a_user_without_any_right(site):
    status, page = Client(site).ask("GET", "/")
    assert (status, b"Halve" in page) == (200, True)
    said = dict(line.split(":\t", 1) for line in Path(f"/proc/{site.first_process}/status").read_text().splitlines())
    assert said["Uid"].split() == said["Gid"].split() == [str(UID)] * 4
    assert said["NSpid"].split()[-1] == "1"
    assert {said[name] for name in ("CapEff", "CapPrm", "CapBnd")} == {"0" * 16}


def test_health_check_says_whether_the_site_answers(site):
    kind, *check = site.with_its_port(site.config["Healthcheck"]["Test"])
    assert kind == "CMD"
    assert site.run(*check).returncode == 0
    elsewhere = [word.replace(str(site.its_port), "9") for word in check]
    assert site.run(*elsewhere).returncode == 1


def test_image_says_what_it_is(site):
    labels = site.config["Labels"]
    assert labels["org.opencontainers.image.version"] == VERSION
    assert re.fullmatch(r"[0-9a-f]{40}(-dirty)?", labels["org.opencontainers.image.revision"])
    assert site.marquee("--version").stdout == f"marquee {VERSION}\n"


def test_nothing_but_the_volume_can_be_written(site):
    but_the_volume = ["-path", "/data", "-prune", "-o", "-writable", "-not", "-type", "l", "-print"]
    assert site.run("find", "/", "-xdev", *but_the_volume).stdout == "/tmp\n"  # noqa: S108 - in the container
    assert site.run("find", "/tmp", "/dev", "-user", str(UID)).stdout == ""  # noqa: S108
    assert site.run("touch", "/data/x").returncode == 0


def test_picture_is_taken_and_resized(site):
    client = Client(site)
    assert client.upload("halve/there.jpg", picture())[0] == 200
    status, small = client.ask("GET", "/storage/v1/render/image/public/artists/halve/there.jpg?width=240")
    assert (status, Image.open(io.BytesIO(small)).width) == (200, 240)


def test_site_is_saved_stopped_and_there_again(site):
    token = site.sign_up("dana@stage.test", "service_role")
    assert Client(site, token).ask("GET", "/auth/v1/user")[0] == 200
    assert Client(site).add_event("Vooruit") == 201
    saved = site.marquee("backup", "/data/site.tar")
    assert saved.returncode == 0, saved.stderr
    site.signal(signal.SIGTERM)
    status, seconds = site.ended()
    assert (status, seconds < 10) == (0, True), site.log.read_text()
    site.start()
    assert site.venues("Voor") == ["Vooruit"]
    credentials = {"email": "dana@stage.test", "password": "a long and lovely evening"}
    status, body = Client(site).ask("POST", "/auth/v1/token?grant_type=password", credentials)
    assert (status, "access_token" in json.loads(body)) == (200, True)


@pytest.mark.skipif(not AS_ROOT, reason="only root can give a folder to somebody else")
@pytest.mark.parametrize(("uid", "mode"), [(0, 0o755), (0, 0o700), (1000, 0o755)])
def test_volume_of_somebody_else_is_one_sentence_and_the_end(tmp_path, uid, mode):
    with pytest.raises(DidNotStart) as refused:
        Container(volume(tmp_path, uid, mode)).start()
    assert refused.value.status == 1
    (said,) = [line for line in refused.value.said.splitlines() if not line.startswith("{")]
    assert "/data belongs to #" in said or "/data belongs to root" in said
    assert str(UID) in said
