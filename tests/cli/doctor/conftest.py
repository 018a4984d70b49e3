"""A site that is well."""

import pytest

from tests.cli.commands import run
from tests.cli.doctor.examining import ADMIN, PASSWORD, answering


@pytest.fixture
def served():
    with answering() as url:
        yield url


@pytest.fixture
def folder(tmp_path, served):
    """Of a site that is well but for its mail, which is files."""
    options = [f"--base-url={served}", "--site-name=Ship", "--timezone=Europe/Berlin", f"--backups={tmp_path}/backups"]
    said = run(
        *("setup", "--yes", *options, f"--admin={ADMIN}", "--password-stdin", "--data-dir", tmp_path / "data"),
        typed=PASSWORD,
    )
    assert said.exit_code == 0, said.output
    started = run("keys", "adopt", "--data-dir", tmp_path / "data")
    assert started.exit_code == 0
    return tmp_path / "data"
