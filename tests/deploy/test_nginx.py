"""The files of `deploy/` for nginx, as they are copied: first without a certificate, then with both."""

import http.client
import ssl
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.certificates import Authority
from tests.deploy.programs import AS_ROOT, free_port, program, running
from torture.site import ARTIST, Client, Site

DEPLOY = Path(__file__).parents[2] / "deploy"
_AROUND = """
{user} worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  include {folder}/conf.d/*.conf;
}}
"""


@pytest.fixture
def nginx(tmp_path):
    """The command for what is in `conf.d`."""
    (tmp_path / "conf.d").mkdir()
    around = tmp_path / "nginx.conf"
    around.write_text(_AROUND.format(user="user root;" if AS_ROOT else "", folder=tmp_path))
    return [program("nginx"), "-c", str(around)]


def copied(name, folder, places):
    """A file of `deploy/`, with the places of this machine."""
    text = (DEPLOY / name).read_text()
    for theirs, ours in places.items():
        assert theirs in text
        text = text.replace(theirs, str(ours))
    (folder / "conf.d" / name).write_text(text)


def test_first_file_starts_without_a_certificate_and_the_second_serves_the_site(nginx, tmp_path):
    site = Site.new(tmp_path / "data")
    plain, encrypted = free_port(), free_port()
    copied(
        "nginx.conf",
        tmp_path,
        {"127.0.0.1:8000": f"127.0.0.1:{site.port}", "listen 80": f"listen {plain}", "[::]:80": f"[::]:{plain}"},
    )
    with running(plain, *nginx, log=tmp_path / "log"):
        with closing(http.client.HTTPConnection("127.0.0.1", plain)) as asked:
            asked.request("GET", "/artists", headers={"Host": "label.example"})
            answer = asked.getresponse()
            answer.read()
        assert (answer.status, answer.headers["Location"]) == (301, "https://label.example/artists")
    authority = Authority(tmp_path)
    chain, key = authority.issue("label.example")
    folder = "/etc/letsencrypt/live/label.example"
    places = {
        "listen 443": f"listen {encrypted}",
        "[::]:443": f"[::]:{encrypted}",
        f"{folder}/fullchain.pem": chain,
        f"{folder}/privkey.pem": key,
    }
    copied("nginx-tls.conf", tmp_path, places)
    checked = subprocess.run([*nginx, "-t"], capture_output=True, text=True, check=False)
    assert "test is successful" in checked.stderr
    with running(encrypted, *nginx, log=tmp_path / "log"):
        client = Client(site)
        trusted = ssl.create_default_context(cafile=authority.file)
        client.connection = http.client.HTTPSConnection("127.0.0.1", encrypted, context=trusted)
        status, page = client.ask("GET", "/")
        assert (status, ARTIST["name"].encode() in page) == (200, True)
    site.stop()
