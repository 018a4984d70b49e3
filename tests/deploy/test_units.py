"""The units of `deploy/`: systemd takes them as they are, and the site has hardly a right that it does without."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.programs import program
from torture.site import MARQUEE

DEPLOY = Path(__file__).parents[2] / "deploy"
SERVICES = ("marquee.service", "marquee-backup.service")
UNITS = (*SERVICES, "marquee.socket", "marquee-backup.timer")
MOST_EXPOSED = 20
"""Of a hundred, which is 2.0 as systemd prints it."""


@pytest.fixture
def units(tmp_path):
    """As on a server, except that the program is the one of this clone."""
    for name in UNITS:
        text = (DEPLOY / name).read_text()
        (tmp_path / name).write_text(text.replace("/opt/marquee/bin/marquee", MARQUEE))
    return tmp_path


def analyze(folder, *words):
    command = [program("systemd-analyze"), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_systemd_takes_every_unit(units):
    said = analyze(units, "verify", *(f"./{name}" for name in UNITS))
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


@pytest.mark.parametrize("service", SERVICES)
def test_service_has_hardly_a_right_that_it_does_without(units, service):
    said = analyze(units, "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}", f"./{service}")
    assert said.returncode == 0, said.stdout + said.stderr


def test_backup_is_as_closed_as_the_site():
    site, backup = (closed_lines((DEPLOY / name).read_text()) for name in SERVICES)
    assert len(site) > 20
    assert backup == site


def closed_lines(unit):
    return [line for line in unit.partition("does without.")[2].partition("[Install]")[0].splitlines() if "=" in line]


def test_socket_is_installed_with_its_service(units):
    folder = units / "etc/systemd/system"
    folder.mkdir(parents=True)
    for name in UNITS:
        shutil.move(units / name, folder)
    subprocess.run([program("systemctl"), "--root", units, "--quiet", "enable", "marquee.service"], check=True)
    assert (folder / "sockets.target.wants/marquee.socket").is_symlink()
