"""The generated secrets and their file."""

import json
import stat
import threading

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from marquee.auth.secrets import secrets_file
from marquee.errors import OperatorError


def test_first_start_makes_them_and_the_next_finds_them(tmp_path):
    folder = tmp_path / "data"
    made = secrets_file.load_or_create(folder)
    assert secrets_file.load_or_create(folder) == made
    assert made.publishable.startswith("sb_publishable_")
    assert made.secret.startswith("sb_secret_")
    assert len(made.refresh_secret) == 32


def test_only_the_owner_reads_them(tmp_path):
    secrets_file.load_or_create(tmp_path / "data")
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["secrets.json"]
    assert (tmp_path / "data" / "secrets.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o755, 0o750, 0o701, 0o777])
def test_site_closes_its_folder_to_other_users(tmp_path, log, mode):
    """Whoever can enter it can hold its locks."""
    for _ in ("empty", "used"):
        tmp_path.chmod(mode)
        secrets_file.load_or_create(tmp_path)
        assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700
    assert [line["folder"] for line in log.lines("marquee")] == [str(tmp_path)] * 2
    secrets_file.load_or_create(tmp_path)
    assert len(log.lines("marquee")) == 2


def test_folder_that_may_be_shared_for_a_reason_is_refused(tmp_path, monkeypatch):
    (tmp_path / "of somebody").touch()
    tmp_path.chmod(0o755)
    with pytest.raises(OperatorError, match=f"chmod 700 {tmp_path}$"):
        secrets_file.load_or_create(tmp_path)
    (tmp_path / "of somebody").unlink()
    monkeypatch.setattr("os.geteuid", lambda: tmp_path.stat().st_uid + 1)  # not ours to close
    with pytest.raises(OperatorError, match=rf"chown -R \S+ {tmp_path}$"):
        secrets_file.load_or_create(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    assert list(tmp_path.iterdir()) == []


def test_every_installation_has_its_own(tmp_path):
    one, other = secrets_file.load_or_create(tmp_path / "one"), secrets_file.load_or_create(tmp_path / "other")
    for name in ("publishable", "secret", "signing_key", "refresh_secret"):
        assert getattr(one, name) != getattr(other, name)


def test_starts_at_the_same_moment_agree(tmp_path):
    found, barrier = [], threading.Barrier(8)

    def start():
        barrier.wait()
        found.append(secrets_file.load_or_create(tmp_path / "data"))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620])
def test_file_that_others_may_read_is_refused(tmp_path, mode):
    secrets_file.load_or_create(tmp_path)
    (tmp_path / "secrets.json").chmod(mode)
    with pytest.raises(OperatorError, match="chmod 600"):
        secrets_file.load_or_create(tmp_path)


def pem(curve):
    key = ec.generate_private_key(curve)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


@pytest.mark.parametrize(
    "damage",
    [
        {"publishable": "sb_secret_" + "x" * 43},
        {"publishable": "sb_publishable_"},
        {"secret": "weak"},
        {"signing_key": "not a key"},
        {"signing_key": pem(ec.SECP384R1())},
        {"refresh_secret": "c2hvcnQ="},
        {"refresh_secret": "not base64!"},
        {"refresh_secret": None},
        {"more": "than there was"},
    ],
)
def test_damaged_file_is_refused_and_left_as_it_is(tmp_path, damage):
    secrets_file.load_or_create(tmp_path)
    path = tmp_path / "secrets.json"
    damaged = json.dumps({**json.loads(path.read_text()), **damage})
    path.write_text(damaged)
    with pytest.raises(OperatorError, match="damaged"):
        secrets_file.load_or_create(tmp_path)
    assert path.read_text() == damaged


@pytest.mark.parametrize("content", ["", "{", "[]", "\x00" * 486])
def test_file_that_is_not_ours_is_refused(tmp_path, content):
    secrets_file.load_or_create(tmp_path)
    (tmp_path / "secrets.json").write_text(content)
    with pytest.raises(OperatorError, match="damaged"):
        secrets_file.load_or_create(tmp_path)


def test_folder_that_cannot_be_made_has_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OperatorError, match="cannot be created"):
        secrets_file.load_or_create(tmp_path / "file" / "data")


def test_api_key_has_a_role_and_other_strings_none(tmp_path):
    made = secrets_file.load_or_create(tmp_path)
    assert made.role_of(made.publishable) == "anon"
    assert made.role_of(made.secret) == "service_role"
    for other in ("", "sb_secret_", made.secret[:-1], made.secret + "x", made.publishable.upper(), "é", "\udc80"):
        assert made.role_of(other) is None


def test_secrets_are_not_shown_when_the_object_is(tmp_path):
    made = secrets_file.load_or_create(tmp_path)
    shown = repr(made)
    assert made.secret not in shown
    assert "PRIVATE KEY" not in shown
    assert "refresh_secret" not in shown
