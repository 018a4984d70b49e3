"""What is printed and cannot be written, as to a full disk, is one sentence and a failure."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import new_site
from tests.conftest import before_release

COMMAND = Path(sys.executable).with_name("marquee")
SAID = "Not everything could be written: No space left on device.\n"


SELDOM = [pytest.param(command, marks=before_release) for command in ("user --help", "upgrade", "doctor", "--version")]


@pytest.mark.parametrize("command", ["keys", "--help", *SELDOM])
def test_output_that_cannot_be_written_is_one_sentence(tmp_path, command):
    new_site(tmp_path / "data")
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [COMMAND, "--data-dir", tmp_path / "data", *command.split()]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environ)
    assert (done.returncode, done.stderr) == (1, SAID)


def test_reader_that_has_seen_enough_is_no_failure_to_tell(tmp_path):
    new_site(tmp_path / "data")
    with subprocess.Popen(["true"], stdin=subprocess.PIPE) as reader:
        reader.wait()
        command = [COMMAND, "--data-dir", tmp_path / "data", "doctor"]
        done = subprocess.run(command, stdout=reader.stdin, stderr=subprocess.PIPE, text=True, check=False)
    assert done.stderr == ""
