"""A site that is well."""

import shutil

import pytest

from marquee.settings import kept
from tests.cli.commands import run
from tests.cli.doctor.examining import ADMIN, PASSWORD, answering


@pytest.fixture
def served():
    with answering() as url:
        yield url


@pytest.fixture(scope="session")
def well(tmp_path_factory):
    """A site that is well but for its mail, which is files, and its backups: every test has a copy."""
    root = tmp_path_factory.mktemp("well")
    data = ("--data-dir", root / "data")
    with answering() as url:
        options = [f"--base-url={url}", "--site-name=Ship", "--timezone=Europe/Berlin", f"--backups={root}/backups"]
        said = run("setup", "--yes", *options, f"--admin={ADMIN}", "--password-stdin", *data, typed=PASSWORD)
    assert said.exit_code == 0, said.output
    assert run("keys", "adopt", *data).exit_code == 0
    return root


@pytest.fixture
def folder(well, tmp_path, served):
    """The data folder of such a site, whose address answers."""
    shutil.copytree(well, tmp_path, dirs_exist_ok=True)
    kept.change(tmp_path / "data", {"MARQUEE_BASE_URL": served, "MARQUEE_BACKUPS": f"{tmp_path}/backups"})
    return tmp_path / "data"
