"""What the site is made of: pinned, listed in full, and looked up, with no silence taken for good news."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from scripts import advisories, sbom

ROOT = Path(__file__).parents[2]
PYTHON = ("requirements.txt", "requirements-dev.txt", "requirements-audit.txt")


def entries(file):
    """A Python lock file's, each with the lines that belong to it."""
    return [part for part in re.split(r"\n(?=[a-z])", (ROOT / file).read_text()) if not part.startswith("#")]


def npm_entries():
    return {
        path: entry for path, entry in json.loads((ROOT / "package-lock.json").read_text())["packages"].items() if path
    }


def refs(scope=None):
    return {one["purl"] for one in sbom.document()["components"] if scope in (None, one["scope"])}


@pytest.mark.parametrize("file", PYTHON)
def test_every_python_package_is_pinned_with_its_hashes_and_no_registry(file):
    found = entries(file)
    assert len(found) > 30
    assert not [
        entry
        for entry in found
        if not re.match(r"[a-z0-9._-]+(?:\[[a-z,]+\])?==\S+ (?:; .+ )?\\\n +--hash=sha256:[0-9a-f]{64}", entry)
    ]
    assert "://" not in (ROOT / file).read_text()


@pytest.mark.parametrize("file", ["Makefile", "deploy/Containerfile", "docs/server.md"])
def test_lock_files_are_installed_as_they_are(file):
    """Otherwise pip looks for what a package asks for with extras, and a new release of it stops every set-up."""
    options = re.findall(r"install (.*)-r requirements|\(PIP\) (.*)-r requirements", (ROOT / file).read_text())
    assert options
    assert {"--require-hashes", "--no-deps"} <= set.intersection(*(set("".join(each).split()) for each in options))


def test_every_package_of_the_front_end_is_pinned_with_its_hash_and_no_registry():
    found = npm_entries()
    assert len(found) > 100
    assert not [
        path for path, entry in found.items() if not entry["integrity"].startswith("sha512-") or "resolved" in entry
    ]


def test_bill_of_materials_lists_every_entry_of_the_lock_files():
    expected = {f"pkg:pypi/{entry.partition(' ')[0].replace('==', '@')}" for file in PYTHON for entry in entries(file)}
    expected |= {
        f"pkg:npm/{path.rpartition('node_modules/')[2].replace('@', '%40')}@{entry['version']}"
        for path, entry in npm_entries().items()
    }
    assert refs() == expected


def test_bill_of_materials_tells_the_product_from_its_tools():
    required = {f"pkg:pypi/{entry.partition(' ')[0].replace('==', '@')}" for entry in entries("requirements.txt")}
    assert required < refs("required")
    assert any(ref.startswith("pkg:npm/react@") for ref in refs("required"))
    assert any(ref.startswith("pkg:pypi/pytest@") for ref in refs("excluded"))
    assert any(ref.startswith("pkg:npm/vite@") for ref in refs("excluded"))


def test_bill_of_materials_is_the_same_each_time_and_another_for_other_packages(tmp_path):
    for name in (*PYTHON, "package-lock.json", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    assert sbom.document(tmp_path) == sbom.document()
    (tmp_path / "requirements.txt").write_text("click==0.0.1 \\\n    --hash=sha256:0\n")
    assert sbom.document(tmp_path)["serialNumber"] != sbom.document()["serialNumber"]


CLEAR = '{"dependencies": [{"name": "click", "version": "8.5.1", "vulns": []}], "fixes": []}', 0
FLAWED = '{"dependencies": [{"name": "click", "version": "8.5.1", "vulns": [{"id": "X-1"}]}]}', 1
NPM_CLEAR = '{"auditReportVersion": 2, "vulnerabilities": {}, "metadata": {}}', 0
NPM_FLAWED = '{"auditReportVersion": 2, "vulnerabilities": {"vite": {"severity": "low"}}}', 1
NPM_AWAY = '{"message": "request failed", "error": {"summary": "", "detail": ""}}', 1
SILENT = "", 1
STRANGE = CLEAR[0], 1


@pytest.mark.parametrize(
    ("reports", "status", "status_if_allowed"),
    [
        ([CLEAR, NPM_CLEAR], 0, 0),
        ([FLAWED, NPM_CLEAR], 1, 1),
        ([CLEAR, NPM_FLAWED], 1, 1),
        ([SILENT, NPM_CLEAR], 1, 0),
        ([CLEAR, NPM_AWAY], 1, 0),
        ([STRANGE, NPM_CLEAR], 1, 0),
        ([SILENT, NPM_FLAWED], 1, 1),
        ([FLAWED, NPM_AWAY], 1, 1),
    ],
)
def test_flaw_fails_and_so_does_an_advisory_that_cannot_be_reached(reports, status, status_if_allowed):
    script = "import sys; print(sys.argv[1]); sys.exit(int(sys.argv[2]))"
    commands = {str(n): (sys.executable, "-c", script, text, str(code)) for n, (text, code) in enumerate(reports)}
    assert advisories.main(commands, may_be_unreachable=False) == status
    assert advisories.main(commands, may_be_unreachable=True) == status_if_allowed
