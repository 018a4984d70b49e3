"""What operators run beside a site, as Debian packages it: started on a port of its own, and ended afterwards."""

import os
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from torture.site import listens

PATIENCE_S = 20
PACKAGES = {
    "nginx": "nginx-light",
    "caddy": "caddy",
    "haproxy": "haproxy",
    "pgbouncer": "pgbouncer",
    "exim4": "exim4-daemon-light",
    "docker-compose": "docker-compose",
    "systemctl": "systemd",
    "systemd-analyze": "systemd",
}
"""The Debian package of each program."""
AS_ROOT = os.geteuid() == 0


def program(name):
    """Its path; where it is not installed, the test is skipped and says which package is missing."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed: apt-get install {PACKAGES[name]}")
    return found


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


@contextmanager
def running(port, *command, user=None, **options):
    """A program that stays in the foreground, from when it takes connections at a port of this machine."""
    log = Path(options.pop("log"))
    with log.open("w") as said, subprocess.Popen(command, stdout=said, stderr=said, user=user, **options) as process:
        try:
            deadline = time.monotonic() + PATIENCE_S
            while not listens(port):
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.05)
            yield process
        finally:
            process.terminate()
