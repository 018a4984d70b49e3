"""What `deploy/compose.postgresql.yaml` starts, without containers: two servers, one folder, one Caddy in front."""

import http.client
import json
import os
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from tests.deploy.programs import PATIENCE_S, free_port, program, running
from tests.postgresql import Server
from torture.site import ARTIST, PASSWORD, Client, Site

DEPLOY = Path(__file__).parents[2] / "deploy"
VISITS = 20
ASKED = {"VERSION": "0.2.0", "DOMAIN": "label.example", "TIMEZONE": "Europe/Berlin"}


@pytest.fixture
def sites(tmp_path):
    """Both, which found nothing and started at the same moment."""
    server = Server()
    url = server.url(server.create())
    pair = [Site(tmp_path / "data", MARQUEE_DATABASE_URL=url) for _ in range(2)]
    for number, site in enumerate(pair):
        site.log = tmp_path / f"{number}.log"
    with ThreadPoolExecutor() as both:
        list(both.map(Site.start, pair))
    assert Client(pair[0]).ask("POST", "/rest/v1/music_artists", ARTIST)[0] == 201
    yield pair
    Site.kill_all()
    server.stop()


@pytest.fixture
def port(sites, tmp_path):
    """Of Caddy, with the file of the compose files."""
    found, admin = free_port(), free_port()
    environ = {
        **os.environ,
        "DOMAIN": f"http://127.0.0.1:{found}",
        "SERVERS": " ".join(f"127.0.0.1:{site.port}" for site in sites),
        "CADDY_ADMIN": f"127.0.0.1:{admin}",
        **dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(tmp_path)),
    }
    command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    with running(found, *command, env=environ, log=tmp_path / "caddy.log"):
        yield found


def test_one_folder_is_the_same_site_on_both_servers(sites):
    one, other = sites
    token = one.sign_up("dana@stage.test", "service_role")
    assert Client(other, token).ask("GET", "/auth/v1/user")[0] == 200
    assert Client(one).add_event("Vooruit") == 201
    assert other.venues("Voor") == ["Vooruit"]
    assert Client(one).upload("halve/there.jpg", (DEPLOY.parent / "docs/pictures/home.webp").read_bytes())[0] == 200
    assert Client(other).ask("GET", "/storage/v1/object/public/artists/halve/there.jpg")[0] == 200
    assert other.marquee("user", "add", "mo@stage.test", "--password-stdin", stdin=PASSWORD).returncode == 0


def test_nobody_is_refused_while_one_server_after_the_other_is_replaced(sites, port):
    statuses: Counter[int] = Counter()
    has_ended = Event()

    def visit():
        while not has_ended.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request("GET", "/")
            statuses[connection.getresponse().status] += 1
            connection.close()

    def wait_for_visits():
        until, deadline = statuses.total() + VISITS, time.monotonic() + PATIENCE_S
        while statuses.total() < until:
            assert time.monotonic() < deadline
            time.sleep(0.05)

    with ThreadPoolExecutor(4) as people:
        visits = [people.submit(visit) for _ in range(4)]
        try:
            for site in sites:
                wait_for_visits()
                was = site.port
                site.stop()
                wait_for_visits()
                site.start(port=was)
            wait_for_visits()
        finally:
            has_ended.set()
        for done in visits:
            done.result()
    assert set(statuses) == {200}


@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgresql.yaml"])
def test_compose_file_is_valid_and_gives_no_service_a_right_or_a_root_to_write(name):
    compose = [program("docker-compose"), "--file", str(DEPLOY / name)]
    if subprocess.run([*compose[:1], "version", "--short"], capture_output=True, text=True, check=False).stdout < "2":
        pytest.skip("docker-compose is of version 1, which knows other files: Debian 13 has version 2")
    command, environ = [*compose, "config", "--format", "json"], {**os.environ, **ASKED}
    said = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    for service in json.loads(said.stdout)["services"].values():
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]
