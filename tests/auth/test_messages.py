"""The content of mails, and their safe headers."""

import errno
from email import message_from_bytes, policy
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from marquee.auth.mail.delivery import FolderDelivery
from marquee.auth.mail.messages import NOTICES, TEXTS, Letter, Sender, compose

STRANGER = "stranger@stage.test"


@pytest.mark.parametrize("name", ["Undercard", "Größe & Söhne", 'The "Best", Inc.'])
@pytest.mark.parametrize("kind", TEXTS)
def test_every_mail_can_be_written_and_read(tmp_path, kind, name):
    letter = Letter(kind, STRANGER, "token", "new@stage.test", invited_by="mira@stage.test", purpose="as an admin")
    FolderDelivery(tmp_path).send(compose(letter, Sender(name, "noreply@stage.test", "http://stage.test")), letter.to)
    mail = message_from_bytes(next(tmp_path.iterdir()).read_bytes(), policy=policy.default)
    assert mail["From"].addresses[0].display_name == name
    assert mail["To"] == letter.to
    link = "/invitation#token" if kind == "invitation" else f"/auth/confirm?token_hash=token&type={kind}"
    assert f"http://stage.test{link}" in mail.get_content()
    assert "None" not in mail.get_content()
    assert name in mail.get_content()
    assert "{" not in mail.get_content() + mail["Subject"]


@pytest.mark.parametrize("kind", NOTICES)
def test_notice_says_what_happened_when_and_what_to_do(kind):
    letter = Letter(kind, STRANGER, new_address="new@stage.test", at="2026-11-21T10:00:00.12+00:00")
    sender = Sender("Undercard", "noreply@stage.test", "http://stage.test", ZoneInfo("Europe/Berlin"))
    text = compose(letter, sender).get_content()
    assert text.startswith("On 21 November 2026 at 11:00 CET, ")
    assert "\nhttp://stage.test\n" in text
    assert "Undercard" in text
    assert ("new@stage.test" in text) == (kind == "email_changed")
    assert "{" not in text


def test_block_for_ever_is_told_where_the_year_ends_earlier():
    sender = Sender("Undercard", "noreply@stage.test", "http://stage.test", ZoneInfo("Europe/Berlin"))
    text = compose(Letter("banned", STRANGER, until="9999-12-31T23:59:59+00:00"), sender).get_content()
    assert "until 31 December 9999 at 23:59 UTC" in text


def test_notice_needs_no_url():
    sender = Sender("Undercard", "noreply@localhost", "http://0.0.0.0:8000")
    text = compose(Letter("password_changed", STRANGER), sender).get_content()
    assert "http" not in text


def test_international_email_is_written_as_it_is(tmp_path):
    address = "stränger@stage.test"
    message = compose(Letter("recovery", address, "token"), Sender("Söhne", "noreply@stage.test", "http://stage.test"))
    FolderDelivery(tmp_path).send(message, address)
    assert f"To: {address}\r\n".encode() in next(tmp_path.iterdir()).read_bytes()


def test_mail_that_finds_no_room_leaves_nothing(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    message = compose(Letter("recovery", STRANGER, "token"), Sender("Club", "noreply@stage.test", "http://stage.test"))
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        FolderDelivery(tmp_path).send(message, STRANGER)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", ["stranger@x.example\r\nBcc: mallory@evil.example", "stranger@x.example\nX: y"])
def test_email_cannot_add_a_header(address):
    with pytest.raises(ValueError, match="linefeed"):
        compose(Letter("recovery", address, "token"), Sender("Undercard", "noreply@stage.test", "http://stage.test"))
