"""Exim with AUTH, as Debian packages it: a password beyond ASCII signs in, and the mail arrives."""

import json
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from tests.deploy.programs import AS_ROOT, free_port, program, running
from torture.site import Site

USER, PASSWORD = "k%C3%A4the", "Gr%C3%BC%C3%9Fe%2C%20%F0%9F%8E%A4"
_EXIM = """
primary_hostname = stage.test
local_interfaces = 127.0.0.1
daemon_smtp_ports = {port}
spool_directory = {folder}/spool
log_file_path = {folder}/%slog
pid_file_path = {folder}/exim.pid
queue_only = true
keep_environment =
smtputf8_advertise_hosts =
tls_advertise_hosts =
acl_smtp_rcpt = signed_in
begin acl
signed_in:
  accept authenticated = *
  deny message = sign in first
begin authenticators
{authenticator}
"""
_KNOWN = "${{if and{{{{eq{{${user}}}{{käthe}}}}{{eq{{${password}}}{{Grüße, 🎤}}}}}}}}"
AUTHENTICATORS = {
    "plain": "driver = plaintext\n public_name = PLAIN\n server_set_id = $auth2\n server_condition = "
    + _KNOWN.format(user="auth2", password="auth3"),
    "login": "driver = plaintext\n public_name = LOGIN\n server_prompts = Username:: : Password::\n "
    "server_set_id = $auth1\n server_condition = " + _KNOWN.format(user="auth1", password="auth2"),
}


@pytest.fixture
def spool():
    """A folder that Exim's own user can enter."""
    with TemporaryDirectory(prefix="marquee-exim-") as name:
        Path(name).chmod(0o777)
        yield Path(name)


@pytest.mark.skipif(not AS_ROOT, reason="Exim takes a configuration of another folder from root alone")
@pytest.mark.parametrize("mechanism", AUTHENTICATORS)
def test_password_beyond_ascii_signs_in_and_the_mail_arrives(tmp_path, spool, mechanism):
    exim, port, conf = program("exim4"), free_port(), spool / "exim.conf"
    authenticator = f"{mechanism}:\n {AUTHENTICATORS[mechanism]}"
    conf.write_text(_EXIM.format(port=port, folder=spool, authenticator=authenticator))
    conf.chmod(0o644)
    with running(port, exim, "-bdf", "-C", str(conf), log=tmp_path / "exim.log"):
        site = Site(tmp_path / "data", MARQUEE_SMTP_URL=f"smtp://{USER}:{PASSWORD}@127.0.0.1:{port}")
        site.marquee("user", "add", "dana@stage.test", "--password-stdin", stdin="a long and lovely evening")
        site.start()
        key = json.loads((site.data / "secrets.json").read_text())["publishable"]
        body = {"email": "dana@stage.test"}
        httpx.post(f"{site.url}/auth/v1/recover", json=body, headers={"apikey": key}).raise_for_status()
        deadline = time.monotonic() + 20
        while not ("mail sent" in (said := site.log.read_text()) or "mail failed" in said):
            assert time.monotonic() < deadline, said
            time.sleep(0.05)
        site.stop()
    assert "mail sent" in said, (said, (spool / "mainlog").read_text())
    (arrived,) = (spool / "spool" / "input").glob("*-H")
    assert "dana@stage.test" in arrived.read_text(errors="replace")
